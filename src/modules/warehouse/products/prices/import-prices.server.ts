import { sql } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { unitText, unitTyped, type OwnUnitNames } from "#shared/format/unit-names.ts";
import type { Unit } from "#shared/format/units.ts";
import type { Ctx } from "#server/http/context.ts";
import { withKeys } from "#server/records/folded-keys.ts";
import type { StagedRow } from "#server/records/importer.ts";
import { decimalText } from "#server/mail/local-text.ts";
import { preferredLanguage } from "#server/mail/language.ts";
import { readOwnUnitNames } from "#modules/settings/reference-lists/unit-names.server.ts";
import { namedUnit, usualUnit } from "./price-units.server.ts";

/** What the price of a row is for. `isSaid`: the file says so; `isOnly`: there is nothing else that it could be for. */
interface RowPrice extends Unit {
  readonly baseUom: string;
  readonly isSaid: boolean;
  readonly isOnly: boolean;
  readonly problem?: Sentence;
}

/** By the number of the row. */
export type RowPrices = ReadonlyMap<number, RowPrice>;

interface Known {
  /** As the rows write it. */
  readonly sku: string;
  readonly baseUom: string;
  readonly packages: (Unit & { isPurchaseDefault: boolean })[];
  /** By the codes of their vendors, as the rows write them. */
  readonly offers: { code: string; order: Unit | null; before: Unit | null }[];
}

const textOf = (value: unknown): string => String(value ?? "");

/** By the number of the row: the unit that is ordered, or why it is not clear. */
export type OrderUnits = ReadonlyMap<number, Unit | Sentence>;

/** Row number → the unit that a row says its vendor takes orders in, or why it is not clear. */
export async function orderUnitsOf(ctx: Ctx, rows: readonly StagedRow[]): Promise<OrderUnits> {
  const said = rows.filter(({ value }) => (value["orderUnit"] ?? null) !== null);
  if (said.length === 0) return new Map();
  const known = await knownProducts(ctx, said);
  const own = await readOwnUnitNames(ctx);
  return new Map(
    said.flatMap(({ rowNo, value }): [number, Unit | Sentence][] => {
      const product = known.get(textOf(value["sku"]));
      if (!product) return [];
      const text = String(value["orderUnit"]);
      const typed = unitTyped(text, own);
      if (!typed) return [[rowNo, message("{unit} is no unit that is known here.", { unit: text })]];
      const offer = product.offers.find(({ code }) => code === textOf(value["vendorCode"]));
      return [[rowNo, namedUnit(typed, { ...product, order: offer?.order ?? null, before: offer?.before ?? null })]];
    }),
  );
}

/** Row number → what its price is for, of the rows that have a price and a vendor; one statement for all. */
export async function pricesOf(
  ctx: Ctx,
  rows: readonly StagedRow[],
  orders: OrderUnits = new Map(),
): Promise<RowPrices> {
  const priced = rows.filter(({ value }) => value["unitPrice"] !== null && value["vendorCode"] !== null);
  if (priced.length === 0) return new Map();
  const known = await knownProducts(ctx, priced);
  const own = await readOwnUnitNames(ctx);
  return new Map(
    priced.map(({ rowNo, value }) => {
      const product = known.get(textOf(value["sku"]));
      const offer = product?.offers.find(({ code }) => code === textOf(value["vendorCode"]));
      const baseUom = product?.baseUom ?? String(value["baseUom"]);
      const records = {
        baseUom,
        packages: product?.packages ?? [],
        order: unitOf(orders.get(rowNo)) ?? offer?.order ?? null,
        before: offer?.before ?? null,
      };
      const usual = usualUnit(records);
      const fallback = { ...usual.unit, baseUom, isSaid: false, isOnly: records.before === null && usual.isOnly };
      if ((value["priceUnit"] ?? null) === null) return [rowNo, fallback];
      const text = String(value["priceUnit"]);
      const typed = unitTyped(text, own);
      const named = typed
        ? namedUnit(typed, records)
        : message("{unit} is no unit that is known here.", { unit: text });
      return [
        rowNo,
        "uom" in named ? { ...named, baseUom, isSaid: true, isOnly: false } : { ...fallback, problem: named },
      ];
    }),
  );
}

const unitOf = (said: Unit | Sentence | undefined): Unit | null => (said && "uom" in said ? said : null);

/**
 * Products that rows name, with their packs and the offers of vendors that rows name. Offers are found by their product (hence
 * `offset 0`), which has few: one vendor may sell all products, and the database may know nothing of that yet.
 */
async function knownProducts(ctx: Ctx, rows: readonly StagedRow[]): Promise<ReadonlyMap<string, Known>> {
  const given = (field: string) => [...new Set(rows.map(({ value }) => textOf(value[field])))];
  const { rows: found } = await sql<Known>`/* prepared */
    with named as materialized (select * from ${withKeys(given("vendorCode"))} c)
    select g.text as sku, p.base_uom as "baseUom",
      (select coalesce(jsonb_agg(jsonb_build_object('uom', k.uom, 'qtyPerUom', trim_scale(k.quantity_in_base)::text,
        'isPurchaseDefault', k.is_purchase_default) order by k.position), '[]')
        from product_packages k where k.company_id = p.company_id and k.product_id = p.id) as packages,
      (select coalesce(jsonb_agg(jsonb_build_object('code', n.text,
          'order', case when o.package_uom is not null then jsonb_build_object('uom', o.package_uom, 'qtyPerUom',
            trim_scale(o.qty_per_uom)::text) end,
          'before', case when o.price_uom is not null then jsonb_build_object('uom', o.price_uom, 'qtyPerUom',
            trim_scale(o.price_qty_per_uom)::text) end)), '[]')
        from (select o.* from product_vendors o where o.company_id = p.company_id and o.product_id = p.id offset 0) o
          join vendors v on (v.company_id, v.id) = (o.company_id, o.vendor_id)
          join named n on n.key = v.code_key) as offers
    from ${withKeys(given("sku"))} g
    join products p on p.company_id = current_company() and p.sku_key = g.key`.execute(ctx.db);
  return new Map(found.map((product) => [product.sku, product]));
}

/** The units that prices are taken for where the file does not say one, by name, with their rows counted. */
export function assumedUnits(prices: RowPrices, own: OwnUnitNames, header: string): ReadonlyMap<string, number> {
  const language = preferredLanguage(header);
  const speech = { language, own, quantity: (value: string) => decimalText(value, language, [0, 6]) };
  const counts = new Map<string, number>();
  for (const price of prices.values()) {
    if (price.isSaid || price.problem) continue;
    const name = unitText(price, speech, price.baseUom);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** How the dry run says it. */
export function tellAssumedUnits(counts: ReadonlyMap<string, number>): Sentence[] {
  const open = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (open === 0) return [];
  const units = [...counts].toSorted((a, b) => b[1] - a[1]).map(([name, count]) => `${count} × ${name}`);
  return [
    message(
      "{count, plural, one {The file does not say what # price is for. It is taken for} other {The file does not say what # prices are for. They are taken for}}: {units}.",
      { count: open, units: units.slice(0, 12).join(", ") },
    ),
  ];
}
