import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/api.ts";
import { useAddress } from "#web/list/data/address.ts";
import { referenceLists, type ReferenceValue } from "./reference-lists.contract.ts";

export const listsKey = [referenceLists.lists.path];
export const valuesKey = (list: string) => [...listsKey, list];
export const noValues: readonly ReferenceValue[] = [];

/** The lists that there are. */
export function useLists() {
  return useQuery({
    queryKey: listsKey,
    queryFn: ({ signal }) => call(referenceLists.lists, { signal }),
    meta: { quiet: true },
  });
}
export type List = NonNullable<ReturnType<typeof useLists>["data"]>["items"][number];

/** All values of a list in their order, those that are switched off among them. */
export function useValues(list: string | undefined) {
  return useQuery({
    queryKey: valuesKey(list ?? ""),
    queryFn: ({ signal }) =>
      call(referenceLists.list, { params: { list: list ?? "" }, query: { inactive: "with" }, signal }),
    enabled: list !== undefined,
    meta: { quiet: true },
  });
}

/** Which list is shown and what is looked for in it: both stand in the address. */
export function useListChoice() {
  const { search, go } = useAddress();
  const text = (name: "list" | "q") => (typeof search[name] === "string" ? search[name] : undefined);
  return {
    list: text("list"),
    q: text("q") ?? "",
    choose: (list: string | undefined) => go({ search: list ? { list } : {} }),
    find: (q: string) =>
      go({ search: { ...(text("list") ? { list: text("list") } : {}), ...(q ? { q } : {}) }, replace: true }),
  };
}
