-- What was on board when its driver had loaded it: null until somebody says so, and then with a reason for what did not come.
alter table fleet_delivery_lines
  add column loaded_quantity numeric(18, 6) check (loaded_quantity >= 0),
  add column load_reason text;
alter table fleet_deliveries add column loaded_at timestamptz(3);

-- What was said of the goods goes with what is known of their consignee.
create function forget_load_reasons() returns trigger language plpgsql as $$
begin
  update fleet_delivery_lines set load_reason = null where company_id = new.company_id and delivery_id = new.id;
  return null;
end $$;
create trigger forget_load_reasons after update of forgotten_at on fleet_deliveries
  for each row when (old.forgotten_at is null and new.forgotten_at is not null) execute function forget_load_reasons();
revoke all on function forget_load_reasons() from public;

alter table driver_actions drop constraint driver_actions_kind_check;
alter table driver_actions add constraint driver_actions_kind_check check (kind in ('acknowledge', 'start', 'pause', 'resume', 'arrive',
  'complete_stop', 'fail_stop', 'skip_stop', 'complete', 'load_delivery', 'deliver', 'deliver_partly', 'fail_delivery', 'prove_delivery'));
