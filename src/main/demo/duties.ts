import { sql } from "kysely";
import { dutyByHand } from "#modules/fleet/drivers/duties.ts";
import type { Db } from "#server/db/database.ts";
import { addRows, minutesFrom, type Row } from "./bulk.ts";
import { Random } from "./random.ts";

interface Now {
  readonly moment: Date;
  readonly companyId: string;
}

const { on_duty: onDuty, off_duty: offDuty } = dutyByHand.enum;

/**
 * What drivers do now: those on the road drive or have a break, those whose trip leaves soon and a few in the yard are on duty,
 * and most are at home, some since their last trip.
 */
export async function addDuties(db: Db, { moment, companyId }: Now): Promise<void> {
  const random = new Random(47);
  const { rows: drivers } = await sql<{
    id: string;
    onTheRoad: string | null;
    since: string | null;
    leavesSoon: boolean;
    isAway: boolean;
    cameBack: string | null;
  }>`
    select d.id, case t.status when 'paused' then 'on_break' when 'in_progress' then 'driving' end as "onTheRoad",
      greatest(t.actual_start, (select max(p.begins_at) from trip_pauses p where p.trip_id = t.id)) as since,
      exists (select from trips n where n.driver_id = d.id and n.status = 'dispatched'
        and n.planned_start < ${minutesFrom(moment, 180)}) as "leavesSoon",
      exists (select from driver_absences a where a.driver_id = d.id
        and ${moment}::date between a.first_day - 1 and a.last_day + 1) as "isAway",
      (select max(b.actual_end) from trips b where b.driver_id = d.id) as "cameBack"
    from drivers d left join trips t on t.driver_id = d.id and t.status in ('in_progress', 'paused')
    where d.company_id = ${companyId} and d.status = 'active' order by d.employee_no`.execute(db);
  const duties: Row[] = [];
  for (const [n, { id, onTheRoad, since, leavesSoon, isAway, cameBack }] of drivers.entries()) {
    const isInTheYard = leavesSoon || (n % 12 === 5 && !isAway);
    const duty = onTheRoad ?? (isInTheYard ? onDuty : offDuty);
    const wentHome = cameBack && minutesFrom(new Date(cameBack), random.whole(10, 40));
    const at = onTheRoad ? since : isInTheYard ? minutesFrom(moment, -random.whole(15, 150)) : wentHome;
    if (at) duties.push({ id: random.id(moment), driver_id: id, duty, since: at });
  }
  await addRows(db, "driver_duties", duties);
}
