import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { openIssues, type NewIssue } from "./open-issues.server.ts";

/** A delivery that did not come, or was sent away: one issue about the whole of it. */
export async function reportDelivery(
  ctx: Ctx,
  deliveryScheduleId: string,
  { kind, what }: { kind: NewIssue["kind"]; what: string },
): Promise<void> {
  const { rows } = await sql<{ number: string; vendorId: string | null }>`
    select number, vendor_id as "vendorId" from delivery_schedules
      where company_id = current_company() and id = ${deliveryScheduleId}`.execute(ctx.db);
  const delivery = rows[0];
  if (!delivery) return;
  await openIssues(ctx, [
    {
      kind,
      severity: "high",
      description: `${delivery.number} ${what}`,
      purchaseOrderId: null,
      purchaseOrderItemId: null,
      receiptId: null,
      receiptLineId: null,
      deliveryScheduleId,
      vendorId: delivery.vendorId,
      qtyAffected: null,
      uom: null,
      responsibleParty: "unknown",
      carrierNotifyBy: null,
    },
  ]);
}
