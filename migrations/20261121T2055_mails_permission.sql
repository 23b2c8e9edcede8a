-- Who could read the outbox until now, its administrators, keeps that right under its own name.

update roles
set permissions = array_append(permissions, 'CAN_VIEW_MAILS')
where 'CAN_MANAGE_USERS' = any(permissions) and not 'CAN_VIEW_MAILS' = any(permissions);
