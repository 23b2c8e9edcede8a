-- A consignee follows a delivery until three days after its window, also where that is planned anew while the link holds.
create function prolong_consignee_links() returns trigger language plpgsql as $$
begin
  update links k set expires_at = new.window_end + interval '3 days'
  where k.company_id = new.company_id and k.purpose = 'fd.follow' and k.subject_id = new.id
    and k.expires_at between now() and new.window_end + interval '3 days' and k.revoked_at is null;
  return null;
end $$;
create trigger prolong_consignee_links after update of window_end on fleet_deliveries
  for each row when (new.window_end > old.window_end) execute function prolong_consignee_links();
revoke all on function prolong_consignee_links() from public;
