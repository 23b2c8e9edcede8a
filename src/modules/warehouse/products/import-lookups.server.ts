import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { withKeys } from "#server/records/folded-keys.ts";
import { keyOf } from "#server/records/import-table.ts";
import type { StagedRow } from "#server/records/importer.ts";

/** The product and the vendor that a row `v` calls by SKU and code: looked up once a row, whatever the planner takes their tables' sizes for. */
export const productOfRow = sql`(select p.id from products p
  where p.company_id = current_company() and p.sku_key = ${keyOf(sql`v ->> 'sku'`)})`;
export const vendorOfRow = sql`(select d.id from vendors d
  where d.company_id = current_company() and d.code_key = ${keyOf(sql`v ->> 'vendorCode'`)})`;

/** The offer of the row `g`: found by its product, which has few vendors; one vendor may sell all products. */
export const offerOfRow = sql`lateral (select o.* from product_vendors o where o.company_id = current_company()
  and o.product_id = g.product_id and o.vendor_id is not distinct from g.vendor_id offset 0)`;

/** The codes of these rows that are a vendor's, as the rows write them. */
export async function knownVendors(ctx: Ctx, rows: readonly StagedRow[]): Promise<ReadonlySet<string>> {
  const codes = textsOf(rows, "vendorCode");
  const { rows: found } = await sql<{ code: string }>`
    select g.text as code from ${withKeys(codes)} g
    join vendors d on d.company_id = current_company() and d.code_key = g.key`.execute(ctx.db);
  return new Set(found.map(({ code }) => code));
}

/** Row → SKU of another product that has its GTIN now. */
export async function gtinOwners(ctx: Ctx, rows: readonly StagedRow[]): Promise<ReadonlyMap<number, string>> {
  const given = rows.flatMap(({ rowNo, value }) =>
    value["gtin"] === null ? [] : [{ rowNo, sku: value["sku"], gtin: value["gtin"] }],
  );
  if (given.length === 0) return new Map();
  const { rows: found } = await sql<{ rowNo: number; sku: string }>`
    select g."rowNo", p.sku from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g("rowNo" integer, sku text, gtin text)
    join products p on p.company_id = current_company() and p.gtin = g.gtin and p.sku_key <> ${keyOf(sql`g.sku`)}`.execute(
    ctx.db,
  );
  return new Map(found.map(({ rowNo, sku }) => [rowNo, sku]));
}

/** What rows give in a field, each text once. */
const textsOf = (rows: readonly StagedRow[], field: string): string[] => [
  ...new Set(rows.flatMap(({ value }) => (typeof value[field] === "string" ? [value[field]] : []))),
];

/** Row → whether what it calls its category is one or several; an id, a code, or the category that it has is one. */
export async function categoriesCalled(
  ctx: Ctx,
  rows: readonly StagedRow[],
): Promise<ReadonlyMap<number, "one" | "several">> {
  const given = JSON.stringify(
    rows.map(({ rowNo, value }) => ({
      rowNo,
      sku: String(value["sku"]),
      name: String(value["category"]),
    })),
  );
  const { rows: found } = await sql<{ rowNo: number; isSeveral: boolean }>`
    select v."rowNo", count(*) > 1
      and not bool_or(c.id::text = v.name or c.code_key is not distinct from v.name or c.id is not distinct from p.category_id)
        as "isSeveral"
    from (select r."rowNo", lower(r.sku) as sku, lower(r.name) as name
      from jsonb_to_recordset(${given}::jsonb) as r("rowNo" integer, sku text, name text) offset 0) v
    join product_categories c on c.company_id = current_company()
      and (c.id::text = v.name or c.code_key = v.name or c.name_key = v.name)
    left join products p on p.company_id = current_company() and p.sku_key = v.sku
    group by v."rowNo"`.execute(ctx.db);
  return new Map(found.map(({ rowNo, isSeveral }) => [rowNo, isSeveral ? "several" : "one"]));
}

export async function activeCurrencies(ctx: Ctx): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ code: string }>`select code from currencies where is_active`.execute(ctx.db);
  return new Set(rows.map(({ code }) => code));
}

/** What holds the base unit of a product: quantities for good, packs and prices until they are taken out. */
interface CountedBase {
  readonly uom: string;
  readonly isMoved: boolean;
}

/** The base units of products that have been ordered or moved, or that have packs or prices: they do not change by a file. */
export async function countedBases(ctx: Ctx, rows: readonly StagedRow[]): Promise<ReadonlyMap<number, CountedBase>> {
  const skus = textsOf(rows, "sku");
  const { rows: found } = await sql<CountedBase & { sku: string }>`
    select c.* from (
      select g.text as sku, p.base_uom as uom,
        exists (select from stock_moves m where m.company_id = p.company_id and m.product_id = p.id)
          or exists (select from purchase_order_items i where i.company_id = p.company_id and i.product_id = p.id) as "isMoved",
        exists (select from product_packages k where k.company_id = p.company_id and k.product_id = p.id)
          or exists (select from product_vendors o where o.company_id = p.company_id and o.product_id = p.id
            and (o.unit_price is not null or o.package_uom is not null)) as "isSized"
      from ${withKeys(skus)} g join products p on p.company_id = current_company() and p.sku_key = g.key
    ) c where "isMoved" or "isSized"`.execute(ctx.db);
  const bases = new Map(found.map(({ sku, uom, isMoved }) => [sku, { uom, isMoved }]));
  return new Map(
    rows.flatMap(({ rowNo, value }) => {
      const base = bases.get(String(value["sku"]));
      return base === undefined ? [] : [[rowNo, base] as const];
    }),
  );
}
