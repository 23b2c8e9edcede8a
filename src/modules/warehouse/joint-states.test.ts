import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { projectFile, sources } from "#main/testing/sources.ts";

/** The rows of the table: its first cell, and the titles in the last. */
const rows = readFileSync(projectFile("docs/joint-states.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| ---") && !line.startsWith("| Event"))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .map((cells) => ({
    event: cells[1] ?? "",
    cells: cells.slice(1, -1),
    titles: [...(cells.at(-2) ?? "").matchAll(/"([^"]+)"/g)].map(([, title]) => title ?? ""),
  }));

describe("docs/joint-states.md", () => {
  const tests = sources("src/modules/**/*.test.ts", "e2e/*.test.ts").filter(
    ({ path }) => !path.endsWith("warehouse/joint-states.test.ts"),
  );
  const titles = new Set(tests.flatMap(({ texts }) => texts.map(({ text }) => text)));

  test("has a row for each event, and a cell for each kind of record", () => {
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ cells }) => cells.length !== 6 || cells.some((cell) => cell === ""))).toEqual([]);
    expect(new Set(rows.map(({ event }) => event)).size).toBe(rows.length);
  });

  test.each(rows)("names tests that show it: $event", ({ titles: named }) => {
    expect(named).not.toEqual([]);
    expect(named.filter((title) => !titles.has(title))).toEqual([]);
  });
});
