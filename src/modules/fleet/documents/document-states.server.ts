import { sql, type RawBuilder } from "kysely";
import { statesIn } from "#server/records/states.ts";
import { companyToday } from "../company-today.server.ts";
import { documentFlow } from "./documents.flow.ts";

/** The renewal of a document `t` that is verified and has begun. */
const isSuperseded = sql`exists (select from papers r where r.company_id = t.company_id and r.supersedes_id = t.id
  and r.status = 'verified' and r.begins_on <= ${companyToday})`;

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

/** Papers `p` that count today: verified ones, between their first and their last day. */
const countsToday = sql`p.status = 'verified' and p.archived_at is null and p.begins_on <= ${companyToday} and p.ends_on >= ${companyToday}`;
/** Types `k` without which nobody drives. */
const blocking = sql`k.blocks_dispatch and k.is_active and k.archived_at is null`;

/**
 * Whether a paper of a blocking type is missing to the driver `t` today: one that they once had, or that everybody has to
 * have. Only verified ones count; a renewal counts from its own first day.
 */
export const lacksDocument: RawBuilder<unknown> = sql`exists (select from document_types k
  where k.company_id = t.company_id and k.subject = 'driver' and ${blocking}
    and (k.is_required or exists (select from papers p where p.company_id = k.company_id and p.driver_id = t.id
      and p.type_id = k.id and p.status in (${statesIn(documentFlow, "awaited")}) and p.archived_at is null))
    and not exists (select from papers p where p.company_id = k.company_id and p.driver_id = t.id and p.type_id = k.id
      and ${countsToday}))`;

/**
 * Types `k` of which a vehicle `t` has to have a paper and has never had one that counted. Papers that have ended are another
 * matter: they open a hold, which somebody may end.
 */
export const missingTypes: RawBuilder<unknown> = sql`document_types k where k.company_id = t.company_id and k.subject = 'vehicle'
  and ${blocking} and k.is_required and not exists (select from papers p where p.company_id = k.company_id and p.vehicle_id = t.id
    and p.type_id = k.id and p.status = 'verified' and p.archived_at is null and p.begins_on <= ${companyToday})`;

/** How the type of a vehicle's paper stands for it today. */
const standing = {
  /** There is one that counts. */
  isValid: sql`exists (select from papers p where p.company_id = e.company_id and p.vehicle_id = e.vehicle_id
    and p.type_id = e.type_id and ${countsToday})`,
  blocks: sql`exists (select from document_types k where k.company_id = e.company_id and k.id = e.type_id and ${blocking})`,
};

/** What the papers of a vehicle say of a type, by any of them: of what an end would be told, and whether one counts. */
export const standingOfPaper = (id: RawBuilder<unknown>) => sql<{
  typeName: string;
  isValid: boolean;
  blocks: boolean;
  validUntil: string | null;
  endedId: string | null;
  endedOn: string | null;
}>`select k.name as "typeName", ${standing.isValid} as "isValid", ${standing.blocks} as blocks,
    (select max(p.expires_on) from papers p where p.company_id = e.company_id and p.vehicle_id = e.vehicle_id
      and p.type_id = e.type_id and ${countsToday}) as "validUntil",
    l.id as "endedId", l.expires_on as "endedOn"
  from papers e join document_types k on (k.company_id, k.id) = (e.company_id, e.type_id)
  left join lateral (select p.id, p.expires_on from papers p where p.company_id = e.company_id and p.vehicle_id = e.vehicle_id
    and p.type_id = e.type_id and p.status = 'verified' and p.archived_at is null and p.ends_on < ${companyToday}
    order by p.ends_on desc, p.id desc limit 1) l on true
  where e.company_id = current_company() and e.id = ${id}`;

/** Whether nothing is left of why a vehicle was held for the paper with this id: a valid one is there, or its type holds nobody. */
export const isOvercome = (
  id: RawBuilder<unknown>,
) => sql`exists (select from papers e where e.company_id = current_company()
  and e.id = ${id} and (${standing.isValid} or not ${standing.blocks}))`;
