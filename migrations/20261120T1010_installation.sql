-- What the installation keeps across companies: companies themselves, users, sessions.

create table currencies (
  code char(3) not null check (code ~ '^[A-Z]{3}$'),
  numeric_code char(3),
  name text not null,
  symbol text not null,
  minor_unit smallint not null check (minor_unit between 0 and 4),
  is_active boolean not null default true,
  primary key (code)
);
grant select, insert, update, delete on currencies to waybill_auth;
grant select on currencies to waybill_app;

create table company_types (
  id uuid not null default uuidv7(),
  code text not null,
  name text not null,
  description text,
  is_active boolean not null default true,
  search_text text generated always as (lower(code || ' ' || name || ' ' || coalesce(description, ''))) stored
);
select installation_table('company_types');
create unique index company_types_code_once on company_types (lower(code));
create index company_types_by_name on company_types (name, id);

create table companies (
  id uuid not null default uuidv7(),
  code text not null,
  legal_name text not null,
  display_name text,
  company_type_id uuid not null references company_types (id),
  status text not null default 'active' check (status in ('pending', 'active', 'inactive', 'rejected')),
  tax_id text,
  default_currency char(3) not null references currencies (code),
  timezone text not null,
  locale text not null default 'en',
  address_line1 text,
  address_line2 text,
  city text,
  region text,
  postal_code text,
  country_code char(2) check (country_code ~ '^[A-Z]{2}$'),
  phone text,
  email text not null,
  website text,
  over_receipt_pct numeric(7, 4) not null default 0 check (over_receipt_pct >= 0),
  under_receipt_close_pct numeric(7, 4) not null default 0 check (under_receipt_close_pct between 0 and 100),
  hard_limit_factor numeric(7, 4) not null default 2 check (hard_limit_factor >= 1),
  po_approval_threshold numeric(19, 4) check (po_approval_threshold >= 0),
  po_number_pattern text not null default 'PO-{yyyy}-{seq:5}',
  separate_approver boolean not null default true,
  search_text text generated always as (lower(code || ' ' || legal_name || ' ' || coalesce(display_name, '') || ' ' || coalesce(city, ''))) stored
);
select installation_table('companies');
create unique index companies_code_once on companies (lower(code));
create index companies_by_name on companies (legal_name, id);
alter table companies enable row level security;
alter table companies force row level security;
create policy own_company on companies for select to waybill_app using (id = (select nullif(current_setting('waybill.company_id', true), '')::uuid));
create policy all_companies on companies to waybill_auth using (true) with check (true);
create policy owner_all on companies to waybill_owner using (true) with check (true);
grant select on companies to waybill_app;

-- A user belongs to one company; the address is unique in the installation.
create table users (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies (id),
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  status text not null default 'invited' check (status in ('invited', 'registering', 'pending_approval', 'active', 'suspended', 'deactivated', 'rejected')),
  is_super_admin boolean not null default false,
  password_hash text,
  phone text,
  locale text,
  timezone text,
  modules text[] not null default '{warehouse}',
  selected_module text,
  last_sign_in_at timestamptz(3),
  search_text text generated always as (lower(first_name || ' ' || last_name || ' ' || email)) stored
);
select installation_table('users');
create unique index users_email_once on users (lower(email));
create unique index users_of_company on users (company_id, id);
create index users_by_name on users (company_id, last_name, id);
alter table users enable row level security;
alter table users force row level security;
create policy company on users for select to waybill_app using (company_id = (select nullif(current_setting('waybill.company_id', true), '')::uuid));
create policy all_users on users to waybill_auth using (true) with check (true);
create policy owner_all on users to waybill_owner using (true) with check (true);
-- No password, no session: just enough to name a person beside what they did.
grant select (id, company_id, email, first_name, last_name, status) on users to waybill_app;

create table sessions (
  id uuid not null default uuidv7() primary key,
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  company_id uuid not null references companies (id),
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  address text,
  device text
);
create unique index sessions_token_once on sessions (token_hash);
create index sessions_of_user on sessions (user_id, created_at);
create index sessions_of_company on sessions (company_id);
grant select, insert, update, delete on sessions to waybill_auth;

-- One row per bucket (account, address, whole installation): failures since the last success, and until when to wait.
create table sign_in_attempts (
  bucket text not null primary key,
  failures integer not null,
  last_at timestamptz(3) not null default now(),
  blocked_until timestamptz(3)
);
grant select, insert, update, delete on sign_in_attempts to waybill_auth;

-- A mailed secret that lets a person without a session set a password: invitation, reset, first set-up.
create table password_tokens (
  id uuid not null default uuidv7() primary key,
  user_id uuid references users (id) on delete cascade,
  purpose text not null check (purpose in ('invite', 'reset', 'setup')),
  token_hash bytea not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index password_tokens_once on password_tokens (token_hash);
create index password_tokens_of_user on password_tokens (user_id);
grant select, insert, update, delete on password_tokens to waybill_auth;

create table job_cursors (
  name text not null primary key,
  position jsonb not null,
  updated_at timestamptz(3) not null default now()
);

insert into company_types (code, name, description) values
  ('SHIPPER', 'Shipper', 'Sends or receives its own goods'),
  ('WAREHOUSE_OPERATOR', 'Warehouse operator', 'Runs warehouses'),
  ('THREE_PL', 'Third-party logistics', 'Runs warehouses and transport for others'),
  ('CARRIER', 'Carrier', 'Moves goods'),
  ('VENDOR', 'Vendor', 'Sells goods'),
  ('BROKER', 'Broker', 'Arranges transport');
