import { z } from "zod";
import { anyOf, crud, saved, yesNo } from "#shared/contract/contract.ts";
import { record } from "#shared/contract/record.ts";
import { code, decimal, flag } from "#shared/fields/fields.ts";
import { unit } from "../../warehouse/products/prices/offers.contract.ts";

/** Classes of dangerous goods with their divisions, as ADR, IMDG and IATA number them. */
export const hazardClass = z.enum([
  "1.1",
  "1.2",
  "1.3",
  "1.4",
  "1.5",
  "1.6",
  "2.1",
  "2.2",
  "2.3",
  "3",
  "4.1",
  "4.2",
  "4.3",
  "5.1",
  "5.2",
  "6.1",
  "6.2",
  "7",
  "8",
  "9",
]);
export type HazardClass = z.output<typeof hazardClass>;
/** How dangerous a substance is within its class: I is the worst. */
export const packingGroup = z.enum(["I", "II", "III"]);
/** Those whose goods are told apart otherwise: explosives, gases, organic peroxides, infectious and radioactive goods. */
export const withoutPackingGroup: readonly HazardClass[] = [
  "1.1",
  "1.2",
  "1.3",
  "1.4",
  "1.5",
  "1.6",
  "2.1",
  "2.2",
  "2.3",
  "5.2",
  "6.2",
  "7",
];

const compact = (text: string) => text.replace(/[\s.-]/g, "").toUpperCase();

/** The number of the harmonized system, as customs write it: with points and gaps too. */
const hsCode = z
  .string()
  .trim()
  .max(20)
  .refine(
    (text) => /^(\d{6}(\d{2}(\d{2})?)?)?$/.test(compact(text)),
    "Give the 6, 8 or 10 digits of the customs tariff, like 870323.",
  )
  .nullable()
  .default(null)
  .transform((text) => (text === null ? null : compact(text) || null));

/** Four digits of the list of dangerous goods; people leave the letters out. */
const unNumber = z
  .string()
  .trim()
  .max(20)
  .refine((text) => /^((UN)?\d{4})?$/.test(compact(text)), "Give a UN number like UN1993.")
  .nullable()
  .default(null)
  .transform((text) => (text === null || text === "" ? null : `UN${compact(text).slice(-4)}`));

const celsius = decimal(2, { min: -100, max: 100 }).nullable().default(null);

export const assetCommodityInput = z.object({
  code,
  /** As long as customs describe their subheadings. */
  name: z.string().trim().min(1).max(300),
  hsCode,
  unNumber,
  hazardClass: hazardClass.nullable().default(null),
  packingGroup: packingGroup.nullable().default(null),
  tempMinC: celsius,
  tempMaxC: celsius,
  /** In which it is counted, weighed or measured. */
  quantityType: unit,
  unitWeightKg: decimal(3, { above: 0, max: 10_000_000 }).nullable().default(null),
  unitVolumeM3: decimal(6, { above: 0, max: 100_000 }).nullable().default(null),
  isStackable: flag,
});
export const assetCommodity = saved(assetCommodityInput, {
  /** It has a class of dangerous goods. */
  isHazmat: z.boolean(),
});
export type AssetCommodity = z.output<typeof assetCommodity>;

/** Goods that assets carry: what customs and the rules of dangerous goods call them, how they are counted and kept. */
export const assetCommodities = crud("/api/fleet/asset-commodities", {
  name: "asset commodity",
  record: assetCommodity,
  input: assetCommodityInput,
  sort: ["name", "code", "createdAt"],
  filter: {
    isHazmat: yesNo(),
    hazardClass: anyOf(hazardClass),
    packingGroup: anyOf(packingGroup),
    isStackable: yesNo(),
  },
  view: "CAN_VIEW_ASSETS",
  edit: "CAN_EDIT_ASSETS",
});

export const assetCommodityRecord = record({
  entity: "asset-commodity",
  table: "asset_commodities",
  label: "name",
  notPersonal: { "asset_commodities.name": "the name of a thing" },
});
