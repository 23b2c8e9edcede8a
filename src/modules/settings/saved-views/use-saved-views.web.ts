import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/api.ts";
import { reloadUser, useMay, useUser } from "#web/api/session.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { namesQuery } from "#web/list/filters/filters.tsx";
import type { ListViewsProps } from "#web/list/view-slot.tsx";
import { asksTheSame, restored, type Search } from "./saved-search.web.ts";
import { savedViews, type SavedView } from "./saved-views.contract.ts";
import { viewParam } from "./view-param.ts";

/** They change where the person is; another machine sees it after this time at the latest. */
const freshMs = 300_000;

/** What the list shows now, as a view holds it. */
export const shownNow = ({ query, columnText }: Pick<ListViewsProps, "query" | "columnText">): Search => ({
  ...query,
  columns: columnText,
});

/** The person's views of a list, and which of them the address says. */
export function useSavedViews(props: ListViewsProps) {
  const { of, ready, filters, columns } = props;
  const { userId } = useUser();
  const { search } = useAddress();
  const { data, isPending } = useQuery({
    queryKey: keyOf(userId),
    queryFn: ({ signal }) => call(savedViews.own, { signal }),
    staleTime: freshMs,
  });
  const views = data?.items.filter(({ list }) => list === of.list.path) ?? [];
  const named = search[viewParam];
  const open = views.find(({ id }) => id === named);
  const gone = useGoneRecords(filters, open);
  const known = { filters: [...filters.map(({ name }) => name), ...(ready ? [ready.filter] : [])], columns };
  const saved = open && restored(open, { ...known, gone });
  const now = shownNow(props);
  // It was opened before it was known that some of its records are gone.
  const isUnfit = open !== undefined && gone.size > 0 && asksTheSame(now, restored(open, known).search);
  return {
    views,
    open,
    /** The address says a view, and which there are is not known yet. */
    isAsking: isPending && typeof named === "string" && named !== "none",
    /** What the open view holds, without what the list no longer has. */
    saved,
    /** The list shows what it no longer has; it has to be shown anew, as `saved` says. */
    isUnfit,
    isAltered: saved !== undefined && !isUnfit && !asksTheSame(now, saved.search),
    searchOf: (view: SavedView): Search => ({ ...restored(view, known).search, [viewParam]: view.id }),
  };
}

type Gone = ReadonlyMap<string, readonly string[]>;

/** Ids in the filters of a view that no record has any more, by filter. */
function useGoneRecords(filters: ListViewsProps["filters"], view: SavedView | undefined): Gone {
  const may = useMay();
  const asked = filters.flatMap(({ name, kind }) => {
    const ids = view?.search[name]?.split(",");
    return ids && kind.kind === "record" && may(kind.of.list.can) ? [{ name, of: kind.of, ids }] : [];
  });
  const answers = useQueries({ queries: asked.map(({ of, ids }) => namesQuery(of, ids)) });
  return new Map(
    asked.flatMap(({ name, ids }, at) => {
      const found = answers[at]?.data?.items.map(({ id }) => id);
      const missing = found ? ids.filter((id) => !found.includes(id)) : [];
      return missing.length > 0 ? [[name, missing] as const] : [];
    }),
  );
}

/** What a person does with their views of a list; each is done when the screen knows of it. */
export function useViewChanges(list: string) {
  const { userId } = useUser();
  const client = useQueryClient();
  const follow = async (isStart: boolean) => {
    const start = isStart && reloadUser().catch(() => undefined); // the list opens otherwise from the next page on
    await Promise.all([client.invalidateQueries({ queryKey: keyOf(userId) }), start]);
  };
  return {
    async create(view: { name: string; search: Search; isDefault?: boolean }): Promise<SavedView> {
      const saved = await call(savedViews.create, { body: { list, ...view } });
      await follow(saved.isDefault);
      return saved;
    },
    async update(view: SavedView, change: { name?: string; search?: Search; isDefault?: boolean }): Promise<void> {
      const saved = await call(savedViews.update, { id: view.id, body: change });
      await follow(view.isDefault || saved.isDefault);
    },
    async move(id: string, to: number): Promise<void> {
      await call(savedViews.move, { id, body: { to } });
      await follow(false);
    },
    async remove({ id, isDefault }: SavedView): Promise<void> {
      await call(savedViews.remove, { id });
      await follow(isDefault);
    },
  };
}

/** Ends in whose they are: an event about this user has them asked for again (src/web/live/changes.ts). */
const keyOf = (userId: string) => [savedViews.own.path, "of", userId] as const;
