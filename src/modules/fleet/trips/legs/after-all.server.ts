import { sql } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { release, stand } from "#server/bookings/bookings.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { driversLeave } from "../../drivers/duty.server.ts";
import { takeOnTheRoad } from "../bookings/hold-resources.server.ts";
import { mustBeFree } from "../guards/must-be-free.server.ts";
import { attachAssets, detachAssets } from "../trip-assets/trip-assets.server.ts";
import { headForNext, leaveOutStops, makeStopsAgain } from "../trip-stops/stop-order.server.ts";
import { forgetReading, readMeter } from "../meters/read-meter.server.ts";
import { isPast, momentOf } from "../true-times.server.ts";
import { judge } from "./judge.server.ts";
import { settleOverlaps } from "./overlaps.server.ts";
import { driverLabel, endLegs, endOf, moveEnd, vehicleLabel } from "./legs.server.ts";

/*
 * What was driven is told, whatever a desk had said of the trip: its driver had left before the cancellation reached them, or
 * drove anyway. It is judged as a start is, and what would not have been let go waits for somebody who answers for it. What is
 * to leave just now is judged as a dispatch is.
 */

type Trip = RecordOf<"trips">;

interface Driven {
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly meterValue: string | null;
  readonly endMeterValue: string | null;
  readonly isConfirmed: boolean;
  readonly reason: string;
}

/** The step that has a trip run which was cancelled or taken back, or be over where its end is told. */
export const drivenAfterAll = {
  to: (_ctx: Ctx, _trip: Trip, { endedAt }: Driven) => (endedAt === null ? "in_progress" : "completed") as "completed",
  check: async (ctx: Ctx, trip: Trip, { endedAt, endMeterValue }: Driven) => {
    if (endedAt === null && endMeterValue !== null)
      throw invalid({ endedAt: message("Say when it came back, or leave the meter of its end empty.") });
    if (trip.vehicleId === null || trip.driverId === null)
      throw conflict(
        "never_whole",
        message("It never had a vehicle and a driver: plan a new trip for what was driven."),
      );
    if (endedAt === null) await mustBeFree(ctx, trip);
  },
  set: (_ctx: Ctx, trip: Trip, { startedAt, endedAt }: Driven) => {
    const actualStart = momentOf(startedAt, null, "startedAt");
    return {
      actualStart,
      actualEnd: endedAt === null ? null : momentOf(endedAt, actualStart, "endedAt"),
      closedAt: endedAt === null ? null : new Date(),
      statusReason: null,
      vehicleLabel: trip.vehicleLabel ?? vehicleLabel(trip.vehicleId),
      driverLabel: trip.driverLabel ?? driverLabel(trip.driverId),
    };
  },
  then: async (ctx: Ctx, trip: Trip, driven: Driven) => {
    const { startedAt, endedAt, isConfirmed } = driven;
    await judge(ctx, trip, { hasHappened: endedAt !== null || isPast(startedAt) });
    await (endedAt === null ? beOnTheRoad(ctx, trip) : beOver(ctx, trip, driven));
    await settleOverlaps(ctx, trip);
    await readMeter(ctx, trip, { source: "trip_start", meterValue: driven.meterValue, at: startedAt, isConfirmed });
    await readMeter(ctx, trip, {
      source: "trip_end",
      meterValue: driven.endMeterValue,
      at: endedAt,
      isConfirmed,
      field: "endMeterValue",
    });
  },
};

/** It is on the road: with what nobody else has by now, to the stops that it was to make. */
async function beOnTheRoad(ctx: Ctx, trip: Trip): Promise<void> {
  await takeOnTheRoad(ctx, trip);
  await stand(ctx.db, trip.id);
  await driversLeave(ctx, trip);
  await attachAssets(ctx, trip);
  await makeStopsAgain(ctx, trip);
  await headForNext(ctx, trip, trip.actualStart);
}

/** It is back, long ago perhaps: what it had with it may be with others by now, and stays where it is listed. */
async function beOver(ctx: Ctx, trip: Trip, { reason }: Driven): Promise<void> {
  await sql`update trip_assets set attached_at = ${trip.actualStart}::timestamptz where company_id = current_company()
    and trip_id = ${trip.id} and detached_at is null`.execute(ctx.db);
  await detachAssets(ctx, trip);
  await leaveOutStops(ctx, { id: trip.id, statusReason: reason });
  await endLegs(ctx, trip);
  await release(ctx.db, [trip.id], "everything");
}

interface Ends {
  readonly at: string | null;
  readonly startMeterValue: string | null;
  readonly meterValue: string | null;
  readonly isConfirmed: boolean;
}

/** The step that tells what is not known of a trip which is over: when it came back, and what its meters showed at both ends. */
export const endRecorded = {
  check: (_ctx: Ctx, _trip: Trip, { at, startMeterValue, meterValue }: Ends) => {
    if (at === null && startMeterValue === null && meterValue === null)
      throw invalid({ meterValue: message("Say when it ended, or what the meter showed.") });
  },
  set: async (ctx: Ctx, trip: Trip, { at }: Ends) => (at === null ? {} : { actualEnd: await endOf(ctx, trip, at) }),
  then: async (ctx: Ctx, trip: Trip, { startMeterValue, meterValue, at, isConfirmed }: Ends) => {
    const first = { id: trip.id, vehicleId: await leftWith(ctx, trip) };
    const reason = "told again with its trip";
    if (startMeterValue !== null) await forgetReading(ctx, first, { source: "trip_start", reason });
    if (meterValue !== null) await forgetReading(ctx, trip, { source: "trip_end", reason });
    await readMeter(ctx, first, {
      source: "trip_start",
      meterValue: startMeterValue,
      at: trip.actualStart,
      isConfirmed,
      field: "startMeterValue",
    });
    await readMeter(ctx, trip, { source: "trip_end", meterValue, at: at ?? trip.actualEnd, isConfirmed });
  },
  event: async (ctx: Ctx, trip: Trip, _told: Ends, before: Trip) => {
    if (trip.actualEnd === before.actualEnd) return {};
    await moveEnd(ctx, trip, before.actualEnd);
    await settleOverlaps(ctx, trip);
    return { changes: { actualEnd: { from: before.actualEnd, to: trip.actualEnd } } };
  },
};

/** The vehicle that a trip left with; another may have taken over on the way. */
async function leftWith(ctx: Ctx, { id, vehicleId }: Trip): Promise<string | null> {
  const { rows } = await sql<{ vehicleId: string }>`select l.vehicle_id as "vehicleId" from trip_legs l
    where l.company_id = current_company() and l.trip_id = ${id} order by l.begins_at limit 1`.execute(ctx.db);
  return rows[0]?.vehicleId ?? vehicleId;
}
