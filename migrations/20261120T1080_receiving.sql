create table receipts (
  id uuid not null default uuidv7(),
  number text not null,
  -- Made by the device: the same receipt sent twice has the same key, and then the same contents.
  client_receipt_key uuid not null,
  content_hash bytea not null,
  delivery_schedule_id uuid,
  location_id uuid not null,
  status text not null default 'posted' check (status in ('posted', 'reversed')),
  received_at timestamptz(3) not null,
  posted_at timestamptz(3) not null default now(),
  -- No reference: a SUPER_ADMIN who acts in this company belongs to another one.
  posted_by uuid not null,
  vendor_delivery_note text,
  note text,
  reversal_of_id uuid,
  reversal_reason text,
  override_reason text,
  line_count integer not null default 0,
  search_text text not null default ''
);
select company_table('receipts');
alter table receipts
  add constraint receipts_schedule foreign key (company_id, delivery_schedule_id) references delivery_schedules (company_id, id),
  add constraint receipts_location foreign key (company_id, location_id) references locations (company_id, id),
  add constraint receipts_reversal_of foreign key (company_id, reversal_of_id) references receipts (company_id, id);
-- A posted receipt says for ever what it said; only that it was reversed is noted on it.
revoke update, delete on receipts from waybill_app;
grant update (status, version, updated_at) on receipts to waybill_app;
create unique index receipts_number_once on receipts (company_id, number);
create unique index receipts_key_once on receipts (company_id, client_receipt_key);
create unique index receipts_reversed_once on receipts (company_id, reversal_of_id);
create index receipts_of_schedule on receipts (company_id, delivery_schedule_id);
create index receipts_of_location on receipts (company_id, location_id);
create index receipts_by_age on receipts (company_id, received_at, id);
create index receipts_by_creation on receipts (company_id, created_at, id);
create index receipts_search on receipts using gin (company_id, search_text gin_trgm_ops);

create table receipt_lines (
  id uuid not null default uuidv7(),
  receipt_id uuid not null,
  position integer not null default 0,
  purchase_order_item_id uuid,
  product_id uuid not null,
  uom text not null,
  qty_per_uom numeric(18, 6) not null check (qty_per_uom > 0),
  -- Negative on a reversal.
  counted_qty numeric(18, 6) not null check (counted_qty <> 0),
  accepted_qty numeric(18, 6) not null default 0,
  damaged_qty numeric(18, 6) not null default 0,
  rejected_qty numeric(18, 6) not null default 0,
  lot_number text check (length(lot_number) <= 20),
  expiry_date date,
  storage_location_id uuid not null,
  damaged_storage_location_id uuid,
  scan_source text not null default 'manual' check (scan_source in ('scan', 'manual')),
  condition_code text check (condition_code in ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '12')),
  note text,
  is_unexpected boolean not null default false,
  constraint receipt_lines_count_adds_up check (counted_qty = accepted_qty + damaged_qty + rejected_qty),
  constraint receipt_lines_one_direction check (least(accepted_qty, damaged_qty, rejected_qty) >= 0 or greatest(accepted_qty, damaged_qty, rejected_qty) <= 0),
  constraint receipt_lines_damaged_apart check (damaged_storage_location_id is not null or (damaged_qty = 0 and rejected_qty = 0)),
  constraint receipt_lines_on_order_or_not check (is_unexpected = (purchase_order_item_id is null))
);
select company_rows('receipt_lines');
alter table receipt_lines
  add constraint receipt_lines_receipt foreign key (company_id, receipt_id) references receipts (company_id, id),
  add constraint receipt_lines_item foreign key (company_id, purchase_order_item_id) references purchase_order_items (company_id, id),
  add constraint receipt_lines_product foreign key (company_id, product_id) references products (company_id, id),
  add constraint receipt_lines_place foreign key (company_id, storage_location_id) references storage_locations (company_id, id),
  add constraint receipt_lines_damaged_place foreign key (company_id, damaged_storage_location_id) references storage_locations (company_id, id);
create index receipt_lines_of_receipt on receipt_lines (company_id, receipt_id, position);
create index receipt_lines_of_item on receipt_lines (company_id, purchase_order_item_id);
create index receipt_lines_of_product on receipt_lines (company_id, product_id);
create index receipt_lines_of_place on receipt_lines (company_id, storage_location_id);
create index receipt_lines_of_damaged_place on receipt_lines (company_id, damaged_storage_location_id);
select append_only('receipt_lines');
alter table stock_moves add constraint stock_moves_receipt_line foreign key (company_id, receipt_line_id) references receipt_lines (company_id, id);
create index stock_moves_of_receipt_line on stock_moves (company_id, receipt_line_id);

create table reported_issues (
  id uuid not null default uuidv7(),
  number text not null,
  kind text not null check (kind in ('over', 'short', 'damaged', 'wrong_item', 'quality', 'short_dated', 'temperature', 'packaging', 'documents', 'seal_mismatch', 'late', 'no_show', 'safety', 'other')),
  severity text not null default 'medium' check (severity in ('low', 'medium', 'high', 'critical')),
  status text not null default 'open' check (status in ('open', 'acknowledged', 'investigating', 'waiting_party', 'resolved', 'closed', 'dismissed')),
  purchase_order_id uuid,
  purchase_order_item_id uuid,
  receipt_id uuid,
  receipt_line_id uuid,
  delivery_schedule_id uuid,
  vendor_id uuid,
  qty_affected numeric(18, 6),
  uom text,
  description text not null,
  discovered_at timestamptz(3) not null default now(),
  concealed boolean not null default false,
  noted_on_delivery_receipt boolean not null default false,
  carrier_notify_by date,
  claim_amount numeric(19, 4) check (claim_amount >= 0),
  claim_currency char(3) references currencies (code),
  responsible_party text not null default 'unknown' check (responsible_party in ('vendor', 'carrier', 'warehouse', 'unknown')),
  assignee_id uuid,
  due_at timestamptz(3) not null,
  resolution text check (resolution in ('accept_as_is', 'credit', 'replace', 'return', 'rework', 'scrap', 'carrier_claim', 'process_change')),
  resolution_note text,
  resolved_at timestamptz(3),
  resolved_by uuid,
  search_text text generated always as (lower(number || ' ' || description)) stored,
  constraint reported_issues_resolved_how check (status not in ('resolved', 'closed') or resolution is not null),
  constraint reported_issues_claim_in_currency check (claim_amount is null or claim_currency is not null)
);
select company_table('reported_issues');
alter table reported_issues
  add constraint reported_issues_order foreign key (company_id, purchase_order_id) references purchase_orders (company_id, id),
  add constraint reported_issues_item foreign key (company_id, purchase_order_item_id) references purchase_order_items (company_id, id),
  add constraint reported_issues_receipt foreign key (company_id, receipt_id) references receipts (company_id, id),
  add constraint reported_issues_receipt_line foreign key (company_id, receipt_line_id) references receipt_lines (company_id, id),
  add constraint reported_issues_schedule foreign key (company_id, delivery_schedule_id) references delivery_schedules (company_id, id),
  add constraint reported_issues_vendor foreign key (company_id, vendor_id) references vendors (company_id, id),
  add constraint reported_issues_assignee foreign key (company_id, assignee_id) references users (company_id, id);
create unique index reported_issues_number_once on reported_issues (company_id, number);
create index reported_issues_by_age on reported_issues (company_id, created_at, id);
create index reported_issues_by_due on reported_issues (company_id, due_at, id);
create index reported_issues_of_order on reported_issues (company_id, purchase_order_id);
create index reported_issues_of_item on reported_issues (company_id, purchase_order_item_id);
create index reported_issues_of_receipt on reported_issues (company_id, receipt_id);
create index reported_issues_of_receipt_line on reported_issues (company_id, receipt_line_id);
create index reported_issues_of_schedule on reported_issues (company_id, delivery_schedule_id);
create index reported_issues_of_vendor on reported_issues (company_id, vendor_id);
create index reported_issues_of_assignee on reported_issues (company_id, assignee_id);
create index reported_issues_search on reported_issues using gin (company_id, search_text gin_trgm_ops);
