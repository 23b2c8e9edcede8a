import { sql, type RawBuilder } from "kysely";
import { fullName } from "#server/db/full-name.ts";
import type { Ctx } from "#server/http/context.ts";

/** The days of an absence `t` as a stretch of time where the company `c` is. */
export const duringDays = (t: string, c: string) => sql`tstzrange(
  ${sql.ref(`${t}.first_day`)}::timestamp at time zone ${sql.ref(`${c}.timezone`)},
  (${sql.ref(`${t}.last_day`)} + 1)::timestamp at time zone ${sql.ref(`${c}.timezone`)})`;

/** Whether a driver `t` is away at some time of a stretch: an illness books nobody where a trip has their time. */
export const isAbsentDuring = (stretch: RawBuilder<unknown>) => sql`exists (select from driver_absences a
  join companies ac on ac.id = a.company_id where a.company_id = t.company_id and a.driver_id = t.id and a.archived_at is null
    and ${duringDays("a", "ac")} && ${stretch})`;

interface Span {
  readonly from: string;
  readonly until: string;
}

/** Which absences `a` can have to do with a stretch at all, in any zone: by their first day, for none is longer than a year. */
export const maybeAway = ({ from, until }: Span) => sql`a.first_day <= ${until}::timestamptz::date + 1
  and a.first_day >= ${from}::timestamptz::date - 368`;

/** Somebody who is not there, and when. */
interface Away extends Span {
  readonly id: string;
  readonly name: string;
}

/** Who of these is away at some time of a stretch, in their order. Lock them first: what is read stays so then. */
export async function absentDuring(
  ctx: Ctx,
  driverIds: readonly string[],
  { from, until }: Span,
): Promise<readonly Away[]> {
  if (driverIds.length === 0) return [];
  const { rows } = await sql<Away>`
    select d.id, ${fullName("d")} as name, lower(a.during) as "from", upper(a.during) as until
    from driver_absences t join companies c on c.id = t.company_id
    join drivers d on (d.company_id, d.id) = (t.company_id, t.driver_id)
    cross join lateral (select ${duringDays("t", "c")} as during) a
    where t.company_id = current_company() and t.driver_id = any(${[...driverIds]}) and t.archived_at is null
      -- Of a stretch that would end before it begins, as after a trip's end, only its beginning is left.
      and a.during && tstzrange(${from}::timestamptz, greatest(${from}::timestamptz + interval '1 second', ${until}::timestamptz))
    order by array_position(${[...driverIds]}::uuid[], d.id), lower(a.during)`.execute(ctx.db);
  return rows;
}
