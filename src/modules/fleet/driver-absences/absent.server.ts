import { sql, type RawBuilder } from "kysely";
import type { Ctx } from "#server/http/context.ts";

/** The days of an absence `t` as a stretch of time where the company `c` is. */
export const duringDays = (t: string, c: string) => sql`tstzrange(
  ${sql.ref(`${t}.first_day`)}::timestamp at time zone ${sql.ref(`${c}.timezone`)},
  (${sql.ref(`${t}.last_day`)} + 1)::timestamp at time zone ${sql.ref(`${c}.timezone`)})`;

/** Whether a driver `t` is away at some time of a stretch: an illness books nobody where a trip has their time. */
export const isAbsentDuring = (stretch: RawBuilder<unknown>) => sql`exists (select from driver_absences a
  join companies ac on ac.id = a.company_id where a.company_id = t.company_id and a.driver_id = t.id and a.archived_at is null
    and ${duringDays("a", "ac")} && ${stretch})`;

/** Who of these is away at some time of a stretch, by their names. Lock them first: what is read stays so then. */
export async function absentDuring(
  ctx: Ctx,
  driverIds: readonly string[],
  { from, until }: { readonly from: string; readonly until: string },
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select distinct d.id, d.first_name || ' ' || d.last_name as name from driver_absences t
    join companies c on c.id = t.company_id join drivers d on (d.company_id, d.id) = (t.company_id, t.driver_id)
    where t.company_id = current_company() and t.driver_id = any(${[...driverIds]}) and t.archived_at is null
      and ${duringDays("t", "c")} && tstzrange(${from}::timestamptz, ${until}::timestamptz)`.execute(ctx.db);
  return rows;
}
