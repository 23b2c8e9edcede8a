/**
 * Makes a picture of every screen of the demo company in four looks, into `screenshots/`.
 * `npm run screenshots`, or `npm run screenshots -- vendors login` for the screens whose name has one of these words.
 * `--welcome` makes those that the welcome page shows, small, into `src/modules/site/welcome/pictures`.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Page } from "playwright";
import { startDemo, type DemoProduct } from "#main/testing/demo.ts";
import { openLook, crawlTargets, visit, type Look } from "#main/testing/screens.ts";
import { migrate } from "#ops/migrate/migrate.ts";
import { startEmbedded } from "#ops/postgres/embedded.ts";
import { build } from "./launcher.mjs";

const looks: readonly Look[] = (["light", "dark"] as const).flatMap((scheme) => [
  { width: 1440, height: 900, scheme },
  { width: 390, height: 844, scheme },
]);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { web: { type: "string" }, welcome: { type: "boolean", default: false }, into: { type: "string" } },
});
/** What the welcome page shows, each in the one width that it is shown in. */
const welcome: Readonly<Record<string, number>> = {
  "warehouse.delivery-schedules.calenders": 1440,
  "warehouse.purchase-orders.details": 1440,
  "warehouse.receiving--receiving-delivery": 390,
  "po-link": 390,
  "po-link--receipt": 390,
};
const isWanted = (name: string) =>
  values.welcome ? name in welcome : positionals.length === 0 || positionals.some((word) => name.includes(word));
const wanted = crawlTargets.filter(({ name }) => isWanted(name));
/** The welcome page shows a working day in Tilburg, with trucks at the doors: the last one, at 13:37 UTC. */
const now = values.welcome ? lastWorkingDay() : undefined;
const into =
  values.into ??
  fileURLToPath(new URL(values.welcome ? "../src/modules/site/welcome/pictures" : "../screenshots", import.meta.url));

if (!values.web) build();
mkdirSync(into, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "waybill-screenshots-"));
if (process.getuid?.() === 0) chmodSync(folder, 0o711); // PostgreSQL runs as another user then
const database = await startEmbedded({ folder: join(folder, "postgres"), durable: false });
let count = 0;
try {
  await migrate(database.url);
  const demo = await startDemo(database, {
    dataDir: join(folder, "data"),
    ...(values.web ? { webFolder: values.web } : {}),
    ...(now ? { now } : {}),
  });
  const addresses = new Map<string, string>();
  for (const target of wanted) {
    try {
      addresses.set(
        target.name,
        `${demo.base}${(now && (await shownAt(demo, target.name, now))) ?? (await target.at(demo))}`,
      );
    } catch (error) {
      told(target.name, error);
    }
  }
  await Promise.all(looks.slice(0, 2).map((look, half) => shootAll([look, looks[half + 2] ?? look], addresses)));
  await demo.close();
  await demo.browser.close(); // there is no test worker with which it would end

  async function shootAll(mine: readonly Look[], at: ReadonlyMap<string, string>): Promise<void> {
    for (const look of mine) {
      const pages = {
        super: await (await openLook(demo, "super", look)).newPage(),
        visitor: await (await openLook(demo, "visitor", look)).newPage(),
      };
      if (now) for (const page of Object.values(pages)) await page.clock.setFixedTime(now);
      for (const { name, as } of wanted) {
        const address = at.get(name);
        if (!address || (values.welcome && welcome[name] !== look.width)) continue;
        try {
          await visit(pages[as], address);
        } catch (error) {
          told(name, error); // the picture shows what it came to
        }
        await pages[as].evaluate(`document.querySelector("[class*=nowOver]")?.scrollIntoView({ block: "center" })`);
        if (values.welcome) writeFileSync(join(into, `${name}.${look.scheme}.webp`), await small(pages[as]));
        else await pages[as].screenshot({ path: join(into, `${name}.${look.width}.${look.scheme}.png`) });
        count += 1;
      }
      await Promise.all([pages.super.context().close(), pages.visitor.context().close()]);
    }
  }
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${count} pictures of ${wanted.length} screens are in ${into}`);

function told(name: string, error: unknown): void {
  console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

/** Playwright knows PNG and JPEG only; the browser itself makes WebP too. */
async function small(page: Page): Promise<Buffer> {
  const browser = await page.context().newCDPSession(page);
  const { data } = await browser.send("Page.captureScreenshot", { format: "webp", quality: 70 });
  await browser.detach();
  return Buffer.from(data, "base64");
}

function lastWorkingDay(): Date {
  const day = new Date(Date.now() - 13.7 * 3_600_000);
  while ([0, 6].includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() - 1);
  day.setUTCHours(13, 37, 0, 0);
  return day;
}

/** What is worth showing of the board and of receiving. */
async function shownAt(demo: DemoProduct, name: string, at: Date): Promise<string | undefined> {
  const docks = await demo.as("docks");
  const first = async (path: string) => (await docks.get(path)).body.items[0]?.id;
  if (name.endsWith("calenders"))
    return `/warehouse/delivery-schedules/calenders?date=${at.toISOString().slice(0, 10)}&locationId=${await first("/api/settings/locations?q=tilburg")}`;
  if (name.includes("receiving"))
    return `/warehouse/receiving?deliveryId=${await first("/api/warehouse/delivery-schedules?status=in_progress")}`;
  return undefined;
}
