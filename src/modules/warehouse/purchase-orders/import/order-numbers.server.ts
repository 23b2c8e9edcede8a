import { sql } from "kysely";
import { unavailable } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { outOfDate } from "#server/records/importer.ts";
import { lockNumbers, nextNumber } from "#server/records/records.ts";
import { importedSeries, newNumbers } from "../order-context.server.ts";
import type { ImportContext } from "./import-context.server.ts";

const series = "purchase-order";

/** The numbers of an order that an import has made: in the other program, and here. */
export interface MadeOrder {
  readonly rowNo: number;
  readonly externalNumber: string;
  readonly number: string;
}

/**
 * Numbers for so many new orders of a file that calls its own orders `called`. They are drawn beside this transaction:
 * whoever writes an order meanwhile does not wait for the import's end, and one that fails leaves a gap. From then on they
 * look for the numbers of orders that came from another program, be they the first.
 */
export function drawNumbers(
  ctx: Ctx,
  known: ImportContext,
  { count, called }: { readonly count: number; readonly called: ReadonlySet<string> },
): Promise<readonly string[]> {
  const take = async (more: number) => {
    const drawn: number[] = [];
    await ctx.app.beside(ctx.companyId, async (db) => {
      await nextNumber(db, importedSeries, more);
      drawn.push(await nextNumber(db, series, more));
    });
    const last = drawn.at(-1);
    if (last === undefined) throw unavailable(); // the import is tried again as a whole
    return last;
  };
  return newNumbers(ctx, { ...known, hasExternalNumbers: true }, { count, take, external: called });
}

/**
 * Looks once more whether an order that was written, or imported, meanwhile got a number that one of these orders has in the
 * other program, or came from there with a number that one of these got here. From here to the import's end nobody draws a
 * number, and whoever draws one then sees what was imported.
 */
export async function finishOrders(ctx: Ctx, made: readonly MadeOrder[]): Promise<void> {
  if (made.length === 0) return;
  await lockNumbers(ctx.db, series);
  const { rows } = await sql<{ rowNo: number }>`
    with made as materialized (
      select m."rowNo", lower(m."externalNumber") as external, lower(m.number) as own
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m("rowNo" int, "externalNumber" text, number text)
    )
    select m."rowNo" from made m join purchase_orders o on o.company_id = current_company() and o.number_key = m.external
    union all
    select m."rowNo" from made m join purchase_orders o on o.company_id = current_company() and o.external_number_key = m.own
    order by 1 limit 1`.execute(ctx.db);
  if (rows[0]) throw outOfDate(rows[0].rowNo);
}
