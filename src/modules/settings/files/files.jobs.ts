import { sql } from "kysely";
import { DiskFiles } from "#server/files/disk-files.ts";
import { job } from "#server/jobs/reactions.ts";

/** Removes the contents of a file that was removed, unless another file of the company has the same, or one that waits to be imported. */
export const sweepFile = job<{ sha256: string }>("sweep-file", async ({ open }, { sha256 }, companyId) => {
  const hash = Buffer.from(sha256, "hex");
  const disk = new DiskFiles(await open(companyId, async ({ app }) => app.dataDir));
  await disk.sweep(companyId, hash, () =>
    open(companyId, async ({ db }) => {
      const { rows } = await sql`select from files where company_id = ${companyId} and sha256 = ${hash}
          union all select from import_files where company_id = ${companyId} and sha256 = ${hash} limit 1`.execute(db);
      return rows.length > 0;
    }),
  );
  await disk.tidy();
});
