import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { z } from "zod";
import { listKey, recordAdded, recordChanged, recordInLists, recordRemoved } from "./cache.ts";
import { matches } from "./pages.ts";
import type { Resource, Saved } from "./resource.ts";

const thing = z.object({ id: z.string() });
// The cache reads nothing else of it.
const of = {
  list: { path: "/api/things", reply: z.object({ items: z.array(thing) }) },
  read: { reply: thing },
} as unknown as Resource;
const rowsOf = (row: z.ZodObject) =>
  ({ ...of, list: { ...of.list, reply: z.object({ items: z.array(row) }) } }) as unknown as Resource;
/** Its list says of each record what the record itself does not. */
const withRows = rowsOf(z.object({ id: z.string(), openOrders: z.number() }));
/** Its list says less of each than the record does. */
const withShortRows = rowsOf(z.object({ id: z.string() }));

interface Thing extends Saved {
  name: string;
  status: string;
}

const aThing = (id: string, over: Partial<Thing> = {}): Thing => ({
  id,
  version: 1,
  archivedAt: null,
  name: `Thing ${id}`,
  status: "active",
  ...over,
});

function clientWith(
  query: Record<string, string>,
  ...items: Thing[]
): { client: QueryClient; shown: () => string[]; total: () => number } {
  const client = new QueryClient();
  const read = () =>
    client.getQueryData<{ pages: { items: Thing[]; total: { count: number } }[] }>(listKey(of, query))!;
  client.setQueryData(listKey(of, query), {
    pages: [{ items, nextCursor: null, total: { count: items.length, more: false } }],
    pageParams: [undefined],
  });
  return {
    client,
    shown: () => read().pages.flatMap((page) => page.items.map((item) => item.name)),
    total: () => read().pages[0]!.total.count,
  };
}

test("a new record appears in front and is counted", () => {
  const { client, shown, total } = clientWith({ sort: "name" }, aThing("1"));
  recordAdded(client, of, aThing("2"));
  expect(shown()).toEqual(["Thing 2", "Thing 1"]);
  expect(total()).toBe(2);
});

test("a new record stays out of a list whose filter it does not pass", () => {
  const { client, shown } = clientWith({ status: "blocked,closed" }, aThing("1", { status: "blocked" }));
  recordAdded(client, of, aThing("2"));
  expect(shown()).toEqual(["Thing 1"]);
});

test("a changed record is replaced in place", () => {
  const { client, shown } = clientWith({}, aThing("1"), aThing("2"));
  recordChanged(client, of, aThing("2", { name: "Renamed", version: 2 }));
  expect(shown()).toEqual(["Thing 1", "Renamed"]);
});

test("an archived record leaves the list and is not counted any more", () => {
  const { client, shown, total } = clientWith({}, aThing("1"), aThing("2"));
  recordChanged(client, of, aThing("1", { archivedAt: "2026-11-20T10:00:00.000Z" }));
  expect(shown()).toEqual(["Thing 2"]);
  expect(total()).toBe(1);
});

test("a removed record leaves every list", () => {
  const { client, shown } = clientWith({ archived: "with" }, aThing("1"), aThing("2"));
  recordRemoved(client, of, "2");
  expect(shown()).toEqual(["Thing 1"]);
});

test("a list with rows of its own loads again for a new record, and is no place to look for whole ones", () => {
  const { client, shown } = clientWith({}, aThing("1"));
  recordAdded(client, withRows, aThing("2"));
  expect(shown()).toEqual(["Thing 1"]);
  expect(client.getQueryState(listKey(of, {}))?.isInvalidated).toBe(true);
  expect(recordInLists(client, withRows, "1")).toBeUndefined();
  expect(recordInLists(client, of, "1")).toMatchObject({ name: "Thing 1" });
});

test("a new record stands in front at once where a row says no more than it, though rows are no whole records", () => {
  const { client, shown } = clientWith({}, aThing("1"));
  recordAdded(client, withShortRows, aThing("2"));
  expect(shown()).toEqual(["Thing 2", "Thing 1"]);
  expect(recordInLists(client, withShortRows, "1")).toBeUndefined();
});

test("whether a record belongs is judged by its own fields only", () => {
  const thing = { ...aThing("1"), neededOn: "2026-11-24", urgent: true };
  expect(matches(thing, { neededOn: "2026-11-20..2026-11-24" })).toBe(true);
  expect(matches(thing, { neededOn: "2026-11-25.." })).toBe(false);
  expect(matches(thing, { urgent: "true" })).toBe(true);
  expect(matches(thing, { q: "thing" })).toBe("unknown");
  expect(matches(thing, { vendorId: "7" })).toBe("unknown");
  expect(matches(thing, { vendorId: "7", status: "closed" })).toBe(false);
});
