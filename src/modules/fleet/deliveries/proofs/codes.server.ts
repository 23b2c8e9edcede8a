import { randomBytes, randomInt } from "node:crypto";
import { sql } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { limitMails } from "#server/mail/mail-limit.ts";
import { sign } from "#server/crypto/keys.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { fleetDeliveryFlow } from "../deliveries.flow.ts";

type Delivery = RecordOf<"fleet_deliveries">;

/** How long a code holds, how often it may be tried, and how soon another one is mailed. */
export const codeMinutes = 10;
/** How long a phone may keep to itself that somebody told it a code. */
const silentDays = 3;
const mostTries = 5;
const pauseSeconds = 60;

/** Keyed with the installation's secret: the table alone tells nobody a code. */
const hashOf = (ctx: Ctx, deliveryId: string, code: string): Buffer =>
  Buffer.from(sign(ctx.app.keys, "delivery-code", `${deliveryId} ${code}`), "base64url");

/** Has a code mailed to the consignee; its job makes it, so that it stands in no queue. */
export async function askForCode(ctx: Ctx, { id, status, consigneeEmail }: Delivery): Promise<void> {
  if (!inGroup(fleetDeliveryFlow, "codable", status))
    throw conflict(
      "wrong_state",
      message("A code is mailed while the goods are under way, or once they are handed over."),
      {
        status,
      },
    );
  if (consigneeEmail === null)
    throw conflict("no_address", message("Nobody knows where to mail it: enter the consignee's address first."));
  if (!(await isFirstToAsk(ctx, id)))
    throw conflict("sent_just_now", message("One was mailed just now. Wait a minute before you send another."));
  await limitMails(ctx, "delivery", id, "codeSent");
  await ctx.enqueue("mail-delivery-code", { deliveryId: id });
  await ctx.emit("delivery.codeSent", { id });
}

/**
 * Whether nobody has asked for one within the pause. Noted as soon as it is asked for, and not when it is mailed: of many who ask
 * at once one is the first. Until it is mailed no code counts, for the row holds the hash of none.
 */
async function isFirstToAsk(ctx: Ctx, deliveryId: string): Promise<boolean> {
  const { rows } =
    await sql`insert into fleet_delivery_codes as c (delivery_id, code_hash) values (${deliveryId}, ${randomBytes(32)})
    on conflict (company_id, delivery_id) do update set code_hash = excluded.code_hash, sent_at = now(), tries = 0
      where c.sent_at <= now() - make_interval(secs => ${pauseSeconds}) returning c.id`.execute(ctx.db);
  return rows.length > 0;
}

/** A new code in place of the one before. */
export async function newCode(ctx: Ctx, deliveryId: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await sql`insert into fleet_delivery_codes (delivery_id, code_hash) values (${deliveryId}, ${hashOf(ctx, deliveryId, code)})
    on conflict (company_id, delivery_id) do update set code_hash = excluded.code_hash, sent_at = now(), tries = 0`.execute(
    ctx.db,
  );
  return code;
}

/**
 * Uses up a code that the consignee told at a moment. 422 where it is not theirs, was tried too often or did not hold then,
 * and for a moment that is told later than any phone is silent: by then the code may have been found.
 * Each try counts, also one that is refused: it is written beside the transaction at hand.
 */
export async function useCode(ctx: Ctx, deliveryId: string, code: string | null, at: string): Promise<void> {
  if (code === null) throw invalid({ code: message("Give the six digits.") });
  let isTried = false;
  await ctx.app.beside(ctx.companyId, async (db) => {
    const { rows } = await sql`update fleet_delivery_codes set tries = tries + 1
      where company_id = current_company() and delivery_id = ${deliveryId} and tries < ${mostTries} returning id`.execute(
      db,
    );
    isTried = rows.length > 0;
  });
  const { rows } = await sql`delete from fleet_delivery_codes where ${isTried} and company_id = current_company()
    and delivery_id = ${deliveryId} and code_hash = ${hashOf(ctx, deliveryId, code)}
    and sent_at > now() - make_interval(days => ${silentDays}, mins => ${codeMinutes})
    and ${at} between sent_at - interval '5 minutes' and sent_at + make_interval(mins => ${codeMinutes}) returning id`.execute(
    ctx.db,
  );
  if (rows.length === 0)
    throw invalid(
      { code: message("This is not the code, or it holds no more. Have another one mailed.") },
      undefined,
      "wrong_code",
    );
}

/** The code of before counts no more. */
export async function forgetCode(ctx: Ctx, deliveryId: string): Promise<void> {
  await sql`delete from fleet_delivery_codes where company_id = current_company() and delivery_id = ${deliveryId}`.execute(
    ctx.db,
  );
}
