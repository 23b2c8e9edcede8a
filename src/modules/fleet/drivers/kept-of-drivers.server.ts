import { sql } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";

/** Refuses papers of somebody who has left: nobody drives on them, and what is kept of a leaver becomes less and not more. */
export async function mustBeEmployed(ctx: Ctx, driverId: string | null): Promise<void> {
  const { rows } = await sql<{ status: string; isErased: boolean }>`
    select status, erased_at is not null as "isErased" from drivers
    where company_id = current_company() and id = ${driverId} for no key update`.execute(ctx.db); // an erasure waits, or is over
  if (rows[0]?.isErased)
    throw conflict("driver_erased", message("This driver was erased: nothing is kept of them any more."));
  if (rows[0]?.status === "left")
    throw conflict("driver_left", message("This driver has left the company: no papers are added any more."));
}

/** Refuses an account that was closed; one that a driver has already stays theirs. */
export async function mustBeOpenAccount(ctx: Ctx, userId: string | null, driverId: string | null): Promise<void> {
  const { rows } = await sql`select from users u where u.company_id = current_company() and u.id = ${userId}
    and u.status = 'deactivated' and not exists (select from drivers d
      where d.company_id = u.company_id and d.id = ${driverId} and d.user_id = u.id)`.execute(ctx.db);
  if (rows.length > 0) throw invalid({ userId: message("This account was removed. Choose one that is in use.") });
}
