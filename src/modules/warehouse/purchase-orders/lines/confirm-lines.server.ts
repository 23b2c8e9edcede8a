import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { confirmUnitsOf } from "../../products/prices/price-units.server.ts";
import { itemStates } from "./lines.contract.ts";

/**
 * The vendor's word for every line that is not over: quantity as ordered, date as agreed or asked. The first promise of a
 * line and of the order stays for good: punctuality is measured by it. `recount` then gives the lines their state.
 */
export async function confirmLines(ctx: Ctx, orderId: string): Promise<void> {
  await sql`
    with lines as (
      update purchase_order_items set
        confirmed_qty = ordered_qty,
        promised_date = coalesce(promised_date, requested_date),
        original_promised_date = coalesce(original_promised_date, promised_date, requested_date)
      where company_id = current_company() and purchase_order_id = ${orderId}
        and status not in (${statesIn(itemStates, "over")})
      returning promised_date
    )
    update purchase_orders o set
      promised_date = coalesce((select max(promised_date) from lines), o.promised_date),
      original_promised_date = coalesce(o.original_promised_date, (select max(promised_date) from lines))
    where o.company_id = current_company() and o.id = ${orderId}`.execute(ctx.db);
  await confirmUnitsOf(ctx, orderId);
}
