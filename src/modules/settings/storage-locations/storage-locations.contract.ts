import { z } from "zod";
import { anyOf, crud, saved, yesNo } from "#shared/contract/contract.ts";
import { code, codeLine, flag } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";

export const storageLocationKind = z.enum([
  "receiving",
  "storage",
  "inspection",
  "quarantine",
  "damaged",
  "returns",
  "staging",
]);

export const storageLocationInput = z.object({
  locationId: z.uuid(),
  code,
  kind: storageLocationKind.default("storage"),
  barcode: codeLine(80),
  isActive: flag.default(true),
});
export const storageLocation = saved(storageLocationInput, { locationName: z.string() });
export type StorageLocation = z.output<typeof storageLocation>;

/** Bins: where in a location goods are put. Each location starts with one for receiving, for damaged and for quarantined goods. */
export const storageLocations = crud("/api/settings/storage-locations", {
  name: "storage location",
  record: storageLocation,
  input: storageLocationInput,
  sort: ["code", "createdAt"],
  filter: { locationId: anyOf(z.uuid()), kind: anyOf(storageLocationKind), isActive: yesNo() },
  view: "CAN_VIEW_LOCATIONS",
  edit: "CAN_EDIT_LOCATIONS",
});

export const storageLocationRecord = record({
  entity: "storage-location",
  table: "storage_locations",
  label: "code",
});
