-- Documents are the one register of papers: what was kept of qualifications of drivers beside them is taken over (decision 46).

-- Which qualification a type of documents proves.
alter table document_types add column proves text
  check (proves in ('adr', 'cpc', 'medical', 'tacho_card', 'forklift')),
  add constraint document_types_of_drivers_prove check (proves is null or subject = 'driver');
update document_types t set proves = k.proves
from (values ('ADR', 'adr'), ('CODE95', 'cpc'), ('MEDICAL', 'medical'), ('TACHO', 'tacho_card')) as k(code, proves)
where t.subject = 'driver' and lower(t.code) = lower(k.code);
insert into document_types (company_id, code, name, subject, requires_expiry, proves)
select c.id, t.code, t.name, 'driver', false, t.proves from companies c, (values
  ('FORKLIFT', 'Forklift certificate', 'forklift'),
  ('OTHER', 'Other qualification', null)
) as t(code, name, proves)
on conflict do nothing;

-- What is said of a paper beside its type, and the numbers of those taken over, which stay sealed.
alter table papers
  add column title text,
  add column sealed_number bytea,
  add column number_end text,
  add constraint papers_sealed_number check ((sealed_number is null) = (number_end is null)),
  drop column search_text;
alter table papers add column search_text text
  generated always as (lower(coalesce(number, '') || ' ' || coalesce(title, '') || ' ' || coalesce(issuer, ''))) stored;
create index papers_search on papers using gin (company_id, search_text gin_trgm_ops);

-- The type that a company has for a kind of qualification; where it keeps nobody from driving and the kind did, or the other way
-- round, the kind gets one of its own, so that whatever counted goes on counting and nothing counts that did not.
create temporary table taken_kinds (kind text, code text, name text, proves text, blocks boolean, closed boolean) on commit drop;
insert into taken_kinds values
  ('dangerous_goods', 'ADR', 'ADR certificate', 'adr', false, false),
  ('cpc', 'CODE95', 'Driver qualification card (code 95)', 'cpc', true, false),
  ('medical', 'MEDICAL', 'Medical certificate', 'medical', true, true),
  ('tacho_card', 'TACHO', 'Tachograph card', 'tacho_card', true, false),
  ('forklift', 'FORKLIFT', 'Forklift certificate', 'forklift', false, false),
  ('other', 'OTHER', 'Other qualification', null, false, false);
create temporary table taken_types on commit drop as
  select distinct on (q.company_id, q.kind) q.company_id, q.kind, coalesce(t.id, uuidv7()) as type_id, t.id is null as is_new
  from driver_qualifications q join taken_kinds k on k.kind = q.kind
  left join document_types t on t.company_id = q.company_id and lower(t.code) = lower(k.code) and t.subject = 'driver'
    and t.is_active and t.archived_at is null and t.blocks_dispatch = k.blocks
  order by q.company_id, q.kind;
insert into document_types (company_id, id, code, name, subject, requires_expiry, blocks_dispatch, is_confidential, proves)
select n.company_id, n.type_id, k.code || '-' || substr(md5(n.type_id::text), 1, 8), k.name || ' (taken over)', 'driver', false,
  k.blocks, k.closed, k.proves
from taken_types n join taken_kinds k on k.kind = n.kind where n.is_new;

-- They counted as they were entered: they are taken over as verified, by nobody. Whoever entered one is its author. Who saw
-- papers of drivers saw them, and nobody else; that stays.
insert into papers (id, company_id, version, created_at, created_by, updated_at, archived_at, type_id, subject, driver_id,
  is_confidential, title, sealed_number, number_end, issuer, valid_from, expires_on, status, entered_by, decided_at)
select q.id, q.company_id, q.version, q.created_at, q.created_by, q.updated_at, q.archived_at, n.type_id, 'driver', q.driver_id,
  true, q.title, q.sealed_number, q.number_end, q.issuer, q.valid_from, q.expires_on, 'verified', q.created_by, now()
from driver_qualifications q join taken_types n on n.company_id = q.company_id and n.kind = q.kind;
insert into events (company_id, entity, entity_id, step, actor_kind, to_status)
select q.company_id, 'document', q.id, 'takenOver', 'system', 'verified' from driver_qualifications q;

-- Reminders of what is still to end.
insert into outbox (company_id, task, payload, run_at)
select p.company_id, 'remind-of-document', jsonb_build_object('documentId', p.id, 'days', d::int),
  (p.expires_on - d::int + time '06:00') at time zone c.timezone
from driver_qualifications q join papers p on (p.company_id, p.id) = (q.company_id, q.id)
join companies c on c.id = p.company_id
join document_types k on (k.company_id, k.id) = (p.company_id, p.type_id), unnest(k.remind_days) d
where p.archived_at is null and p.expires_on - d::int >= (now() at time zone c.timezone)::date;

do $$
begin
  if exists (select from driver_qualifications q where not exists (select from papers p where (p.company_id, p.id) = (q.company_id, q.id))) then
    raise exception 'a qualification was not taken over';
  end if;
end $$;

-- Without them, otherwise as before.
create or replace function drop_driver_papers(driver uuid) returns void language sql as $$
  delete from driver_licence_classes c using driver_licences l
    where l.driver_id = driver and c.company_id = l.company_id and c.licence_id = l.id;
  delete from driver_licences where driver_id = driver;
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
create or replace function records_of_drivers(drivers uuid[]) returns uuid[] language sql stable as $$
  select array(
    select unnest(drivers)
    union select id from driver_licences where driver_id = any(drivers)
    union select id from papers where driver_id = any(drivers)
    union select record_id from former_driver_papers where driver_id = any(drivers))
$$;
drop table driver_qualifications;

-- Whoever entered qualifications enters them as documents.
update roles set permissions = array_append(permissions, 'CAN_EDIT_DOCUMENTS')
where 'CAN_EDIT_DRIVER_PAPERS' = any(permissions) and not 'CAN_EDIT_DOCUMENTS' = any(permissions);
