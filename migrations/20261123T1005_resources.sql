-- Whatever can be booked, under one key: docks now; vehicles, drivers and assets as their tables come. A booking names a
-- resource of any kind, and one constraint keeps two from having the same one at the same time.
create table resources (
  like company_row,
  kind text not null check (kind in ('dock', 'vehicle', 'driver', 'asset'))
);
select company_rows('resources');
-- Its id is that of the record which it stands for, and its kind stays what it is.
alter table resources alter column id drop default;
revoke update on resources from waybill_app;

-- The record is registered before it is written, so that it may refer to its resource, and whoever inserts it, by a form, an
-- import or by hand, cannot forget. A backup brings the resource first: then it is there already.
create function register_resource() returns trigger language plpgsql as $$
begin
  insert into resources (id, company_id, kind) values (new.id, new.company_id, tg_argv[0]) on conflict do nothing;
  if not exists (select from resources r where r.company_id = new.company_id and r.id = new.id and r.kind = tg_argv[0]) then
    raise exception 'the id of this % is that of a resource of another kind', tg_argv[0] using errcode = 'unique_violation';
  end if;
  return new;
end $$;

-- Refused by the bookings of the resource, as any removal of something that is in use.
create function unregister_resource() returns trigger language plpgsql as $$
begin
  delete from resources where company_id = old.company_id and id = old.id;
  return null;
end $$;

-- Makes the records of a table bookable: `select resource_table('vehicles', 'vehicle')` after `company_table`.
create function resource_table(name text, kind text) returns void language plpgsql as $$
begin
  execute format('insert into resources (id, company_id, kind) select id, company_id, %L from %I', kind, name);
  execute format('alter table %I add constraint %I foreign key (company_id, id) references resources (company_id, id)', name, name || '_resource');
  execute format('create trigger register_resource before insert on %I for each row execute function register_resource(%L)', name, kind);
  execute format('create trigger unregister_resource after delete on %I for each row execute function unregister_resource()', name);
end $$;
revoke all on function register_resource(), unregister_resource(), resource_table(text, text) from public;

select resource_table('docks', 'dock');

-- A leave is one of whatever kind: what kind it is concerns nobody who plans. A hold is one with an end; what is held until
-- somebody says otherwise is no booking.
alter table bookings
  drop constraint bookings_dock,
  add constraint bookings_resource foreign key (company_id, resource_id) references resources (company_id, id),
  drop constraint bookings_reason_check,
  add constraint bookings_reason_check check (reason in ('delivery', 'downtime', 'trip', 'leave', 'maintenance', 'hold'));
