-- What holds a lane of a resource in a stretch of time. Row-level security keeps the app's role from asking the index over
-- ranges (their operators are not leakproof), so that each look read all that a dock or a vehicle was ever booked for; this
-- asks as the owner, with the company as an explicit condition, as the text search does.
create function bookings_in_the_way(starts timestamptz, ends timestamptz, resources uuid[]) returns setof bookings
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
begin
  if resources is null then
    return query select b.* from bookings b
      where b.company_id = current_company() and b.active and b.during && tstzrange(starts, ends);
  else
    return query select b.* from unnest(resources) as r(id)
      join bookings b on b.company_id = current_company() and b.resource_id = r.id
        and b.active and b.during && tstzrange(starts, ends);
  end if;
  -- What stands there is for half an hour more at least.
  if now() + interval '30 minutes' > starts then
    return query select b.* from bookings b
      where b.company_id = current_company() and b.active and b.standing and lower(b.during) < ends
        and not b.during && tstzrange(starts, ends) and (resources is null or b.resource_id = any(resources));
  end if;
end $$;
revoke all on function bookings_in_the_way(timestamptz, timestamptz, uuid[]) from public;
grant execute on function bookings_in_the_way(timestamptz, timestamptz, uuid[]) to waybill_app;
