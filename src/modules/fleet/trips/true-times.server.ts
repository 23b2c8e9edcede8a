import { sql } from "kysely";
import { invalid, message, Problem } from "#shared/contract/problem.ts";
import { utc } from "#server/db/utc.ts";
import type { Ctx } from "#server/http/context.ts";
import { findById, lockById, type RecordOf } from "#server/records/records.ts";
import { enterReading, valueOf, voidReading } from "../vehicles/readings/enter-reading.server.ts";
import { farFrom } from "../vehicles/readings/ledger.server.ts";

/** How far a clock may be ahead of ours. */
const leeway = 5 * 60_000;

/** When something happened: as it was reported in a field, else now. 422 for what is still to come, and for what was before `after`. */
export function momentOf(at: string | null, after: string | null = null, field = "at"): string {
  const moment = at ?? new Date().toISOString();
  if (Date.parse(moment) > Date.now() + leeway)
    throw invalid({ [field]: message("This moment is still to come. Give when it happened.") });
  if (after !== null && Date.parse(moment) <= Date.parse(after)) {
    if (at !== null) throw invalid({ [field]: message("That is before what happened before it.") });
    return new Date(Date.parse(after) + 1).toISOString();
  }
  return moment;
}

/** Nothing of a trip happened before this: it left then, as far as the clocks of the road and of the desk agree. */
export async function begunAt(ctx: Ctx, tripId: string | null): Promise<string | null> {
  const { actualStart = null } = tripId === null ? {} : await findById(ctx.db, "trips", tripId);
  return actualStart && new Date(Date.parse(actualStart) - leeway).toISOString();
}

/** When a trip was at a stop last: it is not over before that, as far as the clocks of the road and of the desk agree. */
export async function lastAtStop(ctx: Ctx, tripId: string): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select ${utc(sql`max(greatest(s.arrived_at, s.completed_at, s.departed_at))`)} as at from trip_stops s
    where s.company_id = current_company() and s.trip_id = ${tripId}`.execute(ctx.db);
  const at = rows[0]?.at ?? null;
  return at && new Date(Date.parse(at) - leeway).toISOString();
}

/** The later of two moments of which either may not be known. */
export const laterOf = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && Date.parse(other) > Date.parse(one)) ? other : one;

/** Whether something was reported after it had happened, rather than as it is decided. */
export const isPast = (at: string | null): boolean => at !== null && Date.parse(at) < Date.now() - leeway;

interface Reported {
  readonly source: "trip_start" | "trip_end";
  readonly meterValue: string | null;
  readonly at: string | null;
  /** The field in which it was typed. */
  readonly field?: string;
}

/** Enters what the vehicle showed into its ledger; nothing where nobody looked. */
export async function readMeter(
  ctx: Ctx,
  trip: Pick<RecordOf<"trips">, "id" | "vehicleId">,
  { source, meterValue, at, field = "meterValue" }: Reported,
): Promise<void> {
  const { vehicleId } = trip;
  if (meterValue === null || vehicleId === null) return;
  const readAt = momentOf(at);
  const { meterUnit } = await lockById(ctx.db, "vehicles", vehicleId);
  await askedFor(field, () =>
    enterReading(ctx, {
      vehicleId,
      meter: meterUnit === "h" ? "engine_hours" : "odometer",
      enteredValue: meterValue,
      enteredUnit: meterUnit as "km", // one of the three that the table allows
      readAt,
      isReplacement: false,
      note: null,
      source,
      sourceId: trip.id,
    }),
  );
}

/** Voids what was told of the meter at this end of a trip before: it is told again. */
export async function forgetReading(
  ctx: Ctx,
  { id, vehicleId }: Pick<RecordOf<"trips">, "id" | "vehicleId">,
  source: "trip_start" | "trip_end",
): Promise<void> {
  if (vehicleId === null) return;
  await lockById(ctx.db, "vehicles", vehicleId);
  const { rows } = await sql<{ id: string }>`select id from meter_readings where company_id = current_company()
    and vehicle_id = ${vehicleId} and source = ${source} and source_id = ${id} and voided_at is null`.execute(ctx.db);
  for (const { id: readingId } of rows)
    await voidReading(ctx, await lockById(ctx.db, "meter_readings", readingId), "told again with its trip");
}

/** Whether a meter went further than hardly any vehicle drives in the time since the reading before it. */
export async function isJump(
  ctx: Ctx,
  {
    vehicleId,
    meterValue,
    at,
  }: { readonly vehicleId: string; readonly meterValue: string; readonly at: string | null },
): Promise<boolean> {
  const { meterUnit } = await findById(ctx.db, "vehicles", vehicleId);
  const meter = meterUnit === "h" ? "engine_hours" : "odometer";
  const value = valueOf({ enteredValue: meterValue, enteredUnit: meterUnit as "km" }); // one of the three that the table allows
  const far = await farFrom(ctx.db, { vehicleId, meter, readAt: momentOf(at), value, isReplacement: false });
  return far !== undefined;
}

/** What is wrong with the reading is said beside the field that it was typed into. */
async function askedFor(field: string, enter: () => Promise<unknown>): Promise<void> {
  try {
    await enter();
  } catch (error) {
    const sentence = error instanceof Problem ? Object.values(error.fields ?? {})[0] : undefined;
    throw sentence ? invalid({ [field]: sentence }) : error;
  }
}
