import { sql } from "kysely";
import { statesIn } from "#server/records/states.ts";
import { deliveryScheduleFlow } from "../delivery-schedules/delivery-schedules.flow.ts";

/** Whether the truck of a delivery, read under that alias, or its trailer stands at its dock. */
export function standsAtDock(alias: string) {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`(${of("dock_cleared_at")} is null and (${of("status")} in (${statesIn(deliveryScheduleFlow, "atDock")})
    or ${of("status")} = 'arrived' and ${of("docked_at")} is not null))`;
}
const stands = standsAtDock("d");

/**
 * What goes on at a dock, read under that alias: whoever stands there decides, whatever the plan says; then who should be
 * there, and who soon will be.
 */
export function liveStatus(alias: string) {
  const dock = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`case when ${dock("status")} <> 'active' and not exists (select from delivery_schedules d
    where d.company_id = ${dock("company_id")} and d.dock_id = ${dock("id")} and ${stands}) then ${dock("status")} else coalesce((
  select case
      when bool_or(${stands} and d.planned_end < now()) then 'overrun'
      when bool_or(${stands}) then 'occupied'
      when bool_or(d.status = 'scheduled' and d.planned_start < now() - make_interval(mins => l.late_grace_minutes))
        then 'late'
      else 'expected' end
  from delivery_schedules d join locations l on (l.company_id, l.id) = (d.company_id, d.location_id)
  where d.company_id = ${dock("company_id")} and d.dock_id = ${dock("id")} and (${stands}
    or (d.planned_start between now() - interval '7 days' and now() + interval '1 hour'
      and d.status in (${statesIn(deliveryScheduleFlow, "awaitedAtDock")})))
  having count(*) > 0), 'free') end`;
}
