import { sql } from "kysely";
import type { BareCtx, Ctx } from "#server/http/context.ts";
import type { Req } from "#server/http/serve.ts";
import { csvCell, sendCsv } from "#server/records/export.ts";
import { fileWords, type FileWords } from "#server/records/export-words.ts";
import { readOwnUnitNames } from "#modules/settings/reference-lists/unit-names.server.ts";
import { fileUnit, type FileUnitNames } from "./file-units.server.ts";
import type { priceUnits } from "./offers.contract.ts";

interface OfferLine {
  readonly id: string;
  readonly sku: string;
  readonly baseUom: string;
  readonly orderUom: string | null;
  readonly orderQty: string;
  readonly priceUom: string | null;
  readonly priceQty: string | null;
  readonly before: readonly (string | null)[];
  readonly unitPrice: string | null;
  readonly currency: string | null;
  readonly after: readonly (string | null)[];
}

const headings = [
  "SKU",
  "Product",
  "Vendor's code",
  "Vendor",
  "Vendor's own number",
  "Vendor's own name",
  "Ordered in",
  "Price",
  "Price unit",
  "Price currency",
  "Order at least",
  "In multiples of",
  "Lead time, days",
  "Price from",
  "Price until",
  "Preferred vendor",
];
const atOnce = 500;

/** What all vendors sell products for, as a file that can be imported again. */
export async function exportPriceLists(ctx: BareCtx, { query }: Req<typeof priceUnits.exportPrices>): Promise<void> {
  const words = fileWords(query.values, ctx.language);
  const read = (after?: OfferLine) => ctx.open((inner) => offersAfter(inner, after));
  const { first, own } = await ctx.open(async (inner) => {
    if (ctx.user)
      await inner.emit("user.exported", ctx.user, { note: "price-lists", changes: {}, address: ctx.address });
    return { first: await offersAfter(inner), own: words.isForPeople ? await readOwnUnitNames(inner) : [] };
  });
  const names = { language: words.language, own };
  async function* batches() {
    yield [headings.map(words.heading)];
    for (let lines = first; lines.length > 0; lines = await read(lines.at(-1)))
      yield lines.map((line) => cellsOf(line, words, names));
  }
  await sendCsv(ctx, "price-lists", batches(), words.delimiter);
}

function cellsOf(offer: OfferLine, words: FileWords, names: FileUnitNames): string[] {
  const { orderUom, orderQty, priceUom, priceQty, baseUom, unitPrice } = offer;
  const order = orderUom === null ? null : fileUnit({ uom: orderUom, qtyPerUom: orderQty }, baseUom, names);
  const unit =
    unitPrice === null || priceUom === null || priceQty === null
      ? null
      : fileUnit({ uom: priceUom, qtyPerUom: priceQty }, baseUom, names);
  const number = (value: string | null) => (value === null ? null : words.decimal(value));
  const [least = null, multiple = null, days = null, from = null, until = null, isPreferred] = offer.after;
  const preferred = words.isForPeople ? words.choice(isPreferred === "yes" ? "Yes" : "No") : isPreferred;
  const terms = [number(least), number(multiple), days, from, until, preferred];
  return [offer.sku, ...offer.before, order, number(unitPrice), unit, offer.currency, ...terms].map(csvCell);
}

async function offersAfter(ctx: Ctx, after?: OfferLine): Promise<readonly OfferLine[]> {
  const { rows } = await sql<OfferLine>`
    select o.id, p.sku, p.base_uom as "baseUom", o.package_uom as "orderUom", trim_scale(o.qty_per_uom)::text as "orderQty",
      o.price_uom as "priceUom", trim_scale(o.price_qty_per_uom)::text as "priceQty",
      jsonb_build_array(p.name, v.code, v.name, o.vendor_sku, o.vendor_product_name) as before,
      trim_scale(o.unit_price)::text as "unitPrice", coalesce(o.currency, v.currency) as currency,
      jsonb_build_array(trim_scale(o.min_order_qty)::text, trim_scale(o.order_multiple)::text, o.lead_time_days::text,
        o.valid_from::text, o.valid_to::text, case when o.is_preferred then 'yes' else 'no' end) as after
    from products p
    join product_vendors o on (o.company_id, o.product_id) = (p.company_id, p.id)
    join vendors v on (v.company_id, v.id) = (o.company_id, o.vendor_id)
    where p.company_id = current_company() and p.archived_at is null and v.archived_at is null
      ${after ? sql`and p.sku >= ${after.sku} and (p.sku, o.id) > (${after.sku}, ${after.id}::uuid)` : sql``}
    order by p.sku, o.id limit ${atOnce}`.execute(ctx.db);
  return rows;
}
