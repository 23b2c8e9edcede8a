-- What an order's total is worth in the company's own currency, so that a list of many currencies can be sorted by it: by
-- the rate that the order took, else by the latest of its day; one for one where no rate is known.
alter table purchase_orders add column total_in_own numeric(24, 4) default 0;

create function comparable_total(o purchase_orders) returns numeric language sql stable set search_path = public, pg_temp as $$
  select round(o.total * coalesce(
    (select r.rate from exchange_rates r where r.company_id = o.company_id and r.id = o.rate_id and r.from_currency = o.currency),
    (select r.rate from exchange_rates r join companies c on c.id = r.company_id and c.default_currency = r.to_currency
      where r.company_id = o.company_id and r.from_currency = o.currency and r.as_of <= o.order_date and r.counts
      order by r.as_of desc, r.entry desc limit 1),
    1), 4)
$$;
revoke all on function comparable_total(purchase_orders) from public;
grant execute on function comparable_total(purchase_orders) to waybill_app;

update purchase_orders o set total_in_own = comparable_total(o);
alter table purchase_orders alter column total_in_own set not null;

create function keep_comparable_total() returns trigger language plpgsql as $$
begin
  new.total_in_own := comparable_total(new);
  return new;
end $$;
create trigger comparable_total before insert or update of total, currency, order_date, rate_id on purchase_orders
  for each row execute function keep_comparable_total();

drop index purchase_orders_by_total;
create index purchase_orders_by_total on purchase_orders (company_id, total_in_own, id);
