import { sql } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { book, bookingsDuring, release } from "#server/bookings/bookings.ts";
import { fullName } from "#server/db/full-name.ts";
import type { Ctx } from "#server/http/context.ts";
import { lockMany } from "#server/records/records.ts";
import { assetFlow } from "../../assets/assets.flow.ts";
import { absentDuring } from "../../driver-absences/absent.server.ts";
import { vehicleFlow } from "../../vehicles/vehicles.flow.ts";

/** What a trip wants of others' time. */
export interface TripPlan {
  readonly id: string;
  readonly vehicleId: string | null;
  readonly driverId: string | null;
  readonly plannedStart: string;
  readonly plannedEnd: string;
}

/** Everybody on a trip, its driver first. */
async function peopleOf(ctx: Ctx, trip: Pick<TripPlan, "id" | "driverId">): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select c.driver_id as id from trip_crew c
    where c.company_id = current_company() and c.trip_id = ${trip.id} order by c.position`.execute(ctx.db);
  return [...(trip.driverId ? [trip.driverId] : []), ...rows.map(({ id }) => id)];
}

/** The assets that go along on a trip. */
export async function assetsOf(ctx: Ctx, tripId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select a.asset_id as id from trip_assets a
    where a.company_id = current_company() and a.trip_id = ${tripId} and a.detached_at is null
    order by a.position`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

interface Wanted {
  readonly assetIds?: readonly string[];
  readonly vehicleIds?: readonly string[];
  readonly driverIds?: readonly string[];
}

const notThere = () => message("Choose one from the list.");

/**
 * Locks the records of what a trip takes, in one order for all: assets, vehicles, people. Whoever wants one of the same waits
 * here. 422 for what is not there, or has no number of its own.
 */
export async function lockResources(ctx: Ctx, { assetIds = [], vehicleIds = [], driverIds = [] }: Wanted) {
  const assets = await lockMany(ctx.db, "assets", assetIds);
  const vehicles = await lockMany(ctx.db, "vehicles", vehicleIds);
  const drivers = await lockMany(ctx.db, "drivers", driverIds);
  if (assets.length < new Set(assetIds).size) throw invalid({ assets: notThere() });
  if (vehicles.length < new Set(vehicleIds).size) throw invalid({ vehicleId: notThere() });
  const isGone = drivers.some(({ erasedAt }) => erasedAt !== null);
  if (isGone || drivers.length < new Set(driverIds).size) throw invalid({ driverId: notThere() });
  const counted = assets.find(({ isSerialised }) => !isSerialised);
  if (counted)
    throw invalid({
      assets: message("{number} is a quantity of things that are alike: only what has its own number goes on a trip.", {
        number: counted.assetNo,
      }),
    });
  return { assets, vehicles, drivers };
}

/** The same for what is still to be driven: 422 for what has left the fleet by now, too. */
export async function lockToPlan(ctx: Ctx, wanted: Wanted) {
  const locked = await lockResources(ctx, wanted);
  const { assets, vehicles, drivers } = locked;
  const retired = assets.find(({ status }) => inGroup(assetFlow, "over", status));
  if (retired) throw invalid({ assets: message("{number} has left the fleet.", { number: retired.assetNo }) });
  if (vehicles.some(({ status }) => inGroup(vehicleFlow, "over", status)))
    throw invalid({ vehicleId: message("This vehicle has left the fleet.") });
  const gone = drivers.find(({ status }) => status === "left");
  if (gone)
    throw invalid({
      driverId: message("{name} has left the company.", { name: `${gone.firstName} ${gone.lastName}` }),
    });
  return locked;
}

/** Locks what a trip has with it in the same order, whatever has become of it: nobody leaves, or drives off with it, meanwhile. */
export async function lockTaken(ctx: Ctx, trip: Pick<TripPlan, "id" | "vehicleId" | "driverId">): Promise<void> {
  await lockMany(ctx.db, "assets", await assetsOf(ctx, trip.id));
  await lockMany(ctx.db, "vehicles", trip.vehicleId ? [trip.vehicleId] : []);
  await lockMany(ctx.db, "drivers", await peopleOf(ctx, trip));
}

/**
 * Books what a trip takes for the time of its plan, and gives back what it no longer takes. 409 `resource_taken` names what is
 * not free and who has it.
 */
export async function holdResources(ctx: Ctx, trip: TripPlan): Promise<void> {
  const wanted = await takenBy(ctx, trip, lockToPlan);
  await releaseOthers(ctx, trip.id, wanted);
  await mustBeThere(ctx, trip, await peopleOf(ctx, trip));
  for (const resourceId of wanted)
    await takeFor(ctx, trip.id, { resourceId, from: trip.plannedStart, until: trip.plannedEnd });
}

/** A booking that begins now is for half an hour more at least, however late its trip is. */
export const leastUntil = (plannedEnd: string) =>
  new Date(Math.max(Date.parse(plannedEnd), Date.now() + 30 * 60_000)).toISOString();

/** Books from now on what a trip has with it on the road. 409 `resource_taken` as above. */
export async function holdOnTheRoad(ctx: Ctx, trip: TripPlan): Promise<void> {
  const stretch = { from: new Date().toISOString(), until: leastUntil(trip.plannedEnd), standing: true };
  const wanted = await takenBy(ctx, trip, lockResources);
  await mustNotBeAway(ctx, await peopleOf(ctx, trip), stretch);
  for (const resourceId of wanted) await takeFor(ctx, trip.id, { resourceId, ...stretch });
}

/**
 * The same of what is a fact: it has what nobody else has by now, until the next who counts on it. What another plan has, or a
 * leave, it has by driving with it, and that time is not booked twice.
 */
export async function takeOnTheRoad(ctx: Ctx, trip: TripPlan): Promise<void> {
  const from = new Date().toISOString();
  for (const resourceId of await takenBy(ctx, trip, lockResources)) {
    const span = { from, until: leastUntil(trip.plannedEnd) };
    const others = await bookingsDuring(ctx.db, { resourceIds: [resourceId], ...span });
    const [next] = others.filter(({ subjectId }) => subjectId !== trip.id);
    const until = next && Date.parse(next.from) < Date.parse(span.until) ? next.from : span.until;
    if (Date.parse(until) > Date.parse(from)) await takeFor(ctx, trip.id, { resourceId, from, until, standing: true });
  }
}

/** Everything that a trip takes, locked. */
async function takenBy(
  ctx: Ctx,
  trip: TripPlan,
  lock: (ctx: Ctx, wanted: Wanted) => Promise<unknown>,
): Promise<string[]> {
  const driverIds = await peopleOf(ctx, trip);
  const assetIds = await assetsOf(ctx, trip.id);
  const vehicleIds = trip.vehicleId ? [trip.vehicleId] : [];
  await lock(ctx, { assetIds, vehicleIds, driverIds });
  return [...vehicleIds, ...driverIds, ...assetIds];
}

interface Stretch {
  readonly resourceId: string;
  readonly from: string;
  readonly until: string;
  /** It is on the road with the trip already. */
  readonly standing?: boolean;
}

/** Books one resource, which is locked, for a trip. 409 `resource_taken` names who has it. */
export async function takeFor(ctx: Ctx, tripId: string, stretch: Stretch): Promise<void> {
  const lane = await book(ctx.db, { ...stretch, lanes: 1, reason: "trip", subjectId: tripId });
  if (lane === null) throw await taken(ctx, tripId, stretch);
}

/** Who is ill does not ask for the trips that have them: they stay on these as they are, and are planned for no other time or trip. */
async function mustBeThere(ctx: Ctx, trip: TripPlan, people: readonly string[]): Promise<void> {
  const { plannedStart: from, plannedEnd: until } = trip;
  const { rows } = await sql<{ id: string }>`select b.resource_id as id from bookings b
    where b.company_id = current_company() and b.subject_id = ${trip.id} and b.active
      and b.during @> tstzrange(${from}::timestamptz, ${until}::timestamptz)`.execute(ctx.db);
  const held = new Set(rows.map(({ id }) => id));
  const wanted = people.filter((id) => !held.has(id));
  await mustNotBeAway(ctx, wanted, { from, until });
}

/** 409 `resource_taken` for whoever is away then, planned ahead or ill: the answer is the same, and says no more of it than was asked. */
export async function mustNotBeAway(
  ctx: Ctx,
  driverIds: readonly string[],
  span: { readonly from: string; readonly until: string },
): Promise<void> {
  const away = await absentDuring(ctx, driverIds, span);
  const [first] = away;
  if (!first) return;
  const { id, name } = first;
  const by = away.filter((one) => one.id === id).map((one) => ({ ...nobody, ...within(one, span) }));
  throw conflict("resource_taken", notThen(name), { resourceId: id, kind: "driver", name, by });
}

const nobody = { tripId: null, tripNumber: null };
const notThen = (name: string) => message("{name} is not available then.", { name });

/** As much of a time as lies within another. */
function within(time: Pick<Stretch, "from" | "until">, span: Pick<Stretch, "from" | "until">) {
  const from = Math.max(Date.parse(time.from), Date.parse(span.from));
  const until = Math.min(Date.parse(time.until), Date.parse(span.until));
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
}

/** Gives back what a trip holds of others than these. */
async function releaseOthers(ctx: Ctx, tripId: string, wanted: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select b.resource_id as id from bookings b
    where b.company_id = current_company() and b.subject_id = ${tripId} and b.active
      and b.resource_id <> all(${[...wanted]})`.execute(ctx.db);
  if (rows.length > 0) await release(ctx.db, [tripId], { resourceIds: rows.map(({ id }) => id) });
}

interface Taker {
  readonly name: string;
  readonly kind: string;
}

/** Says who has it. Of a leave only that somebody is not there: why is nobody's business who plans. */
async function taken(ctx: Ctx, tripId: string, { resourceId, from: start, until: end }: Stretch) {
  const span = { resourceIds: [resourceId], from: start, until: end };
  const others = (await bookingsDuring(ctx.db, span)).filter(({ subjectId }) => subjectId !== tripId);
  const { rows } = await sql<Taker>`select r.kind, coalesce(
      (select v.unit_number from vehicles v where v.company_id = r.company_id and v.id = r.id),
      (select ${fullName("d")} from drivers d where d.company_id = r.company_id and d.id = r.id),
      (select a.asset_no from assets a where a.company_id = r.company_id and a.id = r.id), '') as name
    from resources r where r.company_id = current_company() and r.id = ${resourceId}`.execute(ctx.db);
  const { rows: trips } = await sql<{
    id: string;
    tripNumber: string;
  }>`select id, trip_number as "tripNumber" from trips
    where company_id = current_company() and id = any(${others.map(({ subjectId }) => subjectId)})`.execute(ctx.db);
  const numberOf = new Map(trips.map(({ id, tripNumber }) => [id, tripNumber]));
  const by = others.map(({ subjectId, from, until }) => {
    const tripNumber = numberOf.get(subjectId);
    return tripNumber === undefined
      ? { ...nobody, ...within({ from, until }, { from: start, until: end }) }
      : { tripId: subjectId, tripNumber, from, until };
  });
  const { name = "", kind = "vehicle" } = rows[0] ?? {};
  const numbers = [...numberOf.values()].toSorted().join(", ");
  return conflict(
    "resource_taken",
    numbers === "" ? notThen(name) : message("{name} is on trip {numbers} then.", { name, numbers }),
    { resourceId, kind, name, by },
  );
}
