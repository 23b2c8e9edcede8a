import { sql } from "kysely";
import { fullName } from "#server/db/full-name.ts";
import { utc } from "#server/db/utc.ts";
import type { historyOf } from "#server/audit/events.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { covers, notAnsweredFor, printOf, type Print } from "../guards/answered-checks.server.ts";
import type { Found } from "../guards/check.server.ts";
import type { TripCheck } from "../guards/trip-check.contract.ts";
import { lastAtStop, laterOf, momentOf } from "../true-times.server.ts";
import { vehicleName } from "../../vehicles/vehicle-name.server.ts";

type Trip = RecordOf<"trips">;

/**
 * What was not in order with a leg `l`, by whom or what it is about: who drives and what goes along as they were called then, who
 * else is on the trip as they are called now.
 */
export const remarksOf = sql`(select coalesce(jsonb_agg(jsonb_build_object('code', r->'code', 'what', r->'what', 'has', r->'has', 'may', r->'may',
    'isOpen', coalesce((r->>'isOpen')::boolean, false), 'about', coalesce(r->>'about',
      (select ${fullName("d")} from drivers d where d.company_id = l.company_id and d.id = (r->>'driverId')::uuid), l.driver_label)) order by n), '[]')
  from jsonb_array_elements(l.remarks) with ordinality as x(r, n))`;

const open = sql.lit('[{"isOpen": true}]');
/** Something of a leg `l` was not in order, and nobody who may has answered for it. */
export const isOpenLeg = sql<boolean>`(l.remarks @> ${open}::jsonb)`;
/** A trip `t` drives, or drove, though something should have kept it, and nobody who may has answered for it. */
export const isUnanswered = sql<boolean>`exists (select from trip_legs l
  where l.company_id = t.company_id and l.trip_id = t.id and ${isOpenLeg})`;
/** The same for a list of them: found from the few legs that wait. */
export const unansweredOnes = sql`t.id = any(array(select l.trip_id from trip_legs l
  where l.company_id = current_company() and ${isOpenLeg}))`;

/**
 * Who drove a trip `t` with which vehicle, where that changed on the road. To those who drive it themselves neither why somebody
 * else was relieved is told, nor what was not in order with them.
 */
export const legs = (
  isForDesk: boolean,
) => sql`(select coalesce(json_agg(json_build_object('id', l.id, 'vehicleId', l.vehicle_id,
    'driverId', l.driver_id, 'vehicleName', l.vehicle_label, 'driverName', l.driver_label, 'beginsAt', ${utc("l.begins_at")},
    'endsAt', ${utc("l.ends_at")}, 'reason', ${isForDesk ? sql`l.reason` : sql`null`}, 'remarks', ${isForDesk ? remarksOf : sql`'[]'::jsonb`}) order by l.begins_at), '[]')
  from trip_legs l where l.company_id = t.company_id and l.trip_id = t.id)`;

type History = Awaited<ReturnType<typeof historyOf>>;

/** The history of a trip as those who drive it read it: that somebody took over, and neither why nor what was not in order. */
export const withoutReasons = ({ items }: History): History => ({
  items: items
    .filter(({ step }) => step !== "notInOrder" && step !== "answeredFor")
    .map((item) => (toldToDrivers.has(item.step) ? item : { ...item, reason: null })),
});

/** Steps of which whoever drives reads the reason: what happened at stops, and why there is no trip. Others are about people. */
const toldToDrivers: ReadonlySet<string> = new Set([
  "stopReached",
  "stopCompleted",
  "stopFailed",
  "stopSkipped",
  "arrivalUndone",
  "stopTakenUp",
  "visitRecorded",
  "cancelled",
]);

/** Since when a trip runs as it does now: nothing that happens later is told to have been before. */
export async function runsSince(ctx: Ctx, trip: Pick<Trip, "id" | "actualStart">): Promise<string | null> {
  const { rows } = await sql<{ begun: string }>`select l.begins_at as begun from trip_legs l
    where l.company_id = current_company() and l.trip_id = ${trip.id} order by l.begins_at desc limit 1`.execute(
    ctx.db,
  );
  return rows[0]?.begun ?? trip.actualStart;
}

/** When a trip ended, as it is told: not before it ran as it does now, nor before it was at its last stop. */
export async function endOf(ctx: Ctx, trip: Pick<Trip, "id" | "actualStart">, at: string | null): Promise<string> {
  return momentOf(at, laterOf(await runsSince(ctx, trip), await lastAtStop(ctx, trip.id)));
}

const vehicleCalled = (id: unknown) => sql<string>`(select ${vehicleName("v")}
  from vehicles v where v.company_id = current_company() and v.id = ${id})`;
const driverCalled = (id: unknown) => sql<string>`(select ${fullName("d")}
  from drivers d where d.company_id = current_company() and d.id = ${id})`;
export const vehicleLabel = (id: string | null) => vehicleCalled(id);
export const driverLabel = (id: string | null) => driverCalled(id);

interface Turn {
  readonly vehicleId: string | null;
  readonly driverId: string | null;
  readonly at: string;
  readonly reason: string;
}

/** What a trip was until a moment is told as it was, and what it is from then on begins. */
export async function turn(ctx: Ctx, trip: Trip, { vehicleId, driverId, at, reason }: Turn): Promise<void> {
  await sql`
    with ended as (
      update trip_legs set ends_at = ${at} where company_id = current_company() and trip_id = ${trip.id}
        and ends_at is null returning id
    ) insert into trip_legs (trip_id, vehicle_id, driver_id, vehicle_label, driver_label, begins_at, ends_at)
    select ${trip.id}, ${trip.vehicleId}::uuid, ${trip.driverId}::uuid,
      coalesce(${trip.vehicleLabel}::text, ${vehicleLabel(trip.vehicleId)}),
      coalesce(${trip.driverLabel}::text, ${driverLabel(trip.driverId)}), ${trip.actualStart}::timestamptz, ${at}::timestamptz
    where not exists (select from ended)`.execute(ctx.db);
  await sql`
    insert into trip_legs (trip_id, vehicle_id, driver_id, vehicle_label, driver_label, begins_at, reason)
    values (${trip.id}, ${vehicleId}, ${driverId}, ${vehicleLabel(vehicleId)}, ${driverLabel(driverId)}, ${at}, ${reason})`.execute(
    ctx.db,
  );
}

interface Remark extends Found {
  /** The trip with which it was at the same time. */
  readonly otherTripId?: string;
}

interface Keeping {
  /** Somebody with the right to has answered for it by the step itself. */
  readonly isAnswered: boolean;
}

/**
 * Keeps what was not in order with what drives now, on its leg; a trip that never changed anything gets its first one for it. Of a
 * hold its reason stays with the hold, and of a confidential paper its name with the paper. What nobody has answered for waits
 * for somebody who may.
 */
export async function keepRemarks(
  ctx: Ctx,
  trip: Pick<Trip, "id" | "driverId">,
  checks: readonly Remark[],
  { isAnswered }: Keeping,
): Promise<void> {
  if (checks.length === 0) return;
  const remarks = checks.map((check) => ({
    code: check.code,
    what: check.code === "vehicle_held" || check.isConfidential ? null : check.what,
    has: check.has,
    may: check.may,
    isOpen: !isAnswered,
    // People are called by the leg and by their records, where they are forgotten.
    about: check.driverId === null ? check.about : null,
    driverId: check.driverId === trip.driverId ? null : check.driverId,
    print: printOf(check),
    ...(check.otherTripId === undefined ? {} : { otherTripId: check.otherTripId }),
  }));
  await sql`insert into trip_legs (trip_id, vehicle_id, driver_id, vehicle_label, driver_label, begins_at)
    select t.id, t.vehicle_id, t.driver_id, coalesce(t.vehicle_label, ${vehicleCalled(sql.ref("t.vehicle_id"))}), coalesce(t.driver_label, ${driverCalled(sql.ref("t.driver_id"))}), t.actual_start
    from trips t where t.company_id = current_company() and t.id = ${trip.id} and not exists (
      select from trip_legs l where l.company_id = t.company_id and l.trip_id = t.id)`.execute(ctx.db);
  await sql`update trip_legs set remarks = remarks || ${JSON.stringify(remarks)}::jsonb where company_id = current_company()
    and id = (select l.id from trip_legs l where l.company_id = current_company() and l.trip_id = ${trip.id}
      order by l.begins_at desc limit 1)`.execute(ctx.db);
  if (!isAnswered)
    await ctx.emit("trip.notInOrder", trip, {
      changes: { remarks: { to: [...new Set(checks.map(({ code }) => code))] } },
    });
}

/** Those of a trip's checks that are news: nobody has answered for them before it left, and its legs do not tell of them. */
export async function newChecks<C extends TripCheck>(
  ctx: Ctx,
  tripId: string,
  checks: readonly C[],
): Promise<readonly C[]> {
  return notTold(ctx, tripId, await notAnsweredFor(ctx, tripId, checks));
}

/** Those of a trip's checks that its legs do not tell of already, as much as there is now. */
async function notTold<C extends TripCheck>(ctx: Ctx, tripId: string, checks: readonly C[]): Promise<readonly C[]> {
  if (checks.length === 0) return checks;
  const { rows } = await sql<{ print: Print }>`select r->'print' as print
    from trip_legs l cross join lateral jsonb_array_elements(l.remarks) r
    where l.company_id = current_company() and l.trip_id = ${tripId} and r ? 'print'`.execute(ctx.db);
  return checks.filter((check) => !rows.some(({ print }) => covers(print, printOf(check))));
}

/** Somebody with the right to has answered for what was not in order: it stays told, and waits for nobody. */
export async function answerRemarks(ctx: Ctx, tripId: string): Promise<void> {
  await sql`update trip_legs l set remarks = (select jsonb_agg(r || '{"isOpen": false}' order by n)
      from jsonb_array_elements(l.remarks) with ordinality as x(r, n))
    where l.company_id = current_company() and l.trip_id = ${tripId} and ${isOpenLeg}`.execute(ctx.db);
}

/** The last leg ends with its trip. */
export async function endLegs(ctx: Ctx, trip: Pick<Trip, "id" | "actualEnd">): Promise<void> {
  await sql`update trip_legs set ends_at = ${trip.actualEnd}::timestamptz where company_id = current_company()
    and trip_id = ${trip.id} and ends_at is null`.execute(ctx.db);
}

/** What ended with a trip ended when that did, as it is told now. */
export async function moveEnd(ctx: Ctx, trip: Pick<Trip, "id" | "actualEnd">, before: string | null): Promise<void> {
  await sql`update trip_legs set ends_at = ${trip.actualEnd}::timestamptz where company_id = current_company()
    and trip_id = ${trip.id} and ends_at = ${before}::timestamptz`.execute(ctx.db);
  await sql`update trip_assets set detached_at = greatest(attached_at, ${trip.actualEnd}::timestamptz)
    where company_id = current_company() and trip_id = ${trip.id} and reason is null
      and detached_at = greatest(attached_at, ${before}::timestamptz)`.execute(ctx.db);
  await sql`update trip_pauses set ends_at = greatest(begins_at, ${trip.actualEnd}::timestamptz)
    where company_id = current_company() and trip_id = ${trip.id}
      and ends_at = greatest(begins_at, ${before}::timestamptz)`.execute(ctx.db);
}

/** The leg that ended with its trip goes on with it. */
export async function resumeLegs(ctx: Ctx, trip: Pick<Trip, "id" | "actualEnd">): Promise<void> {
  await sql`update trip_legs set ends_at = null where company_id = current_company() and trip_id = ${trip.id}
    and ends_at = ${trip.actualEnd}::timestamptz`.execute(ctx.db);
}
