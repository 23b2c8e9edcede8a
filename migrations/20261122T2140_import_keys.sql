-- Files call vendors and categories by code or name, however it is written. Under row-level security an index serves a
-- comparison of a column, not one of lower(column): rows would be looked up by reading the whole table for each.
alter table vendors add column code_key text generated always as (lower(code)) stored;
create index vendors_by_code_key on vendors (company_id, code_key);
alter table product_categories
  add column code_key text generated always as (lower(code)) stored,
  add column name_key text generated always as (lower(name)) stored;
create index product_categories_by_code_key on product_categories (company_id, code_key);
create index product_categories_by_name_key on product_categories (company_id, name_key);
