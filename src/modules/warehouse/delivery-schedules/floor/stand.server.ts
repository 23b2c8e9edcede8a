import { sql } from "kysely";
import { book, bookingsDuring, giveWay, release, type Booking } from "#server/bookings/bookings.ts";
import { standsAtDock } from "#modules/warehouse/docks/live-status.server.ts";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { RunAgain } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";
import { lockById, lockMany, updateRow, type RecordOf } from "#server/records/records.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { Delivery } from "../delivery-plan.server.ts";
import { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";

const minute = 60_000;
/** A truck that stands at a door holds it at least so much longer. */
const atLeast = 30 * minute;
/** So long before its end a stay is looked at again. */
const ahead = 5 * minute;

interface Standing {
  readonly id: string;
  readonly number: string;
  readonly lane: number;
  readonly dockedAt: string;
}

/** Whether its truck, or the trailer that its driver has left, stands at its dock. */
export const stands = (delivery: Pick<Delivery, "status" | "dockedAt" | "dockClearedAt">): boolean =>
  delivery.dockClearedAt === null &&
  (inGroup(deliveryScheduleFlow, "atDock", delivery.status) ||
    (delivery.status === "arrived" && delivery.dockedAt !== null));

/** The trucks that stand at a dock, the one that came first first. */
export async function standingAt(ctx: Ctx, dockId: string, exceptId: string): Promise<readonly Standing[]> {
  const { rows } = await sql<Standing>`
    select d.id, d.number, d.lane, d.docked_at as "dockedAt" from delivery_schedules d
    where d.company_id = current_company() and d.dock_id = ${dockId} and d.id <> ${exceptId} and ${standsAtDock("d")}
    order by d.docked_at`.execute(ctx.db);
  return rows;
}

/** What a stay may push aside, locked in the order of ids and before the dock, as everything does that needs both. */
export async function lockAround(
  ctx: Ctx,
  deliveryId: string,
  dockId: string,
  more: readonly string[] = [],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct subject_id as id from bookings where company_id = current_company() and resource_id = ${dockId}
      and active and reason = 'delivery' and lower(during) < now() + interval '1 day'`.execute(ctx.db);
  await lockMany(ctx.db, "delivery_schedules", [deliveryId, ...more, ...rows.map(({ id }) => id)]);
}

/**
 * Takes a lane of the door at which a truck stands, from then until the end of its plan, for half an hour at least; what
 * was planned there is pushed aside. 409 while other trucks stand on every lane: then somebody has to say whether they
 * have gone. The dock's lock is the queue; deliveries were locked before (`lockAround`).
 */
export async function standAt(ctx: Ctx, delivery: Delivery, dockId: string, from: string) {
  const dock = await lockById(ctx.db, "docks", dockId);
  if (dock.locationId !== delivery.locationId) throw invalid({ dockId: message("This dock is at another location.") });
  const standing = await standingAt(ctx, dockId, delivery.id);
  if (standing.length >= dock.parallelCapacity) throw occupiedBy(standing, dock);
  const until = stayUntil(delivery, from);
  const booked = await bookingsDuring(ctx.db, { resourceIds: [dockId], from, until });
  const others = booked.filter(({ subjectId }) => subjectId !== delivery.id);
  const own = delivery.dockId === dockId ? delivery.lane : null;
  const lane = laneFor(dock, others, { taken: standing.map((one) => one.lane), own });
  await pushAside(
    ctx,
    { delivery, dock, lane, until },
    others.filter((one) => one.lane === lane),
  );
  const taken = await book(ctx.db, {
    resourceId: dockId,
    lanes: dock.parallelCapacity,
    preferred: lane,
    from,
    until,
    reason: "delivery",
    subjectId: delivery.id,
    insteadOf: "sameKind",
    standing: true,
  });
  if (taken === null) throw new RunAgain();
  return { dockId, lane: taken, occupiedFrom: from, occupiedUntil: until, displacedById: null };
}

/** The end of its plan; for a truck that came early as long as was planned from now on; half an hour more at least. */
function stayUntil({ plannedStart, plannedEnd, occupiedUntil }: Delivery, from: string): string {
  const end = Math.max(Date.parse(occupiedUntil), Date.parse(plannedEnd));
  const asPlanned = Math.min(end, Date.parse(from) + end - Date.parse(plannedStart));
  return new Date(Math.max(asPlanned, Date.now() + atLeast)).toISOString();
}

/** The lane that is free; else its own, else the one on which least is planned. On none of them stands a truck. */
function laneFor(
  dock: RecordOf<"docks">,
  others: readonly Booking[],
  { taken, own }: { taken: readonly number[]; own: number | null },
): number {
  const lanes = Array.from({ length: dock.parallelCapacity }, (_, at) => at + 1).filter(
    (lane) => !taken.includes(lane),
  );
  const inTheWay = (lane: number) => others.filter((one) => one.lane === lane).length;
  const [best = 1] = lanes.toSorted(
    (a, b) => inTheWay(a) - inTheWay(b) || Number(b === own) - Number(a === own) || a - b,
  );
  return best;
}

function occupiedBy(standing: readonly Standing[], dock: RecordOf<"docks">) {
  const [first] = standing;
  return conflict(
    "dock_occupied",
    message("{number} still stands at dock {dock}. Has it gone, and when?", {
      number: first?.number ?? "",
      dock: dock.code,
    }),
    { standing: standing.map(({ id, number, dockedAt }) => ({ id, number, dockedAt })), dockCode: dock.code },
  );
}

/** Deliveries in the way lose the door and need another time; one that is here waits at the gate. A downtime gives way. */
async function pushAside(
  ctx: Ctx,
  { delivery, dock, lane: taken, until }: { delivery: Delivery; dock: RecordOf<"docks">; lane: number; until: string },
  inTheWay: readonly Booking[],
): Promise<void> {
  await giveWay(ctx.db, { resourceId: dock.id, lane: taken, subjectIds: subjectsOf(inTheWay, "downtime"), until });
  const ids = subjectsOf(inTheWay, "delivery");
  if (ids.length === 0) return;
  // Who waits for a lock here would hold the dock's meanwhile.
  const { rows } = await sql<{ id: string }>`
    select id from delivery_schedules where company_id = current_company() and id = any(${ids})
    order by id for no key update skip locked`.execute(ctx.db);
  if (rows.length < ids.length) throw new RunAgain();
  const displaced = await lockMany(ctx.db, "delivery_schedules", ids);
  await release(ctx.db, ids, { kind: "dock" });
  for (const { id } of displaced) {
    await updateRow(ctx.db, "delivery_schedules", { id }, { dockId: null, lane: null, displacedById: delivery.id });
    await ctx.emit(
      "delivery-schedule.displaced",
      { id },
      {
        changes: {
          dock: { from: dock.code, to: null },
          displacedBy: { from: null, to: delivery.number },
        },
      },
    );
  }
}

const subjectsOf = (booked: readonly Booking[], reason: string): string[] => [
  ...new Set(booked.filter((one) => one.reason === reason).map(({ subjectId }) => subjectId)),
];

/** Looks at the stay again before it ends. */
export async function followStay(
  ctx: Ctx,
  { id, occupiedUntil }: Pick<Delivery, "id" | "occupiedUntil">,
): Promise<void> {
  const at = new Date(Date.parse(occupiedUntil) - ahead);
  await ctx.enqueue("extend-dock-stay", { deliveryScheduleId: id, occupiedUntil }, at);
}

/** The truck stands there still: it holds its door for another half hour, and what was planned there is pushed aside. */
export async function extendStay(
  ctx: Ctx,
  { deliveryScheduleId: id, occupiedUntil }: { deliveryScheduleId: string; occupiedUntil?: string },
): Promise<void> {
  const { rows } = await sql<{ dockId: string | null }>`
    select dock_id as "dockId" from delivery_schedules where company_id = current_company() and id = ${id}`.execute(
    ctx.db,
  );
  const dockId = rows[0]?.dockId;
  if (!dockId) return;
  await lockAround(ctx, id, dockId);
  const delivery = await lockById(ctx.db, "delivery_schedules", id);
  if (!stands(delivery) || delivery.dockId !== dockId) return;
  if (occupiedUntil !== undefined && delivery.occupiedUntil !== occupiedUntil) return; // another stay, followed by itself
  if ((await standingAt(ctx, dockId, id)).length > 0) {
    const dock = await lockById(ctx.db, "docks", dockId);
    if ((await standingAt(ctx, dockId, id)).length >= dock.parallelCapacity) return; // two on one lane: a person has to say which
  }
  const stay = await standAt(ctx, delivery, dockId, delivery.occupiedFrom);
  await followStay(ctx, await updateRow(ctx.db, "delivery_schedules", delivery, stay));
}
