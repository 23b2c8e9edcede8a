import { sql } from "kysely";
import type { z } from "zod";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { StepWork } from "#server/records/flow.ts";
import { findById, lockMany, type RecordOf } from "#server/records/records.ts";
import { begunAt, momentOf } from "../trips/true-times.server.ts";
import type { fleetDeliveries } from "./deliveries.contract.ts";
import { notBegun, type fleetDeliveryFlow } from "./deliveries.flow.ts";
import { bringNothing, deliverAll, deliverSome, keepAttempts, outcomeOf } from "./outcomes.server.ts";

/*
 * What became of a delivery after all. Goods that lie at the consignee's lie there, whatever a desk said of their trip, and
 * whichever button was pressed first: the outcome is told again, and the history keeps what was told before.
 */

type Delivery = RecordOf<"fleet_deliveries">;
type Trip = RecordOf<"trips">;
type Told = z.output<typeof fleetDeliveries.recordOutcome.body>;

/** Locks the trips that it is on and was brought by, before the delivery, as each step of a trip does. */
export async function lockTrips(ctx: Ctx, id: string, tripId: string | null): Promise<void> {
  const { tripId: present } = await findById(ctx.db, "fleet_deliveries", id);
  await lockMany(
    ctx.db,
    "trips",
    [present, tripId].filter((one) => one !== null),
  );
}

/** The step that tells an outcome again. `leave` takes a delivery off a trip that did not bring it. */
export const recordOutcome = (
  leave: (ctx: Ctx, before: Delivery) => Promise<unknown>,
): StepWork<"fleet_deliveries", Told, (typeof fleetDeliveryFlow.states)[number]> => ({
  check: (_ctx, _delivery, { outcome, lines, reason }) => {
    if (outcome === "failed" && reason === null) throw invalid({ reason: message("Say why it failed.") });
    if (outcome === "partly_delivered" && lines === null)
      throw invalid({ lines: message("Say which lines are not as planned.") });
  },
  to: (ctx, delivery, { outcome, lines }) =>
    outcome === "partly_delivered" ? outcomeOf(ctx, delivery, lines ?? []) : outcome,
  set: async (ctx, delivery, { outcome, tripId, at, signerName, reason }) => {
    const trip = await broughtBy(ctx, tripId ?? delivery.tripId);
    const isAnother = trip.id !== delivery.tripId;
    const attempt = await attemptOn(ctx, delivery, trip);
    return {
      tripId: trip.id,
      ...(isAnother
        ? { pickupStopId: null, dropoffStopId: attempt?.stopId ?? (await stopAt(ctx, trip, delivery)) }
        : {}),
      attemptNo: attempt?.attemptNo ?? delivery.attemptNo,
      outcomeAt: momentOf(at ?? delivery.outcomeAt ?? trip.actualEnd, await begunAt(ctx, trip.id)),
      receivedBy: outcome === "failed" ? null : (signerName ?? delivery.receivedBy),
      failureReason: outcome === "failed" ? reason : null,
    };
  },
  then: async (ctx, delivery, { outcome, lines, reason }) => {
    if (outcome === "delivered") await deliverAll(ctx, delivery);
    else if (outcome === "failed") await bringNothing(ctx, delivery);
    else await deliverSome(ctx, delivery, lines ?? []);
    await sql`delete from fleet_delivery_attempts where company_id = current_company() and delivery_id = ${delivery.id}
      and attempt_no = ${delivery.attemptNo}`.execute(ctx.db);
    const at = delivery.outcomeAt ?? new Date().toISOString();
    const became = delivery.status === "delivered" ? "delivered" : outcome;
    await keepAttempts(ctx, [delivery], { outcome: became, reason: outcome === "failed" ? reason : null, at });
  },
  event: async (ctx, delivery, _told, before) => {
    if (before.tripId === null || before.tripId === delivery.tripId) return {};
    if (before.status === "assigned") await leave(ctx, before);
    return { changes: { tripId: { from: before.tripId, to: delivery.tripId } } };
  },
});

/** The trip that brought it, which has left. */
async function broughtBy(ctx: Ctx, tripId: string | null): Promise<Trip> {
  if (tripId === null) throw invalid({ tripId: message("Choose the trip that brought it.") });
  const [trip] = await lockMany(ctx.db, "trips", [tripId]);
  if (!trip) throw invalid({ tripId: message("Choose one from the list.") });
  if (trip.actualStart === null)
    throw conflict(
      notBegun.code,
      message("Trip {number} has not left. If it was driven all the same, say so on its page first.", {
        number: trip.tripNumber,
      }),
    );
  return trip;
}

/** The last attempt, where it was this trip's: that one ended otherwise, and no other has begun. */
async function attemptOn(ctx: Ctx, { id, attemptNo }: Delivery, trip: Trip) {
  const { rows } = await sql<{ attemptNo: number; stopId: string | null; tripId: string }>`
    select attempt_no as "attemptNo", stop_id as "stopId", trip_id as "tripId" from fleet_delivery_attempts
    where company_id = current_company() and delivery_id = ${id} and attempt_no <= ${attemptNo}
    order by attempt_no desc limit 1`.execute(ctx.db);
  return rows[0]?.tripId === trip.id ? rows[0] : undefined;
}

/** Where a trip stops at the place to which it was to be brought. */
async function stopAt(ctx: Ctx, trip: Trip, { locationId, address }: Delivery): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from trip_stops where company_id = current_company()
    and trip_id = ${trip.id} and kind = 'dropoff' and (location_id = ${locationId}
      or (location_id is null and lower(address) = lower(${address}))) order by position limit 1`.execute(ctx.db);
  return rows[0]?.id ?? null;
}
