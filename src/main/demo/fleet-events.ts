import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { addRows, minutesFrom, type Row } from "./bulk.ts";
import { bySystem, byUser, eventOf } from "./order-events.ts";
import { Random } from "./random.ts";
import type { Person } from "./users.ts";

interface Telling {
  readonly companyId: string;
  readonly dispatcher: Person;
}

interface Driven {
  readonly id: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Who drives it; few of them have an account. */
  readonly driverUserId: string | null;
  readonly driverName: string | null;
}

interface ToldTrip extends Driven {
  readonly status: string;
  readonly reason: string | null;
  readonly dispatchedAt: string | null;
  readonly acknowledgedAt: string | null;
  readonly pausedAt: string | null;
  readonly changedAt: string | null;
  readonly changeReason: string | null;
}

interface ToldDelivery extends Driven {
  readonly status: string;
  readonly isAssigned: boolean;
  readonly outcome: string | null;
  readonly outcomeReason: string | null;
  readonly outcomeAt: string | null;
}

interface ToldHold {
  readonly id: string;
  readonly vehicleId: string;
  readonly reason: string;
  readonly createdAt: string;
  readonly openedBy: string | null;
  readonly openedByName: string | null;
  readonly closedAt: string | null;
  readonly closedBy: string | null;
  readonly closedByName: string | null;
  readonly closeReason: string | null;
}

/** One step of a history: when, what, by whom, and the state that it led to. */
type Step = readonly [at: string | null, step: string, who: Row, to: string | null, reason?: string | null];

/** What trips, their deliveries and held vehicles went through, as people took their steps: the histories of their pages. */
export async function addFleetEvents(db: Db, { companyId, dispatcher }: Telling): Promise<void> {
  const random = new Random(444);
  const desk = byUser(dispatcher);
  const driver = sql`d.user_id as "driverUserId", concat_ws(' ', d.first_name, d.last_name) as "driverName"`;
  const { rows: trips } = await sql<ToldTrip>`
    select t.id, t.status, t.status_reason as reason, t.created_at as "createdAt", t.dispatched_at as "dispatchedAt",
      t.acknowledged_at as "acknowledgedAt", t.actual_start as "startedAt", t.closed_at as "endedAt", ${driver},
      (select min(p.begins_at) from trip_pauses p where p.company_id = t.company_id and p.trip_id = t.id) as "pausedAt",
      l.begins_at as "changedAt", l.reason as "changeReason"
    from trips t left join drivers d on (d.company_id, d.id) = (t.company_id, t.driver_id)
    left join trip_legs l on (l.company_id, l.trip_id) = (t.company_id, t.id) and l.reason is not null
    where t.company_id = ${companyId} order by t.trip_number`.execute(db);
  const { rows: deliveries } = await sql<ToldDelivery>`
    select f.id, f.status, f.created_at as "createdAt", t.id is not null as "isAssigned",
      coalesce((select s.completed_at from trip_stops s where s.company_id = f.company_id and s.id = f.pickup_stop_id), t.actual_start) as "startedAt",
      t.closed_at as "endedAt", ${driver}, a.outcome, a.reason as "outcomeReason", a.at as "outcomeAt"
    from fleet_deliveries f
    left join fleet_delivery_attempts a on (a.company_id, a.delivery_id, a.attempt_no) = (f.company_id, f.id, 1)
    left join trips t on t.company_id = f.company_id and t.id = coalesce(a.trip_id, f.trip_id)
    left join drivers d on (d.company_id, d.id) = (t.company_id, t.driver_id)
    where f.company_id = ${companyId} order by f.delivery_number`.execute(db);
  const { rows: holds } = await sql<ToldHold>`
    select h.id, h.vehicle_id as "vehicleId", h.reason, h.created_at as "createdAt", h.created_by as "openedBy",
      concat_ws(' ', o.first_name, o.last_name) as "openedByName", h.closed_at as "closedAt", h.close_reason as "closeReason",
      h.closed_by as "closedBy", concat_ws(' ', c.first_name, c.last_name) as "closedByName"
    from vehicle_holds h left join users o on o.company_id = h.company_id and o.id = h.created_by
    left join users c on c.company_id = h.company_id and c.id = h.closed_by
    where h.company_id = ${companyId} order by h.created_at, h.id`.execute(db);
  const written = (entity: string, id: string, steps: readonly Step[]): Row[] => {
    let from: string | null = null;
    return steps.flatMap(([when, step, who, to, reason = null]) => {
      if (when === null) return [];
      const at = new Date(when);
      const more = { from_status: to && from, to_status: to, reason };
      if (to !== null) from = to;
      return [eventOf(random.id(at), at, { entity, id, step, who, more })];
    });
  };
  const events = [
    ...trips.flatMap((trip) => written("trip", trip.id, stepsOfTrip(trip, desk))),
    ...deliveries.flatMap((delivery) => written("delivery", delivery.id, stepsOfDelivery(delivery, desk))),
    ...holds.flatMap((hold) => [
      ...written("vehicle", hold.vehicleId, stepsOfHold(hold, ["held", "released"])),
      ...written("vehicle-hold", hold.id, stepsOfHold(hold, ["opened", "closed"])),
    ]),
  ];
  await addRows(
    db,
    "events",
    events.toSorted((a, b) => Number(a["at"]) - Number(b["at"])),
  );
}

const atWheel = ({ driverUserId, driverName }: Driven): Row => ({
  actor_kind: "user",
  actor_id: driverUserId,
  actor_name: driverName,
});

const after = (at: string, minutes: number): string => minutesFrom(new Date(at), minutes).toISOString();

const someone = (id: string | null, name: string | null): Row =>
  id === null ? bySystem : { actor_kind: "user", actor_id: id, actor_name: name };

const stepsOfHold = (hold: ToldHold, [opened, closed]: readonly [string, string]): readonly Step[] => [
  [hold.createdAt, opened, someone(hold.openedBy, hold.openedByName), null, hold.reason],
  [hold.closedAt, closed, someone(hold.closedBy, hold.closedByName), null, hold.closeReason],
];

function stepsOfTrip(trip: ToldTrip, desk: Row): readonly Step[] {
  const { status, reason, createdAt, endedAt } = trip;
  const driver = atWheel(trip);
  const isCancelled = status === "cancelled";
  return [
    [createdAt, "created", desk, "draft"],
    [status === "draft" ? null : after(createdAt, 7), "planned", desk, "planned"],
    [trip.dispatchedAt, "dispatched", desk, "dispatched"],
    [trip.acknowledgedAt, "acknowledged", driver, null],
    [trip.startedAt, "started", driver, "in_progress"],
    [trip.changedAt, "vehicleChanged", desk, null, trip.changeReason],
    [trip.pausedAt, "paused", driver, "paused", reason],
    [isCancelled ? after(createdAt, 23 * 60) : null, "cancelled", desk, "cancelled", reason],
    [endedAt, status, driver, status, status === "aborted" ? reason : null],
  ];
}

function stepsOfDelivery(delivery: ToldDelivery, desk: Row): readonly Step[] {
  const { createdAt, isAssigned, startedAt, endedAt, outcome, outcomeAt, outcomeReason } = delivery;
  const driver = atWheel(delivery);
  const isLeft = outcome === "not_reached";
  const isFailed = outcome === "failed";
  const told = { delivered: "delivered", partly_delivered: "partlyDelivered", failed: "failed" }[outcome ?? ""];
  return [
    [createdAt, "created", desk, "unassigned"],
    [isAssigned ? after(createdAt, 4) : null, "assigned", desk, "assigned"],
    [startedAt, "setOut", driver, "out_for_delivery"],
    [told ? outcomeAt : null, told ?? "", driver, outcome, isFailed ? outcomeReason : null],
    [isFailed && outcomeAt ? after(outcomeAt, 95) : null, "triedAgain", desk, "unassigned"],
    [isLeft ? endedAt : null, "returnStarted", driver, "returning", outcomeReason],
    [isLeft && endedAt ? after(endedAt, 130) : null, "returned", desk, "returned"],
  ];
}
