import { release } from "#modules/warehouse/docks/bookings.server.ts";
import type { Ctx } from "#server/http/context.ts";
import { revokeLinks } from "#server/mail/links.ts";
import type { RecordOf } from "#server/records/records.ts";
import { recountLoad } from "./booking/delivery-lines.server.ts";
import type { Placed } from "./booking/delivery-slots.server.ts";

export type Delivery = RecordOf<"delivery_schedules">;

/** What a mail about a delivery is about. */
export type Notice = "confirmed" | "moved" | "reduced" | "cancelled";

/**
 * What follows from a plan that is new or has changed: the other party is asked, a hold lapses when nobody answers, a
 * truck that does not come is noticed. Each task looks again when it runs, whether the plan is still this one.
 */
export async function followPlan(
  ctx: Ctx,
  delivery: Pick<Delivery, "id" | "status" | "revision" | "plannedStart" | "holdExpiresAt">,
): Promise<void> {
  const which = { deliveryScheduleId: delivery.id, revision: delivery.revision };
  if (delivery.status === "proposed") await ctx.enqueue("mail-delivery-approval", which);
  if (delivery.holdExpiresAt) await ctx.enqueue("expire-delivery-hold", which, new Date(delivery.holdExpiresAt));
  if (delivery.status === "scheduled") await ctx.enqueue("note-no-show", which, new Date(delivery.plannedStart));
}

/** What follows from a moved plan besides: the links of the old one are over, and whoever knew the old one is told. */
export async function followMove(ctx: Ctx, delivery: Delivery): Promise<void> {
  await revokeLinks(ctx, { purpose: "ds.approve", subjectId: delivery.id, reason: "superseded" });
  await followPlan(ctx, delivery);
  if (delivery.status === "scheduled") await notifyParty(ctx, delivery.id, "moved");
}

/** A mail to whoever was asked by link. */
export async function notifyParty(ctx: Ctx, deliveryScheduleId: string, notice: Notice): Promise<void> {
  await ctx.enqueue("mail-delivery-notice", { deliveryScheduleId, notice });
}

/** Gives back what a delivery holds: its dock from now on, and its quantities. */
export async function letGo(ctx: Ctx, deliveryId: string): Promise<void> {
  await release(ctx.db, [deliveryId]);
  await recountLoad(ctx, deliveryId);
}

/** The columns of a place at a dock. */
export const placedColumns = ({ keptUntil: _kept, ...columns }: Placed) => columns;

/** What an event tells of a move. */
export function moveChanges(before: Delivery, after: Delivery): Record<string, { from: unknown; to: unknown }> {
  const mailData = ["plannedStart", "plannedEnd", "dockId", "lane"] as const;
  return Object.fromEntries(
    mailData.filter((key) => before[key] !== after[key]).map((key) => [key, { from: before[key], to: after[key] }]),
  );
}
