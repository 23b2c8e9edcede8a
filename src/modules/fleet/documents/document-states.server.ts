import { sql, type RawBuilder } from "kysely";
import { statesIn } from "#server/records/states.ts";
import { companyToday } from "../company-today.server.ts";
import { documentFlow } from "./documents.flow.ts";

/** The renewal of a document `t` that is verified, has begun and has not ended itself. */
const isSuperseded = sql`exists (select from papers r where r.company_id = t.company_id and r.supersedes_id = t.id
  and r.status = 'verified' and r.begins_on <= ${companyToday} and r.ends_on >= ${companyToday})`;

/** How early a type reminds of the end for the first time. */
const notice = sql`(select coalesce(max(d::int), 30) from document_types k, unnest(k.remind_days) d
  where k.company_id = t.company_id and k.id = t.type_id)`;

export const validity = sql`case
  when t.status = 'verified' and ${isSuperseded} then 'superseded'
  when t.ends_on < ${companyToday} then 'expired'
  when t.begins_on > ${companyToday} then 'not_yet_valid'
  when t.ends_on <= ${companyToday} + ${notice} then 'expiring'
  else 'valid' end`;

/** What is to take the place of a document `t`. */
export const renewalId = sql`(select r.id from papers r where r.company_id = t.company_id and r.supersedes_id = t.id
  and r.status in (${statesIn(documentFlow, "awaited")}))`;

/** Whether a renewal of a document `t` is verified. */
export const isRenewed = sql`exists (select from papers r where r.company_id = t.company_id and r.supersedes_id = t.id
  and r.status = 'verified')`;

/** Whether a user `v` holds a permission by a role. */
const holds = (permission: string) => sql`exists (select from user_roles g
  join roles h on (h.company_id, h.id) = (g.company_id, g.role_id) and h.archived_at is null
  where g.company_id = v.company_id and g.user_id = v.id and ${permission} = any(h.permissions))`;

/** Addresses of who may verify a document `p`; of a confidential one, who may see it as well. */
export const mayVerify = sql`array(select v.email from users v where v.company_id = p.company_id and v.status = 'active'
  and ${holds("CAN_VERIFY_DOCUMENTS")} and (not p.is_confidential or ${holds("CAN_VIEW_DRIVER_PAPERS")}))`;

/**
 * How many people may verify a document `t` that waits for it: who may see it, has written nothing of it, and is not the driver
 * whose it is.
 */
export const checkerCount = sql`(case when t.status = 'pending' then (select count(*)::int from users v
  where v.company_id = t.company_id and v.status = 'active' and v.id <> all (t.authors) and ${holds("CAN_VERIFY_DOCUMENTS")}
    and (not t.is_confidential or ${holds("CAN_VIEW_DRIVER_PAPERS")})
    and not exists (select from drivers d where d.company_id = t.company_id and d.id = t.driver_id and d.user_id = v.id)) end)`;

/** Whether this person may see confidential documents, where a task goes on in their name. */
export const seesConfidential = (
  userId: string,
) => sql<boolean>`(runs_installation(${userId}) or exists (select from users v
  where v.company_id = current_company() and v.id = ${userId} and ${holds("CAN_VIEW_DRIVER_PAPERS")}))`;

/** Papers `a` that count from one day to another: verified ones, between their first and their last day. */
const counts = (first: RawBuilder<unknown>, last: RawBuilder<unknown>) =>
  sql`a.status = 'verified' and a.archived_at is null and a.begins_on <= ${first} and a.ends_on >= ${last}`;
const countsToday = counts(companyToday, companyToday);
/** Types `k` without which nobody drives. */
const blocking = sql`k.blocks_dispatch and k.is_active and k.archived_at is null`;

/** Papers `a` of a type `k` that a row has, by the name of that row in the query. */
const papersOf = (
  subject: "driver" | "vehicle" | "asset" | "trip" | "delivery",
  row: string,
) => sql`papers a where a.company_id = k.company_id
  and ${sql.ref(`a.${subject}_id`)} = ${sql.ref(`${row}.id`)} and a.type_id = k.id`;

/** Whether on each day from one to another one of these papers counts, be it another one on another day. */
function countThrough(papers: RawBuilder<unknown>, first: RawBuilder<unknown>, last: RawBuilder<unknown>) {
  if (first === last) return sql`exists (select from ${papers} and ${counts(first, last)})`;
  const on = sql`day::date`;
  return sql`not exists (select from generate_series(${first}, ${last}, interval '1 day') day
    where not exists (select from ${papers} and ${counts(on, on)}))`;
}

/** Whose papers are looked for, and the name that their row has in the query. */
type Bearer =
  | readonly ["driver", "t" | "d"]
  | readonly ["asset", "t" | "s"]
  | readonly ["trip", "p"]
  | readonly ["delivery", "f"];

/**
 * Blocking types `k` of which somebody or something has no paper that counts on each day from one to another: those of which
 * they once had one, whatever became of it, and those that everybody has to have.
 */
export function lackedTypes([subject, row]: Bearer, first: RawBuilder<unknown>, last: RawBuilder<unknown>) {
  const papers = papersOf(subject, row);
  return sql`document_types k where k.company_id = ${sql.ref(`${row}.company_id`)} and k.subject = ${sql.lit(subject)} and ${blocking}
    and (k.is_required or exists (select from ${papers})) and not ${countThrough(papers, first, last)}`;
}

/** Names of the blocking types of which an asset `t` has no paper that counts today. */
export const lackedByAsset = sql`array(select k.name from ${lackedTypes(["asset", "t"], companyToday, companyToday)} order by k.name)`;

/**
 * Whether a row `t` would be kept from leaving by a blocking type `k`, of which there may be none yet: it has no paper that
 * counts today, and had one, or everybody has to have it. Vehicles are held for what was verified once.
 */
export function wouldLack(subject: "driver" | "vehicle" | "asset", isRequired: boolean) {
  const papers = papersOf(subject, "t");
  const had = subject === "vehicle" ? sql`${papers} and a.was_verified` : papers;
  return sql`(${isRequired} or exists (select from ${had})) and not exists (select from ${papers} and ${countsToday})`;
}

/** Whether papers of a driver `d` prove a qualification on each day from one to another. */
export const proves = (qualification: string, first: RawBuilder<unknown>, last: RawBuilder<unknown>) =>
  countThrough(
    sql`papers a join document_types k on (k.company_id, k.id) = (a.company_id, a.type_id)
      where a.company_id = d.company_id and a.driver_id = d.id and k.proves = ${qualification}`,
    first,
    last,
  );

/** Blocking types `k` of which a vehicle `t` has a paper that counts today, or on the first of these days, and none through all of them. */
export function endingTypes(first: RawBuilder<unknown>, last: RawBuilder<unknown>) {
  const papers = papersOf("vehicle", "t");
  return sql`document_types k where k.company_id = t.company_id and k.subject = 'vehicle' and ${blocking}
    and (${countThrough(papers, first, first)} or ${countThrough(papers, companyToday, companyToday)})
    and not ${countThrough(papers, first, last)}`;
}

/** Whether a paper of a blocking type is missing to the driver `t` today. */
export const lacksDocument: RawBuilder<unknown> = sql`exists (select from ${lackedTypes(["driver", "t"], companyToday, companyToday)})`;

/**
 * Types `k` of which a vehicle `t` has to have a paper and has never had one that counted. Papers that have ended or were
 * taken back are another matter: they open a hold, which somebody may end.
 */
export const missingTypes: RawBuilder<unknown> = sql`document_types k where k.company_id = t.company_id and k.subject = 'vehicle'
  and ${blocking} and k.is_required and not exists (select from papers p where p.company_id = t.company_id and p.vehicle_id = t.id
    and p.type_id = k.id and p.was_verified and p.begins_on <= ${companyToday})`;

/** The last day of a paper `p` that is over; of one that was taken back before, none. */
export const endedOn = sql<string | null>`(case when p.ends_on < ${companyToday} then p.expires_on end)`;

const ofPaper = sql`papers a where a.company_id = e.company_id and a.vehicle_id = e.vehicle_id and a.type_id = e.type_id`;
/** How the type of a vehicle's paper stands for it today. */
const standing = {
  /** There is one that counts. */
  isValid: sql`exists (select from ${ofPaper} and ${countsToday})`,
  blocks: sql`exists (select from document_types k where k.company_id = e.company_id and k.id = e.type_id and ${blocking})`,
};

/**
 * What the papers of a vehicle say of a type, by any of them: whether one counts, and which one of those that were verified
 * once counts no more. One that was taken back before its end says so before those that have ended.
 */
export const standingOfPaper = (id: RawBuilder<unknown>) => sql<{
  typeName: string;
  isValid: boolean;
  blocks: boolean;
  validUntil: string | null;
  endedId: string | null;
  endedOn: string | null;
}>`select k.name as "typeName", ${standing.isValid} as "isValid", ${standing.blocks} as blocks,
    (select max(a.expires_on) from ${ofPaper} and ${countsToday}) as "validUntil",
    l.id as "endedId", l.ended_on as "endedOn"
  from papers e join document_types k on (k.company_id, k.id) = (e.company_id, e.type_id)
  left join lateral (select p.id, ${endedOn} as ended_on from papers p where p.company_id = e.company_id
    and p.vehicle_id = e.vehicle_id and p.type_id = e.type_id and p.was_verified and p.begins_on <= ${companyToday}
    order by p.ends_on desc, p.id desc limit 1) l on true
  where e.company_id = current_company() and e.id = ${id}`;

/** Whether nothing is left of why a vehicle was held for the paper with this id: a valid one is there, or its type holds nobody. */
export const isOvercome = (
  id: RawBuilder<unknown>,
) => sql`exists (select from papers e where e.company_id = current_company()
  and e.id = ${id} and (${standing.isValid} or not ${standing.blocks}))`;

/** Whether another paper than `t` of the same type, of the same driver, vehicle, asset, trip or delivery, counts today. */
export const hasAnother = sql<boolean>`exists (select from papers a where a.company_id = t.company_id and a.type_id = t.type_id
  and a.id <> t.id and (a.driver_id = t.driver_id or a.vehicle_id = t.vehicle_id
    or a.asset_id = t.asset_id or a.trip_id = t.trip_id or a.delivery_id = t.delivery_id) and ${countsToday})`;

/** Whether nobody drives, or nothing leaves, without papers of the type of `t`. */
export const isBlocking = sql<boolean>`exists (select from document_types k where k.company_id = t.company_id
  and k.id = t.type_id and k.subject <> 'company' and ${blocking})`;
