import { chosenColumns, columnText, type KeyedColumn } from "#web/list/grid/column-text.ts";
import type { SavedView } from "./saved-views.contract.ts";

/** What the address of a list says, name by name. */
export type Search = Readonly<Record<string, string>>;

interface Known {
  /** The filters that the screen offers, its ready views' among them. */
  readonly filters: readonly string[];
  readonly columns: readonly KeyedColumn[];
  /** Filter → ids that it was saved with and no record has any more. */
  readonly gone?: ReadonlyMap<string, readonly string[]>;
}

interface Restored {
  readonly search: Search;
  /** Names of what the list no longer has. */
  readonly leftOut: readonly string[];
  readonly lostColumns: readonly string[];
}

/** What every list has beside its filters. */
const usual = ["q", "sort", "archived", "columns"];

/**
 * What the address says of a saved view, without what the list no longer has: what the server found, filters that the
 * screen does not offer, records that are gone, columns.
 */
export function restored(view: Pick<SavedView, "search" | "leftOut">, { filters, columns, gone }: Known): Restored {
  const still = (name: string, value: string): string => {
    if (name === "columns") return columnText(columns, chosenColumns(columns, value));
    if (!usual.includes(name) && !filters.includes(name)) return "";
    const missing = gone?.get(name);
    return missing
      ? value
          .split(",")
          .filter((id) => !missing.includes(id))
          .join()
      : value;
  };
  const values = Object.entries({ columns: "*", ...view.search }).map(([name, before]) => ({
    name,
    value: still(name, before),
    isWhole: name === "columns" || still(name, before) === before,
  }));
  const keys = (view.search["columns"] ?? "*").split(",").map((key) => key.replace("-", ""));
  return {
    search: Object.fromEntries(values.flatMap(({ name, value }) => (value === "" ? [] : [[name, value]]))),
    leftOut: [...new Set([...view.leftOut, ...values.filter(({ isWhole }) => !isWhole).map(({ name }) => name)])],
    lostColumns: keys.filter((key) => key !== "*" && !columns.some((column) => column.key === key)),
  };
}

/** Whether two addresses ask for the same, in whatever order they name the values of a filter. */
export function asksTheSame(one: Search, other: Search): boolean {
  const written = (search: Search) =>
    Object.entries(search)
      .map(([name, value]) => `${name}=${usual.includes(name) ? value : value.split(",").toSorted().join()}`)
      .toSorted()
      .join("&");
  return written(one) === written(other);
}
