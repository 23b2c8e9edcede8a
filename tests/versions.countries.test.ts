import pg from "pg";
import { expect, test } from "vitest";
import { restore } from "#ops/backup/restore.ts";
import { createEmptyDatabase } from "#main/testing/database/database.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { withRows } from "#main/testing/product/version-rows.ts";

test("after the update vendors whose country was imported under a withdrawn code are in the country of today", async () => {
  let count = 0;
  const file = await withRows("vendors", (vendor) => {
    vendor["country_code"] = "DD";
    count += 1;
  });
  const { url, superUrl } = await createEmptyDatabase();
  await restore({ databaseUrl: url, dataDir: temporaryFolder(), file });
  const database = new pg.Client({ connectionString: superUrl });
  await database.connect();
  const { rows } = await database.query<{ code: string; n: number }>(
    "select country_code as code, count(*)::int as n from vendors group by 1 order by 1",
  );
  await database.end();
  expect(count).toBeGreaterThan(0);
  expect(rows).toEqual([{ code: "DE", n: count }]);
});
