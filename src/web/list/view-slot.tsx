import type { ComponentType } from "react";
import type { Resource } from "./data/resource.ts";
import type { useListState } from "./data/use-list-state.ts";
import type { Filter } from "./filters/filter.ts";
import type { Column } from "./grid/columns.tsx";
import { ViewTabs, type ReadyView } from "./view-tabs.tsx";

/** What a list tells those who draw its views. */
export interface ListViewsProps {
  of: Pick<Resource, "list">;
  label: string;
  /** Its ready views, which are values of one filter, and the one that the address says. */
  ready: { filter: string; tabs: readonly ReadyView[] } | undefined;
  chosen: string | undefined;
  filters: readonly Filter[];
  list: Pick<ReturnType<typeof useListState>, "setFilter">;
  /** What the list is asked for now. */
  query: Readonly<Record<string, string>>;
  columns: readonly Column<never>[];
  /** Which of them are shown, as the address says it (grid/column-text.ts). */
  columnText: string;
}

/** The ready views alone. */
export const ReadyViews = ({ label, ready, chosen, list }: ListViewsProps) =>
  ready && (
    <ViewTabs label={label} tabs={ready.tabs} chosen={chosen} onChoose={(name) => list.setFilter(ready.filter, name)} />
  );

interface ViewSlot {
  Tabs: ComponentType<ListViewsProps>;
  /** Stands after the filters. */
  Save: ComponentType<ListViewsProps>;
  /** Whether the address of a list, by the path of its route, is about to change to what it opens with. */
  useStart: (list: string) => boolean;
}

/** What draws the views of every list; a module in which people keep views of their own puts its parts here. */
export const viewSlot: ViewSlot = { Tabs: ReadyViews, Save: () => null, useStart: () => false };
