import { expect, test } from "vitest";
import { asksTheSame, restored } from "./saved-search.web.ts";

const columns = [
  { key: "name", isHidden: false },
  { key: "city", isHidden: true },
];
const known = { filters: ["status", "vendorId"], columns };
const view = (search: Record<string, string>, leftOut: string[] = []) => ({ search, leftOut });

test("a view is restored as it was saved, and without columns it has those of the list", () => {
  expect(restored(view({ q: "oil, olive", status: "active,on_hold", sort: "-name" }), known)).toEqual({
    search: { columns: "*", q: "oil, olive", status: "active,on_hold", sort: "-name" },
    leftOut: [],
    lostColumns: [],
  });
});

test("what the list no longer has is left out and named: filters, records, columns, and what the server found", () => {
  const gone = new Map([["vendorId", ["b", "c"]]]);
  const saved = view({ vendorId: "a,b", kind: "large", columns: "city,-price,name" }, ["sort"]);
  expect(restored(saved, { ...known, gone })).toEqual({
    search: { vendorId: "a", columns: "city,name" },
    leftOut: ["sort", "vendorId", "kind"],
    lostColumns: ["price"],
  });
  expect(restored(view({ vendorId: "b" }), { ...known, gone }).search).toEqual({ columns: "*" });
});

test("a column that came later changes no view", () => {
  const [before, later] = [columns.slice(0, 1), columns];
  expect(restored(view({ columns: "name" }), { ...known, columns: before }).search).toEqual({ columns: "*" });
  expect(restored(view({ columns: "name" }), { ...known, columns: later }).search).toEqual({ columns: "*" });
});

test("the order in which a filter names its values makes no other view; that of the words of a search does", () => {
  expect(asksTheSame({ status: "a,b", sort: "name" }, { sort: "name", status: "b,a" })).toBe(true);
  expect(asksTheSame({ status: "a" }, { status: "a,b" })).toBe(false);
  expect(asksTheSame({ q: "a,b" }, { q: "b,a" })).toBe(false);
  expect(asksTheSame({ columns: "a,b" }, { columns: "b,a" })).toBe(false);
});
