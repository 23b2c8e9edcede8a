import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";

interface Written {
  readonly status: string;
  readonly authors: readonly string[];
}

/** Whose paper it is once the caller has written something of it; who wrote before it was verified is looked after already. */
export function authorsAfter(ctx: Ctx, { status, authors }: Written): string[] {
  const before = status === "verified" ? [] : authors;
  return [...new Set([...before, ...(ctx.user ? [ctx.user.id] : [])])];
}

/** Whether the driver with this id is the caller. */
export async function isCaller(ctx: Ctx, driverId: string | null): Promise<boolean> {
  if (!ctx.user || driverId === null) return false;
  const { rows } = await sql`select from drivers d where d.company_id = current_company() and d.id = ${driverId}
    and d.user_id = ${ctx.user.id}`.execute(ctx.db);
  return rows.length > 0;
}

/** Nobody verifies a paper that is about themselves, whoever entered it. */
export async function mustNotBeTheCaller(ctx: Ctx, { driverId }: { readonly driverId: string | null }): Promise<void> {
  if (await isCaller(ctx, driverId))
    throw conflict("own_paper", message("This is your own paper. Somebody else has to look at it."));
}
