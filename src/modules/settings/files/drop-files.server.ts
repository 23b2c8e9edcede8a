import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";

/** Removes all files of a record: their rows now, their contents soon. */
export async function dropFiles(ctx: Ctx, entity: string, entityId: string): Promise<void> {
  const { rows } = await sql<{ sha256: Buffer }>`
    delete from files where company_id = current_company() and entity = ${entity} and entity_id = ${entityId}
    returning sha256`.execute(ctx.db);
  for (const { sha256 } of rows)
    await ctx.enqueue("sweep-file", { sha256: sha256.toString("hex") }, new Date(Date.now() + 15 * 60_000));
}
