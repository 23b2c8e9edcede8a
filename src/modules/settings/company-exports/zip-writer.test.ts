import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { unzip } from "#main/testing/files/unzip.ts";
import { Archive } from "#server/files/reading/archive.ts";
import { ZipWriter } from "./zip-writer.server.ts";

test("what is written is read again, by us and by other programs, with names in any language", async () => {
  const file = join(temporaryFolder(), "all.zip");
  const zip = await ZipWriter.create(file);
  const long = "a line that comes again and again\n".repeat(50_000);
  await zip.add("read me.txt", ["in ", "parts"]);
  await zip.add(
    "Überschrift 🚚.csv",
    (async function* () {
      for (let at = 0; at < long.length; at += 10_000) yield Buffer.from(long.slice(at, at + 10_000));
    })(),
  );
  await zip.add("empty", []);
  expect(await zip.close()).toBe(readFileSync(file).length);
  expect(unzip(readFileSync(file))).toEqual(
    new Map([
      ["read me.txt", Buffer.from("in parts")],
      ["Überschrift 🚚.csv", Buffer.from(long)],
      ["empty", Buffer.alloc(0)],
    ]),
  );
  expect((await Archive.open(readFileSync(file))).names).toEqual(zip.entries.map(({ name }) => name));
  const python = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))";
  try {
    expect(execFileSync("python3", ["-c", python, file], { encoding: "utf8" }).trim()).toBe("None 3");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error; // a machine without Python: ours has read it
  }
});
