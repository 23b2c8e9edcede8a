import pg from "pg";
import { expect, test } from "vitest";
import { restore } from "#ops/backup/restore.ts";
import { createEmptyDatabase } from "#main/testing/database/database.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { withRows } from "#main/testing/product/version-rows.ts";

test("after the update the company's remembered columns are suggested still, and what was typed is not", async () => {
  const mapping = { mapping: { code: { column: "Code" }, notes: { value: "owed to me" } }, decimalComma: true };
  const file = await withRows("import_mappings", (row) => {
    row["mapping"] = JSON.stringify(mapping);
  });
  const { url, superUrl } = await createEmptyDatabase();
  await restore({ databaseUrl: url, dataDir: temporaryFolder(), file });
  const database = new pg.Client({ connectionString: superUrl });
  await database.connect();
  const { rows } = await database.query("select user_id, mapping from import_mappings");
  await database.end();
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows)
    expect(row).toEqual({ user_id: null, mapping: { mapping: { code: { column: "Code" } }, decimalComma: true } });
});
