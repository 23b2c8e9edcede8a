import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { lockMany, updateRow } from "#server/records/records.ts";
import { recountLoad, takeLoad } from "../booking/delivery-lines.server.ts";
import { uncountedOf } from "../floor/departure.server.ts";

/** A receipt was taken back on which the completing of its delivery rested: the delivery waits for a count again. */
export async function undoCompleting(ctx: Ctx, receiptId: string, reason: string): Promise<void> {
  const { rows } = await sql<{ id: string; itemIds: readonly string[] }>`
    select d.id, array(select l.item_id from receipt_lines l
      where l.company_id = r.company_id and l.receipt_id = r.id and l.item_id is not null) as "itemIds"
    from receipts r join delivery_schedules d on (d.company_id, d.id) = (r.company_id, r.delivery_schedule_id)
    where r.company_id = current_company() and r.id = ${receiptId} and d.status = 'completed'`.execute(ctx.db);
  const [found] = rows;
  if (!found) return;
  await takeLoad(ctx, found.id);
  const [delivery] = await lockMany(ctx.db, "delivery_schedules", [found.id]);
  if (delivery?.status !== "completed") return;
  const { lines, isBare } = await uncountedOf(ctx, delivery);
  if (!isBare && !lines.some(({ purchaseOrderItemId }) => found.itemIds.includes(purchaseOrderItemId))) return;
  await updateRow(ctx.db, "delivery_schedules", delivery, {
    status: "unloaded",
    nothingReceivedReason: null,
    // Completed from the yard, it never was at its door, and is not there now.
    ...(delivery.dockedAt === null ? { dockClearedAt: delivery.gateOutAt } : {}),
    undoableSteps: sql<never>`'[]'::jsonb`,
  });
  await recountLoad(ctx, delivery.id);
  await ctx.emit("delivery-schedule.completingUndone", delivery, { from: "completed", to: "unloaded", reason });
}
