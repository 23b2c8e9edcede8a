import { z } from "zod";
import { anyOf, crud, saved, yesNo } from "#shared/contract/contract.ts";
import { code, decimal, flag, name, notes } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";

export const assetKind = z.enum(["trailer", "container", "equipment", "returnable", "other"]);
const kilograms = decimal(3, { above: 0, max: 10_000_000 }).nullable().default(null);

export const assetTypeInput = z.object({
  code,
  name,
  kind: assetKind,
  /** Each one is known by its number; the others are counted. */
  isSerialised: flag.default(true),
  hasMeter: flag,
  allowsCommodities: flag,
  tareKg: kilograms,
  maxGrossKg: kilograms,
  description: notes,
  isActive: flag.default(true),
});
export const assetType = saved(assetTypeInput, {});
export type AssetType = z.output<typeof assetType>;

/** Kinds of what the fleet tracks besides vehicles: trailers, containers, equipment, pools of pallets. */
export const assetTypes = crud("/api/settings/asset-types", {
  name: "asset type",
  record: assetType,
  input: assetTypeInput,
  sort: ["name", "code", "kind", "createdAt"],
  filter: { kind: anyOf(assetKind), isSerialised: yesNo(), isActive: yesNo() },
  view: "CAN_VIEW_ASSETS",
  edit: "CAN_EDIT_ASSETS",
});

export const assetTypeRecord = record({
  entity: "asset-type",
  table: "asset_types",
  label: "name",
  notPersonal: {
    "asset_types.name": "the name of a thing",
    "asset_types.description": "the name of a thing",
  },
});
