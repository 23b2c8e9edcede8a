import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { addRows, daysFrom, type Row } from "./bulk.ts";
import { Random } from "./random.ts";

interface Pairing {
  readonly moment: Date;
  readonly companyId: string;
  readonly enteredBy: string;
}

/** Every so manieth driver has no vehicle of their own and steps in for the one before. */
const relievesEvery = 5;
/** From when to when, in days from now, some had another vehicle than they have now. */
const before = { from: -380, until: -201, every: 3 };

/** Vehicles of drivers: most have one, that of their trips where they have some; some relieve others, some had another before. */
export async function addAssignments(db: Db, { moment, companyId, enteredBy }: Pairing): Promise<void> {
  const random = new Random(37);
  const { rows: drivers } = await sql<{ id: string; hiredOn: string | null; timezone: string; drove: string | null }>`
    select d.id, d.hired_on as "hiredOn", c.timezone, (select t.vehicle_id from trips t
      where t.company_id = d.company_id and t.driver_id = d.id order by t.planned_start desc limit 1) as drove
    from drivers d join companies c on c.id = d.company_id
    where d.company_id = ${companyId} and d.status = 'active' order by d.employee_no`.execute(db);
  const { rows: vehicles } = await sql<{ id: string }>`
    select v.id from vehicles v join vehicle_types y on (y.company_id, y.id) = (v.company_id, v.type_id)
    where v.company_id = ${companyId} and v.status = 'in_service' and y.category in ('power_unit', 'rigid', 'van')
    order by v.unit_number`.execute(db);
  const driven = new Set(drivers.map(({ drove }) => drove));
  const spare = vehicles.map(({ id }) => id).filter((id) => !driven.has(id));
  const taken = new Set<string>();
  const rows: Row[] = [];
  let last: string | null = null;
  for (const [n, { id: driverId, hiredOn, timezone, drove }] of drivers.entries()) {
    const day = (days: number) => {
      const one = daysFrom(moment, days).toLocaleDateString("sv", { timeZone: timezone });
      return hiredOn !== null && one < hiredOn ? hiredOn : one;
    };
    const add = (vehicleId: string, role: string, first: number, until: number | null) => {
      const created = daysFrom(moment, first - 2);
      rows.push({
        id: random.id(created),
        driver_id: driverId,
        vehicle_id: vehicleId,
        role,
        first_day: day(first),
        last_day: until === null ? null : day(until),
        notes: null,
        created_by: enteredBy,
        created_at: created,
      });
    };
    const relieves = n % relievesEvery === relievesEvery - 1 && last !== null;
    const own = drove !== null && !taken.has(drove) ? drove : spare.find((id) => !taken.has(id));
    if (relieves && last !== null)
      add(last, "relief", random.whole(-160, -10), n % 2 === 0 ? random.whole(20, 60) : null);
    if (relieves || own === undefined) continue;
    taken.add(own);
    add(own, "primary", random.whole(-200, -20), null);
    const earlier = n % before.every === 0 && day(before.from) !== hiredOn ? last : null;
    if (earlier !== null) add(earlier, "primary", before.from, before.until);
    last = own;
  }
  await addRows(db, "driver_assignments", rows);
}
