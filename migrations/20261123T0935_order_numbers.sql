-- Files call orders by the number that they have here too, however it is written; see import_keys.
alter table purchase_orders add column number_key text generated always as (lower(number)) stored;
create index purchase_orders_by_number_key on purchase_orders (company_id, number_key);

-- An order that was cancelled gives the number free that it had in another program: a file may bring the order again.
drop index purchase_orders_external_number_once;
create index purchase_orders_by_external_number on purchase_orders (company_id, external_number_key)
  where external_number_key is not null;
create unique index purchase_orders_external_number_once on purchase_orders (company_id, external_number_key)
  where external_number_key is not null and status <> 'cancelled';

-- What had come of a line before, exactly and in base units, like what comes here: the line's own unit may change.
alter table purchase_order_items rename column received_before_qty to received_before_base_qty;
alter table purchase_order_items alter column received_before_base_qty type numeric;
update purchase_order_items set received_before_base_qty = trim_scale(received_before_base_qty * qty_per_uom)
where received_before_base_qty <> 0;
