import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { inLittleMemory } from "../scripts/launcher.mjs";

/** In MB: how much a program that is started with these variables may take for what lives longer. */
function heapOf(variables: Readonly<Record<string, string>>): number {
  const said = execFileSync(process.execPath, ["-p", "v8.getHeapStatistics().heap_size_limit"], {
    env: variables,
    encoding: "utf8",
  });
  return Number(said) / 2 ** 20;
}

test("the server is started with a heap of 1.5 GB at most, unless whoever runs it says how much it may take", () => {
  const most = heapOf(inLittleMemory({}));
  expect(most).toBeGreaterThan(100);
  expect(most).toBeLessThan(1700);
  const own = heapOf(inLittleMemory({ NODE_OPTIONS: "--max-old-space-size=3000" }));
  expect(own).toBeGreaterThan(2900);
  expect(inLittleMemory({ MALLOC_ARENA_MAX: "8" })).toMatchObject({ MALLOC_ARENA_MAX: "8" });
});
