import { sql } from "kysely";
import { release } from "#server/bookings/bookings.ts";
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
  await release(ctx.db, [deliveryId], "everything");
  await recountLoad(ctx, deliveryId);
}

/** The columns of a place at a dock. */
export const placedColumns = ({ keptUntil: _kept, ...columns }: Placed) => columns;

/** What an event tells of a move; docks by the number on their wall. */
export async function moveChanges(
  ctx: Ctx,
  before: Delivery,
  after: Delivery,
): Promise<Record<string, { from: unknown; to: unknown }>> {
  const times = (["plannedStart", "plannedEnd"] as const).filter((key) => before[key] !== after[key]);
  return {
    ...Object.fromEntries(times.map((key) => [key, { from: before[key], to: after[key] }])),
    ...(await dockChange(ctx, before, after)),
  };
}

/** The change of its dock, and of its lane there; nothing where both are the same. */
export async function dockChange(
  ctx: Ctx,
  before: Pick<Delivery, "dockId" | "lane">,
  after: Pick<Delivery, "dockId" | "lane">,
): Promise<Record<string, { from: unknown; to: unknown }>> {
  if (before.dockId === after.dockId)
    return before.lane === after.lane ? {} : { lane: { from: before.lane, to: after.lane } };
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from docks where company_id = current_company() and id in (${before.dockId}, ${after.dockId})`.execute(
    ctx.db,
  );
  const code = (id: string | null) => rows.find((dock) => dock.id === id)?.code ?? null;
  return { dock: { from: code(before.dockId), to: code(after.dockId) } };
}
