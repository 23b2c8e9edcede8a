import { notFound } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { confirm } from "./confirm.server.ts";
import { register } from "./register.server.ts";
import { registrations } from "./registration.contract.ts";
import { reopen, submit } from "./submit.server.ts";

export default serve(registrations, {
  register,
  confirm,
  async read(ctx) {
    const row = await ctx.db
      .selectFrom("company_registrations as r")
      .innerJoin("companies as c", "c.id", "r.company_id")
      .select([
        "c.status as state",
        "r.draft",
        "r.submitted_at as submittedAt",
        "r.rejected_at as rejectedAt",
        "r.rejection_reason as rejectionReason",
      ])
      .where("r.company_id", "=", ctx.companyId)
      .where("r.user_id", "=", ctx.user?.id ?? null)
      .executeTakeFirst();
    return { registration: row ? ({ ...row, companyTypes: await companyTypes(ctx) } as never) : null }; // the check of the column and `saveDraft` hold these to the contract
  },
  async saveDraft(ctx, { body }) {
    const kept = await ctx.db
      .updateTable("company_registrations as r")
      .from("companies as c")
      .set({ draft: JSON.stringify(body) })
      .whereRef("c.id", "=", "r.company_id")
      .where("c.status", "=", "registering")
      .where("r.company_id", "=", ctx.companyId)
      .where("r.user_id", "=", ctx.user?.id ?? null)
      .returning("r.id")
      .executeTakeFirst();
    if (!kept) throw notFound("no_registration", "There is no registration to complete.");
    return {};
  },
  submit,
  reopen,
});

const companyTypes = (ctx: Ctx) =>
  ctx.installation
    .selectFrom("company_types")
    .select(["id", "name"])
    .where("is_active", "=", true)
    .where("archived_at", "is", null)
    .orderBy("name")
    .execute();
