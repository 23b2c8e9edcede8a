import { sql } from "kysely";
import { book, release } from "#server/bookings/bookings.ts";
import { restoreDowntimes } from "#modules/warehouse/dock-downtimes/restore-downtimes.server.ts";
import { reopenClosedWith } from "#modules/warehouse/purchase-orders/steps/reopen-closed-with.server.ts";
import { conflict, forbidden, message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { allows } from "#shared/permissions/permissions.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Req } from "#server/http/serve.ts";
import { findById, lockById, lockMany, stale, updateRow } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { recountLoad, takeLoad } from "../booking/delivery-lines.server.ts";
import { dockChange, followPlan, type Delivery } from "../delivery-plan.server.ts";
import { standard } from "../delivery-record.server.ts";
import type { deliverySchedules } from "../delivery-schedules.contract.ts";
import { deliveryScheduleFlow, holdersOfUndo } from "../delivery-schedules.flow.ts";
import { timeChanges } from "../floor/real-times.server.ts";
import { followStay, lockAround, standAt, standingAt, stands } from "../floor/stand.server.ts";
import { columnsBefore, keptSteps, type KeptStep } from "./kept-steps.server.ts";

/**
 * A step that was taken on the wrong truck is taken back: state, times and door are as before it, and what followed from
 * it by itself is undone. Refused where something rests on it that came after. The history keeps both; mails stay sent.
 */
export async function undo(ctx: Ctx, { id, body }: Req<typeof deliverySchedules.undo>) {
  const { reason, version } = body;
  const seen = await findById(ctx.db, "delivery_schedules", id);
  const { orderIds } = await takeLoad(ctx, id);
  await lockConcerned(ctx, seen);
  const delivery = await lockById(ctx.db, "delivery_schedules", id);
  if (version !== undefined && version !== delivery.version) throw stale(await standard.read(ctx, { id }));
  const steps = keptSteps(delivery);
  const last = steps.at(-1);
  if (!last) throw nothingToUndo();
  if (!allows(ctx.user, holdersOfUndo(last.step))) throw forbidden();
  const columns = {
    ...columnsBefore(delivery, last),
    undoableSteps: sql<never>`${JSON.stringify(steps.slice(0, -1))}::jsonb`,
  };
  const target: Delivery = { ...delivery, ...columnsBefore(delivery, last) };
  await lockMany(
    ctx.db,
    "docks",
    [delivery.dockId, target.dockId].flatMap((dockId) => dockId ?? []),
  );
  await mustBearNothing(ctx, delivery, target, { last, orderIds });
  const door = await doorBefore(ctx, delivery, target);
  const cancelled = target.status === "cancelled" && target.cancelReason === null ? { cancelReason: reason } : {};
  const after = await updateRow(ctx.db, "delivery_schedules", delivery, { ...columns, ...cancelled, ...door });
  if (delivery.dockId !== null) await giveDoorBack(ctx, delivery, delivery.dockId, last.at);
  await reopenClosedWith(ctx, orderIds, last.at);
  await recountLoad(ctx, id);
  if (inGroup(deliveryScheduleFlow, "planned", after.status)) await followPlan(ctx, after);
  if (stands(after)) await followStay(ctx, after);
  await ctx.emit("delivery-schedule.undone", delivery, {
    from: delivery.status,
    to: after.status,
    reason,
    changes: {
      step: last.step,
      recordedAt: last.at,
      ...timeChanges(delivery, after),
      ...(await dockChange(ctx, delivery, after)),
    },
  });
  return standard.read(ctx, { id });
}

const nothingToUndo = () =>
  conflict("nothing_to_undo", message("Nothing was recorded of it in the last 30 minutes that could be undone."));

/** Locks what taking a door again may touch, and whoever lost theirs to this delivery; in the order of ids. */
async function lockConcerned(ctx: Ctx, seen: Delivery): Promise<void> {
  const last = keptSteps(seen).at(-1);
  if (!last) return;
  const back = await displacedSince(ctx, seen.id, last.at);
  const { dockId } = { ...seen, ...columnsBefore(seen, last) };
  const ids = back.map((one) => one.id);
  if (dockId === null) await lockMany(ctx.db, "delivery_schedules", [seen.id, ...ids]);
  else await lockAround(ctx, seen.id, dockId, ids);
}

/** 409 where something that came after rests on the step. */
async function mustBearNothing(
  ctx: Ctx,
  delivery: Delivery,
  target: Delivery,
  { last, orderIds }: { last: KeptStep; orderIds: readonly string[] },
): Promise<void> {
  const isUnbegun = !inGroup(deliveryScheduleFlow, "atDock", target.status); // nothing was unloaded of it
  const { rows } = await sql<{ kind: "receipt" | "order"; number: string }>`
    select 'receipt' as kind, number from receipts where company_id = current_company()
      and delivery_schedule_id = ${delivery.id} and status = 'posted' and reversal_of_id is null
      and ${isUnbegun} and (${last.step} = 'arrive' or posted_at > ${last.at}::timestamptz)
    union all select 'order', number from purchase_orders where company_id = current_company() and id = any(${[...orderIds]})
      and ${inGroup(deliveryScheduleFlow, "over", delivery.status)} and (closed_by is not null and closed_at > ${last.at}::timestamptz
        or cancelled_at > ${last.at}::timestamptz)
    limit 1`.execute(ctx.db);
  const [first] = rows;
  if (first?.kind === "receipt")
    throw conflict(
      "rests_on_it",
      message("Receipt {number} was posted since. Reverse it first.", { number: first.number }),
    );
  if (first)
    throw conflict(
      "rests_on_it",
      message("Order {number} was closed or cancelled since: this delivery stays over.", { number: first.number }),
    );
  if (!stands(target) || target.dockId === null || (stands(delivery) && delivery.dockId === target.dockId)) return;
  const dock = await lockById(ctx.db, "docks", target.dockId);
  const standing = await standingAt(ctx, dock.id, delivery.id);
  if (standing.length >= dock.parallelCapacity)
    throw conflict(
      "rests_on_it",
      message("{number} stands at dock {dock} by now: this can no longer be undone.", {
        number: standing[0]?.number ?? "",
        dock: dock.code,
      }),
    );
}

/** The door that it had before: taken again as by any truck that stands there, or booked again where it is still free. */
async function doorBefore(ctx: Ctx, delivery: Delivery, target: Delivery) {
  if (!inGroup(deliveryScheduleFlow, "live", target.status) || target.dockId === null) {
    await release(
      ctx.db,
      [delivery.id],
      inGroup(deliveryScheduleFlow, "live", target.status) ? { kind: "dock" } : "everything",
    );
    return {};
  }
  if (stands(target)) {
    if (stands(delivery) && delivery.dockId === target.dockId) return {};
    await release(ctx.db, [delivery.id], { kind: "dock" });
    return standAt(ctx, target, target.dockId, target.occupiedFrom);
  }
  const dock = await lockById(ctx.db, "docks", target.dockId);
  if (stands(delivery)) await release(ctx.db, [delivery.id], { kind: "dock" }); // what lies behind it stays as history
  const lane = await bookAgain(ctx, target, dock);
  if (lane !== null) return { dockId: dock.id, lane };
  await release(ctx.db, [delivery.id], { kind: "dock" });
  return { dockId: null, lane: null };
}

type Stay = Pick<Delivery, "id" | "lane" | "occupiedFrom" | "occupiedUntil">;

async function bookAgain(
  ctx: Ctx,
  { id, lane, occupiedFrom, occupiedUntil }: Stay,
  dock: { id: string; parallelCapacity: number },
): Promise<number | null> {
  return book(ctx.db, {
    resourceId: dock.id,
    lanes: dock.parallelCapacity,
    ...(lane === null ? {} : { preferred: lane }),
    from: occupiedFrom,
    until: occupiedUntil,
    reason: "delivery",
    subjectId: id,
    insteadOf: "sameKind",
  });
}

/** Deliveries that lost their door to this one since then, and have no other. */
async function displacedSince(ctx: Ctx, id: string, since: string): Promise<readonly { id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from delivery_schedules d where d.company_id = current_company() and d.displaced_by_id = ${id}
      and d.dock_id is null and d.status in (${statesIn(deliveryScheduleFlow, "unstarted")})
      and exists (select from events e where e.company_id = d.company_id and e.entity = 'delivery-schedule'
        and e.entity_id = d.id and e.step = 'displaced' and e.at >= ${since}::timestamptz)
    order by d.planned_start, d.id`.execute(ctx.db);
  return rows;
}

/** Whoever lost this door to the step has it again where it is still free, and so has a downtime. */
async function giveDoorBack(ctx: Ctx, delivery: Delivery, dockId: string, since: string): Promise<void> {
  const found = await displacedSince(ctx, delivery.id, since);
  const dock = await lockById(ctx.db, "docks", dockId);
  for (const { id } of found) {
    const displaced = await lockById(ctx.db, "delivery_schedules", id);
    const lane = await bookAgain(ctx, displaced, dock);
    if (lane === null) continue;
    await updateRow(ctx.db, "delivery_schedules", displaced, { dockId, lane, displacedById: null });
    await ctx.emit("delivery-schedule.reinstated", displaced, { changes: { dock: { from: null, to: dock.code } } });
  }
  await restoreDowntimes(ctx.db, dockId);
}
