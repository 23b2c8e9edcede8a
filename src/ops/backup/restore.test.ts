import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { temporaryFolder } from "#main/testing/product/folder.ts";

const project = fileURLToPath(new URL("../../../", import.meta.url));

test.each([
  [
    "no archive",
    Buffer.from("no archive at all"),
    "This file is damaged, or it is no backup of Waybill. Use another one.",
  ],
  [
    "of something else",
    gzipSync(Buffer.from("something else".padEnd(2000))),
    "This file is no backup of Waybill: it does not begin with a manifest.",
  ],
])("a restore of a file that is %s says so before anything is made", { timeout: 120_000 }, (_what, contents, said) => {
  const [file, dataDir] = [join(temporaryFolder(), "file.tar.gz"), join(temporaryFolder(), "data")];
  writeFileSync(file, contents);
  const { status, stderr } = spawnSync(process.execPath, ["scripts/restore.ts", file], {
    cwd: project,
    env: { PATH: "/usr/bin:/bin", DATA_DIR: dataDir },
    encoding: "utf8",
    timeout: 90_000,
  });
  expect({ status, said: stderr.trim(), made: existsSync(dataDir) }).toEqual({ status: 1, said, made: false });
});
