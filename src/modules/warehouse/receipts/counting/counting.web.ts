import { add, compare, divide, multiply, subtract } from "#shared/format/money.ts";
import type { ReplyOf } from "#shared/contract/contract.ts";
import { writtenQuantity, type Unit } from "#shared/format/units.ts";
import type { receipts } from "../receipts.contract.ts";

export type Expected = ReplyOf<typeof receipts.expected>;
export type ExpectedLine = Expected["lines"][number];
export type Place = Expected["places"][number];

/** What is wrong with goods; each has its words on the screen and its X12 code on the receipt. */
export const wrongs = { torn: "01", wet: "01", crushed: "01", infested: "04", wrong_lot: "04", other: "01" } as const;
export type Wrong = keyof typeof wrongs;

export interface Product {
  /** Null: goods that no product of the catalogue is. */
  readonly productId: string | null;
  readonly sku: string;
  readonly name: string;
  readonly baseUom: string;
  readonly trackingMode: string;
  readonly expiryTracked: boolean;
}

/** One thing that was done while counting, never changed afterwards; quantities are in base units. */
export type Entry = {
  readonly id: string;
  readonly how: "scan" | "manual";
  readonly line: string;
  readonly batch: number;
  /** What was done with one press is taken back with one. */ readonly press?: string;
} & (
  | {
      readonly kind: "count";
      readonly by: string;
      readonly lot: string | null;
      readonly expiry: string | null;
      readonly product?: Product | undefined;
    }
  | { readonly kind: "set"; readonly counted: string }
  /** A piece by its serial number; a number that was read wrongly goes again. */
  | { readonly kind: "serial"; readonly serial: string; readonly isGone?: boolean }
  | {
      readonly kind: "split";
      readonly damaged: string;
      readonly rejected: string;
      readonly wrong: Wrong | null;
      readonly note: string;
      readonly onPaper: boolean;
    }
  | {
      readonly kind: "label";
      readonly lot?: string | null;
      readonly expiry?: string | null;
      readonly placeId?: string | null;
    }
);
/** An entry before it is kept. */
export type Deed = Entry extends infer One ? (One extends Entry ? Omit<One, "id"> : never) : never;

/** What was counted of one lot; without lots a line has one batch. Accepted is what is neither damaged nor rejected. */
export interface Batch {
  readonly lot: string | null;
  readonly expiry: string | null;
  readonly serials: readonly string[];
  readonly counted: string;
  readonly damaged: string;
  readonly rejected: string;
  readonly wrong: Wrong | null;
  readonly note: string;
  readonly onPaper: boolean;
  readonly placeId: string | null;
  readonly isScanned: boolean;
}

/** One line on the screen: an order line, or goods that are on no order. */
export interface CountLine {
  readonly key: string;
  readonly product: Product;
  /** Null: unexpected. */
  readonly item: ExpectedLine | null;
  /** The unit it is counted in: the order line's, or the base unit once loose pieces were counted or are left over. */
  readonly uom: string;
  readonly qtyPerUom: string;
  readonly batches: readonly Batch[];
  /** The batch that was counted last. */
  readonly current: number;
  /** In base units. */
  readonly counted: string;
  readonly damaged: string;
  readonly rejected: string;
  /** What this delivery was expected to bring and has not brought by an earlier receipt, in base units. */
  readonly due: string;
}

export const emptyBatch: Batch = {
  lot: null,
  expiry: null,
  serials: [],
  counted: "0",
  damaged: "0",
  rejected: "0",
  wrong: null,
  note: "",
  onPaper: false,
  placeId: null,
  isScanned: false,
};
export const isSome = (quantity: string): boolean => compare(quantity, "0") > 0;
export const accepted = (batch: Pick<Batch, "counted" | "damaged" | "rejected">): string =>
  subtract(batch.counted, add(batch.damaged, batch.rejected));

/** The entries without what was done last. */
export function withoutLast(entries: readonly Entry[]): readonly Entry[] {
  const last = entries.at(-1);
  return entries.filter((one) => one !== last && (last?.press === undefined || one.press !== last.press));
}

/** What the counting says by now: the expected lines in their order, then what came without being ordered. */
export function linesOf(expected: Expected, entries: readonly Entry[]): readonly CountLine[] {
  const states = new Map<string, { batches: Batch[]; current: number; product?: Product | undefined }>();
  for (const entry of entries) {
    const state = states.get(entry.line) ?? { batches: [], current: 0 };
    state.batches[entry.batch] = applied(state.batches[entry.batch] ?? emptyBatch, entry);
    for (let at = 0; at < entry.batch; at++) state.batches[at] ??= emptyBatch;
    states.set(entry.line, {
      ...state,
      current: entry.batch,
      product: entry.kind === "count" ? (entry.product ?? state.product) : state.product,
    });
  }
  const ordered = expected.lines.map((item) =>
    lineOf(item.purchaseOrderItemId, item, item, states.get(item.purchaseOrderItemId)),
  );
  const keys = new Set(ordered.map(({ key }) => key));
  const others = [...states].flatMap(([key, state]) =>
    keys.has(key) || !state.product ? [] : [lineOf(key, null, state.product, state)],
  );
  return [...ordered, ...others.filter(({ counted }) => isSome(counted))];
}

function lineOf(
  key: string,
  item: ExpectedLine | null,
  product: Product,
  state?: { batches: readonly Batch[]; current: number },
): CountLine {
  const batches = state?.batches ?? [emptyBatch];
  const sum = (part: "counted" | "damaged" | "rejected") => add(...batches.map((batch) => batch[part]));
  const open = item ? item.openQty : "0";
  const planned = item?.plannedQty ?? null;
  const due = item && inWhole(planned !== null && compare(planned, open) < 0 ? planned : open, item);
  const isWhole =
    item !== null &&
    due !== null &&
    due.isInPacks &&
    batches.every((batch) =>
      [batch.counted, batch.damaged, batch.rejected].every((part) => isWholeIn(part, item.qtyPerUom)),
    );
  return {
    key,
    product,
    item,
    ...(isWhole ? { uom: item.uom, qtyPerUom: item.qtyPerUom } : { uom: product.baseUom, qtyPerUom: "1" }),
    batches,
    current: Math.min(state?.current ?? 0, batches.length - 1),
    counted: sum("counted"),
    damaged: sum("damaged"),
    rejected: sum("rejected"),
    due: due?.base ?? "0",
  };
}

/** A quantity of a line in base units: 36.833333 cartons of 12 are 442, and are no count of cartons. */
function inWhole(qty: string, item: ExpectedLine): { base: string; isInPacks: boolean } {
  const said = writtenQuantity(qty, item, item.baseUom);
  return { base: multiply(said.qty, said.unit.qtyPerUom), isInPacks: said.unit === item };
}

function applied(batch: Batch, entry: Entry): Batch {
  switch (entry.kind) {
    case "count": {
      const counted = atLeast(add(batch.counted, entry.by), add(batch.damaged, batch.rejected));
      return {
        ...batch,
        counted,
        lot: entry.lot ?? batch.lot,
        expiry: entry.expiry ?? batch.expiry,
        isScanned: batch.isScanned || entry.how === "scan",
      };
    }
    case "serial": {
      const others = batch.serials.filter((one) => !sameSerial(one, entry.serial));
      const serials = entry.isGone ? others : [...others, entry.serial];
      return {
        ...batch,
        serials,
        counted: atLeast(batch.counted, String(serials.length)),
        isScanned: batch.isScanned || entry.how === "scan",
      };
    }
    case "set":
      return { ...batch, counted: atLeast(entry.counted, add(batch.damaged, batch.rejected)) };
    case "split":
      return {
        ...batch,
        damaged: entry.damaged,
        rejected: entry.rejected,
        wrong: entry.wrong,
        note: entry.note,
        onPaper: entry.onPaper,
        counted: atLeast(batch.counted, add(entry.damaged, entry.rejected)),
      };
    case "label":
      return {
        ...batch,
        lot: entry.lot === undefined ? batch.lot : entry.lot,
        expiry: entry.expiry === undefined ? batch.expiry : entry.expiry,
        placeId: entry.placeId === undefined ? batch.placeId : entry.placeId,
      };
    default:
      return entry satisfies never;
  }
}

/** Whether a base quantity is so many whole packs; what is ordered by the base unit may be any fraction of it. */
function isWholeIn(base: string, qtyPerUom: string): boolean {
  const packs = divided(base, qtyPerUom);
  return packs !== null && (compare(qtyPerUom, "1") === 0 || !packs.includes("."));
}

export const sameSerial = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
/** Whether that piece was counted already, in whichever batch. */
export const hasSerial = ({ batches }: CountLine, serial: string): boolean =>
  batches.some(({ serials }) => serials.some((one) => sameSerial(one, serial)));

const atLeast = (quantity: string, least: string): string => (compare(quantity, least) < 0 ? least : quantity);

/** Where a scan of this lot and date belongs: its batch, an unlabelled one that is still empty, or a new one. */
export function batchFor(line: CountLine, lot: string | null, expiry: string | null): number {
  const fits = (batch: Batch | undefined) =>
    batch !== undefined && (lot === null || batch.lot === lot) && (expiry === null || batch.expiry === expiry);
  if (fits(line.batches[line.current])) return line.current;
  const same = line.batches.findIndex(fits);
  if (same >= 0) return same;
  const free = line.batches.findIndex((batch) => !isSome(batch.counted) && (batch.lot === null || batch.lot === lot));
  return free >= 0 ? free : line.batches.length;
}

/** `a / b` where six decimals hold it exactly; else null, and the quantity is said in base units. */
export function divided(a: string, b: string): string | null {
  if (compare(b, "0") === 0) return null;
  const quotient = divide(a, b, 6);
  return compare(multiply(quotient, b), a) === 0 ? quotient : null;
}

/** A base quantity as the line's unit says it: `inUnit("40", line)` → `{ qty: "2", uom: "XBX" }`. */
export function inUnit(
  base: string,
  { uom, qtyPerUom, product }: Pick<CountLine, "uom" | "qtyPerUom" | "product">,
): { qty: string; uom: string } {
  const qty = divided(base, qtyPerUom);
  return qty === null ? { qty: base, uom: product.baseUom } : { qty, uom };
}

/** The same with how many base units one of it holds, to be named. */
export function amountOf(base: string, line: Pick<CountLine, "uom" | "qtyPerUom" | "product">): { qty: string } & Unit {
  return { ...inUnit(base, line), qtyPerUom: divided(base, line.qtyPerUom) === null ? "1" : line.qtyPerUom };
}

export interface Pack {
  readonly uom: string;
  readonly perBase: string;
}

/** The packs that plus and minus can count in: the order line's unit, one piece, and the product's packages. */
export function packsOf(line: CountLine): readonly Pack[] {
  const all = [
    ...(line.item ? [{ uom: line.item.uom, perBase: line.item.qtyPerUom }] : []),
    { uom: line.product.baseUom, perBase: "1" },
    ...(line.item?.packages ?? []).map((pack) => ({ uom: pack.uom, perBase: pack.quantityInBase })),
  ];
  return all.filter(
    (pack, at) => all.findIndex((other) => other.uom === pack.uom && compare(other.perBase, pack.perBase) === 0) === at,
  );
}

/** What the toggle of each line says, by the line's key: the place of the pack in `packsOf`. */
export type ChosenPacks = Readonly<Record<string, number>>;

/** The pack that a line is counted in: its order line's unit, until the toggle says another. */
export function chosenPack(line: CountLine, chosen: ChosenPacks): Pack {
  const packs = packsOf(line);
  return packs[chosen[line.key] ?? 0] ?? packs[0] ?? { uom: line.uom, perBase: "1" };
}

/**
 * What one scan of the product's own number counts, in base units: it names no pack, so the toggle decides; pieces with
 * serial numbers come one by one.
 */
export const perSku = (line: CountLine, chosen: ChosenPacks): string =>
  line.product.trackingMode === "serial" ? "1" : chosenPack(line, chosen).perBase;

/** Whether goods of this line count for its order; else they are put aside until the buyer decides. */
export function isPutAside(line: CountLine, expected: Pick<Expected, "orders">): boolean {
  const { item } = line;
  return (
    item === null ||
    item.isOver ||
    expected.orders.some(({ id, canReceive }) => id === item.purchaseOrderId && !canReceive)
  );
}

/** More than the order and its tolerance allow, with this count; in base units, null when not. */
export function overBy(line: CountLine): string | null {
  if (!line.item || line.item.isOver) return null;
  const room = inWhole(subtract(line.item.maxQty, line.item.receivedQty), line.item).base;
  const over = subtract(subtract(line.counted, line.rejected), isSome(room) ? room : "0");
  return isSome(over) ? over : null;
}
