import { sql } from "kysely";
import { z } from "zod";
import { typedCode } from "#shared/fields/fields.ts";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { SavedRecord, StagedRow } from "#server/records/importer.ts";
import { holderOfRows } from "../../../documents/import/holders.server.ts";
import { companyZone, momentOfCell } from "../../../moments-of-files.server.ts";
import { readingErrors, unitOf, valueOf } from "../enter-reading.server.ts";
import { contradiction, type Neighbour, type Neighbours, type Read } from "../ledger.server.ts";
import { meterReadingInput } from "../meter-readings.contract.ts";

/** One row of a file of readings; the unit is that of the vehicle's meter where the file says none. */
export const readingRow = meterReadingInput.omit({ vehicleId: true }).extend({
  vehicle: typedCode(80),
  readAt: z.string().trim().max(40),
});
type ReadingRow = z.output<typeof readingRow>;

/** A row of which it is clear what was read where and when. */
export interface ImportedReading extends Read {
  readonly rowNo: number;
  readonly enteredValue: string;
  readonly enteredUnit: "km" | "mi" | "h";
  readonly note: string | null;
  readonly said: string;
}

type Errors = Readonly<Record<string, Sentence>>;

/** What each row says, or what is wrong with it by itself, by its number; three statements. */
export async function readRows(
  ctx: Ctx,
  rows: readonly StagedRow[],
): Promise<ReadonlyMap<number, ImportedReading | { readonly errors: Errors }>> {
  const zone = await companyZone(ctx);
  const vehicles = await holderOfRows(ctx, rows, "vehicle");
  const units = await unitsOf(ctx, vehicles);
  return new Map(
    rows.map(({ rowNo, value }): [number, ImportedReading | { readonly errors: Errors }] => {
      const row = value as unknown as ReadingRow; // the rules of a row have read it
      const vehicle = vehicles.get(rowNo);
      const at = momentOfCell(row.readAt, zone);
      const enteredUnit = unitOf(row, (vehicle && "id" in vehicle && units.get(vehicle.id)) || "km");
      const errors: Record<string, Sentence> = {
        ...(vehicle && "message" in vehicle ? { vehicle } : {}),
        ...(typeof at === "string" ? readingErrors({ ...row, enteredUnit, readAt: at }) : { readAt: at }),
      };
      if (!vehicle || "message" in vehicle || typeof at !== "string" || Object.keys(errors).length > 0)
        return [rowNo, { errors }];
      const { meter, enteredValue, isReplacement, note } = row;
      return [
        rowNo,
        {
          rowNo,
          vehicleId: vehicle.id,
          meter,
          readAt: at,
          value: valueOf({ enteredValue, enteredUnit }),
          isReplacement,
          enteredValue,
          enteredUnit,
          note,
          said: `${enteredValue} ${enteredUnit}`,
        },
      ];
    }),
  );
}

/** In what each of the vehicles counts, by its id. */
async function unitsOf(ctx: Ctx, vehicles: Awaited<ReturnType<typeof holderOfRows>>) {
  const ids = [...vehicles.values()].flatMap((vehicle) => ("id" in vehicle ? [vehicle.id] : []));
  const { rows } = await sql<{ id: string; unit: "km" | "mi" | "h" }>`select id, meter_unit as unit from vehicles
    where company_id = current_company() and id = any(${[...new Set(ids)]}::uuid[])`.execute(ctx.db);
  return new Map(rows.map(({ id, unit }) => [id, unit]));
}

/**
 * The readings that are there already, by the row: of the same vehicle and meter, at the same moment and with the same value. One
 * that was made void is there as well: no file brings it back. A file that says no seconds means the minute.
 */
export async function savedReadings(
  ctx: Ctx,
  readings: readonly ImportedReading[],
): Promise<ReadonlyMap<number, SavedRecord>> {
  if (readings.length === 0) return new Map();
  const { rows } = await sql<{ rowNo: number; id: string }>`
    select r."rowNo", m.id from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as r("rowNo" int, "vehicleId" uuid,
      meter text, value numeric, "readAt" timestamptz)
    cross join lateral (select m.id from meter_readings m where m.company_id = current_company()
      and m.vehicle_id = r."vehicleId" and m.meter = r.meter and m.value = r.value and m.read_at >= r."readAt"
      and m.read_at <= r."readAt" + case when date_trunc('minute', r."readAt") = r."readAt" then interval '59.999 seconds' else '0' end
      order by m.voided_at is not null, m.read_at, m.id limit 1) m`.execute(ctx.db);
  return new Map(rows.map(({ rowNo, id }) => [rowNo, { id, values: {} }]));
}

interface Taken extends Neighbour {
  readonly rowNo: number;
  readonly at: number;
}
/** Rows of a file that were found to fit, by vehicle and meter in the order of their moments: they bind those that come after them. */
export type Accepted = Map<string, Taken[]>;

/** Takes a row that fits what is saved around it and what was taken before it; or says what it contradicts. */
export function accept(
  reading: ImportedReading,
  saved: Neighbours,
  accepted: Accepted,
): { readonly errors: Errors } | { readonly around: Neighbours } {
  const place = `${reading.vehicleId} ${reading.meter}`;
  const own = accepted.get(place) ?? [];
  accepted.set(place, own);
  const at = Date.parse(reading.readAt);
  const next = firstAfter(own, at);
  const last = own[next - 1] ?? null;
  if (last?.at === at && last.value === String(reading.value))
    return { errors: { readAt: message("Row {row} has the same.", { row: last.rowNo }) } };
  const first = own[last?.at === at ? firstAfter(own, at - 1) : next] ?? null;
  const around = {
    before: nearest(saved.before, last, (one, other) => momentOf(one) - momentOf(other)),
    after: nearest(saved.after, first, (one, other) => momentOf(other) - momentOf(one)),
    same: saved.same ?? (last?.at === at ? last : null),
  };
  const errors = contradiction(reading, around);
  if (errors) return { errors };
  const { rowNo, readAt, isReplacement, said } = reading;
  own.splice(next, 0, { id: "", value: String(reading.value), rowNo, at, readAt, isReplacement, said });
  return { around };
}

/** Where in that order the first one after a moment stands. */
function firstAfter(own: readonly Taken[], at: number): number {
  let [low, high] = [0, own.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((own[middle]?.at ?? at) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

const momentOf = ({ readAt }: Neighbour): number => Date.parse(readAt);

/** Of two the one that is nearer; of the same moment the one of the file, which what is saved has let in. */
function nearest(
  saved: Neighbour | null,
  own: Neighbour | null,
  nearer: (one: Neighbour, other: Neighbour) => number,
): Neighbour | null {
  if (!saved || !own) return saved ?? own;
  return nearer(own, saved) >= 0 ? own : saved;
}
