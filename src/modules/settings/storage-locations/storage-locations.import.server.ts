import { z } from "zod";
import { savedRows, writeRows } from "#server/records/import-table.ts";
import type { Importer } from "#server/records/importer.ts";
import {
  locationField,
  refusedAtLocation,
  tableAtLocation,
  type FirstAtLocation,
} from "../locations/locations.import.server.ts";
import { storageLocationInput } from "./storage-locations.contract.ts";

const { locationId: _locationId, ...fields } = storageLocationInput.shape;
const table = tableAtLocation("storage_locations", Object.keys(fields));

/** Bins by their location and code. */
export const storageLocationImporter: Importer<FirstAtLocation> = {
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
  memory: () => new Map(),
  check: refusedAtLocation,
  saved: (ctx, rows) => savedRows(ctx, table, rows),
  apply: (ctx, rows) => writeRows(ctx, table, rows),
};
