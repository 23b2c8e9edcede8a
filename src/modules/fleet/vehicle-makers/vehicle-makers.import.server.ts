import { sql } from "kysely";
import { message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { refusedNames } from "#server/records/import-names.ts";
import { keyOf, plainFields, savedRows, writeRows, type ImportTable } from "#server/records/import-table.ts";
import type { Importer, ImportField, StagedRow } from "#server/records/importer.ts";
import { vehicleMakerInput } from "./vehicle-makers.contract.ts";

const table: ImportTable = {
  table: "vehicle_makers",
  match: sql`(select m.id from vehicle_makers m where m.company_id = current_company()
    and m.name_key = ${keyOf(sql`g.v ->> 'name'`)})`,
  fields: {
    ...plainFields(...Object.keys(vehicleMakerInput.shape)),
    // In a list of names: one that a file writes in capitals is no other name.
    name: { read: sql`jsonb_build_array(t.name)` },
  },
};

/** Words for a maker in files. */
const calledMaker = ["make", "manufacturer", "brand", "hersteller", "marke", "fabrikat"];

/** What names the maker of a record in a file. */
export const makerField: ImportField = {
  name: "maker",
  label: "Maker",
  kind: "text",
  aliases: ["makerid", "makername", "vehiclemaker", ...calledMaker],
  hint: "A maker that exists already",
};

/** Rows that name a maker, in the field of that name, which is not there. */
export const strangeMakers = (ctx: Ctx, rows: readonly StagedRow[]) =>
  refusedNames(ctx, rows, {
    field: "maker",
    table: "vehicle_makers",
    none: (name) => message("There is no maker {name}. Import it first.", { name }),
  });

/** Makers by their name. */
export const vehicleMakerImporter: Importer = {
  entity: "vehicle-maker",
  title: "Vehicle makers",
  can: "CAN_EDIT_VEHICLE_TYPES",
  key: "name",
  fields: [
    { name: "name", label: "Name", kind: "text", required: true, aliases: ["maker", "makername", ...calledMaker] },
    {
      name: "wmi",
      label: "VINs begin with",
      kind: "text",
      aliases: ["wmicode", "herstellerkennung"],
      hint: "Three characters each, like WDB WDF",
    },
    { name: "isActive", label: "Active", kind: "yes_no", aliases: ["aktiv"] },
  ],
  row: vehicleMakerInput,
  saved: (ctx, rows) => savedRows(ctx, table, rows),
  apply: (ctx, rows) => writeRows(ctx, table, rows),
};
