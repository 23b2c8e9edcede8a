import { sql } from "kysely";
import type { Problem } from "#shared/contract/problem.ts";
import { utc } from "#server/db/utc.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { BareCtx, Ctx } from "#server/http/context.ts";
import { problemOf } from "#server/http/errors.ts";
import { statesIn } from "#server/records/states.ts";
import { driverFlow } from "../../drivers/drivers.flow.ts";
import { lastPause } from "../../trips/legs/pauses.server.ts";
import { notBegun } from "../../deliveries/deliveries.flow.ts";
import { notRunning } from "../../trips/trip-stops/trip-stops.flow.ts";
import { tripFlow } from "../../trips/trips.flow.ts";
import { lastAtStop, laterOf } from "../../trips/true-times.server.ts";
import { apply, isOutcome, outcomeKinds, reasonMissing, type Outcome } from "./apply-action.server.ts";
import {
  actionFlag,
  driverAction,
  type ActionAnswer,
  type ActionFlag,
  type DriverAction,
} from "./driver-actions.contract.ts";
import { isToldByAnother } from "./told-twice.server.ts";
import { driverActionFlow } from "./driver-actions.flow.ts";
import { judgeTime } from "./told-time.ts";

interface Trip {
  readonly id: string;
  readonly status: string;
  readonly driverId: string | null;
  /** The driver who reports: the trip's own, or one who is on it besides. */
  readonly theirDriverId: string;
  readonly isTheirs: boolean;
  /** Whether they drive for the company still: neither suspended nor gone. */
  readonly isActive: boolean;
  readonly dispatchedAt: string | null;
  readonly actualStart: string | null;
}

/** What is tried: as it was reported, or with what was in the way left out and noted. */
interface Attempt {
  readonly action: DriverAction;
  readonly flags: readonly ActionFlag[];
}

/**
 * Takes one report of a driver: it is done if it can be, with as little left out as possible, and kept for the dispatcher if
 * it cannot. Refused is only what is no report, and what names no trip that is or was theirs.
 */
export async function takeAction(ctx: BareCtx, said: unknown, sentAt: string): Promise<ActionAnswer> {
  const read = driverAction.safeParse(said);
  if (!read.success) return refused(idOf(said), 422);
  const receivedAt = new Date();
  let attempt: Attempt = { action: read.data, flags: [] };
  for (;;) {
    try {
      return await ctx.open((open) => take(open, attempt, { sentAt, receivedAt }, true));
    } catch (error) {
      const problem = problemOf(error);
      if (!problem || problem.status >= 500) throw error;
      const eased = easier(attempt, problem);
      if (eased) attempt = eased;
      else {
        const flagged = { ...attempt, flags: [...attempt.flags, flagOf(problem)] };
        return await ctx.open((open) => take(open, flagged, { sentAt, receivedAt }, false));
      }
    }
  }
}

/** The same without what was refused of it, where something can be left out; a fact is worth more than its details. */
function easier({ action, flags }: Attempt, { fields = {} }: Problem): Attempt | undefined {
  if ("meterValue" in fields && "meterValue" in action && !flags.includes("meter_refused"))
    return { action, flags: [...flags, "meter_refused"] };
  if ("reason" in fields && action.kind === "arrive" && action.reason === null)
    return { action: { ...action, reason: reasonMissing }, flags: [...flags, "out_of_order"] };
  return undefined;
}

interface Sent {
  readonly sentAt: string;
  readonly receivedAt: Date;
}

async function take(ctx: Ctx, attempt: Attempt, { sentAt, receivedAt }: Sent, isTried: boolean): Promise<ActionAnswer> {
  const { action } = attempt;
  await sql`select pg_advisory_xact_lock(hashtextextended(${action.id}, 0))`.execute(ctx.db); // whoever sends it twice at once waits
  const before = await answeredBefore(ctx, action);
  if (before) return before;
  const trip = await tripOf(ctx, action.tripId);
  if (!trip) return refused(action.id, 404);
  const { after, isGone } = await whereItStands(ctx, trip, action);
  const { happenedAt, offsetMs, flags: clock } = judgeTime({ at: action.at, sentAt, receivedAt, after });
  const wasTheirs = !trip.isTheirs && (await droveThen(ctx, trip, action, happenedAt));
  const isTold = await isToldByAnother(ctx, trip, action);
  const ofNow = () => (wasTheirs && !isGone ? obstacleSince(ctx, trip, action) : obstacleOf(trip, action, isGone));
  const obstacle = isTold ? null : await ofNow();
  const isApplied = isTried && obstacle === null;
  const at = after !== null && happenedAt <= after ? null : happenedAt;
  const noMeter = attempt.flags.includes("meter_refused");
  const toSee = isApplied && !isTold ? await apply(ctx, action, { driverId: trip.theirDriverId, at, noMeter }) : [];
  const told = [
    ...attempt.flags,
    ...toSee,
    ...(isApplied && !isTold ? whoTold(trip, wasTheirs) : []),
    ...(isApplied || obstacle === null ? [] : [obstacle]),
    ...clock,
    ...failedChecks(action),
  ];
  const flags = actionFlag.options.filter(
    (flag) => told.includes(flag) && !(obstacle !== null && ofNoAccount.includes(flag)),
  );
  // A clock that was set right is for its driver to know; the dispatcher looks at what may be wrong.
  const isFlagged = !isApplied || flags.some((flag) => flag !== "clock_off");
  const outcome = isFlagged ? "flagged" : "applied";
  await keep(ctx, { action, trip, outcome, isApplied, flags, happenedAt, offsetMs, receivedAt });
  return { id: action.id, outcome, isApplied, flags, status: null };
}

/** What the same id was answered before; 404 where it was somebody else's, 422 where it was given to something else. */
async function answeredBefore(ctx: Ctx, action: DriverAction): Promise<ActionAnswer | undefined> {
  const { id, kind, tripId, at, stopId = null, deliveryId = null }: Named = action;
  const { rows } = await sql<{
    userId: string;
    isTheSame: boolean;
    outcome: ActionAnswer["outcome"];
    isApplied: boolean;
    flags: ActionFlag[];
  }>`
    select user_id as "userId", outcome, is_applied as "isApplied", flags,
      (kind, trip_id, phone_at) = (${kind}, ${tripId}, ${at}) and stop_id is not distinct from ${stopId}
        and delivery_id is not distinct from ${deliveryId} as "isTheSame"
    from driver_actions where company_id = current_company() and id = ${id}`.execute(ctx.db);
  const [kept] = rows;
  if (!kept) return undefined;
  if (kept.userId !== ctx.user?.id) return refused(id, 404);
  if (!kept.isTheSame) return refused(id, 422);
  return { id, outcome: kept.outcome, isApplied: kept.isApplied, flags: kept.flags, status: null };
}

/** The driver `d` is on the trip `t` besides whoever drives it. */
const isOnIt = sql<boolean>`exists (select from trip_crew c
  where c.company_id = t.company_id and c.trip_id = t.id and c.driver_id = d.id)`;

/** The trip, locked, if it is or was the caller's own. */
async function tripOf(ctx: Ctx, tripId: string): Promise<Trip | undefined> {
  const { rows } = await sql<Trip>`select t.id, t.status, t.driver_id as "driverId", d.id as "theirDriverId",
      (t.driver_id = d.id or ${isOnIt}) as "isTheirs",
      d.status in (${statesIn(driverFlow, "driving")}) as "isActive", ${utc("t.dispatched_at")} as "dispatchedAt",
      ${utc("t.actual_start")} as "actualStart"
    from trips t join drivers d on d.company_id = t.company_id and d.user_id = ${ctx.user?.id ?? null}
    where t.company_id = current_company() and t.id = ${tripId} and (t.driver_id = d.id or ${isOnIt} or exists (
      select from former_trip_drivers f where f.company_id = t.company_id and f.trip_id = t.id and f.driver_id = d.id))
    for no key update of t`.execute(ctx.db);
  return rows[0];
}

/** What it cannot have happened before, and whether the stop is no longer on the trip. */
async function whereItStands(ctx: Ctx, trip: Trip, action: DriverAction) {
  if ("deliveryId" in action) {
    const { rows } =
      await sql`select from fleet_deliveries where company_id = current_company() and id = ${action.deliveryId}
      and trip_id = ${trip.id}`.execute(ctx.db);
    // Goods may be on board before the vehicle leaves.
    const after = action.kind === "load_delivery" ? trip.dispatchedAt : trip.actualStart;
    return { after, isGone: rows.length === 0 };
  }
  if (!("stopId" in action)) return { after: await notBefore(ctx, trip, action.kind), isGone: false };
  const { rows } = await sql<{ enRouteAt: string | null; arrivedAt: string | null }>`
    select ${utc("en_route_at")} as "enRouteAt",
      ${utc("arrived_at")} as "arrivedAt" from trip_stops
    where company_id = current_company() and trip_id = ${trip.id} and id = ${action.stopId}`.execute(ctx.db);
  const [stop] = rows;
  const after = action.kind === "arrive" ? stop?.enRouteAt : action.kind === "skip_stop" ? null : stop?.arrivedAt;
  return { after: after ?? trip.actualStart, isGone: stop === undefined };
}

/** What a report of a whole trip cannot have been before. */
async function notBefore(ctx: Ctx, trip: Trip, kind: DriverAction["kind"]): Promise<string | null> {
  if (kind === "acknowledge") return null;
  if (kind === "start") return trip.dispatchedAt;
  return laterOf(trip.actualStart, await (kind === "complete" ? lastAtStop : lastPause)(ctx, trip.id));
}

/** Whether they had the trip when it was so, before somebody else took it over: what they did at its stops is theirs to tell still. */
async function droveThen(ctx: Ctx, trip: Trip, action: DriverAction, happenedAt: string): Promise<boolean> {
  if (!("stopId" in action) && !("deliveryId" in action)) return false;
  const { rows } = await sql`select from trip_legs where company_id = current_company() and trip_id = ${trip.id}
    and driver_id = ${trip.theirDriverId} and begins_at <= ${happenedAt} and ends_at >= ${happenedAt}`.execute(ctx.db);
  return rows.length > 0;
}

/**
 * Of what somebody did before another one took over nothing is entered by itself once they drive for nobody here. What lies ahead
 * is for whoever has the trip by now, and so is what that one has told of the goods.
 */
async function obstacleSince(ctx: Ctx, trip: Trip, action: DriverAction): Promise<ActionFlag | null> {
  if (!trip.isActive) return "not_active";
  if (action.kind === "skip_stop") return "not_yours";
  return isOutcome(action) && (await hasToldOfIt(ctx, trip, action)) ? "not_yours" : null;
}

/** Whether somebody else of the trip has told what became of a delivery. */
async function hasToldOfIt(ctx: Ctx, trip: Trip, { deliveryId }: Outcome): Promise<boolean> {
  const { rows } = await sql`select from driver_actions where company_id = current_company() and trip_id = ${trip.id}
    and delivery_id = ${deliveryId} and driver_id <> ${trip.theirDriverId} and is_applied and kind = any(${outcomeKinds}) limit 1`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

/** Why a report that was entered is looked at for whoever sent it. */
const whoTold = ({ isActive }: Trip, wasTheirs: boolean): ActionFlag[] => [
  ...(wasTheirs ? (["handed_over"] as const) : []),
  ...(isActive ? [] : (["not_active"] as const)),
];

function obstacleOf(
  { driverId, theirDriverId, isTheirs, status }: Trip,
  action: DriverAction,
  isGone: boolean,
): ActionFlag | null {
  const isOfDelivery = "deliveryId" in action;
  // Nobody takes a trip for its driver.
  if (!isTheirs || (action.kind === "acknowledge" && driverId !== theirDriverId)) return "not_yours";
  if (inGroup(tripFlow, "draftable", status)) return "recalled";
  // What became of goods, and what proves it, may be told after the trip.
  if (inGroup(tripFlow, "over", status) && !isOfDelivery) return "trip_over";
  if (!isGone) return null;
  return isOfDelivery ? "delivery_gone" : "stop_gone";
}

const failedChecks = (action: DriverAction): ActionFlag[] =>
  action.kind === "start" && action.checks.some(({ isFine }) => !isFine) ? ["check_failed"] : [];

/** What the refusal of a step, by its code, means to the dispatcher. */
const flagsOfRefusals: Readonly<Record<string, ActionFlag>> = {
  delivery_gone: "delivery_gone",
  not_ready: "not_ready",
  not_yours: "not_yours",
  still_at_stop: "still_at_stop",
  still_on_trip: "still_on_trip",
  stop_gone: "stop_gone",
  stops_open: "stops_open",
  wrong_code: "wrong_code",
  wrong_state: "wrong_state",
  [notBegun.code]: "wrong_state",
  [notRunning.code]: "wrong_state",
};

/** What was refused of a report counts for nothing where it could not have been entered anyway. */
const ofNoAccount: readonly ActionFlag[] = ["not_possible", "wrong_code"];

const flagOf = ({ code }: Problem): ActionFlag => flagsOfRefusals[code] ?? "not_possible";

interface Kept {
  readonly action: DriverAction;
  readonly trip: Trip;
  readonly outcome: "applied" | "flagged";
  readonly isApplied: boolean;
  readonly flags: readonly ActionFlag[];
  readonly happenedAt: string;
  readonly offsetMs: number;
  readonly receivedAt: Date;
}

type Named = Pick<DriverAction, "id" | "kind" | "tripId" | "at"> & {
  readonly stopId?: string | null;
  readonly deliveryId?: string | null;
};

/** What was said with it. Of a code that a consignee told only whether it was right; null where nobody has judged it. */
function payloadOf(said: object, { isApplied, flags }: Pick<Kept, "isApplied" | "flags">): object {
  if (!("code" in said)) return said;
  const { code, ...rest } = said;
  if (code === null) return rest;
  return { ...rest, isCodeRight: isApplied || (flags.some((flag) => ofNoAccount.includes(flag)) ? false : null) };
}

async function keep(ctx: Ctx, { action, trip, receivedAt, flags, ...kept }: Kept): Promise<void> {
  const { id, kind, tripId, at, stopId = null, deliveryId = null, ...said }: Named = action;
  const payload = payloadOf(said, { isApplied: kept.isApplied, flags });
  const status = kept.outcome === "applied" ? "settled" : driverActionFlow.start;
  await sql`insert into driver_actions (id, status, outcome, kind, trip_id, stop_id, delivery_id, driver_id, user_id, payload, phone_at, received_at,
      offset_ms, happened_at, is_applied, flags, created_by)
    values (${id}, ${status}, ${kept.outcome}, ${kind}, ${tripId}, ${stopId}, ${deliveryId}, ${trip.theirDriverId}, ${ctx.user?.id ?? null},
      ${JSON.stringify(payload)}::jsonb, ${at}, ${receivedAt}, ${kept.offsetMs}, ${kept.happenedAt}, ${kept.isApplied},
      ${[...flags]}::text[], ${ctx.user?.id ?? null})`.execute(ctx.db);
  await ctx.emit("driver-action.reported", { id }, { to: status });
  if (status === driverActionFlow.start)
    await ctx.emit(
      "trip.reportFlagged",
      { id: tripId },
      { changes: { reported: { to: [kind] }, whatDoesNotFit: { to: flags } } },
    );
}

const refused = (id: string | null, status: 404 | 422): ActionAnswer => ({
  id,
  outcome: "refused",
  isApplied: false,
  flags: [],
  status,
});

const idOf = (said: unknown): string | null =>
  typeof said === "object" && said !== null && "id" in said && typeof said.id === "string"
    ? said.id.slice(0, 80)
    : null;
