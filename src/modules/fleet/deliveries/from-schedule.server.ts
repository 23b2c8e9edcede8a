import { sql } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { statesIn } from "#server/records/states.ts";
import type { Ctx } from "#server/http/context.ts";
import { deliveryScheduleFlow } from "../../warehouse/delivery-schedules/delivery-schedules.flow.ts";
import type { NewDelivery } from "./complete-delivery.server.ts";

interface Scheduled {
  readonly number: string;
  readonly isPlanned: boolean;
  readonly locationId: string;
  readonly locationName: string;
  readonly vendorName: string | null;
  readonly vendorAddress: string | null;
  readonly windowStart: string;
  readonly windowEnd: string;
  readonly carriedBy: string | null;
  readonly lines: NewDelivery["lines"];
}

/**
 * What a new delivery takes from a delivery of the warehouse, where its form says nothing: from the vendor to the location, in
 * the time of its dock, with its lines. 409 `carried_already` names the delivery that carries it.
 */
export async function fromSchedule(ctx: Ctx, body: NewDelivery): Promise<NewDelivery> {
  if (body.deliveryScheduleId === null) return body;
  const { rows } = ctx.can("CAN_VIEW_DELIVERY_SCHEDULES") ? await found(ctx, body.deliveryScheduleId) : { rows: [] };
  const [schedule] = rows;
  if (!schedule) throw invalid({ deliveryScheduleId: message("Choose one from the list.") });
  if (schedule.carriedBy !== null)
    throw conflict(
      "carried_already",
      message("Delivery {number} brings {schedule} already.", {
        number: schedule.carriedBy,
        schedule: schedule.number,
      }),
      { deliveryNumber: schedule.carriedBy },
    );
  if (!schedule.isPlanned)
    throw invalid({
      deliveryScheduleId: message("{number} has come already, or does not come.", { number: schedule.number }),
    });
  const isElsewhere = body.locationId !== null || body.address !== null;
  const isLoadedElsewhere = body.pickupLocationId !== null || body.pickupAddress !== null;
  return {
    ...body,
    consigneeName: body.consigneeName ?? schedule.locationName,
    locationId: isElsewhere ? body.locationId : schedule.locationId,
    pickupAddress: isLoadedElsewhere
      ? body.pickupAddress
      : schedule.vendorAddress && [schedule.vendorName, schedule.vendorAddress].join(", "),
    windowStart: body.windowStart ?? schedule.windowStart,
    windowEnd: body.windowEnd ?? schedule.windowEnd,
    lines: body.lines.length > 0 ? body.lines : schedule.lines,
  };
}

/** Locked, so that two who carry the same one come one after the other. */
const found = (ctx: Ctx, id: string) =>
  sql<Scheduled>`
    select s.number, s.status in (${statesIn(deliveryScheduleFlow, "planned")}) as "isPlanned", s.location_id as "locationId",
      l.name as "locationName", v.name as "vendorName", nullif(concat_ws(', ', v.address_line1, v.address_line2,
        nullif(concat_ws(' ', v.postal_code, v.city), ''), v.country_code), '') as "vendorAddress",
      s.planned_start as "windowStart", s.planned_end as "windowEnd",
      (select d.delivery_number from fleet_deliveries d where d.company_id = s.company_id and d.delivery_schedule_id = s.id
        and d.status <> 'cancelled') as "carriedBy",
      (select coalesce(json_agg(json_build_object('productId', i.product_id, 'commodityId', null, 'description', i.description,
          'unit', i.uom, 'plannedQuantity', trim_scale(x.planned_qty)::text) order by o.number, i.line_no), '[]')
        from delivery_schedule_items x join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
        join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
        where x.company_id = s.company_id and x.delivery_schedule_id = s.id) as lines
    from delivery_schedules s join locations l on (l.company_id, l.id) = (s.company_id, s.location_id)
    left join vendors v on (v.company_id, v.id) = (s.company_id, s.vendor_id)
    where s.company_id = current_company() and s.id = ${id} for no key update of s`.execute(ctx.db);
