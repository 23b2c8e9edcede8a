-- What comes back was on board: what was loaded, or planned where nobody has told, without what was handed over. Where less was loaded
-- than planned, a return that named no figures counted what never left.
update fleet_delivery_lines
  set returned_quantity = greatest(coalesce(loaded_quantity, planned_quantity) - delivered_quantity - damaged_quantity, 0)
  where returned_quantity > greatest(coalesce(loaded_quantity, planned_quantity) - delivered_quantity - damaged_quantity, 0);
alter table fleet_delivery_lines drop constraint fleet_delivery_lines_no_more_back_than_there;
alter table fleet_delivery_lines add constraint fleet_delivery_lines_no_more_back_than_there
  check (returned_quantity <= greatest(coalesce(loaded_quantity, planned_quantity) - delivered_quantity - damaged_quantity, 0));
