import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { takeFolder } from "./running.ts";

const module = JSON.stringify(new URL("./running.ts", import.meta.url).href);

/** Tries to take the folder in a process of its own, which lives until it is let go. */
async function tryElsewhere(
  folder: string,
): Promise<{ took: boolean; end: (signal: "SIGKILL" | "SIGTERM") => Promise<unknown> }> {
  const code = `import { temporaryFolder } from "#main/testing/product/folder.ts";
import { takeFolder } from ${module}; console.log(takeFolder(${JSON.stringify(folder)}, "http://elsewhere").taken); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = (await once(child.stdout, "data")) as [Buffer]; // what a stream gives without an encoding
  const end = (signal: "SIGKILL" | "SIGTERM") => {
    child.kill(signal);
    return once(child, "exit");
  };
  return { took: said.toString().trim() === "true", end };
}

test("a second one is told where the first runs, until that one lets go", () => {
  const folder = temporaryFolder();
  const first = takeFolder(folder, "http://127.0.0.1:4400");
  expect(takeFolder(folder, "http://127.0.0.1:4500")).toEqual({
    taken: false,
    by: { pid: process.pid, url: "http://127.0.0.1:4400" },
  });
  if (first.taken) first.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("one that was killed does not count", async () => {
  const folder = temporaryFolder();
  const other = await tryElsewhere(folder);
  await other.end("SIGKILL");
  expect(other.took).toBe(true);
  expect(existsSync(join(folder, "running.json"))).toBe(true);
  expect(takeFolder(folder, "http://127.0.0.1:4400").taken).toBe(true);
});

test("a later process with the same number does not count", () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, "running.json"),
    JSON.stringify({ pid: process.pid, url: "http://before", began: "another day" }),
  );
  expect(takeFolder(folder, "http://127.0.0.1:4400").taken).toBe(true);
});

test("of eight that start at once over an old file, one gets it", async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, "running.json"),
    JSON.stringify({ pid: 1_999_999, url: "http://before", began: "another day" }),
  );
  const tries = await Promise.all(Array.from({ length: 8 }, () => tryElsewhere(folder)));
  await Promise.all(tries.map(({ end }) => end("SIGTERM")));
  expect(tries.filter(({ took }) => took)).toHaveLength(1);
});
