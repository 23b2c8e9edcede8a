import { sql } from "kysely";
import { invalid, message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { bookingsDuring, release } from "#server/bookings/bookings.ts";
import type { Ctx } from "#server/http/context.ts";
import { lockMany, type RecordOf } from "#server/records/records.ts";
import { driverRelieved } from "../../drivers/duty.server.ts";
import {
  assetsOf,
  holdResources,
  leastUntil,
  lockResources,
  lockToPlan,
  mustNotBeAway,
  takeFor,
} from "../bookings/hold-resources.server.ts";
import type { TripCheck } from "../guards/trip-check.contract.ts";
import { mustBeFree } from "../guards/must-be-free.server.ts";
import { hangBehind } from "../trip-assets/trip-assets.server.ts";
import { readMeter } from "../meters/read-meter.server.ts";
import { isPast, momentOf } from "../true-times.server.ts";
import { tripFlow } from "../trips.flow.ts";
import { judge } from "./judge.server.ts";
import { settleOverlaps } from "./overlaps.server.ts";
import { driverLabel, runsSince, turn, vehicleLabel } from "./legs.server.ts";

/*
 * A trip goes on with another vehicle or another driver. Before it runs its plan changes, and nothing else. Once it runs that is
 * a fact with a time: what it was until then is kept as a leg, its booking ends there, and another begins.
 */

type Trip = RecordOf<"trips">;

interface Change {
  readonly reason: string;
  readonly at: string | null;
  /** What somebody answers for who may let it go on anyway. */
  readonly answersFor?: readonly string[];
}
interface VehicleChange extends Change {
  readonly vehicleId: string;
  readonly meterValue: string | null;
  readonly newMeterValue: string | null;
  readonly isConfirmed: boolean;
}
interface DriverChange extends Change {
  readonly driverId: string;
}

export const isRunning = ({ status }: Trip) => inGroup(tripFlow, "running", status);
/** Whether a change of a trip is told after it was made on the road, rather than decided now. */
export const hasHappened = (trip: Trip, { at }: Pick<Change, "at">): boolean => isRunning(trip) && isPast(at);

/** The step that gives a trip another vehicle. */
export const vehicleTakesOver = {
  check: async (ctx: Ctx, trip: Trip, body: VehicleChange) => {
    const { vehicleId } = body;
    if (vehicleId === trip.vehicleId) throw invalid({ vehicleId: message("It drives with this one already.") });
    if (!isRunning(trip)) return;
    await lockMany(ctx.db, "assets", await assetsOf(ctx, trip.id));
    await lockMany(ctx.db, "vehicles", [trip.vehicleId ?? vehicleId, vehicleId]);
    await (hasHappened(trip, body) ? lockResources : lockToPlan)(ctx, { vehicleIds: [vehicleId] });
    await mustBeFree(ctx, { id: trip.id, vehicleId, driverId: null });
  },
  set: (_ctx: Ctx, _trip: Trip, { vehicleId }: VehicleChange) => ({ vehicleId, vehicleLabel: vehicleLabel(vehicleId) }),
  then: async (ctx: Ctx, trip: Trip, body: VehicleChange, before: Trip) => {
    if (isRunning(trip)) await driveOnWith(ctx, before, body);
    const isAbout = ({ vehicleId, code }: TripCheck) => vehicleId === trip.vehicleId || code.startsWith("licence_");
    await judge(ctx, trip, { answersFor: body.answersFor, hasHappened: hasHappened(trip, body), isAbout });
    await (isRunning(trip) ? settleOverlaps : holdResources)(ctx, trip);
  },
  event: (_ctx: Ctx, trip: Trip, _body: VehicleChange, before: Trip) => ({
    changes: { vehicleId: { from: before.vehicleId, to: trip.vehicleId } },
  }),
};

/** From one vehicle to the next: its booking, its leg, what hangs behind it, and both meters. */
async function driveOnWith(ctx: Ctx, before: Trip, body: VehicleChange): Promise<void> {
  const { vehicleId, reason, isConfirmed } = body;
  const { id } = before;
  const at = await handOver(ctx, before, { ...body, from: before.vehicleId, to: vehicleId });
  await turn(ctx, before, { vehicleId, driverId: before.driverId, at, reason });
  await hangBehind(ctx, id, vehicleId);
  await readMeter(ctx, before, { source: "trip_end", meterValue: body.meterValue, at, isConfirmed });
  const next = { source: "trip_start", meterValue: body.newMeterValue, at, isConfirmed } as const;
  await readMeter(ctx, { id, vehicleId }, { ...next, field: "newMeterValue" });
}

/** The step that gives a trip another driver. Who relieved the driver until now, and drives on, is on it once. */
export const driverTakesOver = {
  check: async (ctx: Ctx, trip: Trip, body: DriverChange) => {
    const { driverId } = body;
    if (driverId === trip.driverId) throw invalid({ driverId: message("They drive it already.") });
    if (!isRunning(trip)) return;
    await (hasHappened(trip, body) ? lockResources : lockToPlan)(ctx, { driverIds: [driverId] });
    await mustBeFree(ctx, { id: trip.id, vehicleId: null, driverId });
  },
  set: (_ctx: Ctx, trip: Trip, { driverId }: DriverChange) => ({
    driverId,
    driverLabel: driverLabel(driverId),
    acknowledgedAt: isRunning(trip) ? trip.acknowledgedAt : null,
  }),
  then: async (ctx: Ctx, trip: Trip, body: DriverChange, before: Trip) => {
    const { rows: crew } = await sql`delete from trip_crew where company_id = current_company()
      and trip_id = ${trip.id} and driver_id = ${trip.driverId} returning id`.execute(ctx.db);
    if (isRunning(trip)) await relieve(ctx, before, body, crew.length > 0);
    const isAbout = ({ driverId }: TripCheck) => driverId === trip.driverId;
    await judge(ctx, trip, { answersFor: body.answersFor, hasHappened: hasHappened(trip, body), isAbout });
    await (isRunning(trip) ? settleOverlaps : holdResources)(ctx, trip);
  },
  event: (_ctx: Ctx, trip: Trip, _body: DriverChange, before: Trip) => ({
    changes: { driverId: { from: before.driverId, to: trip.driverId } },
  }),
};

/** From one driver to the next: the booking and the leg. Who is along already has their time booked. */
async function relieve(ctx: Ctx, before: Trip, body: DriverChange, isAlong: boolean): Promise<void> {
  const { driverId, reason } = body;
  if (!isAlong && !isPast(body.at)) {
    const from = body.at ?? new Date().toISOString();
    await mustNotBeAway(ctx, [driverId], { from, until: leastUntil(before.plannedEnd) });
  }
  const at = await handOver(ctx, before, { ...body, from: before.driverId, to: isAlong ? null : driverId });
  await turn(ctx, before, { vehicleId: before.vehicleId, driverId, at, reason });
  await driverRelieved(ctx, before, driverId, at);
}

interface HandOver extends Change {
  readonly from: string | null;
  /** Nothing where the trip holds it already. */
  readonly to: string | null;
}

/**
 * Ends one booking at the moment of the change and begins another; says when that was. What has happened already is in the way of
 * nobody's plan: it has the new one until the next trip that counts on it.
 */
export async function handOver(ctx: Ctx, trip: Trip, { from, to, at: reported }: HandOver): Promise<string> {
  const at = momentOf(reported, await runsSince(ctx, trip));
  if (from !== null) await release(ctx.db, [trip.id], { resourceIds: [from] }, at);
  if (to === null) return at;
  const span = { resourceIds: [to], from: at, until: leastUntil(trip.plannedEnd) };
  const [next] = isPast(reported)
    ? (await bookingsDuring(ctx.db, span)).filter(({ subjectId }) => subjectId !== trip.id)
    : [];
  const isLater = next !== undefined && Date.parse(next.from) > Date.parse(at);
  // What was away, or planned for somebody else, and drove all the same has the trip by driving: its time is not booked twice.
  if (next !== undefined && !isLater) return at;
  const until = isLater ? next.from : span.until;
  await takeFor(ctx, trip.id, { resourceId: to, from: at, until, standing: true });
  return at;
}
