import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { call } from "#web/api/api.ts";
import { asProblem } from "#web/api/problem.ts";
import { listKey } from "./cache.ts";
import { rowsOf } from "./pages.ts";
import type { ListQuery, Page, RecordOf, Resource } from "./resource.ts";

/** A list, page by page as it is scrolled: `const { records, total, loadMore } = useList(vendors, { status: "active" })`. */
export function useList<R extends Resource>(of: R, query: ListQuery<R>, enabled = true) {
  const result = useInfiniteQuery({
    queryKey: listKey(of, query as Record<string, unknown>), // a query is always an object of plain values
    queryFn: async ({ pageParam, signal }) => {
      // the query plus its own cursor
      const page = await call(of.list, { query: { ...(query as object), cursor: pageParam } as never, signal });
      return page as Page<RecordOf<R>>; // list and read reply with the same record
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled,
    meta: { quiet: true, follows: of.list.reads },
  });
  return {
    records: rowsOf(result.data?.pages ?? []),
    total: result.data?.pages[0]?.total ?? null,
    isFirstLoad: result.isPending,
    /** Shows what was there before, while the new query is answered. */
    isStale: result.isPlaceholderData,
    problem: result.error ? asProblem(result.error) : null,
    updatedAt: result.dataUpdatedAt,
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    /** The next page did not come; it is not asked for again by itself. */
    hasFailedMore: result.isFetchNextPageError,
    loadMore: () =>
      void (result.hasNextPage && !result.isFetching && !result.isFetchNextPageError && result.fetchNextPage()),
    retryMore: () => void result.fetchNextPage(),
    retry: () => void result.refetch(),
  };
}
