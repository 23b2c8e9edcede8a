import { sql } from "kysely";
import { invalid, Problem } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { findById, lockById, type RecordOf } from "#server/records/records.ts";
import { enterReading, valueOf, voidReading } from "../../vehicles/readings/enter-reading.server.ts";
import { askAboutJump, farFrom } from "../../vehicles/readings/ledger.server.ts";
import { momentOf } from "../true-times.server.ts";

type End = "trip_start" | "trip_end";
interface Reported {
  readonly source: End;
  readonly meterValue: string | null;
  readonly at: string | null;
  /** Whoever tells it was asked about a figure that hardly can be, and stays with it. */
  readonly isConfirmed: boolean;
  /** The field in which it was typed. */
  readonly field?: string;
}

/**
 * Enters what the vehicle showed into its ledger; nothing where nobody looked. 422 beside its field for what contradicts other
 * readings, and, not confirmed, for more than a vehicle drives in the time.
 */
export async function readMeter(
  ctx: Ctx,
  trip: Pick<RecordOf<"trips">, "id" | "vehicleId">,
  { source, meterValue, at, isConfirmed, field = "meterValue" }: Reported,
): Promise<void> {
  const { vehicleId } = trip;
  if (meterValue === null || vehicleId === null) return;
  const readAt = momentOf(at);
  const { meterUnit } = await lockById(ctx.db, "vehicles", vehicleId);
  const reading = {
    vehicleId,
    meter: meterUnit === "h" ? "engine_hours" : "odometer",
    enteredValue: meterValue,
    enteredUnit: meterUnit as "km", // one of the three that the table allows
    readAt,
    isReplacement: false,
    note: null,
    source,
    sourceId: trip.id,
  } as const;
  if (!isConfirmed) await askAboutJump(ctx.db, { ...reading, value: valueOf(reading) });
  await saidBeside(field, () => enterReading(ctx, reading));
}

interface Withdrawn {
  readonly source: End;
  /** Why, for whoever reads the ledger. */
  readonly reason: string;
  /** Only what was read from then on: a vehicle may have come back to its trip. */
  readonly since?: string | null;
}

/** Voids what was told of the meter at this end of a trip before: it is told again. */
export async function forgetReading(
  ctx: Ctx,
  { id, vehicleId }: Pick<RecordOf<"trips">, "id" | "vehicleId">,
  { source, reason, since = null }: Withdrawn,
): Promise<void> {
  if (vehicleId === null) return;
  await lockById(ctx.db, "vehicles", vehicleId);
  const { rows } = await sql<{ id: string }>`select id from meter_readings where company_id = current_company()
    and vehicle_id = ${vehicleId} and source = ${source} and source_id = ${id} and voided_at is null
    and read_at >= coalesce(${since}::timestamptz, '-infinity')`.execute(ctx.db);
  for (const { id: readingId } of rows)
    await voidReading(ctx, await lockById(ctx.db, "meter_readings", readingId), reason);
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
async function saidBeside(field: string, enter: () => Promise<unknown>): Promise<void> {
  try {
    await enter();
  } catch (error) {
    const sentence = error instanceof Problem ? Object.values(error.fields ?? {})[0] : undefined;
    throw sentence ? invalid({ [field]: sentence }) : error;
  }
}
