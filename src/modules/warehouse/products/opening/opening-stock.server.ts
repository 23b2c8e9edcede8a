import { sql } from "kysely";
import type { BareCtx, Ctx } from "#server/http/context.ts";
import { csvCell, sendCsv } from "#server/records/export.ts";
import { serve } from "#server/http/serve.ts";
import { fileUnit } from "../prices/file-units.server.ts";
import { openingStock } from "./opening-stock.contract.ts";

interface OpeningLine {
  /** Of the first move of these goods. */
  readonly id: string;
  readonly uom: string;
  readonly cells: readonly (string | null)[];
}

const headings = ["Location", "Location's name", "Bin", "SKU", "Product", "Lot", "Expiry date", "Quantity", "Unit"];
const atOnce = 500;

export default serve(openingStock, { exportOpening: exportOpeningStock });

async function exportOpeningStock(ctx: BareCtx): Promise<void> {
  const read = (after?: string) => ctx.open((inner) => linesAfter(inner, after));
  const first = await ctx.open(async (inner) => {
    if (ctx.user)
      await inner.emit("user.exported", ctx.user, { note: "opening-stock", changes: {}, address: ctx.address });
    return linesAfter(inner);
  });
  async function* batches() {
    yield [headings];
    for (let lines = first; lines.length > 0; lines = await read(lines.at(-1)?.id))
      yield lines.map(({ uom, cells }) => [...cells, fileUnit({ uom, qtyPerUom: "1" }, uom)].map(csvCell));
  }
  await sendCsv(ctx, "opening-stock", batches());
}

async function linesAfter(ctx: Ctx, after?: string): Promise<readonly OpeningLine[]> {
  const { rows } = await sql<OpeningLine>`
    select o.id, p.base_uom as uom, jsonb_build_array(l.code, l.name, s.code, p.sku, p.name, o.lot_number,
      o.expiry_date::text, trim_scale(o.quantity)::text) as cells
    from (
      select min(m.id::text)::uuid as id, m.product_id, m.storage_location_id, m.lot_number, m.expiry_date,
        sum(m.quantity) as quantity
      from stock_moves m where m.company_id = current_company() and m.reason = 'opening'
      group by m.product_id, m.storage_location_id, m.lot_number, m.expiry_date having sum(m.quantity) <> 0
    ) o
    join products p on p.company_id = current_company() and p.id = o.product_id
    join storage_locations s on s.company_id = current_company() and s.id = o.storage_location_id
    join locations l on l.company_id = current_company() and l.id = s.location_id
    ${after ? sql`where o.id > ${after}::uuid` : sql``}
    order by o.id limit ${atOnce}`.execute(ctx.db);
  return rows;
}
