-- Kinds of papers: what they are about, whether they end, when somebody is reminded, and whether nobody drives without one.
create table document_types (
  like company_record,
  code text not null,
  name text not null,
  subject text not null check (subject in ('driver', 'company')),
  requires_expiry boolean not null default true,
  -- Days before the end, as words of a list.
  remind_days text[] not null default '{60,30,14,7,1}' check (remind_days <@ array['90', '60', '30', '14', '7', '1']),
  blocks_dispatch boolean not null default false,
  is_required boolean not null default false,
  is_confidential boolean not null default false,
  renewal_months integer check (renewal_months between 1 and 240),
  is_active boolean not null default true,
  search_text text generated always as (lower(code || ' ' || name)) stored,
  constraint document_types_subject unique (company_id, id, subject)
);
select company_table('document_types');
create unique index document_types_code_once on document_types (company_id, lower(code));
create index document_types_by_code on document_types (company_id, code, id);
create index document_types_by_name on document_types (company_id, name, id);
create index document_types_by_age on document_types (company_id, created_at, id);
create index document_types_search on document_types using gin (company_id, search_text gin_trgm_ops);

-- Documents: papers with a type and an end, of whatever they are about. A renewal is a paper of its own, so that what stood on
-- the one before it is still known; it takes its place on its own first day, which nobody has to write down.
create table papers (
  like company_record,
  type_id uuid not null,
  subject text not null check (subject in ('driver', 'company')),
  driver_id uuid,
  is_confidential boolean not null,
  number text,
  issuer text,
  issued_on date,
  valid_from date check (valid_from >= issued_on),
  expires_on date check (expires_on >= coalesce(valid_from, issued_on)),
  status text not null default 'pending' check (status in ('pending', 'verified', 'rejected', 'revoked')),
  supersedes_id uuid check (supersedes_id <> id),
  entered_by uuid,
  decided_by uuid,
  decided_at timestamptz(3),
  decision_reason text check ((status in ('rejected', 'revoked')) = (decision_reason is not null)),
  begins_on date generated always as (coalesce(valid_from, issued_on, '-infinity'::date)) stored,
  ends_on date not null generated always as (coalesce(expires_on, 'infinity'::date)) stored,
  search_text text generated always as (lower(coalesce(number, '') || ' ' || coalesce(issuer, ''))) stored,
  check ((status = 'pending') = (decided_at is null)),
  check (decided_by is null or decided_by is distinct from entered_by),
  check ((subject = 'driver') = (driver_id is not null)),
  constraint papers_type_fkey foreign key (company_id, type_id, subject) references document_types (company_id, id, subject),
  constraint papers_driver_fkey foreign key (company_id, driver_id) references drivers (company_id, id)
);
select company_table('papers');
alter table papers add constraint papers_supersedes_fkey foreign key (company_id, supersedes_id) references papers (company_id, id);
create unique index papers_supersedes_id_once on papers (company_id, supersedes_id) where status in ('pending', 'verified');
create index papers_renewals on papers (company_id, supersedes_id);
create index papers_of_type on papers (company_id, type_id, subject);
create index papers_of_driver on papers (company_id, driver_id, type_id);
create index papers_by_end on papers (company_id, ends_on, id);
create index papers_by_age on papers (company_id, created_at, id);
create index papers_search on papers using gin (company_id, search_text gin_trgm_ops);

-- Each reminder is sent once, however often its task runs.
create table paper_reminders (
  like company_row,
  paper_id uuid not null,
  days integer not null,
  reminded_at timestamptz(3) not null default now(),
  constraint paper_reminders_once unique (company_id, paper_id, days),
  constraint paper_reminders_paper_fkey foreign key (company_id, paper_id) references papers (company_id, id)
);
select company_rows('paper_reminders');

-- Who has left for long, or is erased, leaves no documents behind either.
create or replace function drop_driver_papers(driver uuid) returns void language sql as $$
  delete from driver_licence_classes c using driver_licences l
    where l.driver_id = driver and c.company_id = l.company_id and c.licence_id = l.id;
  delete from driver_licences where driver_id = driver;
  delete from driver_qualifications where driver_id = driver;
  delete from paper_reminders r using papers p where p.driver_id = driver and r.company_id = p.company_id and r.paper_id = p.id;
  with gone as (
    delete from files where (entity = 'driver' and entity_id = driver)
      or (entity = 'document' and entity_id in (select p.id from papers p where p.driver_id = driver))
    returning company_id, sha256
  )
  insert into outbox (company_id, task, payload, run_at)
    select company_id, 'sweep-file', jsonb_build_object('sha256', encode(sha256, 'hex')), now() + interval '15 minutes' from gone;
  update papers set supersedes_id = null where driver_id = driver;
  delete from papers where driver_id = driver;
$$;

-- What new companies begin with (default-document-types.server.ts), for those that are there.
insert into document_types (company_id, code, name, subject, blocks_dispatch, is_confidential, renewal_months)
select c.id, t.code, t.name, t.subject, t.blocks, t.closed, t.months from companies c, (values
  ('ADR', 'ADR certificate', 'driver', false, false, 60),
  ('CODE95', 'Driver qualification card (code 95)', 'driver', true, false, 60),
  ('MEDICAL', 'Medical certificate', 'driver', true, true, 60),
  ('TACHO', 'Tachograph card', 'driver', true, false, 60),
  ('COMMUNITY', 'Community licence', 'company', false, false, 120),
  ('LIABILITY', 'Carrier''s liability insurance', 'company', false, false, 12)
) as t(code, name, subject, blocks, closed, months);

update roles set permissions = permissions || array['CAN_VIEW_DOCUMENTS', 'CAN_EDIT_DOCUMENTS']
where is_default and code in ('COMPANY_ADMIN', 'DISPATCHER', 'FLEET_MANAGER') and not 'CAN_VIEW_DOCUMENTS' = any(permissions);
update roles set permissions = array_append(permissions, 'CAN_EDIT_DOCUMENT_TYPES')
where is_default and code in ('COMPANY_ADMIN', 'FLEET_MANAGER') and not 'CAN_EDIT_DOCUMENT_TYPES' = any(permissions);
