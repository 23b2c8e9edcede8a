-- Who drives. What may be known of a driver by everybody who plans stands here; licences and qualifications have tables and
-- permissions of their own, and their numbers are sealed with the installation's key.
create table drivers (
  like company_record,
  employee_no text not null check (employee_no <> ''),
  first_name text not null,
  last_name text not null,
  phone text,
  email text,
  -- The account with which they sign in: what is theirs they see, and nothing else.
  user_id uuid,
  employment text not null default 'employee' check (employment in ('employee', 'contractor', 'agency', 'owner_operator')),
  carrier_id uuid,
  home_location_id uuid,
  identification_tag text,
  status text not null default 'invited' check (status in ('invited', 'active', 'suspended', 'left')),
  suspended_reason text check ((status = 'suspended') = (suspended_reason is not null)),
  hired_on date,
  left_on date check (left_on >= hired_on),
  erased_at timestamptz(3) check (erased_at is null or status = 'left'),
  notes text,
  search_text text generated always as (lower(employee_no || ' ' || first_name || ' ' || last_name)) stored,
  check ((status = 'left') = (left_on is not null)),
  check (status <> 'active' or phone is not null),
  constraint drivers_user_fkey foreign key (company_id, user_id) references users (company_id, id),
  constraint drivers_carrier_fkey foreign key (company_id, carrier_id) references carriers (company_id, id),
  constraint drivers_home_location_fkey foreign key (company_id, home_location_id) references locations (company_id, id)
);
select company_table('drivers');
select resource_table('drivers', 'driver');
create unique index drivers_employee_no_once on drivers (company_id, lower(employee_no));
create unique index drivers_user_id_once on drivers (company_id, user_id);
create unique index drivers_identification_tag_once on drivers (company_id, lower(identification_tag)) where identification_tag is not null;
create index drivers_by_name on drivers (company_id, last_name, id);
create index drivers_by_number on drivers (company_id, employee_no, id);
create index drivers_by_age on drivers (company_id, created_at, id);
create index drivers_of_carrier on drivers (company_id, carrier_id, id);
create index drivers_of_location on drivers (company_id, home_location_id, id);
create index drivers_search on drivers using gin (company_id, search_text gin_trgm_ops);

-- A licence counts once somebody else than who entered it has seen it. Its classes expire apart from each other and from the card.
create table driver_licences (
  like company_record,
  driver_id uuid not null,
  sealed_number bytea not null,
  number_end text not null,
  issuing_country text not null check (issuing_country ~ '^[A-Z]{2}$'),
  issuing_authority text,
  issued_on date,
  expires_on date not null check (expires_on >= issued_on),
  status text not null default 'pending' check (status in ('pending', 'verified', 'rejected')),
  entered_by uuid,
  decided_by uuid,
  decided_at timestamptz(3),
  reject_reason text check ((status = 'rejected') = (reject_reason is not null)),
  search_text text generated always as (lower(number_end || ' ' || issuing_country || ' ' || coalesce(issuing_authority, ''))) stored,
  check ((status = 'pending') = (decided_at is null)),
  check (decided_by is null or decided_by is distinct from entered_by),
  constraint driver_licences_driver_fkey foreign key (company_id, driver_id) references drivers (company_id, id)
);
select company_table('driver_licences');
create index driver_licences_of_driver on driver_licences (company_id, driver_id, id);
create index driver_licences_by_expiry on driver_licences (company_id, expires_on, id);
create index driver_licences_by_age on driver_licences (company_id, created_at, id);
create index driver_licences_search on driver_licences using gin (company_id, search_text gin_trgm_ops);

create table driver_licence_classes (
  like company_row,
  licence_id uuid not null,
  position integer not null default 0,
  class text not null check (class in ('AM', 'A1', 'A2', 'A', 'B1', 'B', 'BE', 'C1', 'C1E', 'C', 'CE', 'D1', 'D1E', 'D', 'DE', 'T', 'L', 'CDL-A', 'CDL-B', 'CDL-C')),
  valid_from date,
  expires_on date not null check (expires_on >= valid_from),
  restrictions text,
  constraint driver_licence_classes_class_once unique (company_id, licence_id, class),
  constraint driver_licence_classes_licence_fkey foreign key (company_id, licence_id) references driver_licences (company_id, id)
);
select company_rows('driver_licence_classes');

create table driver_qualifications (
  like company_record,
  driver_id uuid not null,
  kind text not null check (kind in ('dangerous_goods', 'cpc', 'medical', 'forklift', 'tacho_card', 'other')),
  title text check (kind <> 'other' or title is not null),
  sealed_number bytea,
  number_end text,
  issuer text,
  valid_from date,
  expires_on date check (expires_on >= valid_from),
  search_text text generated always as (lower(kind || ' ' || coalesce(title, '') || ' ' || coalesce(issuer, ''))) stored,
  check ((sealed_number is null) = (number_end is null)),
  constraint driver_qualifications_driver_fkey foreign key (company_id, driver_id) references drivers (company_id, id)
);
select company_table('driver_qualifications');
create index driver_qualifications_of_driver on driver_qualifications (company_id, driver_id, id);
create index driver_qualifications_by_kind on driver_qualifications (company_id, kind, id);
create index driver_qualifications_by_age on driver_qualifications (company_id, created_at, id);
create index driver_qualifications_search on driver_qualifications using gin (company_id, search_text gin_trgm_ops);

-- Takes the licences, qualifications and files of a driver: what nobody has a reason to keep once they have left for long. The
-- contents of files go by the task that removes those of others.
create function drop_driver_papers(driver uuid) returns void language sql as $$
  delete from driver_licence_classes c using driver_licences l
    where l.driver_id = driver and c.company_id = l.company_id and c.licence_id = l.id;
  delete from driver_licences where driver_id = driver;
  delete from driver_qualifications where driver_id = driver;
  with gone as (
    delete from files where entity = 'driver' and entity_id = driver
    returning company_id, sha256
  )
  insert into outbox (company_id, task, payload, run_at)
    select company_id, 'sweep-file', jsonb_build_object('sha256', encode(sha256, 'hex')), now() + interval '15 minutes' from gone;
$$;

-- And what names them: the number among the staff stays, by which old trips know who drove.
create function forget_driver(driver uuid) returns void language sql as $$
  select drop_driver_papers(driver);
  update drivers d set first_name = 'Erased', last_name = 'person', phone = null, email = null, identification_tag = null,
    notes = null, suspended_reason = null, status = 'left', left_on = coalesce(d.left_on, greatest(d.hired_on, current_date)),
    erased_at = now(), version = d.version + 1, updated_at = now()
  where d.id = driver and d.erased_at is null;
$$;

-- Who is erased as a user is erased as a driver.
create function forget_drivers_of_user() returns trigger language plpgsql as $$
begin
  perform forget_driver(d.id) from drivers d where d.user_id = new.id;
  return null;
end $$;
create trigger forget_drivers_of_user after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null) execute function forget_drivers_of_user();
revoke all on function drop_driver_papers(uuid), forget_driver(uuid), forget_drivers_of_user() from public;
grant execute on function drop_driver_papers(uuid), forget_driver(uuid) to waybill_app;

-- Whose own these records are, and which of them are confidential, for the stream of changes, which runs as the owner and
-- tells each person of what they may see: the user that a column names, or in whose row of another table the column leads.
create function facts_of(records regclass, named_in text, kept_by regclass, closed_in text, ids uuid[])
  returns table (id uuid, owner uuid, is_confidential boolean) language plpgsql stable as $$
begin
  return query execute format('select t.id, %s, %s from %s t %s where t.id = any($1)',
    case when named_in is null then 'null::uuid' when kept_by is null then format('t.%I', named_in) else 'o.user_id' end,
    case when closed_in is null then 'false' else format('t.%I', closed_in) end,
    records,
    case when kept_by is null then '' else format('left join %s o on o.company_id = t.company_id and o.id = t.%I', kept_by, named_in) end)
    using ids;
end $$;
revoke all on function facts_of(regclass, text, regclass, text, uuid[]) from public;

-- Companies that exist give the rights to the roles that have them in new ones. What is personal goes to nobody who only looks
-- at the whole house.
update roles set permissions = array_append(permissions, 'CAN_VIEW_DRIVERS')
where is_default and code in ('COMPANY_ADMIN', 'DISPATCHER', 'FLEET_MANAGER') and not 'CAN_VIEW_DRIVERS' = any(permissions);
update roles set permissions = permissions || array['CAN_EDIT_DRIVERS', 'CAN_VIEW_DRIVER_PAPERS', 'CAN_EDIT_DRIVER_PAPERS', 'CAN_VERIFY_DOCUMENTS']
where is_default and code in ('COMPANY_ADMIN', 'FLEET_MANAGER') and not 'CAN_EDIT_DRIVERS' = any(permissions);
update roles set permissions = array_append(permissions, 'CAN_DRIVE')
where is_default and code in ('COMPANY_ADMIN', 'DRIVER') and not 'CAN_DRIVE' = any(permissions);
