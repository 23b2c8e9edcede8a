import { sql } from "kysely";
import { conflict } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { dropKeptMails } from "../../settings/erasures/forget-mails.server.ts";
import { fleetDeliveryRecord } from "./deliveries.contract.ts";
import { forgotten } from "./deliveries.flow.ts";

/**
 * Takes out of the company what names the consignee of a delivery, and binds what is left of its history into the sealed trail.
 * Whether there was anything to forget.
 */
export async function forgetConsignee(ctx: Ctx, id: string): Promise<boolean> {
  // Before the rows, which still say whose they are: done twice it does no harm, left out it would.
  const { rows: mails } = await sql<{ id: string }>`select id from mails where company_id = current_company()
    and entity = ${fleetDeliveryRecord.entity} and entity_id = ${id}`.execute(ctx.db);
  await dropKeptMails(
    ctx.app.dataDir,
    ctx.companyId,
    mails.map((mail) => mail.id),
  );
  ctx.app.wholeMails?.forget();
  const { rows } = await sql<{ events: number; digest: string }>`
    select event_count as events, events_digest as digest from forget_consignee(${id}, ${ctx.user?.id ?? null})`.execute(
    ctx.db,
  );
  const [changes] = rows;
  if (!changes) return false;
  await ctx.emit("delivery.consigneeForgotten", { id }, { changes: { ...changes } });
  return true;
}

/** 409 `consignee_forgotten`: what would be written now could not be forgotten a second time. */
export function mustBeKnown({ forgottenAt }: { readonly forgottenAt: string | null }): void {
  if (forgottenAt !== null) throw conflict(forgotten.code, forgotten.sentence);
}
