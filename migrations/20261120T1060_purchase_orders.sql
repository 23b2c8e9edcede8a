create table purchase_orders (
  id uuid not null default uuidv7(),
  number text not null,
  revision integer not null default 0,
  vendor_id uuid not null,
  ship_to_location_id uuid not null,
  status text not null default 'draft' check (status in ('draft', 'pending_approval', 'rejected', 'approved', 'sent', 'change_proposed', 'confirmed', 'declined', 'closed', 'cancelled')),
  receipt_status text not null default 'not_received' check (receipt_status in ('not_received', 'partial', 'full')),
  currency char(3) not null references currencies (code),
  exchange_rate numeric(20, 10) check (exchange_rate > 0),
  order_date date not null,
  requested_date date not null,
  original_promised_date date,
  promised_date date,
  payment_terms_days integer check (payment_terms_days between 0 and 365),
  incoterm text check (incoterm in ('EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF')),
  incoterm_place text,
  freight_terms text check (freight_terms in ('prepaid', 'collect', 'third_party')),
  buyer_id uuid not null,
  -- What asked for the goods: a requisition, a sales order, a project.
  source_document text,
  vendor_reference text,
  vendor_response text not null default 'none' check (vendor_response in ('none', 'accepted', 'declined', 'change_proposed')),
  vendor_responded_at timestamptz(3),
  vendor_responded_by text,
  vendor_note text,
  subtotal numeric(19, 4) not null default 0,
  charges_total numeric(19, 4) not null default 0,
  tax_total numeric(19, 4) not null default 0,
  total numeric(19, 4) not null default 0,
  line_count integer not null default 0,
  internal_notes text,
  vendor_notes text,
  on_hold boolean not null default false,
  hold_reason text,
  submitted_by uuid,
  submitted_at timestamptz(3),
  -- Null with a time: approved by rule. The total is what an approver agreed to; more than that needs one again.
  approved_by uuid,
  approved_at timestamptz(3),
  approved_total numeric(19, 4),
  reject_reason text,
  -- When the current revision went to the vendor.
  sent_at timestamptz(3),
  closed_at timestamptz(3),
  closed_by uuid,
  close_reason text,
  cancelled_at timestamptz(3),
  cancel_reason text,
  -- What lists show of the lines, written by recount() whenever a line changes. Shares are means over the lines.
  accepted_pct smallint not null default 0 check (accepted_pct between 0 and 100),
  damaged_pct smallint not null default 0 check (damaged_pct between 0 and 100),
  on_the_way_pct smallint not null default 0 check (on_the_way_pct between 0 and 100),
  short_pct smallint not null default 0 check (short_pct between 0 and 100),
  damaged_lines integer not null default 0,
  changed_lines integer not null default 0,
  search_text text not null default '',
  check (on_hold = (hold_reason is not null)),
  check (total >= 0),
  constraint purchase_orders_total_adds_up check (total = subtotal + charges_total + tax_total)
);
select company_table('purchase_orders');
alter table purchase_orders
  add constraint purchase_orders_vendor foreign key (company_id, vendor_id) references vendors (company_id, id),
  add constraint purchase_orders_ship_to foreign key (company_id, ship_to_location_id) references locations (company_id, id),
  add constraint purchase_orders_buyer foreign key (company_id, buyer_id) references users (company_id, id);
create unique index purchase_orders_number_once on purchase_orders (company_id, number);
create index purchase_orders_by_number on purchase_orders (company_id, number, id);
create index purchase_orders_of_vendor on purchase_orders (company_id, vendor_id, created_at desc, id desc);
create index purchase_orders_of_location on purchase_orders (company_id, ship_to_location_id);
create index purchase_orders_of_buyer on purchase_orders (company_id, buyer_id);
create index purchase_orders_by_age on purchase_orders (company_id, created_at, id);
create index purchase_orders_by_status on purchase_orders (company_id, status, created_at desc, id desc);
create index purchase_orders_by_need on purchase_orders (company_id, requested_date, id);
create index purchase_orders_by_total on purchase_orders (company_id, total, id);
create index purchase_orders_search on purchase_orders using gin (company_id, search_text gin_trgm_ops);

create table purchase_order_items (
  id uuid not null default uuidv7(),
  purchase_order_id uuid not null,
  line_no integer not null check (line_no > 0),
  product_id uuid not null,
  sku text not null,
  description text not null,
  vendor_sku text,
  ordered_qty numeric(18, 6) not null check (ordered_qty > 0),
  uom text not null,
  qty_per_uom numeric(18, 6) not null default 1 check (qty_per_uom > 0),
  ordered_base_qty numeric(18, 6) generated always as (ordered_qty * qty_per_uom) stored,
  unit_price numeric(19, 6) not null check (unit_price >= 0),
  discount_pct numeric(7, 4) not null default 0 check (discount_pct between 0 and 100),
  tax_rate_pct numeric(7, 4) not null default 0 check (tax_rate_pct between 0 and 100),
  line_total numeric(19, 4) not null,
  requested_date date not null,
  original_promised_date date,
  promised_date date,
  confirmed_qty numeric(18, 6) check (confirmed_qty >= 0),
  received_qty numeric(18, 6) not null default 0,
  accepted_qty numeric(18, 6) not null default 0,
  damaged_qty numeric(18, 6) not null default 0,
  rejected_qty numeric(18, 6) not null default 0,
  returned_qty numeric(18, 6) not null default 0,
  scheduled_qty numeric(18, 6) not null default 0 check (scheduled_qty >= 0),
  over_receipt_pct numeric(7, 4) not null default 0 check (over_receipt_pct >= 0),
  destination_storage_location_id uuid,
  status text not null default 'open' check (status in ('open', 'confirmed', 'backordered', 'rejected_by_vendor', 'partially_received', 'received', 'short_closed', 'cancelled')),
  close_reason text,
  notes text,
  -- Quantities are in the line's unit of measure, and received is what was counted of it.
  constraint purchase_order_items_received_adds_up check (received_qty = accepted_qty + damaged_qty + rejected_qty)
);
select company_rows('purchase_order_items');
alter table purchase_order_items
  add constraint purchase_order_items_order foreign key (company_id, purchase_order_id) references purchase_orders (company_id, id) on delete cascade,
  add constraint purchase_order_items_product foreign key (company_id, product_id) references products (company_id, id),
  add constraint purchase_order_items_destination foreign key (company_id, destination_storage_location_id) references storage_locations (company_id, id);
create unique index purchase_order_items_line_once on purchase_order_items (company_id, purchase_order_id, line_no);
create index purchase_order_items_of_product on purchase_order_items (company_id, product_id);
create index purchase_order_items_of_destination on purchase_order_items (company_id, destination_storage_location_id);

create table purchase_order_charges (
  id uuid not null default uuidv7(),
  purchase_order_id uuid not null,
  position integer not null default 0,
  type text not null check (type in ('freight', 'duty', 'insurance', 'handling', 'discount', 'other')),
  description text,
  amount numeric(19, 4) not null,
  tax_rate_pct numeric(7, 4) not null default 0 check (tax_rate_pct between 0 and 100),
  allocation text not null default 'none' check (allocation in ('none', 'by_value', 'by_weight', 'by_qty'))
);
select company_rows('purchase_order_charges');
alter table purchase_order_charges add constraint purchase_order_charges_order foreign key (company_id, purchase_order_id) references purchase_orders (company_id, id) on delete cascade;
create index purchase_order_charges_of_order on purchase_order_charges (company_id, purchase_order_id, position);

-- A vendor's answer that differs from what was asked: an entry in the buyer's queue, it changes nothing by itself.
create table purchase_order_proposals (
  id uuid not null default uuidv7(),
  purchase_order_id uuid not null,
  revision integer not null,
  link_id uuid,
  submitted_by text not null,
  submitted_at timestamptz(3) not null default now(),
  lines jsonb not null,
  asked_total numeric(19, 4) not null,
  offered_total numeric(19, 4) not null,
  note text,
  state text not null default 'pending' check (state in ('pending', 'accepted', 'rejected', 'superseded')),
  decided_by uuid,
  decided_at timestamptz(3),
  decision_note text
);
select company_rows('purchase_order_proposals');
alter table purchase_order_proposals add constraint purchase_order_proposals_order foreign key (company_id, purchase_order_id) references purchase_orders (company_id, id) on delete cascade;
create index purchase_order_proposals_of_order on purchase_order_proposals (company_id, purchase_order_id, submitted_at desc);
create unique index purchase_order_proposals_one_pending on purchase_order_proposals (company_id, purchase_order_id) where state = 'pending';
