import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright";
import { build } from "vite";
import { launchBrowser } from "#main/testing/browser.ts";
import type { Bench, Row } from "./row.ts";
import { compare, summary, told, within, type Result, type Sample } from "./measure.ts";
import type { Environment } from "./environment.ts";

interface Loaded {
  /** From the request to the mark that says that it can be used. */
  readonly ready: number;
  readonly largestPaint: number;
  readonly shift: number;
  /** Scripts and styles, in bytes as brotli. */
  readonly bytes: number;
  readonly files: number;
}

/** Opens a page in a browser that has seen nothing, until `mark` is there and the network is quiet. */
async function open(context: BrowserContext, url: string, mark: string): Promise<Loaded> {
  const page = await context.newPage();
  const assets = new Set<string>();
  page.on(
    "response",
    (response) =>
      void (["script", "stylesheet"].includes(response.request().resourceType()) && assets.add(response.url())),
  );
  await page.addInitScript(
    `window.shift = 0; window.paint = 0;
    const observe = (type, each) =>
      new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
    observe("layout-shift", (entry) => { if (!entry.hadRecentInput) window.shift += entry.value; });
    observe("largest-contentful-paint", (entry) => { window.paint = entry.startTime; });`,
  );
  const begun = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await page.locator(mark).first().waitFor({ timeout: 30_000 });
  const ready = performance.now() - begun;
  const needed = [...assets]; // what is fetched ahead for later keeps nobody waiting
  await quiet(page);
  const { shift, paint } = (await page.evaluate("({ shift: window.shift, paint: window.paint })")) as {
    shift: number;
    paint: number;
  }; // set by the script above
  await page.close();
  const sizes = await Promise.all(needed.map(sizeOf));
  return { ready, largestPaint: paint, shift, bytes: sizes.reduce((sum, size) => sum + size, 0), files: needed.length };
}

/** Until nothing was fetched for half a second; the event stream, which never ends, does not count. */
async function quiet(page: Page): Promise<void> {
  let last = performance.now();
  page.on("requestfinished", () => void (last = performance.now()));
  while (performance.now() - last < 500) await page.waitForTimeout(50);
}

async function sizeOf(url: string): Promise<number> {
  const response = await fetch(url, { headers: { "accept-encoding": "identity" } });
  return brotliCompressSync(Buffer.from(await response.arrayBuffer())).length;
}

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

async function bareReact(folder: string): Promise<{ server: Server; url: string }> {
  await build({
    root: fileURLToPath(new URL("./floor-web/", import.meta.url)),
    configFile: false,
    logLevel: "silent",
    build: { outDir: folder, emptyOutDir: true },
  });
  const server = createServer((request, response) => {
    const path = request.url === "/" ? "index.html" : (request.url ?? "").slice(1);
    response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream");
    try {
      response.end(readFileSync(join(folder, path)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }; // it listens on TCP
}

export async function signedIn(browser: Browser, environment: Environment): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: "en-US" });
  await context.addCookies(
    [...environment.client.cookies].map(([name, value]) => ({ name, value, url: environment.product.address })),
  );
  return context;
}

const token = "A".repeat(43);
/** The pages that a stranger can open, and what says that each stands; those that show a record may weigh as much as a list. */
const publicPages: readonly (readonly [path: string, mark: string, limit?: number])[] = [
  ["/", "h1"],
  ["/register", "h1"],
  [`/register/confirm#t=${token}`, "h1"],
  ["/reset-password", "h1"],
  [`/change-password#t=${token}`, "h1"],
  [`/accept-invite#t=${token}`, "h1"],
  ["/unauthorized", "h1"],
  ["/404", "h1"],
  ["/500", "h1"],
  [`/po/view/0190a000-0000-7000-8000-000000000000#t=${token}`, "h1", 230],
  [`/ds/approve/0190a000-0000-7000-8000-000000000000#t=${token}`, "h1", 230],
];

export const webRows: readonly Row[] = [
  {
    name: "web.firstload",
    async run(bench: Bench) {
      const environment = await bench.environments.stage(bench.smallRows);
      const bare = await bareReact(join(bench.environments.dataDir, "floor-web"));
      const browser = await launchBrowser();
      try {
        const last: Record<string, Loaded> = {};
        const fresh = async (name: string, url: string, mark: string, context?: BrowserContext): Promise<Sample> => {
          const used = context ?? (await browser.newContext({ locale: "en-US" }));
          const loaded = await open(used, url, mark);
          await used.close();
          last[name] = loaded;
          return summary([loaded.ready], loaded.ready);
        };
        const base = () => fresh("bare", bare.url, ".row");
        const signIn = await compare({
          name: "web.firstload",
          what: "the sign-in page until it can be used, to a bare React page",
          target: "≤ 2",
          meets: within(2),
          rounds: bench.rounds,
          base,
          ours: () => fresh("signIn", `${environment.product.address}/login`, "input[type=password]"),
        });
        const list = await compare({
          name: "web.firstload",
          what: "the first list until its rows are there, to a bare React page",
          target: "told",
          rounds: bench.rounds,
          base,
          ours: async () =>
            fresh(
              "list",
              `${environment.product.address}/warehouse/vendors`,
              "[role=gridcell]",
              await signedIn(browser, environment),
            ),
        });
        const publicSizes: Result[] = [];
        for (const [path, mark, limit = 150] of publicPages) {
          await fresh(path, `${environment.product.address}${path}`, mark);
          publicSizes.push(
            told({
              name: "web.firstload.kB",
              what: `script and style to ${path.replace(/#.*/, "")}, kB as brotli`,
              target: `≤ ${limit}`,
              value: (last[path]?.bytes ?? 0) / 1000,
              meets: within(limit),
              facts: { files: last[path]?.files ?? 0, "ready ms": last[path]?.ready ?? 0, CLS: last[path]?.shift ?? 0 },
            }),
          );
        }
        const kilobytes = (name: string) => (last[name]?.bytes ?? 0) / 1000;
        const facts = (name: string) => ({
          files: last[name]?.files ?? 0,
          "LCP ms": last[name]?.largestPaint ?? 0,
          CLS: last[name]?.shift ?? 0,
          "bare kB": kilobytes("bare"),
        });
        return [
          signIn,
          list,
          told({
            name: "web.firstload.kB",
            what: "script and style to the sign-in page, kB as brotli",
            target: "≤ 150",
            value: kilobytes("signIn"),
            meets: within(150),
            facts: facts("signIn"),
          }),
          told({
            name: "web.firstload.kB",
            what: "script and style to the first list, kB as brotli",
            target: "≤ 230",
            value: kilobytes("list"),
            meets: within(230),
            facts: facts("list"),
          }),
          ...publicSizes,
          told({
            name: "web.firstload.CLS",
            what: "how much the first list moves while it loads",
            target: "≤ 0.02",
            value: last["list"]?.shift ?? 0,
            meets: within(0.02),
          }),
        ];
      } finally {
        await browser.close();
        bare.server.close();
      }
    },
  },
];
