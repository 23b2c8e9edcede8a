import { sql } from "kysely";
import type { z } from "zod";
import { conflict, invalid, Problem, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { lockById } from "#server/records/records.ts";
import { childRows } from "#server/records/child-rows.ts";
import { serve } from "#server/http/serve.ts";
import { findByCode } from "./find-by-code.server.ts";
import { productVendor } from "./prices/offers.contract.ts";
import { confirmUnits, priceUnitNotConfirmed, openUnits } from "./prices/price-units.server.ts";
import { exportPriceLists } from "./prices/price-lists.server.ts";
import { pricedOffers, tellPriceChanges } from "./prices/priced-offers.server.ts";
import { countedIn, unlistedUnits, type GivenUnit } from "./listed-units.server.ts";
import { productPackage, products, type Product, type productInput, productRecord } from "./products.contract.ts";
import { productFlow } from "./products.flow.ts";

const vendorNames = sql`(
  select coalesce(json_agg(to_json(offer) order by offer.position), '[]') from (
    select v.position, v.vendor_id as "vendorId", n.name as "vendorName", v.vendor_sku as "vendorSku",
      v.vendor_product_name as "vendorProductName", v.package_uom as "packageUom",
      trim_scale(v.qty_per_uom)::text as "qtyPerUom", trim_scale(v.unit_price)::text as "unitPrice",
        v.price_uom as "priceUom", trim_scale(v.price_qty_per_uom)::text as "priceQtyPerUom",
      v.unit_price is null
        or v.unit_confirmed_at is not null as "isUnitConfirmed", v.unit_confirmed_at as "unitConfirmedAt",
        v.currency, trim_scale(v.min_order_qty)::text as "minOrderQty",
      trim_scale(v.order_multiple)::text as "orderMultiple", v.lead_time_days as "leadTimeDays",
        v.is_preferred as "isPreferred", v.valid_from as "validFrom", v.valid_to as "validTo"
    from product_vendors v join vendors n on (n.company_id, n.id) = (v.company_id, v.vendor_id)
    where v.company_id = t.company_id and v.product_id = t.id
  ) as offer)`;

const standard = crudHandlers(products, {
  record: productRecord,
  defaultSort: "name",
  flow: productFlow,
  rows: {
    packages: childRows("product_packages", "product_id", productPackage),
    vendors: childRows("product_vendors", "product_id", productVendor),
  },
  add: {
    categoryName: sql`category.name`,
    preferredVendorName: sql`preferred.name`,
    vendors: vendorNames,
  },
  joins: sql`
    left join product_categories category on category.company_id = t.company_id and category.id = t.category_id
    left join product_vendors offer on offer.company_id = t.company_id and offer.product_id = t.id and offer.is_preferred
    left join vendors preferred on preferred.company_id = offer.company_id and preferred.id = offer.vendor_id`,
  where: {
    priceUnitNotConfirmed,
    /** A category stands for its whole branch. */
    categoryId: (ids: string[]) => sql`t.category_id in (
      with recursive branch as (
        select id from product_categories where company_id = current_company() and id = any(${ids})
        union
        select c.id from product_categories c join branch on c.company_id = current_company() and c.parent_id = branch.id
      ) select id from branch)`,
    vendorId: (ids: string[]) =>
      sql`t.id in (select v.product_id from product_vendors v
        where v.company_id = current_company() and v.vendor_id = any(${ids}))`,
  },
});

export default serve(products, {
  ...standard,
  ...flowHandlers(products, productFlow, { record: productRecord, read: standard.read }, {}),
  async create(ctx, req) {
    await refuseContradictions(ctx, null, req.body);
    return standard.create(ctx, { ...req, body: { ...req.body, vendors: pricedOffers(req.body, []) } });
  },
  async update(ctx, req) {
    await refuseContradictions(ctx, req.id, req.body);
    const before = await lockById(ctx.db, "products", req.id); // nobody confirms a price's unit in between
    if (before.baseUom !== req.body.baseUom && (await isCounted(ctx, req.id)))
      throw conflict(
        "base_unit_in_use",
        message("Quantities of this product are kept in {unit}; its base unit can no longer change.", {
          unit: { uom: before.baseUom },
        }),
      );
    const offered = (await standard.read(ctx, req)) as unknown as Product;
    const vendors = pricedOffers(req.body, offered.vendors);
    if (before.baseUom !== req.body.baseUom) refuseOldNumbers(offered, { ...req.body, vendors });
    const after = await standard.update(ctx, { ...req, body: { ...req.body, vendors } });
    await tellPriceChanges(ctx, offered, after as unknown as Product);
    return after;
  },
  exportPrices: (ctx, req) => exportPriceLists(ctx, req),
  openUnits,
  confirmUnits,
  findByCode: (ctx, { query }) => findByCode(ctx, query.code),
});

type Input = z.output<typeof productInput>;

async function refuseContradictions(ctx: Ctx, id: string | null, input: Input): Promise<void> {
  if (input.tempMinC !== null && input.tempMaxC !== null && Number(input.tempMaxC) < Number(input.tempMinC))
    throw invalid({ tempMaxC: message("It has to be {limit} or more.", { limit: input.tempMinC }) });
  const late = input.vendors.findIndex(
    (offer) => offer.validFrom !== null && offer.validTo !== null && offer.validTo < offer.validFrom,
  );
  if (late >= 0) throw invalid({ [`vendors.${late}.validTo`]: message("It has to be after the first day.") });
  const unlisted = await unlistedUnits(ctx, unitsIn(id, input));
  if (unlisted.size > 0) throw invalid(Object.fromEntries(unlisted));
  await refuseTakenGtins(ctx, id, input);
}

function unitsIn(id: string | null, { baseUom, packages, vendors }: Input): GivenUnit[] {
  const given: [at: string, code: string | null][] = [
    ["baseUom", baseUom],
    ...packages.map(({ uom }, at): [string, string] => [`packages.${at}.uom`, uom]),
    ...vendors.flatMap(({ packageUom, priceUom }, at): [string, string | null][] => [
      [`vendors.${at}.packageUom`, packageUom],
      [`vendors.${at}.priceUom`, priceUom],
    ]),
  ];
  return given.flatMap(([at, code]) => (code === null ? [] : [{ at, code, id }]));
}

/** Packs and prices are counted in the base unit: with another one, a number that stays would mean something else. */
function refuseOldNumbers(before: Product, after: Pick<Product, "packages"> & Pick<Input, "vendors">): void {
  const sizesOf = ({ packages, vendors }: typeof after): string[] => [
    ...packages.map(({ uom, quantityInBase }) => `${uom} ${Number(quantityInBase)}`),
    ...vendors.flatMap((offer) => [
      ...(offer.packageUom === null ? [] : [`${offer.vendorId} in ${offer.packageUom} ${Number(offer.qtyPerUom)}`]),
      ...(offer.unitPrice === null ? [] : [`${offer.vendorId} per ${offer.priceUom} ${Number(offer.priceQtyPerUom)}`]),
    ]),
  ];
  const now = new Set(sizesOf(after));
  if (sizesOf(before).some((size) => now.has(size))) throw invalid({ baseUom: countedIn(before.baseUom) });
}

/** One GTIN names one thing: a scan must not have to guess between a piece and a case, or between two products. */
async function refuseTakenGtins(ctx: Ctx, id: string | null, input: Input): Promise<void> {
  const fields = [["gtin", input.gtin], ...input.packages.map((row, at) => [`packages.${at}.gtin`, row.gtin])].filter(
    (field): field is [string, string] => field[1] !== null,
  );
  const twice = fields.find(([, gtin], at) => fields.findIndex((other) => other[1] === gtin) < at);
  if (twice)
    throw invalid({ [twice[0]]: message("Another package of this product has this GTIN. Each size has its own.") });
  if (fields.length === 0) return;
  const gtins = fields.map(([, gtin]) => gtin);
  const { rows } = await sql<{ gtin: string; sku: string }>`
    select p.gtin, p.sku from products p where p.company_id = current_company() and p.gtin = any(${gtins})
      and p.id is distinct from ${id}
    union all
    select k.gtin, p.sku from product_packages k join products p on (p.company_id, p.id) = (k.company_id, k.product_id)
    where k.company_id = current_company() and k.gtin = any(${gtins}) and k.product_id is distinct from ${id}`.execute(
    ctx.db,
  );
  const [taken] = rows;
  const name = fields.find(([, gtin]) => gtin === taken?.gtin)?.[0];
  if (!taken || !name) return;
  const sentence = message("Product {sku} has this GTIN already.", { sku: taken.sku });
  throw new Problem({ status: 409, code: "already_exists", sentence, fields: { [name]: sentence } });
}

async function isCounted(ctx: Ctx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (select from stock_moves where company_id = current_company() and product_id = ${id})
      or exists (select from purchase_order_items where company_id = current_company() and product_id = ${id})`.execute(
    ctx.db,
  );
  return rows.length > 0;
}
