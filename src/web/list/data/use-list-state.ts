import { isNarrowed, nextSearch, queryOf, readState, type ListState } from "./list-state.ts";
import { useAddress } from "./address.ts";

/** The state of the screen's list, which lives in the address alone, without the filters and the order that it cannot know. */
export function useListState(filterNames: readonly string[], isKnown = (_name: string, _value: string) => true) {
  const { search, go } = useAddress();
  const said = Object.entries(queryOf(readState(search, filterNames)));
  const state = readState(Object.fromEntries(said.filter((one) => isKnown(...one))), filterNames);
  const change = (part: Partial<ListState>) =>
    go({ search: nextSearch(search, filterNames, { ...state, ...part }), replace: true });
  return {
    state,
    query: queryOf(state),
    strange: said.filter((one) => !isKnown(...one)),
    isNarrowed: isNarrowed(state),
    search: (q: string) => change({ q }),
    sort: (sort: string) => change({ sort }),
    clear: () => change({ q: "", archived: "without", filters: {} }),
    setFilter(name: string, value: string | null) {
      if (name === "archived") return change({ archived: value === "with" || value === "only" ? value : "without" });
      const { [name]: _, ...others } = state.filters;
      change({ filters: value === null ? others : { ...others, [name]: value } });
    },
  };
}
