/**
 * A random walk of several people over orders, deliveries, receipts and issues, on a database that is thrown away.
 * `npm run walk -- --steps 10000 --seeds 1,2,3`; ends with 1 at the first thing that does not hold.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { on } from "#main/testing/database/address.ts";
import { startTestApp } from "#main/testing/test-app.ts";
import { randomWalk } from "#main/testing/walk/random-walk.ts";
import { migrate } from "#ops/migrate/migrate.ts";
import { startEmbedded } from "#ops/postgres/embedded.ts";

const { values } = parseArgs({
  options: {
    steps: { type: "string", default: "10000" },
    seeds: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const steps = Number(values.steps);

for (const seed of values.seeds.split(",").map(Number)) {
  const folder = mkdtempSync(join(tmpdir(), "waybill-walk-"));
  if (process.getuid?.() === 0) chmodSync(folder, 0o711); // PostgreSQL runs as another user then
  const server = await startEmbedded({ folder: join(folder, "postgres"), durable: false });
  const database = { url: server.url, superUrl: on(server.superUrl, "waybill") };
  const begun = Date.now();
  try {
    await migrate(database.url);
    const testApp = await startTestApp({ database, dataDir: join(folder, "data") });
    const { faults, figures, story, valid } = await randomWalk(testApp, { steps, seed });
    await testApp.close();
    console.log(`${figures}, in ${Math.round((Date.now() - begun) / 1000)} s`);
    if (story !== "") console.error(story);
    for (const fault of faults) console.error(`\n${fault}`);
    if (faults.length > 0 || valid < steps) process.exitCode = 1;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
