import type { FastifyRequest } from "fastify";
import { permissionsOf } from "#shared/flow/flow.ts";
import { allows, SUPER_ADMIN, type Can } from "#shared/permissions/permissions.ts";
import { gone, malformed, notFound, message, signInRequired } from "#shared/contract/problem.ts";
import { statesWithLogin } from "#shared/permissions/rights.ts";
import type { LinkPrincipal, SessionUser } from "./context.ts";
import { forgetUser, knownUser } from "./known-users.ts";
import { ask, type Database, type Scope } from "../db/database.ts";
import { randomSecret, sameText, sha256, sign, type Keys } from "../crypto/keys.ts";

/** Names of our cookies. Over https they carry the `__Host-` prefix, which a plain http installation cannot have. */
export function cookieNames(secure: boolean) {
  const prefix = secure ? "__Host-" : "";
  return {
    session: `${prefix}waybill-session`,
    visitor: `${prefix}waybill-visitor`,
    signIn: `${prefix}waybill-sign-in`,
    device: `${prefix}waybill-device`,
    link: `${prefix}waybill-link`,
    csrf: "XSRF-TOKEN",
  };
}

/** Who is asking is not known yet, and so no company. */
const writing: Scope = { role: "waybill_auth", companyId: null };
const reading: Scope = { ...writing, readOnly: true };

interface SessionRow {
  session_id: string;
  company_id: string;
  stale: boolean;
  id: string;
  home_company_id: string;
  email: string;
  first_name: string;
  last_name: string;
  status: string;
  locale: string;
  is_super_admin: boolean;
  roles: string[];
  permissions: string[];
}

// A session is over once it was idle for too long or is too old, as the company has it, and once its user may no longer sign in.
const sessionQuery = {
  name: "session",
  text: `select s.id as session_id, s.company_id, s.last_seen_at < now() - interval '1 minute' as stale,
      u.id, u.company_id as home_company_id, u.email, u.first_name, u.last_name, u.status,
        coalesce(u.locale, c.locale) as locale, u.is_super_admin,
      coalesce((select array_agg(distinct r.code) from user_roles ur
        join roles r on (r.company_id, r.id) = (ur.company_id, ur.role_id)
        where ur.user_id = u.id and ur.company_id = u.company_id), '{}') as roles,
      coalesce((select array_agg(distinct p) from user_roles ur
        join roles r on (r.company_id, r.id) = (ur.company_id, ur.role_id), unnest(r.permissions) p
        where ur.user_id = u.id and ur.company_id = u.company_id), '{}') as permissions
    from sessions s join users u on u.id = s.user_id join companies c on c.id = u.company_id
    where s.token_hash = $1 and session_holds(s, c)
      and u.status = any($2) and c.status <> 'inactive'`,
};

/**
 * The user behind a session cookie, or null. One indexed read; the time of last use is written at most once a minute,
 * and not for what a page reads by itself.
 */
async function readSession(
  database: Database,
  token: string | undefined,
  isByItself: boolean,
): Promise<SessionUser | null> {
  if (!token) return null;
  const [row] = await ask<SessionRow>(database.auth, reading, {
    ...sessionQuery,
    values: [sha256(token), statesWithLogin],
  });
  if (!row) {
    forgetUser(token);
    return null;
  }
  const { stale, ...facts } = row;
  if (stale && !isByItself)
    await ask(database.auth, writing, {
      text: "update sessions set last_seen_at = now() where id = $1",
      values: [row.session_id],
    });
  return knownUser(token, JSON.stringify(facts), () => userOf(row));
}

/** The users behind those of these sessions that still hold; looking at a session is no use of it. */
export async function readSessions(database: Database, ids: readonly string[]): Promise<SessionUser[]> {
  const rows = await ask<SessionRow>(database.auth, reading, {
    text: sessionQuery.text.replace("s.token_hash = $1", "s.id = any($1)"),
    values: [ids, statesWithLogin],
  });
  return rows.map(userOf);
}

function userOf(row: SessionRow): SessionUser {
  return {
    id: row.id,
    sessionId: row.session_id,
    companyId: row.company_id,
    homeCompanyId: row.home_company_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    status: row.status,
    locale: row.locale,
    permissions: Object.fromEntries(row.permissions.map((name) => [name, true])),
    roleMap: Object.fromEntries(
      [...row.roles, ...(row.is_super_admin ? [SUPER_ADMIN] : [])].map((name) => [name, true]),
    ),
  };
}

interface LinkRow {
  link_id: string;
  company_id: string;
  purpose: string;
  subject_id: string;
  subject_revision: number;
  recipient: string;
  over: string | null;
  used_for: string | null;
  used_by_name: string | null;
  at: string | null;
}

const linkQuery = {
  name: "link-session",
  text: `select l.id as link_id, l.company_id, l.purpose, l.subject_id, l.subject_revision, l.recipient, l.used_for,
    l.used_by_name,
      coalesce(l.used_at, l.revoked_at) as at,
      case when l.used_at is not null then 'used' when l.revoked_at is not null
        then coalesce(l.revoked_reason, 'revoked') when l.expires_at <= now() then 'expired' end as over
    from link_sessions s join links l on (l.company_id, l.id) = (s.company_id, s.link_id)
    where s.token_hash = $1 and s.expires_at > now()`,
};

/** The link behind a link cookie if it fits this purpose and record; 404 if it fits another, 410 if it is over. */
export async function readLink(
  database: Database,
  token: string,
  purposes: readonly string[],
  subjectId: string,
): Promise<LinkPrincipal> {
  const [row] = await ask<LinkRow>(database.auth, reading, { ...linkQuery, values: [sha256(token)] });
  if (!row || !purposes.includes(row.purpose) || row.subject_id !== subjectId) throw linkUnknown();
  if (row.over)
    throw gone(message("This link is over."), {
      state: row.over,
      at: row.at,
      usedFor: row.used_for,
      byName: row.used_by_name,
    });
  return {
    linkId: row.link_id,
    companyId: row.company_id,
    purpose: row.purpose,
    subjectId: row.subject_id,
    subjectRevision: row.subject_revision,
    recipient: row.recipient,
  };
}

/** One and the same answer for a secret that never existed or belongs to another record, purpose or company. */
export const linkUnknown = () => notFound("link_unknown", "This link is not valid. Ask for a new one.");

const namesOf = (can: Can | readonly Can[]): readonly string[] => [can].flat();

/** Whether this user may call a route that asks for that. */
export function mayCall(user: SessionUser, can: Can | readonly Can[]): boolean {
  const names = namesOf(can);
  return (
    names.includes("anyone") ||
    names.includes("signed_in") ||
    (user.status === "active" && allows(user, permissionsOf(can as Can)))
  );
}

/** Decides who is calling: 401 without a session; `may` is false without the permission, and the caller answers 403. */
export async function admit(
  database: Database,
  can: Can | readonly Can[],
  caller: { sessionToken: string | undefined; isByItself: boolean; linkToken: string | undefined; subjectId: string },
) {
  const names = namesOf(can);
  const user = await readSession(database, caller.sessionToken, caller.isByItself);
  if (names.includes("anyone") || (user && mayCall(user, can))) return { user, link: null, may: true };
  const purposes = names.filter((name) => name.startsWith("link:")).map((name) => name.slice(5));
  if (purposes.length > 0 && caller.linkToken)
    return { user: null, link: await readLink(database, caller.linkToken, purposes, caller.subjectId), may: true };
  if (!user) throw signInRequired();
  return { user, link: null, may: false };
}

/** A fresh anti-forgery token for whoever holds this session or visitor cookie: random part and signature. */
export function makeCsrf(keys: Keys, holder: string): string {
  const random = randomSecret().slice(0, 22);
  return `${random}.${sign(keys, "csrf", `${sha256(holder).toString("base64url")} ${random}`)}`;
}

/** Refuses an unsafe request from another site, or without the pair that was signed for its own session. */
export function checkCsrf(
  keys: Keys,
  request: FastifyRequest,
  pair: { holder: string | undefined; cookie: string | undefined },
  appOrigin: string,
): void {
  const { origin, "sec-fetch-site": site, "x-xsrf-token": header, host } = request.headers;
  const foreign =
    origin !== undefined && origin !== appOrigin && origin !== `http://${host}` && origin !== `https://${host}`;
  if (site === "cross-site" || foreign) throw malformed("csrf", "This request came from another site.");
  const [random = "", signature = ""] = (pair.cookie ?? "").split(".");
  const good =
    pair.holder !== undefined &&
    typeof header === "string" &&
    header !== "" &&
    sameText(header, pair.cookie ?? "") &&
    sameText(signature, sign(keys, "csrf", `${sha256(pair.holder).toString("base64url")} ${random}`));
  if (!good) throw malformed("csrf", "The page was open for too long. Try again.");
}
