-- Companies that register themselves: who asked and has not confirmed the address yet, and what a company sent in.

-- A request by somebody without an account; the row goes once the address is confirmed, or after some days.
create table registrations (
  id uuid not null default uuidv7() primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text,
  token_hash bytea,
  expires_at timestamptz(3),
  -- Where it was asked from, so that nobody asks for hundreds.
  address text not null,
  created_at timestamptz(3) not null default now()
);
create unique index registrations_token_once on registrations (token_hash);
create index registrations_of_mailbox on registrations (email, created_at);
create index registrations_of_address on registrations (address, created_at);
grant select, insert, update, delete on registrations to waybill_auth;

-- Between the confirmed address and the approval: what was typed so far, when it was sent in, and why it was refused.
create table company_registrations (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  draft jsonb not null default '{}',
  submitted_at timestamptz(3),
  rejected_at timestamptz(3),
  rejection_reason text
);
select company_rows('company_registrations');
alter table company_registrations add foreign key (company_id, user_id) references users (company_id, id);
create unique index company_registrations_user_once on company_registrations (company_id, user_id);

-- A company whose details were not sent in yet; its name is the address of who registers it.
alter table companies drop constraint companies_status_check, add constraint companies_status_check check (status in ('registering', 'pending', 'active', 'inactive', 'rejected'));
create index companies_waiting on companies (updated_at) where status = 'pending';
