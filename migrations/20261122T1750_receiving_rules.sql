-- How far back a receipt may be dated, in days; what came earlier is told in its note.
alter table companies add column receipt_backdate_days smallint not null default 30 check (receipt_backdate_days between 0 and 365);

-- When the vendor got the order first; `sent_at` is that of the revision that is out.
alter table purchase_orders add column first_sent_at timestamptz(3);
update purchase_orders o set first_sent_at = least(o.sent_at, (
  select min(e.at) from events e
  where e.company_id = o.company_id and e.entity = 'purchase-order' and e.entity_id = o.id and e.step = 'sent'))
where o.sent_at is not null;

-- Goods that have to be inspected wait in bins of their own.
alter table storage_locations
  drop constraint storage_locations_kind_check,
  add constraint storage_locations_kind_check check (kind in ('receiving', 'storage', 'inspection', 'quarantine', 'damaged', 'returns', 'staging'));

-- What goes back to the vendor leaves its bin.
alter table stock_moves
  drop constraint stock_moves_reason_check,
  add constraint stock_moves_reason_check check (reason in ('receipt', 'reversal', 'return'));
