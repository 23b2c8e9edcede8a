import { chmodSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "./testing/product/folder.ts";
import { makeDataFolder } from "./data-folder.ts";

test("a data folder is made with all above it, readable to this user alone, and made once", () => {
  const folder = join(temporaryFolder(), "a", "b");
  makeDataFolder(folder);
  makeDataFolder(folder);
  expect(statSync(folder).mode & 0o066).toBe(0);
});

test("a file, a folder below a file, and one that cannot be made are told in one sentence each", () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  expect(() => makeDataFolder(file)).toThrow(`DATA_DIR is ${file}, which is a file. Set it to a folder of your own.`);
  expect(() => makeDataFolder(join(file, "data"))).toThrow(/which lies below a file\. Set it/);
});

test.runIf(process.platform === "linux")("a folder below /proc is refused, and does not keep the start busy", () => {
  expect(() => makeDataFolder("/proc/waybill/data")).toThrow(
    "DATA_DIR is /proc/waybill/data, which cannot be made there. Set it to a folder of your own.",
  );
});

test.runIf(process.getuid?.() !== 0)("a folder without the right to write is refused", () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o500);
  expect(() => makeDataFolder(folder)).toThrow(/in which this user may not write/);
  chmodSync(folder, 0o700);
});
