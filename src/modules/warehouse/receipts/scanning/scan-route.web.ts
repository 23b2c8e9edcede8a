import { compare, multiply } from "#shared/format/money.ts";
import { gtinProblem, normaliseGtin } from "#shared/fields/gtin.ts";
import { readScan } from "#shared/format/gs1.ts";
import {
  batchFor,
  isSome,
  perSku,
  type ChosenPacks,
  type CountLine,
  type Deed,
  type Expected,
  type Place,
} from "../counting/counting.web.ts";

/** What a scanned or typed code means here, found without the network. */
export type Found =
  | { readonly kind: "count"; readonly line: CountLine; readonly deed: Deed; readonly by: string }
  | { readonly kind: "label"; readonly line: CountLine; readonly deed: Deed }
  /** A piece by its serial number. */
  | { readonly kind: "serial"; readonly line: CountLine; readonly deed: SerialDeed }
  | { readonly kind: "place"; readonly place: Place }
  /** None of the codes of this delivery; the server may know the product. */
  | { readonly kind: "elsewhere"; readonly code: string }
  | { readonly kind: "refused"; readonly problem: string };

export type SerialDeed = Extract<Deed, { kind: "serial" }>;

interface Here {
  readonly expected: Expected;
  readonly lines: readonly CountLine[];
  /** The line that is open, or was counted last. */
  readonly open: CountLine | null;
  readonly packs: ChosenPacks;
}

/**
 * GTIN, package GTIN, SKU, vendor's SKU, bin, in this order; GS1 element strings bring lot, date and count along. A
 * GTIN says what it counts, a SKU counts what the toggle of its line says.
 */
export function routeScan(code: string, { expected, lines, open, packs }: Here): Found {
  const scan = readScan(code);
  if (scan.kind === "unreadable") return { kind: "refused", problem: scan.problem };
  const data = scan.kind === "gs1" ? scan.data : {};
  const lot = data.lot ?? null;
  const expiry = data.expiryDate ?? data.bestBefore ?? null;
  const key = data.gtin ?? data.contentGtin ?? (scan.kind === "plain" ? scan.code : null);
  if (key === null && data.serial !== undefined && open?.product.trackingMode === "serial")
    return serialOf(open, data.serial, open.current);
  if (key === null)
    return lot !== null || expiry !== null ? labelled(open, { lot, expiry }) : { kind: "elsewhere", code };
  const hits = hitsOf(key, lines, packs);
  const hit = chosen(hits, open);
  if (hit && data.serial !== undefined && hit.line.product.trackingMode === "serial" && hit.line.item)
    return serialOf(hit.line, data.serial, batchFor(hit.line, lot, expiry));
  if (hit) {
    const each =
      data.netKg !== undefined && hit.line.product.baseUom === "KGM"
        ? data.netKg
        : multiply(hit.base, String(data.contentGtin ? (data.count ?? 1) : 1));
    const deed = {
      kind: "count",
      how: "scan",
      line: hit.line.key,
      batch: batchFor(hit.line, lot, expiry),
      by: each,
      lot,
      expiry,
      product: hit.line.item ? undefined : hit.line.product,
    } as const;
    return { kind: "count", line: hit.line, deed, by: each };
  }
  const place =
    scan.kind === "plain"
      ? expected.places.find((one) => same(one.barcode, scan.code) || same(one.code, scan.code))
      : undefined;
  if (place) return { kind: "place", place };
  // What is no code of goods or bins is the number of a piece, where pieces with numbers are counted.
  return open?.product.trackingMode === "serial" && scan.kind === "plain" && isNoGtin(scan.code)
    ? serialOf(open, scan.code, open.current)
    : { kind: "elsewhere", code };
}

const isNoGtin = (code: string): boolean => code.length <= 40 && gtinProblem(code) !== null;

const serialOf = (line: CountLine, serial: string, batch: number): Found => ({
  kind: "serial",
  line,
  deed: { kind: "serial", how: "scan", line: line.key, batch, serial },
});

function labelled(line: CountLine | null, { lot, expiry }: { lot: string | null; expiry: string | null }): Found {
  if (!line) return { kind: "elsewhere", code: "" };
  return {
    kind: "label",
    line,
    deed: {
      kind: "label",
      how: "scan",
      line: line.key,
      batch: line.current,
      ...(lot === null ? {} : { lot }),
      ...(expiry === null ? {} : { expiry }),
    },
  };
}

interface Hit {
  readonly line: CountLine;
  /** What one scan stands for, in base units. */
  readonly base: string;
}

/** The first kind of code that knows it answers, as on the server. */
function hitsOf(code: string, lines: readonly CountLine[], packs: ChosenPacks): readonly Hit[] {
  const gtin = gtinProblem(code) === null ? normaliseGtin(code) : null;
  const kinds: readonly ((line: CountLine) => string | undefined)[] = [
    ({ item }) => (gtin !== null && item?.gtin === gtin ? "1" : undefined),
    ({ item }) => (gtin === null ? undefined : item?.packages.find((pack) => pack.gtin === gtin)?.quantityInBase),
    (line) => (same(line.product.sku, code) ? perSku(line, packs) : undefined),
    ({ item }) => (same(item?.vendorSku ?? null, code) ? item?.qtyPerUom : undefined),
  ];
  for (const baseOf of kinds) {
    const hits = lines.flatMap((line) => {
      const base = baseOf(line);
      return base === undefined ? [] : [{ line, base }];
    });
    if (hits.length > 0) return hits;
  }
  return [];
}

/** The line that is open here, else the one that is due first and not full yet; the lines come in that order. */
function chosen(hits: readonly Hit[], open: CountLine | null): Hit | undefined {
  const isFree = ({ line }: Hit) => !isSome(line.due) || compare(line.counted, line.due) < 0;
  return (
    hits.find((hit) => hit.line.key === open?.key && isFree(hit)) ??
    hits.find(isFree) ??
    hits.find(({ line }) => line.key === open?.key) ??
    hits[0]
  );
}

const same = (one: string | null, other: string): boolean => one !== null && one.toLowerCase() === other.toLowerCase();
