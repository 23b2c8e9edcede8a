import { sql } from "kysely";
import { gone } from "#shared/contract/problem.ts";
import type { Db } from "#server/db/database.ts";
import { fingerprintOf, travellingSecret } from "#server/crypto/keys.ts";

/** Makes a one-time secret for a password: 24 h for the first set-up, 7 days for an invitation, 1 h for a reset. Older ones are over. */
export async function makePasswordToken(
  db: Db,
  purpose: "invite" | "reset" | "setup",
  userId: string | null,
): Promise<{ secret: string; expiresAt: Date }> {
  const hours = { setup: 24, invite: 24 * 7, reset: 1 }[purpose];
  const secret = travellingSecret();
  const expiresAt = new Date(Date.now() + hours * 3_600_000);
  if (userId)
    await db
      .updateTable("password_tokens")
      .set({ used_at: new Date() })
      .where("user_id", "=", userId)
      .where("purpose", "=", purpose)
      .where("used_at", "is", null)
      .execute();
  await db
    .insertInto("password_tokens")
    .values({
      user_id: userId,
      purpose,
      token_hash: fingerprintOf(secret),
      expires_at: expiresAt,
    })
    .execute();
  return { secret, expiresAt };
}

/** Ends every secret of this person's that still lets in: of an invitation, and of a reset. */
export async function endPasswordTokens(db: Db, userId: string): Promise<void> {
  await db
    .updateTable("password_tokens")
    .set({ used_at: new Date() })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
}

const tokenOver = () => gone("This link was used already, or it is too old. Ask for a new one.");

/** Whose token it is, without using it up. Throws 410 as `useToken`. */
export async function ownerOfToken(db: Db, purpose: string, secret: string): Promise<string | null> {
  const { rows } = await sql<{
    user_id: string | null;
  }>`select user_id from password_tokens where token_hash = ${fingerprintOf(secret)} and purpose = ${purpose}
    and used_at is null and expires_at > now()`.execute(db);
  if (!rows[0]) throw tokenOver();
  return rows[0].user_id;
}

/** Uses a token up: exactly one call gets it. Throws 410 for one that is over or never was. */
export async function useToken(db: Db, purpose: string, secret: string): Promise<{ user_id: string | null }> {
  const used = await db
    .updateTable("password_tokens")
    .set({ used_at: new Date() })
    .where("token_hash", "=", fingerprintOf(secret))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<string>`now()`)
    .returning("user_id")
    .executeTakeFirst();
  if (!used) throw tokenOver();
  return used;
}
