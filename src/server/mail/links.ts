import { sql } from "kysely";
import { conflict, gone, message } from "#shared/contract/problem.ts";
import { linkUnknown } from "../http/access.ts";
import type { Ctx } from "../http/context.ts";
import type { Db } from "../db/database.ts";
import { fingerprintOf, randomSecret, sha256, travellingSecret } from "../crypto/keys.ts";

export type LinkPurpose = "po.respond" | "po.view" | "ds.approve" | "fd.follow";

interface NewLink {
  readonly purpose: LinkPurpose;
  readonly subjectId: string;
  /** The record's revision that the link was made for; a later revision supersedes the link. */
  readonly subjectRevision: number;
  readonly recipient: string;
  readonly expiresAt: Date;
}

/**
 * Makes a link and returns its secret, of which only the SHA-256 is kept. To be called in the job that mails it, and
 * nowhere else: a secret must stand in no row, log or queue.
 */
export async function issueLink(ctx: Ctx, link: NewLink): Promise<string> {
  const secret = travellingSecret();
  await ctx.db
    .insertInto("links")
    .values({
      token_hash: fingerprintOf(secret),
      purpose: link.purpose,
      subject_id: link.subjectId,
      subject_revision: link.subjectRevision,
      recipient: link.recipient,
      issued_by: ctx.user?.id ?? null,
      expires_at: link.expiresAt,
    })
    .execute();
  return secret;
}

/** Ends the live links of a record; `reason` is what their holders are told: superseded, cancelled, decided. */
export async function revokeLinks(
  ctx: Ctx,
  which: { purpose: LinkPurpose; subjectId: string; reason: "superseded" | "cancelled" | "decided" },
): Promise<void> {
  await ctx.db
    .updateTable("links")
    .set({ revoked_at: new Date(), revoked_reason: which.reason })
    .where("purpose", "=", which.purpose)
    .where("subject_id", "=", which.subjectId)
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .execute();
}

/** Ends single links whose address is no longer meant; their holders are told so. */
export async function revokeLinksOfFormerRecipients(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db
    .updateTable("links")
    .set({ revoked_at: new Date(), revoked_reason: "not_recipient" })
    .where("id", "in", [...ids])
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .execute();
}

/** Uses the caller's link up for a decision, in the transaction of its effect: of many tries one wins, the others read 410. */
export async function useLink(ctx: Ctx, byName: string, what: string): Promise<void> {
  if (!ctx.link) throw conflict("no_link", "This is done by the mailed link.");
  const { rows } = await sql`
    update links set used_at = now(), used_by_name = ${byName}, used_for = ${what}
    where company_id = current_company() and id = ${ctx.link.linkId} and used_at is null and revoked_at is null
      and expires_at > now() returning id`.execute(ctx.db);
  if (rows.length === 0) throw await whatHappened(ctx.db, ctx.link.linkId);
}

interface LinkState {
  state: string;
  at: string | null;
  usedFor: string | null;
  byName: string | null;
  /** Where "send me the new link" goes, as far as its holder may see it: `o…@kontor.example`. */
  recipient: string;
}

async function whatHappened(db: Db, linkId: string) {
  const link = await db.selectFrom("links").selectAll().where("id", "=", linkId).executeTakeFirst();
  return link ? gone(message("This link is over."), describeOver(link)) : linkUnknown();
}

interface StoredLink {
  used_at: string | null;
  used_for: string | null;
  used_by_name: string | null;
  revoked_at: string | null;
  revoked_reason: string | null;
  expires_at: string;
  recipient: string;
}

function describeOver(link: StoredLink): LinkState {
  const state = link.used_at ? "used" : (link.revoked_reason ?? (link.revoked_at ? "revoked" : "expired"));
  const recipient = link.recipient.replace(/^(.).*(@.*)$/, "$1…$2");
  return {
    state,
    at: link.used_at ?? link.revoked_at ?? link.expires_at,
    usedFor: link.used_for,
    byName: link.used_by_name,
    recipient,
  };
}

/**
 * Resolves a secret that a page took from its fragment, on the installation's tables. Returns the secret of a link
 * session of 30 minutes. 404 for a secret that never was or belongs to another record or purpose; 410 for one that is over.
 */
export async function resolveLink(
  db: Db,
  secret: string,
  wanted: { purposes: readonly string[]; subjectId: string },
): Promise<{ sessionSecret: string; companyId: string; purpose: string; id: string; recipient: string }> {
  const link = await db
    .selectFrom("links")
    .selectAll()
    .where("token_hash", "=", fingerprintOf(secret))
    .executeTakeFirst();
  if (!link || !wanted.purposes.includes(link.purpose) || link.subject_id !== wanted.subjectId) throw linkUnknown();
  if (link.used_at || link.revoked_at || new Date(link.expires_at) <= new Date())
    throw gone(message("This link is over."), describeOver(link));
  const sessionSecret = randomSecret();
  await db
    .insertInto("link_sessions")
    .values({
      token_hash: sha256(sessionSecret),
      company_id: link.company_id,
      link_id: link.id,
      expires_at: new Date(Date.now() + 30 * 60_000),
    })
    .execute();
  if (!link.first_viewed_at)
    await db
      .updateTable("links")
      .set({ first_viewed_at: new Date() })
      .where("id", "=", link.id)
      .where("company_id", "=", link.company_id)
      .execute();
  return { sessionSecret, companyId: link.company_id, purpose: link.purpose, id: link.id, recipient: link.recipient };
}

/** Whether a secret is a true link of this page that is over, so that its holder may ask for the new one. */
export async function overLink(
  db: Db,
  secret: string,
  wanted: { purposes: readonly string[]; subjectId: string },
): Promise<{ companyId: string; purpose: string; recipient: string } | null> {
  const link = await db
    .selectFrom("links")
    .selectAll()
    .where("token_hash", "=", fingerprintOf(secret))
    .where("subject_id", "=", wanted.subjectId)
    .executeTakeFirst();
  if (
    !link ||
    !wanted.purposes.includes(link.purpose) ||
    !(link.used_at || link.revoked_at || new Date(link.expires_at) <= new Date())
  )
    return null;
  return { companyId: link.company_id, purpose: link.purpose, recipient: link.recipient };
}
