/**
 * `node scripts/version-fixture.ts`: the backup of a small installation of this version, for tests/versions.test.ts.
 * Once for each release.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startTestApp } from "#main/testing/test-app.ts";
import { backUp } from "#ops/backup/backup.ts";
import { migrate } from "#ops/migrate/migrate.ts";
import { startEmbedded } from "#ops/postgres/embedded.ts";
import { oneOfEverything } from "#main/testing/conform/everything.ts";
import { sessionOf } from "#main/testing/records/people.ts";
import { dataFolder } from "#main/testing/product/product.ts";
import about from "../package.json" with { type: "json" };

const folder = dataFolder("waybill-fixture-");
const database = await startEmbedded({ folder: join(folder.path, "postgres"), durable: false });
try {
  await migrate(database.url);
  const testApp = await startTestApp({ database, dataDir: join(folder.path, "data") });
  await oneOfEverything(await sessionOf(testApp, testApp.users.SUPER_ADMIN));
  const fixtures = fileURLToPath(new URL("../tests/fixtures", import.meta.url));
  mkdirSync(fixtures, { recursive: true });
  const file = join(fixtures, `waybill-${about.version}.tar.gz`);
  const { tables, files } = await backUp({
    databaseUrl: testApp.url,
    dataDir: testApp.dataDir,
    file,
    version: about.version,
  });
  console.log(`${Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)} rows, ${files.length} files: ${file}`);
  await testApp.close();
} finally {
  await database.stop();
  folder.remove();
}
