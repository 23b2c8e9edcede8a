import { conflict, invalid, Problem, message } from "#shared/contract/problem.ts";
import type { Db } from "../db/database.ts";
import { sqlState } from "../db/database.ts";
import { sha256 } from "../crypto/keys.ts";

export interface KeyedCall {
  readonly principal: string;
  readonly route: string;
  readonly key: string;
  readonly body: unknown;
}

export interface StoredReply {
  readonly status: number;
  readonly text: string;
}

/**
 * Claims the key in the business transaction. Null: ours, do the work and `keepReply`. Else what the first call was
 * answered. A second call with the same key waits here until the first has committed (409 `in_progress` after 5 s).
 */
export async function claimKey(db: Db, call: KeyedCall): Promise<StoredReply | null> {
  const hash = sha256(JSON.stringify(call.body ?? null));
  const claimed = await db
    .insertInto("idempotency_keys")
    .values({ principal: call.principal, route: call.route, key: call.key, body_hash: hash })
    .onConflict((conflicting) => conflicting.doNothing())
    .returning("key")
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (sqlState(error) === "55P03")
        throw new Problem({
          status: 409,
          code: "in_progress",
          sentence: message("The same request is still being worked on."),
          retryAfterSeconds: 2,
        });
      throw error;
    });
  if (claimed) return null;
  const first = await own(db, call).select(["body_hash", "reply_status", "reply"]).executeTakeFirst();
  if (!first) throw conflict("in_progress", "The same request is still being worked on.");
  if (!first.body_hash.equals(hash))
    throw invalid(
      {},
      "This request was sent before with other contents. Send it as a new one.",
      "idempotency_key_reused",
    );
  return { status: first.reply_status ?? 200, text: first.reply ?? "" };
}

/** Stores what the call was answered, in the same transaction as its effect. */
export async function keepReply(db: Db, call: KeyedCall, reply: StoredReply): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ reply_status: reply.status, reply: reply.text })
    .where("principal", "=", call.principal)
    .where("route", "=", call.route)
    .where("key", "=", call.key)
    .execute();
}

const own = (db: Db, call: KeyedCall) =>
  db
    .selectFrom("idempotency_keys")
    .where("principal", "=", call.principal)
    .where("route", "=", call.route)
    .where("key", "=", call.key);
