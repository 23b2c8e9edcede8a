import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { Ctx } from "#server/http/context.ts";
import { insertRow, updateRow, type RecordOf } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { tripFlow } from "../trips.flow.ts";
import { headForNext } from "./stop-order.server.ts";
import { tripStopFlow } from "./trip-stops.flow.ts";
import { windowsMeet } from "./stop-windows.server.ts";

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
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
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

const pickupOf = ({ pickupLocationId, pickupAddress }: Delivery): Place => ({
  kind: "pickup",
  locationId: pickupLocationId,
  address: pickupAddress,
  name: null,
});
const dropoffOf = ({ locationId, address, consigneeName }: Delivery): Place => ({
  kind: "dropoff",
  locationId,
  address,
  name: consigneeName,
});

/** The stops that are still to be made, or at which the trip stands, in their order. */
async function stopsAhead(ctx: Ctx, trip: Trip): Promise<Stop[]> {
  const { rows } = await sql<Stop>`select id, position, kind, location_id as "locationId", address,
      planned_arrival as "plannedArrival", window_start as "windowStart", window_end as "windowEnd" from trip_stops
    where company_id = current_company() and trip_id = ${trip.id} and status not in (${statesIn(tripStopFlow, "over")})
    order by position`.execute(ctx.db);
  return rows;
}

/** 409 `trip_is_full` where so many more are too many. */
export async function mustHaveRoom(ctx: Ctx, trip: Trip, more: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from trip_stops
    where company_id = current_company() and trip_id = ${trip.id}`.execute(ctx.db);
  if ((rows[0]?.count ?? 0) + more > mostStops)
    throw conflict("trip_is_full", message("A trip has {count} stops at most.", { count: mostStops }));
}

const later = (one: string, other: string): string => (one > other ? one : other);
const isOnTheRoad = ({ status }: Trip) => inGroup(tripFlow, "running", status);

/**
 * The stops of a trip at which a delivery is loaded and brought: those that it has at the same places still, in this order and in
 * its window, and new ones where it has none. The trip is locked. 409 `not_on_board` where it has left and does not load this on
 * its way.
 */
export async function stopsFor(ctx: Ctx, trip: Trip, delivery: Delivery) {
  const stops = await stopsAhead(ctx, trip);
  const [pickup, dropoff] = [pickupOf(delivery), dropoffOf(delivery)];
  const isLoadedThere = pickup.locationId !== null || pickup.address !== null;
  if (!isLoadedThere && isOnTheRoad(trip))
    throw conflict(
      "not_on_board",
      message("Trip {number} has left without it. Say in the delivery where it is loaded on the way.", {
        number: trip.tripNumber,
      }),
    );
  const begins = isOnTheRoad(trip) ? later(new Date().toISOString(), trip.plannedStart) : trip.plannedStart;
  const loads = isLoadedThere ? stops.find((stop) => isThere(stop, pickup)) : undefined;
  const isLoadedAnew = isLoadedThere && !loads;
  const loadedAt = loads?.plannedArrival ?? begins;
  const brings = stops.find(
    (stop) =>
      isThere(stop, dropoff) &&
      windowsMeet(stop, delivery) &&
      (!isLoadedThere || (loads ? stop.position > loads.position : stop.plannedArrival > loadedAt)),
  );
  await mustHaveRoom(ctx, trip, Number(isLoadedAnew) + Number(!brings));

  const pickupStopId = isLoadedThere ? (loads?.id ?? (await addStop(ctx, trip, pickup, loadedAt))) : null;
  const dropoffStopId = brings?.id ?? (await addDropoff(ctx, trip, delivery, loadedAt));
  await changedStops(ctx, trip);
  if (isOnTheRoad(trip)) await headForNext(ctx, trip, null);
  return { pickupStopId, dropoffStopId };
}

/** Where a trip on the road, which is locked, brings once more what it has on board: a stop there that is ahead, or a new one. */
export async function stopAgain(ctx: Ctx, trip: Trip, delivery: Delivery): Promise<string> {
  const stops = await stopsAhead(ctx, trip);
  const found = stops.find((stop) => isThere(stop, dropoffOf(delivery)) && windowsMeet(stop, delivery));
  if (found) return found.id;
  await mustHaveRoom(ctx, trip, 1);
  const afterAll = stops.at(-1)?.plannedArrival ?? trip.plannedStart;
  const id = await addDropoff(ctx, trip, delivery, later(new Date().toISOString(), afterAll));
  await changedStops(ctx, trip);
  await headForNext(ctx, trip, null);
  return id;
}

/** Adds the stop to which it is brought: in its window, but not before `earliest`, nor after the trip where that is planned still. */
function addDropoff(ctx: Ctx, trip: Trip, delivery: Delivery, earliest: string): Promise<string> {
  const wanted = later(delivery.windowStart, earliest);
  const arrival = isOnTheRoad(trip) || wanted < trip.plannedEnd ? wanted : trip.plannedEnd;
  const { windowStart, windowEnd, latitude, longitude } = delivery;
  return addStop(ctx, trip, dropoffOf(delivery), arrival, { windowStart, windowEnd, latitude, longitude });
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

/** Numbers the stops of a trip anew: where it has been, then by when they are reached; whoever changes the trip meanwhile is told. */
export async function changedStops(ctx: Ctx, trip: Trip): Promise<void> {
  await sql`update trip_stops s set position = n.place from (
      select id, row_number() over (order by arrived_at is null, planned_arrival, position) - 1 as place from trip_stops
      where company_id = current_company() and trip_id = ${trip.id}) n
    where s.company_id = current_company() and s.id = n.id and s.position <> n.place`.execute(ctx.db);
  await updateRow(ctx.db, "trips", trip, {});
}
