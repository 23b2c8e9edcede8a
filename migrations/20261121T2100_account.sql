-- The own account: units and photo, the second factor, the devices that are known, and the step between password and code.

alter table users add column units text not null default 'metric' check (units in ('metric', 'imperial'));
alter table companies add column second_factor_required boolean not null default false;

create table user_photos (
  user_id uuid not null primary key references users (id) on delete cascade,
  media_type text not null check (media_type in ('image/jpeg', 'image/png', 'image/webp')),
  content bytea not null check (octet_length(content) between 1 and 262144),
  updated_at timestamptz(3) not null default now()
);
grant select, insert, update, delete on user_photos to waybill_auth;

-- The secret is sealed with the installation's key. A code counts once: last_step is the time step of the newest one used.
create table second_factors (
  user_id uuid not null primary key references users (id) on delete cascade,
  sealed_secret bytea not null,
  confirmed_at timestamptz(3),
  last_step bigint,
  created_at timestamptz(3) not null default now()
);
grant select, insert, update, delete on second_factors to waybill_auth;

create table recovery_codes (
  id uuid not null default uuidv7() primary key,
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3)
);
create unique index recovery_codes_once on recovery_codes (user_id, code_hash);
grant select, insert, update, delete on recovery_codes to waybill_auth;

create table known_devices (
  id uuid not null default uuidv7() primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null,
  first_seen_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now()
);
create unique index known_devices_once on known_devices (user_id, token_hash);
grant select, insert, update, delete on known_devices to waybill_auth;

-- Who has given the right password and has something left to do before there is a session.
create table sign_in_steps (
  id uuid not null default uuidv7() primary key,
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('code', 'set_up')),
  failures smallint not null default 0,
  expires_at timestamptz(3) not null
);
create unique index sign_in_steps_once on sign_in_steps (token_hash);
create index sign_in_steps_of_user on sign_in_steps (user_id);
grant select, insert, update, delete on sign_in_steps to waybill_auth;
