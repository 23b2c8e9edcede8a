import { add, compare, divide, multiply, subtract } from "#shared/format/money.ts";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { unitTyped, type OwnUnitNames } from "#shared/format/unit-names.ts";
import { isSameUnit, type Unit } from "#shared/format/units.ts";
import { givenFields } from "#server/records/import-changes.ts";
import type { Folded } from "#server/records/folded-keys.ts";
import type { FieldChanges, StagedRow } from "#server/records/importer.ts";
import { namedUnit } from "../../products/prices/price-units.server.ts";
import { fileUnit } from "../../products/prices/file-units.server.ts";
import { freshLine, productOf, type Line, type Refusals } from "../lines/lines.server.ts";
import type { ContextProduct } from "../order-context.server.ts";
import { purchaseOrderFlow } from "../purchase-orders.flow.ts";
import type { CalledOrder, ImportContext, RowRecords, SavedLine, SavedOrder } from "./import-context.server.ts";
import { orderKey, type OpenOrderRow } from "./open-order-row.ts";

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
  readonly receivedBeforeBaseQty: string;
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
  const called = known.orders.get(orderKey(row, known.folded));
  const order = called?.order ?? null;
  const unclear = calledErrors(row, called, known.folded);
  const errors: Errors = { ...unclear, ...headErrors(row, records, { ...known, order }) };
  const { vendor, location, product, buyerId } = records;
  if (!product) errors["sku"] = message("There is no product {sku}. Import the products first.", { sku: row.sku });
  if (!vendor || !location || !product || Object.keys(unclear).length > 0) return { errors };
  const found = order ? lineOf(order, row, product) : null;
  const before = found && "id" in found ? found : null;
  if (found && "message" in found) errors["lineNo"] = found;
  if (!product.isOffered && before?.productId !== product.id)
    errors["sku"] = message("{vendor} does not sell {sku}. Import its price list first.", {
      vendor: vendor.name,
      sku: product.sku,
    });
  const unit = unitOf(row, product, { before, own: known.own });
  if ("message" in unit) return { errors: { ...errors, unit } };
  const came = cameOf(row, before?.productId === product.id ? before : null, unit);
  const openQty = subtract(row.quantity, came.receivedBeforeQty);
  if (compare(row.quantity, came.received) <= 0)
    errors["receivedQty"] = message("Nothing of this line is still to come. Leave the row out.");
  if (Object.keys(errors).length > 0) return { errors };
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
  const context = {
    ...known,
    vendor,
    shipTo: location,
    buyerIsThere: true,
    minorUnit: 0,
    hasExternalNumbers: true,
    products: [ordered],
  };
  const refusals: Refusals = {};
  productOf(input, "line", { context, before: before ?? undefined, refusals });
  for (const [path, sentence] of Object.entries(refusals)) errors[fieldOf[path] ?? "sku"] = sentence;
  const at = { id: before?.id ?? null, lineNo: before?.lineNo ?? row.lineNo ?? 0, product: ordered };
  const line = freshLine(input, { ...at, requestedDate: row.requestedDate }, context);
  const changes = {
    ...(order ? headChanges(row, given, records, order) : {}),
    ...(before ? lineChanges(given, before, { row, line, received: came.received, baseUom: product.baseUom }) : {}),
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
    receivedBeforeBaseQty: came.receivedBeforeBaseQty,
    changes,
  };
}

/**
 * What came of a line, in the unit of its row: where the row does not say it, what is saved, converted. Goods that were
 * received here are a part of it, as in the file that we write ourselves. `before`: the line, if it is of the same product.
 */
function cameOf(row: OpenOrderRow, before: SavedLine | null, unit: Unit) {
  const inUnit = (...baseQty: string[]) => divide(add(...baseQty), unit.qtyPerUom, 6);
  const receivedBeforeBaseQty = before?.receivedBeforeBaseQty ?? "0";
  const keptBaseQty = before?.keptBaseQty ?? "0";
  const saved = inUnit(receivedBeforeBaseQty, keptBaseQty);
  const received = row.receivedQty ?? saved;
  // As it is kept, where the row says nothing else: in its unit it may be rounded.
  if (compare(received, saved) === 0)
    return { received, receivedBeforeQty: inUnit(receivedBeforeBaseQty), receivedBeforeBaseQty };
  const receivedHere = inUnit(keptBaseQty);
  const receivedBeforeQty = compare(received, receivedHere) < 0 ? "0" : subtract(received, receivedHere);
  return { received, receivedBeforeQty, receivedBeforeBaseQty: multiply(receivedBeforeQty, unit.qtyPerUom) };
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

/** Whether it is clear which order a row means, and that one goes on: what is over or put away is not silently passed over. */
function calledErrors(
  { orderNumber, numberInWaybill }: OpenOrderRow,
  called: CalledOrder | undefined,
  folded: Folded,
): Errors {
  const order = called?.order ?? null;
  if (!order) {
    if (numberInWaybill !== null)
      return { numberInWaybill: message("There is no order {number} here.", { number: numberInWaybill }) };
    const number = called?.ownNumber ?? null;
    if (number === null) return {};
    return {
      orderNumber: message(
        "{number} is an order that was written here. If that one is meant, give its number as “Number in Waybill” too; if another one is, give that one another number in the file.",
        { number },
      ),
    };
  }
  const { number, externalNumber, status, isArchived } = order;
  const itsNumber = externalNumber ?? number;
  if (folded(orderNumber) !== (order.externalKey ?? order.numberKey))
    return { numberInWaybill: message("{number} is the order {other}.", { number, other: itsNumber }) };
  if (status === "cancelled")
    return { orderNumber: message("{number} was cancelled. Leave its rows out.", { number }) };
  if (isArchived)
    return { orderNumber: message("{number} is archived. Restore it first, or leave its rows out.", { number }) };
  if (inGroup(purchaseOrderFlow, "over", status))
    return { orderNumber: message("{number} is closed. Reopen it first, or leave its rows out.", { number }) };
  return {};
}

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
  const isOther = before.productId !== line.productId;
  const inUnit = (...baseQty: string[]) => divide(add(...baseQty), before.qtyPerUom, 6);
  const cameBefore = inUnit(before.receivedBeforeBaseQty, before.keptBaseQty);
  return changed(isOther ? new Set([...given, "receivedQty"]) : given, [
    ["sku", before.sku, isOther ? line.sku : before.sku],
    ["quantity", add(before.orderedQty, inUnit(before.receivedBeforeBaseQty)), add(row.quantity)],
    ["receivedQty", cameBefore, add(received)],
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
