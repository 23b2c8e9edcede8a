import { sql } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { line } from "#shared/fields/fields.ts";
import { snake } from "#server/db/names.ts";
import type { Ctx } from "#server/http/context.ts";
import { isUnchanged, planRows } from "#server/records/import-changes.ts";
import { allRefusals, namesOf, refusedNames } from "#server/records/import-names.ts";
import { plainFields, savedRows, writeRows, type ImportTable } from "#server/records/import-table.ts";
import { outOfDate, type FieldChanges, type Importer, type StagedRow } from "#server/records/importer.ts";
import { refusedLocations } from "../../../settings/locations/locations.import.server.ts";
import { strangeCarriers } from "../../../warehouse/carriers/carriers.import.server.ts";
import { strangeMakers } from "../../vehicle-makers/vehicle-makers.import.server.ts";
import { strangeDetails, strangeFuels } from "../../vehicle-models/vehicle-models.import.server.ts";
import { vehicleInput } from "../vehicles.contract.ts";
import { takenNumbers, type NumbersOfFile } from "./taken-numbers.server.ts";
import { vehicleFields } from "./vehicle-fields.server.ts";
import { completeRows, importField, references, vehicleOfRow, type VehicleRow } from "./vehicle-rows.server.ts";

const referenceIds: readonly string[] = Object.values(references).map(({ id }) => id);
const plainKeys = Object.keys(vehicleInput.shape).filter((key) => !referenceIds.includes(key));

const table: ImportTable = {
  table: "vehicles",
  match: vehicleOfRow,
  columns: Object.fromEntries(Object.entries(references).map(([field, { id }]) => [field, id])),
  fields: {
    ...plainFields(...plainKeys),
    ...Object.fromEntries(
      Object.entries(references).map(([field, { id, table: list }]) => [
        field,
        {
          read: namesOf(list, sql.ref(`t.${snake(id)}`)),
          write: sql`(g.v ->> ${sql.lit(id)})::uuid`, // as completeRows found it
        },
      ]),
    ),
  },
};

/** Vehicles by their unit number. What a row leaves empty stays as it is, or comes from the model that it chooses. */
export const vehicleImporter: Importer<NumbersOfFile> = {
  entity: "vehicle",
  title: "Vehicles",
  can: "CAN_MANAGE_VEHICLES",
  /** A retired vehicle leaves its number to another one: of two rows with one number the chassis says which is which. */
  key: ["unitNumber", "vin"],
  once: ["vin"],
  fields: vehicleFields,
  row: vehicleInput
    .omit({
      typeId: true,
      makerId: true,
      modelId: true,
      fuelTypeId: true,
      secondaryFuelTypeId: true,
      vehicleStatusId: true,
      homeLocationId: true,
      carrierId: true,
    })
    .extend({
      type: line(),
      maker: line(),
      model: line(),
      fuelType: line(),
      secondaryFuelType: line(),
      vehicleStatus: line(),
      location: line(),
      carrier: line(),
    }),
  memory: () => new Map(),
  strangeNames,
  async check(ctx, every, numbers) {
    // Our own list has what is retired, as it is: a row that changes nothing is not judged.
    const planned = planRows(vehicleImporter, every, await vehicleImporter.saved(ctx, every, ""));
    const rows = planned.filter((row) => !isUnchanged(row));
    const strange = await strangeNames(ctx, rows);
    // Of a row that names what is not there, nothing can be said that follows from it.
    const whole = await completeRows(
      ctx,
      rows.filter(({ rowNo }) => !strange.has(rowNo)),
    );
    const contradictory = new Map(
      [...whole.values()].flatMap(({ rowNo, refusals }) =>
        Object.keys(refusals).length > 0 ? [[rowNo, refusals] as const] : [],
      ),
    );
    const unchanged = await completeRows(ctx, planned.filter(isUnchanged));
    const together = [...unchanged.values(), ...whole.values()].toSorted((one, other) => one.rowNo - other.rowNo);
    const standing = together.filter(({ isRetired }) => !isRetired);
    return allRefusals([strange, contradictory, await takenNumbers(ctx, standing, numbers)]);
  },
  async saved(ctx, rows) {
    const saved = await savedRows(ctx, table, rows);
    const filled = await fillings(ctx, await completeRows(ctx, rows));
    return new Map(
      [...saved].map(([rowNo, record]) => [rowNo, { ...record, changes: { ...record.changes, ...filled.get(rowNo) } }]),
    );
  },
  async apply(ctx, rows) {
    const whole = await completeRows(ctx, rows);
    const complete = rows.map((row) => {
      const one = whole.get(row.rowNo);
      if (!one || one.id !== row.id || Object.keys(one.refusals).length > 0) throw outOfDate(row.rowNo);
      return { ...row, value: { ...row.value, ...one.input } };
    });
    return writeRows(ctx, table, complete);
  },
};

/** What rows name that is not there. */
async function strangeNames(ctx: Ctx, rows: readonly StagedRow[]) {
  return allRefusals([
    await strangeDetails(ctx, rows),
    await strangeFuels(ctx, rows, "secondaryFuelType"),
    await strangeMakers(ctx, rows),
    await strangeStatuses(ctx, rows),
    await refusedLocations(
      ctx,
      rows.filter(({ value }) => typeof value["location"] === "string"),
    ),
    await strangeCarriers(ctx, rows),
  ]);
}

/** What rows change in vehicles that are there beyond what they say, in words: it comes from their model or their VIN. */
async function fillings(ctx: Ctx, rows: ReadonlyMap<number, VehicleRow>): Promise<Map<number, FieldChanges>> {
  const changed = [...rows.values()].filter(({ id, filled }) => id !== null && Object.keys(filled).length > 0);
  const ids = changed.flatMap(({ filled }) =>
    [filled.makerId, filled.fuelTypeId].filter((id) => typeof id === "string"),
  );
  const { rows: found } = await sql<{ id: string; name: string }>`
    select id, name from vehicle_makers where company_id = current_company() and id = any(${ids}::uuid[])
    union all select id, name from fuel_types where company_id = current_company() and id = any(${ids}::uuid[])`.execute(
    ctx.db,
  );
  const names = new Map(found.map(({ id, name }) => [id, name]));
  const words = (value: unknown) => names.get(String(value)) ?? String(value);
  return new Map(
    changed.map(({ rowNo, filled }) => [
      rowNo,
      Object.fromEntries(
        Object.entries(filled).map(([key, value]) => [importField(key), { from: null, to: words(value) }]),
      ),
    ]),
  );
}

const strangeStatuses = (
  ctx: Ctx,
  rows: readonly StagedRow[],
): Promise<Map<number, Readonly<Record<string, Sentence>>>> =>
  refusedNames(ctx, rows, {
    field: "vehicleStatus",
    table: "vehicle_statuses",
    none: (code) => message("There is no vehicle status {code}. Add it first.", { code }),
    several: (name) => message("Several vehicle statuses are called {name}. Give the code of one.", { name }),
  });
