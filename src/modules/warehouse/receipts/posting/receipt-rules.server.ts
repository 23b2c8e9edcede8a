import { add, compare, divide, multiply, percent, subtract } from "#shared/format/money.ts";
import { conflict, invalid, message, type Fields, type Problem, type Sentence } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { ReceiptInput } from "../receipts.contract.ts";
import { purchaseOrderFlow } from "../../purchase-orders/purchase-orders.flow.ts";

export type CountedLine = ReceiptInput["lines"][number];

export interface ReceivedOrder {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  /** The vendor has it, and a change of it waits for approval. */
  readonly waitsFrom: string | null;
  readonly onHold: boolean;
  readonly holdReason: string | null;
  readonly vendorId: string;
  readonly vendorName: string;
  readonly shipToLocationId: string;
  readonly shipToName: string;
}

export interface ReceivedItem {
  readonly id: string;
  readonly lineNo: number;
  readonly orderId: string;
  readonly productId: string;
  readonly status: string;
  readonly uom: string;
  readonly qtyPerUom: string;
  readonly orderedQty: string;
  readonly overReceiptPct: string;
  /** Accepted and damaged less returned, in base units: what counts as received. */
  readonly keptBase: string;
  readonly destinationId: string | null;
}

export interface ReceivedProduct {
  readonly id: string;
  readonly sku: string;
  readonly baseUom: string;
  readonly trackingMode: string;
  readonly expiryTracked: boolean;
  /** The first day of expiry that is still taken without an override. */
  readonly expiresFrom: string | null;
  readonly packages: readonly { readonly uom: string; readonly quantityInBase: string }[];
}

export interface ReceivingBin {
  readonly id: string;
  readonly kind: string;
}

/** Everything that decides whether a receipt can be posted, read after the order lines were locked. */
export interface ReceivingContext {
  readonly orders: readonly ReceivedOrder[];
  readonly items: readonly ReceivedItem[];
  readonly products: readonly ReceivedProduct[];
  /** The active bins of the location, by code. */
  readonly places: readonly ReceivingBin[];
  readonly hardLimitFactor: string;
  readonly mayOverride: boolean;
}

/** A counted line that may be posted, with everything that follows from it. */
export interface ValidatedLine {
  readonly counted: CountedLine;
  readonly product: ReceivedProduct;
  readonly item: ReceivedItem | null;
  readonly order: ReceivedOrder | null;
  readonly storageLocationId: string;
  readonly damagedStorageLocationId: string | null;
  /** Above the tolerance with this line, in the order line's unit; null when it is not. */
  readonly overQty: string | null;
  readonly isShortDated: boolean;
}

const field = (at: number, name: keyof CountedLine): string => `lines.${at}.${name}`;
const kept = (line: CountedLine): string => add(line.acceptedQty, line.damagedQty);
const refused = (line: CountedLine): string => add(line.damagedQty, line.rejectedQty);
const isSome = (qty: string): boolean => compare(qty, "0") > 0;

/** Why a line of this order takes nothing now; null when goods may come. */
export function orderRefusal(order: ReceivedOrder): Problem | null {
  if (order.onHold)
    return conflict(
      "order_on_hold",
      message("{number} is on hold ({reason}). Release it first.", {
        number: order.number,
        reason: order.holdReason ?? "–",
      }),
    );
  if (inGroup(purchaseOrderFlow, "receivable", order.status) || order.waitsFrom !== null) return null;
  return conflict(
    "order_not_receivable",
    message("{number} is {status}: nothing can be received on it.", {
      number: order.number,
      status: order.status.replaceAll("_", " "),
    }),
  );
}

const closedItem: Readonly<Record<string, string>> = {
  short_closed: "closed short",
  cancelled: "cancelled",
  rejected_by_vendor: "rejected by the vendor",
};

/** Why this line of an order takes nothing more; null when goods may come. */
export function itemRefusal(item: Pick<ReceivedItem, "status" | "lineNo">, orderNumber: string): Problem | null {
  const how = closedItem[item.status];
  return how === undefined
    ? null
    : conflict(
        "order_line_over",
        message("Line {lineNo} of {number} was {how}: nothing can be received on it.", {
          lineNo: item.lineNo,
          number: orderNumber,
          how,
        }),
      );
}

/** Judges a whole receipt; throws the first problem of the order's state, or all problems of the lines together. */
export function validateReceipt(receipt: ReceiptInput, context: ReceivingContext): readonly ValidatedLine[] {
  for (const order of context.orders) {
    const no = orderRefusal(order) ?? wrongSite(order, receipt.locationId);
    if (no) throw no;
  }
  const fields: Record<string, Sentence | string> = {};
  const judged = receipt.lines.map((counted, at) => validateLine(counted, at, context, fields));
  if (Object.keys(fields).length > 0) throw invalid(fields);
  const lines = judged.filter((line) => line !== null); // a line without its facts has left a sentence in `fields`
  return validateQuantities(lines, receipt.overrideReason, context);
}

function wrongSite(order: ReceivedOrder, locationId: string): Problem | null {
  return order.shipToLocationId === locationId
    ? null
    : conflict(
        "wrong_location",
        message("{number} is to be delivered to {location}. Receive it there, or amend the order.", {
          number: order.number,
          location: order.shipToName,
        }),
      );
}

type Marks = Record<string, Sentence | string>;
const notThere = message("Choose one from the list.");

function validateLine(
  counted: CountedLine,
  at: number,
  context: ReceivingContext,
  fields: Marks,
): ValidatedLine | null {
  const product = context.products.find(({ id }) => id === counted.productId);
  const item =
    counted.purchaseOrderItemId === null ? null : context.items.find(({ id }) => id === counted.purchaseOrderItemId);
  const order = item ? context.orders.find(({ id }) => id === item.orderId) : null;
  if (!product) fields[field(at, "productId")] = notThere;
  if (item === undefined || order === undefined) fields[field(at, "purchaseOrderItemId")] = notThere;
  if (!product || item === undefined || order === undefined) return null;
  if (item && order) {
    const no = itemRefusal(item, order.number);
    if (no) throw no;
    if (item.productId !== product.id)
      fields[field(at, "productId")] = message(
        "Line {lineNo} of {number} orders another product. Receive this one as unexpected.",
        { lineNo: item.lineNo, number: order.number },
      );
  }
  if (!isKnownPack(counted, product, item))
    fields[field(at, "uom")] = message("{sku} has no pack {uom} of {count}.", {
      sku: product.sku,
      uom: counted.uom,
      count: counted.qtyPerUom,
    });
  validateTracking(counted, at, product, fields);
  const places = placesFor(counted, at, item, context.places, fields);
  const isShortDated =
    isSome(kept(counted)) &&
    counted.expiryDate !== null &&
    product.expiresFrom !== null &&
    counted.expiryDate < product.expiresFrom;
  return { counted, product, item, order: order ?? null, ...places, overQty: null, isShortDated };
}

function isKnownPack({ uom, qtyPerUom }: CountedLine, product: ReceivedProduct, item: ReceivedItem | null): boolean {
  const packs = [
    { uom: product.baseUom, qtyPerUom: "1" },
    ...(item ? [item] : []),
    ...product.packages.map((pack) => ({ uom: pack.uom, qtyPerUom: pack.quantityInBase })),
  ];
  return packs.some((pack) => pack.uom === uom && compare(pack.qtyPerUom, qtyPerUom) === 0);
}

/** What is tracked has to be said of goods that are kept; rejected goods can always be recorded. */
function validateTracking(counted: CountedLine, at: number, product: ReceivedProduct, fields: Marks): void {
  if (!isSome(kept(counted))) return;
  if (product.trackingMode === "lot" && counted.lotNumber === null)
    fields[field(at, "lotNumber")] = message("{sku} is tracked by lot: scan or type the lot.", { sku: product.sku });
  if (product.expiryTracked && counted.expiryDate === null)
    fields[field(at, "expiryDate")] = message("{sku} expires: scan or type the date.", { sku: product.sku });
}

/** Damaged and rejected goods are kept apart; the rest goes to the bin that was named, that of the order line, or receiving. */
function placesFor(
  counted: CountedLine,
  at: number,
  item: ReceivedItem | null,
  places: readonly ReceivingBin[],
  fields: Marks,
): { storageLocationId: string; damagedStorageLocationId: string | null } {
  const given = counted.storageLocationId === null ? null : places.find(({ id }) => id === counted.storageLocationId);
  if (given === undefined) fields[field(at, "storageLocationId")] = message("Choose a bin of this location.");
  const hasGood = isSome(counted.acceptedQty);
  if (hasGood && given?.kind === "damaged")
    fields[field(at, "storageLocationId")] = message("Accepted goods do not go to a bin for damaged ones.");
  const apart = isSome(refused(counted)) ? apartPlace(counted, hasGood ? null : (given ?? null), places) : null;
  if (apart === "none")
    throw conflict(
      "no_damaged_bin",
      "This location has no bin for damaged or rejected goods. Add one of kind damaged or quarantine first.",
    );
  const good =
    given ?? places.find(({ id }) => id === item?.destinationId) ?? places.find(({ kind }) => kind === "receiving");
  const storageLocationId = hasGood ? good?.id : apart?.id;
  if (storageLocationId === undefined)
    throw conflict("no_receiving_bin", "This location has no bin for received goods. Add one of kind receiving first.");
  return { storageLocationId, damagedStorageLocationId: apart?.id ?? null };
}

function apartPlace(
  counted: CountedLine,
  given: ReceivingBin | null,
  places: readonly ReceivingBin[],
): ReceivingBin | "none" {
  if (given?.kind === "damaged" || given?.kind === "quarantine") return given;
  const wanted = isSome(counted.damagedQty) ? ["damaged", "quarantine"] : ["quarantine", "damaged"];
  return (
    wanted.map((kind) => places.find((place) => place.kind === kind)).find((place) => place !== undefined) ?? "none"
  );
}

/** Tolerance and hard limit, over all lines of the receipt that count towards the same order line. */
function validateQuantities(
  lines: readonly ValidatedLine[],
  overrideReason: string | null,
  { hardLimitFactor, mayOverride }: ReceivingContext,
): readonly ValidatedLine[] {
  const sums = new Map<string, string>();
  const overrides: Record<string, Sentence> = {};
  const judged = lines.map((line, at): ValidatedLine => {
    if (line.isShortDated)
      overrides[field(at, "expiryDate")] = message(
        "{sku} has to last at least until {date}. Reject it, or take it with a reason.",
        { sku: line.product.sku, date: line.product.expiresFrom ?? "" },
      );
    if (!line.item || !line.order) return line;
    const { item, order, counted } = line;
    const before = sums.get(item.id) ?? item.keptBase;
    const after = add(before, multiply(kept(counted), counted.qtyPerUom));
    sums.set(item.id, after);
    const ordered = multiply(item.orderedQty, item.qtyPerUom);
    const words = {
      sum: inUnit(after, item),
      ordered: item.orderedQty,
      uom: item.uom,
      lineNo: item.lineNo,
      number: order.number,
    };
    refuseAbsurd(
      at,
      {
        ordered,
        after,
        thisOne: multiply(add(kept(counted), counted.rejectedQty), counted.qtyPerUom),
        hardLimitFactor,
      },
      { ...words, counted: counted.uom },
    );
    const limit = add(ordered, percent(ordered, item.overReceiptPct));
    if (compare(after, limit) <= 0 || !isSome(kept(counted))) return line;
    overrides[field(at, "acceptedQty")] = message(
      "{sum} {uom} would be taken on line {lineNo} of {number}; {ordered} are ordered, at most {limit} can be taken.",
      { ...words, limit: inUnit(limit, item) },
    );
    const over = subtract(after, compare(before, ordered) > 0 ? before : ordered);
    return { ...line, overQty: inUnit(over, item) };
  });
  if (Object.keys(overrides).length > 0) refuseOverride(overrides, overrideReason, mayOverride);
  return judged;
}

interface QuantityContext {
  ordered: string;
  after: string;
  /** Of this line alone, what was rejected included. */
  thisOne: string;
  hardLimitFactor: string;
}

/** Far more than was ordered is nearly always a unit slip: pieces typed where boxes are asked. No permission helps. */
function refuseAbsurd(
  at: number,
  { ordered, after, thisOne, hardLimitFactor }: QuantityContext,
  words: Record<string, string | number>,
): void {
  const most = multiply(ordered, hardLimitFactor);
  if (compare(after, most) <= 0 && compare(thisOne, most) <= 0) return;
  const sentence = message(
    "That is more than {factor} times the {ordered} {uom} ordered on line {lineNo} of {number}, nearly always a mistaken unit: was it counted in {counted}? If it is true, amend the order first.",
    { ...words, factor: hardLimitFactor },
  );
  throw invalid({ [field(at, "acceptedQty")]: sentence }, sentence, "over_hard_limit");
}

function refuseOverride(overrides: Fields, reason: string | null, mayOverride: boolean): void {
  if (!mayOverride)
    throw invalid(
      overrides,
      "More came than may be taken, or it expires too soon. Reject the surplus, or ask somebody who may take it.",
      "override_not_allowed",
    );
  if (reason === null)
    throw invalid(
      { ...overrides, overrideReason: message("Say why it is taken all the same.") },
      "More came than the tolerance allows, or it expires too soon. Say why it is taken, or reject it.",
      "override_needs_reason",
    );
}

/** Base units in the order line's unit, for sentences and issues: at most six decimals. */
function inUnit(base: string, item: ReceivedItem): string {
  return divide(base, item.qtyPerUom, 6);
}
