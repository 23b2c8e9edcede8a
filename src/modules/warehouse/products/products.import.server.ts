import { sql } from "kysely";
import { z } from "zod";
import { codeLine, currency, line, unitPrice } from "#shared/fields/fields.ts";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { unitTyped } from "#shared/format/unit-names.ts";
import { givenFields } from "#server/records/import-changes.ts";
import { keyOf, plainFields, savedRows, writeRows, type ImportTable } from "#server/records/import-table.ts";
import type { Importer, StagedRow } from "#server/records/importer.ts";
import { readOwnUnitNames } from "../../settings/reference-lists/unit-names.server.ts";
import {
  addMissingCategories,
  categoryCalled,
  namesOfCategory,
} from "../product-categories/product-categories.import.server.ts";
import { activeCurrencies, categoriesCalled, countedBases, gtinOwners, knownVendors } from "./import-lookups.server.ts";
import { countedIn, unlistedUnits, type GivenUnit } from "./listed-units.server.ts";
import { offerChanges, ownCurrencies, writeOffers } from "./prices/import-offers.server.ts";
import { pricesOf, assumedUnits, tellAssumedUnits, type RowPrices } from "./prices/import-prices.server.ts";
import { offerRefusals } from "./prices/offer-refusals.server.ts";
import { productInput, productStatus, trackingMode } from "./products.contract.ts";

const {
  packages: _packages,
  vendors: _vendors,
  categoryId: _categoryId,
  sku,
  baseUom,
  trackingMode: _trackingMode,
  ...plain
} = productInput.shape;

const row = z.object({
  ...plain,
  sku,
  category: z.string().trim().min(1).max(120),
  baseUom: z
    .string()
    .trim()
    .max(20)
    .default("EA")
    .transform(unitOf)
    .refine((code) => baseUom.safeParse(code).success, "Give a unit code like EA, KGM or XBX."),
  vendorCode: codeLine(40),
  vendorSku: codeLine(80),
  unitPrice: unitPrice.nullable().default(null),
  priceUnit: line(60),
  currency: currency.nullable().default(null),
  trackingMode: trackingMode.nullable().default(null),
  status: productStatus.nullable().default(null),
  isLotTracked: z.boolean().default(false),
  isDiscontinued: z.boolean().default(false),
});

const table: ImportTable = {
  table: "products",
  match: sql`(select p.id from products p where p.company_id = current_company() and p.sku_key = ${keyOf(sql`g.v ->> 'sku'`)})`,
  columns: { category: "categoryId" },
  fields: {
    ...plainFields("sku", "baseUom", ...Object.keys(plain)),
    category: { read: namesOfCategory(sql`t.category_id`), write: categoryCalled(sql`g.v ->> 'category'`) },
    trackingMode: {
      write: sql`coalesce(g.v ->> 'trackingMode', case when (g.v ->> 'isLotTracked')::boolean then 'lot' else 'none' end)`,
      also: ["isLotTracked"],
    },
    isLotTracked: { read: sql`case when t.tracking_mode = 'none' then 'no' else 'yes' end`, write: null },
    status: {
      write: sql`coalesce(g.v ->> 'status', case when (g.v ->> 'isDiscontinued')::boolean then 'discontinued' else 'active' end)`,
      also: ["isDiscontinued"],
    },
    isDiscontinued: { read: sql`case when t.status = 'discontinued' then 'yes' else 'no' end`, write: null },
  },
};

/** Products by their SKU; with a vendor's code also what that vendor sells them for. A category that is not there yet is made. */
export const productImporter: Importer = {
  entity: "product",
  title: "Products",
  can: "CAN_EDIT_PRODUCTS",
  key: "sku",
  fields: [
    {
      name: "sku",
      label: "SKU",
      kind: "text",
      required: true,
      aliases: ["productid", "productcode", "code", "itemno", "article", "number", "id"],
    },
    { name: "name", label: "Name", kind: "text", required: true, aliases: ["productname", "description1", "title"] },
    {
      name: "category",
      label: "Category",
      kind: "text",
      required: true,
      aliases: ["categoryid", "categorycode", "categoryname", "group"],
      hint: "Code or name; made where it is missing",
    },
    { name: "gtin", label: "GTIN", kind: "text", aliases: ["ean", "upc", "barcode"] },
    {
      name: "baseUom",
      label: "Base unit",
      kind: "text",
      aliases: ["unit", "uom", "unitofmeasure"],
      hint: "EA where it is not given",
    },
    { name: "description", label: "Description", kind: "text" },
    { name: "brand", label: "Brand", kind: "text", aliases: ["brandname", "manufacturer"] },
    {
      name: "manufacturerPartNumber",
      label: "Manufacturer's part number",
      kind: "text",
      aliases: ["mpn", "manufacturercode"],
    },
    {
      name: "vendorCode",
      label: "Vendor's code",
      kind: "text",
      aliases: ["supplierid", "vendorid", "vendor", "suppliercode"],
      hint: "A vendor that exists already",
    },
    {
      name: "vendorSku",
      label: "Vendor's own number",
      kind: "text",
      aliases: ["supplieritemno", "supplierpartnumber"],
    },
    {
      name: "unitPrice",
      label: "Price",
      kind: "decimal",
      currencyIn: "currency",
      aliases: ["price", "unitcost", "cost"],
      hint: "For the price unit, in the vendor's currency",
    },
    {
      name: "priceUnit",
      label: "Price unit",
      kind: "text",
      aliases: ["priceunit", "priceper", "pricefor", "priceuom", "priceunitofmeasure", "preiseinheit", "preispro"],
      hint: "What the price is for: piece, carton of 12, 12-pack, KGM. Where it is not given: what this vendor's price was for before, else the size that the product is ordered in",
    },
    {
      name: "currency",
      label: "Price currency",
      kind: "text",
      aliases: ["currency", "currencycode", "währung"],
      hint: "Where it is not given: the currency of this vendor's price before, else the vendor's",
    },
    { name: "status", label: "Status", kind: "text", hint: "active or discontinued" },
    { name: "trackingMode", label: "Tracking mode", kind: "text", hint: "none, lot or serial" },
    { name: "netWeightG", label: "Net weight, g", kind: "integer" },
    { name: "grossWeightG", label: "Gross weight, g", kind: "integer" },
    { name: "lengthMm", label: "Length, mm", kind: "integer" },
    { name: "widthMm", label: "Width, mm", kind: "integer" },
    { name: "heightMm", label: "Height, mm", kind: "integer" },
    { name: "expiryTracked", label: "Expiry tracked", kind: "yes_no" },
    { name: "shelfLifeDays", label: "Shelf life, days", kind: "integer" },
    { name: "minRemainingShelfLifeDays", label: "Remaining shelf life at least, days", kind: "integer" },
    { name: "hazmatUnNumber", label: "UN number", kind: "text" },
    { name: "tempMinC", label: "Temperature from, °C", kind: "decimal" },
    { name: "tempMaxC", label: "Temperature to, °C", kind: "decimal" },
    { name: "countryOfOrigin", label: "Country of origin", kind: "country" },
    { name: "standardCost", label: "Standard cost", kind: "decimal", currencyIn: "standardCostCurrency" },
    { name: "standardCostCurrency", label: "Currency of the standard cost", kind: "text" },
    { name: "overReceiptPct", label: "Over receipt, %", kind: "decimal", isPercent: true },
    { name: "inspectionRequired", label: "Inspection required", kind: "yes_no" },
    { name: "isLotTracked", label: "Lot tracked", kind: "yes_no", aliases: ["lotandexpirycontrol", "lotcontrol"] },
    { name: "isDiscontinued", label: "Discontinued", kind: "yes_no", aliases: ["discontinued"] },
  ],
  row,
  once: ["gtin"],
  async check(ctx, rows) {
    const problems = new Map<number, Record<string, Sentence>>();
    const vendors = await knownVendors(ctx, rows);
    const owners = await gtinOwners(ctx, rows);
    const prices = await pricesOf(ctx, rows);
    const categories = await categoriesCalled(ctx, rows);
    const currencies = await activeCurrencies(ctx);
    const bases = await countedBases(ctx, rows);
    const units = await unlistedUnits(ctx, unitsOf(rows, prices));
    for (const { rowNo, value } of rows) {
      const errors: Record<string, Sentence> = {};
      const code = value["vendorCode"] === null ? null : String(value["vendorCode"]);
      if (code !== null && !vendors.has(code))
        errors["vendorCode"] = message("There is no vendor {code}. Import the vendors first.", { code });
      const owner = owners.get(rowNo);
      if (owner !== undefined) errors["gtin"] = message("Product {sku} has this GTIN already.", { sku: owner });
      const { problem } = prices.get(rowNo) ?? {};
      const unlisted = units.get(`${rowNo} priceUnit`);
      Object.assign(errors, offerRefusals({ rowNo, value }, { problem, unlisted, currencies }));
      const category = String(value["category"]);
      const found = categories.get(rowNo);
      if (found === "several")
        errors["category"] = message("Several categories are called {name}. Give the code of one.", { name: category });
      if (found === undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(category))
        errors["category"] = message("There is no category with this id. Give its name.");
      const counted = bases.get(rowNo);
      if (counted !== undefined && givenFields(value).includes("baseUom") && counted.uom !== value["baseUom"])
        errors["baseUom"] = counted.isMoved
          ? message("Quantities of this product are kept in {unit}; its base unit can no longer change.", {
              unit: { uom: counted.uom },
            })
          : countedIn(counted.uom);
      const unknown = units.get(`${rowNo} baseUom`);
      if (unknown) errors["baseUom"] = unknown;
      if (Object.keys(errors).length > 0) problems.set(rowNo, errors);
    }
    return problems;
  },
  async assumed(ctx, rows) {
    return assumedUnits(await pricesOf(ctx, rows), await readOwnUnitNames(ctx), ctx.language);
  },
  tell: tellAssumedUnits,
  ownCurrencies,
  async saved(ctx, rows) {
    const products = await savedRows(ctx, table, rows);
    const offers = await offerChanges(ctx, rows);
    return new Map(
      [...products].map(([rowNo, product]) => [
        rowNo,
        { ...product, changes: { ...product.changes, ...offers.get(rowNo) } },
      ]),
    );
  },
  async apply(ctx, rows) {
    await addMissingCategories(
      ctx,
      rows
        .filter(({ id, changes }) => id === null || "category" in changes)
        .map(({ value }) => String(value["category"])),
    );
    const applied = await writeRows(ctx, table, rows);
    await writeOffers(ctx, rows);
    return applied;
  },
};

/** The words that files use for units, as the codes of UNECE. */
function unitOf(text: string): string {
  return unitTyped(text)?.uom ?? text;
}

const unitsOf = (rows: readonly StagedRow[], prices: RowPrices): GivenUnit[] =>
  rows.flatMap(({ rowNo, value }) => {
    const sku = String(value["sku"]);
    const price = prices.get(rowNo);
    const isDefault = !givenFields(value).includes("baseUom");
    return [
      { at: `${rowNo} baseUom`, code: String(value["baseUom"]), sku, isDefault },
      ...(price?.isSaid ? [{ at: `${rowNo} priceUnit`, code: price.uom, sku }] : []),
    ];
  });
