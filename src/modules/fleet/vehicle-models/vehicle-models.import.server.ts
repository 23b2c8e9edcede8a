import { sql } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { line, name } from "#shared/fields/fields.ts";
import type { Ctx } from "#server/http/context.ts";
import { allRefusals, namesOf, recordCalled, refusedNames } from "#server/records/import-names.ts";
import { keyOf, plainFields, savedRows, writeRows, type ImportTable } from "#server/records/import-table.ts";
import type { Importer, ImportField, StagedRow } from "#server/records/importer.ts";
import { makerField, strangeMakers } from "../vehicle-makers/vehicle-makers.import.server.ts";
import { vehicleModelInput } from "./vehicle-models.contract.ts";

const { makerId: _maker, typeId: _type, fuelTypeId: _fuelType, ...fields } = vehicleModelInput.shape;
const maker = recordCalled("vehicle_makers", sql`g.v ->> 'maker'`);

const table: ImportTable = {
  table: "vehicle_models",
  match: sql`(select m.id from vehicle_models m where m.company_id = current_company() and m.maker_id = ${maker}
    and m.name_key = ${keyOf(sql`g.v ->> 'name'`)}
    and coalesce(m.year_from, 0) = (select coalesce((g.v ->> 'yearFrom')::integer, 0)))`,
  columns: { maker: "makerId", type: "typeId", fuelType: "fuelTypeId" },
  fields: {
    ...plainFields(...Object.keys(fields)),
    name: { read: sql`jsonb_build_array(t.name)` }, // however it is written
    maker: { read: namesOf("vehicle_makers", sql`t.maker_id`), write: maker },
    type: {
      read: namesOf("vehicle_types", sql`t.type_id`),
      write: recordCalled("vehicle_types", sql`g.v ->> 'type'`),
    },
    fuelType: {
      read: namesOf("fuel_types", sql`t.fuel_type_id`),
      write: recordCalled("fuel_types", sql`g.v ->> 'fuelType'`),
    },
  },
};

/** What a model and a vehicle say under the same names: their type, their fuel, what they hold and carry. */
export const typeField: ImportField = {
  name: "type",
  label: "Type",
  kind: "text",
  aliases: ["typeid", "typename", "typecode", "vehicletype", "fahrzeugart", "fahrzeugtyp", "art"],
  hint: "A vehicle type that exists already, by code or name",
};
export const detailFields: readonly ImportField[] = [
  {
    name: "fuelType",
    label: "Fuel type",
    kind: "text",
    aliases: ["fueltypeid", "fueltypename", "fuel", "kraftstoff", "kraftstoffart", "antrieb"],
    hint: "By code or name",
  },
  { name: "tankCapacityL", label: "Tank, l", kind: "decimal", aliases: ["tank", "tankcapacity", "tankinhalt"] },
  {
    name: "batteryCapacityKwh",
    label: "Battery, kWh",
    kind: "decimal",
    aliases: ["battery", "batterycapacity", "batterie", "batteriekapazität"],
  },
  { name: "payloadKg", label: "Payload, kg", kind: "decimal", aliases: ["payload", "nutzlast", "zuladung"] },
  {
    name: "cargoVolumeM3",
    label: "Cargo space, m³",
    kind: "decimal",
    aliases: ["cargovolume", "volume", "laderaum", "ladevolumen"],
  },
  {
    name: "palletPositions",
    label: "Pallet positions",
    kind: "integer",
    aliases: ["pallets", "palletspaces", "stellplätze", "palettenplätze"],
  },
];

/** Rows that name a type or a fuel, in the fields of these names, which are not there. */
export const strangeDetails = async (ctx: Ctx, rows: readonly StagedRow[]) =>
  allRefusals([
    await refusedNames(ctx, rows, {
      field: "type",
      table: "vehicle_types",
      none: (code) => message("There is no vehicle type {code}. Add it first.", { code }),
      several: (code) => message("Several vehicle types are called {name}. Give the code of one.", { name: code }),
    }),
    await strangeFuels(ctx, rows, "fuelType"),
  ]);

/** Rows that name a fuel, in that field, which is not there. */
export const strangeFuels = (ctx: Ctx, rows: readonly StagedRow[], field: string) =>
  refusedNames(ctx, rows, {
    field,
    table: "fuel_types",
    none: (code) => message("There is no fuel type {code}. Add it first.", { code }),
    several: (code) => message("Several fuel types are called {name}. Give the code of one.", { name: code }),
  });

/** Models by their maker, their name and the year from which they are built: a new generation may have the same name. */
export const vehicleModelImporter: Importer = {
  entity: "vehicle-model",
  title: "Vehicle models",
  can: "CAN_EDIT_VEHICLE_TYPES",
  key: ["maker", "name", "yearFrom"],
  fields: [
    { ...makerField, required: true },
    {
      name: "name",
      label: "Name",
      kind: "text",
      required: true,
      aliases: ["model", "modelname", "modell", "baureihe", "bezeichnung"],
    },
    {
      name: "yearFrom",
      label: "Built from",
      kind: "integer",
      aliases: ["from", "firstyear", "baujahrvon"],
      hint: "The year, where the maker built another one of this name before",
    },
    { name: "yearTo", label: "Built until", kind: "integer", aliases: ["to", "until", "lastyear", "baujahrbis"] },
    typeField,
    ...detailFields,
    { name: "isActive", label: "Active", kind: "yes_no", aliases: ["aktiv"] },
  ],
  row: vehicleModelInput
    .omit({ makerId: true, typeId: true, fuelTypeId: true })
    .extend({ maker: name, type: line(), fuelType: line() }),
  strangeNames,
  check: async (ctx, rows) => allRefusals([await strangeNames(ctx, rows), endsBeforeItBegins(rows)]),
  saved: (ctx, rows) => savedRows(ctx, table, rows),
  apply: (ctx, rows) => writeRows(ctx, table, rows),
};

/** What rows name that is not there. */
async function strangeNames(ctx: Ctx, rows: readonly StagedRow[]) {
  return allRefusals([await strangeMakers(ctx, rows), await strangeDetails(ctx, rows)]);
}

function endsBeforeItBegins(rows: readonly StagedRow[]): Map<number, Readonly<Record<string, Sentence>>> {
  return new Map(
    rows.flatMap(({ rowNo, value: { yearFrom, yearTo } }) =>
      typeof yearFrom === "number" && typeof yearTo === "number" && yearTo < yearFrom
        ? [
            [
              rowNo,
              {
                yearTo: message("It was built from {from} on: give that year or a later one.", {
                  from: String(yearFrom),
                }),
              },
            ] as const,
          ]
        : [],
    ),
  );
}
