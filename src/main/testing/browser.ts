import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium, type Browser, type Page } from "playwright";
import { expect } from "playwright/test";
import { hasSharedMemory } from "#main/testing/room.ts";

const project = fileURLToPath(new URL("../../../", import.meta.url));

const installed = [
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/opt/google/chrome/chrome",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * A headless browser for tests and screenshots: the one that npm brought, which is the same everywhere and, without a
 * window to draw, needs half the processor of a whole Chromium; where npm brought none, the installed one.
 * With no argument but `--no-sandbox`: anti-forgery and content policy must be as strict as at the users'.
 */
export async function launchBrowser(): Promise<Browser> {
  const isBundled = process.platform === "linux" && process.arch === "x64";
  const executablePath = isBundled ? await unpackedChromium() : installed.find((path) => existsSync(path));
  if (!executablePath) throw new Error("No browser to test with: install Chrome or Chromium");
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox"],
    ignoreDefaultArgs: hasSharedMemory(2 ** 30) ? [notShared] : [],
  });
}

/** Playwright gives it always, for containers with little shared memory; files on a disk instead cost a tenth of the time. */
const notShared = "--disable-dev-shm-usage";

let shared: Promise<Browser> | undefined;

/**
 * The one browser of a test worker, for all files that it runs one after the other. A file closes its windows with
 * `closeWindows`; the browser ends with the worker.
 */
export async function workerBrowser(): Promise<Browser> {
  const known = await shared;
  if (known?.isConnected()) return known;
  shared = launchBrowser();
  return shared;
}

/** Closes all windows of a browser, so that the next test file finds none. */
export async function closeWindows(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/**
 * What a page shows, sooner or later: `await see(page.getByText("Saved")).toBeVisible()`. Late enough for two browsers
 * on a busy machine.
 */
export const see = expect.configure({ timeout: 20_000 });

/** Waits until the page says of itself that it stands (src/web/api/idle.ts): nothing is on its way that would change it. */
export async function untilIdle(page: Page): Promise<void> {
  await page.locator("html[data-idle]").waitFor({ state: "attached" });
}

/** Unpacked once into a folder of our own: its package would use the temporary folder that all users share. */
async function unpackedChromium(): Promise<string> {
  const index = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const { version } = JSON.parse(readFileSync(join(dirname(dirname(index)), "package.json"), "utf8")) as {
    version: string;
  }; // npm's own file
  const folder = join(project, ".cache", `chromium-${version}`);
  const program = join(folder, "chromium");
  if (existsSync(program)) return program;
  mkdirSync(dirname(folder), { recursive: true });
  const fresh = mkdtempSync(`${folder}-`);
  const unpack = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath();';
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", unpack], {
    cwd: project,
    env: { TMPDIR: fresh },
  });
  try {
    renameSync(fresh, folder);
  } catch {
    rmSync(fresh, { recursive: true, force: true }); // another run was faster
  }
  return program;
}
