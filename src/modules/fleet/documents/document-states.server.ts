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

/**
 * Whether a paper of a blocking type is missing to the driver `t` today: one that they once had, or that everybody has to
 * have. Only verified ones count; a renewal counts from its own first day.
 */
export const lacksDocument: RawBuilder<unknown> = sql`exists (select from document_types k
  where k.company_id = t.company_id and k.subject = 'driver' and k.blocks_dispatch and k.is_active and k.archived_at is null
    and (k.is_required or exists (select from papers p where p.company_id = k.company_id and p.driver_id = t.id
      and p.type_id = k.id and p.status in (${statesIn(documentFlow, "awaited")}) and p.archived_at is null))
    and not exists (select from papers p where p.company_id = k.company_id and p.driver_id = t.id and p.type_id = k.id
      and p.status = 'verified' and p.archived_at is null and p.begins_on <= ${companyToday} and p.ends_on >= ${companyToday}))`;
