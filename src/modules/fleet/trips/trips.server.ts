import { sql } from "kysely";
import type { z } from "zod";
import type { BodyOf } from "#shared/contract/contract.ts";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { release, stand } from "#server/bookings/bookings.ts";
import { fullName } from "#server/db/full-name.ts";
import type { Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { childRows } from "#server/records/child-rows.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { lockById, nextNumber, updateRow, type RecordOf } from "#server/records/records.ts";
import { discreet } from "../discreet.server.ts";
import { driversLeave } from "../drivers/duty.server.ts";
import { letGoOfTrip, mustKeepStops } from "../deliveries/trip-effects.server.ts";
import { holdResources } from "./bookings/hold-resources.server.ts";
import { swapVehicles } from "./bookings/swap-vehicles.server.ts";
import { forgetAnswers } from "./guards/answered-checks.server.ts";
import { mustBeFree } from "./guards/must-be-free.server.ts";
import { tripChecks, tripLoad } from "./guards/trip-checks.server.ts";
import { tripNotes } from "./guards/trip-notes.server.ts";
import { drivenAfterAll, endRecorded } from "./legs/after-all.server.ts";
import { answerFor } from "./legs/answer-for.server.ts";
import { endOnTheRoad } from "./legs/end-trip.server.ts";
import { judge } from "./legs/judge.server.ts";
import { endOf, isUnanswered, legs, newChecks, unansweredOnes, withoutReasons } from "./legs/legs.server.ts";
import { goesOn, pauses, standsStill } from "./legs/pauses.server.ts";
import { settleOverlaps } from "./legs/overlaps.server.ts";
import { goOn } from "./legs/reopen.server.ts";
import { driverTakesOver, vehicleTakesOver } from "./legs/take-over.server.ts";
import { readMeter } from "./meters/read-meter.server.ts";
import { distanceKm, tripMeters } from "./meters/trip-meters.server.ts";
import { askedFirst, mustBeItsDriver, mustRunIt } from "./own-trip.server.ts";
import { planErrors } from "./trip-stops/stop-plan.ts";
import { assetTakesOver } from "./trip-assets/change-asset.server.ts";
import { assetNumbers, attachAssets, attached, hasAsset, leaveAtLastStop } from "./trip-assets/trip-assets.server.ts";
import { addStop } from "./trip-stops/add-stop.server.ts";
import { leaveOutStops, headForNext, mustHaveNoOpenStop } from "./trip-stops/stop-order.server.ts";
import { seesPlaces, withoutPlaces } from "./trip-stops/stop-places.server.ts";
import { tripStopInput } from "./trip-stops/trip-stops.contract.ts";
import { crewInput, tripAssetInput, tripRecord, trips, untold, type Trip, type tripInput } from "./trips.contract.ts";
import { tripFlow } from "./trips.flow.ts";
import {
  hasReportsToSettle,
  isLate,
  isLateOnItsWay,
  lateOnes,
  rowJoins,
  stopsOfTrip,
  withReportsToSettle,
} from "./trip-facts.server.ts";
import { keptFromDrivers, toldToDesks } from "./told-to-desks.server.ts";
import { momentOf } from "./true-times.server.ts";
import { vehicleName } from "../vehicles/vehicle-name.server.ts";

type Row = RecordOf<"trips">;
/** What waits for an answer is for the desk to know. */
const openTo = (isForDesk: boolean) => (isForDesk ? isUnanswered : sql`false`);
const unansweredFor = (isForDesk: boolean) => (isForDesk ? unansweredOnes : sql`false`);

/** Trips to whoever sees the places of their stops, or does not, at a desk or on the road. */
const source = (isWhole: boolean, isForDesk: boolean) => ({
  record: tripRecord,
  defaultSort: "-plannedStart",
  flow: tripFlow,
  rows: {
    stops: childRows("trip_stops", "trip_id", tripStopInput),
    crew: childRows("trip_crew", "trip_id", crewInput),
    assets: childRows("trip_assets", "trip_id", tripAssetInput),
  },
  add: {
    stops: stopsOfTrip(isWhole),
    attached,
    legs: legs(isForDesk),
    pauses: pauses(isForDesk),
    people: sql`(select coalesce(json_agg(json_build_object('driverId', w.driver_id, 'role', w.role,
        'driverName', ${fullName("d")}) order by w.position), '[]') from trip_crew w
      join drivers d on (d.company_id, d.id) = (w.company_id, w.driver_id) where w.company_id = t.company_id and w.trip_id = t.id)`,
    assetNumbers,
    vehicleName: sql`coalesce(t.vehicle_label, case when v.id is not null then ${vehicleName("v")} end)`,
    driverName: sql`coalesce(t.driver_label, case when d.id is not null then ${fullName("d")} end)`,
    driverPhone: sql`d.phone`,
    dispatchedByName: sql`case when u.id is not null then ${fullName("u")} end`,
    stopCount: sql`way.stops`,
    stopsOver: sql`way.over`,
    firstStopName: sql`way.names[1]`,
    lastStopName: sql`way.names[way.stops]`,
    isLate: isLateOnItsWay,
    meters: tripMeters,
    distanceKm,
    hasReportsToSettle,
    isUnanswered: openTo(isForDesk),
    ...(isForDesk ? toldToDesks : keptFromDrivers),
  },
  joins: rowJoins(isWhole),
  where: {
    isLate: (wanted: boolean) => (wanted ? lateOnes : sql`not ${isLate}`),
    assetId: hasAsset,
    hasReportsToSettle: (wanted: boolean) => (wanted ? withReportsToSettle : sql`not ${hasReportsToSettle}`),
    isUnanswered: (wanted: boolean) => (wanted ? unansweredFor(isForDesk) : sql`not ${openTo(isForDesk)}`),
  },
});
const standard = crudHandlers(trips, source(true, true));
const withTowns = crudHandlers(trips, source(false, true));
const onTheRoad = crudHandlers(trips, source(true, false));
const desk = ["CAN_VIEW_TRIPS", "CAN_PLAN_TRIPS", "CAN_DISPATCH_TRIPS"] as const;
const isAtDesk = (ctx: Pick<Ctx, "can">) => desk.some((permission) => ctx.can(permission));
const shownTo = (ctx: Pick<Ctx, "can">) => {
  if (!isAtDesk(ctx)) return onTheRoad;
  return seesPlaces(ctx) ? standard : withTowns;
};
const read: typeof standard.read = (ctx, req) => shownTo(ctx).read(ctx, req);

const steps = flowHandlers(
  trips,
  tripFlow,
  { record: tripRecord, read },
  {
    plan: {
      check: async (ctx, trip) => {
        const { stops } = await standard.read(ctx, trip);
        mustBeWhole(trip, stops.length);
      },
      then: (ctx, trip) => holdResources(ctx, trip),
    },
    dispatch: { set: (ctx, trip) => givenAway(ctx, trip, null), then: (ctx, trip) => judge(ctx, trip) },
    dispatchAnyway: {
      set: (ctx, trip, { reason }) => givenAway(ctx, trip, reason),
      then: (ctx, trip, { answersFor }) => judge(ctx, trip, { answersFor }),
    },
    acknowledge: { set: () => ({ acknowledgedAt: new Date() }) },
    recall: {
      set: () => ({
        dispatchedAt: null,
        dispatchedBy: null,
        overrideReason: null,
        acknowledgedAt: null,
        vehicleLabel: null,
        driverLabel: null,
      }),
      then: (ctx, { id }) => forgetAnswers(ctx, id),
    },
    start: {
      check: mustBeFree,
      // A desk may have dispatched what had left already; whoever drives it had it then.
      set: (ctx, trip, { at }) => ({
        actualStart: momentOf(at, ctx.can("CAN_DISPATCH_TRIPS") ? null : trip.dispatchedAt),
      }),
      then: async (ctx, trip, { at, ...meter }) => {
        await stand(ctx.db, trip.id);
        await driversLeave(ctx, trip);
        await attachAssets(ctx, trip);
        await judge(ctx, trip, { hasHappened: true });
        await readMeter(ctx, trip, { source: "trip_start", ...meter, at });
        await headForNext(ctx, trip, at);
        await settleOverlaps(ctx, trip);
      },
    },
    recordDriven: drivenAfterAll,
    pause: standsStill,
    resume: goesOn,
    changeVehicle: vehicleTakesOver,
    changeVehicleAnyway: vehicleTakesOver,
    changeDriver: driverTakesOver,
    changeDriverAnyway: driverTakesOver,
    changeAsset: assetTakesOver,
    changeAssetAnyway: assetTakesOver,
    addStop,
    answerFor,
    complete: {
      check: mustHaveNoOpenStop,
      set: async (ctx, trip, { at }) => ({
        actualEnd: await endOf(ctx, trip, at),
        closedAt: new Date(),
        statusReason: null,
      }),
      then: async (ctx, trip, { at, ...meter }) => {
        await leaveAtLastStop(ctx, trip.id);
        await endOnTheRoad(ctx, trip);
        await readMeter(ctx, trip, { source: "trip_end", ...meter, at });
      },
    },
    reopen: {
      check: goOn,
      set: (_ctx, _trip, { reason }) => ({ actualEnd: null, closedAt: null, statusReason: reason }),
      then: settleOverlaps,
    },
    abort: {
      set: async (ctx, trip, { reason, at }) => ({
        actualEnd: await endOf(ctx, trip, at),
        closedAt: new Date(),
        statusReason: reason,
      }),
      then: async (ctx, trip, { at, ...meter }) => {
        await leaveOutStops(ctx, trip);
        await endOnTheRoad(ctx, trip);
        await readMeter(ctx, trip, { source: "trip_end", ...meter, at });
      },
    },
    recordEnd: endRecorded,
    cancel: {
      set: (_ctx, _trip, { reason }) => ({ statusReason: reason }),
      then: async (ctx, trip) => {
        await leaveOutStops(ctx, trip);
        await release(ctx.db, [trip.id], "everything");
      },
    },
  },
);

const { start, acknowledge, recall, pause, resume, complete, abort, ...atADesk } = steps;
/** What a driver reports of a trip that was theirs when it was so: whoever calls it has made sure of that. */
export const runTripThen = { start, acknowledge, pause, resume, complete };
/** What whoever runs a trip does with it. Each is refused by throwing, with 404 to whom it is not shown. */
const runTrip = {
  ...askedFirst({ acknowledge, recall }, mustBeItsDriver),
  ...askedFirst({ start, pause, resume, complete, abort }, mustRunIt),
};

/** What is told of a trip after all, at a desk: whoever calls it has made sure that they may. */
export const recordTrip = { recordDriven: steps.recordDriven, recordEnd: steps.recordEnd };

/** A driver said on the road that they know of a trip, which we learn later. */
export async function acknowledgedAt(ctx: Ctx, trip: { readonly id: string }, at: string): Promise<void> {
  await updateRow(ctx.db, "trips", trip, { acknowledgedAt: at });
}

/** The record as its own route shows it. */
export const readTrip = read;

/** Writes a trip as a draft under the next number; 422 for what contradicts itself. */
export async function createTrip(ctx: Ctx, input: z.output<typeof tripInput>): Promise<Trip> {
  refuse(planErrors(input));
  const tripNumber = `T-${String(await nextNumber(ctx.db, "trip")).padStart(5, "0")}`;
  const body: typeof input & { tripNumber: string } = { ...input, tripNumber };
  return standard.create(ctx, { id: "", params: {}, query: undefined, body });
}

/** Changes a trip that has not left, and what it holds; 409 `stale_version`, `resource_taken`, `stop_has_delivery`. */
export async function changeTrip(ctx: Ctx, id: string, body: BodyOf<typeof trips.update>): Promise<Trip> {
  const { version: _version, ...input } = body;
  const { status } = await lockById(ctx.db, "trips", id);
  refuse(planErrors(input));
  if (inGroup(tripFlow, "holding", status)) mustBeWhole(input, input.stops.length);
  await mustKeepStops(ctx, id, input.stops);
  const after = await standard.update(discreet(ctx, untold), { id, params: {}, query: undefined, body });
  if (inGroup(tripFlow, "holding", status)) await holdResources(ctx, after);
  return after;
}

/** The step that books what a trip takes. */
export const planTrip = (ctx: Ctx, id: string): Promise<Trip> =>
  steps.plan(ctx, { id, params: {}, query: undefined, body: {} });

export default serve(trips, {
  ...standard,
  read,
  list: (ctx, req) => shownTo(ctx).list(ctx, req),
  exportCsv: (ctx, req) => shownTo(ctx).exportCsv(ctx, req),
  async history(ctx, req) {
    const told = await standard.history(ctx, req);
    if (!isAtDesk(ctx)) return withoutReasons(told);
    return seesPlaces(ctx) ? told : withoutPlaces(told);
  },
  ...atADesk,
  ...runTrip,
  create: (ctx, { body }) => createTrip(ctx, body),
  update: (ctx, { id, body }) => changeTrip(ctx, id, body),
  async remove(ctx, req) {
    const { status } = await lockById(ctx.db, "trips", req.id);
    if (status !== "draft") throw conflict("not_a_draft", message("Cancel it: only a draft can be removed."));
    await letGoOfTrip(ctx, req.id);
    return standard.remove(ctx, req);
  },
  async archive(ctx, req) {
    const { status } = await lockById(ctx.db, "trips", req.id);
    if (!inGroup(tripFlow, "over", status))
      throw conflict("not_over", message("It is not over yet. Cancel it if it is not needed."));
    await mustBeSettled(ctx, req.id);
    return standard.archive(ctx, req);
  },
  async checks(ctx, { id }) {
    await standard.read(ctx, { id });
    const found = await tripChecks(ctx, id);
    const open = await newChecks(ctx, id, found);
    const items = found.map((check) => ({ ...check, isAnswered: !open.includes(check) }));
    return { items, notes: await tripNotes(ctx, id) };
  },
  async load(ctx, { id }) {
    await standard.read(ctx, { id });
    return tripLoad(ctx, id);
  },
  async swapVehicles(ctx, { id, body }) {
    await swapVehicles(ctx, id, body, (trip) => read(ctx, trip));
    return read(ctx, { id });
  },
});

function refuse(errors: ReturnType<typeof planErrors>): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function mustBeWhole(
  { vehicleId, driverId }: Pick<z.output<typeof tripInput>, "vehicleId" | "driverId">,
  stopCount: number,
): void {
  const errors = {
    ...(vehicleId === null ? { vehicleId: message("Choose the vehicle first.") } : {}),
    ...(driverId === null ? { driverId: message("Choose the driver first.") } : {}),
    ...(stopCount < 2
      ? { stops: message("A trip has two stops at least: where it loads, and where it unloads.") }
      : {}),
  };
  refuse(errors);
}

/** What a trip keeps of the moment at which its driver got it. */
async function givenAway(ctx: Ctx, trip: Row, overrideReason: string | null) {
  const { vehicleName, driverName } = await standard.read(ctx, trip);
  return {
    dispatchedAt: new Date(),
    dispatchedBy: ctx.user?.id ?? null,
    overrideReason,
    acknowledgedAt: null,
    vehicleLabel: vehicleName,
    driverLabel: driverName,
  };
}

/** What waits for somebody is not put away: nobody would find it again. */
async function mustBeSettled(ctx: Ctx, id: string): Promise<void> {
  const { rows } = await sql<{ waits: boolean }>`select ${isUnanswered} or ${hasReportsToSettle} as waits from trips t
    where t.company_id = current_company() and t.id = ${id}`.execute(ctx.db);
  if (rows[0]?.waits)
    throw conflict(
      "not_settled",
      message("Something of it waits still: answer for it, or settle its driver's reports."),
    );
}
