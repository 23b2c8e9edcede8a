/** `npm run backup -- FILE`: everything of this installation in one file, while Waybill runs or not. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { withDatabase } from "#main/with-database.ts";
import { backUp } from "#ops/backup/backup.ts";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
}; // our own package.json
const file = process.argv[2];

if (file) {
  const target = resolve(process.env["INIT_CWD"] ?? ".", file);
  await withDatabase({}, async ({ url, dataDir }) => {
    const { tables, files } = await backUp({ databaseUrl: url, dataDir, file: target, version });
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Backed up ${rows} rows of ${Object.keys(tables).length} tables and ${files.length} files to ${target}.`,
    );
  });
} else {
  console.error("Say where to: npm run backup -- waybill-backup.tar.gz");
  process.exitCode = 1;
}
