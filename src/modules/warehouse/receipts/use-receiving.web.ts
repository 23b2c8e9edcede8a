import { useQuery } from "@tanstack/react-query";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { add, compare, multiply } from "#shared/format/money.ts";
import { call } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { asProblem } from "#web/api/problem.ts";
import { products, type CodeMatch, type FoundByCode } from "../products/products.contract.ts";
import { acceptedAsExpected } from "./counting/accept-expected.web.ts";
import { addEntry, keepExpected, keptExpected, readCounting, undoLast } from "./counting/counting-store.web.ts";
import { useCounting } from "./counting/use-counting.web.ts";
import { whyNotThere } from "./counting/bins.web.ts";
import {
  amountOf,
  batchFor,
  emptyBatch,
  hasSerial,
  isPutAside,
  linesOf,
  perSku,
  type ChosenPacks,
  type CountLine,
  type Deed,
  type Entry,
  type Expected,
  type Product,
} from "./counting/counting.web.ts";
import { routeScan, type SerialDeed } from "./scanning/scan-route.web.ts";
import { receipts } from "./receipts.contract.ts";
import { signal } from "./scanning/signals.web.ts";

/** What the last scan came to, in words beside the sound. */
export interface ScanOutcome {
  readonly result: "ok" | "again" | "error";
  readonly title: string;
  readonly text: string;
  /** Products of which the code may be one. */
  readonly choices?: readonly CodeMatch[];
  /** A code that no product has: what lies there can be counted all the same. */
  readonly unknown?: string;
  readonly canUndo: boolean;
}

/**
 * Counting one delivery: what is expected, what was counted, and what a scan does. Works without the network once the
 * delivery was read.
 */
export function useReceiving(deliveryId: string, openKey: string | null, onOpen: (key: string) => void) {
  const { t, i18n } = useLingui();
  const units = useUnits();
  const { entry, counting, isKept } = useCounting(deliveryId);
  const [scanned, setHeard] = useState<ScanOutcome | null>(null);
  const [packs, setPacks] = useState<ChosenPacks>({});
  const asked = useQuery({
    queryKey: [receipts.expected.path, deliveryId],
    queryFn: async ({ signal: abort }) => {
      const fresh = await call(receipts.expected, { query: { deliveryScheduleId: deliveryId }, signal: abort });
      const merged = withCounted(fresh, keptExpected(entry), readCounting(entry)?.entries ?? []);
      keepExpected(entry, merged);
      return merged;
    },
    meta: { quiet: true, follows: receipts.expected.reads },
    staleTime: 30_000,
  });
  const expected = asked.data ?? keptExpected(entry);
  const entries = counting?.entries ?? [];
  const lines = expected ? linesOf(expected, entries) : [];
  const open = lines.find(({ key }) => key === (openKey ?? entries.at(-1)?.line)) ?? null;

  const tell = (next: ScanOutcome) => {
    signal(next.result);
    setHeard(next);
  };
  const fail = (title: string, text: string) => tell({ result: "error", title, text, canUndo: false });
  const keep = (deed: Deed) => {
    addEntry(entry, deed);
    setHeard(null);
  };

  const count = (line: CountLine, deed: Deed, by: string) => {
    addEntry(entry, deed);
    onOpen(line.key);
    const plus = amountOf(by, line);
    const title = `+ ${units.count(plus.qty, plus, line.product.baseUom)}`;
    if (line.item === null)
      return tell({
        result: "error",
        title,
        text: t`${line.product.name} is not on this delivery. It is counted as unexpected.`,
        canUndo: true,
      });
    if (expected && isPutAside(line, expected)) {
      const order = expected.orders.find(({ id }) => id === line.item?.purchaseOrderId);
      const why = order?.why ?? t`Nothing more is expected of this line.`;
      return tell({ result: "again", title, text: t`${line.product.name} is put aside. ${why}`, canUndo: true });
    }
    const isOver = compare(add(line.counted, by), line.due) > 0;
    tell({
      result: isOver ? "again" : "ok",
      title,
      text: isOver ? t`${line.product.name}: more than this delivery was to bring` : line.product.name,
      canUndo: true,
    });
  };

  const countSerial = (line: CountLine, deed: SerialDeed) => {
    const { serial } = deed;
    if (hasSerial(line, serial))
      return tell({ result: "again", title: serial, text: t`This piece was counted already.`, canUndo: false });
    addEntry(entry, deed);
    onOpen(line.key);
    const { serials, counted } = line.batches[deed.batch] ?? emptyBatch;
    const isOneMore = compare(String(serials.length + 1), counted) > 0;
    const isOver = isOneMore && compare(add(line.counted, "1"), line.due) > 0;
    const text = isOver ? t`${line.product.name}: more than this delivery was to bring` : line.product.name;
    tell({ result: isOver ? "again" : "ok", title: serial, text, canUndo: true });
  };

  const countMatch = (match: CodeMatch, scanned: Partial<FoundByCode["scanned"]>) => {
    const known = lines.find(({ product }) => product.productId === match.productId);
    const line = known ?? emptyLine(`u:${match.productId}`, match);
    const { productId, sku, name, baseUom, trackingMode, expiryTracked } = line.product;
    const each = match.by === "sku" ? perSku(line, packs) : match.quantityInBase;
    const by = multiply(each, String(scanned.count ?? 1));
    const [lot, expiry] = [scanned.lot ?? null, scanned.expiryDate ?? scanned.bestBefore ?? null];
    const batch = line.batches.length === 0 ? 0 : batchFor(line, lot, expiry);
    const serial = trackingMode === "serial" ? (scanned.serial ?? null) : null;
    if (serial !== null && hasSerial(line, serial))
      return tell({ result: "again", title: serial, text: t`This piece was counted already.`, canUndo: false });
    const press = newKey();
    count(
      line,
      {
        kind: "count",
        how: "scan",
        line: line.key,
        batch,
        by,
        lot,
        expiry,
        press,
        ...(line.item ? {} : { product: { productId, sku, name, baseUom, trackingMode, expiryTracked } }),
      },
      by,
    );
    if (serial !== null) addEntry(entry, { kind: "serial", how: "scan", line: line.key, batch, serial, press });
  };

  /** Goods of which only the code is known: one of them, put aside. */
  const countUnknown = (code: string) => {
    const key = `x:${code}`;
    const name = t`Unknown goods, ${code}`;
    const product = { productId: null, sku: code, name, baseUom: "EA", trackingMode: "none", expiryTracked: false };
    const line = lines.find((one) => one.key === key) ?? emptyLine(key, product);
    const deed = {
      kind: "count",
      how: "scan",
      line: key,
      batch: 0,
      by: "1",
      lot: null,
      expiry: null,
      product,
    } as const;
    count(line, deed, "1");
  };

  const askServer = async (code: string) => {
    const shown = code.replaceAll("\u001d", " ");
    try {
      const { matches, scanned } = await call(products.findByCode, { query: { code } });
      const different = matches.filter(
        (match, at) => matches.findIndex(({ productId }) => productId === match.productId) === at,
      );
      const [first] = different;
      if (!first)
        return tell({
          result: "error",
          title: t`Unknown code`,
          text: t`No product has ${shown}.`,
          unknown: shown,
          canUndo: false,
        });
      if (different.length === 1) return countMatch(first, scanned);
      tell({
        result: "error",
        title: t`Which one is it?`,
        text: t`Several products have ${shown}.`,
        choices: different,
        canUndo: false,
      });
    } catch (error) {
      const problem = asProblem(error);
      if (problem.isSilent) return;
      fail(
        t`Not on this delivery`,
        problem.code === "offline"
          ? t`Without the network ${shown} can't be looked up. Put it aside and scan it later.`
          : problem.message,
      );
    }
  };

  const scan = (code: string) => {
    if (!expected) return;
    if (counting?.body) return fail(t`Not counted`, t`The receipt waits to be sent. Scan again once it was.`);
    const found = routeScan(code, { expected, lines, open, packs });
    switch (found.kind) {
      case "count":
        return count(found.line, found.deed, found.by);
      case "serial":
        return countSerial(found.line, found.deed);
      case "label":
        addEntry(entry, found.deed);
        onOpen(found.line.key);
        return tell({ result: "ok", title: t`Lot and date`, text: found.line.product.name, canUndo: true });
      case "place":
        if (!open) return fail(found.place.code, t`This is a bin. Scan the goods first.`);
        const why = whyNotThere(found.place, open, expected);
        if (why) return fail(found.place.code, i18n._(notThere(open.product.name)[why]));
        addEntry(entry, { kind: "label", how: "scan", line: open.key, batch: open.current, placeId: found.place.id });
        return tell({ result: "ok", title: t`To bin ${found.place.code}`, text: open.product.name, canUndo: true });
      case "refused":
        return fail(t`Not readable`, i18n._(found.problem));
      case "elsewhere":
        return found.code === ""
          ? fail(t`Only a lot`, t`Scan the goods first, then their lot.`)
          : void askServer(found.code);
      default:
        return found satisfies never;
    }
  };

  const accept = (ready: readonly CountLine[]) => {
    addEntry(entry, ...acceptedAsExpected(ready, newKey()));
    tell({ result: "ok", title: t`Accepted as expected`, text: "", canUndo: true });
  };

  const undo = () => {
    undoLast(entry);
    setHeard({ result: "ok", title: i18n._(msg`Taken back`), text: "", canUndo: false });
  };
  return {
    entry,
    counting,
    isKept,
    expected,
    lines,
    entries,
    packs,
    choosePack: (line: string, pack: number) => setPacks((before) => ({ ...before, [line]: pack })),
    scanned,
    scan,
    keep,
    accept,
    undo,
    countUnknown,
    pick: (match: CodeMatch) => countMatch(match, {}),
    forget: () => setHeard(null),
    problem: asked.error ? asProblem(asked.error) : null,
    retry: () => void asked.refetch(),
  };
}

export type ReceivingState = ReturnType<typeof useReceiving> & { expected: Expected };

/** What is said of a bin to which these goods do not go, by the reason. */
const notThere = (name: string) => ({
  aside: msg`${name} is put aside: scan a bin for quarantine, or none.`,
  unread: msg`Nobody has said the lot or the date of ${name}: scan that first, or a bin for inspection or quarantine.`,
  inspected: msg`${name} has to be inspected first: scan a bin for that.`,
});

/** A line of goods that are on no order of this delivery, before anything was counted. */
const emptyLine = (key: string, product: Product): CountLine => ({
  key,
  product,
  item: null,
  uom: product.baseUom,
  qtyPerUom: "1",
  batches: [],
  current: 0,
  counted: "0",
  damaged: "0",
  rejected: "0",
  due: "0",
});

/** The lines as they are now; one that went meanwhile stays while something was counted on it, for the server to judge. */
function withCounted(fresh: Expected, kept: Expected | null, entries: readonly Entry[]): Expected {
  const gone = (kept?.lines ?? []).filter(
    (line) =>
      entries.some((one) => one.line === line.purchaseOrderItemId) &&
      !fresh.lines.some((one) => one.purchaseOrderItemId === line.purchaseOrderItemId),
  );
  const orders = (kept?.orders ?? []).filter(
    (order) =>
      gone.some((line) => line.purchaseOrderId === order.id) && !fresh.orders.some(({ id }) => id === order.id),
  );
  return { ...fresh, lines: [...fresh.lines, ...gone], orders: [...fresh.orders, ...orders] };
}
