import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { isCaller } from "../drivers/second-person.server.ts";
import { hasAnother, isBlocking } from "./document-states.server.ts";

interface Kept {
  readonly driverId: string | null;
  readonly wasVerified: boolean;
  readonly isOwn: boolean;
  /** It is what a driver or vehicle has of a type without which nobody drives; no other one counts. */
  readonly isNeeded: boolean;
}

/**
 * What was verified once is removed by a second person only, and put away by one while it is what stops a driver or holds a
 * vehicle, or would without it: who may verify, has not written it, and is not whom it is about. The document is locked.
 */
export async function mustBeDispensable(ctx: Ctx, id: string, what: "remove" | "archive"): Promise<void> {
  const me = ctx.user?.id ?? null;
  const { rows } = await sql<Kept>`select t.driver_id as "driverId", t.was_verified as "wasVerified",
      (t.entered_by is not distinct from ${me}::uuid or ${me}::uuid = any(t.authors) or exists (select from files f
        where f.company_id = t.company_id and f.entity = 'document' and f.entity_id = t.id and f.created_by = ${me}::uuid)) as "isOwn",
      ${isBlocking} and not ${hasAnother} as "isNeeded"
    from papers t where t.company_id = current_company() and t.id = ${id}`.execute(ctx.db);
  const [kept] = rows;
  if (!kept?.wasVerified || (what === "archive" && !kept.isNeeded)) return;
  if (ctx.can("CAN_VERIFY_DOCUMENTS") && !kept.isOwn && !(await isCaller(ctx, kept.driverId))) return;
  throw conflict(
    "document_needed",
    message("This document was verified. Only who may verify documents, and has not entered it, takes it away."),
  );
}
