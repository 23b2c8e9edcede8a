/**
 * Makes a picture of every screen of the demo company in four looks, into `screenshots/`.
 * `npm run screenshots`, or `npm run screenshots -- vendors login` for the screens whose name has one of these words.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startDemo } from "#main/testing.demo.ts";
import { openLook, stops, visit, type Look } from "#main/testing.screens.ts";
import { migrate } from "#server/migrate.ts";
import { startEmbedded } from "#server/postgres.ts";
import { build } from "./launcher.mjs";

const looks: readonly Look[] = (["light", "dark"] as const).flatMap((scheme) => [
  { width: 1440, height: 900, scheme },
  { width: 390, height: 844, scheme },
]);
const { values, positionals } = parseArgs({ allowPositionals: true, options: { web: { type: "string" }, into: { type: "string", default: fileURLToPath(new URL("../screenshots", import.meta.url)) } } });
const wanted = stops.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)));

if (!values.web) build();
mkdirSync(values.into, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "waybill-screenshots-"));
if (process.getuid?.() === 0) chmodSync(folder, 0o711); // PostgreSQL runs as another user then
const database = await startEmbedded({ folder: join(folder, "postgres"), durable: false });
let count = 0;
try {
  await migrate(database.url);
  const demo = await startDemo(database, { dataDir: join(folder, "data"), ...(values.web ? { webFolder: values.web } : {}) });
  const addresses = new Map<string, string>();
  for (const stop of wanted) {
    try {
      addresses.set(stop.name, `${demo.base}${await stop.at(demo)}`);
    } catch (error) {
      told(stop.name, error);
    }
  }
  await Promise.all(looks.slice(0, 2).map((look, half) => shootAll([look, looks[half + 2] ?? look], addresses)));
  await demo.close();

  async function shootAll(mine: readonly Look[], at: ReadonlyMap<string, string>): Promise<void> {
    for (const look of mine) {
      const pages = { super: await (await openLook(demo, "super", look)).newPage(), visitor: await (await openLook(demo, "visitor", look)).newPage() };
      for (const { name, as } of wanted) {
        const address = at.get(name);
        if (!address) continue;
        try {
          await visit(pages[as], address);
        } catch (error) {
          told(name, error); // the picture shows what it came to
        }
        await pages[as].screenshot({ path: join(values.into, `${name}.${look.width}.${look.scheme}.png`) });
        count += 1;
      }
      await Promise.all([pages.super.context().close(), pages.visitor.context().close()]);
    }
  }
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${count} pictures of ${wanted.length} screens are in ${values.into}`);

function told(name: string, error: unknown): void {
  console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
