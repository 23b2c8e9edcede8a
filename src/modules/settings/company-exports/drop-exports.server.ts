import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";

/** Takes the exports of the company away, and stops the one that is being written: somebody was erased, who is in them. */
export async function dropExports(ctx: Ctx): Promise<void> {
  await sql`update company_exports set state = 'failed', failure = 'A person was erased meanwhile. Ask for it again.'
    where company_id = current_company() and state in ('waiting', 'working')`.execute(ctx.db);
  const { rows } = await sql<{
    id: string;
  }>`update company_exports set state = 'expired', expires_at = now()
    where company_id = current_company() and state = 'ready' returning id`.execute(ctx.db);
  for (const { id } of rows) await ctx.enqueue("remove-export", { exportId: id });
}
