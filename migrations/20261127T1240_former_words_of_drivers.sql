-- A driver who was called otherwise once, or had another phone, is erased under those words too, as a user is.

create table former_driver_words (
  like company_row,
  driver_id uuid not null,
  kind text not null check (kind in ('name', 'email', 'phone')),
  value text not null,
  constraint former_driver_words_once unique (company_id, driver_id, kind, value),
  constraint former_driver_words_driver foreign key (company_id, driver_id) references drivers (company_id, id) on delete cascade
);
select company_rows('former_driver_words');

-- What names a driver no longer is kept until they are erased, and goes with that.
create function keep_words_of_driver() returns trigger language plpgsql as $$
begin
  if new.erased_at is not null then
    delete from former_driver_words where company_id = new.company_id and driver_id = new.id;
    return null;
  end if;
  insert into former_driver_words (company_id, driver_id, kind, value)
    select old.company_id, old.id, w.kind, w.value from (values
      ('name', btrim(old.first_name || ' ' || old.last_name), btrim(new.first_name || ' ' || new.last_name)),
      ('email', old.email, new.email),
      ('phone', btrim(old.phone), btrim(new.phone))) w (kind, value, now)
    where w.value <> '' and w.value is distinct from w.now
    on conflict on constraint former_driver_words_once do nothing;
  return null;
end $$;
create trigger keep_words_of_driver after update of first_name, last_name, email, phone, erased_at on drivers for each row
  when ((old.first_name, old.last_name, old.email, old.phone, old.erased_at)
    is distinct from (new.first_name, new.last_name, new.email, new.phone, new.erased_at))
  execute function keep_words_of_driver();
revoke all on function keep_words_of_driver() from public;

-- As before, and what named them before. What another driver has too names that one as well, and stays.
create or replace function words_of_driver(driver uuid) returns table (kind text, value text)
  language sql stable security definer set search_path = public, pg_temp as $$
  with who as (select * from drivers where id = driver and company_id = current_company() and erased_at is null
  ), others as (select d.* from drivers d, who where d.company_id = who.company_id and d.id <> who.id and d.erased_at is null
  ), told as (
    select v.kind, v.value from who w, lateral (values
      ('name', btrim(w.first_name || ' ' || w.last_name)), ('email', w.email), ('phone', btrim(w.phone))) v (kind, value)
    where v.value is not null
    union select f.kind, f.value from former_driver_words f, who w where f.company_id = w.company_id and f.driver_id = w.id
  )
  select 'name', t.value from told t where t.kind = 'name'
    and not exists (select from others o where lower(btrim(o.first_name || ' ' || o.last_name)) = lower(t.value))
  union all
  select 'email', t.value from told t where t.kind = 'email' and not exists (select from others o where lower(o.email) = lower(t.value))
  union all
  select case when t.value ~ '^\d+$' or t.value ~ '^\d{1,3}([ .]\d{3})+$' then 'bare_phone' else 'phone' end, t.value
    from told t where t.kind = 'phone' and is_phone(t.value) and not exists (select from others o where btrim(o.phone) = t.value)
$$;
