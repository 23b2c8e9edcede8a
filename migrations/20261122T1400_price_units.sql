-- A price is for a unit, and says how many base units that holds: a snapshot, the product's packs may change later.
-- `package_uom` and `qty_per_uom` go on to say what is ordered; what the price is for may be another unit.
alter table product_vendors
  add column price_uom text,
  add column price_qty_per_uom numeric(18, 6) check (price_qty_per_uom > 0),
  -- Null: nobody has said yet that this is the unit that the price is meant for.
  add column unit_confirmed_at timestamptz(3);

-- The unit that an order's line computed with until now: what the offer was ordered in, else the size that the product is
-- ordered in, else the base unit. No price and no total changes by it; whether it was meant so, somebody confirms.
update product_vendors o set
  price_uom = coalesce(o.package_uom, pack.uom, p.base_uom),
  price_qty_per_uom = case when o.package_uom is not null then o.qty_per_uom else coalesce(pack.quantity_in_base, 1) end
from products p
  left join product_packages pack on pack.company_id = p.company_id and pack.product_id = p.id and pack.is_purchase_default
where p.company_id = o.company_id and p.id = o.product_id and o.unit_price is not null;

alter table product_vendors
  add constraint product_vendors_price_has_a_unit check (unit_price is null or (price_uom is not null and price_qty_per_uom is not null));
create index product_vendors_unit_open on product_vendors (company_id, product_id) where unit_price is not null and unit_confirmed_at is null;

-- What the dry run of an import tells beside the bad rows.
alter table imports add column notes jsonb not null default '[]';
