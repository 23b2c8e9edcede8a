import { DiskFiles } from "#server/files/disk-files.ts";
import { job } from "#server/jobs/reactions.ts";

/** Removes the contents of a document that was removed, unless another document of the company has the same. */
export const sweepFile = job<{ sha256: string }>("sweep-file", async ({ open }, { sha256 }, companyId) => {
  const hash = Buffer.from(sha256, "hex");
  const files = new DiskFiles(await open(companyId, async ({ app }) => app.dataDir));
  await files.sweep(companyId, hash, () =>
    open(
      companyId,
      async ({ db }) =>
        (await db
          .selectFrom("documents")
          .select("id")
          .where("company_id", "=", companyId)
          .where("sha256", "=", hash)
          .limit(1)
          .executeTakeFirst()) !== undefined,
    ),
  );
  await files.tidy();
});
