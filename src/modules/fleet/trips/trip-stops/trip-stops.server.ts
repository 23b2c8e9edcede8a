import { sql, type RawBuilder } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { findById, lockById, type RecordOf } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { fleetDeliveryFlow, forgotten } from "../../deliveries/deliveries.flow.ts";
import { askedFirst, mustRunIt } from "../own-trip.server.ts";
import { expectedArrival } from "../expected-arrivals.server.ts";
import { dueAt } from "../trip-facts.server.ts";
import { begunAt, momentOf } from "../true-times.server.ts";
import { tripFlow } from "../trips.flow.ts";
import { headForNext } from "./stop-order.server.ts";
import { askedOf, instead, seesPlaces } from "./stop-places.server.ts";
import { allTripStops, tripStopRecord, tripStops } from "./trip-stops.contract.ts";
import { neverLeft, notRunning, tripStopFlow } from "./trip-stops.flow.ts";

type Row = RecordOf<"trip_stops">;

const ofTrip = (value: RawBuilder<unknown>) =>
  sql`(select ${value} from trips p where p.company_id = t.company_id and p.id = t.trip_id)`;

/** Stops to whoever sees their places. */
const source = {
  record: tripStopRecord,
  defaultSort: "plannedArrival",
  flow: tripStopFlow,
  add: {
    tripNumber: ofTrip(sql`p.trip_number`),
    tripPlannedStart: ofTrip(sql`p.planned_start`),
    tripPlannedEnd: ofTrip(sql`p.planned_end`),
    tripActualStart: ofTrip(sql`p.actual_start`),
    tripActualEnd: ofTrip(sql`p.actual_end`),
    number: sql`t.position + 1`,
    isTripRunning: sql`exists (select from trips p where p.company_id = t.company_id and p.id = t.trip_id
      and p.status in (${statesIn(tripFlow, "running")}))`,
    locationName: sql`(select l.name from locations l where l.company_id = t.company_id and l.id = t.location_id)`,
    isLate: sql`(select s.status in (${statesIn(tripStopFlow, "ahead")}) and ${dueAt} < now() from trip_stops s
      where s.company_id = t.company_id and s.id = t.id)`,
    expectedArrival: sql`expected.at`,
    isExpectedLate: sql`coalesce(expected.at > expected.due + interval '1 minute', false)`,
    minutesLate: sql`(select case when x.at > x.due + interval '1 minute' then floor(extract(epoch from x.at - x.due) / 60)::int end
      from (select expected.at, expected.due where expected.at is not null
        union all select t.arrived_at, t.window_end where t.arrived_at is not null) x limit 1)`,
    isInVain: sql`(t.status = 'completed' and (select coalesce(bool_and(d.status in (${statesIn(fleetDeliveryFlow, "undelivered")})), false)
      from fleet_deliveries d where d.company_id = t.company_id and d.dropoff_stop_id = t.id))`,
  },
  joins: sql`left join lateral (select x.at, x.due from (select t.company_id, t.id, t.trip_id offset 0) stop
    cross join lateral (select ${expectedArrival} as at, ${dueAt} as due from trips t cross join trip_stops s
      where t.company_id = stop.company_id and t.id = stop.trip_id and t.status in (${statesIn(tripFlow, "holding")})
        and s.company_id = stop.company_id and s.id = stop.id offset 0) x) expected on true`,
};
const standard = crudHandlers(allTripStops, source);
/** A stop `t` as those see it who read its town alone; what they search for is a location of the company's. */
const withTowns = crudHandlers(allTripStops, {
  ...source,
  add: {
    ...source.add,
    ...Object.fromEntries(
      Object.entries(instead).map(([key, value]) => [
        key,
        sql`(select ${value} from trip_stops s where s.company_id = t.company_id and s.id = t.id)`,
      ]),
    ),
  },
  where: {
    atLocation: (q: string) => sql`t.location_id in (select l.id from locations l where l.company_id = current_company()
      and position(${q.toLowerCase()} in lower(l.name)) > 0)`,
  },
});
const shownTo = (ctx: Pick<Ctx, "can">) => (seesPlaces(ctx) ? standard : withTowns);
const read: typeof standard.read = (ctx, req) => shownTo(ctx).read(ctx, req);

/** The trip's history tells what happened at its stops: by their place in its order, and by name what is the company's own. */
async function tellTrip(ctx: Ctx, stop: Row, step: string, reason: string | null = null): Promise<void> {
  const { rows } = await sql<{ name: string }>`select l.name from trip_stops s
    join locations l on (l.company_id, l.id) = (s.company_id, s.location_id)
    where s.company_id = current_company() and s.id = ${stop.id}`.execute(ctx.db);
  await ctx.emit(
    `trip.${step}`,
    { id: stop.tripId },
    {
      ...(reason === null ? {} : { reason }),
      changes: { stop: { to: [String(stop.position + 1), rows[0]?.name].filter(Boolean).join(". ") } },
    },
  );
}

/** The steps, each of which answers with the stop as `answer` reads it. */
const stepsAnswering = (answer: (ctx: Ctx, req: { id: string }) => Promise<unknown>) =>
  flowHandlers(
    tripStops,
    tripStopFlow,
    { record: tripStopRecord, read: answer },
    {
      arrive: {
        check: async (ctx, stop, { reason }) => {
          const { inOrder } = await turnAside(ctx, stop);
          if (!inOrder && reason === null)
            throw invalid({ reason: message("Another stop comes before this one. Say why this one is first.") });
        },
        set: async (ctx, stop, { at }) => ({
          arrivedAt: momentOf(at, stop.enRouteAt ?? (await begunAt(ctx, stop.tripId))),
        }),
        then: (ctx, stop, { reason }) => tellTrip(ctx, stop, "stopReached", reason),
      },
      complete: {
        set: (_ctx, stop, { at }) => ({ completedAt: momentOf(at, stop.arrivedAt) }),
        then: (ctx, stop, { at }) => leave(ctx, stop, { at, step: "stopCompleted" }),
      },
      fail: {
        set: (_ctx, stop, { at, reason }) => ({ completedAt: momentOf(at, stop.arrivedAt), outcomeReason: reason }),
        then: (ctx, stop, { at, reason }) => leave(ctx, stop, { at, reason, step: "stopFailed" }),
      },
      skip: {
        set: (_ctx, _stop, { reason }) => ({ outcomeReason: reason, enRouteAt: null }),
        then: async (ctx, stop, { at, reason }) => {
          await tellTrip(ctx, stop, "stopSkipped", reason);
          await headForNext(ctx, { id: stop.tripId }, at);
        },
      },
      undoArrival: {
        check: mustHaveHandedNothingOver,
        set: () => ({ arrivedAt: null }),
        then: (ctx, stop, { reason }) => tellTrip(ctx, stop, "arrivalUndone", reason),
      },
      takeUp: {
        set: () => ({ outcomeReason: null }),
        then: async (ctx, stop, { reason }) => {
          await tellTrip(ctx, stop, "stopTakenUp", reason);
          await headForNext(ctx, { id: stop.tripId }, null);
        },
      },
      recordVisit: {
        check: mustBeKnownThere,
        to: (_ctx, _stop, { outcome }) => outcome,
        set: async (ctx, stop, visit) => {
          const { actualStart } = await findById(ctx.db, "trips", stop.tripId);
          return timesOf(stop, visit, actualStart);
        },
        then: (ctx, stop, { reason }) => tellTrip(ctx, stop, "visitRecorded", reason),
      },
    },
  );

/** 409 `consignee_forgotten`: what would be written of somebody's door now could not be forgotten a second time. */
async function mustBeKnownThere(ctx: Ctx, { id }: Row): Promise<void> {
  const { rows } = await sql<{
    isForgotten: boolean | null;
  }>`select bool_and(d.forgotten_at is not null) as "isForgotten"
    from fleet_deliveries d where d.company_id = current_company()
      and d.id in (select deliveries_of_stop(current_company(), ${id}))`.execute(ctx.db);
  if (rows[0]?.isForgotten) throw conflict(forgotten.code, forgotten.sentence);
}

interface Visit {
  readonly outcome: "completed" | "failed" | "skipped";
  readonly arrivedAt: string | null;
  readonly departedAt: string | null;
  readonly reason: string | null;
}

/** When somebody was at a stop after all: as it is told now, else as it was told before. 422 where nobody has told when it was reached. */
function timesOf(stop: Row, { outcome, arrivedAt, departedAt, reason }: Visit, begun: string | null) {
  if (outcome !== "completed" && reason === null) throw invalid({ reason: message("Say why.") });
  if (outcome === "skipped")
    return { arrivedAt: null, completedAt: null, departedAt: null, enRouteAt: null, outcomeReason: reason };
  const arrived = arrivedAt ?? stop.arrivedAt;
  if (arrived === null) throw invalid({ arrivedAt: message("Say when it was reached.") });
  const left = departedAt ?? stop.departedAt;
  const departed = left === null ? null : momentOf(left, arrived, "departedAt");
  return {
    arrivedAt: momentOf(arrived, begun, "arrivedAt"),
    completedAt: departed,
    departedAt: departed,
    outcomeReason: outcome === "failed" ? reason : null,
  };
}

/** From a stop that is done a trip heads for the next. */
async function leave(ctx: Ctx, stop: Row, { at, reason, step }: { at: string | null; reason?: string; step: string }) {
  await sql`update trip_stops set departed_at = completed_at where company_id = current_company() and id = ${stop.id}`.execute(
    ctx.db,
  );
  await tellTrip(ctx, stop, step, reason);
  await headForNext(ctx, { id: stop.tripId }, at);
}

/** The vehicle is at one place: it no longer heads for the stop that it was heading for. 409 while it stands at another. */
async function turnAside(ctx: Ctx, stop: Row): Promise<{ readonly inOrder: boolean }> {
  const { rows } = await sql<{
    id: string;
    status: string;
    position: number;
  }>`select s.id, s.status, s.position from trip_stops s
    where s.company_id = current_company() and s.trip_id = ${stop.tripId} and s.id <> ${stop.id}
      and s.status not in (${statesIn(tripStopFlow, "over")}) order by s.position`.execute(ctx.db);
  const standing = rows.find(({ status }) => status === "arrived");
  if (standing)
    throw conflict(
      "still_at_stop",
      message("It stands at stop {number} still. Complete that one first.", { number: standing.position + 1 }),
    );
  const turned = await sql<{ id: string }>`
    update trip_stops set status = 'pending', en_route_at = null, version = version + 1, updated_at = now()
    where company_id = current_company() and trip_id = ${stop.tripId} and id <> ${stop.id} and status = 'en_route'
    returning id`.execute(ctx.db);
  await ctx.emit("trip-stop.turnedAside", turned.rows, { from: "en_route", to: "pending" });
  return { inOrder: rows.every(({ position }) => position > stop.position) };
}

/** Of a trip that runs, which is locked. */
async function mustBeRunning(ctx: Ctx, id: string): Promise<void> {
  const { tripId } = await findById(ctx.db, "trip_stops", id);
  const { status } = await lockById(ctx.db, "trips", tripId);
  if (!inGroup(tripFlow, "running", status)) throw conflict(notRunning.code, notRunning.sentence, { status });
}

/** Where goods were handed over the vehicle has been: 409 `handed_over` until that is told otherwise. */
async function mustHaveHandedNothingOver(ctx: Ctx, { id }: Row): Promise<void> {
  const { rows } = await sql<{ number: string }>`select delivery_number as number from fleet_deliveries
    where company_id = current_company() and dropoff_stop_id = ${id} and status in (${statesIn(fleetDeliveryFlow, "handedOver")})
    order by delivery_number limit 1`.execute(ctx.db);
  if (rows[0])
    throw conflict(
      "handed_over",
      message("{number} was handed over here: correct what became of it first.", { number: rows[0].number }),
    );
}

/** Each step is of somebody who may run the trip, and of a trip that runs. */
async function mustRun(ctx: Ctx, id: string): Promise<void> {
  const { tripId } = await findById(ctx.db, "trip_stops", id);
  await mustRunIt(ctx, tripId);
  await mustBeRunning(ctx, id);
}

/** Of a trip that has left, which is locked, whether or not it is over. */
async function mustHaveLeft(ctx: Ctx, id: string): Promise<void> {
  const { tripId } = await findById(ctx.db, "trip_stops", id);
  const { status, actualStart } = await lockById(ctx.db, "trips", tripId);
  if (actualStart === null) throw conflict(neverLeft.code, neverLeft.sentence, { status });
}

const { recordVisit, ...onTheWay } = stepsAnswering(read);
const { recordVisit: _atADesk, ...unread } = stepsAnswering(() => Promise.resolve(undefined));
/** What whoever runs a trip reports of its stops. */
const runStop = askedFirst(onTheWay, mustRun);
/** The same by a driver who had the trip when it was so, and sees it no more: whoever calls it has made sure of that. */
export const runStopThen = askedFirst(unread, mustBeRunning);
/** How a stop went after all; at a desk. */
export const recordStop = askedFirst({ recordVisit }, mustHaveLeft);

export default serve(tripStops, {
  read,
  list: (ctx, { query, ...req }) => shownTo(ctx).list(ctx, { ...req, query: askedOf(ctx, query, "atLocation") }),
  exportCsv: (ctx, { query, ...req }) =>
    shownTo(ctx).exportCsv(ctx, { ...req, query: askedOf(ctx, query, "atLocation") }),
  async history(ctx, req) {
    const { items } = await standard.history(ctx, req);
    return { items: seesPlaces(ctx) ? items : items.map((item) => ({ ...item, reason: null })) };
  },
  ...runStop,
  ...recordStop,
});
