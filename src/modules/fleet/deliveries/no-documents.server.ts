import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";

/** What is verified is not taken away with what it is about: 409 `has_documents`. */
export async function mustHaveNoDocuments(ctx: Ctx, id: string): Promise<void> {
  const { rows } = await sql`select from papers
    where company_id = current_company() and delivery_id = ${id} limit 1`.execute(ctx.db);
  if (rows.length > 0)
    throw conflict("has_documents", message("There are documents of it. Remove them first, or cancel the delivery."));
}
