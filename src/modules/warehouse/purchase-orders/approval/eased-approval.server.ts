import { sql } from "kysely";
import { compare } from "#shared/format/money.ts";
import { enterCompany } from "#server/db/database.ts";
import { reaction } from "#server/jobs/reactions.ts";

interface Change<T> {
  readonly from: T;
  readonly to: T;
}

interface Eased {
  readonly poApprovalThreshold?: Change<string | null>;
  readonly separateApprover?: Change<boolean>;
  readonly defaultCurrency?: Change<string>;
}

/** Whoever makes approvals easier for the company does not approve what waits for one already, where four eyes are wanted. */
export const easedApproval = reaction("company.updated", async (ctx, companyId, { changes = {} }) => {
  const { poApprovalThreshold: threshold, separateApprover, defaultCurrency } = changes as Eased; // the company's own fields, by `difference`
  const raised =
    threshold && threshold.from !== null && (threshold.to === null || compare(threshold.to, threshold.from) > 0);
  const released = separateApprover?.from === true && !separateApprover.to;
  // In another currency the same figure is another limit.
  if (!raised && !released && !defaultCurrency) return;
  const me = ctx.user?.id ?? null;
  await enterCompany(ctx.db, companyId);
  await sql`update purchase_orders set authors = array_append(authors, ${me}::uuid)
    where company_id = current_company() and status = 'pending_approval' and not ${me}::uuid = any(authors)`.execute(
    ctx.db,
  );
  await enterCompany(ctx.db, ctx.companyId);
});
