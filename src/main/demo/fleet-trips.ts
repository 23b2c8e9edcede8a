import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { addRows, daysFrom, minutesFrom, onFiveMinutes, type Row } from "./bulk.ts";
import { inTurn } from "./consignees.ts";
import { Random } from "./random.ts";
import { addTripMeters, type Driven } from "./trip-meters.ts";

interface Planning {
  readonly moment: Date;
  readonly companyId: string;
  /** Where trips load. */
  readonly depotId: string;
  readonly dispatcherId: string;
}

/** What became of a trip, how far from now it was to begin and how long to take, both in minutes. */
interface Told {
  readonly status:
    | "draft"
    | "planned"
    | "dispatched"
    | "in_progress"
    | "paused"
    | "completed"
    | "cancelled"
    | "aborted";
  readonly begins: number;
  readonly takes: number;
  /** How many stops are behind it. */
  readonly done?: number;
  /** What it takes longer than planned. */
  readonly late?: number;
  readonly reason?: string;
  /** Which of the stops behind it failed, and why. */
  readonly failed?: readonly [number, string];
  /** It has the vehicle and the driver of the trip told before it. */
  readonly goesOn?: true;
  /** What is on it is more than the vehicle carries. */
  readonly isOverloaded?: true;
  /** A tractor drives it, with the trailer behind it. */
  readonly trailer?: true;
  /** It went on with another vehicle, so many minutes before now, and why. */
  readonly changed?: readonly [number, string];
  /** It is driven by who signs in as the driver. */
  readonly isOwn?: true;
}

const hour = 60;
const day = 24 * hour;
/** A week of a depot around now: what is over, what is on the road, what leaves soon, and what waits for somebody. */
const story: readonly Told[] = [
  ...[-5, -4, -3, -2, -1].flatMap((days): Told[] => [
    { status: "completed", begins: days * day, takes: 7 * hour, late: 20 },
    { status: "completed", begins: days * day + 30, takes: 5 * hour, ...(days === -1 ? { isOwn: true } : {}) },
  ]),
  { status: "completed", begins: -1 * day, takes: 8 * hour, trailer: true },
  { status: "completed", begins: -2 * day, takes: 6 * hour, failed: [2, "Nobody was there, gate closed"] },
  { status: "aborted", begins: -3 * day, takes: 6 * hour, done: 1, reason: "Coolant lost on the E19, towed" },
  { status: "cancelled", begins: -1 * day, takes: 4 * hour, reason: "Customer moved the order to next week" },
  { status: "in_progress", begins: -3 * hour, takes: 6 * hour, done: 2 },
  { status: "in_progress", begins: -2 * hour, takes: 5 * hour, done: 1 },
  {
    status: "in_progress",
    begins: -3.5 * hour,
    takes: 7 * hour,
    done: 2,
    changed: [70, "Turbo failed near Hoogstraten, load moved over"],
  },
  { status: "in_progress", begins: -2.5 * hour, takes: 8 * hour, done: 1, trailer: true },
  { status: "paused", begins: -4 * hour, takes: 7 * hour, done: 2, reason: "Rest of 45 minutes" },
  { status: "in_progress", begins: -7 * hour, takes: 6 * hour, done: 2 },
  { status: "planned", begins: 20, takes: 4 * hour, goesOn: true },
  { status: "dispatched", begins: 40, takes: 6 * hour, isOwn: true },
  { status: "dispatched", begins: 2 * hour, takes: 5 * hour },
  { status: "planned", begins: 3 * hour, takes: 6 * hour, isOverloaded: true },
  { status: "dispatched", begins: 3.5 * hour, takes: 8 * hour, trailer: true },
  { status: "planned", begins: 1 * day, takes: 6 * hour },
  { status: "planned", begins: 1 * day + 30, takes: 9 * hour, trailer: true },
  { status: "planned", begins: 1 * day + 90, takes: 7 * hour },
  { status: "planned", begins: 2 * day, takes: 6 * hour },
  { status: "draft", begins: 3 * day, takes: 5 * hour },
];

const over = new Set(["completed", "aborted", "cancelled"]);
const running = new Set(["in_progress", "paused"]);

/** Trips of a week around now, each with a vehicle and a driver that were free for it. */
export async function addFleetTrips(db: Db, { moment, companyId, depotId, dispatcherId }: Planning): Promise<void> {
  const random = new Random(240);
  const planned = onFiveMinutes(moment);
  const { rows: vehicles } = await sql<{ id: string; label: string; payloadKg: number }>`
    select v.id, concat_ws(' ', v.unit_number, v.plate_number) as label, v.payload_kg::float as "payloadKg"
    from vehicles v join vehicle_types y on (y.company_id, y.id) = (v.company_id, v.type_id)
    where v.company_id = ${companyId} and v.status = 'in_service' and y.category in ('rigid', 'van') and v.payload_kg is not null
      and v.home_location_id = ${depotId}
      and not exists (select from vehicle_holds h where h.company_id = v.company_id and h.vehicle_id = v.id and h.closed_at is null)
    order by v.unit_number`.execute(db);
  const { rows: drivers } = await sql<{ id: string; label: string; mayLeave: boolean }>`
    select d.id, d.first_name || ' ' || d.last_name as label, exists (select from driver_licences l
        join driver_licence_classes c on c.licence_id = l.id where l.driver_id = d.id and l.status = 'verified'
          and c.class = 'CE' and least(c.expires_on, l.expires_on) > ${moment}::date + 2)
      and not exists (select from papers p join document_types k on k.id = p.type_id and k.blocks_dispatch
        where p.driver_id = d.id and (p.status <> 'verified' or p.expires_on <= ${moment}::date + 2)) as "mayLeave"
    from drivers d where d.company_id = ${companyId} and d.status = 'active'
    order by d.user_id is null, d.employee_no`.execute(db);
  const combinations = await pulled(db, companyId, depotId);
  const { rows: goods } = await sql<{ id: string; quantityType: string; weightKg: number }>`
    select id, quantity_type as "quantityType", unit_weight_kg::float as "weightKg" from asset_commodities
    where company_id = ${companyId} and code in ('MINERAL', 'BOARD', 'TYRES') order by code`.execute(db);
  const rows = {
    trips: [] as Row[],
    stops: [] as Row[],
    assets: [] as Row[],
    loads: [] as Row[],
    legs: [] as Row[],
    pauses: [] as Row[],
    bookings: [] as Row[],
  };
  const driven: Driven[] = [];
  let pair = -1;
  let pulls = -1;
  const own = drivers.find(({ mayLeave }) => mayLeave); // who has an account comes first
  const taken = new Set(own ? [own.id] : []);
  let last: (typeof drivers)[number] | undefined;
  for (const [n, told] of story.entries()) {
    const { status } = told;
    if (!told.goesOn) pair += 1;
    if (told.trailer) pulls += 1;
    const trailer = told.trailer && combinations[pulls % combinations.length];
    const first = trailer || vehicles[pair % vehicles.length];
    const vehicle = told.changed ? vehicles.at(-2) : first;
    const isGiven = status !== "draft" && status !== "planned";
    const isFree = ({ id, mayLeave }: (typeof drivers)[number]) => !taken.has(id) && (mayLeave || !isGiven);
    const driver = told.goesOn ? last : told.isOwn ? own : drivers.find(isFree);
    if (!first || !vehicle || !driver) throw new Error("the demo has vehicles and drivers");
    taken.add(driver.id);
    last = driver;
    const { begins, takes, late = 0 } = told;
    const [starts, ends] = [minutesFrom(planned, begins), minutesFrom(planned, begins + takes)];
    const created = new Date(Math.min(+daysFrom(starts, -2), +daysFrom(moment, -1)));
    const id = random.id(created);
    const hasBegun = running.has(status) || status === "completed" || status === "aborted";
    const hasLeft = hasBegun || status === "dispatched";
    const isOver = status === "completed" || status === "aborted";
    const ended = isOver ? minutesFrom(ends, late - (status === "aborted" ? takes / 2 : 6)) : null;
    const load = Math.round((told.isOverloaded ? 1.2 : 0.4 + random.whole(0, 50) / 100) * vehicle.payloadKg);
    rows.trips.push({
      id,
      trip_number: `T-${String(n + 1).padStart(5, "0")}`,
      status,
      status_reason: told.reason ?? null,
      vehicle_id: vehicle.id,
      driver_id: driver.id,
      planned_start: starts,
      planned_end: ends,
      actual_start: hasBegun ? minutesFrom(starts, 4) : null,
      actual_end: ended,
      closed_at: ended,
      load_kg: load,
      load_pallets: Math.max(1, Math.round(load / 450)),
      dispatched_at: hasLeft ? minutesFrom(starts, -12 * hour) : null,
      dispatched_by: hasLeft ? dispatcherId : null,
      acknowledged_at: hasBegun || n % 2 === 0 ? (hasLeft ? minutesFrom(starts, -11 * hour) : null) : null,
      vehicle_label: hasLeft ? vehicle.label : null,
      driver_label: hasLeft ? driver.label : null,
      created_by: dispatcherId,
      created_at: created,
    });
    rows.stops.push(...stopsOf(told, { n, id, starts, created, depotId, random }));
    const begun = minutesFrom(starts, 4);
    if (status === "paused")
      rows.pauses.push({
        id: random.id(created),
        trip_id: id,
        begins_at: minutesFrom(moment, -25),
        reason: told.reason,
      });
    if (trailer)
      rows.assets.push({
        id: random.id(created),
        trip_id: id,
        asset_id: trailer.assetId,
        attached_at: hasBegun ? begun : null,
        detached_at: isOver ? minutesFrom(ends, late - 6) : null,
      });
    const commodity = goods[pulls % goods.length];
    if (trailer && commodity && hasBegun)
      rows.loads.push({
        id: random.id(created),
        asset_id: trailer.assetId,
        commodity_id: commodity.id,
        quantity: Math.floor(load / commodity.weightKg),
        quantity_type: commodity.quantityType,
        trip_id: id,
        seal_number: `NL${4_418_200 + n * 7}`,
        loaded_at: minutesFrom(starts, -50),
        unloaded_at: isOver ? minutesFrom(ends, late - 30) : null,
        created_by: dispatcherId,
        created_at: minutesFrom(starts, -50),
      });
    const booked = (resource: string, from: Date, until: Date, isHeld = true): Row => ({
      id: random.id(created),
      resource_id: resource,
      lane: 1,
      during: `[${from.toISOString()},${until.toISOString()})`,
      reason: "trip",
      subject_id: id,
      active: isHeld,
      standing: isHeld && running.has(status),
    });
    const changed = told.changed && minutesFrom(moment, -told.changed[0]);
    const begin = { tripId: id, vehicleId: first.id, from: begun, until: changed ?? ended, enteredBy: dispatcherId };
    if (hasBegun)
      driven.push(begin, ...(changed ? [{ ...begin, vehicleId: vehicle.id, from: changed, until: ended }] : []));
    if (changed) {
      const leg = { trip_id: id, driver_id: driver.id, driver_label: driver.label, remarks: [] };
      const [one, other] = [random.id(created), random.id(created)];
      rows.legs.push(
        {
          ...leg,
          id: one,
          vehicle_id: first.id,
          vehicle_label: first.label,
          begins_at: begun,
          ends_at: changed,
          reason: null,
        },
        {
          ...leg,
          id: other,
          vehicle_id: vehicle.id,
          vehicle_label: vehicle.label,
          begins_at: changed,
          ends_at: null,
          reason: told.changed?.[1],
        },
      );
      rows.bookings.push(booked(first.id, starts, changed, false));
    }
    if (status !== "draft" && !over.has(status))
      rows.bookings.push(
        booked(vehicle.id, changed ?? starts, ends),
        ...[driver.id, ...(trailer ? [trailer.assetId] : [])].map((resource) => booked(resource, starts, ends)),
      );
  }
  await addRows(db, "trips", rows.trips);
  await addRows(db, "trip_stops", rows.stops);
  await addRows(db, "trip_assets", rows.assets);
  await addRows(db, "asset_loads", rows.loads);
  await addRows(db, "trip_legs", rows.legs);
  await addRows(db, "trip_pauses", rows.pauses);
  await addRows(db, "bookings", rows.bookings);
  await addTripMeters(db, { companyId, moment, driven });
  await sql`insert into counters (series, value) values ('trip', ${story.length})`.execute(db);
}

/** Tractors of a depot that are in service, with the trailer behind each, by their numbers. */
async function pulled(db: Db, companyId: string, depotId: string) {
  const { rows } = await sql<{ id: string; label: string; assetId: string; payloadKg: number }>`
    select v.id, concat_ws(' ', v.unit_number, v.plate_number) as label, a.id as "assetId",
      (a.max_gross_kg - a.tare_kg)::float as "payloadKg"
    from assets a join vehicles v on (v.company_id, v.id) = (a.company_id, a.vehicle_id)
    where a.company_id = ${companyId} and a.status = 'available' and v.status = 'in_service' and v.home_location_id = ${depotId}
      and not exists (select from vehicle_holds h where h.company_id = v.company_id and h.vehicle_id = v.id and h.closed_at is null)
    order by a.asset_no`.execute(db);
  return rows;
}

interface Placed {
  readonly n: number;
  readonly id: string;
  readonly starts: Date;
  readonly created: Date;
  readonly depotId: string;
  readonly random: Random;
}

/** From the depot to three customers: what is behind is done, one is the next. */
function stopsOf(told: Told, { n, id, starts, created, depotId, random }: Placed): Row[] {
  const { status, takes, late = 0, failed } = told;
  const count = 4;
  const behind = status === "completed" ? count : (told.done ?? 0);
  return Array.from({ length: count }, (_, position) => {
    const customer = position === 0 ? null : (inTurn[(n * 3 + position) % inTurn.length] ?? inTurn[0]);
    const planned = minutesFrom(starts, Math.round(10 + (position * (takes - 40)) / count));
    const isDone = position < behind;
    const isNext = position === behind && running.has(status);
    const arrived = minutesFrom(planned, random.whole(-4, 5) + (position > 1 ? late : 0));
    const left = minutesFrom(arrived, 15 + random.whole(0, 10));
    const isFailed = failed?.[0] === position;
    return {
      id: random.id(created),
      trip_id: id,
      position,
      status: isDone
        ? isFailed
          ? "failed"
          : "completed"
        : isNext
          ? "en_route"
          : status === "aborted" || status === "cancelled"
            ? "skipped"
            : "pending",
      kind: position === 0 ? "pickup" : "dropoff",
      location_id: position === 0 ? depotId : null,
      name: customer?.name ?? null,
      address: customer?.address ?? null,
      latitude: customer?.latitude ?? null,
      longitude: customer?.longitude ?? null,
      planned_arrival: planned,
      window_start: position === 0 ? null : minutesFrom(planned, -30),
      window_end: position === 0 ? null : minutesFrom(planned, 45),
      service_minutes: 20,
      en_route_at: isDone || isNext ? minutesFrom(planned, -25) : null,
      arrived_at: isDone ? arrived : null,
      completed_at: isDone ? left : null,
      departed_at: isDone ? left : null,
      outcome_reason: isFailed
        ? failed[1]
        : isDone
          ? null
          : status === "aborted" || status === "cancelled"
            ? (told.reason ?? null)
            : null,
      created_at: created,
    };
  });
}
