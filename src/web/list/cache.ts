import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { RouteShape } from "#shared/contract.ts";
import { listsWholeRecords, type Page, type Resource, type Saved, type Total } from "./resource.ts";

type Pages = InfiniteData<Page<Saved>, string | undefined>;
type Query = Readonly<Record<string, unknown>>;

/** Where the pages of a list are kept: `["/api/warehouse/vendors", "list", query]`. */
export function listKey(of: { list: Pick<RouteShape, "path"> }, query?: Query): readonly unknown[] {
  return query ? [of.list.path, "list", query] : [of.list.path, "list"];
}

/** Where one record is kept. */
export function recordKey(of: { list: Pick<RouteShape, "path"> }, id: string): readonly unknown[] {
  return [of.list.path, "one", id];
}

/** Where the history of one record is kept. */
export function historyKey(of: { list: Pick<RouteShape, "path"> }, id: string): readonly unknown[] {
  return [of.list.path, "history", id];
}

/** A new record appears in front of every list that would show it; those that cannot be judged here load again. */
export function recordAdded(client: QueryClient, of: Resource, record: Saved): void {
  client.setQueryData(recordKey(of, record.id), record);
  for (const [key, pages] of client.getQueriesData<Pages>({ queryKey: listKey(of) })) {
    if (!pages || holds(pages, record.id)) continue;
    const belongs = matches(record, queryOfKey(key));
    const isUnknown = belongs === "unknown" || (belongs && !listsWholeRecords(of));
    if (isUnknown) void client.invalidateQueries({ queryKey: key, exact: true });
    if (belongs === true && !isUnknown) client.setQueryData<Pages>(key, withFront(pages, record));
  }
}

/** A changed record is replaced where it stands; one that was archived or restored leaves the lists that no longer show it. */
export function recordChanged(client: QueryClient, of: Resource, record: Saved): void {
  client.setQueryData(recordKey(of, record.id), record);
  void client.invalidateQueries({ queryKey: historyKey(of, record.id) });
  for (const [key, pages] of client.getQueriesData<Pages>({ queryKey: listKey(of) })) {
    if (!pages) continue;
    if (!isShown(record, queryOfKey(key)["archived"])) client.setQueryData<Pages>(key, without(pages, record.id));
    else if (holds(pages, record.id)) client.setQueryData<Pages>(key, replaced(pages, record));
    else void client.invalidateQueries({ queryKey: key, exact: true, refetchType: "none" });
  }
}

/** A removed record leaves every list. */
export function recordRemoved(client: QueryClient, of: Resource, id: string): void {
  client.removeQueries({ queryKey: recordKey(of, id) });
  client.setQueriesData<Pages>({ queryKey: listKey(of) }, (pages) => pages && without(pages, id));
}

/** A record that some loaded list holds already, to be shown while it is read anew. */
export function recordInLists(client: QueryClient, of: Resource, id: string): Saved | undefined {
  if (!listsWholeRecords(of)) return undefined;
  for (const [, pages] of client.getQueriesData<Pages>({ queryKey: listKey(of) })) {
    const found = pages?.pages.flatMap((page) => page.items).find((record) => record.id === id);
    if (found) return found;
  }
  return undefined;
}

/** Whether a record would be in the list of a query, as far as its own fields can tell. */
export function matches(record: Saved, query: Query): boolean | "unknown" {
  const answers = Object.entries(query).map(([name, wanted]) => matchesOne(record, name, wanted));
  if (answers.includes(false)) return false;
  return answers.includes("unknown") ? "unknown" : true;
}

function matchesOne(record: Saved, name: string, wanted: unknown): boolean | "unknown" {
  if (wanted === undefined || wanted === "" || name === "sort" || name === "limit") return true;
  if (name === "archived") return isShown(record, wanted);
  const value: unknown = Reflect.get(record, name);
  if (name === "q" || value === undefined || typeof wanted !== "string") return "unknown";
  if (typeof value === "boolean") return wanted === String(value);
  const [from, until] = wanted.split("..");
  if (until !== undefined) return typeof value === "string" && value.slice(0, 10) >= (from ?? "") && (until === "" || value.slice(0, 10) <= until);
  return wanted.split(",").includes(String(value));
}

function isShown(record: Saved, archived: unknown): boolean {
  if (archived === "with") return true;
  return (record.archivedAt !== null) === (archived === "only");
}

function queryOfKey(key: readonly unknown[]): Query {
  return (key[2] ?? {}) as Query; // listKey put it there
}

function holds(pages: Pages, id: string): boolean {
  return pages.pages.some((page) => page.items.some((record) => record.id === id));
}

function withFront(pages: Pages, record: Saved): Pages {
  return { ...pages, pages: pages.pages.map((page, index) => ({ ...page, items: index === 0 ? [record, ...page.items] : page.items, total: counted(page.total, 1) })) };
}

function replaced(pages: Pages, record: Saved): Pages {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, items: page.items.map((one) => (one.id === record.id ? { ...one, ...record } : one)) })) };
}

function without(pages: Pages, id: string): Pages {
  if (!holds(pages, id)) return pages;
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, items: page.items.filter((record) => record.id !== id), total: counted(page.total, -1) })) };
}

function counted(total: Total | null, change: number): Total | null {
  return total && !total.more ? { ...total, count: total.count + change } : total;
}
