import { appendErasure } from "#server/audit/erasure-log.ts";
import { job } from "#server/jobs/reactions.ts";

/** Writes the person's id into the list that outlives a restore. */
export const noteErasure = job<{ userId: string }>("note-erasure", async ({ open }, { userId }, companyId) => {
  await appendErasure(await open(companyId, async ({ app }) => app.dataDir), userId);
});
