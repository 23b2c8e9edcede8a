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
      .filter(({ path }) => path !== askedByKits && !path.startsWith("src/shared/flow/"))
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

describe("what may be done with a record is the server's answer (its steps and abilities)", () => {
  const screens = sources("src/**/*.web.{ts,tsx}", "src/web/**/*.{ts,tsx}").filter(
    ({ path }) => !path.includes(".test."),
  );
  const asksState = /\bstatus [!=]==|[!=]== (?:\w+\.)+status\b|\binGroup\(|\.includes\((?:\w+\.)?status\)/;
  const lines = (pattern: RegExp, is: (found: RegExpMatchArray) => boolean) =>
    screens.flatMap(({ path, code }) =>
      [...code.matchAll(pattern)]
        .filter(is)
        .map(([text]) => `${path}: ${text.replace(/\s+/g, " ").trim().slice(0, 120)}`),
    );

  test("so no screen offers something because of a state", () => {
    const offered = String.raw`\(?\s*<(?:Button|ActionIcon|Action|Menu\.Item|Steps)\b`;
    const found = lines(new RegExp(String.raw`([^;{}]*)(?:&&|\?|:)\s*${offered}`, "g"), ([, asked = ""]) =>
      asksState.test(asked),
    );
    expect(found).toEqual([]);
  });

  test("so none derives a right from a state", () => {
    const named = /\b(?:const|let) (?:may|can)[A-Z]\w* =([^;]*);/g;
    const found = lines(named, ([, value = ""]) => asksState.test(value));
    expect(found).toEqual([]);
  });

  test("so none asks for a permission and a state together", () => {
    expect(screens.filter(({ code }) => code.includes("useMay()")).length).toBeGreaterThan(15);
    const found = screens.flatMap(({ path, code }) => {
      const rights = [...code.matchAll(/\bconst (\w+) = useMay\(\)(\()?/g)].map(([, name = "", called]) =>
        called ? name : String.raw`${name}\(`,
      );
      const states = [...code.matchAll(/\bconst (\w+) =([^;]*);/g)]
        .filter(([, , value = ""]) => asksState.test(value))
        .map(([, name = ""]) => name);
      const conditions = code.split(/[;{}]|=>|\breturn\b/).filter((part) => /&&|\|\|/.test(part));
      const right = new RegExp(String.raw`(?<![.\w"])(?:${[...rights, String.raw`useMay\(\)\(`].join("|")})`);
      const state = new RegExp([asksState.source, ...states.map((name) => String.raw`(?<![.\w"])${name}\b`)].join("|"));
      return conditions
        .filter((part) => right.test(part) && state.test(part))
        .map((part) => `${path}: ${part.replace(/\s+/g, " ").trim().slice(0, 120)}`);
    });
    expect(found).toEqual([]);
  });
});
