import { z } from "zod";
import { date } from "#shared/contract/contract.ts";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { currency, line, typedCode, unitPrice } from "#shared/fields/fields.ts";
import { isSameUnit, type Unit } from "#shared/format/units.ts";
import type { Ctx } from "#server/http/context.ts";
import type { FieldChanges, Importer, ImportField, StagedRow } from "#server/records/importer.ts";
import { readOwnUnitNames } from "../../../settings/reference-lists/unit-names.server.ts";
import { activeCurrencies, knownVendors } from "../import-lookups.server.ts";
import { unlistedUnits, type GivenUnit } from "../listed-units.server.ts";
import { offerChanges, ownCurrencies } from "./import-offers.server.ts";
import {
  assumedUnits,
  orderUnitsOf,
  pricesOf,
  tellAssumedUnits,
  type OrderUnits,
  type RowPrices,
} from "./import-prices.server.ts";
import { offerRefusals } from "./offer-refusals.server.ts";
import { productVendor } from "./offers.contract.ts";
import { writeOffers } from "./price-list-writes.server.ts";
import { fileUnit } from "./file-units.server.ts";
import { savedOffers, type SavedOffer } from "./saved-offers.server.ts";

const { vendorSku, vendorProductName, minOrderQty, orderMultiple, leadTimeDays } = productVendor.shape;

const row = z.object({
  sku: typedCode(80),
  vendorCode: typedCode(40),
  vendorSku,
  vendorProductName,
  orderUnit: line(60),
  unitPrice: unitPrice.nullable().default(null),
  priceUnit: line(60),
  currency: currency.nullable().default(null),
  minOrderQty,
  orderMultiple,
  leadTimeDays,
  validFrom: date.nullable().default(null),
  validTo: date.nullable().default(null),
  isPreferred: z.boolean().nullable().default(null),
});

const fields: readonly ImportField[] = [
  {
    name: "sku",
    label: "SKU",
    kind: "text",
    required: true,
    aliases: ["productcode", "productid", "product", "article", "itemno", "artikelnummer", "artikel"],
    hint: "A product that exists already",
  },
  {
    name: "vendorCode",
    label: "Vendor's code",
    kind: "text",
    required: true,
    aliases: ["vendor", "vendorid", "supplier", "supplierid", "suppliercode", "lieferant", "lieferantennummer"],
    hint: "A vendor that exists already; several may sell one product",
  },
  {
    name: "vendorSku",
    label: "Vendor's own number",
    kind: "text",
    aliases: ["vendorsku", "supplieritemno", "supplierpartnumber", "bestellnummer"],
  },
  {
    name: "vendorProductName",
    label: "Vendor's own name",
    kind: "text",
    aliases: ["vendorproductname", "supplierdescription"],
  },
  {
    name: "orderUnit",
    label: "Ordered in",
    kind: "text",
    aliases: ["orderunit", "packageuom", "purchaseunit", "pack", "bestelleinheit", "gebinde"],
    hint: "Piece, carton of 12, XCT 12, KGM",
  },
  {
    name: "unitPrice",
    label: "Price",
    kind: "decimal",
    currencyIn: "currency",
    aliases: ["unitprice", "unitcost", "cost", "preis"],
  },
  {
    name: "priceUnit",
    label: "Price unit",
    kind: "text",
    aliases: ["priceper", "pricefor", "priceuom", "preiseinheit", "preispro"],
    hint: "What the price is for. Where it is not given: what this vendor's price was for before, else what is ordered",
  },
  {
    name: "currency",
    label: "Price currency",
    kind: "text",
    aliases: ["currency", "currencycode", "währung"],
    hint: "Where it is not given: the currency of this vendor's price before, else the vendor's",
  },
  {
    name: "minOrderQty",
    label: "Order at least",
    kind: "decimal",
    aliases: ["minorderqty", "minimumquantity", "minqty", "moq", "mindestmenge"],
  },
  { name: "orderMultiple", label: "In multiples of", kind: "decimal", aliases: ["ordermultiple", "vielfaches"] },
  { name: "leadTimeDays", label: "Lead time, days", kind: "integer", aliases: ["leadtime", "lieferzeit"] },
  { name: "validFrom", label: "Price from", kind: "date", aliases: ["validfrom", "from", "gültigab", "preisab"] },
  { name: "validTo", label: "Price until", kind: "date", aliases: ["validto", "until", "gültigbis", "preisbis"] },
  {
    name: "isPreferred",
    label: "Preferred vendor",
    kind: "yes_no",
    aliases: ["preferred", "ispreferred", "bevorzugt", "hauptlieferant"],
  },
];

/** What vendors sell products for: a row for each product of each vendor. */
export const priceListImporter: Importer = {
  entity: "price-list",
  recordEntity: "product",
  title: "Price lists",
  can: "CAN_EDIT_PRODUCTS",
  key: ["sku", "vendorCode"],
  once: [["isPreferred", "sku"]],
  fields,
  row,
  async check(ctx, rows) {
    const offers = await savedOffers(ctx, rows);
    const vendors = await knownVendors(ctx, rows);
    const currencies = await activeCurrencies(ctx);
    const orders = await orderUnitsOf(ctx, rows);
    const prices = await pricesOf(ctx, rows, orders);
    const units = await unlistedUnits(ctx, unitsOf(rows, { orders, prices }));
    return new Map(
      rows.flatMap((one) => {
        const offer = offers.get(one.rowNo);
        const order = orders.get(one.rowNo);
        const { problem } = prices.get(one.rowNo) ?? {};
        const notOrdered = order && "message" in order ? order : units.get(`${one.rowNo} orderUnit`);
        const errors: Record<string, Sentence> = {
          ...(notOrdered ? { orderUnit: notOrdered } : {}),
          ...offerRefusals(one, { problem, unlisted: units.get(`${one.rowNo} priceUnit`), currencies }),
          ...refusals(one, { offer, vendors }),
        };
        return Object.keys(errors).length > 0 ? [[one.rowNo, errors] as const] : [];
      }),
    );
  },
  async assumed(ctx, rows) {
    const prices = await pricesOf(ctx, rows, await orderUnitsOf(ctx, rows));
    return assumedUnits(prices, await readOwnUnitNames(ctx), ctx.language);
  },
  tell: tellAssumedUnits,
  ownCurrencies,
  async saved(ctx, rows) {
    const changes = await unitChanges(ctx, rows);
    return new Map(
      [...(await savedOffers(ctx, rows)).values()].flatMap(({ rowNo, offerId, values }) =>
        offerId === null ? [] : [[rowNo, { id: offerId, values, changes: changes.get(rowNo) ?? {} }] as const],
      ),
    );
  },
  apply: writeOffers,
};

function refusals(
  { value }: StagedRow,
  known: { offer: SavedOffer | undefined; vendors: ReadonlySet<string> },
): Record<string, Sentence> {
  const { offer, vendors } = known;
  const errors: Record<string, Sentence> = {};
  const [sku, code] = [String(value["sku"]), String(value["vendorCode"])];
  if (!offer?.productId) errors["sku"] = message("There is no product {sku}. Import the products first.", { sku });
  if (!vendors.has(code))
    errors["vendorCode"] = message("There is no vendor {code}. Import the vendors first.", { code });
  const from = (value["validFrom"] ?? offer?.validFrom ?? null) as string | null; // a date of `row`
  const to = (value["validTo"] ?? offer?.validTo ?? null) as string | null; // likewise
  if (from !== null && to !== null && to < from)
    errors[value["validTo"] === null ? "validFrom" : "validTo"] = message("It has to be after the first day.");
  return errors;
}

const unitsOf = (
  rows: readonly StagedRow[],
  { orders, prices }: { orders: OrderUnits; prices: RowPrices },
): GivenUnit[] =>
  rows.flatMap(({ rowNo, value }) => {
    const sku = String(value["sku"]);
    const [order, price] = [orders.get(rowNo), prices.get(rowNo)];
    return [
      ...(order && "uom" in order ? [{ at: `${rowNo} orderUnit`, code: order.uom, sku }] : []),
      ...(price?.isSaid ? [{ at: `${rowNo} priceUnit`, code: price.uom, sku }] : []),
    ];
  });

/** What rows change in what is ordered and in what a price is, for whom and in which unit. */
async function unitChanges(ctx: Ctx, rows: readonly StagedRow[]): Promise<ReadonlyMap<number, FieldChanges>> {
  const orders = await orderUnitsOf(ctx, rows);
  const offers = await savedOffers(ctx, rows);
  const prices = await offerChanges(ctx, rows, orders);
  return new Map(
    rows.map(({ rowNo }) => {
      const { unitPrice: price, currency } = prices.get(rowNo) ?? {};
      const order = orders.get(rowNo);
      const offer = offers.get(rowNo);
      const before: Unit | null =
        offer?.orderUom && offer.orderQty ? { uom: offer.orderUom, qtyPerUom: offer.orderQty } : null;
      const isOther = order && "uom" in order && !(before && isSameUnit(before, order));
      return [
        rowNo,
        {
          ...(isOther ? { orderUnit: { from: before && fileUnit(before), to: fileUnit(order) } } : {}),
          ...(price ? { unitPrice: price } : {}),
          ...(currency ? { currency } : {}),
        },
      ] as const;
    }),
  );
}
