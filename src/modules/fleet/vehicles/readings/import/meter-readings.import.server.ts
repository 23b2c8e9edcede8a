import { sql } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { outOfDate, type Importer, type PlannedRow, type StagedRow } from "#server/records/importer.ts";
import { distanceOf, jumpFrom, neighboursOf, type Neighbours } from "../ledger.server.ts";
import {
  accept,
  readingRow,
  readRows,
  savedReadings,
  type Accepted,
  type ImportedReading,
} from "./reading-rows.server.ts";

interface Memory {
  readonly accepted: Accepted;
  /** Rows that are further from another reading than hardly any vehicle drives. */
  readonly jumps: {
    readonly row: number;
    readonly reading: string;
    readonly distance: string;
    readonly days: number;
  }[];
}

type Errors = Readonly<Record<string, Sentence>>;

/**
 * Readings of meters, as somebody would type them one after the other in the order of the file. One that is there already stays as
 * it is; a distance that hardly any vehicle drives is told before the file is applied.
 */
export const meterReadingImporter: Importer<Memory> = {
  entity: "meter-reading",
  title: "Meter readings",
  can: "CAN_ENTER_READINGS",
  key: ["vehicle", "meter", "readAt", "enteredValue"],
  fields: [
    {
      name: "vehicle",
      label: "Vehicle",
      kind: "text",
      required: true,
      aliases: ["vehicleid", "vehiclename", "unitnumber", "plate", "vin", "fahrzeug", "kennzeichen"],
      hint: "The number, plate or VIN",
    },
    {
      name: "meter",
      label: "Meter",
      kind: "text",
      aliases: ["metertype", "zähler"],
      hint: "The odometer where it is not given",
    },
    {
      name: "enteredValue",
      label: "What it showed",
      kind: "decimal",
      required: true,
      aliases: ["reading", "value", "odometer", "mileage", "zählerstand", "kilometerstand", "stand"],
    },
    {
      name: "enteredUnit",
      label: "Unit",
      kind: "text",
      aliases: ["uom", "einheit"],
      hint: "km, mi or h; that in which the vehicle counts where it is not given",
    },
    {
      name: "readAt",
      label: "Read at",
      kind: "text",
      required: true,
      aliases: ["read", "date", "datetime", "time", "readon", "abgelesenam", "datum", "zeitpunkt"],
      hint: "2026-01-31 14:30, in the time zone of the company",
    },
    {
      name: "isReplacement",
      label: "First reading of a new meter",
      kind: "yes_no",
      aliases: ["replacement", "newmeter", "neuerzähler"],
    },
    { name: "note", label: "Note", kind: "text", aliases: ["notes", "remark", "comment", "notiz", "bemerkung"] },
  ],
  row: readingRow,
  memory: () => ({ accepted: new Map(), jumps: [] }),
  async check(ctx, rows, { accepted, jumps }) {
    const { fresh, errors } = await newOnes(ctx, rows);
    for (const [reading, saved] of fresh) {
      const taken = accept(reading, saved, accepted);
      if ("errors" in taken) errors.set(reading.rowNo, taken.errors);
      const jump = "errors" in taken ? undefined : jumpFrom(reading, taken.around);
      if (jump) jumps.push({ row: reading.rowNo, ...distanceOf(jump) });
    }
    return errors;
  },
  async complete(_ctx, { jumps }) {
    return { values: new Map(), assumed: new Map(jumps.map((jump) => [JSON.stringify(jump), 1])) };
  },
  tell(assumed) {
    const jumps = [...assumed.keys()].map((told) => JSON.parse(told) as Memory["jumps"][number]); // of `complete`
    const more = jumps.length - shown;
    return [
      ...jumps
        .slice(0, shown)
        .map((jump) =>
          message(
            "Row {row}: at another time it showed {reading}, which is {distance} km in {days, plural, one {# day} other {# days}}. Apply the file if it is right.",
            jump,
          ),
        ),
      ...(more > 0
        ? [
            message("{count, plural, one {# more row is} other {# more rows are}} as far from another reading.", {
              count: more,
            }),
          ]
        : []),
    ];
  },
  async saved(ctx, rows) {
    return savedReadings(ctx, clear(await readRows(ctx, rows)));
  },
  async apply(ctx, rows, by) {
    if (rows.length === 0) return [];
    await lockVehicles(ctx, clear(await readRows(ctx, rows)));
    const { fresh, errors } = await newOnes(ctx, rows);
    const accepted: Accepted = new Map();
    const [bad] = [
      ...errors.keys(),
      ...fresh.flatMap(([one, saved]) => ("errors" in accept(one, saved, accepted) ? [one.rowNo] : [])),
    ];
    if (bad !== undefined) throw outOfDate(bad);
    return enter(
      ctx,
      fresh.map(([reading]) => reading),
      by,
    );
  },
};

/** So many rows are told one by one. */
const shown = 10;

const clear = (read: Awaited<ReturnType<typeof readRows>>): ImportedReading[] =>
  [...read.values()].flatMap((one) => ("errors" in one ? [] : [one]));

/** The rows that say something new, each with what is saved around it, and what is wrong with others by themselves. */
async function newOnes(ctx: Ctx, rows: readonly (StagedRow | PlannedRow)[]) {
  const read = await readRows(ctx, rows);
  const saved = await savedReadings(ctx, clear(read));
  const fresh = clear(read).filter(({ rowNo }) => !saved.has(rowNo));
  const around = await neighboursOf(ctx.db, fresh);
  return {
    fresh: fresh.map((reading, at): [ImportedReading, Neighbours] => [reading, around[at] ?? nothing]),
    errors: new Map<number, Errors>(
      [...read].flatMap(([rowNo, one]) => ("errors" in one ? [[rowNo, one.errors] as const] : [])),
    ),
  };
}

const nothing: Neighbours = { before: null, after: null, same: null };

/** Whoever enters a reading of one of these vehicles waits, or was there before. */
async function lockVehicles(ctx: Ctx, readings: readonly ImportedReading[]): Promise<void> {
  const ids = [...new Set(readings.map(({ vehicleId }) => vehicleId))];
  await sql`select from vehicles where company_id = current_company() and id = any(${ids}::uuid[])
    order by id for no key update`.execute(ctx.db);
}

async function enter(ctx: Ctx, readings: readonly ImportedReading[], by: string) {
  const { rows } = await sql<{ id: string; rowNo: number }>`
    with given as materialized (
      select uuidv7() as id, r.* from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as r("rowNo" int, "vehicleId" uuid,
        meter text, value numeric, "enteredValue" numeric, "enteredUnit" text, "readAt" timestamptz, "isReplacement" boolean,
        note text)
    ), written as (
      insert into meter_readings (id, vehicle_id, meter, value, entered_value, entered_unit, read_at, source, is_replacement,
        note, created_by)
      select g.id, g."vehicleId", g.meter, g.value, g."enteredValue", g."enteredUnit", g."readAt", 'import', g."isReplacement",
        g.note, ${by}::uuid from given g order by g."rowNo" returning id
    )
    select g.id, g."rowNo" from given g join written w on w.id = g.id order by g."rowNo"`.execute(ctx.db);
  return rows.map((row) => ({ ...row, created: true }));
}
