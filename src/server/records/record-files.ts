import { sql } from "kysely";
import type { Ctx } from "../http/context.ts";

/** The contents may be in a download or in another file: they go some minutes after the row, where nobody has them then. */
const sweptAfterMs = 15 * 60_000;

/** Has the contents of a file removed whose row is gone, unless another file has the same. */
export function sweepContents(ctx: Ctx, sha256: Buffer): Promise<void> {
  return ctx.enqueue("sweep-file", { sha256: sha256.toString("hex") }, new Date(Date.now() + sweptAfterMs));
}

/** Removes the files of a record that is removed; returns how they were called, for the event that says so. */
export async function removeFilesOf(ctx: Ctx, entity: string, entityId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; sha256: Buffer }>`delete from files
    where company_id = (select current_company()) and entity = ${entity} and entity_id = ${entityId}
    returning name, sha256`.execute(ctx.db);
  for (const { sha256 } of rows) await sweepContents(ctx, sha256);
  return rows.map(({ name }) => name);
}
