import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";

/** A file whose contents are kept already. */
export interface KeptFile {
  readonly entityId: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** Attaches files to records of that kind, in one statement. `by` has uploaded them; whoever calls it has made sure that they may. */
export async function attachFiles(ctx: Ctx, entity: string, files: readonly KeptFile[], by: string): Promise<void> {
  if (files.length === 0) return;
  await sql`
    insert into files (entity, entity_id, name, media_type, bytes, sha256, created_by)
    select ${entity}, f."entityId", f.name, f."mediaType", f.bytes, decode(f.sha256, 'hex'), ${by}::uuid
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
      as f("entityId" uuid, name text, "mediaType" text, bytes bigint, sha256 text)`.execute(ctx.db);
}
