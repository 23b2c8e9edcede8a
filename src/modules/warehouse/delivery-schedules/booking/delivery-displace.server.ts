import { conflict, message } from "#shared/contract/problem.ts";
import { bookingsDuring, release } from "#server/bookings/bookings.ts";
import type { Ctx } from "#server/http/context.ts";
import { updateRow, lockMany, type RecordOf } from "#server/records/records.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { Delivery } from "../delivery-plan.server.ts";
import { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";

interface Wanted {
  readonly dock: Pick<RecordOf<"docks">, "id" | "code">;
  readonly from: string;
  readonly until: string;
}

/** The deliveries that hold a dock in a stretch of time, locked. To be asked before the dock is locked. */
export async function takeDeliveriesAt(ctx: Ctx, wanted: Wanted): Promise<Delivery[]> {
  return lockMany(ctx.db, "delivery_schedules", await heldBy(ctx, wanted));
}

async function heldBy(ctx: Ctx, { dock, from, until }: Wanted): Promise<string[]> {
  const booked = await bookingsDuring(ctx.db, { resourceIds: [dock.id], from, until });
  return booked.filter(({ reason }) => reason === "delivery").map(({ subjectId }) => subjectId);
}

/**
 * Makes a dock free for something else: planned deliveries lose it and wait for another, when `displace` says so; else
 * 409 with their list. A truck that stands there stays. `known` are its deliveries, locked before the dock was.
 */
export async function clearDock(
  ctx: Ctx,
  wanted: Wanted,
  known: readonly Delivery[],
  { displace, reason }: { displace: boolean; reason: string },
): Promise<void> {
  const held = await heldBy(ctx, wanted);
  if (held.length === 0) return;
  const deliveries = known.filter(({ id }) => held.includes(id));
  const fixed = deliveries.filter(({ status }) => !inGroup(deliveryScheduleFlow, "planned", status));
  if (!displace || fixed.length > 0 || deliveries.length < held.length) {
    const blocking = (displace && fixed.length > 0 ? fixed : deliveries).map(
      ({ id, number, status, plannedStart, plannedEnd }) => ({ id, number, status, plannedStart, plannedEnd }),
    );
    throw conflict(
      "taken",
      message("Dock {dock} is taken by {count, plural, one {a delivery} other {# deliveries}} then. Look again.", {
        dock: wanted.dock.code,
        count: held.length,
      }),
      { blocking, canDisplace: fixed.length === 0 },
    );
  }
  await release(ctx.db, held, { kind: "dock" });
  for (const { id } of deliveries) {
    await updateRow(ctx.db, "delivery_schedules", { id }, { dockId: null, lane: null });
    await ctx.emit(
      "delivery-schedule.displaced",
      { id },
      { reason, changes: { dock: { from: wanted.dock.code, to: null } } },
    );
  }
}
