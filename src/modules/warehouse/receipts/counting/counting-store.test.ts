import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addEntry, changeCounting, dropCounting, entryOf, readCounting, undoLast } from "./counting-store.web.ts";
import type { Deed } from "./counting.web.ts";

const entry = entryOf("user", "delivery");
const scan: Deed = { kind: "count", how: "scan", line: "line", batch: 0, lot: null, expiry: null, base: "1" } as never; // any deed does
const body = { clientReceiptKey: "key", lines: [] } as never; // what waits is not looked into

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => {
  dropCounting(entry);
  vi.unstubAllGlobals();
});

test("a counting that waits to be sent is not changed: neither a scan nor an undo reaches it", () => {
  addEntry(entry, scan);
  changeCounting(entry, { body });
  const waiting = readCounting(entry);
  addEntry(entry, scan, scan);
  undoLast(entry);
  expect(readCounting(entry)).toEqual(waiting);
  changeCounting(entry, { body: null, refusal: { message: "Too many", fields: {} } });
  addEntry(entry, scan);
  expect(readCounting(entry)?.entries).toHaveLength(2);
});
