import { add, compare, subtract } from "#shared/format/money.ts";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { unitTyped, type OwnUnitNames } from "#shared/format/unit-names.ts";
import { isSameUnit, type Unit } from "#shared/format/units.ts";
import { givenFields } from "#server/records/import-changes.ts";
import type { FieldChanges, StagedRow } from "#server/records/importer.ts";
import { namedUnit } from "../../products/prices/price-units.server.ts";
import { fileUnit } from "../../products/prices/price-lists.server.ts";
import { freshLine, productOf, type Line, type Refusals } from "../lines/lines.server.ts";
import type { ContextProduct } from "../order-context.server.ts";
import { purchaseOrderFlow } from "../purchase-orders.flow.ts";
import type { ImportContext, RowRecords, SavedLine, SavedOrder } from "./import-context.server.ts";
import type { OpenOrderRow } from "./open-order-row.ts";

type Errors = Record<string, Sentence>;
type RowProduct = NonNullable<RowRecords["product"]>;

/** A row of which nothing is wrong: what it makes of the line, and what that changes. */
export interface ImportedLine {
  readonly rowNo: number;
  readonly row: OpenOrderRow;
  /** Null: a new one. */
  readonly order: SavedOrder | null;
  readonly before: SavedLine | null;
  readonly vendor: NonNullable<RowRecords["vendor"]>;
  readonly locationId: string;
  readonly buyerId: string | null;
  /** Its number is 0 where it still gets the next one. */
  readonly line: Line;
  readonly receivedBeforeQty: string;
  readonly changes: FieldChanges;
}

export type JudgedRow = { readonly errors: Readonly<Errors> } | ImportedLine;

/** An order of which the vendor knows nothing from here, and which nobody else has in hand. */
export const isUntouched = (order: Pick<SavedOrder, "status" | "revision" | "onHold" | "isArchived">): boolean =>
  (purchaseOrderFlow.editable as readonly string[]).includes(order.status) &&
  order.revision === 0 &&
  !order.onHold &&
  !order.isArchived;

const noRecords: Omit<RowRecords, "rowNo"> = { vendor: null, location: null, product: null, buyerId: null };

/** Judges a row by the rules of an order that is written on its screen. */
export function judgeRow({ rowNo, value }: StagedRow, known: ImportContext): JudgedRow {
  const row = value as OpenOrderRow; // of readRow
  const given = new Set(givenFields(value));
  const records = known.rows.get(rowNo) ?? { rowNo, ...noRecords };
  const order = known.orders.get(row.orderNumber.toLowerCase()) ?? null;
  const errors: Errors = headErrors(row, records, { ...known, order });
  const { vendor, location, product, buyerId } = records;
  if (!product) errors["sku"] = message("There is no product {sku}. Import the products first.", { sku: row.sku });
  if (!vendor || !location || !product) return { errors };
  const found = order ? lineOf(order, row, product) : null;
  const before = found && "id" in found ? found : null;
  if (found && "message" in found) errors["lineNo"] = found;
  const unit = unitOf(row, product, { before, own: known.own });
  if ("message" in unit) errors["unit"] = unit;
  if (!product.isOffered && before?.productId !== product.id)
    errors["sku"] = message("{vendor} does not sell {sku}. Import its price list first.", {
      vendor: vendor.name,
      sku: product.sku,
    });
  const received = row.receivedQty ?? before?.receivedBeforeQty ?? "0";
  const openQty = subtract(row.quantity, received);
  if (compare(openQty, "0") <= 0)
    errors["receivedQty"] = message("Nothing of this line is still to come. Leave the row out.");
  if (Object.keys(errors).length > 0 || "message" in unit) return { errors };
  const input = {
    productId: product.id,
    orderedQty: openQty,
    ...unit,
    unitPrice: row.unitPrice,
    discountPct: row.discountPct ?? before?.discountPct ?? "0",
    taxRatePct: row.taxRatePct ?? before?.taxRatePct ?? "0",
    requestedDate: row.requestedDate,
    vendorSku: before?.productId === product.id ? before.vendorSku : null,
    notes: row.note ?? before?.notes ?? null,
  };
  const ordered = asContext(product);
  const context = { ...known, vendor, shipTo: location, buyerIsThere: true, minorUnit: 0, products: [ordered] };
  const refusals: Refusals = {};
  productOf(input, "line", { context, before: before ?? undefined, refusals });
  for (const [path, sentence] of Object.entries(refusals)) errors[fieldOf[path] ?? "sku"] = sentence;
  const at = { id: before?.id ?? null, lineNo: before?.lineNo ?? row.lineNo ?? 0, product: ordered };
  const line = freshLine(input, { ...at, requestedDate: row.requestedDate }, context);
  const changes = {
    ...(order ? headChanges(row, given, records, order) : {}),
    ...(before ? lineChanges(given, before, { row, line, received, baseUom: product.baseUom }) : {}),
  };
  if (order && !isUntouched(order) && (before === null || Object.keys(changes).length > 0))
    errors["orderNumber"] = message("{number} is no draft any more, or is held. Change it there.", {
      number: order.number,
    });
  if (Object.keys(errors).length > 0) return { errors };
  return {
    rowNo,
    row,
    order,
    before,
    vendor,
    locationId: location.id,
    buyerId,
    line,
    receivedBeforeQty: received,
    changes,
  };
}

/** Which field of a file a refused field of a line is. */
const fieldOf: Readonly<Record<string, string>> = {
  "line.productId": "sku",
  "line.uom": "unit",
  "line.qtyPerUom": "unit",
  "line.orderedQty": "quantity",
};

const asContext = ({ isOffered: _isOffered, order, packages, ...product }: RowProduct): ContextProduct => ({
  ...product,
  packs: [...packages.map(({ uom }) => uom), ...(order ? [order.uom] : [])],
});

/** Locations that nobody has, or several, are refused by `refusedLocations`. */
function headErrors(
  row: OpenOrderRow,
  { vendor, location, buyerId }: RowRecords,
  { currencies, today, order }: ImportContext & { readonly order: SavedOrder | null },
): Errors {
  const errors: Errors = {};
  if (!vendor)
    errors["vendorCode"] = message("There is no vendor {code}. Import the vendors first.", { code: row.vendorCode });
  else if (order && order.vendorId !== vendor.id)
    errors["vendorCode"] = message("{number} is an order to {vendor}.", {
      number: order.number,
      vendor: order.vendorName,
    });
  else if (!order && vendor.status !== "active")
    errors["vendorCode"] = message("Nothing is ordered from {vendor} now.", { vendor: vendor.name });
  if (location && !location.isUsable && order?.shipToLocationId !== location.id)
    errors["location"] = message("{location} takes no goods now.", { location: location.name });
  const currency = row.currency ?? order?.currency ?? vendor?.currency ?? "";
  if (order && row.currency !== null && order.currency !== row.currency)
    errors["currency"] = message("{number} is an order in {code}.", { number: order.number, code: order.currency });
  else if (!order && vendor && currencies[currency] === undefined)
    errors["currency"] = message("There is no currency {code}.", { code: currency });
  if (row.buyer !== null && buyerId === null)
    errors["buyer"] = message("Nobody here has the address {address}.", { address: row.buyer });
  if (row.orderDate !== null && row.orderDate > today) errors["orderDate"] = message("This day is still to come.");
  return errors;
}

/** The line that a row is about: by its number, else the one of its product; or why that is not clear. */
function lineOf(order: SavedOrder, row: OpenOrderRow, product: RowProduct): SavedLine | Sentence | null {
  if (row.lineNo !== null) return order.items.find(({ lineNo }) => lineNo === row.lineNo) ?? null;
  const [first = null, ...others] = order.items.filter(({ productId }) => productId === product.id);
  return others.length === 0
    ? first
    : message("{number} has several lines of {sku}. Give the number of one.", {
        number: order.number,
        sku: product.sku,
      });
}

/** What a row counts and prices in, or why that is not clear. Where there is a choice, nobody guesses. */
function unitOf(
  row: OpenOrderRow,
  product: RowProduct,
  { before, own }: { readonly before: SavedLine | null; readonly own: OwnUnitNames },
): Unit | Sentence {
  const { baseUom, packages, order } = product;
  const was = before?.productId === product.id ? { uom: before.uom, qtyPerUom: before.qtyPerUom } : null;
  if (row.unit === null) {
    const isOne = [...packages, ...(order ? [order] : [])].every(({ uom }) => uom === baseUom);
    if (was) return was;
    return isOne
      ? { uom: baseUom, qtyPerUom: "1" }
      : message("{sku} is ordered in several units. Say which one this is.", { sku: product.sku });
  }
  const typed = unitTyped(row.unit, own);
  if (!typed) return message("{unit} is no unit that is known here.", { unit: row.unit });
  return namedUnit(typed, { baseUom, packages, order, before: was });
}

function headChanges(
  row: OpenOrderRow,
  given: ReadonlySet<string>,
  { location, buyerId }: RowRecords,
  order: SavedOrder,
): FieldChanges {
  return changed(given, [
    [
      "location",
      order.shipToName,
      location?.id === order.shipToLocationId ? order.shipToName : (location?.name ?? null),
    ],
    ["orderDate", order.orderDate, row.orderDate],
    ["buyer", order.buyerEmail, buyerId === order.buyerId ? order.buyerEmail : row.buyer],
    ["paymentTermsDays", textOf(order.paymentTermsDays), textOf(row.paymentTermsDays)],
  ]);
}

function lineChanges(
  given: ReadonlySet<string>,
  before: SavedLine,
  { row, line, received, baseUom }: { row: OpenOrderRow; line: Line; received: string; baseUom: string },
): FieldChanges {
  const isSame = isSameUnit(before, line);
  return changed(given, [
    ["sku", before.sku, before.productId === line.productId ? before.sku : line.sku],
    ["quantity", add(before.orderedQty, before.receivedBeforeQty), add(row.quantity)],
    ["receivedQty", before.receivedBeforeQty, add(received)],
    ["unit", fileUnit(before, baseUom), isSame ? fileUnit(before, baseUom) : fileUnit(line, baseUom)],
    ["unitPrice", before.unitPrice, line.unitPrice],
    ["discountPct", before.discountPct, line.discountPct],
    ["taxRatePct", before.taxRatePct, line.taxRatePct],
    ["requestedDate", before.requestedDate, line.requestedDate],
    ["note", before.notes, line.notes],
  ]);
}

const textOf = (value: number | null): string | null => (value === null ? null : String(value));

function changed(
  given: ReadonlySet<string>,
  fields: readonly (readonly [field: string, from: string | null, to: string | null])[],
): FieldChanges {
  return Object.fromEntries(
    fields.flatMap(([field, from, to]) => (given.has(field) && from !== to ? [[field, { from, to }] as const] : [])),
  );
}
