-- Companies make roles of their own. A check asks permissions and role codes alike, so no role may be called like a permission.

alter table roles add constraint roles_code_is_no_permission check (code <> 'SUPER_ADMIN' and code !~ '^CAN_');
create unique index roles_name_once on roles (company_id, lower(name));

-- Companies that exist give the right to their administrators, as new ones do.
update roles
set permissions = array_append(permissions, 'CAN_MANAGE_ROLES')
where is_default and code = 'COMPANY_ADMIN' and not 'CAN_MANAGE_ROLES' = any(permissions);
