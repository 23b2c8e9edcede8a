create table product_categories (
  id uuid not null default uuidv7(),
  code text,
  name text not null,
  parent_id uuid,
  default_handling text,
  sort_order integer not null default 0,
  is_active boolean not null default true,
  depth smallint not null default 1 check (depth between 1 and 5),
  search_text text generated always as (lower(name || ' ' || coalesce(code, ''))) stored
);
select company_table('product_categories');
alter table product_categories
  add constraint product_categories_parent foreign key (company_id, parent_id) references product_categories (company_id, id),
  add constraint product_categories_not_own_parent check (parent_id <> id);
create unique index product_categories_name_once on product_categories (company_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), lower(name));
create unique index product_categories_code_once on product_categories (company_id, lower(code));
create index product_categories_of_parent on product_categories (company_id, parent_id);
create index product_categories_by_name on product_categories (company_id, name, id);
create index product_categories_by_order on product_categories (company_id, sort_order, id);
create index product_categories_by_age on product_categories (company_id, created_at, id);
create index product_categories_search on product_categories using gin (company_id, search_text gin_trgm_ops);

create table products (
  id uuid not null default uuidv7(),
  sku text not null,
  name text not null,
  description text,
  category_id uuid not null,
  base_uom text not null default 'EA',
  gtin char(14) check (gtin ~ '^\d{14}$'),
  brand text,
  manufacturer_part_number text,
  net_weight_g integer check (net_weight_g >= 0),
  gross_weight_g integer check (gross_weight_g >= 0),
  length_mm integer check (length_mm > 0),
  width_mm integer check (width_mm > 0),
  height_mm integer check (height_mm > 0),
  tracking_mode text not null default 'none' check (tracking_mode in ('none', 'lot', 'serial')),
  expiry_tracked boolean not null default false,
  shelf_life_days integer check (shelf_life_days > 0),
  min_remaining_shelf_life_days integer check (min_remaining_shelf_life_days >= 0),
  hazmat_un_number text check (hazmat_un_number ~ '^UN\d{4}$'),
  temp_min_c numeric(6, 2),
  temp_max_c numeric(6, 2),
  country_of_origin char(2) check (country_of_origin ~ '^[A-Z]{2}$'),
  standard_cost numeric(19, 6) check (standard_cost >= 0),
  standard_cost_currency char(3) references currencies (code),
  over_receipt_pct numeric(7, 4) check (over_receipt_pct >= 0),
  inspection_required boolean not null default false,
  status text not null default 'active' check (status in ('draft', 'active', 'discontinued')),
  on_hand numeric(18, 6) not null default 0,
  -- Row-level security lets the app's role use an index only by a leakproof operator; lower() inside one is not.
  sku_key text generated always as (lower(sku)) stored,
  search_text text generated always as (lower(sku || ' ' || name || ' ' || coalesce(gtin::text, '') || ' ' || coalesce(brand, '') || ' ' || coalesce(manufacturer_part_number, ''))) stored,
  check (temp_max_c >= temp_min_c)
);
select company_table('products');
alter table products add constraint products_category foreign key (company_id, category_id) references product_categories (company_id, id);
create unique index products_sku_once on products (company_id, lower(sku));
create index products_by_sku_key on products (company_id, sku_key);
create unique index products_gtin_once on products (company_id, gtin);
create index products_of_category on products (company_id, category_id);
create index products_by_name on products (company_id, name, id);
create index products_by_sku on products (company_id, sku, id);
create index products_by_age on products (company_id, created_at, id);
create index products_search on products using gin (company_id, search_text gin_trgm_ops);

create table product_packages (
  id uuid not null default uuidv7(),
  product_id uuid not null,
  position integer not null default 0,
  uom text not null,
  quantity_in_base numeric(18, 6) not null check (quantity_in_base > 0),
  gtin char(14) check (gtin ~ '^\d{14}$'),
  gross_weight_g integer check (gross_weight_g >= 0),
  length_mm integer check (length_mm > 0),
  width_mm integer check (width_mm > 0),
  height_mm integer check (height_mm > 0),
  is_purchase_default boolean not null default false
);
select company_rows('product_packages');
alter table product_packages add constraint product_packages_product foreign key (company_id, product_id) references products (company_id, id) on delete cascade;
create unique index product_packages_of_product on product_packages (company_id, product_id, uom, quantity_in_base);
create unique index product_packages_gtin_once on product_packages (company_id, gtin);
create unique index product_packages_one_default on product_packages (company_id, product_id) where is_purchase_default;

create table product_vendors (
  id uuid not null default uuidv7(),
  product_id uuid not null,
  vendor_id uuid not null,
  position integer not null default 0,
  vendor_sku text,
  vendor_product_name text,
  package_uom text,
  qty_per_uom numeric(18, 6) not null default 1 check (qty_per_uom > 0),
  unit_price numeric(19, 6) check (unit_price >= 0),
  currency char(3) references currencies (code),
  min_order_qty numeric(18, 6) check (min_order_qty > 0),
  order_multiple numeric(18, 6) check (order_multiple > 0),
  lead_time_days integer check (lead_time_days between 0 and 1000),
  is_preferred boolean not null default false,
  valid_from date,
  valid_to date,
  vendor_sku_key text generated always as (lower(vendor_sku)) stored,
  check (valid_to >= valid_from)
);
select company_rows('product_vendors');
alter table product_vendors
  add constraint product_vendors_product foreign key (company_id, product_id) references products (company_id, id) on delete cascade,
  add constraint product_vendors_vendor foreign key (company_id, vendor_id) references vendors (company_id, id);
create unique index product_vendors_once on product_vendors (company_id, product_id, vendor_id);
create unique index product_vendors_one_preferred on product_vendors (company_id, product_id) where is_preferred;
create index product_vendors_of_vendor on product_vendors (company_id, vendor_id);
create index product_vendors_by_sku_key on product_vendors (company_id, vendor_sku_key);

-- What came in and went out: on_hand of a product is the sum of its moves.
create table stock_moves (
  id uuid not null default uuidv7(),
  product_id uuid not null,
  storage_location_id uuid not null,
  quantity numeric(18, 6) not null check (quantity <> 0),
  reason text not null check (reason in ('receipt', 'reversal')),
  receipt_line_id uuid not null,
  lot_number text,
  at timestamptz(3) not null default now()
);
select company_rows('stock_moves');
alter table stock_moves
  add constraint stock_moves_product foreign key (company_id, product_id) references products (company_id, id),
  add constraint stock_moves_storage_location foreign key (company_id, storage_location_id) references storage_locations (company_id, id);
create index stock_moves_of_product on stock_moves (company_id, product_id, at);
create index stock_moves_of_place on stock_moves (company_id, storage_location_id);
select append_only('stock_moves');
