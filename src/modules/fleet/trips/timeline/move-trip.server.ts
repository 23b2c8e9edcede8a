import { sql } from "kysely";
import type { BodyOf, ReplyOf } from "#shared/contract/contract.ts";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { Ctx } from "#server/http/context.ts";
import { lockById, stale, updateRow, type RecordOf } from "#server/records/records.ts";
import { tripChecks } from "../guards/trip-checks.server.ts";
import { newChecks } from "../legs/legs.server.ts";
import { holdResources, lockToPlan } from "../bookings/hold-resources.server.ts";
import { moveStops } from "../trip-stops/stop-order.server.ts";
import { tripFlow } from "../trips.flow.ts";
import type { tripTimeline } from "./timeline.contract.ts";
import { barOf } from "./trip-bars.server.ts";

type Moved = BodyOf<typeof tripTimeline.move>;
const fields = ["vehicleId", "driverId", "plannedStart", "plannedEnd"] as const;

/**
 * Gives a trip another time, vehicle or driver, and its stops the time by which it begins later or earlier. What it books it
 * takes anew in the same transaction: 409 `resource_taken` names the trip that has it.
 */
export async function moveTrip(
  ctx: Ctx,
  id: string,
  { version, ...plan }: Moved,
): Promise<ReplyOf<typeof tripTimeline.move>> {
  const before = await lockById(ctx.db, "trips", id);
  if (before.version !== version) throw stale(await barOf(ctx, id));
  const { status, tripNumber } = before;
  if (!inGroup(tripFlow, "draftable", status))
    throw conflict(
      "wrong_state",
      message("Trip {number} is with its driver or over. Only what is planned can be moved.", { number: tripNumber }),
      { status },
    );
  const isHolding = inGroup(tripFlow, "holding", status);
  mustBePlan(plan, isHolding);
  await mustBeOnItOnce(ctx, id, plan.driverId);
  // All that it takes is locked in one order, before anything is written.
  const { vehicleId, driverId } = plan;
  if (isHolding) await holdResources(ctx, { id, ...plan });
  else await lockToPlan(ctx, { vehicleIds: vehicleId ? [vehicleId] : [], driverIds: driverId ? [driverId] : [] });
  const after = await updateRow(ctx.db, "trips", before, plan);
  const lastArrival = await moveStops(ctx, after, Date.parse(plan.plannedStart) - Date.parse(before.plannedStart));
  if (lastArrival !== null && Date.parse(lastArrival) > Date.parse(plan.plannedEnd))
    throw invalid({ plannedEnd: message("A stop is reached later than that.") });
  await ctx.emit("trip.moved", after, { changes: await changesOf(ctx, before, after) });
  const checks = await newChecks(ctx, id, await tripChecks(ctx, id));
  return { ...(await barOf(ctx, id)), checks: [...checks] };
}

function mustBePlan({ vehicleId, driverId, plannedStart, plannedEnd }: Omit<Moved, "version">, isHolding: boolean) {
  const errors = {
    ...(isHolding && vehicleId === null ? { vehicleId: message("Choose the vehicle first.") } : {}),
    ...(isHolding && driverId === null ? { driverId: message("Choose the driver first.") } : {}),
    ...(Date.parse(plannedEnd) <= Date.parse(plannedStart) ? { plannedEnd: message("It ends before it begins.") } : {}),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** 422 for a driver who relieves the driver of the same trip, or helps. */
async function mustBeOnItOnce(ctx: Ctx, id: string, driverId: string | null): Promise<void> {
  const { rows } = await sql`select from trip_crew w where w.company_id = current_company() and w.trip_id = ${id}
    and w.driver_id = ${driverId}`.execute(ctx.db);
  if (rows.length > 0) throw invalid({ driverId: message("They are on this trip already. Change its crew first.") });
}

/** What changed. A vehicle is told by its number, a driver by no name: whose it is may be forgotten later, and events stay. */
async function changesOf(ctx: Ctx, before: RecordOf<"trips">, after: RecordOf<"trips">) {
  const changed = fields.filter((field) => String(before[field]) !== String(after[field]));
  const changes = Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
  if (before.vehicleId === after.vehicleId) return changes;
  const { rows } = await sql<{ id: string; name: string }>`select v.id, v.unit_number as name from vehicles v
    where v.company_id = current_company() and v.id in (${before.vehicleId}, ${after.vehicleId})`.execute(ctx.db);
  const numberOf = (id: string | null) => rows.find((vehicle) => vehicle.id === id)?.name ?? null;
  return { ...changes, vehicleId: { from: numberOf(before.vehicleId), to: numberOf(after.vehicleId) } };
}
