-- An order that is out at its vendor while a change of it waits for approval: what was agreed before the change, whole, so
-- that rejecting the change brings it back; and of each line the quantity that rules until then (0: agreed to nothing yet).
-- Orders whose change waits during the update have neither, and are amended after a rejection as before.
alter table purchase_orders add column agreed_version jsonb;
alter table purchase_order_items add column agreed_qty numeric(18,6) check (agreed_qty >= 0);
