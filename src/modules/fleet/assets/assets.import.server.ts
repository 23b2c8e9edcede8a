import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { codeLine, line } from "#shared/fields/fields.ts";
import type { Ctx } from "#server/http/context.ts";
import { givenFields, isUnchanged, planRows } from "#server/records/import-changes.ts";
import { foldedKeys } from "#server/records/folded-keys.ts";
import { keyOf, plainFields, savedRows, writeRows, type ImportTable } from "#server/records/import-table.ts";
import type { Importer, ImportValue, SavedRecord, StagedRow } from "#server/records/importer.ts";
import { statesIn } from "#server/records/states.ts";
import {
  locationCalled,
  locationField,
  namesOfLocation,
  refusedLocations,
} from "../../settings/locations/locations.import.server.ts";
import { vehicleFlow } from "../vehicles/vehicles.flow.ts";
import { assetProblems, typeFacts, weightsOf, type AssetInput, type TypeFacts } from "./asset-rules.server.ts";
import { assetInput } from "./assets.contract.ts";
import { assetFlow } from "./assets.flow.ts";

const { typeId: _type, locationId: _location, vehicleId: _vehicle, ...fields } = assetInput.shape;
type Fragment = RawBuilder<unknown>;

/** A text that is an id, as one. */
const idOf = (text: Fragment) =>
  sql`(select case when ${text} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${text})::uuid end)`;

/** The type that a file calls by its id, its code or its name; the name counts least. */
const typeCalled = (text: Fragment) => sql`(select y.id from asset_types y where y.company_id = current_company()
  and (y.id = ${idOf(text)} or y.code_key = ${keyOf(text)} or y.name_key = ${keyOf(text)})
  order by y.name_key = lower(${text}), y.id limit 1)`;

/** The vehicle of the fleet that a file calls by its number or its id. */
const vehicleCalled = (text: Fragment) => sql`(select v.id from vehicles v where v.company_id = current_company()
  and v.status not in (${statesIn(vehicleFlow, "over")})
  and (v.unit_number_key = ${keyOf(text)} or v.id = ${idOf(text)}) order by v.id limit 1)`;

const isSerialised = sql`(select y.is_serialised from asset_types y where y.company_id = current_company()
  and y.id = ${typeCalled(sql`g.v ->> 'type'`)})`;

const table: ImportTable = {
  table: "assets",
  match: sql`(select a.id from assets a where a.company_id = current_company()
    and a.asset_no_key = ${keyOf(sql`g.v ->> 'assetNo'`)})`,
  columns: { type: "typeId", location: "locationId", vehicle: "vehicleId" },
  fields: {
    ...plainFields(...Object.keys(fields)),
    type: {
      read: sql`(select jsonb_build_array(y.name, y.code, y.id) from asset_types y
        where y.company_id = t.company_id and y.id = t.type_id)`,
      write: typeCalled(sql`g.v ->> 'type'`),
    },
    // Whoever says that it is on a vehicle says that it has left its location, and the other way round.
    location: {
      read: namesOfLocation(sql`t.location_id`),
      write: locationCalled(sql`g.v ->> 'location'`),
      also: ["vehicle"],
    },
    vehicle: {
      read: sql`(select jsonb_build_array(v.unit_number, v.id) from vehicles v
        where v.company_id = t.company_id and v.id = t.vehicle_id)`,
      write: vehicleCalled(sql`g.v ->> 'vehicle'`),
      also: ["location"],
    },
  },
  derived: { is_serialised: { from: "type", write: isSerialised } },
};

/** Which row of the file has a plate first, of assets that are not retired: what is retired leaves its plate to another. */
type PlatesOfFile = Map<string, number>;

/** Assets by their number, in the place where the file says that they are. */
export const assetImporter: Importer<PlatesOfFile> = {
  entity: "asset",
  title: "Assets",
  can: "CAN_MANAGE_ASSETS",
  key: "assetNo",
  once: ["containerNo"],
  fields: [
    {
      name: "assetNo",
      label: "Asset number",
      kind: "text",
      required: true,
      aliases: ["asset", "assetid", "fleetnumber", "number", "id", "inventarnummer", "nummer"],
    },
    {
      name: "type",
      label: "Type",
      kind: "text",
      required: true,
      aliases: ["assettype", "typeid", "typename", "typecode", "typ"],
      hint: "A type that exists already, by code or name",
    },
    { name: "name", label: "Name", kind: "text", aliases: ["description", "bezeichnung"] },
    {
      name: "containerNo",
      label: "Container number",
      kind: "text",
      aliases: ["container", "containernumber", "containernummer"],
    },
    { name: "plateNumber", label: "Plate", kind: "text", aliases: ["registration", "licenceplate", "kennzeichen"] },
    { name: "plateCountry", label: "Country of the plate", kind: "country", aliases: ["platecountry"] },
    { name: "serialNumber", label: "Serial number", kind: "text", aliases: ["serialno", "vin", "seriennummer"] },
    { name: "quantity", label: "Quantity", kind: "integer", aliases: ["count", "pieces", "anzahl", "menge"] },
    { name: "condition", label: "Condition", kind: "text", aliases: ["zustand"] },
    {
      ...locationField,
      required: false,
      aliases: [...(locationField.aliases ?? []), "where", "depot"],
    },
    {
      name: "vehicle",
      label: "On vehicle",
      kind: "text",
      aliases: ["vehicleid", "vehiclenumber", "unitnumber", "fahrzeug", "fahrzeugnummer"],
      hint: "The number of a vehicle of the fleet, for what is on one",
    },
    { name: "tareKg", label: "Tare, kg", kind: "decimal", aliases: ["tare", "tareweight", "leergewicht"] },
    {
      name: "maxGrossKg",
      label: "Max. gross, kg",
      kind: "decimal",
      aliases: ["maxgross", "maxgrossweight", "gesamtgewicht"],
    },
    { name: "cargoVolumeM3", label: "Cargo space, m³", kind: "decimal", aliases: ["volume", "cargovolume", "volumen"] },
    { name: "notes", label: "Notes", kind: "text", aliases: ["remarks", "comment", "bemerkungen"] },
  ],
  row: assetInput
    .extend({ type: z.string().trim().min(1).max(120), location: line(), vehicle: codeLine(40) })
    .omit({ typeId: true, locationId: true, vehicleId: true }),
  memory: () => new Map(),
  async check(ctx, rows, plates) {
    const saved = await savedRows(ctx, table, rows);
    // Our own list has what is retired, as it is: a row that changes nothing is not judged.
    const changing = planRows(assetImporter, rows, saved).filter((row) => !isUnchanged(row));
    const types = await typesOf(ctx, changing);
    const retired = await retiredAmong(ctx, rows);
    const found = [
      contradictions(changing, saved, types),
      await refusedLocations(
        ctx,
        changing.filter(({ value }) => value["location"] !== null),
      ),
      await strangeVehicles(ctx, changing),
      await takenNumbers(ctx, changing),
      retiredOnes(changing, retired),
      repeatedPlates(
        rows.filter(({ value }) => !retired.has(textIn(value, "assetNo"))),
        plates,
        saved,
      ),
    ];
    return new Map(
      rows.flatMap(({ rowNo }) => {
        const errors = found.flatMap((one) => Object.entries(one.get(rowNo) ?? {}));
        return errors.length > 0 ? [[rowNo, Object.fromEntries(errors)] as const] : [];
      }),
    );
  },
  saved: (ctx, rows) => savedRows(ctx, table, rows),
  async apply(ctx, rows) {
    const types = await typesOf(ctx, rows);
    return writeRows(
      ctx,
      table,
      rows.map((row) => (row.id === null ? { ...row, value: withWeights(row.value, types) } : row)),
    );
  },
};

type Errors = Readonly<Record<string, Sentence>>;
type Types = ReadonlyMap<string, TypeFacts>;
const textIn = (value: ImportValue, name: string): string => String(value[name] ?? "");

/** What a new asset of a file takes from its type. */
function withWeights(value: ImportValue, types: Types): ImportValue {
  const type = types.get(textIn(value, "type"));
  return type ? { ...value, ...weightsOf(value as AssetInput, type) } : value; // the rules of a row have read it
}

const given = (rows: readonly StagedRow[], name: string): string[] => [
  ...new Set(rows.map(({ value }) => textIn(value, name)).filter(Boolean)),
];

/** The types that these rows name, by what they call them. */
async function typesOf(ctx: Ctx, rows: readonly StagedRow[]): Promise<Types> {
  const { rows: types } = await sql<TypeFacts & { called: string }>`select c.called, ${typeFacts}
    from unnest(${given(rows, "type")}::text[]) c(called)
    join asset_types y on y.company_id = current_company() and y.id = ${typeCalled(sql`c.called`)}`.execute(ctx.db);
  return new Map(types.map((type) => [type.called, type]));
}

/** What contradicts itself once what the file does not say stays as it is saved. */
function contradictions(
  rows: readonly StagedRow[],
  saved: ReadonlyMap<number, SavedRecord>,
  types: Types,
): Map<number, Errors> {
  return new Map(
    rows.map(({ rowNo, value }) => {
      const type = types.get(textIn(value, "type"));
      if (!type)
        return [
          rowNo,
          { type: message("There is no asset type {code}. Enter it first.", { code: String(value["type"]) }) },
        ];
      const before = saved.get(rowNo);
      return [rowNo, assetProblems(before ? asItWillBe(value, before) : (withWeights(value, types) as Row), type)];
    }),
  );
}

type Row = AssetInput & { readonly location: string | null; readonly vehicle: string | null };

/** The asset with what the row gives; what is said of its place is said of the whole place. */
function asItWillBe(value: ImportValue, { values }: SavedRecord): Row {
  const said = givenFields(value);
  const isMoved = said.includes("location") || said.includes("vehicle");
  const kept = Object.entries(values)
    .filter(([name]) => !said.includes(name) && !(isMoved && (name === "location" || name === "vehicle")))
    .map(([name, text]) => [name, typeof text === "object" && text !== null ? text[0] : text]);
  return { ...(value as Row), ...Object.fromEntries(kept) }; // the rules of a row have read it
}

async function strangeVehicles(ctx: Ctx, rows: readonly StagedRow[]): Promise<Map<number, Errors>> {
  const { rows: strange } = await sql<{ called: string }>`select c.called
    from unnest(${given(rows, "vehicle")}::text[]) c(called) where ${vehicleCalled(sql`c.called`)} is null`.execute(
    ctx.db,
  );
  const unknown = new Set(strange.map(({ called }) => called));
  return new Map(
    rows.flatMap(({ rowNo, value }) =>
      unknown.has(textIn(value, "vehicle"))
        ? [
            [
              rowNo,
              { vehicle: message("The fleet has no vehicle {code}.", { code: String(value["vehicle"]) }) },
            ] as const,
          ]
        : [],
    ),
  );
}

/** A plate as it is compared; empty where there is none. */
const plateOf = ({ plateCountry, plateNumber }: Readonly<Record<string, unknown>>): string =>
  typeof plateNumber === "string"
    ? `${String(plateCountry)}${plateNumber.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "")}`
    : "";

/** The rows with a plate that a row before them has, but for those that have it already. */
function repeatedPlates(
  rows: readonly StagedRow[],
  plates: PlatesOfFile,
  saved: ReadonlyMap<number, SavedRecord>,
): Map<number, Errors> {
  return new Map(
    rows.flatMap(({ rowNo, value }) => {
      const plate = plateOf(value);
      if (plate === "") return [];
      const first = plates.get(plate) ?? rowNo;
      plates.set(plate, first);
      return first === rowNo || plateOf(saved.get(rowNo)?.values ?? {}) === plate
        ? []
        : [[rowNo, { plateNumber: message("Row {row} has the same.", { row: first }) }] as const];
    }),
  );
}

/** Numbers of containers and plates that other assets have. */
async function takenNumbers(ctx: Ctx, rows: readonly StagedRow[]): Promise<Map<number, Errors>> {
  const containers = rows.flatMap(({ value }) =>
    typeof value["containerNo"] === "string" ? [value["containerNo"]] : [],
  );
  const plates = rows.map(({ value }) => plateOf(value)).filter(Boolean);
  const folded = await foldedKeys(
    ctx,
    rows.map(({ value }) => value["assetNo"]),
  );
  const { rows: owners } = await sql<{ key: string; assetNo: string; container: string | null; plate: string | null }>`
    select a.asset_no_key as key, a.asset_no as "assetNo", a.container_no as container, null as plate from assets a
      where a.company_id = current_company() and a.container_no = any(${containers})
    union all select a.asset_no_key, a.asset_no, null, a.plate_key from assets a
      where a.company_id = current_company() and a.plate_key = any(${plates}) and a.status <> 'retired'`.execute(
    ctx.db,
  );
  const ownerOf = new Map(owners.map((owner) => [owner.container ?? owner.plate, owner]));
  return new Map(
    rows.map(({ rowNo, value }) => {
      const taken = [
        ["containerNo", ownerOf.get(String(value["containerNo"] ?? ""))],
        ["plateNumber", ownerOf.get(plateOf(value))],
      ] as const;
      const others = taken.flatMap(([name, owner]) =>
        owner && owner.key !== folded(value["assetNo"])
          ? [[name, message("Asset {number} has this number already.", { number: owner.assetNo })] as const]
          : [],
      );
      return [rowNo, Object.fromEntries(others)];
    }),
  );
}

/** The numbers of those that are retired, as the rows write them. */
async function retiredAmong(ctx: Ctx, rows: readonly StagedRow[]): Promise<ReadonlySet<string>> {
  const { rows: retired } = await sql<{ called: string }>`
    select c.called from unnest(${given(rows, "assetNo")}::text[]) c(called)
    join assets a on a.company_id = current_company() and a.asset_no_key = ${keyOf(sql`c.called`)}
    where a.status in (${statesIn(assetFlow, "over")})`.execute(ctx.db);
  return new Set(retired.map(({ called }) => called));
}

function retiredOnes(rows: readonly StagedRow[], retired: ReadonlySet<string>): Map<number, Errors> {
  return new Map(
    rows.flatMap(({ rowNo, value }) =>
      retired.has(textIn(value, "assetNo"))
        ? [[rowNo, { assetNo: message("This asset has left the fleet. Bring it back first.") }] as const]
        : [],
    ),
  );
}
