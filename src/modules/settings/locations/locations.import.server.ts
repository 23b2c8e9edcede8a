import { sql, type RawBuilder } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { foldedKeys } from "#server/records/folded-keys.ts";
import { namesOf, recordCalled } from "#server/records/import-names.ts";
import { keyOf, plainFields, savedRows, writeRows, type ImportTable } from "#server/records/import-table.ts";
import type { Importer, ImportField, StagedRow } from "#server/records/importer.ts";
import type { RecordTable } from "#server/records/records.ts";
import { addDefaultBins } from "../storage-locations/storage-locations.server.ts";
import { locationInput } from "./locations.contract.ts";
import { addWorkingWeek } from "./working-week.server.ts";

const { hours: _hours, closures: _closures, ...fields } = locationInput.shape;

const table: ImportTable = {
  table: "locations",
  match: sql`(select l.id from locations l where l.company_id = current_company() and l.code_key = ${keyOf(sql`g.v ->> 'code'`)})`,
  fields: {
    ...plainFields(...Object.keys(fields)),
    timezone: {
      write: sql`coalesce(g.v ->> 'timezone', (select timezone from companies where id = current_company()))`,
    },
  },
};

/** Sites by their code. A new one is open on working days and has the bins that it needs; its hours are set on its page. */
export const locationImporter: Importer = {
  entity: "location",
  title: "Locations",
  can: "CAN_EDIT_LOCATIONS",
  key: "code",
  fields: [
    {
      name: "code",
      label: "Code",
      kind: "text",
      required: true,
      aliases: ["locationcode", "sitecode", "site", "number", "id", "standortnummer", "nummer"],
    },
    {
      name: "name",
      label: "Name",
      kind: "text",
      required: true,
      aliases: ["locationname", "sitename", "bezeichnung", "standort"],
    },
    { name: "kind", label: "Kind", kind: "text", aliases: ["type", "art"] },
    {
      name: "timezone",
      label: "Time zone",
      kind: "text",
      aliases: ["tz", "zeitzone"],
      hint: "Like Europe/Amsterdam; the company's where it is not given",
    },
    { name: "addressLine1", label: "Address", kind: "text", aliases: ["street", "address1", "adresse", "strasse"] },
    { name: "addressLine2", label: "Address, second line", kind: "text", aliases: ["address2", "adresse2"] },
    { name: "postalCode", label: "Postal code", kind: "text", aliases: ["zip", "zipcode", "postcode", "plz"] },
    { name: "city", label: "City", kind: "text", aliases: ["town", "ort", "stadt"] },
    { name: "region", label: "Region", kind: "text", aliases: ["state", "province"] },
    { name: "countryCode", label: "Country", kind: "country", aliases: ["countrycode", "land"] },
    { name: "dockAddressNote", label: "How to find the docks", kind: "text" },
    { name: "latitude", label: "Latitude", kind: "decimal", aliases: ["lat", "breitengrad"] },
    { name: "longitude", label: "Longitude", kind: "decimal", aliases: ["lon", "lng", "längengrad"] },
    { name: "contactName", label: "Contact", kind: "text", aliases: ["ansprechpartner"] },
    { name: "contactPhone", label: "Contact's phone", kind: "text", aliases: ["phone", "telefon"] },
    { name: "contactEmail", label: "Contact's e-mail", kind: "text", aliases: ["email", "mail"] },
    { name: "receivingInstructions", label: "Receiving instructions", kind: "text", aliases: ["instructions"] },
    { name: "slotMinutes", label: "Slot, minutes", kind: "integer" },
    { name: "minLeadMinutes", label: "Booked ahead at least, minutes", kind: "integer" },
    { name: "maxLeadDays", label: "Booked ahead at most, days", kind: "integer" },
    { name: "cancelCutoffMinutes", label: "Cancelled until, minutes before", kind: "integer" },
    { name: "earlyGraceMinutes", label: "Early from, minutes", kind: "integer" },
    { name: "lateGraceMinutes", label: "Late from, minutes", kind: "integer" },
    { name: "noShowAfterMinutes", label: "No-show after, minutes", kind: "integer" },
    { name: "freeTimeMinutes", label: "Free time, minutes", kind: "integer" },
    { name: "requiresApproval", label: "Requires approval", kind: "yes_no" },
    { name: "isActive", label: "Is active", kind: "yes_no", aliases: ["active", "aktiv"] },
  ],
  row: locationInput.extend(fields).omit({ hours: true, closures: true }).partial({ timezone: true }),
  check: (_ctx, rows) =>
    Promise.resolve(
      new Map(
        rows.flatMap(({ rowNo, value: { latitude, longitude } }) =>
          (latitude === null) === (longitude === null)
            ? []
            : [
                [
                  rowNo,
                  {
                    [latitude === null ? "latitude" : "longitude"]: message(
                      "A pin needs both, latitude and longitude.",
                    ),
                  },
                ] as const,
              ],
        ),
      ),
    ),
  saved: (ctx, rows) => savedRows(ctx, table, rows),
  async apply(ctx, rows) {
    const applied = await writeRows(ctx, table, rows);
    const added = applied.filter(({ created }) => created).map(({ id }) => id);
    await addDefaultBins(ctx, added);
    await addWorkingWeek(ctx, added);
    return applied;
  },
};

/** What names the location of a record in a file. */
export const locationField: ImportField = {
  name: "location",
  label: "Location",
  kind: "text",
  required: true,
  aliases: ["locationid", "locationcode", "locationname", "site", "sitecode", "warehouse", "standort", "lager"],
  hint: "A location that exists already, by code or name",
};

/** The location that a file calls by its id, its code or its name. */
export const locationCalled = (text: RawBuilder<unknown>): RawBuilder<unknown> => recordCalled("locations", text);

/** The names by which a file may call the location with this id. */
export const namesOfLocation = (id: RawBuilder<unknown>): RawBuilder<unknown> => namesOf("locations", id);

/** The table of a record that has a code at a location, and the names of that location in a file. */
export function tableAtLocation(table: RecordTable, fields: readonly string[]): ImportTable {
  const location = locationCalled(sql`g.v ->> 'location'`);
  return {
    table,
    match: sql`(select m.id from ${sql.table(table)} m where m.company_id = current_company()
      and m.location_id = ${location} and m.code_key = ${keyOf(sql`g.v ->> 'code'`)})`,
    columns: { location: "locationId" },
    fields: {
      ...plainFields(...fields),
      location: { read: namesOfLocation(sql`t.location_id`), write: location },
    },
  };
}

/** What is wrong with the names of locations in these rows: nobody has it, or several do. */
export async function refusedLocations(
  ctx: Ctx,
  rows: readonly StagedRow[],
): Promise<Map<number, Readonly<Record<string, Sentence>>>> {
  const names = [...new Set(rows.map(({ value }) => String(value["location"])))];
  const { rows: found } = await sql<{ name: string; count: number; isSure: boolean }>`
    select v.name, count(n.id)::int as count,
      coalesce(bool_or(n.code_key = lower(v.name) or n.id::text = lower(v.name)), false) as "isSure"
    from unnest(${names}::text[]) v(name)
    left join locations n on n.company_id = current_company()
      and (n.id::text = lower(v.name) or n.code_key = lower(v.name) or n.name_key = lower(v.name))
    group by v.name`.execute(ctx.db);
  const refusals = new Map(
    found.flatMap(({ name, count, isSure }): [string, Sentence][] => {
      if (count === 0) return [[name, message("There is no location {code}. Import it first.", { code: name })]];
      return count > 1 && !isSure
        ? [[name, message("Several locations are called {name}. Give the code of one.", { name })]]
        : [];
    }),
  );
  return new Map(
    rows.flatMap(({ rowNo, value }) => {
      const refusal = refusals.get(String(value["location"]));
      return refusal ? [[rowNo, { location: refusal }] as const] : [];
    }),
  );
}

/** The first row of each code at each location, for the whole of a file. */
export type FirstAtLocation = Map<string, number>;

/**
 * What is wrong with the names of locations, and rows about a record that another row of the file is about in other words: a
 * code at a location, which files call by its own code or by its name.
 */
export async function refusedAtLocation(
  ctx: Ctx,
  rows: readonly StagedRow[],
  firsts: FirstAtLocation,
): Promise<Map<number, Readonly<Record<string, Sentence>>>> {
  const refused = await refusedLocations(ctx, rows);
  const names = [...new Set(rows.map(({ value }) => String(value["location"])))];
  const { rows: found } = await sql<{ name: string; id: string | null }>`
    select v.name, ${locationCalled(sql`v.name`)} as id from unnest(${names}::text[]) v(name)`.execute(ctx.db);
  const ids = new Map(found.map(({ name, id }) => [name, id]));
  const folded = await foldedKeys(
    ctx,
    rows.map(({ value }) => value["code"]),
  );
  for (const { rowNo, value } of rows) {
    const key = `${ids.get(String(value["location"])) ?? ""} ${folded(value["code"])}`;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, rowNo);
    else if (!refused.has(rowNo)) refused.set(rowNo, { code: message("Row {row} has the same.", { row: first }) });
  }
  return refused;
}
