import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { addRows, daysFrom, type Row } from "./bulk.ts";
import { Random } from "./random.ts";

interface Away {
  readonly moment: Date;
  readonly companyId: string;
  readonly enteredBy: string;
}

/** Kind, first day and last day from now, and what stands beside it. */
const told: readonly (readonly [kind: string, from: number, until: number, notes?: string])[] = [
  ["leave", -4, 6, "Skiing with the family"],
  ["sick", -1, 2],
  ["training", 3, 4, "Code 95, first aid"],
  ["leave", 9, 22],
  ["leave", -30, -17],
  ["sick", 0, 0, "Dentist in the morning"],
];

/** Drivers who are away these weeks; none of them has a trip then. */
export async function addAbsences(db: Db, { moment, companyId, enteredBy }: Away): Promise<void> {
  const random = new Random(31);
  const { rows: drivers } = await sql<{ id: string; timezone: string }>`
    select d.id, c.timezone from drivers d join companies c on c.id = d.company_id
    where d.company_id = ${companyId} and d.status = 'active' and d.user_id is null
      and not exists (select from trips t where t.company_id = d.company_id and t.driver_id = d.id)
    order by d.employee_no limit ${told.length}`.execute(db);
  const absences: Row[] = [];
  for (const [n, { id: driverId, timezone }] of drivers.entries()) {
    const [kind, from, until, notes = null] = told[n] ?? ["leave", 30, 31];
    const day = (days: number) => daysFrom(moment, days).toLocaleDateString("sv", { timeZone: timezone });
    const created = daysFrom(moment, Math.min(from, 0) - 3);
    absences.push({
      id: random.id(created),
      driver_id: driverId,
      kind,
      first_day: day(from),
      last_day: day(until),
      notes,
      created_by: enteredBy,
      created_at: created,
    });
  }
  await addRows(db, "driver_absences", absences);
  await sql`
    insert into bookings (id, company_id, resource_id, lane, during, reason, subject_id, active)
    select a.id, a.company_id, a.driver_id, 1, tstzrange(a.first_day::timestamp at time zone c.timezone,
      (a.last_day + 1)::timestamp at time zone c.timezone), 'leave', a.id, true
    from driver_absences a join companies c on c.id = a.company_id where a.company_id = ${companyId}`.execute(db);
}
