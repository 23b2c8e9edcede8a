import { lineTotal, orderTotals, type Totals } from "#shared/money.ts";
import { decimalShown, decimalTyped } from "#web/form/decimal.ts";
import type { OrderableProduct, PurchaseOrder } from "./purchase-orders.contract.ts";

interface Unit {
  readonly uom: string;
  readonly qtyPerUom: string;
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

/** The lines of a saved order, as one would have typed them. */
export function linesOf(order: PurchaseOrder, locale: string): DraftLine[] {
  const shown = (value: string) => (Number(value) === 0 ? "" : decimalShown(value, locale));
  return order.items
    .filter(({ status }) => status !== "cancelled" && status !== "rejected_by_vendor")
    .map((item) => ({
      key: nextKey(),
      id: item.id,
      productId: item.productId,
      sku: item.sku,
      name: item.description,
      text: item.description,
      units: [
        { uom: item.uom, qtyPerUom: item.qtyPerUom },
        ...(item.uom === item.baseUom ? [] : [{ uom: item.baseUom, qtyPerUom: "1" }]),
      ],
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

export function chargesOf(order: PurchaseOrder, locale: string): DraftCharge[] {
  return order.charges.map(({ type, description, amount }) => ({
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
  const units = [
    { uom: product.uom, qtyPerUom: product.qtyPerUom },
    ...product.packages,
    { uom: product.baseUom, qtyPerUom: "1" },
  ];
  const priced = product.unitPrice !== null && (product.currency === null || product.currency === currency);
  return {
    ...line,
    productId: product.productId,
    sku: product.sku,
    name: product.name,
    text: product.name,
    units: units.filter(
      (unit, at) =>
        units.findIndex((other) => other.uom === unit.uom && Number(other.qtyPerUom) === Number(unit.qtyPerUom)) === at,
    ),
    uom: product.uom,
    qtyPerUom: product.qtyPerUom,
    orderedQty: line.orderedQty || (product.minOrderQty === null ? "" : decimalShown(product.minOrderQty, locale)),
    unitPrice: line.unitPrice || (priced ? decimalShown(product.unitPrice ?? "", locale) : ""),
    vendorSku: product.vendorSku,
  };
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

/** A block of cells from a spreadsheet: code, quantity and, if there is a third column, the price. Null for plain text. */
export function pastedRows(text: string): { code: string; orderedQty: string; unitPrice: string }[] | null {
  if (!/[\t\n]/.test(text.trim())) return null;
  return text
    .split(/\r?\n/)
    .map((row) => row.split("\t").map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ""))
    .map(([code = "", orderedQty = "", unitPrice = ""]) => ({ code, orderedQty, unitPrice }));
}
