import { describe, expect, test } from "vitest";
import type { Grouped } from "#shared/flow/groups.ts";
import { moduleAt, sources, type Source } from "#main/testing/sources.ts";

const product = sources("src/**/*.{ts,tsx}").filter(
  ({ path }) => !/\.test\.|^src\/main\/(?:testing|demo|conventions)\//.test(path),
);
const grouped = await groupedStates();

/** Every flow, and the states of records that move without one: where they are written, and what they are. */
async function groupedStates(): Promise<readonly { path: string; name: string; value: Grouped }[]> {
  const declaring = product.filter(
    ({ path, code }) => /^src\/(?:modules|shared)\//.test(path) && /\b(?:flow|states)\(\{/.test(code),
  );
  const found = await Promise.all(
    declaring.map(async ({ path }) =>
      Object.entries(await moduleAt(path)).map(([name, value]) => ({ path, name, value })),
    ),
  );
  return found.flat().filter((one): one is { path: string; name: string; value: Grouped } => isGrouped(one.value));
}

function isGrouped(value: unknown): value is Grouped {
  return typeof value === "object" && value !== null && "states" in value && "groups" in value;
}

/** Names side by side, as a list or one after the other: `["a", "b"]`, `in ('a', 'b')`, `x === "a" || x === "b"`. */
function lists({ code, texts }: Source): string[][] {
  const name = String.raw`["'](\w+)["']`;
  const ofTexts = texts.map(({ text }) => text).join("\n");
  const inList = [
    ...`${code}\n${ofTexts}`.matchAll(new RegExp(String.raw`[[(]\s*(${name}(?:,\s*${name})+),?\s*[\])]`, "g")),
  ];
  const oneByOne = (same: string, and: string) =>
    new RegExp(
      String.raw`([\w.?]+)\)? ${same} ${name}(?:\s*${and}\s*\(?\1\)? ${same} ${name})+(?!\s*(?:&&|and\b))`,
      "g",
    );
  const compared = [
    ...code.matchAll(oneByOne("===", String.raw`\|\|`)),
    ...code.matchAll(oneByOne("!==", "&&")),
    ...ofTexts.matchAll(oneByOne("=", "or")),
    ...ofTexts.matchAll(oneByOne("<>", "and")),
  ];
  return [...inList, ...compared].map(([text]) => [...text.matchAll(new RegExp(name, "g"))].map(([, one = ""]) => one));
}

/** The kits keep sessions by it; the flow of users names it too. */
const askedByKits = "src/shared/permissions/rights.ts";

describe("states", () => {
  test("that are treated alike are a group of their flow, and no list is written elsewhere", () => {
    expect(grouped.length).toBeGreaterThan(8);
    const flowsOf = (list: readonly string[]) =>
      grouped.filter(({ value }) => list.every((state) => value.states.includes(state)));
    const found = product
      .filter(({ path }) => path !== askedByKits)
      .flatMap((source) =>
        lists(source)
          .filter((list) => flowsOf(list).length > 0 && !flowsOf(list).some(({ path }) => path === source.path))
          .map(
            (list) =>
              `${source.path}: ${list.join(", ")} (${flowsOf(list)
                .map(({ name }) => name)
                .join(", ")})`,
          ),
      );
    expect(found).toEqual([]);
  });

  test.each(grouped.map(({ name, value }) => [name, value] as const))(
    "%s groups states that it has",
    (_name, value) => {
      const named = Object.values(value.groups).flat();
      expect(named.filter((state) => !value.states.includes(state))).toEqual([]);
      expect(value.states.filter((state) => !/^[a-z_]+$/.test(state))).toEqual([]);
    },
  );
});
