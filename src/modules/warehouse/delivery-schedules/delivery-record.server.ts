import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { agreedStatus } from "../purchase-orders/agreed-lines.server.ts";
import { itemStates } from "../purchase-orders/lines/lines.contract.ts";
import { allDeliverySchedules, deliveryScheduleRecord } from "./delivery-schedules.contract.ts";
import { statesIn } from "#server/records/states.ts";
import { deliveryScheduleFlow, undoMinutes } from "./delivery-schedules.flow.ts";

const undoTime = sql`make_interval(mins => ${sql.lit(undoMinutes)})`;

const ofLocation = (column: "name" | "timezone") =>
  sql`(select ${sql.ref(`l.${column}`)} from locations l where l.company_id = t.company_id and l.id = t.location_id)`;

/** Arrival against the plan, by the grace of the location, for a delivery `t`. */
export const punctuality = sql`case when t.gate_in_at is not null then (
  select case when t.gate_in_at < t.planned_start - make_interval(mins => l.early_grace_minutes) then 'early'
    when t.gate_in_at > t.planned_start + make_interval(mins => l.late_grace_minutes) then 'late' else 'on_time' end
  from locations l where l.company_id = t.company_id and l.id = t.location_id) end`;

/** A receipt that stands counts the line `x` of a delivery, or goods for it that were put aside. */
export const isCounted = sql`exists (select from receipts r
  join receipt_lines l on (l.company_id, l.receipt_id) = (r.company_id, r.id)
  where r.company_id = x.company_id and r.delivery_schedule_id = x.delivery_schedule_id and r.status = 'posted'
    and r.reversal_of_id is null and x.purchase_order_item_id in (l.purchase_order_item_id, l.claimed_item_id))`;

/** What asks for a hand, of a delivery `t`. */
export const mark = sql`case
  when t.status in (${statesIn(deliveryScheduleFlow, "planned")}) and (t.dock_id is null or exists (select from docks k
    where k.company_id = t.company_id and k.id = t.dock_id and k.status <> 'active')) then 'needs_time'
  when t.dock_id is null and t.status = 'arrived' then 'needs_door'
  when t.gate_out_at is not null and t.status in (${statesIn(deliveryScheduleFlow, "onSite")}) then 'not_completed' end`;

/** Who brings a delivery: the name of its carrier, or what was said of one that is not in the list. */
export const carrierName = (delivery: string) => sql`coalesce((select c.name from carriers c
  where c.company_id = ${sql.ref(`${delivery}.company_id`)} and c.id = ${sql.ref(`${delivery}.carrier_id`)}), ${sql.ref(`${delivery}.carrier_name`)})`;

/** Nothing is to be sent with the carrier of a delivery `t` that is to come or is here. */
export const carrierIsHeld = sql`(t.status in (${statesIn(deliveryScheduleFlow, "live")}) and exists (select from carriers c
  where c.company_id = t.company_id and c.id = t.carrier_id and c.status <> 'active'))`;

/** The newest step of a delivery `t` that can be taken back. */
const undoable = sql`(select jsonb_build_object('step', k.step ->> 'step', 'until', to_char(((k.step ->> 'at')::timestamptz
    + ${undoTime}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from (select t.undoable_steps -> -1 as step) k where (k.step ->> 'at')::timestamptz > now() - ${undoTime})`;

const lines = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'purchaseOrderItemId', i.id, 'plannedQty',
    trim_scale(x.planned_qty)::text, 'purchaseOrderId', o.id, 'purchaseOrderNumber', o.number,
    'isHeld', o.on_hold, 'isClosed', t.status in (${statesIn(deliveryScheduleFlow, "live")})
      and ${agreedStatus} in (${statesIn(itemStates, "ended")}) and not ${isCounted}, 'isCounted', ${isCounted},
      'lineNo', i.line_no, 'productId', i.product_id, 'sku', i.sku, 'description', i.description, 'uom', i.uom,
      'qtyPerUom', trim_scale(i.qty_per_uom)::text, 'baseUom', p.base_uom,
      'orderedQty', trim_scale(i.ordered_qty)::text, 'receivedQty', trim_scale(i.received_qty)::text)
    order by o.number, i.line_no), '[]')
  from delivery_schedule_items x
  join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
  join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
  join products p on (p.company_id, p.id) = (i.company_id, i.product_id)
  where x.company_id = t.company_id and x.delivery_schedule_id = t.id)`;

const orderNumbers = sql`(
  select coalesce(jsonb_agg(distinct o.number), '[]') from delivery_schedule_items x
    join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
    join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
  where x.company_id = t.company_id and x.delivery_schedule_id = t.id)`;

/** The ordinary routes; those that write are replaced in delivery-schedules.server.ts. */
export const standard = crudHandlers(allDeliverySchedules, {
  record: deliveryScheduleRecord,
  defaultSort: "nextFirst",
  flow: deliveryScheduleFlow,
  add: {
    locationName: ofLocation("name"),
    locationTimezone: ofLocation("timezone"),
    dockCode: sql`(select k.code from docks k where k.company_id = t.company_id and k.id = t.dock_id)`,
    vendorName: sql`(select v.name from vendors v where v.company_id = t.company_id and v.id = t.vendor_id)`,
    carrierName: carrierName("t"),
    carrierIsHeld,
    displacedByNumber: sql`(select d.number from delivery_schedules d
      where d.company_id = t.company_id and d.id = t.displaced_by_id)`,
    mark,
    punctuality,
    undoable,
    orderNumbers,
    lines,
  },
  where: {
    purchaseOrderId: (ids: readonly string[]) => sql`t.id in (
      select x.delivery_schedule_id from delivery_schedule_items x
        join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
      where i.company_id = current_company() and i.purchase_order_id = any(${[...ids]}))`,
  },
});

interface Named {
  readonly number: string;
  readonly vendorId: string | null;
  readonly carrierId: string | null;
  readonly carrierName: string | null;
  readonly driverName: string | null;
  readonly tractorPlate: string | null;
  readonly trailerNumber: string | null;
  readonly bolNumber: string | null;
}

/** The search text of a new delivery, as `refreshSearch` would write it. */
export function foundBy({ vendorId, carrierId, ...named }: Named, orderNumbers: readonly string[]) {
  const words = [
    named.number,
    named.carrierName,
    named.driverName,
    named.tractorPlate,
    named.trailerNumber,
    named.bolNumber,
  ].filter((word) => word !== null);
  return sql<string>`lower(concat_ws(' ', ${words.join(" ")}::text, (select v.name from vendors v
    where v.company_id = current_company()
    and v.id = ${vendorId}), (select c.name from carriers c where c.company_id = current_company()
    and c.id = ${carrierId}), ${[...new Set(orderNumbers)].toSorted().join(" ") || null}::text))`;
}

/** What the search finds a delivery by: its number, its orders, its vendor, carrier, plates and papers. */
export async function refreshSearch(ctx: Ctx, id: string): Promise<void> {
  await sql`
    update delivery_schedules t
      set search_text = lower(concat_ws(' ', t.number, ${carrierName("t")}, t.driver_name, t.tractor_plate,
      t.trailer_number, t.bol_number,
      (select v.name from vendors v where v.company_id = t.company_id and v.id = t.vendor_id),
      (select string_agg(distinct o.number, ' ') from delivery_schedule_items x
        join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
        join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
          where x.company_id = t.company_id and x.delivery_schedule_id = t.id)))
    where t.company_id = current_company() and t.id = ${id}`.execute(ctx.db);
}
