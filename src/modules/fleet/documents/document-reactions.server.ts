import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { reaction, type Reaction } from "#server/jobs/reactions.ts";
import { lockById } from "#server/records/records.ts";
import { authorsAfter } from "../drivers/second-person.server.ts";
import { documentFlow } from "./documents.flow.ts";
import { settleHold, settleVehicle } from "./paper-holds.server.ts";

/** Scans are a part of what was verified: another one has to be looked at again, by somebody else. */
async function lookAgain(ctx: Ctx, id: string): Promise<void> {
  const paper = await lockById(ctx.db, "papers", id);
  const { status } = paper;
  if (status === "revoked") return;
  const authors = authorsAfter(ctx, paper);
  await sql`update papers set version = version + 1, updated_at = now(), status = 'pending', decided_by = null,
    decided_at = null, decision_reason = null, authors = ${authors}::uuid[]
    where company_id = current_company() and id = ${id}`.execute(ctx.db);
  if (status !== documentFlow.start) await ctx.emit("document.reopened", { id }, { from: status, to: "pending" });
  await settleHold(ctx, id);
}

export const documentReactions: readonly Reaction[] = [
  ...["document.fileAttached", "document.fileRemoved"].map((event) => reaction(event, lookAgain)),
  ...["document.archived", "document.restored"].map((event) => reaction(event, settleHold)),
  reaction("vehicle.reinstated", settleVehicle),
  ...["document-type.archived", "document-type.restored"].map((event) =>
    reaction(event, (ctx, typeId) => ctx.enqueue("settle-holds-of-type", { typeId })),
  ),
];
