import { sql, type RawBuilder } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { reaction } from "#server/jobs/reactions.ts";
import { statesIn } from "#server/records/states.ts";
import { fleetDeliveryFlow } from "./deliveries.flow.ts";
import { loadingStop, nothingCame } from "./loading/loaded-at.server.ts";
import { keepAttempts } from "./outcomes.server.ts";

/*
 * What becomes of deliveries by what happens to their trip. A driver's report is never refused for them: what they say of a stop
 * holds, and a delivery that lacks its outcome or its proofs says so.
 */

interface Moved {
  readonly id: string;
  readonly attemptNo: number;
  readonly tripId: string;
  readonly dropoffStopId: string | null;
}

type State = (typeof fleetDeliveryFlow.states)[number];

/** Moves those deliveries `d` of a condition that are in one state to another. */
async function move(
  ctx: Ctx,
  { from, to }: { readonly from: State; readonly to: State },
  which: RawBuilder<unknown>,
  set = sql``,
): Promise<readonly Moved[]> {
  const { rows } = await sql<Moved>`
    with found as (select d.id, d.attempt_no, d.trip_id, d.dropoff_stop_id from fleet_deliveries d where d.company_id = current_company()
      and d.status = ${from} and ${which} order by d.id for no key update)
    update fleet_deliveries t set status = ${to}, version = t.version + 1, updated_at = now() ${set} from found
    where t.company_id = current_company() and t.id = found.id
    returning t.id, found.attempt_no as "attemptNo", found.trip_id as "tripId", found.dropoff_stop_id as "dropoffStopId"`.execute(
    ctx.db,
  );
  return rows;
}

/** Goods that are on board from now on. */
async function setOut(ctx: Ctx, which: RawBuilder<unknown>): Promise<void> {
  const change = { from: "assigned", to: "out_for_delivery" } as const;
  await ctx.emit("delivery.setOut", await move(ctx, change, which), change);
}

/** What was never loaded waits for another trip. */
async function letGo(
  ctx: Ctx,
  which: RawBuilder<unknown>,
  reason?: string,
  from: "assigned" | "out_for_delivery" = "assigned",
): Promise<void> {
  const change = { from, to: "unassigned" } as const;
  const offTrip = sql`, trip_id = null, pickup_stop_id = null, dropoff_stop_id = null`;
  await ctx.emit("delivery.unassigned", await move(ctx, change, which, offTrip), { ...change, reason });
}

/** What is on board and is not brought comes back. */
async function turnBack(ctx: Ctx, which: RawBuilder<unknown>, reason?: string): Promise<void> {
  const change = { from: "out_for_delivery", to: "returning" } as const;
  const moved = await move(ctx, change, which);
  await keepAttempts(ctx, moved, { outcome: "not_reached", reason: reason ?? null, at: new Date().toISOString() });
  await ctx.emit("delivery.returnStarted", moved, { ...change, reason });
}

/** The stop failed, and with it what was to be brought there. */
async function failThere(ctx: Ctx, stopId: string, reason = ""): Promise<void> {
  const { rows } = await sql<{ at: string }>`select completed_at as at from trip_stops
    where company_id = current_company() and id = ${stopId}`.execute(ctx.db);
  const at = rows[0]?.at ?? new Date().toISOString();
  const which = sql`d.dropoff_stop_id = ${stopId}`;
  const set = sql`, outcome_at = ${at}, failure_reason = ${reason}`;
  for (const from of fleetDeliveryFlow.groups.underWay) {
    const moved = await move(ctx, { from, to: "failed" }, which, set);
    await keepAttempts(ctx, moved, { outcome: "failed", reason, at });
    await ctx.emit("delivery.failed", moved, { from, to: "failed", reason });
  }
}

/** A stop that was left out is made after all: what was to come back from there is brought there. */
async function bringThereAfterAll(ctx: Ctx, stopId: string): Promise<void> {
  const change = { from: "returning", to: "out_for_delivery" } as const;
  const notReached = sql`exists (select from fleet_delivery_attempts a where a.company_id = d.company_id
    and a.delivery_id = d.id and a.attempt_no = d.attempt_no and a.outcome = 'not_reached')`;
  const moved = await move(ctx, change, sql`d.dropoff_stop_id = ${stopId} and ${notReached}`);
  await sql`delete from fleet_delivery_attempts a using fleet_deliveries d where a.company_id = current_company()
    and d.company_id = a.company_id and d.id = a.delivery_id and d.attempt_no = a.attempt_no
    and d.id = any(${moved.map(({ id }) => id)})`.execute(ctx.db);
  await ctx.emit("delivery.setOut", moved, change);
}

const ofTrip = (tripId: string) => sql`d.trip_id = ${tripId}`;
/** What is on the vehicle when a trip leaves. */
const onBoardOf = (tripId: string) => sql`${ofTrip(tripId)} and d.pickup_stop_id is null`;
const loadedAt = (stopId: string) => sql`d.pickup_stop_id = ${stopId}`;

/**
 * What did not come at all where it was to be loaded is not on the vehicle: it waits for another trip as soon as the stop is
 * done. Of one stop, or of one delivery.
 */
export async function letGoOfWhatDidNotCome(ctx: Ctx, of: { stopId: string } | { id: string }): Promise<void> {
  const one =
    "stopId" in of
      ? sql`${loadingStop} = ${of.stopId}`
      : sql`d.id = ${of.id} and exists (select from trip_stops s where s.company_id = d.company_id
          and s.id = ${loadingStop} and s.status = 'completed')`;
  for (const from of fleetDeliveryFlow.groups.underWay)
    await letGo(ctx, sql`${one} and ${nothingCame}`, undefined, from);
}

/** Takes the deliveries off a trip that is removed. */
export async function letGoOfTrip(ctx: Ctx, tripId: string): Promise<void> {
  await letGo(ctx, ofTrip(tripId));
}

/** 409 `stop_has_delivery` where a trip would lose a stop to which something is brought, or at which it is loaded. */
export async function mustKeepStops(ctx: Ctx, tripId: string, stops: readonly { readonly id?: string | undefined }[]) {
  const kept = stops.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const { rows } = await sql<{ number: string }>`select d.delivery_number as number from fleet_deliveries d
    join trip_stops s on s.company_id = d.company_id and s.id in (d.pickup_stop_id, d.dropoff_stop_id)
    where d.company_id = current_company() and s.trip_id = ${tripId} and s.id <> all(${kept})
    order by d.delivery_number limit 1`.execute(ctx.db);
  if (rows[0])
    throw conflict(
      "stop_has_delivery",
      message("Delivery {number} needs a stop that would be gone. Take it off the trip first.", {
        number: rows[0].number,
      }),
      { deliveryNumber: rows[0].number },
    );
}

async function end(ctx: Ctx, tripId: string, reason?: string): Promise<void> {
  await turnBack(ctx, ofTrip(tripId), reason);
  await letGo(ctx, ofTrip(tripId), reason);
}

export const tripEffects = [
  reaction("trip.started", (ctx, id) => setOut(ctx, onBoardOf(id))),
  reaction("trip.drivenAfterAll", (ctx, id) => setOut(ctx, onBoardOf(id))),
  reaction("trip-stop.completed", async (ctx, id) => {
    await letGoOfWhatDidNotCome(ctx, { stopId: id });
    await setOut(ctx, loadedAt(id));
  }),
  reaction("trip-stop.failed", async (ctx, id, { reason }) => {
    await failThere(ctx, id, reason);
    await letGo(ctx, loadedAt(id), reason);
  }),
  reaction("trip-stop.skipped", async (ctx, id, { reason }) => {
    const which = sql`(d.dropoff_stop_id = ${id} or ${loadedAt(id)})`;
    await turnBack(ctx, sql`d.dropoff_stop_id = ${id}`, reason);
    await letGo(ctx, which, reason);
  }),
  reaction("trip-stop.takenUp", bringThereAfterAll),
  reaction("trip.aborted", (ctx, id, { reason }) => end(ctx, id, reason)),
  reaction("trip.cancelled", (ctx, id, { reason }) => end(ctx, id, reason)),
];

/** A trip that carries it, in words; for whoever wants to put it on another. */
export async function tripOf(ctx: Ctx, deliveryId: string) {
  const { rows } = await sql<{
    tripId: string;
    tripNumber: string;
  }>`select p.id as "tripId", p.trip_number as "tripNumber"
    from fleet_deliveries d join trips p on (p.company_id, p.id) = (d.company_id, d.trip_id)
    where d.company_id = current_company() and d.id = ${deliveryId} and d.status in (${statesIn(fleetDeliveryFlow, "underWay")})`.execute(
    ctx.db,
  );
  return rows[0];
}
