-- Goods that no order takes are recorded all the same: put aside, and flagged until the buyer decides.
alter table receipt_lines
  -- The order line that the goods were counted for, which took nothing then; null for goods that are on no order.
  add column claimed_item_id uuid,
  -- What goods are that no product of the catalogue is.
  add column described_as text,
  alter column product_id drop not null,
  add constraint receipt_lines_claimed_item foreign key (company_id, claimed_item_id) references purchase_order_items (company_id, id),
  add constraint receipt_lines_claim_is_unexpected check (claimed_item_id is null or is_unexpected),
  add constraint receipt_lines_names_its_goods check (product_id is not null or described_as is not null);
create index receipt_lines_of_claimed_item on receipt_lines (company_id, claimed_item_id);

alter table reported_issues
  -- The receipt that brought or moved what it was about.
  add column resolved_by_receipt_id uuid,
  add constraint reported_issues_resolved_by_receipt foreign key (company_id, resolved_by_receipt_id) references receipts (company_id, id),
  drop constraint reported_issues_kind_check,
  add constraint reported_issues_kind_check check (kind in ('over', 'short', 'damaged', 'wrong_item', 'unexpected', 'held', 'quality', 'short_dated', 'temperature', 'packaging', 'documents', 'seal_mismatch', 'late', 'no_show', 'safety', 'other')),
  drop constraint reported_issues_resolution_check,
  add constraint reported_issues_resolution_check check (resolution in ('accept_as_is', 'credit', 'replace', 'return', 'refuse', 'rework', 'scrap', 'carrier_claim', 'process_change', 'settled'));
create index reported_issues_of_resolving_receipt on reported_issues (company_id, resolved_by_receipt_id);

-- What was reported of goods on no order and is not over gets the buyer's three ways as well.
update reported_issues i set kind = 'unexpected'
where i.kind = 'wrong_item' and i.created_by is null and i.status in ('open', 'acknowledged', 'investigating', 'waiting_party')
  and exists (select from receipt_lines l where l.company_id = i.company_id and l.id = i.receipt_line_id and l.is_unexpected);

-- Where an order stood before it was over: what opens it again leads back there.
alter table purchase_orders
  add column over_from text check (over_from in ('draft', 'pending_approval', 'rejected', 'approved', 'sent', 'change_proposed', 'confirmed', 'declined')),
  -- A receipt was taken back after a person had closed the order; the closing stands, and wants a look.
  add column reversed_since_closing boolean not null default false;
update purchase_orders o set over_from = (
  select e.from_status from events e
  where e.company_id = o.company_id and e.entity = 'purchase-order' and e.entity_id = o.id and e.to_status = o.status
    and e.from_status in ('draft', 'pending_approval', 'rejected', 'approved', 'sent', 'change_proposed', 'confirmed', 'declined')
  order by e.at desc, e.id desc limit 1)
where o.status in ('closed', 'cancelled');
