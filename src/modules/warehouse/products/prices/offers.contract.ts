import { z } from "zod";
import { date, numeric, route } from "#shared/contract/contract.ts";
import { codeLine, currency, flag, line, quantity, unitPrice, wholeNumber } from "#shared/fields/fields.ts";

/** UNECE Rec 20 (`EA`, `KGM`), packages of Rec 21 with an X before them (`XBX`). */
export const unit = z
  .string()
  .trim()
  .toUpperCase()
  .min(1)
  .regex(/^[A-Z0-9]{2,3}$/, "Give a unit code like EA, KGM or XBX.")
  .meta({ list: "quantity_types" });

/** One vendor's offer. Without a currency the price is in the vendor's. */
export const productVendor = z.object({
  vendorId: z.uuid(),
  vendorSku: codeLine(80),
  vendorProductName: line(200),
  /** Ordered in this unit; one of it holds `qtyPerUom` base units. */
  packageUom: unit.nullable().default(null),
  qtyPerUom: quantity.default("1"),
  unitPrice: unitPrice.nullable().default(null),
  /**
   * What the price is for, and how many base units that holds: kept as it is said, whatever becomes of the product's
   * packs. Where it is not said a price stays for the unit that this vendor's price was for before; a first price is for
   * the unit that is ordered, else the size that the product is ordered in, else the base unit.
   */
  priceUom: unit.nullable().default(null),
  priceQtyPerUom: quantity.nullable().default(null),
  currency: currency.nullable().default(null),
  minOrderQty: quantity.nullable().default(null),
  orderMultiple: quantity.nullable().default(null),
  leadTimeDays: wholeNumber(0, 1000).nullable().default(null),
  isPreferred: flag,
  validFrom: date.nullable().default(null),
  validTo: date.nullable().default(null),
});
export type ProductVendorInput = z.output<typeof productVendor>;

/** As it comes back. */
export const savedOffer = productVendor.extend({
  vendorName: z.string(),
  /** Whether somebody has said what the price is for; true where there is no price. */
  isUnitConfirmed: z.boolean(),
});

/** A price of which nobody has said yet what it is for. */
export const openUnit = z.object({
  productId: z.uuid(),
  sku: z.string(),
  productName: z.string(),
  baseUom: z.string(),
  vendorId: z.uuid(),
  vendorName: z.string(),
  unitPrice: numeric,
  currency: z.string(),
  priceUom: z.string(),
  priceQtyPerUom: numeric,
  /** What it could be for instead: the base unit, the product's packs, what is ordered. */
  others: z.array(z.object({ uom: z.string(), qtyPerUom: z.string() })),
});
export type OpenUnit = z.output<typeof openUnit>;

/** What was looked at, so that nothing is confirmed that nobody has seen; `meant` where the unit was wrong. */
const confirmation = z.strictObject({
  productId: z.uuid(),
  vendorId: z.uuid(),
  unitPrice,
  priceUom: unit,
  priceQtyPerUom: quantity,
  meant: z.strictObject({ uom: unit, qtyPerUom: quantity }).nullable().default(null),
});

const path = "/api/warehouse/products";
/** The units of prices that somebody has yet to confirm. */
export const priceUnits = {
  exportPrices: route({
    method: "GET",
    path: `${path}/prices/export.csv`,
    can: "CAN_VIEW_PRODUCTS",
    summary: "What vendors sell products for as CSV, which can be imported again",
    query: z.strictObject({ values: z.enum(["codes", "words"]).optional() }),
    transaction: "none",
    gives: "text/csv",
  }),
  openUnits: route({
    method: "GET",
    path: `${path}/open-price-units`,
    can: "CAN_EDIT_PRODUCTS",
    summary: "Prices of which nobody has confirmed what they are for, by product and vendor; up to 200",
    query: z.strictObject({ productId: z.uuid().optional(), vendorId: z.uuid().optional() }),
    reply: z.object({ items: z.array(openUnit), total: z.number().int() }),
  }),
  confirmUnits: route({
    method: "POST",
    path: `${path}/confirm-price-units`,
    can: "CAN_EDIT_PRODUCTS",
    summary: "Confirm what prices are for, or correct it: the same number for another unit is a new price",
    body: z.strictObject({ offers: z.array(confirmation).min(1).max(200) }),
    reply: z.object({ confirmed: z.number().int(), corrected: z.number().int() }),
  }),
};
