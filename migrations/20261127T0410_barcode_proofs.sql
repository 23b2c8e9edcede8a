-- The label of what is handed over, scanned at the door, is a proof as well. What was scanned stands in its note.
alter table fleet_deliveries drop constraint fleet_deliveries_proofs_required_check;
alter table fleet_deliveries add constraint fleet_deliveries_proofs_required_check
  check (proofs_required <@ array['signature', 'photo', 'code', 'barcode']) not valid;
alter table fleet_deliveries validate constraint fleet_deliveries_proofs_required_check;
alter table fleet_proofs drop constraint fleet_proofs_type_check;
alter table fleet_proofs add constraint fleet_proofs_type_check
  check (type in ('signature', 'photo', 'code', 'barcode', 'note')) not valid;
alter table fleet_proofs validate constraint fleet_proofs_type_check;
