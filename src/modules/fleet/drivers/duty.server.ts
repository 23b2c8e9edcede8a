import { sql, type RawBuilder } from "kysely";
import { conflict, message, notFound } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { Ctx } from "#server/http/context.ts";
import { isShown } from "#server/records/named.ts";
import { seenBy } from "#server/records/own.ts";
import { lockById } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import { driverRecord } from "./drivers.contract.ts";
import { driverFlow } from "./drivers.flow.ts";
import type { Duty, DutyByHand } from "./duties.ts";

/*
 * What drivers do just now. A trip that runs says so with the time of the road, whatever was said by hand before it was told; one
 * that is over changes nothing of what was so later. Of whoever has left nothing is kept.
 */

/** The duty of a driver `t`. */
export const joinDuty = sql`left join driver_duties y on y.company_id = t.company_id and y.driver_id = t.id`;
export const itsDuty = {
  duty: sql`coalesce(y.duty, 'off_duty')`,
  dutySince: sql`y.since`,
};

/** The trip of a driver `t` that runs, if one does. */
const runningTrip = sql`(select x.trip_number from trips x where x.company_id = t.company_id and x.driver_id = t.id
  and x.status in (${statesIn(tripFlow, "running")}))`;
export const dutyFollowsTrip = sql<boolean>`(${runningTrip} is not null)`;

/** Drivers `t` with one of these duties; without a row somebody is off duty. */
export function hasDuty(wanted: readonly Duty[]): RawBuilder<unknown> {
  const drivers = (is: RawBuilder<unknown>) => sql`t.id = any(array(select y.driver_id from driver_duties y
    where y.company_id = current_company() and ${is}))`;
  return wanted.includes("off_duty")
    ? sql`not ${drivers(sql`y.duty <> all(${[...wanted]})`)}`
    : drivers(sql`y.duty = any(${[...wanted]})`);
}

/** People with what they do from now on: rows of `driver_id`, `duty`. */
type People = RawBuilder<unknown>;
const person = (driverId: string | null, duty: Duty) =>
  sql`select ${driverId}::uuid as driver_id, ${duty}::text as duty`;

/** One statement. Who does not drive for the company any more is off duty where somebody else would be on duty. */
async function writeDuties(ctx: Ctx, people: People, at: string | null, where: RawBuilder<unknown>): Promise<void> {
  await sql`insert into driver_duties as y (driver_id, duty, since)
    select d.id, case when p.duty = 'on_duty' and d.status not in (${statesIn(driverFlow, "driving")}) then 'off_duty' else p.duty end,
      ${at}::timestamptz
    from (${people}) p join drivers d on d.company_id = current_company() and d.id = p.driver_id
    where d.status in (${statesIn(driverFlow, "employed")}) order by d.id
    on conflict (company_id, driver_id) do update set duty = excluded.duty, since = greatest(y.since, excluded.since)
    where ${where}`.execute(ctx.db);
}

interface OfTrip {
  readonly id: string;
  readonly driverId: string | null;
}

/** A trip runs from a moment on: its driver drives, and who rides along is on duty, if they were not. */
export const driversLeave = (
  ctx: Ctx,
  { id, driverId, actualStart }: OfTrip & { readonly actualStart: string | null },
): Promise<void> =>
  writeDuties(
    ctx,
    sql`${person(driverId, "driving")} union all select c.driver_id, 'on_duty' from trip_crew c
      where c.company_id = current_company() and c.trip_id = ${id} and c.driver_id is distinct from ${driverId}::uuid`,
    actualStart,
    sql`(excluded.duty = 'driving' or (excluded.since > y.since and y.duty = 'off_duty'))`,
  );

/** The driver of a trip has a break, or goes on. */
export const driverDoes = (ctx: Ctx, { driverId }: OfTrip, duty: "driving" | "on_break", at: string): Promise<void> =>
  writeDuties(ctx, person(driverId, duty), at, sql`true`);

/** Nobody drives on once their trip is over, or somebody else's, also where that was before what was told of it last. */
const isNewsOrDrives = sql`(excluded.since > y.since or (y.duty = 'driving' and excluded.duty <> 'driving'))`;
/** A trip is over for its driver, who stays on duty. */
export const driverIsBack = (
  ctx: Ctx,
  { driverId, actualEnd }: OfTrip & { readonly actualEnd: string | null },
): Promise<void> => writeDuties(ctx, person(driverId, "on_duty"), actualEnd, isNewsOrDrives);

/** Somebody takes a trip over that runs. */
export const driverRelieved = (
  ctx: Ctx,
  before: OfTrip & { readonly status: string },
  driverId: string,
  at: string,
): Promise<void> =>
  writeDuties(
    ctx,
    sql`${person(before.driverId, "on_duty")} union all ${person(driverId, before.status === "paused" ? "on_break" : "driving")}`,
    at,
    isNewsOrDrives,
  );

/** Who does not drive for now is off duty, unless they are on the road. */
export async function endDuty(ctx: Ctx, { id }: { readonly id: string }): Promise<void> {
  await sql`update driver_duties y set duty = 'off_duty', since = greatest(y.since, now()) where y.company_id = current_company()
    and y.driver_id = ${id} and y.duty <> 'off_duty' and not exists (select from drivers t
      where t.company_id = y.company_id and t.id = y.driver_id and ${dutyFollowsTrip})`.execute(ctx.db);
}

/** Of who has left it is not kept when they worked last. */
export async function forgetDuty(ctx: Ctx, { id }: { readonly id: string }): Promise<void> {
  await sql`delete from driver_duties where company_id = current_company() and driver_id = ${id}`.execute(ctx.db);
}

/**
 * What somebody says of a driver, or of themselves. 404 for whoever neither dispatches nor is this driver, 409 `duty_follows_trip`
 * while they are on the road, 409 `not_active` for a duty of who does not drive for the company.
 */
export async function setDuty(ctx: Ctx, id: string, wanted: DutyByHand): Promise<void> {
  const seen = seenBy(driverRecord, ["CAN_DISPATCH_TRIPS", ...driverRecord.own.can]);
  if (!(await isShown(ctx.db, ctx, { table: driverRecord.table, seen }, id))) throw notFound();
  const { status, userId } = await lockById(ctx.db, "drivers", id);
  const { tripNumber, duty } = await dutyNow(ctx, id);
  if (tripNumber !== null) throw conflict("duty_follows_trip", followsTrip(tripNumber, userId === ctx.user?.id));
  if (duty === wanted) return;
  if (wanted !== "off_duty" && !inGroup(driverFlow, "driving", status))
    throw conflict("not_active", message("Only who may drive for the company is on duty: let them drive first."));
  await sql`insert into driver_duties as y (driver_id, duty, since) values (${id}, ${wanted}, now())
    on conflict (company_id, driver_id) do update set duty = excluded.duty, since = greatest(y.since, excluded.since)`.execute(
    ctx.db,
  );
  await ctx.emit("driver.dutySet", { id }); // what it was and is now would outlive an erasure
}

const followsTrip = (number: string, isOwn: boolean) =>
  isOwn
    ? message("You drive trip {number}: pause, finish or hand it over, and your duty follows.", { number })
    : message("They drive trip {number}: pause, finish or hand it over, and their duty follows.", { number });

async function dutyNow(ctx: Ctx, id: string) {
  const { rows } = await sql<{ tripNumber: string | null; duty: Duty }>`select ${runningTrip} as "tripNumber",
      ${itsDuty.duty} as duty from drivers t ${joinDuty}
    where t.company_id = current_company() and t.id = ${id}`.execute(ctx.db);
  return rows[0] ?? { tripNumber: null, duty: "off_duty" };
}
