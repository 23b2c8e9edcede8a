/**
 * Fuzzes the product from its own OpenAPI document, over a database that is thrown away.
 * `npm run fuzz -- --requests 5000 --seed 42`; ends with 1 when something failed, or when a route was reached fewer than 20 times.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startTestApp } from "#main/testing/test-app.ts";
import { migrate } from "#ops/migrate/migrate.ts";
import { startEmbedded } from "#ops/postgres/embedded.ts";
import { countLines } from "#main/testing/fuzz/answers.ts";
import { fuzzApp } from "#main/testing/fuzz/app.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "5000" },
    seed: { type: "string" },
    least: { type: "string", default: "20" },
    most: { type: "string", default: "25000" },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const least = Number(values.least);

const folder = mkdtempSync(join(tmpdir(), "waybill-fuzz-"));
if (process.getuid?.() === 0) chmodSync(folder, 0o711); // PostgreSQL runs as another user then
const database = await startEmbedded({ folder: join(folder, "postgres"), durable: false });
try {
  await migrate(database.url);
  const testApp = await startTestApp({ database, dataDir: join(folder, "data"), jobs: true });
  const begun = Date.now();
  const { counts, findings } = await fuzzApp(testApp, { requests, seed, least, most: Number(values.most) });
  await testApp.close();
  console.log(countLines(counts).join("\n"));
  const sent = [...counts.values()].reduce((sum, one) => sum + one.sent, 0);
  const few = [...counts].filter(([, one]) => one.reached < least).map(([name]) => name);
  console.log(
    `\n${sent} requests to ${counts.size} routes in ${Math.round((Date.now() - begun) / 1000)} s, seed ${seed}.`,
  );
  console.log(
    few.length === 0
      ? `Every route was reached at least ${least} times past validation.`
      : `${few.length} routes were reached fewer than ${least} times past validation:\n${few.join("\n")}`,
  );
  for (const finding of findings)
    console.error(`\n${finding.why}: ${finding.status} ${finding.call}\n  ${finding.reply}`);
  console.log(`${findings.length} findings.`);
  process.exitCode = findings.length > 0 || few.length > 0 ? 1 : 0;
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
