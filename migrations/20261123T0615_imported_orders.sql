-- Open orders of another program: the number that they had there, by which a file finds them again, and what had come of
-- a line before, which is no receipt of ours. Of the key see import_keys.
alter table purchase_orders
  add column external_number text,
  add column external_number_key text generated always as (lower(external_number)) stored;
create unique index purchase_orders_external_number_once on purchase_orders (company_id, external_number_key);
-- In the line's unit; what is ordered of it is what was still open.
alter table purchase_order_items
  add column received_before_qty numeric(18, 6) not null default 0 check (received_before_qty >= 0);
