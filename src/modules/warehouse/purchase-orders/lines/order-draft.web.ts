import { compare, divide, multiply, percent, subtract } from "#shared/format/money.ts";
import { unitTyped, type OwnUnitNames } from "#shared/format/unit-names.ts";
import { convertPrice, distinctUnits, isSameUnit, type Unit } from "#shared/format/units.ts";
import { decimalShown, decimalTyped } from "#web/form/fields/decimal.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { lineTotal, orderTotals, type Totals } from "./order-totals.ts";
import type { OrderableProduct, PurchaseOrder } from "../purchase-orders.contract.ts";
import { itemStates } from "./lines.contract.ts";
import type { PaidPrice } from "./paid-prices.contract.ts";

/** A price with what it is for. */
export interface Price extends Unit {
  readonly unitPrice: string;
}

/** One line of the grid, as it is typed. */
export interface DraftLine {
  /** Of the row on the screen; never shown. */
  readonly key: number;
  /** Of the line that is saved already. */
  readonly id: string | null;
  readonly productId: string | null;
  readonly sku: string;
  readonly name: string;
  /** What stands in the product field. */
  readonly text: string;
  readonly units: readonly Unit[];
  readonly baseUom: string;
  /** The product's packs as they are now. */
  readonly packages: readonly Unit[];
  /** The vendor's own price, and whether somebody has confirmed what it is for. */
  readonly offer: OrderableProduct["offer"];
  /** The price that the others are converted from, so that going back to its unit gives it back; null while it is as typed. */
  readonly stated: Price | null;
  /** What the unit and price were before the last change of the unit, to be shown and taken back. */
  readonly before: Pick<DraftLine, "uom" | "qtyPerUom" | "unitPrice" | "stated"> | null;
  /** A price was brought along without its unit, and is taken for the line's. */
  readonly isUnitAssumed: boolean;
  /** What was pasted as a unit and is none of this product. */
  readonly strangeUnit: string;
  /** The unit that was pasted beside a code whose product has still to be looked up; null where nothing has. */
  readonly pastedUnit: string | null;
  /** The pasted code fits no product, and what is most like it. */
  readonly unknown: { readonly code: string; readonly nearest: OrderableProduct | null } | null;
  readonly uom: string;
  readonly qtyPerUom: string;
  readonly orderedQty: string;
  readonly unitPrice: string;
  readonly discountPct: string;
  readonly taxRatePct: string;
  readonly requestedDate: string;
  readonly vendorSku: string | null;
  readonly notes: string | null;
}

export interface DraftCharge {
  readonly key: number;
  readonly type: PurchaseOrder["charges"][number]["type"];
  readonly description: string;
  readonly amount: string;
}

let keys = 0;
const nextKey = (): number => (keys += 1);

export function emptyLine(): DraftLine {
  return {
    key: nextKey(),
    id: null,
    productId: null,
    sku: "",
    name: "",
    text: "",
    units: [],
    baseUom: "",
    packages: [],
    offer: null,
    stated: null,
    before: null,
    isUnitAssumed: false,
    strangeUnit: "",
    pastedUnit: null,
    unknown: null,
    uom: "",
    qtyPerUom: "1",
    orderedQty: "",
    unitPrice: "",
    discountPct: "",
    taxRatePct: "",
    requestedDate: "",
    vendorSku: null,
    notes: null,
  };
}

export function emptyCharge(): DraftCharge {
  return { key: nextKey(), type: "freight", description: "", amount: "" };
}

/** Rows that were kept with what was typed get keys of this screen. */
export const withNewKeys = <Row extends { readonly key: number }>(rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, key: nextKey() }));

const unitOf = ({ uom, qtyPerUom }: Unit): Unit => ({ uom, qtyPerUom });

const wantedOf = ({ items }: PurchaseOrder) => items.filter(({ status }) => !inGroup(itemStates, "dropped", status));

/** The lines of a saved order, as one would have typed them. */
export function linesOf(order: PurchaseOrder, locale: string, items = wantedOf(order)): DraftLine[] {
  const shown = (value: string) => (Number(value) === 0 ? "" : decimalShown(value, locale));
  return items.map((item) => ({
    key: nextKey(),
    id: item.id,
    productId: item.productId,
    sku: item.sku,
    name: item.description,
    text: item.description,
    units: distinctUnits([unitOf(item), ...item.packages, { uom: item.baseUom, qtyPerUom: "1" }]),
    baseUom: item.baseUom,
    packages: item.packages,
    offer: item.isPriceUnitOpen ? { ...unitOf(item), unitPrice: item.unitPrice, isUnitConfirmed: false } : null,
    stated: null,
    before: null,
    isUnitAssumed: false,
    strangeUnit: "",
    pastedUnit: null,
    unknown: null,
    uom: item.uom,
    qtyPerUom: item.qtyPerUom,
    orderedQty: decimalShown(item.orderedQty, locale),
    unitPrice: decimalShown(item.unitPrice, locale),
    discountPct: shown(item.discountPct),
    taxRatePct: shown(item.taxRatePct),
    requestedDate: item.requestedDate === order.requestedDate ? "" : item.requestedDate,
    vendorSku: item.vendorSku,
    notes: item.notes,
  }));
}

export function chargesOf(order: PurchaseOrder | null, locale: string): DraftCharge[] {
  return (order?.charges ?? []).map(({ type, description, amount }) => ({
    key: nextKey(),
    type,
    description: description ?? "",
    amount: decimalShown(amount, locale),
  }));
}

/** The line after a product was chosen: its pack, and its price where it is in the order's currency. */
export function withProduct(
  line: DraftLine,
  product: OrderableProduct,
  { currency, locale }: { currency: string; locale: string },
): DraftLine {
  const base = { uom: product.baseUom, qtyPerUom: "1" };
  const offered = product.offer && product.offer.uom !== base.uom ? [unitOf(product.offer)] : [];
  const isPriced = product.unitPrice !== null && (product.currency === null || product.currency === currency);
  const takesOffer = isPriced && line.unitPrice === "";
  return {
    ...line,
    productId: product.productId,
    sku: product.sku,
    name: product.name,
    text: product.name,
    units: distinctUnits([unitOf(product), ...offered, ...product.packages, base]),
    baseUom: product.baseUom,
    packages: product.packages,
    offer: isPriced ? product.offer : null,
    stated: takesOffer && product.offer ? { ...unitOf(product.offer), unitPrice: product.offer.unitPrice } : null,
    before: null,
    pastedUnit: null,
    unknown: null,
    isUnitAssumed: line.unitPrice !== "" && (product.packages.length > 0 || offered.length > 0),
    uom: product.uom,
    qtyPerUom: product.qtyPerUom,
    orderedQty: line.orderedQty || (product.minOrderQty === null ? "" : decimalShown(product.minOrderQty, locale)),
    unitPrice: line.unitPrice || (isPriced ? decimalShown(product.unitPrice ?? "", locale) : ""),
    vendorSku: product.vendorSku,
  };
}

/** The line in another unit: the price of as many goods as before, from the price that was stated. The quantity stays as it was typed. */
export function withUnit(line: DraftLine, unit: Unit, locale: string): DraftLine {
  if (isSameUnit(line, unit)) return line;
  const typed = decimalTyped(line.unitPrice, locale);
  const changed = { ...line, ...unitOf(unit), isUnitAssumed: false, strangeUnit: "" };
  if (!isDecimal(typed)) return { ...changed, stated: null, before: null };
  const stated = line.stated ?? { ...unitOf(line), unitPrice: typed };
  return {
    ...changed,
    unitPrice: decimalShown(convertPrice(stated.unitPrice, stated, unit).price, locale),
    stated,
    before: { ...unitOf(line), unitPrice: line.unitPrice, stated: line.stated },
  };
}

/** The line as it was before its unit was changed. */
export const withUnitBack = (line: DraftLine): DraftLine => ({ ...line, ...line.before, before: null });

/** The line with a price that somebody types: it is for the line's unit. */
export const withPrice = (line: DraftLine, unitPrice: string): DraftLine => ({
  ...line,
  unitPrice,
  stated: null,
  before: null,
  isUnitAssumed: false,
});

/** The cells of a line in which a number is typed. */
export type NumberCell = "orderedQty" | "unitPrice" | "discountPct" | "taxRatePct";

export const withNumber = (line: DraftLine, cell: NumberCell, text: string): DraftLine =>
  cell === "unitPrice" ? withPrice(line, text) : { ...line, [cell]: text };

/** The line at a price that was paid before, converted to the line's unit, with its discount. */
export function withPaidPrice(line: DraftLine, paid: PaidPrice, locale: string): DraftLine {
  const { price } = convertPrice(paid.unitPrice, paid, line);
  return {
    ...withPrice(line, decimalShown(price, locale)),
    stated: { ...unitOf(paid), unitPrice: paid.unitPrice },
    discountPct: compare(paid.discountPct, "0") === 0 ? "" : decimalShown(paid.discountPct, locale),
  };
}

/** What one unit costs after its discount. */
export const netOf = ({
  unitPrice,
  discountPct,
}: {
  readonly unitPrice: string;
  readonly discountPct: string;
}): string => subtract(unitPrice, percent(unitPrice, discountPct));

/**
 * By how many per cent a line's price is above one that was paid (negative: below), both after their discounts and for the
 * line's unit, to one decimal; null where the line has no price, or nothing was paid.
 */
export function priceChange(line: DraftLine, paid: PaidPrice, locale: string): number | null {
  const [item] = itemsInput([line], locale);
  const before = convertPrice(netOf(paid), paid, line).price;
  if (!item || !isDecimal(item.unitPrice) || !isDecimal(item.discountPct) || compare(before, "0") === 0) return null;
  return Number(divide(multiply(subtract(netOf(item), before), "100"), before, 1));
}

/** The line with the unit of a pasted cell. A price beside it is for that unit; the vendor's is converted. */
export function withPastedUnit(
  line: DraftLine,
  text: string,
  how: { hasPrice: boolean; own: OwnUnitNames; locale: string },
): DraftLine {
  if (text === "" || line.productId === null) return line;
  const typed = unitTyped(text, how.own);
  const fitting = line.units.filter(
    (unit) =>
      (typed?.uom == null || unit.uom === typed.uom) &&
      (typed?.qtyPerUom == null || compare(unit.qtyPerUom, typed.qtyPerUom) === 0),
  );
  const [unit] = fitting;
  if (!typed || !unit || fitting.length > 1) return { ...line, strangeUnit: text };
  return how.hasPrice
    ? { ...line, ...unitOf(unit), isUnitAssumed: false }
    : { ...withUnit(line, unit, how.locale), before: null };
}

/** The price that a line stands for was rounded on its way from the one that was stated. */
export const isRounded = ({ stated, ...line }: DraftLine): boolean =>
  stated !== null && !convertPrice(stated.unitPrice, stated, line).isExact;

/** Whether the line has the vendor's price, and nobody has confirmed what that is for. */
export function isUnitOpen({ offer, ...line }: DraftLine, locale: string): boolean {
  const typed = decimalTyped(line.unitPrice, locale);
  return (
    offer !== null &&
    !offer.isUnitConfirmed &&
    isDecimal(typed) &&
    compare(convertPrice(offer.unitPrice, offer, line).price, typed) === 0
  );
}

export const isBlank = (line: DraftLine): boolean =>
  line.productId === null && line.text.trim() === "" && line.orderedQty === "" && line.unitPrice === "";

/** The lines as the server takes them. */
export function itemsInput(lines: readonly DraftLine[], locale: string) {
  const typed = (text: string, fallback: string) => (text.trim() === "" ? fallback : decimalTyped(text, locale));
  return lines
    .filter((line) => !isBlank(line))
    .map((line) => ({
      ...(line.id === null ? {} : { id: line.id }),
      productId: line.productId ?? "",
      orderedQty: typed(line.orderedQty, ""),
      uom: line.uom || "EA",
      qtyPerUom: line.qtyPerUom,
      unitPrice: typed(line.unitPrice, ""),
      discountPct: typed(line.discountPct, "0"),
      taxRatePct: typed(line.taxRatePct, "0"),
      requestedDate: line.requestedDate || null,
      vendorSku: line.vendorSku,
      notes: line.notes,
    }));
}

export function chargesInput(charges: readonly DraftCharge[], locale: string) {
  return charges
    .filter(({ amount }) => amount.trim() !== "")
    .map(({ type, description, amount }) => ({
      type,
      description: description.trim() || null,
      amount: decimalTyped(amount, locale),
    }));
}

const isDecimal = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

/** A line's total while one types; null while something is missing. The server counts again. */
export function totalOf(line: DraftLine, locale: string): string | null {
  const [item] = itemsInput([line], locale);
  return item && isDecimal(item.orderedQty) && isDecimal(item.unitPrice) && isDecimal(item.discountPct)
    ? lineTotal(item)
    : null;
}

/** The totals of what can be counted so far. */
export function totalsOf(
  lines: readonly DraftLine[],
  charges: readonly DraftCharge[],
  how: { minorUnit: number; locale: string },
): Totals {
  const items = itemsInput(lines, how.locale).filter((item) =>
    [item.orderedQty, item.unitPrice, item.discountPct, item.taxRatePct].every(isDecimal),
  );
  const extra = chargesInput(charges, how.locale).filter(({ amount }) => isDecimal(amount));
  return orderTotals(
    items,
    extra.map((charge) => ({ ...charge, taxRatePct: "0" })),
    how.minorUnit,
  );
}
