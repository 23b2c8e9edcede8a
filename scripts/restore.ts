/** `npm run restore -- FILE`: a backup into an empty data folder (DATA_DIR) or database (DATABASE_URL). */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { withDatabase } from "#main/with-database.ts";
import { modules } from "#main/modules.ts";
import { eraseAgain } from "#server/audit/erasure-log.ts";
import { refuseOther, restore } from "#ops/backup/restore.ts";

const file = process.argv[2] ? resolve(process.env["INIT_CWD"] ?? ".", process.argv[2]) : undefined;

if (file && existsSync(file)) {
  const into = async ({ url, dataDir }: { url: string; dataDir: string }) => {
    const { tables, files, createdAt } = await restore({ databaseUrl: url, dataDir, file });
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    const erased = await eraseAgain({ databaseUrl: url, dataDir, register: modules.personalColumns });
    if (erased > 0) console.log(`Erased ${erased} people again whom erased.jsonl names.`);
    console.log(
      `Restored ${rows} rows of ${Object.keys(tables).length} tables and ${files.length} files as they were on ` +
        `${createdAt}. Start with: npm start`,
    );
  };
  await refuseOther(file)
    .then(() => withDatabase({ mustNotRun: true }, into))
    .catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error));
      process.exitCode = 1;
    });
} else {
  console.error(file ? `There is no file ${file}.` : "Say from where: npm run restore -- waybill-backup.tar.gz");
  process.exitCode = 1;
}
