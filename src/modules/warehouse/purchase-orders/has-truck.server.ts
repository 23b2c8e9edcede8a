import { sql, type RawBuilder } from "kysely";
import { statesIn } from "#server/records/states.ts";
import { deliveryScheduleFlow } from "../delivery-schedules/delivery-schedules.flow.ts";

/** A delivery of the order of this alias is here or on its way, or a truck that is here has brought something of it. */
export const hasTruckSql = (order: string): RawBuilder<boolean> => sql`(exists (
    select from purchase_order_items i
      join delivery_schedule_items x on (x.company_id, x.purchase_order_item_id) = (i.company_id, i.id)
      join delivery_schedules s on (s.company_id, s.id) = (x.company_id, x.delivery_schedule_id)
    where i.company_id = ${sql.ref(`${order}.company_id`)} and i.purchase_order_id = ${sql.ref(`${order}.id`)}
      and s.status in (${statesIn(deliveryScheduleFlow, "live")}))
  or exists (
    select from purchase_order_items i
      join receipt_lines l on (l.company_id, l.purchase_order_item_id) = (i.company_id, i.id)
      join receipts r on (r.company_id, r.id) = (l.company_id, l.receipt_id)
      join delivery_schedules s on (s.company_id, s.id) = (r.company_id, r.delivery_schedule_id)
    where i.company_id = ${sql.ref(`${order}.company_id`)} and i.purchase_order_id = ${sql.ref(`${order}.id`)}
      and s.status in (${statesIn(deliveryScheduleFlow, "onSite")})))`;
