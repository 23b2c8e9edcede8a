import { sql } from "kysely";
import type { MenuBadges } from "#shared/contract/screens.ts";
import type { Ctx } from "#server/http/context.ts";

/** What stands beside the companies in the menu of whoever approves them: how many wait. */
export async function companyBadges(ctx: Ctx): Promise<MenuBadges> {
  if (!ctx.can("CAN_MANAGE_COMPANIES")) return {};
  const { rows } = await sql<{
    waiting: number;
  }>`select count(*)::int as waiting from companies where status = 'pending'`.execute(ctx.installation);
  const waiting = rows[0]?.waiting ?? 0;
  return waiting > 0 ? { "/settings/companies": { text: String(waiting), kind: "late" } } : {};
}
