import { sql } from "kysely";
import { invalid, message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { bookingsDuring, release } from "#server/bookings/bookings.ts";
import type { Ctx } from "#server/http/context.ts";
import { lockMany, type RecordOf } from "#server/records/records.ts";
import { answerBeforehand } from "../guards/answered-checks.server.ts";
import {
  assetsOf,
  holdResources,
  leastUntil,
  lockResources,
  mustNotBeAway,
  takeFor,
} from "../bookings/hold-resources.server.ts";
import type { TripCheck } from "../guards/trip-check.contract.ts";
import { tripChecks } from "../guards/trip-checks.server.ts";
import { mustBeFree, refuseChecks } from "../guards/must-be-ready.server.ts";
import { hangBehind } from "../trip-assets/trip-assets.server.ts";
import { isPast, momentOf, readMeter } from "../true-times.server.ts";
import { tripFlow } from "../trips.flow.ts";
import { driverLabel, keepRemarks, runsSince, turn, vehicleLabel } from "./legs.server.ts";

/*
 * A trip goes on with another vehicle or another driver. Before it runs its plan changes, and nothing else. Once it runs that is
 * a fact with a time: what it was until then is kept as a leg, its booking ends there, and another begins.
 */

type Trip = RecordOf<"trips">;

interface Change {
  readonly reason: string;
  readonly at: string | null;
}
interface VehicleChange extends Change {
  readonly vehicleId: string;
  readonly meterValue: string | null;
  readonly newMeterValue: string | null;
}
interface DriverChange extends Change {
  readonly driverId: string;
}

export const isRunning = ({ status }: Trip) => inGroup(tripFlow, "running", status);

/** The step that gives a trip another vehicle. */
export const vehicleTakesOver = (isOverridden: boolean) => ({
  to: (_ctx: Ctx, { status }: Trip) => status as "dispatched", // it stays what it is
  check: async (ctx: Ctx, trip: Trip, body: VehicleChange) => {
    const { vehicleId } = body;
    if (vehicleId === trip.vehicleId) throw invalid({ vehicleId: message("It drives with this one already.") });
    if (!isRunning(trip)) return;
    await lockMany(ctx.db, "assets", await assetsOf(ctx, trip.id));
    await lockMany(ctx.db, "vehicles", [trip.vehicleId ?? vehicleId, vehicleId]);
    await lockResources(ctx, { vehicleIds: [vehicleId] });
    await mustBeFree(ctx, { id: trip.id, vehicleId, driverId: null });
    const at = await handOver(ctx, trip, { ...body, from: trip.vehicleId, to: vehicleId });
    await turn(ctx, trip, { vehicleId, driverId: trip.driverId, at, reason: body.reason });
    await hangBehind(ctx, trip.id, vehicleId);
    await readMeter(ctx, trip, { source: "trip_end", meterValue: body.meterValue, at });
    await readMeter(
      ctx,
      { id: trip.id, vehicleId },
      { source: "trip_start", meterValue: body.newMeterValue, at, field: "newMeterValue" },
    );
  },
  set: (_ctx: Ctx, _trip: Trip, { vehicleId }: VehicleChange) => ({ vehicleId, vehicleLabel: vehicleLabel(vehicleId) }),
  then: (ctx: Ctx, trip: Trip, body: VehicleChange) =>
    judge(ctx, trip, body, {
      isOverridden,
      isAbout: ({ vehicleId, code }) => vehicleId === trip.vehicleId || code.startsWith("licence_"),
    }),
  event: (_ctx: Ctx, trip: Trip, _body: VehicleChange, before: Trip) => ({
    changes: { vehicleId: { from: before.vehicleId, to: trip.vehicleId } },
  }),
});

/** The step that gives a trip another driver. Who relieved the driver until now, and drives on, is on it once. */
export const driverTakesOver = (isOverridden: boolean) => ({
  to: (_ctx: Ctx, { status }: Trip) => status as "dispatched", // it stays what it is
  check: async (ctx: Ctx, trip: Trip, body: DriverChange) => {
    const { driverId } = body;
    if (driverId === trip.driverId) throw invalid({ driverId: message("They drive it already.") });
    const { rows: crew } = await sql`delete from trip_crew where company_id = current_company()
      and trip_id = ${trip.id} and driver_id = ${driverId} returning id`.execute(ctx.db);
    if (!isRunning(trip)) return;
    await lockResources(ctx, { driverIds: [driverId] });
    await mustBeFree(ctx, { id: trip.id, vehicleId: null, driverId });
    const to = crew.length > 0 ? null : driverId;
    if (to !== null && !isPast(body.at)) {
      const from = body.at ?? new Date().toISOString();
      await mustNotBeAway(ctx, [driverId], { from, until: leastUntil(trip.plannedEnd) });
    }
    const at = await handOver(ctx, trip, { ...body, from: trip.driverId, to });
    await turn(ctx, trip, { vehicleId: trip.vehicleId, driverId, at, reason: body.reason });
  },
  set: (_ctx: Ctx, trip: Trip, { driverId }: DriverChange) => ({
    driverId,
    driverLabel: driverLabel(driverId),
    acknowledgedAt: isRunning(trip) ? trip.acknowledgedAt : null,
  }),
  then: (ctx: Ctx, trip: Trip, body: DriverChange) =>
    judge(ctx, trip, body, { isOverridden, isAbout: ({ driverId }) => driverId === trip.driverId }),
  event: (_ctx: Ctx, trip: Trip, _body: DriverChange, before: Trip) => ({
    changes: { driverId: { from: before.driverId, to: trip.driverId } },
  }),
});

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

interface Judging {
  readonly isOverridden: boolean;
  /** Which checks are about what took over. */
  readonly isAbout: (check: TripCheck) => boolean;
}

/**
 * What would have kept it in the yard refuses the change, unless somebody answers for it or it has happened: then it is kept, and
 * waits for somebody who may answer for it.
 */
async function judge(ctx: Ctx, trip: Trip, { at }: Change, { isOverridden, isAbout }: Judging): Promise<void> {
  const checks = (await tripChecks(ctx, trip.id)).filter(isAbout);
  const hasHappened = isRunning(trip) && isPast(at);
  refuseChecks(checks.filter(({ isFinal }) => isFinal || !(isOverridden || hasHappened)));
  if (isRunning(trip)) return keepRemarks(ctx, trip, checks, { isAnswered: isOverridden });
  if (isOverridden) await answerBeforehand(ctx, trip.id, checks);
  await holdResources(ctx, trip);
}
