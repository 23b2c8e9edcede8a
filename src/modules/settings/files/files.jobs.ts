import { DiskFiles } from "#server/files/disk-files.ts";
import { job } from "#server/jobs/reactions.ts";

/** Removes the contents of a file that was removed, unless another file of the company has the same. */
export const sweepFile = job<{ sha256: string }>("sweep-file", async ({ open }, { sha256 }, companyId) => {
  const hash = Buffer.from(sha256, "hex");
  const disk = new DiskFiles(await open(companyId, async ({ app }) => app.dataDir));
  await disk.sweep(companyId, hash, () =>
    open(
      companyId,
      async ({ db }) =>
        (await db
          .selectFrom("files")
          .select("id")
          .where("company_id", "=", companyId)
          .where("sha256", "=", hash)
          .limit(1)
          .executeTakeFirst()) !== undefined,
    ),
  );
  await disk.tidy();
});
