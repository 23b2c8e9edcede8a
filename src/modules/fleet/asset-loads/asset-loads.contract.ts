import { z } from "zod";
import { anyOf, between, crud, instant, numeric, route, saved, yesNo } from "#shared/contract/contract.ts";
import { decimal, line, pointInTime } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";

/** When it was; now, where nothing is said. */
const moment = pointInTime.nullable().default(null);

export const assetLoadInput = z.object({
  assetId: z.uuid(),
  commodityId: z.uuid(),
  /** In what the commodity is counted. */
  quantity: decimal(3, { above: 0, max: 100_000_000 }),
  /** For a trip that the asset goes along on. */
  tripId: z.uuid().nullable().default(null),
  sealNumber: line(60),
  loadedAt: moment,
});

const text = z.string().nullable();
export const assetLoad = saved(assetLoadInput, {
  loadedAt: instant,
  unloadedAt: instant.nullable(),
  quantityType: z.string(),
  assetNo: z.string(),
  commodityName: z.string(),
  unNumber: text,
  isHazmat: z.boolean(),
  /** As far as it is known what one weighs. */
  weightKg: numeric.nullable(),
  tripNumber: text,
});
export type AssetLoad = z.output<typeof assetLoad>;

const path = "/api/fleet/asset-loads";
export const allAssetLoads = crud(path, {
  name: "asset load",
  record: assetLoad,
  input: assetLoadInput,
  sort: ["loadedAt", "createdAt"],
  defaultSort: "-loadedAt",
  filter: {
    assetId: anyOf(z.uuid()),
    commodityId: anyOf(z.uuid()),
    tripId: anyOf(z.uuid()),
    isLoaded: yesNo(),
    loadedAt: between(),
  },
  view: "CAN_VIEW_ASSETS",
  edit: "CAN_MANAGE_ASSETS",
});
const { list, exportCsv, read, history, create } = allAssetLoads;

/** What is in or on assets. A load is entered once; unloading ends it. */
export const assetLoads = {
  list,
  exportCsv,
  read,
  history,
  create,
  unload: route({
    method: "POST",
    path: `${path}/:id/unload`,
    can: "CAN_MANAGE_ASSETS",
    summary: "Note that a load is no longer in or on its asset",
    body: z.strictObject({ at: moment }),
    reply: assetLoad,
  }),
};

export const assetLoadRecord = record({
  entity: "asset-load",
  table: "asset_loads",
  label: "said",
  notPersonal: { "asset_loads.seal_number": "the number of a thing" },
});
