import { sql, type RawBuilder } from "kysely";
import { companyToday } from "../company-today.server.ts";
import { endedOn, lackedTypes, lacksDocument } from "../documents/document-states.server.ts";
import { fullName } from "#server/db/full-name.ts";

/** How long before its end a paper is said to expire. */
const noticeDays = 60;

/** Where today stands to the first and the last day of a row `t`, both of which count. */
export const validityOf = (first: RawBuilder<unknown>, last: RawBuilder<unknown>): RawBuilder<unknown> => sql`case
  when ${last} < ${companyToday} then 'expired'
  when ${first} > ${companyToday} then 'not_yet_valid'
  when ${last} <= ${companyToday} + ${sql.lit(noticeDays)} then 'expiring'
  else 'valid' end`;

/** The driver of a row `t` that is theirs. */
export const driverName = sql`(select ${fullName("d")} from drivers d
  where d.company_id = t.company_id and d.id = t.driver_id)`;

/** The classes `c`, on licences `l`, that a driver `t` holds today, each with the last day of it. */
const classesToday = sql`(select c.class, max(least(c.expires_on, l.expires_on)) as until
  from driver_licences l join driver_licence_classes c on (c.company_id, c.licence_id) = (l.company_id, l.id)
  where l.company_id = t.company_id and l.driver_id = t.id and l.status = 'verified' and l.archived_at is null
    and (l.issued_on is null or l.issued_on <= ${companyToday})
    and l.expires_on >= ${companyToday} and c.expires_on >= ${companyToday}
    and (c.valid_from is null or c.valid_from <= ${companyToday})
  group by c.class)`;

export const isLicensed = sql`exists (select from ${classesToday} h)`;

const blockedWhere = (isUnlicensed: RawBuilder<unknown>) => sql`array_remove(array[
  case when t.status <> 'active' then 'not_active' end,
  case when ${isUnlicensed} then 'no_valid_licence' end,
  case when ${lacksDocument} then 'document_missing' end], null)`;
/** What keeps a driver `t` from driving today. */
export const blockedBy = blockedWhere(sql`not ${isLicensed}`);

/** The licences of drivers `t`, put together once for each. */
export const licences = sql`cross join lateral (select (select jsonb_build_object('until', min(h.until),
  'classes', coalesce(jsonb_agg(h.class order by h.class), '[]'),
  'ends', coalesce(jsonb_agg(h.class || ' ' || h.until order by h.class), '[]')) from ${classesToday} h) as today offset 0) held`;
const until = sql`held.today ->> 'until'`;
/** What a driver may drive today, where `licences` are joined. */
export const licensed = {
  licenceClasses: sql`held.today -> 'classes'`,
  licensedUntil: until,
  isLicensed: sql`(${until}) is not null`,
  blockedBy: blockedWhere(sql`(${until}) is null`),
};
/** Until when somebody may drive what they may drive today, class by class. */
export const licenceClassEnds = sql`held.today -> 'ends'`;

/** Of which documents somebody is told the types. */
interface Sight {
  readonly open: boolean;
  readonly confidential: boolean;
}

/** What a driver `t` lacks to drive today, as whoever asks may read it. */
export function lacking({ open, confidential }: Sight): RawBuilder<unknown> {
  const named = confidential ? sql`true` : sql`not k.is_confidential`;
  const told = open ? sql`true` : confidential ? sql`k.is_confidential` : sql`false`;
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('documentType', case when ${named} then k.name end,
      'endedOn', case when ${named} then (select ${endedOn} from papers p where p.company_id = t.company_id and p.driver_id = t.id
        and p.type_id = k.id and p.was_verified and p.begins_on <= ${companyToday} order by p.ends_on desc, p.id desc limit 1) end)
    order by k.name), '[]') from ${lackedTypes(["driver", "t"], companyToday, companyToday)} and ${told})`;
}
