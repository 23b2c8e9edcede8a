-- What is missing of a line within the company's tolerance closes it. Whoever opens its order again wants that rest as well:
-- then the line is full only once all of it is there, or somebody closes it.
alter table purchase_order_items
  -- Its order was opened again: the rest is expected, however little it is.
  add column is_rest_expected boolean not null default false;
