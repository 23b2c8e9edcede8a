import { conflict, say } from "#shared/problem.ts";
import { bookingsDuring, release } from "#server/bookings.ts";
import type { Ctx } from "#server/context.ts";
import { put, takeAll, type RecordOf } from "#server/records.ts";
import { plannedStates } from "./delivery-schedules.flow.ts";

interface Wanted {
  readonly dock: Pick<RecordOf<"docks">, "id" | "code">;
  readonly from: string;
  readonly until: string;
}

/** The deliveries that hold a dock in a stretch of time, locked. To be asked before the dock is locked. */
export async function takeDeliveriesAt(ctx: Ctx, { dock, from, until }: Wanted) {
  const booked = await bookingsDuring(ctx.db, { resourceIds: [dock.id], from, until });
  return takeAll(ctx.db, "delivery_schedules", booked.filter(({ reason }) => reason === "delivery").map(({ subjectId }) => subjectId));
}

/**
 * Makes a dock free for something else: planned deliveries lose it and wait for another, when `displace` says so; else
 * 409 with their list. A truck that stands there stays. The dock is locked.
 */
export async function clearDock(ctx: Ctx, wanted: Wanted, { displace, reason }: { displace: boolean; reason: string }): Promise<void> {
  const deliveries = await takeDeliveriesAt(ctx, wanted);
  if (deliveries.length === 0) return;
  const fixed = deliveries.filter(({ status }) => !plannedStates.some((state) => state === status));
  const inTheWay = displace ? fixed : deliveries;
  if (inTheWay.length > 0) {
    const blocking = inTheWay.map(({ id, number, status, plannedStart, plannedEnd }) => ({ id, number, status, plannedStart, plannedEnd }));
    throw conflict("taken", say("Dock {dock} is taken by {count, plural, one {a delivery} other {# deliveries}} then: {numbers}.", { dock: wanted.dock.code, count: blocking.length, numbers: blocking.map(({ number }) => number).slice(0, 5).join(", ") }), { blocking, canDisplace: fixed.length === 0 });
  }
  await release(ctx.db, deliveries.map(({ id }) => id));
  for (const { id, dockId, lane } of deliveries) {
    await put(ctx.db, "delivery_schedules", { id }, { dockId: null, lane: null });
    await ctx.emit("delivery-schedule.displaced", { id }, { reason, changes: { dockId: { from: dockId, to: null }, lane: { from: lane, to: null } } });
  }
}
