import { sql } from "kysely";
import { z } from "zod";
import { plainFields, savedRows, writeRows, type ImportTable } from "#server/records/import-table.ts";
import type { Importer } from "#server/records/importer.ts";
import {
  locationCalled,
  locationField,
  namesOfLocation,
  refusedLocations,
} from "../locations/locations.import.server.ts";
import { storageLocationInput } from "./storage-locations.contract.ts";

const { locationId: _locationId, ...fields } = storageLocationInput.shape;
const location = locationCalled(sql`g.v ->> 'location'`);

const table: ImportTable = {
  table: "storage_locations",
  match: sql`(select b.id from storage_locations b where b.company_id = current_company() and b.location_id = ${location}
    and b.code_key = lower(g.v ->> 'code'))`,
  columns: { location: "locationId" },
  fields: {
    ...plainFields(...Object.keys(fields)),
    location: { read: namesOfLocation(sql`t.location_id`), write: location },
  },
};

/** Bins by their location and code. */
export const storageLocationImporter: Importer = {
  entity: "storage-location",
  title: "Bins",
  can: "CAN_EDIT_LOCATIONS",
  key: ["code", "location"],
  fields: [
    {
      name: "code",
      label: "Code",
      kind: "text",
      required: true,
      aliases: ["bin", "bincode", "binlocation", "lagerplatz", "platz", "nummer"],
    },
    locationField,
    { name: "kind", label: "Kind", kind: "text", aliases: ["type", "art"] },
    { name: "barcode", label: "Barcode", kind: "text", aliases: ["strichcode"] },
    { name: "isActive", label: "Is active", kind: "yes_no", aliases: ["active", "aktiv"] },
  ],
  row: z.object({ ...fields, location: z.string().min(1).max(120) }),
  check: refusedLocations,
  saved: (ctx, rows) => savedRows(ctx, table, rows),
  apply: (ctx, rows) => writeRows(ctx, table, rows),
};
