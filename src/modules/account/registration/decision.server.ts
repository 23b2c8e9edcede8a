import type { Ctx } from "#server/http/context.ts";
import { reaction } from "#server/jobs/reactions.ts";
import { updateRow } from "#server/records/records.ts";
import { inCompany } from "#modules/settings/companies/in-company.server.ts";

/** What a decision over a company means for the person who registered it, in the transaction of that decision. */
export const registrationDecided = [
  reaction("company.approved", (ctx, id) => inCompany(ctx, id, () => letIn(ctx, id))),
  reaction("company.rejected", (ctx, id, { reason }) => inCompany(ctx, id, () => turnDown(ctx, id, reason ?? ""))),
];

/** The company, in which the transaction works now, was approved: who registered it may begin. */
async function letIn(ctx: Ctx, companyId: string): Promise<void> {
  for (const { user_id: id } of await registrants(ctx, companyId)) {
    await updateRow(ctx.installation, "users", { id }, { status: "active" });
    await ctx.emit("user.approved", { id }, { from: "pending_approval", to: "active" });
    await ctx.enqueue("mail-registration-news", { userId: id, news: "approved" });
  }
}

/** It was refused: who registered it reads why, and may correct what was sent in. */
async function turnDown(ctx: Ctx, companyId: string, reason: string): Promise<void> {
  await ctx.installation
    .updateTable("company_registrations")
    .set({ rejected_at: new Date(), rejection_reason: reason })
    .where("company_id", "=", companyId)
    .execute();
  for (const { user_id: userId } of await registrants(ctx, companyId))
    await ctx.enqueue("mail-registration-news", { userId, news: "rejected" });
}

const registrants = (ctx: Ctx, companyId: string) =>
  ctx.installation.selectFrom("company_registrations").select("user_id").where("company_id", "=", companyId).execute();
