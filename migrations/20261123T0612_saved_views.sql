-- Views of lists that people save for themselves: filters, search, order and columns under a name. A view is of one person in
-- one company; every statement names both.
create table saved_views (
  like company_record,
  user_id uuid not null,
  -- The list, by the path of its route.
  list text not null,
  name text not null check (name <> ''),
  -- What the address of the list says, name by name.
  search jsonb not null check (jsonb_typeof(search) = 'object'),
  position integer not null,
  is_default boolean not null default false
);
select company_table('saved_views');
create unique index saved_views_name_once on saved_views (company_id, user_id, list, lower(name));
create unique index saved_views_default_once on saved_views (company_id, user_id, list) where is_default;

-- What lists open with is told with the user, whom the role of sign-in reads.
grant select (id, company_id, user_id, list, search, is_default) on saved_views to waybill_auth;
create policy defaults on saved_views for select to waybill_auth using (is_default and company_id = (select current_company()));

-- Who is erased leaves no views behind.
create function forget_saved_views() returns trigger language plpgsql as $$
begin
  delete from saved_views where user_id = new.id;
  return null;
end $$;
create trigger forget_saved_views after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null) execute function forget_saved_views();

-- An erasure, which runs as the owner, takes a colleague's name out of names of views. Two may be called the same after it:
-- the second gets the end of its id.
create function tell_views_apart() returns trigger language plpgsql as $$
begin
  if exists (select from saved_views v where v.company_id = new.company_id and v.user_id = new.user_id and v.list = new.list
    and lower(v.name) = lower(new.name) and v.id <> new.id)
  then new.name := new.name || ' ' || right(new.id::text, 6); end if;
  return new;
end $$;
create trigger tell_views_apart before update of name on saved_views
  for each row when (current_user = 'waybill_owner') execute function tell_views_apart();
revoke all on function forget_saved_views(), tell_views_apart() from public;
