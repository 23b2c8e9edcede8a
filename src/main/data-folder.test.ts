import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { temporaryFolder } from "./testing/product/folder.ts";
import { makeDataFolder } from "./data-folder.ts";

const project = fileURLToPath(new URL("../../", import.meta.url));

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

test("a start on a file ends with that sentence, and so does a restore", { timeout: 120_000 }, () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, gzipSync("manifest.json\0")); // as a backup begins
  for (const words of [["src/main/server.ts"], ["scripts/restore.ts", file]]) {
    const { status, stderr } = spawnSync(process.execPath, words, {
      cwd: project,
      env: { PATH: "/usr/bin:/bin", PORT: "0", DATA_DIR: file },
      encoding: "utf8",
      timeout: 60_000,
    });
    expect({ status, said: stderr.trim().replace(/^Waybill cannot start\. /, "") }).toEqual({
      status: 1,
      said: `DATA_DIR is ${file}, which is a file. Set it to a folder of your own.`,
    });
  }
});

test.runIf(process.platform === "linux")("a folder below /proc is refused, and does not keep the start busy", () => {
  expect(() => makeDataFolder("/proc/waybill/data")).toThrow(
    "DATA_DIR is /proc/waybill/data, which cannot be made there. Set it to a folder of your own.",
  );
});

/** Root may write everywhere, so it gives that right away first. */
const withoutRights =
  process.getuid?.() === 0 ? ["/usr/bin/setpriv", "--bounding-set", "-dac_override,-dac_read_search"] : [];

test.runIf(withoutRights.slice(0, 1).every(existsSync))(
  "a folder without the right to write ends the start with one sentence, and without a stack",
  () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o500);
    const [program, ...words] = [...withoutRights, process.execPath, "src/main/server.ts"];
    const { status, stdout, stderr } = spawnSync(program, words, {
      cwd: project,
      env: { PATH: "/usr/bin:/bin", PORT: "0", DEMO: "off", DATA_DIR: folder },
      encoding: "utf8",
      timeout: 60_000,
    });
    expect({ status, stdout, stderr: stderr.trim() }).toEqual({
      status: 1,
      stdout: "",
      stderr: `Waybill cannot start. DATA_DIR is ${folder}, in which this user may not write. Set it to a folder of your own.`,
    });
    expect(readdirSync(folder)).toEqual([]);
  },
);
