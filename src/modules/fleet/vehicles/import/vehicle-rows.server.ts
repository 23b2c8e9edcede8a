import { sql } from "kysely";
import type { z } from "zod";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { columns } from "#server/db/columns.ts";
import { snake } from "#server/db/names.ts";
import type { Ctx } from "#server/http/context.ts";
import { givenFields } from "#server/records/import-changes.ts";
import { asId, recordCalled } from "#server/records/import-names.ts";
import { keyOf, rowsAsJson } from "#server/records/import-table.ts";
import type { StagedRow } from "#server/records/importer.ts";
import type { RecordTable } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { completeVehicles } from "../complete-vehicle.server.ts";
import { vehicleInput } from "../vehicles.contract.ts";
import { vehicleFlow } from "../vehicles.flow.ts";

type Input = z.output<typeof vehicleInput>;

/** Fields in which a file names other records: where the vehicle keeps their ids, and in which list they stand. */
export const references = {
  type: { id: "typeId", table: "vehicle_types" },
  maker: { id: "makerId", table: "vehicle_makers" },
  model: { id: "modelId", table: "vehicle_models" },
  fuelType: { id: "fuelTypeId", table: "fuel_types" },
  secondaryFuelType: { id: "secondaryFuelTypeId", table: "fuel_types" },
  vehicleStatus: { id: "vehicleStatusId", table: "vehicle_statuses" },
  location: { id: "homeLocationId", table: "locations" },
  carrier: { id: "carrierId", table: "carriers" },
} as const satisfies Record<string, { readonly id: keyof Input; readonly table: RecordTable }>;

const fieldOf = new Map<string, string>(Object.entries(references).map(([field, { id }]) => [id, field]));
/** What a file calls a field of a vehicle. */
export const importField = (key: string): string => fieldOf.get(key) ?? key;

interface Candidate {
  readonly id: string;
  readonly makerId: string;
  readonly yearFrom: number | null;
  readonly yearTo: number | null;
}

interface Found {
  readonly rowNo: number;
  readonly ids: Readonly<Record<string, string | null>>;
  /** Models that are called so, of whichever maker. */
  readonly models: readonly Candidate[];
  readonly id: string | null;
  readonly status: string;
  readonly saved: Input | null;
  readonly isRetired: boolean;
}

/** A vehicle as a row would save it. */
export interface VehicleRow {
  readonly rowNo: number;
  /** The vehicle that is there already. */
  readonly id: string | null;
  readonly input: Input;
  /** What the row does not say, and its model or its VIN does. */
  readonly filled: Partial<Input>;
  readonly refusals: Readonly<Record<string, Sentence>>;
  /** That vehicle is retired: its number, plate and cards are free for another one. */
  readonly isRetired: boolean;
}

const isOver = (alias: string) => sql`${sql.ref(`${alias}.status`)} in (${statesIn(vehicleFlow, "over")})`;
/**
 * The vehicle that a row is about: of those with its number the one with its chassis, then the one that is not retired, then the
 * retired one. Where a row names another chassis, a retired one is another vehicle.
 */
export const vehicleOfRow = sql`(select v.id from vehicles v where v.company_id = current_company()
  and v.unit_number_key = ${keyOf(sql`g.v ->> 'unitNumber'`)}
  and (not ${isOver("v")} or coalesce(v.vin = g.v ->> 'vin', true))
  order by (v.vin = g.v ->> 'vin') is true desc, ${isOver("v")}, v.updated_at desc, v.id limit 1)`;

/** A saved vehicle as its form would send it. */
const savedInput = sql`jsonb_build_object(${sql.join(
  Object.keys(vehicleInput.shape).flatMap((key) => {
    const column = sql.ref(`v.${snake(key)}`);
    const isDecimal = (columns.vehicles as Readonly<Record<string, string>>)[snake(key)] === "numeric";
    return [sql`${sql.lit(key)}::text`, isDecimal ? sql`trim_scale(${column})::text` : column];
  }),
)})`;

async function find(ctx: Ctx, rows: readonly StagedRow[]): Promise<Found[]> {
  const given = rowsAsJson(rows);
  const ids = Object.entries(references)
    .filter(([field]) => field !== "model")
    .flatMap(([field, { table }]) => [
      sql`${sql.lit(field)}::text`,
      recordCalled(table, sql`g.v ->> ${sql.lit(field)}`),
    ]);
  const model = sql`g.v ->> 'model'`;
  const { rows: found } = await sql<Found>`
    with g as materialized (
      select (r ->> 'rowNo')::int as "rowNo", r -> 'v' as v from jsonb_array_elements(${given}::jsonb) r
    ), f as materialized (
      select g."rowNo", ${vehicleOfRow} as id, jsonb_build_object(${sql.join(ids)}) as ids,
        (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'makerId', m.maker_id, 'yearFrom', m.year_from, 'yearTo', m.year_to)), '[]')
          from vehicle_models m where m.company_id = current_company()
            and (m.id = (select ${asId(model)}) or m.name_key = ${keyOf(model)})) as models
      from g
    )
    select f."rowNo", f.id, f.ids, f.models, v.status, case when v.id is not null then ${savedInput} end as saved,
      coalesce(${isOver("v")}, false) as "isRetired"
    from f left join lateral (select v.* from vehicles v where v.company_id = current_company() and v.id = f.id offset 0) v on true
    order by f."rowNo"`.execute(ctx.db);
  return found;
}

const notThere = (name: string) => message("There is no model {name}. Import it first, with its maker.", { name });

/**
 * The model that a row calls so: of its maker where it says one, and of its year where a name was given again. Of several that one
 * maker builds in that year it is the one that began last: an older one has no end in many lists.
 */
function modelOf({ models, saved, ids }: Found, value: StagedRow["value"]): string | Sentence | null {
  const name = value["model"];
  if (typeof name !== "string") return null;
  const own = models.find(({ id }) => id === name.toLowerCase());
  if (own) return own.id;
  const ofMaker = (id: string | null | undefined) => models.filter(({ makerId }) => makerId === id);
  const ofSaved = value["maker"] === null ? ofMaker(saved?.makerId) : [];
  const wanted = value["maker"] !== null ? ofMaker(ids["maker"]) : ofSaved.length > 0 ? ofSaved : models;
  const year = typeof value["modelYear"] === "number" ? value["modelYear"] : (saved?.modelYear ?? null);
  const ofYear = wanted.filter(
    ({ yearFrom, yearTo }) => year !== null && (yearFrom ?? year) <= year && year <= (yearTo ?? year),
  );
  const [first, ...more] = (ofYear.length > 0 ? ofYear : wanted).toSorted(
    (a, b) => (b.yearFrom ?? 0) - (a.yearFrom ?? 0),
  );
  if (!first) return notThere(name);
  if (more.some(({ makerId }) => makerId !== first.makerId))
    return message("Several makers have a model that is called {name}. Give the maker as well.", { name });
  return more.length === 0 || ofYear.length > 0
    ? first.id
    : message("Several models are called {name}. Give the model year as well.", { name });
}

/** What each row would save, with two statements: what it leaves out stays as it is, or comes from its model. */
export async function completeRows(ctx: Ctx, rows: readonly StagedRow[]): Promise<Map<number, VehicleRow>> {
  if (rows.length === 0) return new Map();
  const values = new Map(rows.map(({ rowNo, value }) => [rowNo, value]));
  const drafts = (await find(ctx, rows)).map((found) => {
    const value = values.get(found.rowNo) ?? {};
    const model = modelOf(found, value);
    const ids: Readonly<Record<string, unknown>> = { ...found.ids, model: typeof model === "string" ? model : null };
    const said = (key: string) => (fieldOf.has(key) ? ids[importField(key)] : value[key]);
    const keys = Object.keys(vehicleInput.shape);
    const given = new Set(givenFields(value));
    const own = Object.fromEntries(
      keys.filter((key) => found.saved === null || given.has(importField(key))).map((key) => [key, said(key)]),
    );
    const before = found.saved ? { status: found.status, modelId: found.saved.modelId } : null;
    const refusal: Record<string, Sentence> = model !== null && typeof model !== "string" ? { model } : {};
    if (found.isRetired)
      refusal["unitNumber"] = message(
        "Vehicle {number} is retired: a file does not change it. For another one with its number, give its VIN.",
        { number: String(value["unitNumber"]) },
      );
    return { found, before, refusal, given: { ...found.saved, ...own } as Input }; // each key, as the row's schema reads it
  });
  const completed = await completeVehicles(ctx, drafts);
  return new Map(
    drafts.flatMap(({ found: { rowNo, id, isRetired }, given, refusal }, at) => {
      const one = completed[at];
      if (!one) return [];
      const isNew = ([key, now]: [string, unknown]) => now !== given[key as keyof Input];
      const filled = Object.fromEntries(Object.entries(one.input).filter(isNew));
      const told = Object.entries(one.refusals).map(([key, sentence]) => [importField(key), sentence] as const);
      const refusals = Object.keys(refusal).length > 0 ? refusal : Object.fromEntries(told);
      return [[rowNo, { rowNo, id, input: one.input, filled: isRetired ? {} : filled, refusals, isRetired }] as const];
    }),
  );
}
