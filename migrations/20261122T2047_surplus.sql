-- Goods that came above the order and that the buyer took raise what is ordered; this says by how much, so that
-- tolerances stay those of what was agreed, and it falls with the goods when they leave again.
alter table purchase_order_items add column surplus_qty numeric(18, 6) not null default 0 check (surplus_qty >= 0);
