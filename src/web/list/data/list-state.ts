/** What a list shows: all of it stands in the address, under the names that the server's query has. */
export interface ListState {
  readonly q: string;
  /** `name` or `-name`; undefined is the list's own order. */
  readonly sort: string | undefined;
  readonly archived: "without" | "with" | "only";
  /** Filter name → what the query says, e.g. `status` → `draft,sent`. */
  readonly filters: Readonly<Record<string, string>>;
}

export type Search = Readonly<Record<string, unknown>>;

/** Reads the state from an address; whatever it does not understand is left out, never an error. */
export function readState(search: Search, filterNames: readonly string[]): ListState {
  const archived = textOf(search["archived"]);
  return {
    q: textOf(search["q"]) ?? "",
    sort: textOf(search["sort"]),
    archived: archived === "with" || archived === "only" ? archived : "without",
    filters: Object.fromEntries(
      filterNames
        .map((name) => [name, textOf(search[name])])
        .filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  };
}

/** The state as the server's query, which is also what the address holds. Defaults are not written. */
export function queryOf(state: ListState): Record<string, string> {
  return {
    ...(state.q === "" ? {} : { q: state.q }),
    ...state.filters,
    ...(state.archived === "without" ? {} : { archived: state.archived }),
    ...(state.sort === undefined ? {} : { sort: state.sort }),
  };
}

/** The next address: the state's own names replaced, everybody else's kept. */
export function nextSearch(search: Search, filterNames: readonly string[], state: ListState): Search {
  const own = new Set(["q", "sort", "archived", ...filterNames]);
  return { ...Object.fromEntries(Object.entries(search).filter(([name]) => !own.has(name))), ...queryOf(state) };
}

/** A click on a head: up, then down, then up again. */
export function nextSort(current: string | undefined, name: string): string {
  return current === name ? `-${name}` : name;
}

/** Whether anything narrows the list. */
export function isNarrowed(state: ListState): boolean {
  return state.q !== "" || state.archived !== "without" || Object.keys(state.filters).length > 0;
}

// The router reads `q=123` as a number; the person typed text.
function textOf(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}
