import { sql } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { release, stand } from "#server/bookings/bookings.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { takeOnTheRoad } from "../bookings/hold-resources.server.ts";
import { mustBeFree } from "../guards/must-be-free.server.ts";
import { attachAssets, detachAssets } from "../trip-assets/trip-assets.server.ts";
import { headForNext, leaveOutStops, makeStopsAgain } from "../trip-stops/stop-order.server.ts";
import { forgetReading, isPast, momentOf, readMeter } from "../true-times.server.ts";
import { judge } from "./judge.server.ts";
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
    const { startedAt, endedAt } = driven;
    await judge(ctx, trip, { hasHappened: endedAt !== null || isPast(startedAt) });
    await (endedAt === null ? beOnTheRoad(ctx, trip) : beOver(ctx, trip, driven));
    await readMeter(ctx, trip, { source: "trip_start", meterValue: driven.meterValue, at: startedAt });
    await readMeter(ctx, trip, {
      source: "trip_end",
      meterValue: driven.endMeterValue,
      at: endedAt,
      field: "endMeterValue",
    });
  },
};

/** It is on the road: with what nobody else has by now, to the stops that it was to make. */
async function beOnTheRoad(ctx: Ctx, trip: Trip): Promise<void> {
  await takeOnTheRoad(ctx, trip);
  await stand(ctx.db, trip.id);
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

interface End {
  readonly at: string | null;
  readonly meterValue: string | null;
}

/** The step that tells the end of a trip which is over: one that was ended from a desk came back at some time, with some meter. */
export const endRecorded = {
  check: (_ctx: Ctx, _trip: Trip, { at, meterValue }: End) => {
    if (at === null && meterValue === null)
      throw invalid({ meterValue: message("Say when it ended, or what the meter showed.") });
  },
  set: async (ctx: Ctx, trip: Trip, { at }: End) => (at === null ? {} : { actualEnd: await endOf(ctx, trip, at) }),
  then: async (ctx: Ctx, trip: Trip, { meterValue, at }: End) => {
    if (meterValue !== null) await forgetReading(ctx, trip, "trip_end");
    await readMeter(ctx, trip, { source: "trip_end", meterValue, at: at ?? trip.actualEnd });
  },
  event: async (ctx: Ctx, trip: Trip, _told: End, before: Trip) => {
    if (trip.actualEnd === before.actualEnd) return {};
    await moveEnd(ctx, trip, before.actualEnd);
    return { changes: { actualEnd: { from: before.actualEnd, to: trip.actualEnd } } };
  },
};
