import { appendErasure, type Erased } from "#server/audit/erasure-log.ts";
import { job } from "#server/jobs/reactions.ts";

/** Writes who was erased into the list that outlives a restore; tasks of former versions name a user. */
export const noteErasure = job<Erased | { userId: string }>("note-erasure", async ({ open }, who, companyId) => {
  const erased = "userId" in who ? { entity: "user", id: who.userId } : who;
  await appendErasure(await open(companyId, async ({ app }) => app.dataDir), erased);
});
