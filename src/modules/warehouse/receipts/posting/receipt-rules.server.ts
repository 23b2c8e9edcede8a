import { add, compare, divide, multiply, percent, subtract } from "#shared/format/money.ts";
import {
  conflict,
  invalid,
  message,
  type Fields,
  type Sentence,
  type SentenceValue,
} from "#shared/contract/problem.ts";
import type { ReceiptInput } from "../receipts.contract.ts";
import type {
  CountedLine,
  ReceivedItem,
  ReceivedProduct,
  ReceivingBin,
  ReceivingContext,
  ValidatedLine,
} from "./received.server.ts";
import { whySetAside } from "./set-aside.server.ts";
import { binsAside, binsForGood, nearestBin, unreadOf } from "../where-goods-go.ts";

const field = (at: number, name: keyof CountedLine): string => `lines.${at}.${name}`;
const kept = (line: CountedLine): string => add(line.acceptedQty, line.damagedQty);
const all = (line: CountedLine): string => add(kept(line), line.rejectedQty);
const refused = (line: CountedLine): string => add(line.damagedQty, line.rejectedQty);
const isSome = (qty: string): boolean => compare(qty, "0") > 0;

/** Judges a whole receipt; throws all problems of its lines together. What no order takes is put aside, and never refused. */
export function validateReceipt(receipt: ReceiptInput, context: ReceivingContext): readonly ValidatedLine[] {
  const fields: Record<string, Sentence | string> = {};
  const judged = receipt.lines.map((counted, at) => validateLine(counted, at, { ...context, ...receipt }, fields));
  if (Object.keys(fields).length > 0) throw invalid(fields);
  const lines = judged.filter((line) => line !== null); // a line without its facts has left a sentence in `fields`
  refuseRepeatedSerials(lines);
  return validateQuantities(lines, receipt.overrideReason, context);
}

type Marks = Record<string, Sentence | string>;
const notThere = message("Choose one from the list.");

function validateLine(
  counted: CountedLine,
  at: number,
  context: ReceivingContext & { readonly locationId: string },
  fields: Marks,
): ValidatedLine | null {
  const product = context.products.find(({ id }) => id === counted.productId) ?? null;
  const item =
    counted.purchaseOrderItemId === null ? null : context.items.find(({ id }) => id === counted.purchaseOrderItemId);
  const order = item ? context.orders.find(({ id }) => id === item.orderId) : null;
  if (!product && counted.productId !== null) fields[field(at, "productId")] = notThere;
  if (item === undefined || order === undefined) fields[field(at, "purchaseOrderItemId")] = notThere;
  if ((!product && counted.productId !== null) || item === undefined || order === undefined) return null;
  const aside = whySetAside(counted, item, { order, locationId: context.locationId });
  if (item && order && item.productId !== counted.productId)
    fields[field(at, "productId")] = message(
      "Line {lineNo} of {number} orders another product. Receive this one as unexpected.",
      { lineNo: item.lineNo, number: order.number },
    );
  if (product && !isKnownPack(counted, product, item))
    fields[field(at, "uom")] = message("{sku} has no {unit}.", {
      sku: product.sku,
      unit: { uom: counted.uom, qtyPerUom: counted.qtyPerUom, baseUom: product.baseUom },
    });
  if (compare(String(counted.serialNumbers.length), multiply(all(counted), counted.qtyPerUom)) > 0)
    fields[field(at, "serialNumbers")] = message("{count} serial numbers are given for fewer pieces. Count again.", {
      count: counted.serialNumbers.length,
    });
  const unread = product && !aside && isSome(kept(counted)) ? unreadOf(product, counted) : [];
  const places = aside
    ? placesApart(counted, at, context.places, fields)
    : placesFor(counted, at, { item, product, isUnread: unread.length > 0, places: context.places }, fields);
  const isShortDated =
    !aside &&
    isSome(kept(counted)) &&
    counted.expiryDate !== null &&
    product?.expiresFrom != null &&
    counted.expiryDate < product.expiresFrom;
  const whose = { product, order, claimed: aside ? item : null, item: aside ? null : item };
  return { counted, ...whose, ...places, aside, over: null, isShortDated, unread };
}

function isKnownPack({ uom, qtyPerUom }: CountedLine, product: ReceivedProduct, item: ReceivedItem | null): boolean {
  const packs = [
    { uom: product.baseUom, qtyPerUom: "1" },
    ...(item ? [item] : []),
    ...product.packages.map((pack) => ({ uom: pack.uom, qtyPerUom: pack.quantityInBase })),
  ];
  return packs.some((pack) => pack.uom === uom && compare(pack.qtyPerUom, qtyPerUom) === 0);
}

/** A piece stands on one line only. That some could not be read is a fact, and is flagged instead. */
function refuseRepeatedSerials(lines: readonly ValidatedLine[]): void {
  const seen = new Set<string>();
  const fields: Marks = {};
  for (const [at, { counted }] of lines.entries())
    for (const serial of counted.serialNumbers) {
      const key = `${counted.productId ?? counted.describedAs ?? ""} ${serial.toLowerCase()}`;
      if (seen.has(key))
        fields[field(at, "serialNumbers")] = message("{serial} stands on another line of this receipt, too.", {
          serial,
        });
      seen.add(key);
    }
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** Damaged and rejected goods are kept apart; the rest goes to the bin that was named, or where such goods usually go. */
function placesFor(
  counted: CountedLine,
  at: number,
  {
    item,
    product,
    isUnread,
    places,
  }: {
    readonly item: ReceivedItem | null;
    readonly product: ReceivedProduct | null;
    readonly isUnread: boolean;
    readonly places: readonly ReceivingBin[];
  },
  fields: Marks,
): { storageLocationId: string; damagedStorageLocationId: string | null } {
  const given = counted.storageLocationId === null ? null : places.find(({ id }) => id === counted.storageLocationId);
  if (given === undefined) fields[field(at, "storageLocationId")] = message("Choose a bin of this location.");
  const hasGood = isSome(counted.acceptedQty);
  if (hasGood && given?.kind === "damaged")
    fields[field(at, "storageLocationId")] = message("Accepted goods do not go to a bin for damaged ones.");
  const apart = isSome(refused(counted)) ? apartPlace(counted, hasGood ? null : (given ?? null), places) : null;
  const good = binsForGood(places, {
    isInspected: isUnread || product?.inspectionRequired === true,
    wantedId: item?.destinationId ?? null,
  });
  if (hasGood && good.isInspectedFirst && given && !good.places.includes(given))
    fields[field(at, "storageLocationId")] = message(
      isUnread
        ? "Of {sku} nobody knows the lot or the date: choose a bin for inspection or quarantine, or name none."
        : "{sku} has to be inspected first: choose a bin for inspection or quarantine, or name none.",
      { sku: product?.sku ?? "" },
    );
  const storageLocationId = hasGood ? (given ?? good.usual)?.id : apart?.id;
  if (storageLocationId === undefined)
    throw conflict("no_receiving_bin", "This location has no bin for received goods. Add one of kind receiving first.");
  return { storageLocationId, damagedStorageLocationId: apart?.id ?? null };
}

/** What is put aside goes to quarantine whole, or, where a location has no such bin, as near to it as there is. */
function placesApart(
  counted: CountedLine,
  at: number,
  places: readonly ReceivingBin[],
  fields: Marks,
): { storageLocationId: string; damagedStorageLocationId: string | null } {
  const given = counted.storageLocationId === null ? null : places.find(({ id }) => id === counted.storageLocationId);
  if (given === undefined) fields[field(at, "storageLocationId")] = message("Choose a bin of this location.");
  const bins = binsAside(places);
  const aside = given && bins.places.includes(given) ? given : thereIs(bins.usual);
  return { storageLocationId: aside.id, damagedStorageLocationId: isSome(refused(counted)) ? aside.id : null };
}

function apartPlace(counted: CountedLine, given: ReceivingBin | null, places: readonly ReceivingBin[]): ReceivingBin {
  if (given?.kind === "damaged" || given?.kind === "quarantine") return given;
  return thereIs(
    nearestBin(isSome(counted.damagedQty) ? ["damaged", "quarantine"] : ["quarantine", "damaged"], places),
  );
}

function thereIs(bin: ReceivingBin | undefined): ReceivingBin {
  if (!bin) throw conflict("no_receiving_bin", message("This location has no bins. Add one of kind quarantine first."));
  return bin;
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
        { sku: line.product?.sku ?? "", date: line.product?.expiresFrom ?? "" },
      );
    if (!line.item || !line.order) return line;
    const { item, order, counted } = line;
    const before = sums.get(item.id) ?? item.keptBase;
    const after = add(before, multiply(kept(counted), counted.qtyPerUom));
    sums.set(item.id, after);
    const ordered = multiply(item.orderedQty, item.qtyPerUom);
    const owed = subtract(ordered, item.creditedBase);
    const unit = { uom: item.uom, qtyPerUom: item.qtyPerUom, baseUom: line.product?.baseUom ?? null };
    const words = {
      sum: { ...unit, qty: inUnit(after, item) },
      ordered: { ...unit, qty: item.orderedQty },
      lineNo: item.lineNo,
      number: order.number,
    };
    refuseAbsurd(
      at,
      {
        ordered,
        after,
        thisOne: multiply(kept(counted), counted.qtyPerUom),
        hardLimitFactor,
      },
      { ...words, counted: { ...unit, uom: counted.uom, qtyPerUom: counted.qtyPerUom } },
    );
    const limit = add(owed, percent(ordered, item.overReceiptPct));
    if (compare(after, limit) <= 0 || !isSome(kept(counted))) return line;
    const most = { ...words, limit: { ...unit, qty: inUnit(limit, item) } };
    overrides[field(at, "acceptedQty")] = isSome(item.creditedBase)
      ? message(
          "{sum} would be taken on line {lineNo} of {number}; {ordered} are ordered, {credited} of them credited, at most {limit} can be taken.",
          { ...most, credited: { ...unit, qty: inUnit(item.creditedBase, item) } },
        )
      : message(
          "{sum} would be taken on line {lineNo} of {number}; {ordered} are ordered, at most {limit} can be taken.",
          most,
        );
    const over = subtract(after, compare(before, owed) > 0 ? before : owed);
    return { ...line, over: exactly(over, item, line.product) };
  });
  if (Object.keys(overrides).length > 0) refuseOverride(overrides, overrideReason, mayOverride);
  return judged;
}

interface QuantityContext {
  ordered: string;
  after: string;
  /** Of this line alone; what was rejected is never too much to be told. */
  thisOne: string;
  hardLimitFactor: string;
}

/** Far more than was ordered is nearly always a unit slip: pieces typed where boxes are asked. No permission helps. */
function refuseAbsurd(
  at: number,
  { ordered, after, thisOne, hardLimitFactor }: QuantityContext,
  words: Readonly<Record<string, SentenceValue>>,
): void {
  const most = multiply(ordered, hardLimitFactor);
  if (compare(after, most) <= 0 && compare(thisOne, most) <= 0) return;
  const sentence = message(
    "That is more than {factor} times the {ordered} ordered on line {lineNo} of {number}, nearly always a mistaken unit: was it counted by the {counted}? If true, count the rest as unexpected.",
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

/** In the order line's unit, or, where that would round it, in the product's own. */
function exactly(
  base: string,
  item: ReceivedItem,
  product: ReceivedProduct | null,
): NonNullable<ValidatedLine["over"]> {
  const quantity = inUnit(base, item);
  const isExact = compare(multiply(quantity, item.qtyPerUom), base) === 0;
  return isExact || !product
    ? { quantity, uom: item.uom, qtyPerUom: item.qtyPerUom }
    : { quantity: base, uom: product.baseUom, qtyPerUom: "1" };
}

/** Base units in the order line's unit, for sentences and issues: at most six decimals. */
function inUnit(base: string, item: ReceivedItem): string {
  return divide(base, item.qtyPerUom, 6);
}
