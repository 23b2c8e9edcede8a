import { useLocation, useNavigate } from "@tanstack/react-router";
import type { Search } from "./list-state.ts";

interface Way {
  path?: string;
  search: Search;
  /** Keeps the way back as it was: for what changes with every key, e.g. a search. */
  replace?: boolean;
}

/** The address of the screen, and how to go on from it. Screens are registered at run time, so the router cannot type their search. */
export function useAddress() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return {
    path: pathname,
    search: search as Search, // parsed from a query string: names and values
    go: ({ path, search: next, replace = false }: Way) =>
      void navigate({ to: path ?? pathname, search: next, replace } as never), // see above
  };
}

/** The address of one record on the screen that shows it. */
export function recordHref(path: string, id: string): string {
  return `${path}?id=${encodeURIComponent(id)}`;
}
