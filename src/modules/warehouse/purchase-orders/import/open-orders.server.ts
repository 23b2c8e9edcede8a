import { sql } from "kysely";
import type { BareCtx, Ctx } from "#server/http/context.ts";
import { csvCell, sendCsv } from "#server/records/export.ts";
import { fileWords, type FileWords } from "#server/records/export-words.ts";
import { readOwnUnitNames } from "#modules/settings/reference-lists/unit-names.server.ts";
import { serve, type Req } from "#server/http/serve.ts";
import { statesIn } from "#server/records/states.ts";
import { fileUnit, type FileUnitNames } from "../../products/prices/file-units.server.ts";
import { purchaseOrderFlow } from "../purchase-orders.flow.ts";
import { openQty } from "../order-record.server.ts";
import { agreedHead, agreedLine, stillOrdered } from "./agreed-file.server.ts";
import { openOrderLines } from "./open-orders.contract.ts";

interface OpenLine {
  readonly orderId: string;
  readonly lineNo: number;
  readonly uom: string;
  readonly qtyPerUom: string;
  readonly baseUom: string;
  readonly before: readonly (string | null)[];
  readonly quantities: readonly (string | null)[];
  readonly figures: readonly (string | null)[];
  readonly notes: string | null;
}

const headings = [
  "Order number",
  "Number in Waybill",
  "Line",
  "Vendor's code",
  "Vendor",
  "Location",
  "Order date",
  "Needed by",
  "Currency",
  "Buyer's e-mail",
  "Payment terms, days",
  "SKU",
  "Product",
  "Ordered quantity",
  "Received already",
  "Unit",
  "Price",
  "Discount, %",
  "Tax, %",
  "Note",
];
const atOnce = 500;

export default serve(openOrderLines, { exportLines: exportOpenLines });

/**
 * The lines that are still to come of all orders that go on, as a file that can be imported again: an order is called as in the
 * program that it came from, and its number here stands beside. What was received is all that came of a line, there and here;
 * what is ordered above that is what is still to come.
 */
async function exportOpenLines(ctx: BareCtx, { query }: Req<typeof openOrderLines.exportLines>): Promise<void> {
  const words = fileWords(query.values, ctx.language);
  const read = (after?: OpenLine) => ctx.open((inner) => linesAfter(inner, after));
  const { first, own } = await ctx.open(async (inner) => {
    if (ctx.user)
      await inner.emit("user.exported", ctx.user, { note: "open-order-lines", changes: {}, address: ctx.address });
    return { first: await linesAfter(inner), own: words.isForPeople ? await readOwnUnitNames(inner) : [] };
  });
  const names = { language: words.language, own };
  async function* batches() {
    yield [headings.map(words.heading)];
    for (let lines = first; lines.length > 0; lines = await read(lines.at(-1)))
      yield lines.map((line) => cellsOf(line, words, names));
  }
  await sendCsv(ctx, "open-order-lines", batches(), words.delimiter);
}

function cellsOf(
  { baseUom, before, quantities, figures, notes, ...unit }: OpenLine,
  words: FileWords,
  names: FileUnitNames,
): string[] {
  const numbers = (values: OpenLine["figures"]) =>
    values.map((value) => (value === null ? null : words.decimal(value)));
  return [...before, ...numbers(quantities), fileUnit(unit, baseUom, names), ...numbers(figures), notes].map(csvCell);
}

async function linesAfter(ctx: Ctx, after?: OpenLine): Promise<readonly OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select o.id as "orderId", i.line_no as "lineNo", a.uom, trim_scale(a.qty_per_uom)::text as "qtyPerUom",
      p.base_uom as "baseUom",
      jsonb_build_array(coalesce(o.external_number, o.number), o.number, i.line_no::text, v.code, v.name, l.code,
        o.order_date::text, a.requested_date::text, o.currency, u.email, h.payment_terms_days::text, p.sku,
        p.name) as before, jsonb_build_array(trim_scale(${stillOrdered} + round(i.received_before_base_qty / a.qty_per_uom, 6))::text,
        trim_scale(round((i.received_before_base_qty + i.kept_base_qty) / a.qty_per_uom, 6))::text) as quantities,
      jsonb_build_array(trim_scale(a.unit_price)::text, trim_scale(a.discount_pct)::text,
        trim_scale(a.tax_rate_pct)::text) as figures, a.notes
    from purchase_orders o
    join purchase_order_items i on (i.company_id, i.purchase_order_id) = (o.company_id, o.id)
    cross join ${agreedLine} a
    cross join ${agreedHead} h
    join products p on (p.company_id, p.id) = (i.company_id, a.product_id)
    join vendors v on (v.company_id, v.id) = (o.company_id, o.vendor_id)
    join locations l on (l.company_id, l.id) = (o.company_id, h.site_id)
    left join users u on (u.company_id, u.id) = (o.company_id, o.buyer_id)
    where o.company_id = current_company() and o.archived_at is null
      and o.status in (${statesIn(purchaseOrderFlow, "live")}) and ${openQty} > 0
      ${after ? sql`and o.id >= ${after.orderId}::uuid and (o.id, i.line_no) > (${after.orderId}::uuid, ${after.lineNo})` : sql``}
    order by o.id, i.line_no limit ${atOnce}`.execute(ctx.db);
  return rows;
}
