-- What every record of a company uses: roles, events, numbers, idempotency, outbox, links, bookings, documents.

create table roles (
  id uuid not null default uuidv7(),
  code text not null check (code ~ '^[A-Z][A-Z0-9_]*$'),
  name text not null,
  description text,
  is_default boolean not null default false,
  permissions text[] not null default '{}'
);
select company_table('roles');
create unique index roles_code_once on roles (company_id, code);
create policy all_roles on roles to waybill_auth using (true) with check (true);

create table user_roles (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  role_id uuid not null,
  created_at timestamptz(3) not null default now()
);
select company_rows('user_roles');
alter table user_roles
  add constraint user_roles_user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  add constraint user_roles_role foreign key (company_id, role_id) references roles (company_id, id);
create unique index user_roles_once on user_roles (company_id, user_id, role_id);
create index user_roles_of_role on user_roles (company_id, role_id);
create policy all_user_roles on user_roles to waybill_auth using (true) with check (true);

-- The audit trail, every record's history, and the feed of what happens, in one table.
create table events (
  id uuid not null default uuidv7(),
  company_id uuid not null default current_company() references companies (id),
  at timestamptz(3) not null default now(),
  tx xid8 not null default pg_current_xact_id(),
  actor_kind text not null check (actor_kind in ('user', 'link', 'system', 'import')),
  actor_id uuid,
  actor_name text,
  entity text not null,
  entity_id uuid not null,
  step text not null,
  from_status text,
  to_status text,
  reason text,
  note text,
  request_id text,
  changes jsonb,
  primary key (company_id, at, id)
) partition by range (at);
create index events_of_record on events (company_id, entity, entity_id, at, id);
create index events_feed on events (tx, id);
select isolate('events');
revoke update, delete on events from waybill_app;
create trigger append_only before update or delete on events for each row execute function refuse_change();
create policy auth_reads on events for select to waybill_auth using (true);

-- Months are made ahead by the server; a partition is isolated like its parent.
create function ensure_event_months(ahead integer default 3) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month date;
  name text;
begin
  for month in select generate_series(date_trunc('month', now()) - interval '14 months', date_trunc('month', now()) + make_interval(months => ahead), interval '1 month')::date loop
    name := 'events_' || to_char(month, 'YYYY_MM');
    if to_regclass(name) is null then
      execute format('create table %I partition of events for values from (%L) to (%L)', name, month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
      execute format('alter table %I enable row level security', name);
      execute format('alter table %I force row level security', name);
      execute format('create policy owner_all on %I to waybill_owner using (true) with check (true)', name);
    end if;
  end loop;
end $$;
revoke all on function ensure_event_months(integer) from public;
select ensure_event_months();
create table events_other partition of events default;
alter table events_other enable row level security;
alter table events_other force row level security;
create policy owner_all on events_other to waybill_owner using (true) with check (true);

-- Human numbers: one row per company and series.
create table counters (
  id uuid not null default uuidv7(),
  series text not null,
  value bigint not null default 0
);
select company_rows('counters');
create unique index counters_once on counters (company_id, series);

create table idempotency_keys (
  company_id uuid not null default current_company() references companies (id),
  principal uuid not null,
  route text not null,
  key text not null check (length(key) between 1 and 200),
  body_hash bytea not null,
  reply_status smallint,
  reply text,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, principal, route, key)
);
select isolate('idempotency_keys');
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- What leaves the transaction: mails, documents to make, reminders. Moved into the job queue after commit.
create table outbox (
  id uuid not null default uuidv7(),
  task text not null,
  payload jsonb not null,
  run_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now()
);
select company_rows('outbox');

-- Mails that were sent or could not be sent, as a person may look them up.
create table mails (
  id uuid not null default uuidv7(),
  recipient text not null,
  subject text not null,
  status text not null check (status in ('queued', 'sent', 'kept', 'failed')),
  error text,
  entity text,
  entity_id uuid,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  search_text text generated always as (lower(recipient || ' ' || subject)) stored
);
select company_rows('mails');
create index mails_by_age on mails (company_id, created_at desc, id desc);
create index mails_search on mails using gin (company_id, search_text gin_trgm_ops);

-- By-link pages: only the SHA-256 of the secret is kept.
create table links (
  id uuid not null default uuidv7(),
  token_hash bytea not null,
  purpose text not null check (purpose in ('po.respond', 'po.view', 'ds.approve')),
  subject_id uuid not null,
  subject_revision integer not null,
  recipient text not null,
  issued_by uuid,
  issued_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  first_viewed_at timestamptz(3),
  used_at timestamptz(3),
  used_by_name text,
  used_for text,
  revoked_at timestamptz(3),
  revoked_reason text
);
select company_rows('links');
-- Across companies on purpose: the secret alone finds its row, and 256 random bits do not meet.
create unique index links_token_once on links (token_hash);
create index links_of_subject on links (company_id, purpose, subject_id);
create policy all_links on links to waybill_auth using (true) with check (true);

-- A link session: the secret was shown once, from then on a cookie of 30 minutes stands for it.
create table link_sessions (
  id uuid not null default uuidv7() primary key,
  token_hash bytea not null,
  company_id uuid not null references companies (id),
  link_id uuid not null,
  expires_at timestamptz(3) not null,
  foreign key (company_id, link_id) references links (company_id, id) on delete cascade
);
create unique index link_sessions_token_once on link_sessions (token_hash);
create index link_sessions_of_link on link_sessions (company_id, link_id);
alter table link_sessions enable row level security;
alter table link_sessions force row level security;
create policy all_link_sessions on link_sessions to waybill_auth using (true) with check (true);
create policy owner_all on link_sessions to waybill_owner using (true) with check (true);
grant select, insert, update, delete on link_sessions to waybill_auth;

-- Everything that can be taken for a time: docks by lane now; vehicles, drivers and people later.
create table bookings (
  id uuid not null default uuidv7(),
  resource_id uuid not null,
  lane smallint not null default 1 check (lane > 0),
  during tstzrange not null check (not isempty(during) and not lower_inf(during) and not upper_inf(during)),
  reason text not null check (reason in ('delivery', 'downtime')),
  subject_id uuid not null,
  active boolean not null default true
);
select company_rows('bookings');
alter table bookings add constraint bookings_never_overlap
  exclude using gist (company_id with =, resource_id with =, lane with =, during with &&) where (active) deferrable initially immediate;
create index bookings_of_subject on bookings (company_id, subject_id);

create table documents (
  id uuid not null default uuidv7(),
  name text not null,
  media_type text not null,
  bytes bigint not null check (bytes >= 0),
  sha256 bytea not null,
  entity text not null,
  entity_id uuid not null,
  note text
);
select company_table('documents');
create index documents_of_record on documents (company_id, entity, entity_id, created_at, id);

-- Reference lists without behaviour; one table, one screen.
create table reference_values (
  id uuid not null default uuidv7(),
  list text not null,
  code text not null,
  label text not null,
  color text,
  position integer not null default 0,
  is_active boolean not null default true,
  data jsonb not null default '{}'
);
select company_table('reference_values');
create unique index reference_values_code_once on reference_values (company_id, list, code);
create index reference_values_by_position on reference_values (company_id, list, position, code);

-- How a company mapped the columns of a file that it imports again and again.
create table import_mappings (
  id uuid not null default uuidv7(),
  entity text not null,
  signature text not null,
  mapping jsonb not null,
  updated_at timestamptz(3) not null default now()
);
select company_rows('import_mappings');
create unique index import_mappings_once on import_mappings (company_id, entity, signature);
