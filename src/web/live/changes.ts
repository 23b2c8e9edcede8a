import type { Query, QueryClient } from "@tanstack/react-query";
import { entityOf } from "#shared/contract/entity.ts";
import { send } from "#web/api/api.ts";
import { holds, isShown, matches, queryOfKey, replaced, withFront, without, type Pages } from "#web/list/data/pages.ts";
import type { Page, Saved } from "#web/list/data/resource.ts";

/** Entity → the ids of its records that changed → when. */
export type Changes = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

type Row = Saved & { readonly createdAt?: string; readonly updatedAt?: string };
type Times = ReadonlyMap<string, ReadonlySet<string>>;

const mostAsked = 50;

/** Brings what others changed to the screen: rows of lists where they stand, all else by loading it again. Reads only what is shown. */
export async function applyChanges(client: QueryClient, changes: Changes): Promise<void> {
  const paths = new Set(
    client
      .getQueryCache()
      .getAll()
      .flatMap(({ queryKey: [path] }) => (typeof path === "string" ? [path] : [])),
  );
  const known = [...paths].filter((path) => changes.has(entityOf(path)));
  await Promise.all(known.map((path) => refreshLists(client, path, changes.get(entityOf(path)) ?? new Map())));
  const ids = new Set([...changes.values()].flatMap((times) => [...times.keys()]));
  const isBelow = (path: unknown) =>
    typeof path === "string" && path.split("/").some((part) => changes.has(entityOf(part)));
  const follows = ({ meta }: Query) => meta?.follows?.some((entity) => changes.has(entity)) === true;
  const isAffected = (query: Query): boolean => {
    const [path, kind] = query.queryKey;
    if (follows(query)) return true;
    if (kind === "list" || isKnown(query, changes)) return false;
    if (kind === "one" || kind === "history") return query.queryKey.some((part) => ids.has(String(part)));
    return isBelow(path) || query.queryKey.some((part) => typeof part === "string" && ids.has(part));
  };
  await client.invalidateQueries({ predicate: isAffected });
}

/** Whether a record was read, or written here, with these very changes: it carries their time. */
function isKnown({ queryKey: [path, kind, id], state }: Query, changes: Changes): boolean {
  if (kind !== "one" || typeof path !== "string" || typeof id !== "string") return false;
  return isUpToDate(state.data as Row | undefined, changes.get(entityOf(path))?.get(id)); // recordKey is the key of one record
}

function isUpToDate(row: Row | undefined, times: ReadonlySet<string> | undefined): boolean {
  return row?.updatedAt !== undefined && times?.size === 1 && times.has(row.updatedAt);
}

async function refreshLists(client: QueryClient, path: string, times: Times): Promise<void> {
  const queryKey = [path, "list"];
  await client.invalidateQueries({ queryKey, type: "inactive", refetchType: "none" });
  const shown = client.getQueryCache().findAll({ queryKey, type: "active" });
  const asked = [...times.keys()].filter((id) =>
    shown.some(({ state }) => !isUpToDate(rowOf(state.data as Pages | undefined, id), times.get(id))),
  ); // listKey is the key of pages
  if (asked.length === 0) return;
  const rows = asked.length > mostAsked ? null : await readRows(path, asked);
  for (const query of shown) {
    const isLoading = query.state.fetchStatus === "fetching"; // with what was there before, perhaps
    if (rows && !isLoading) refreshList(client, query, rows, times);
    else void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

/** By id: the rows as they are now, null for one that is gone. Null for all where that cannot be asked. */
async function readRows(path: string, ids: readonly string[]): Promise<ReadonlyMap<string, Row | null> | null> {
  try {
    const { items } = (await send(
      { method: "GET", path },
      { query: { ids, archived: "with", limit: mostAsked } },
    )) as Page<Row>; // every list with pages answers so
    return new Map(ids.map((id) => [id, items.find((row) => row.id === id) ?? null]));
  } catch {
    return null; // the list loads again, and says itself what is wrong
  }
}

function refreshList(
  client: QueryClient,
  { queryKey, state }: Query,
  rows: ReadonlyMap<string, Row | null>,
  times: Times,
): void {
  let pages = state.data as Pages | undefined; // as above
  let isUncertain = false;
  for (const [id, row] of rows) {
    if (!pages) break;
    const isNew = row?.createdAt !== undefined && times.get(id)?.has(row.createdAt) === true;
    const isWhole = pages.pages.at(-1)?.nextCursor === null;
    if (!row || !isShown(row, queryOfKey(queryKey)["archived"] ?? "without")) pages = without(pages, id);
    else if (holds(pages, id)) pages = replaced(pages, row);
    else if (isNew || isWhole) {
      const belongs = matches(row, queryOfKey(queryKey));
      if (belongs === true) pages = withFront(pages, row);
      isUncertain ||= belongs === "unknown";
    }
  }
  client.setQueryData(queryKey, pages);
  if (isUncertain) void client.invalidateQueries({ queryKey, exact: true });
}

function rowOf(pages: Pages | undefined, id: string): Row | undefined {
  return pages?.pages.flatMap(({ items }) => items).find((row) => row.id === id);
}
