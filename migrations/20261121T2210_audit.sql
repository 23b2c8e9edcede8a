-- The audit screen: the newest of one person, one kind of record or one action, and where somebody came from.

alter table events add column address text;
create index events_of_actor on events (company_id, actor_id, at, id);
create index events_of_kind on events (company_id, entity, at, id);
create index events_of_step on events (company_id, step, at, id);
-- Only what guards the door has an address: sign-ins, refusals, opened links, exports.
create index events_of_address on events (company_id, address, at, id) where address is not null;

-- Companies that exist give the right to their administrators, as new ones do.
update roles
set permissions = array_append(permissions, 'CAN_VIEW_AUDIT')
where is_default and code = 'COMPANY_ADMIN' and not 'CAN_VIEW_AUDIT' = any(permissions);
