import type { QueryClient } from "@tanstack/react-query";
import type { RouteShape } from "#shared/contract/contract.ts";
import { holds, isShown, matches, queryOfKey, replaced, withFront, without, type Pages, type Query } from "./pages.ts";
import { isRowOfRecord, listsWholeRecords, type Resource, type Saved } from "./resource.ts";

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
    if (belongs === true && isRowOfRecord(of)) client.setQueryData<Pages>(key, withFront(pages, record));
    else if (belongs) void client.invalidateQueries({ queryKey: key, exact: true });
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
  const lists = client.getQueriesData<Pages>({ queryKey: listKey(of) });
  const pages = lists.flatMap(([, loaded]) => loaded?.pages ?? []);
  return pages.flatMap(({ items }) => items).find((record) => record.id === id);
}
