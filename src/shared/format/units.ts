import { add, compare, divide, multiply, round, subtract } from "./money.ts";

/** A unit that goods are counted or priced in, and how many base units one of it holds: a snapshot, packs may change later. */
export interface Unit {
  readonly uom: string;
  readonly qtyPerUom: string;
}

/** Decimals that a unit price is kept with: what a converted price is rounded to. */
export const priceDecimals = 6;

export const isSameUnit = (a: Unit, b: Unit): boolean => a.uom === b.uom && compare(a.qtyPerUom, b.qtyPerUom) === 0;

/** A unit as a key: `XCT 12`, however many zeros follow. */
export const unitKey = ({ uom, qtyPerUom }: Unit): string => `${uom} ${multiply(qtyPerUom, "1")}`;

/** Units that are counted in whole pieces: pieces, pairs, sets, dozens, and packages (Rec 21, with an X before them). */
const isCounted = (uom: string): boolean =>
  ["EA", "C62", "PCE", "H87", "NMB", "PR", "SET", "DZN"].includes(uom) || /^X[A-Z0-9]{2}$/.test(uom);

/** Half a piece of goods that are counted in whole ones: half a carton of 12 is none, half a carton of 3 is. */
export function isBrokenPiece(qty: string, { qtyPerUom }: Pick<Unit, "qtyPerUom">, baseUom: string): boolean {
  return isCounted(baseUom) && multiply(qty, qtyPerUom).includes(".");
}

/** Each unit once, the first of equals. */
export function distinctUnits<U extends Unit>(units: readonly U[]): U[] {
  return units.filter((unit, at) => units.findIndex((other) => isSameUnit(other, unit)) === at);
}

/** A pack that the product has otherwise now, or not at all: null where it is as it was. Lines and offers keep theirs. */
export function packNow(unit: Unit, packages: readonly Unit[], baseUom: string): { now: string | null } | null {
  if (unit.uom === baseUom || packages.some((pack) => isSameUnit(pack, unit))) return null;
  return { now: packages.find(({ uom }) => uom === unit.uom)?.qtyPerUom ?? null };
}

/**
 * So many of a pack as people say it: a part of a pack is said in base units, 0.833333 of a carton of 12 as 10 pieces.
 */
export function spokenQuantity(qty: string, unit: Unit, baseUom: string): { qty: string; unit: Unit } {
  const isWhole = compare(qty, round(qty, 0)) === 0;
  return isWhole || unit.uom === baseUom ? { qty, unit } : inBase(qty, unit, baseUom);
}

/**
 * So many of a unit as somebody wrote it, with three decimals at most; what has more came of a division, and is said in base
 * units: 22.5 tonnes stay, 1.916666 cartons of 12 are 23 pieces.
 */
export function writtenQuantity(qty: string, unit: Unit, baseUom: string): { qty: string; unit: Unit } {
  return compare(qty, round(qty, 3)) === 0 ? { qty, unit } : spokenQuantity(qty, unit, baseUom);
}

/** Quantities that stand beside each other: all in base units where one of them is said so. */
export function writtenTogether(
  quantities: readonly string[],
  unit: Unit,
  baseUom: string,
): { unit: Unit; in: (qty: string) => string } {
  const isWritten = quantities.every((qty) => writtenQuantity(qty, unit, baseUom).unit === unit);
  if (isWritten) return { unit, in: (qty) => qty };
  return { unit: { uom: baseUom, qtyPerUom: "1" }, in: (qty) => inBase(qty, unit, baseUom).qty };
}

/** Six decimals hold a third of a pack not quite: what they lack of a whole number of base units is no part of one. */
function inBase(qty: string, { qtyPerUom }: Unit, baseUom: string): { qty: string; unit: Unit } {
  const base = multiply(qty, qtyPerUom);
  const whole = round(base, 0);
  const lost = multiply(qtyPerUom, "0.000001");
  const isWhole = compare(subtract(base, whole), lost) <= 0 && compare(subtract(whole, base), lost) <= 0;
  return { qty: isWhole ? whole : multiply(round(base, 4), "1"), unit: { uom: baseUom, qtyPerUom: "1" } };
}

/**
 * The same price for another unit: 10 per piece is 120 per carton of 12. `isExact` is false where it had to be rounded
 * to the six decimals of a price, which whoever sees it has to be told.
 */
export function convertPrice(price: string, from: Unit, to: Unit): { price: string; isExact: boolean } {
  const whole = multiply(price, to.qtyPerUom);
  const converted = divide(whole, from.qtyPerUom, priceDecimals);
  return { price: converted, isExact: compare(multiply(converted, from.qtyPerUom), whole) === 0 };
}

/** As many goods, counted in another unit; rounded up, so that an amount to order at least stays one. */
export function convertAtLeast(qty: string, from: Unit, to: Unit): string {
  const whole = multiply(qty, from.qtyPerUom);
  const converted = divide(whole, to.qtyPerUom, 6);
  return compare(multiply(converted, to.qtyPerUom), whole) < 0 ? add(converted, "0.000001") : converted;
}
