import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { findById } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { bringDeliveryThen, recordDelivery } from "../../deliveries/deliveries.server.ts";
import { fleetDeliveryFlow } from "../../deliveries/deliveries.flow.ts";
import { oddInHandover } from "../../deliveries/delivery-facts.server.ts";
import { otherOnBoard } from "../../deliveries/outcomes.server.ts";
import { mustHaveBeenOn, proveDeliveryThen, tellLoadThen } from "../../deliveries/told-on-the-road.server.ts";
import { whatIsNew } from "../../trips/legs/judge.server.ts";
import { isJump } from "../../trips/meters/read-meter.server.ts";
import { tripStopFlow } from "../../trips/trip-stops/trip-stops.flow.ts";
import { recordStop, runStopThen } from "../../trips/trip-stops/trip-stops.server.ts";
import { tripFlow } from "../../trips/trips.flow.ts";
import { acknowledgedAt, recordTrip, runTripThen } from "../../trips/trips.server.ts";
import type { ActionFlag, DriverAction } from "./driver-actions.contract.ts";

/** Stands where a driver gave no reason for coming to a later stop first: the plan has changed since they left. */
export const reasonMissing = "out of the planned order";

/** Stands where a trip that was cancelled or taken back is entered as its driver reported it. */
const hadLeft = "its driver had left";

interface Circumstances {
  /** The driver who reports. */
  readonly driverId: string;
  /** When it was; now, where that cannot be told. */
  readonly at: string | null;
  /** What the meter showed contradicts what it showed before. */
  readonly noMeter?: boolean;
}

/**
 * The same steps as at a desk, with the time of the road. What a driver has told of a delivery they may tell again: the wrong
 * button is pressed with gloves. Returns what of it somebody should look at though it was done.
 */
export async function apply(ctx: Ctx, action: DriverAction, given: Circumstances): Promise<readonly ActionFlag[]> {
  if ("deliveryId" in action) {
    if (action.kind === "load_delivery") return applyLoad(ctx, action, given);
    const isToldAgain = isOutcome(action) && (await hasToldOtherwise(ctx, action, given.driverId));
    if (isToldAgain) await recordAsTold(ctx, action, given.at);
    else await applyToDelivery(ctx, action, given);
    return isOutcome(action)
      ? [...(await oddAbout(ctx, action)), ...(isToldAgain ? (["told_again"] as const) : [])]
      : [];
  }
  if ("stopId" in action) {
    await applyToStop(ctx, action, given);
    return [];
  }
  const flags = await worthALook(ctx, action, given);
  await applyToTrip(ctx, action, given);
  return flags;
}

/**
 * What is a fact and should be looked at all the same: a start of a trip that would not be dispatched as things stand by now, unless
 * somebody has answered for it, and a meter that went too far.
 */
async function worthALook(
  ctx: Ctx,
  action: OfTrip,
  { at, noMeter = false }: Circumstances,
): Promise<readonly ActionFlag[]> {
  if (action.kind !== "start" && action.kind !== "complete") return [];
  const { vehicleId } = await findById(ctx.db, "trips", action.tripId);
  const isReady = action.kind !== "start" || (await whatIsNew(ctx, action.tripId)).length === 0;
  const meterValue = noMeter ? null : action.meterValue;
  const isFar = vehicleId !== null && meterValue !== null && (await isJump(ctx, { vehicleId, meterValue, at }));
  return [...(isFar ? (["meter_jump"] as const) : []), ...(isReady ? [] : (["not_ready"] as const))];
}

/** What is short or over when it is loaded is for the dispatcher to know before the consignee does. */
async function applyLoad(ctx: Ctx, { deliveryId, lines }: Load, { at }: Circumstances): Promise<readonly ActionFlag[]> {
  const { isToldAgain, isShort, isOver } = await tellLoadThen(ctx, deliveryId, { at, lines });
  return [
    ...(isShort ? (["loaded_short"] as const) : []),
    ...(isOver ? (["loaded_over"] as const) : []),
    ...(isToldAgain ? (["told_again"] as const) : []),
  ];
}

/** What does not fit of goods that were handed over. */
async function oddAbout(ctx: Ctx, { deliveryId }: Outcome): Promise<readonly ActionFlag[]> {
  const { isUnreached, isMoreThanLoaded } = await oddInHandover(ctx, deliveryId);
  return [
    ...(isUnreached ? (["not_arrived"] as const) : []),
    ...(isMoreThanLoaded ? (["more_than_loaded"] as const) : []),
  ];
}

type OfStop = Extract<DriverAction, { stopId: string }>;
type OfDelivery = Extract<DriverAction, { deliveryId: string }>;
type OfTrip = Exclude<DriverAction, OfStop | OfDelivery>;
type Load = Extract<DriverAction, { kind: "load_delivery" }>;
export type Outcome = Exclude<OfDelivery, { kind: "prove_delivery" } | Load>;
export const isOutcome = (action: DriverAction): action is Outcome => action.kind in outcomes;

async function applyToTrip(ctx: Ctx, action: OfTrip, { at, noMeter = false }: Circumstances): Promise<void> {
  const meterValue = "meterValue" in action && !noMeter ? action.meterValue : null;
  const ofTrip = { id: action.tripId };
  const meter = { meterValue, isConfirmed: true }; // what is far is told to the desk, and entered
  switch (action.kind) {
    case "acknowledge":
      return acknowledge(ctx, ofTrip, at);
    case "start":
      return void (await runTripThen.start(ctx, request(ofTrip, { ...meter, at })));
    case "pause":
      return void (await runTripThen.pause(ctx, request(ofTrip, { reason: action.reason, at })));
    case "resume":
      return void (await runTripThen.resume(ctx, request(ofTrip, { at })));
    case "complete":
      return void (await runTripThen.complete(ctx, request(ofTrip, { ...meter, at })));
  }
}

async function applyToStop(ctx: Ctx, action: OfStop, { at }: Circumstances): Promise<void> {
  const ofStop = { id: action.stopId };
  switch (action.kind) {
    case "arrive":
      return void (await runStopThen.arrive(ctx, request(ofStop, { reason: action.reason, at })));
    case "complete_stop":
      return void (await runStopThen.complete(ctx, request(ofStop, { at })));
    case "fail_stop":
      return void (await runStopThen.fail(ctx, request(ofStop, { reason: action.reason, at })));
    case "skip_stop":
      return void (await runStopThen.skip(ctx, request(ofStop, { reason: action.reason, at })));
  }
}

async function applyToDelivery(ctx: Ctx, action: Exclude<OfDelivery, Load>, { at }: Circumstances): Promise<void> {
  const delivery = { id: action.deliveryId };
  switch (action.kind) {
    case "deliver": {
      const { signerName } = action;
      const other = await otherOnBoard(ctx, delivery);
      if (other.length === 0) return void (await bringDeliveryThen.deliver(ctx, request(delivery, { at, signerName })));
      // All of it is all that is on board.
      const lines = other.map(({ id, loaded, reason }) => ({
        id,
        deliveredQuantity: loaded,
        damagedQuantity: "0",
        reason: reason ?? "loaded otherwise",
      }));
      return void (await bringDeliveryThen.deliverPartly(ctx, request(delivery, { at, signerName, lines })));
    }
    case "deliver_partly": {
      const { signerName, lines } = action;
      return void (await bringDeliveryThen.deliverPartly(ctx, request(delivery, { at, signerName, lines })));
    }
    case "fail_delivery":
      return void (await bringDeliveryThen.fail(ctx, request(delivery, { at, reason: action.reason })));
    case "prove_delivery": {
      const { id: _id, kind: _kind, tripId, deliveryId, at: _told, ...proof } = action;
      return proveDeliveryThen(ctx, deliveryId, { ...proof, capturedAt: at }, tripId);
    }
  }
}

/** Whoever drives it already, or has said so before, knows of it. */
async function acknowledge(ctx: Ctx, trip: { readonly id: string }, at: string | null): Promise<void> {
  const { rows } = await sql`select from trips where company_id = current_company() and id = ${trip.id}
    and status = 'dispatched' and acknowledged_at is null`.execute(ctx.db);
  if (rows.length === 0) return;
  await runTripThen.acknowledge(ctx, request({ id: trip.id }, {}));
  if (at !== null) await acknowledgedAt(ctx, trip, at);
}

const request = <B extends object>({ id }: { readonly id: string }, body: B) => ({
  id,
  body: body as B & { version?: number },
  params: {},
  query: undefined,
});

const outcomes = { deliver: "delivered", deliver_partly: "partly_delivered", fail_delivery: "failed" } as const;
export const outcomeKinds: readonly string[] = Object.keys(outcomes);

/** Whether what became of it stands as this driver told it last: then it is theirs to tell otherwise. */
async function hasToldOtherwise(ctx: Ctx, { kind, deliveryId, tripId }: Outcome, driverId: string): Promise<boolean> {
  const { rows } = await sql<{
    status: string;
  }>`select d.status from fleet_deliveries d where d.company_id = current_company() and d.id = ${deliveryId}
    and d.trip_id = ${tripId} and d.status in (${statesIn(fleetDeliveryFlow, "told")}) and exists (
      select from driver_actions a where a.company_id = d.company_id and a.delivery_id = d.id and a.trip_id = d.trip_id
        and a.driver_id = ${driverId} and a.is_applied and a.happened_at = d.outcome_at
        and a.kind = any(${outcomeKinds})
      union all select from driver_actions a where a.company_id = d.company_id and a.stop_id = d.dropoff_stop_id and a.trip_id = d.trip_id
        and a.driver_id = ${driverId} and a.is_applied and a.happened_at = d.outcome_at and a.kind = 'fail_stop')`.execute(
    ctx.db,
  );
  return rows[0] !== undefined && (kind === "deliver_partly" || rows[0].status !== outcomes[kind]);
}

/** Tells an outcome again, whatever stands there. */
async function recordAsTold(ctx: Ctx, action: Outcome, at: string | null): Promise<void> {
  await recordDelivery(
    ctx,
    request(
      { id: action.deliveryId },
      {
        outcome: outcomes[action.kind],
        tripId: action.tripId,
        at,
        signerName: "signerName" in action ? action.signerName : null,
        lines: "lines" in action ? action.lines : null,
        reason: "reason" in action ? action.reason : null,
      },
    ),
  );
}

/**
 * Enters what a driver reported and what did not fit, now that somebody has seen it: as it would have been entered then, and
 * where something else is told by now, over that. Refuses by throwing, with what is still in the way.
 */
export async function enterAction(ctx: Ctx, action: DriverAction, driverId: string): Promise<void> {
  const { at } = action;
  await mustBeOnItsTrip(ctx, action);
  if (isOutcome(action) && !(await isUnderWay(ctx, action))) return recordAsTold(ctx, action, at);
  if ((action.kind === "start" || action.kind === "complete") && (await enterOfTrip(ctx, action))) return;
  if ("stopId" in action && action.kind !== "skip_stop") {
    const over = await howItEnded(ctx, action);
    if (over) return recordVisitAsTold(ctx, action, over);
  }
  await apply(ctx, action.kind === "arrive" ? { ...action, reason: action.reason ?? reasonMissing } : action, {
    driverId,
    at,
  });
}

/**
 * What a report names is on the trip that it was told of: a desk sees no more of it than that trip. 409 `stop_gone`, `delivery_gone`.
 * An outcome says which trip brought the goods, where that has or had them; a proof goes to that trip's attempt.
 */
async function mustBeOnItsTrip(ctx: Ctx, action: DriverAction): Promise<void> {
  if ("stopId" in action && (await findById(ctx.db, "trip_stops", action.stopId)).tripId !== action.tripId)
    throw conflict("stop_gone", message("The stop is on another trip by now: tell there how it went."));
  if (!("deliveryId" in action)) return;
  if (action.kind !== "load_delivery") return mustHaveBeenOn(ctx, action.deliveryId, action.tripId);
  const { tripId } = await findById(ctx.db, "fleet_deliveries", action.deliveryId);
  if (tripId !== action.tripId)
    throw conflict(
      "delivery_gone",
      message("The delivery is not on this trip any more: tell on its page what is loaded."),
    );
}

/** A driver had left though the trip was cancelled or taken back, or came back from one that is over: both are told after all. */
async function enterOfTrip(ctx: Ctx, action: Extract<OfTrip, { meterValue: string | null }>): Promise<boolean> {
  const { tripId, meterValue, at } = action;
  const { status } = await findById(ctx.db, "trips", tripId);
  if (action.kind === "start") {
    if (!tripFlow.steps.recordDriven.from.some((one) => one === status)) return false;
    const driven = {
      startedAt: at,
      endedAt: null,
      meterValue,
      endMeterValue: null,
      isConfirmed: true,
      reason: hadLeft,
    };
    await recordTrip.recordDriven(ctx, request({ id: tripId }, driven));
    return true;
  }
  if (!tripFlow.steps.recordEnd.from.some((one) => one === status)) return false;
  await recordTrip.recordEnd(
    ctx,
    request({ id: tripId }, { startMeterValue: null, meterValue, at, isConfirmed: true }),
  );
  return true;
}

type Over = "completed" | "failed" | "skipped";

/** A stop was reached, or left, though it is told otherwise: each of the two is entered by itself. */
async function recordVisitAsTold(ctx: Ctx, action: OfStop, over: Over): Promise<void> {
  const { stopId, kind, at } = action;
  const isArrival = kind === "arrive";
  const outcome = kind === "fail_stop" || (isArrival && over === "failed") ? "failed" : "completed";
  const reason = "reason" in action ? action.reason : null;
  const visit = { outcome, arrivedAt: isArrival ? at : null, departedAt: isArrival ? null : at, reason } as const;
  await recordStop.recordVisit(ctx, request({ id: stopId }, visit));
}

async function isUnderWay(ctx: Ctx, { deliveryId, tripId }: Outcome): Promise<boolean> {
  const { rows } = await sql`select from fleet_deliveries where company_id = current_company() and id = ${deliveryId}
    and trip_id = ${tripId} and status in (${statesIn(fleetDeliveryFlow, "underWay")})`.execute(ctx.db);
  return rows.length > 0;
}

/** How a stop that is over ended; a stop of a trip that is over was left out. */
async function howItEnded(ctx: Ctx, { stopId, tripId }: OfStop): Promise<Over | undefined> {
  const { rows } = await sql<{ status: Over }>`select s.status from trip_stops s
    where s.company_id = current_company() and s.id = ${stopId} and s.trip_id = ${tripId}
      and s.status in (${statesIn(tripStopFlow, "over")})`.execute(ctx.db);
  return rows[0]?.status;
}
