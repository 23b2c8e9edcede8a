import type { z } from "zod";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { insertRow, updateRow, type RecordOf } from "#server/records/records.ts";
import { refuseBackwards } from "./ledger.server.ts";
import type { meterReadingInput, readingSource } from "./meter-readings.contract.ts";

/** Metres and seconds of one. */
const inBase = { km: 1000, mi: 1609.344, h: 3600 } as const;

/** What was read, in metres or seconds. */
export const valueOf = ({ enteredValue, enteredUnit }: Pick<NewReading, "enteredValue" | "enteredUnit">): number =>
  Math.round(Number(enteredValue) * inBase[enteredUnit]);

/** How far a clock may be ahead of ours. */
const leeway = 5 * 60_000;

/** What is wrong with a reading by itself, by its field. */
export function readingErrors({
  meter,
  enteredUnit,
  readAt,
}: Pick<NewReading, "meter" | "enteredUnit" | "readAt">): Record<string, Sentence> {
  const errors: Record<string, Sentence> = {};
  if (Date.parse(readAt) > Date.now() + leeway)
    errors["readAt"] = message("This moment is still to come. Give when the meter was read.");
  if (meter !== "aux" && (meter === "engine_hours") !== (enteredUnit === "h"))
    errors["enteredUnit"] = message("An odometer counts kilometres or miles, an engine counts hours.");
  return errors;
}

type Unit = keyof typeof inBase;
type Given = z.output<typeof meterReadingInput>;

/** The unit in which a meter of a vehicle that counts so is read, where nobody says another. */
export const unitOf = ({ meter, enteredUnit }: Pick<Given, "meter" | "enteredUnit">, vehicleUnit: Unit): Unit =>
  enteredUnit ?? (meter === "engine_hours" ? "h" : meter === "odometer" && vehicleUnit === "h" ? "km" : vehicleUnit);

interface NewReading extends Given {
  readonly enteredUnit: Unit;
  readonly source?: z.output<typeof readingSource>;
  /** What it was read for. */
  readonly sourceId?: string;
}

/** Enters what a meter of a vehicle showed, which the caller has locked, and says so in the histories of both. 422 for what contradicts the others. */
export async function enterReading(ctx: Ctx, reading: NewReading): Promise<RecordOf<"meter_readings">> {
  const { vehicleId, meter, enteredValue, enteredUnit } = reading;
  const value = valueOf(reading);
  await refuseBackwards(ctx.db, { ...reading, value });
  const entered = await insertRow(ctx.db, "meter_readings", {
    ...reading,
    value: String(value),
    createdBy: ctx.user?.id ?? null,
  });
  await ctx.emit("meter-reading.entered", entered);
  await ctx.emit("vehicle.read", { id: vehicleId }, { changes: { [meter]: { to: `${enteredValue} ${enteredUnit}` } } });
  return entered;
}

/** Makes a reading void, which stays in its place; the vehicle is locked. */
export async function voidReading(ctx: Ctx, reading: RecordOf<"meter_readings">, reason: string): Promise<void> {
  const { vehicleId, meter, enteredValue, enteredUnit } = reading;
  await updateRow(ctx.db, "meter_readings", reading, {
    voidedAt: new Date(),
    voidedBy: ctx.user?.id ?? null,
    voidReason: reason,
  });
  const said = `${enteredValue} ${enteredUnit}`;
  await ctx.emit("meter-reading.voided", reading, { reason });
  await ctx.emit("vehicle.readingVoided", { id: vehicleId }, { reason, changes: { [meter]: { from: said } } });
}
