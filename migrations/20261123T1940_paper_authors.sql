-- Who wrote anything of a paper since it was verified the last time, and so does not verify it; whoever entered it stands
-- first and stays named beside them. And whether a document was ever verified: what was is taken away by a second person only.
alter table papers add column authors uuid[] not null default '{}', add column was_verified boolean not null default false;
alter table driver_licences add column authors uuid[] not null default '{}';
update papers set authors = array_remove(array[entered_by], null), was_verified = status in ('verified', 'revoked')
  or exists (select from events e where e.company_id = papers.company_id and e.entity = 'document' and e.entity_id = papers.id
    and e.step = 'verified');
update driver_licences set authors = array_remove(array[entered_by], null);

do $$
declare found record;
begin
  for found in select conname, conrelid::regclass as of_table from pg_constraint
    where conrelid in ('papers'::regclass, 'driver_licences'::regclass) and contype = 'c'
      and pg_get_constraintdef(oid) like '%decided_by%entered_by%'
  loop
    execute format('alter table %s drop constraint %I', found.of_table, found.conname);
  end loop;
end $$;
alter table papers add constraint papers_verified_by_another
  check (status <> 'verified' or decided_by is null or decided_by <> all (authors));
alter table driver_licences add constraint driver_licences_verified_by_another
  check (status <> 'verified' or decided_by is null or decided_by <> all (authors));

create function note_author() returns trigger language plpgsql as $$
begin
  if new.entered_by is not null and new.authors = '{}' then new.authors = array[new.entered_by]; end if;
  return new;
end $$;
create trigger papers_author before insert on papers for each row execute function note_author();
create trigger driver_licences_author before insert on driver_licences for each row execute function note_author();

create function note_verified() returns trigger language plpgsql as $$
begin
  new.was_verified = true;
  return new;
end $$;
create trigger papers_note_verified before insert or update on papers
  for each row when (new.status = 'verified') execute function note_verified();
