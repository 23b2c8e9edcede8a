import { z } from "zod";
import { anyOf, crud, date, numeric, route, saved, stepRoutes, yesNo } from "#shared/contract/contract.ts";
import {
  codeLine,
  country,
  currency,
  decimal,
  flag,
  line,
  notes,
  percent,
  quantity,
  typedCode,
  unitPrice,
  wholeNumber,
} from "#shared/fields/fields.ts";
import { gtin } from "#shared/fields/gtin.ts";
import { priceUnits, productVendor, savedOffer, unit } from "./prices/offers.contract.ts";
import { productFlow } from "./products.flow.ts";
import { record } from "#shared/contract/record.ts";
import { statesOfFlow } from "#shared/flow/state-list.ts";

const grams = wholeNumber(0, 100_000_000).nullable().default(null);
const millimetres = wholeNumber(1, 100_000).nullable().default(null);
const celsius = decimal(2, { min: -100, max: 100 }).nullable().default(null);

export const productPackage = z.object({
  uom: unit,
  quantityInBase: quantity,
  gtin,
  grossWeightG: grams,
  lengthMm: millimetres,
  widthMm: millimetres,
  heightMm: millimetres,
  isPurchaseDefault: flag,
});

export const trackingMode = z.enum(["none", "lot", "serial"]);
export const productStatus = z.enum(productFlow.states);

export const productInput = z.object({
  sku: typedCode(80),
  name: z.string().trim().min(1).max(200),
  description: notes,
  categoryId: z.uuid(),
  baseUom: unit.default("EA"),
  gtin,
  brand: line(),
  manufacturerPartNumber: codeLine(80),
  netWeightG: grams,
  grossWeightG: grams,
  lengthMm: millimetres,
  widthMm: millimetres,
  heightMm: millimetres,
  trackingMode: trackingMode.default("none"),
  expiryTracked: flag,
  shelfLifeDays: wholeNumber(1, 36_500).nullable().default(null),
  minRemainingShelfLifeDays: wholeNumber(0, 36_500).nullable().default(null),
  hazmatUnNumber: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^UN\d{4}$/, "Give a UN number like UN1993.")
    .nullable()
    .default(null),
  tempMinC: celsius,
  tempMaxC: celsius,
  countryOfOrigin: country,
  standardCost: unitPrice.nullable().default(null),
  standardCostCurrency: currency.nullable().default(null),
  overReceiptPct: percent.nullable().default(null),
  inspectionRequired: flag,
  packages: z
    .array(productPackage)
    .max(20)
    .refine(
      (rows) => rows.filter((row) => row.isPurchaseDefault).length <= 1,
      "Only one package can be the one that is ordered by default.",
    )
    .refine(
      (rows) => areDistinct(rows, (row) => `${row.uom} ${Number(row.quantityInBase)}`),
      "Two packages are the same.",
    )
    .default([]),
  vendors: z
    .array(productVendor)
    .max(50)
    .refine((rows) => rows.filter((row) => row.isPreferred).length <= 1, "Only one vendor can be the preferred one.")
    .refine((rows) => areDistinct(rows, (row) => row.vendorId), "A vendor stands here twice.")
    .default([]),
});

export const product = saved(productInput.omit({ vendors: true }), {
  status: productStatus,
  categoryName: z.string(),
  onHand: z.string(),
  preferredVendorName: z.string().nullable(),
  vendors: z.array(savedOffer),
  steps: z.array(z.string()),
});
export type Product = z.output<typeof product>;
/** One product in a list: without its packages and what vendors sell it for. */
export const productRow = product.omit({ packages: true, vendors: true });

/** What one scan, or one typed code, says by itself. All but `code` come from GS1 element strings. */
const scanned = z.object({
  code: z.string(),
  gtin: z.string().nullable(),
  sscc: z.string().nullable(),
  count: z.number().int().nullable(),
  lot: z.string().nullable(),
  serial: z.string().nullable(),
  productionDate: date.nullable(),
  bestBefore: date.nullable(),
  expiryDate: date.nullable(),
  netKg: z.string().nullable(),
});
export const codeKind = z.enum(["gtin", "package", "sku", "vendor_sku"]);
/** A product that carries the code, and what one scan of it stands for. */
export const codeMatch = z.object({
  by: codeKind,
  productId: z.uuid(),
  sku: z.string(),
  name: z.string(),
  status: productStatus,
  baseUom: z.string(),
  trackingMode,
  expiryTracked: z.boolean(),
  /** The unit that was scanned, and how many base units it holds. */
  uom: z.string(),
  quantityInBase: numeric,
  /** The vendor whose own number this is. */
  vendorId: z.uuid().nullable(),
  vendorName: z.string().nullable(),
});
export type CodeMatch = z.output<typeof codeMatch>;
export const foundByCode = z.object({ scanned, matches: z.array(codeMatch) });
export type FoundByCode = z.output<typeof foundByCode>;

const path = "/api/warehouse/products";
export const products = {
  ...crud(path, {
    name: "product",
    record: product,
    row: productRow,
    input: productInput,
    sort: ["name", "sku", "createdAt"],
    filter: {
      status: anyOf(productStatus),
      categoryId: anyOf(z.uuid()),
      vendorId: anyOf(z.uuid()),
      priceUnitNotConfirmed: yesNo(),
    },
    view: "CAN_VIEW_PRODUCTS",
    edit: "CAN_EDIT_PRODUCTS",
  }),
  ...stepRoutes(path, productFlow, product),
  ...priceUnits,
  findByCode: route({
    method: "GET",
    path: `${path}/find-by-code`,
    can: "CAN_VIEW_PRODUCTS",
    summary: "Find products by a scanned or typed code: GTIN, GS1 element string, SKU or a vendor's SKU",
    query: z.strictObject({ code: z.string().min(1).max(400) }),
    reply: foundByCode,
  }),
};

function areDistinct<T>(rows: readonly T[], key: (row: T) => string): boolean {
  return new Set(rows.map(key)).size === rows.length;
}

const aThing = "the name of a thing";
export const productRecord = record({
  entity: "product",
  table: "products",
  label: "sku",
  files: { view: ["CAN_VIEW_PRODUCTS"], edit: ["CAN_EDIT_PRODUCTS"] },
  notPersonal: {
    "products.name": aThing,
    "products.description": aThing,
    "product_vendors.vendor_product_name": aThing,
  },
  states: { product_statuses: statesOfFlow("Product statuses", productFlow) },
});
