import { sql, type RawBuilder } from "kysely";

/**
 * What one unit of a delivery's line `i` is: its commodity `g` (all null where it has none), and `w` with what it weighs and how much
 * room it takes (`kg`, `m3`; null where that is not known). The commodity says so for its own unit and for those of the same
 * dimension, a unit of mass or volume by itself, and a product for its base unit and its packages.
 */
export const withGoods: RawBuilder<unknown> = sql`
  left join asset_commodities g on (g.company_id, g.id) = (i.company_id, i.commodity_id)
  left join lateral (
    select coalesce(s.ratio * g.unit_weight_kg, case u.dimension when 'mass' then u.factor end, r.gross_weight_g / 1000.0, k.gross_weight_g / 1000.0) as kg,
      coalesce(s.ratio * g.unit_volume_m3, case u.dimension when 'volume' then u.factor end,
        k.length_mm::numeric * k.width_mm * k.height_mm / 1e9) as m3
    from (select i.unit as code) one
    left join lateral ${ofUnit(sql`i.unit`)} u on true
    left join lateral ${ofUnit(sql`g.quantity_type`)} h on true
    left join lateral (select case when g.quantity_type = one.code then 1 when h.dimension = u.dimension then u.factor / nullif(h.factor, 0) end as ratio) s on true
    left join products r on (r.company_id, r.id, r.base_uom) = (i.company_id, i.product_id, one.code)
    left join product_packages k on (k.company_id, k.product_id, k.uom) = (i.company_id, i.product_id, one.code)) w on true`;

/** A sum as a whole number of things, as many as a number holds at most; null where nothing is summed. */
export const countOf = (sum: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select case when c.sum > 2147483647 then 2147483647 else ceil(c.sum) end from (select ${sum} as sum) c)::int`;

/** What the company's list says of a unit. */
function ofUnit(code: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select v.data->>'dimension' as dimension, (v.data->>'toBaseFactor')::numeric as factor from reference_values v
    where v.company_id = i.company_id and v.list = 'quantity_types' and v.code = ${code})`;
}
