import { sql } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { foldedKeys } from "#server/records/folded-keys.ts";
import { allRefusals, namesOf, recordCalled } from "#server/records/import-names.ts";
import { isUnchanged, planRows } from "#server/records/import-changes.ts";
import { keyOf, plainFields, savedRows, writeRows, type ImportTable } from "#server/records/import-table.ts";
import type { Importer, StagedRow } from "#server/records/importer.ts";
import { line } from "#shared/fields/fields.ts";
import {
  locationCalled,
  locationField,
  namesOfLocation,
  refusedLocations,
} from "../../settings/locations/locations.import.server.ts";
import { strangeCarriers } from "../../warehouse/carriers/carriers.import.server.ts";
import { unsaid } from "../discreet.server.ts";
import { driverInput, untold } from "./drivers.contract.ts";

const { userId: _user, carrierId: _carrier, homeLocationId: _home, ...fields } = driverInput.shape;

const table: ImportTable = {
  table: "drivers",
  match: sql`(select d.id from drivers d where d.company_id = current_company()
    and d.employee_no_key = ${keyOf(sql`g.v ->> 'employeeNo'`)})`,
  columns: { location: "homeLocationId", carrier: "carrierId" },
  fields: {
    ...plainFields(...Object.keys(fields)),
    location: { read: namesOfLocation(sql`t.home_location_id`), write: locationCalled(sql`g.v ->> 'location'`) },
    carrier: {
      read: namesOf("carriers", sql`t.carrier_id`),
      write: recordCalled("carriers", sql`g.v ->> 'carrier'`),
    },
  },
};

/** Drivers by their number among the staff. What stands on their papers is entered where it is verified. */
export const driverImporter: Importer = {
  entity: "driver",
  title: "Drivers",
  can: "CAN_EDIT_DRIVERS",
  key: "employeeNo",
  once: ["identificationTag"],
  fields: [
    {
      name: "employeeNo",
      label: "Employee number",
      kind: "text",
      required: true,
      aliases: ["employeeid", "driverid", "driverno", "number", "id", "personalnummer", "fahrernummer"],
    },
    { name: "firstName", label: "First name", kind: "text", required: true, aliases: ["givenname", "vorname"] },
    {
      name: "lastName",
      label: "Last name",
      kind: "text",
      required: true,
      aliases: ["surname", "familyname", "nachname"],
    },
    { name: "phone", label: "Phone", kind: "text", aliases: ["mobile", "telephone", "telefon", "handy"] },
    { name: "email", label: "E-mail", kind: "text", aliases: ["mail"] },
    { name: "employment", label: "Employment", kind: "text", aliases: ["employmenttype", "beschäftigung"] },
    {
      name: "carrier",
      label: "Carrier",
      kind: "text",
      aliases: ["carrierid", "carriername", "carriercode", "spedition"],
    },
    {
      ...locationField,
      label: "Home location",
      required: false,
      aliases: [...(locationField.aliases ?? []), "homelocationid", "homelocationname", "depot"],
    },
    { name: "hiredOn", label: "Hired on", kind: "date", aliases: ["hired", "startdate", "eintritt", "eintrittsdatum"] },
    { name: "identificationTag", label: "Identification tag", kind: "text", aliases: ["ibutton", "rfid", "tag"] },
    { name: "emergencyName", label: "Emergency contact", kind: "text", aliases: ["emergency", "notfallkontakt"] },
    { name: "emergencyPhone", label: "Emergency phone", kind: "text", aliases: ["emergencynumber", "notfallnummer"] },
    { name: "notes", label: "Notes", kind: "text", aliases: ["remarks", "comment", "bemerkungen"] },
  ],
  row: driverInput
    .extend({ location: line(), carrier: line() })
    .omit({ userId: true, carrierId: true, homeLocationId: true }),
  async check(ctx, rows) {
    const changed = planRows(driverImporter, rows, await savedRows(ctx, table, rows)).filter(
      (row) => !isUnchanged(row),
    );
    return allRefusals([
      await refusedLocations(
        ctx,
        rows.filter(({ value }) => value["location"] !== null),
      ),
      await strangeCarriers(ctx, rows),
      await takenTags(ctx, rows),
      await whoLeft(ctx, changed), // our own list has those who left, as they are
    ]);
  },
  saved: (ctx, rows) => savedRows(ctx, table, rows),
  async apply(ctx, rows) {
    const applied = await writeRows(ctx, table, rows);
    const changes = new Map(rows.map((row) => [row.rowNo, row.changes]));
    return applied.map((one) => (one.created ? one : { ...one, changes: withoutValues(changes.get(one.rowNo) ?? {}) }));
  },
};

type Errors = Readonly<Record<string, Sentence>>;

/** What rows give in these fields, as keys are compared. */
async function keysIn(ctx: Ctx, rows: readonly StagedRow[], names: readonly string[]) {
  const folded = await foldedKeys(
    ctx,
    rows.flatMap(({ value }) => names.map((name) => value[name])),
  );
  const given = (name: string) => [...new Set(rows.map(({ value }) => folded(value[name])).filter(Boolean))];
  return { folded, given };
}

async function takenTags(ctx: Ctx, rows: readonly StagedRow[]): Promise<Map<number, Errors>> {
  const { folded, given } = await keysIn(ctx, rows, ["identificationTag", "employeeNo"]);
  const { rows: owners } = await sql<{ tag: string; employeeNo: string; key: string }>`
    select lower(identification_tag) as tag, employee_no as "employeeNo", employee_no_key as key from drivers
    where company_id = current_company() and lower(identification_tag) = any(${given("identificationTag")})`.execute(
    ctx.db,
  );
  const ownerOf = new Map(owners.map((owner) => [owner.tag, owner]));
  return new Map(
    rows.flatMap(({ rowNo, value }) => {
      const owner = ownerOf.get(folded(value["identificationTag"]));
      return owner && owner.key !== folded(value["employeeNo"])
        ? [
            [
              rowNo,
              { identificationTag: message("Driver {number} has this tag already.", { number: owner.employeeNo }) },
            ] as const,
          ]
        : [];
    }),
  );
}

async function whoLeft(ctx: Ctx, rows: readonly StagedRow[]): Promise<Map<number, Errors>> {
  const { folded, given } = await keysIn(ctx, rows, ["employeeNo"]);
  const { rows: left } = await sql<{ key: string }>`
    select employee_no_key as key from drivers where company_id = current_company() and status = 'left'
      and employee_no_key = any(${given("employeeNo")})`.execute(ctx.db);
  const gone = new Set(left.map(({ key }) => key));
  const told = { employeeNo: message("This driver has left the company.") };
  return new Map(rows.flatMap(({ rowNo, value }) => (gone.has(folded(value["employeeNo"])) ? [[rowNo, told]] : [])));
}

/** What the history says of an import: which personal fields it changed, and not from what to what. */
function withoutValues(changes: StagedChanges): StagedChanges {
  return Object.fromEntries(
    Object.entries(changes).map(([field, told]) => [field, untold.includes(field) ? unsaid : told]),
  );
}

type StagedChanges = Readonly<Record<string, { readonly from: string | null; readonly to: string | null }>>;
