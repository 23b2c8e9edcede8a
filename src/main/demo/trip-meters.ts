import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { addRows, type Row } from "./bulk.ts";
import { Random } from "./random.ts";

/** What a vehicle drove of a trip; without an end it drives still. */
export interface Driven {
  readonly tripId: string;
  readonly vehicleId: string;
  readonly from: Date;
  readonly until: Date | null;
  readonly enteredBy: string;
}

interface Point {
  readonly vehicleId: string;
  readonly at: Date;
  readonly metres: number;
  readonly unit: "km" | "mi";
}

interface Planning {
  readonly companyId: string;
  readonly moment: Date;
  readonly driven: readonly Driven[];
}

const inBase = { km: 1000, mi: 1609.344 };
/** How fast a truck goes, with towns and breaks. */
const metresPerMs = 55_000 / 3_600_000;

/** What the meters showed at both ends of each trip: between two readings of a vehicle it drove on its trips as far as it could, and else the rest. */
export async function addTripMeters(db: Db, { companyId, moment, driven }: Planning): Promise<void> {
  const { rows } = await sql<Omit<Point, "at"> & { at: string }>`
    select vehicle_id as "vehicleId", read_at as at, value::float as metres, entered_unit as unit from meter_readings
    where company_id = ${companyId} and meter = 'odometer' and voided_at is null order by read_at`.execute(db);
  const random = new Random(244);
  const readings = driven.flatMap((one) => {
    const points = rows.flatMap(({ vehicleId, at, ...row }) =>
      vehicleId === one.vehicleId ? [{ ...row, vehicleId, at: new Date(at) }] : [],
    );
    const trips = driven.filter(({ vehicleId }) => vehicleId === one.vehicleId);
    const reading = (source: string, at: Date): Row[] => {
      const read = shownAt(at, { points, trips, moment });
      return read === null
        ? []
        : [
            {
              id: random.id(at),
              vehicle_id: one.vehicleId,
              meter: "odometer",
              value: Math.round(read.shown * inBase[read.unit]),
              entered_value: read.shown,
              entered_unit: read.unit,
              read_at: at,
              source,
              source_id: one.tripId,
              created_by: one.enteredBy,
              created_at: at,
            },
          ];
    };
    return [...reading("trip_start", one.from), ...(one.until ? reading("trip_end", one.until) : [])];
  });
  await addRows(db, "meter_readings", readings);
}

interface Known {
  readonly points: readonly Point[];
  readonly trips: readonly Driven[];
  readonly moment: Date;
}

/** What a meter showed at a moment, in its unit; null: nothing was read before. */
function shownAt(at: Date, { points, trips, moment }: Known): { shown: number; unit: Point["unit"] } | null {
  const before = points.findLast((point) => point.at <= at);
  const after = points.find((point) => point.at > at);
  if (!before) return null;
  const drivenUntil = (end: Date) =>
    trips.reduce((sum, { from, until }) => {
      const [first, last] = [Math.max(+from, +before.at), Math.min(+(until ?? moment), +end)];
      return sum + Math.max(0, last - first);
    }, 0);
  const pace = after
    ? Math.min(metresPerMs, (after.metres - before.metres) / Math.max(1, drivenUntil(after.at)))
    : metresPerMs;
  const elsewhere = after ? after.metres - before.metres - pace * drivenUntil(after.at) : 0;
  const share = after ? (+at - +before.at) / (+after.at - +before.at) : 0;
  const metres = pace * drivenUntil(at) + elsewhere * share;
  // A whole figure stays one, whatever a division makes of it.
  return { shown: Math.floor((before.metres + metres) / inBase[before.unit] + 1e-3), unit: before.unit };
}
