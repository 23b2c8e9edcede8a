import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { insertRow, updateRow, type RecordOf } from "#server/records/records.ts";

type Delivery = RecordOf<"fleet_deliveries">;
type Trip = RecordOf<"trips">;
const mostStops = 100;

interface Stop {
  readonly id: string;
  readonly position: number;
  readonly kind: string;
  readonly locationId: string | null;
  readonly address: string | null;
  readonly plannedArrival: string;
}

/** Where a delivery is loaded or brought. */
interface Place {
  readonly kind: "pickup" | "dropoff";
  readonly locationId: string | null;
  readonly address: string | null;
  readonly name: string | null;
}

const plain = (address: string | null): string => (address ?? "").toLowerCase().replace(/\s+/g, " ").trim();
const isThere = (stop: Stop, { kind, locationId, address }: Place): boolean =>
  stop.kind === kind &&
  stop.locationId === locationId &&
  (locationId !== null || plain(stop.address) === plain(address));

/**
 * The stops of a trip at which a delivery is loaded and brought: those that it has at the same places already, in this order,
 * and new ones where it has none. The trip is locked and has not left.
 */
export async function stopsFor(ctx: Ctx, trip: Trip, delivery: Delivery) {
  const { rows: stops } = await sql<Stop>`select id, position, kind, location_id as "locationId", address,
      planned_arrival as "plannedArrival" from trip_stops
    where company_id = current_company() and trip_id = ${trip.id} order by position`.execute(ctx.db);
  const pickup: Place = {
    kind: "pickup",
    locationId: delivery.pickupLocationId,
    address: delivery.pickupAddress,
    name: null,
  };
  const dropoff: Place = {
    kind: "dropoff",
    locationId: delivery.locationId,
    address: delivery.address,
    name: delivery.consigneeName,
  };
  const isLoadedThere = pickup.locationId !== null || pickup.address !== null;
  const loads = isLoadedThere ? stops.find((stop) => isThere(stop, pickup)) : undefined;
  const isLoadedAnew = isLoadedThere && !loads;
  const loadedAt = loads?.plannedArrival ?? trip.plannedStart;
  const brings = stops.find(
    (stop) =>
      isThere(stop, dropoff) &&
      (!isLoadedThere || (loads ? stop.position > loads.position : stop.plannedArrival > loadedAt)),
  );
  if (stops.length + Number(isLoadedAnew) + Number(!brings) > mostStops)
    throw conflict("trip_is_full", message("A trip has {count} stops at most.", { count: mostStops }));

  const pickupStopId = isLoadedThere ? (loads?.id ?? (await addStop(ctx, trip, pickup, loadedAt))) : null;
  const wanted = delivery.windowStart > loadedAt ? delivery.windowStart : loadedAt;
  const { windowStart, windowEnd, latitude, longitude } = delivery;
  const dropoffStopId =
    brings?.id ??
    (await addStop(ctx, trip, dropoff, wanted < trip.plannedEnd ? wanted : trip.plannedEnd, {
      windowStart,
      windowEnd,
      latitude,
      longitude,
    }));
  await changedStops(ctx, trip);
  return { pickupStopId, dropoffStopId };
}

const last = 10_000;

async function addStop(
  ctx: Ctx,
  trip: Trip,
  { kind, locationId, address, name }: Place,
  plannedArrival: string,
  more: Partial<Pick<Delivery, "windowStart" | "windowEnd" | "latitude" | "longitude">> = {},
): Promise<string> {
  const { id } = await insertRow(ctx.db, "trip_stops", {
    ...more,
    tripId: trip.id,
    position: kind === "pickup" ? last : last + 1,
    kind,
    locationId,
    address: locationId === null ? address : null,
    name: locationId === null ? name : null,
    plannedArrival,
    madeForDelivery: true,
  });
  return id;
}

/** Stops that a trip had for this delivery alone go with it, unless it would be left without two. */
export async function dropStops(ctx: Ctx, trip: Trip, delivery: Delivery): Promise<void> {
  const ids = [delivery.dropoffStopId, delivery.pickupStopId].filter((id) => id !== null);
  for (const id of ids)
    await sql`delete from trip_stops s where s.company_id = current_company() and s.id = ${id} and s.made_for_delivery
      and s.status = 'pending' and not exists (select from fleet_deliveries d
        where d.company_id = s.company_id and s.id in (d.pickup_stop_id, d.dropoff_stop_id))
      and (${trip.status} = 'draft' or (select count(*) from trip_stops o
        where o.company_id = s.company_id and o.trip_id = s.trip_id) > 2)`.execute(ctx.db);
  await changedStops(ctx, trip);
}

/** Numbers the stops of a trip anew, by when they are reached; whoever changes the trip meanwhile is told. */
async function changedStops(ctx: Ctx, trip: Trip): Promise<void> {
  await sql`update trip_stops s set position = n.place from (
      select id, row_number() over (order by planned_arrival, position) - 1 as place from trip_stops
      where company_id = current_company() and trip_id = ${trip.id}) n
    where s.company_id = current_company() and s.id = n.id and s.position <> n.place`.execute(ctx.db);
  await updateRow(ctx.db, "trips", trip, {});
}
