import { sql } from "kysely";
import { z } from "zod";
import { line, unitPrice } from "#shared/fields/fields.ts";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { unitTyped } from "#shared/format/unit-names.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Applied, Importer, StagedRow } from "#server/records/importer.ts";
import { readOwnUnitNames } from "../../settings/reference-lists/unit-names.server.ts";
import { addMissingCategories } from "../product-categories/product-categories.import.server.ts";
import { pricesOf, assumedUnits, tellAssumedUnits } from "./prices/import-prices.server.ts";
import { productInput } from "./products.contract.ts";

const { sku, name, description, baseUom, gtin, brand, manufacturerPartNumber } = productInput.shape;

const row = z.object({
  sku,
  name,
  description,
  category: z.string().trim().min(1).max(120),
  baseUom: z
    .string()
    .trim()
    .max(20)
    .default("EA")
    .transform(unitOf)
    .refine((code) => baseUom.safeParse(code).success, "Give a unit code like EA, KGM or XBX."),
  gtin,
  brand,
  manufacturerPartNumber,
  vendorCode: line(40),
  vendorSku: line(80),
  unitPrice: unitPrice.nullable().default(null),
  priceUnit: line(60),
  isLotTracked: z.boolean().default(false),
  isDiscontinued: z.boolean().default(false),
});

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
    for (const { rowNo, value } of rows) {
      const errors: Record<string, Sentence> = {};
      const code = value["vendorCode"] === null ? null : String(value["vendorCode"]).toLowerCase();
      if (code !== null && !vendors.has(code))
        errors["vendorCode"] = message("There is no vendor {code}. Import the vendors first.", {
          code: String(value["vendorCode"]),
        });
      const own = value["gtin"] === null ? null : String(value["gtin"]);
      const owner = own === null ? undefined : owners.get(own);
      if (owner !== undefined && owner !== String(value["sku"]).toLowerCase())
        errors["gtin"] = message("Product {sku} has this GTIN already.", { sku: owner });
      const priced = prices.get(rowNo);
      if (priced?.problem) errors["priceUnit"] = priced.problem;
      if (Object.keys(errors).length > 0) problems.set(rowNo, errors);
    }
    return problems;
  },
  async assumed(ctx, rows) {
    return assumedUnits(await pricesOf(ctx, rows), await readOwnUnitNames(ctx), ctx.language);
  },
  tell: tellAssumedUnits,
  async apply(ctx, values) {
    const prices = await pricesOf(
      ctx,
      values.map((value, rowNo) => ({ rowNo, value })),
    );
    const json = JSON.stringify(
      values.map((value, rowNo) => {
        const unit = prices.get(rowNo);
        return {
          ...value,
          priceUom: unit?.uom,
          priceQtyPerUom: unit?.qtyPerUom,
          isUnitSaid: unit?.isSaid,
          isUnitOnly: unit?.isOnly,
        };
      }),
    );
    await addMissingCategories(
      ctx,
      values.map(({ category }) => String(category)),
    );
    const { rows } = await sql<Applied>`
      insert into products (sku, name, description, category_id, base_uom, gtin, brand, manufacturer_part_number,
        tracking_mode, status)
      select v ->> 'sku', v ->> 'name', v ->> 'description', c.id, v ->> 'baseUom', v ->> 'gtin', v ->> 'brand',
        v ->> 'manufacturerPartNumber',
        case when (v ->> 'isLotTracked')::boolean then 'lot' else 'none' end,
          case when (v ->> 'isDiscontinued')::boolean then 'discontinued' else 'active' end
      from jsonb_array_elements(${json}::jsonb) v
      cross join lateral (
        select id from product_categories
          where company_id = current_company()
          and (lower(code) = lower(v ->> 'category') or lower(name) = lower(v ->> 'category'))
        order by lower(code) is not distinct from lower(v ->> 'category') desc, depth desc limit 1
      ) c
      on conflict (company_id, lower(sku)) do update set
        name = excluded.name, category_id = excluded.category_id,
          description = coalesce(excluded.description, products.description),
          gtin = coalesce(excluded.gtin, products.gtin),
        brand = coalesce(excluded.brand, products.brand),
          manufacturer_part_number = coalesce(excluded.manufacturer_part_number, products.manufacturer_part_number),
        status = excluded.status, version = products.version + 1, updated_at = now(), archived_at = null
      returning id, sku as key, xmax = 0 as created`.execute(ctx.db);
    await sql`
      insert into product_vendors (product_id, vendor_id, vendor_sku, unit_price, price_uom, price_qty_per_uom,
        unit_confirmed_at, currency, is_preferred)
      select p.id, d.id, v ->> 'vendorSku', (v ->> 'unitPrice')::numeric, v ->> 'priceUom',
        (v ->> 'priceQtyPerUom')::numeric,
        case when (v ->> 'isUnitSaid')::boolean or (v ->> 'isUnitOnly')::boolean then now() end, d.currency,
        not exists (select from product_vendors o where o.company_id = current_company() and o.product_id = p.id
          and o.is_preferred)
      from jsonb_array_elements(${json}::jsonb) v
      join products p on p.company_id = current_company() and lower(p.sku) = lower(v ->> 'sku')
      join vendors d on d.company_id = current_company() and lower(d.code) = lower(v ->> 'vendorCode')
      on conflict (company_id, product_id, vendor_id) do update set
        vendor_sku = coalesce(excluded.vendor_sku, product_vendors.vendor_sku),
          unit_price = coalesce(excluded.unit_price, product_vendors.unit_price),
        price_uom = coalesce(excluded.price_uom, product_vendors.price_uom),
          price_qty_per_uom = coalesce(excluded.price_qty_per_uom, product_vendors.price_qty_per_uom),
        unit_confirmed_at = case when excluded.unit_price is null then product_vendors.unit_confirmed_at
          else coalesce(excluded.unit_confirmed_at, product_vendors.unit_confirmed_at) end`.execute(ctx.db);
    return rows;
  },
};

/** The words that files use for units, as the codes of UNECE. */
function unitOf(text: string): string {
  return unitTyped(text)?.uom ?? text;
}

async function knownVendors(ctx: Ctx, rows: readonly StagedRow[]): Promise<ReadonlySet<string>> {
  const codes = [
    ...new Set(
      rows
        .map(({ value }) => value["vendorCode"])
        .filter((code) => code !== null)
        .map((code) => String(code).toLowerCase()),
    ),
  ];
  const { rows: found } = await sql<{
    code: string;
  }>`select lower(code) as code from vendors where company_id = current_company() and lower(code) = any(${codes})`.execute(
    ctx.db,
  );
  return new Set(found.map(({ code }) => code));
}

/** GTIN → SKU of the product that has it now. */
async function gtinOwners(ctx: Ctx, rows: readonly StagedRow[]): Promise<ReadonlyMap<string, string>> {
  const codes = rows
    .map(({ value }) => value["gtin"])
    .filter((code) => code !== null)
    .map(String);
  const { rows: found } = await sql<{
    gtin: string;
    sku: string;
  }>`select gtin, lower(sku) as sku from products where company_id = current_company() and gtin = any(${codes})`.execute(
    ctx.db,
  );
  return new Map(found.map((product) => [product.gtin, product.sku]));
}
