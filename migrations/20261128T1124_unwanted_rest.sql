-- The rest of a line can be given up by the company itself. Nothing is missing of the vendor's then, and no shortage is
-- reported. What was closed short before this stays as it was judged.
alter table purchase_order_items
  -- Of a line that was closed short: the company wants no more of it, and the vendor would have delivered it.
  add column is_unwanted boolean not null default false;
