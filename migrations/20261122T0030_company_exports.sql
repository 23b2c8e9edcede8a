-- All data of one company as one file: who asked for it, how far it is, and until when it is kept.
create table company_exports (
  id uuid not null default uuidv7(),
  state text not null check (state in ('waiting', 'working', 'ready', 'failed', 'expired')),
  asked_by uuid not null,
  asked_by_name text not null,
  rows_done bigint not null default 0,
  bytes bigint,
  sha256 bytea,
  failure text,
  ready_at timestamptz(3),
  expires_at timestamptz(3)
);
select company_table('company_exports');
create index company_exports_by_age on company_exports (company_id, created_at, id);
-- One at a time: the second who asks is told of the first.
create unique index company_exports_one_open on company_exports (company_id) where state in ('waiting', 'working');

-- An export reads in the app's name, so that the database itself keeps companies apart: it sees a person's profile, never
-- a password.
grant select (version, phone, locale, timezone, units, modules, last_sign_in_at, created_at, updated_at, archived_at) on users to waybill_app;

-- Companies that exist give the right to their administrators, as new ones do.
update roles
set permissions = array_append(permissions, 'CAN_EXPORT_COMPANY')
where is_default and code = 'COMPANY_ADMIN' and not 'CAN_EXPORT_COMPANY' = any(permissions);
