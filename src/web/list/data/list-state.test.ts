import { expect, test } from "vitest";
import { isNarrowed, nextSearch, nextSort, queryOf, readState } from "./list-state.ts";

test("an address becomes a state and the same address again", () => {
  const search = { q: "oliv", status: "active,on_hold", sort: "-name", archived: "only" };
  expect(queryOf(readState(search, ["status"]))).toEqual(search);
});

test("what an address says wrongly is left out", () => {
  expect(readState({ q: 123, archived: "maybe", status: ["x"], other: "y" }, ["status"])).toEqual({
    q: "123",
    sort: undefined,
    archived: "without",
    filters: {},
  });
});

test("a change of the list keeps what others wrote into the address", () => {
  const state = { ...readState({ q: "a", form: "new" }, ["status"]), q: "" };
  expect(nextSearch({ q: "a", form: "new" }, ["status"], state)).toEqual({ form: "new" });
});

test("a head sorts up, then down", () => {
  expect(nextSort(undefined, "name")).toBe("name");
  expect(nextSort("name", "name")).toBe("-name");
  expect(nextSort("-name", "name")).toBe("name");
  expect(nextSort("-name", "code")).toBe("code");
});

test("sorting does not narrow a list, filters do", () => {
  expect(isNarrowed(readState({ sort: "name" }, []))).toBe(false);
  expect(isNarrowed(readState({ status: "active" }, ["status"]))).toBe(true);
});
