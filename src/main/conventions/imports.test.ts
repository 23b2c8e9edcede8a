import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allowed, others, planted } from "../testing/planted.ts";

const project = fileURLToPath(new URL("../../../", import.meta.url));
interface Finding {
  filename: string;
  code: string;
}

describe("the import law", () => {
  const folder = mkdtempSync(join(tmpdir(), "waybill-law-"));
  let findings: Finding[] = [];

  beforeAll(() => {
    for (const name of [".oxlintrc.json", "package.json", ...globSync("tsconfig*.json", { cwd: project })])
      copyFileSync(join(project, name), join(folder, name));
    symlinkSync(join(project, "node_modules"), join(folder, "node_modules"));
    for (const [file, text] of [...planted.map(([, file, text]) => [file, text] as const), ...allowed, ...others]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const { stdout, stderr } = spawnSync(join(project, "node_modules/.bin/oxlint"), ["--format", "json", "src"], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    if (!stdout.startsWith("{")) throw new Error(`oxlint said: ${stdout}${stderr}`);
    ({ diagnostics: findings } = JSON.parse(stdout) as { diagnostics: Finding[] }); // oxlint's own format
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const found = (file: string) => findings.filter(({ filename }) => filename === file).map(({ code }) => code);

  test.each(planted)("lint reports %s", (_, file, __, rule) => {
    expect(found(file)).toContainEqual(expect.stringContaining(`(${rule})`));
  });

  test.each(allowed)("lint lets %s be", (file) => {
    expect(found(file).filter((code) => !code.includes("no-unused-vars"))).toEqual([]);
  });
});

test("each file matches exactly one override, for they do not merge", () => {
  const text = readFileSync(join(project, ".oxlintrc.json"), "utf8").replace(/^\s*\/\/.*$/gm, "");
  const { overrides } = JSON.parse(text) as { overrides: { files: string[]; excludeFiles?: string[] }[] }; // our own file
  const matches = (file: string, globs: readonly string[] = []) =>
    globs.some((glob) => matchesGlob(file, glob.includes("/") ? glob : `**/${glob}`));
  const files = globSync("{src,scripts,bench,e2e,tests}/**/*.{ts,tsx,mjs}", { cwd: project }).concat(
    globSync("*.ts", { cwd: project }),
  );
  const wrong = files.filter(
    (file) => overrides.filter((one) => matches(file, one.files) && !matches(file, one.excludeFiles)).length !== 1,
  );
  expect(wrong).toEqual([]);
});
