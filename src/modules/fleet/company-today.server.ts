import { sql } from "kysely";
import { invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";

/** The day that it is at the company, whichever of its places asks. */
export const companyToday = sql<string>`(now() at time zone (select c.timezone from companies c
  where c.id = current_company()))::date`;

/** 422 at the field for a day that is over where the company is. */
export async function mustNotBeOver(ctx: Ctx, field: string, day: string | null): Promise<void> {
  if (day === null) return;
  const { rows } = await sql<{ isOver: boolean }>`select ${day}::date < ${companyToday} as "isOver"`.execute(ctx.db);
  if (rows[0]?.isOver) throw invalid({ [field]: message("This day is over. Give one that is to come, or none.") });
}
