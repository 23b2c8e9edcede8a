import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { root } from "../scripts/launcher.mjs";

const assets = join(root, "dist", "assets");
const scripts = readdirSync(assets).filter((file) => file.endsWith(".js"));

/** The scripts whose name begins so; a build makes one of each. */
function named(name: string): string {
  const found = scripts.filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file));
  expect(found, `the build has one script ${name}`).toHaveLength(1);
  return String(found[0]);
}

function importsOf(script: string): string[] {
  const code = readFileSync(join(assets, script), "utf8");
  return [...code.matchAll(/(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g)].map(([, file]) => String(file));
}

/** What a browser has to load before the screens of these scripts can be shown: they, the entry, and all that those import. */
function loadedFor(...names: string[]): string[] {
  const loaded = new Set<string>();
  const load = (script: string): void => {
    if (loaded.has(script)) return;
    loaded.add(script);
    importsOf(script).forEach(load);
  };
  for (const name of ["index", ...names]) load(named(name));
  return [...loaded];
}

/**
 * In kB (1,000 bytes), as brotli. The hashes in the names of files change with every style, and their luck is worth 200 bytes:
 * each is weighed with one that only its name decides.
 */
const weightOf = (loaded: string[]) =>
  loaded.reduce((sum, file) => sum + brotliCompressSync(withFixedHashes(file)).length, 0) / 1000;
const withFixedHashes = (file: string): string =>
  readFileSync(join(assets, file), "utf8").replace(
    /([\w.-]+)-[\w-]{8}(?=\.(?:js|css)["'`])/g,
    (_all, name: string) => `${name}-${createHash("sha256").update(name).digest("base64url").slice(0, 8)}`,
  );

test.for([
  ["login-page.web", 140],
  ["register-page.web", 140],
  ["reset-password-page.web", 140],
  ["change-password-page.web", 140],
  ["accept-invite-page.web", 140],
  ["approve-process-page.web", 150],
  ["delivery-link.web", 205],
  ["vendor-page.web", 205],
  ["consignee-page.web", 205],
] as const)(
  "%s, a page for people without a session, loads at most %d kB of script, and nothing of the shell, of lists or of records",
  ([page, limit]) => {
    const loaded = loadedFor(page);
    expect(weightOf(loaded)).toBeLessThan(limit);
    const kept = ["shell", "list", "detail", "form"].map(named);
    expect(loaded.filter((file) => kept.includes(file))).toEqual([]);
  },
);

test("a list within the shell, with the views of its reader, loads at most 213 kB of script in at most 25 files, and nothing of records", () => {
  const loaded = loadedFor("shell", "vendors.web", "saved-tabs.web", "save-view.web");
  expect(loaded.filter((file) => ["detail", "form"].map(named).includes(file))).toEqual([]);
  expect(weightOf(loaded)).toBeLessThan(213);
  expect(loaded.length).toBeLessThanOrEqual(25);
});

test("no script waits for itself by way of others: a page would not start, or would start with parts that are not there yet", () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const follow = (script: string, way: readonly string[]): void => {
    if (way.includes(script)) return void circles.push([...way.slice(way.indexOf(script)), script].join(" → "));
    if (done.has(script)) return;
    for (const next of importsOf(script)) follow(next, [...way, script]);
    done.add(script);
  };
  for (const script of scripts) follow(script, []);
  expect(scripts.length).toBeGreaterThan(100);
  expect(circles).toEqual([]);
});
