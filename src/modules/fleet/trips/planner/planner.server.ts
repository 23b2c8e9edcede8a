import { sql } from "kysely";
import { conflict, invalid, message, notFound } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { BareCtx, Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { findById, lockById, lockMany, stale } from "#server/records/records.ts";
import { fleetDeliveryFlow } from "../../deliveries/deliveries.flow.ts";
import { putOnTrip, takeOffTrip } from "../../deliveries/deliveries.server.ts";
import { tripChecks, tripLoad } from "../guards/trip-checks.server.ts";
import type { Trip } from "../trips.contract.ts";
import { changeTrip, createTrip, planTrip, readTrip } from "../trips.server.ts";
import { tripPlanner, type ChangedPlan, type TripPlan, type TripPreview } from "./planner.contract.ts";
import { undone } from "./undone.server.ts";

/** Writes a trip as a draft with all that it brings, by the same steps as one after the other; refused as a whole. */
async function writeTrip(ctx: Ctx, { deliveryIds, ...input }: TripPlan): Promise<Trip> {
  await mustWait(ctx, deliveryIds);
  const trip = await createTrip(ctx, input);
  await bring(ctx, trip, deliveryIds, deliveryIds);
  return trip;
}

/** Changes a trip and what it brings in the same way. */
async function rewriteTrip(ctx: Ctx, id: string, { version, deliveryIds, ...input }: ChangedPlan): Promise<Trip> {
  const before = await lockById(ctx.db, "trips", id);
  if (before.version !== version) throw stale(await readTrip(ctx, { id }));
  const { rows } = await sql<{ id: string }>`select id from fleet_deliveries
    where company_id = current_company() and trip_id = ${id} order by id`.execute(ctx.db);
  const brought = new Set(rows.map((row) => row.id));
  const added = deliveryIds.filter((deliveryId) => !brought.has(deliveryId));
  await mustWait(ctx, added);
  for (const deliveryId of brought) if (!deliveryIds.includes(deliveryId)) await takeOffTrip(ctx, deliveryId);
  const now = await findById(ctx.db, "trips", id); // what was taken off has changed it
  const trip = await changeTrip(ctx, id, { ...input, version: now.version });
  await bring(ctx, trip, added, deliveryIds);
  await mustLoadFirst(ctx, id, deliveryIds);
  return trip;
}

/** Puts deliveries on a trip which has the stops that they need. */
async function bring(ctx: Ctx, trip: Trip, added: readonly string[], deliveryIds: readonly string[]): Promise<void> {
  const known = new Set(trip.stops.map(({ id }) => id));
  for (const deliveryId of added) {
    const { deliveryNumber, pickupStopId, dropoffStopId } = await putOnTrip(ctx, deliveryId, trip.id);
    if ([pickupStopId, dropoffStopId].some((id) => id !== null && !known.has(id)))
      throw needsStops(deliveryIds.indexOf(deliveryId), deliveryNumber);
  }
}

const needsStops = (at: number, number: string) =>
  invalid({
    [`deliveryIds.${at}`]: message("{number} needs a stop where it is brought, after the one where it is loaded.", {
      number,
    }),
  });

/** What a trip had already is still loaded before it is brought. */
async function mustLoadFirst(ctx: Ctx, tripId: string, deliveryIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; number: string }>`select d.id, d.delivery_number as number
    from fleet_deliveries d
    join trip_stops p on (p.company_id, p.id) = (d.company_id, d.pickup_stop_id)
    join trip_stops b on (b.company_id, b.id) = (d.company_id, d.dropoff_stop_id)
    where d.company_id = current_company() and d.trip_id = ${tripId} and p.position > b.position
    order by d.delivery_number limit 1`.execute(ctx.db);
  if (rows[0]) throw needsStops(deliveryIds.indexOf(rows[0].id), rows[0].number);
}

/** Locks the deliveries. 404 for one that is not there, 409 `not_waiting` for one that another trip has or that is over. */
async function mustWait(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const deliveries = await lockMany(ctx.db, "fleet_deliveries", ids);
  if (deliveries.length < ids.length) throw notFound();
  const gone = deliveries.find(({ status }) => !inGroup(fleetDeliveryFlow, "waiting", status));
  if (gone)
    throw conflict(
      "not_waiting",
      message("{number} does not wait for a trip any more: take it off this one.", { number: gone.deliveryNumber }),
      { deliveryId: gone.id, deliveryNumber: gone.deliveryNumber, status: gone.status },
    );
}

/** What is found out by writing a trip, of which nothing is kept. */
const tried = (bare: BareCtx, write: (ctx: Ctx) => Promise<Trip>): Promise<TripPreview> =>
  undone(bare, async (ctx) => {
    const { id } = await write(ctx);
    return { load: await tripLoad(ctx, id), checks: await tripChecks(ctx, id) };
  });

export default serve(tripPlanner, {
  async create(ctx, { body: { isDraft, ...plan } }) {
    const { id } = await writeTrip(ctx, plan);
    return isDraft ? readTrip(ctx, { id }) : planTrip(ctx, id);
  },
  async change(ctx, { id, body }) {
    await rewriteTrip(ctx, id, body);
    return readTrip(ctx, { id });
  },
  preview: (bare, { body }) => tried(bare, (ctx) => writeTrip(ctx, body)),
  previewChange: (bare, { id, body }) => tried(bare, (ctx) => rewriteTrip(ctx, id, body)),
});
