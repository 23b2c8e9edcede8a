import { sql } from "kysely";
import { utc } from "#server/db/utc.ts";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { deliveryScheduleFlow } from "../../../warehouse/delivery-schedules/delivery-schedules.flow.ts";
import { agreedDayOf, agreedStatus } from "../../../warehouse/purchase-orders/agreed-lines.server.ts";
import { itemStates } from "../../../warehouse/purchase-orders/lines/lines.contract.ts";
import { expectedArrival } from "../../trips/expected-arrivals.server.ts";
import { stopNameFor, seesPlaces } from "../../trips/trip-stops/stop-places.server.ts";
import { tripStopFlow } from "../../trips/trip-stops/trip-stops.flow.ts";
import { tripFlow } from "../../trips/trips.flow.ts";
import type { DeliveryChain } from "./chain.contract.ts";

/** What the ways are computed of, besides what is shown. */
export interface ChainFacts extends Pick<DeliveryChain, "orders" | "receipts"> {
  readonly slot:
    | (NonNullable<DeliveryChain["slot"]> & {
        readonly locationId: string;
        readonly dockId: string | null;
        readonly direction: "inbound" | "outbound";
      })
    | null;
  readonly stop:
    | (NonNullable<DeliveryChain["stop"]> & {
        readonly version: number;
        readonly vehicleId: string | null;
        readonly driverId: string | null;
        readonly plannedStart: string;
        readonly plannedEnd: string;
        /** Its trip is with nobody yet and can be moved. */
        readonly isDraftable: boolean;
        readonly serviceMinutes: number;
        readonly next: {
          readonly stopNumber: number;
          readonly place: string;
          readonly plannedArrival: string;
          readonly windowEnd: string | null;
        } | null;
      })
    | null;
}

/** The four links of a delivery's chain, each for whoever sees it; one statement. */
export async function chainFacts(ctx: Ctx, deliveryId: string): Promise<ChainFacts> {
  const shown = (isShown: boolean) => sql`${isShown}::boolean`;
  const seesTrips = ctx.can("CAN_VIEW_TRIPS");
  const { rows } = await sql<ChainFacts>`
    select case when ${shown(ctx.can("CAN_VIEW_DELIVERY_SCHEDULES"))} then ${slot} end as slot,
      case when ${shown(ctx.can("CAN_VIEW_PURCHASE_ORDERS"))} and d.delivery_schedule_id is not null then ${orders} end as orders,
      case when ${shown(ctx.can("CAN_VIEW_RECEIPTS"))} and d.delivery_schedule_id is not null then ${receipts} end as receipts,
      case when ${shown(seesTrips)} then ${stopOf(seesPlaces(ctx))} end as stop
    from fleet_deliveries d where d.company_id = current_company() and d.id = ${deliveryId}`.execute(ctx.db);
  return rows[0] ?? { orders: null, slot: null, stop: null, receipts: null };
}

const slot = sql`(select json_build_object('id', s.id, 'version', s.version, 'number', s.number, 'status', s.status,
    'locationId', s.location_id, 'locationName', l.name, 'dockId', s.dock_id, 'dockCode', k.code, 'direction', s.direction,
    'plannedStart', ${utc("s.planned_start")}, 'plannedEnd', ${utc("s.planned_end")}, 'gateInAt', ${utc("s.gate_in_at")},
    'isPlanned', s.status in (${statesIn(deliveryScheduleFlow, "planned")}))
  from delivery_schedules s join locations l on (l.company_id, l.id) = (s.company_id, s.location_id)
  left join docks k on (k.company_id, k.id) = (s.company_id, s.dock_id)
  where s.company_id = d.company_id and s.id = d.delivery_schedule_id)`;

/** Orders with what comes of them: due by the day of lines that are still open, else of any of them, else of the order. */
const orders = sql`(select coalesce(json_agg(json_build_object('id', o.id, 'number', o.number, 'vendorName', v.name,
    'dueOn', coalesce(c.open_due, c.due, o.promised_date, o.requested_date), 'isLate', c.is_late) order by o.number), '[]')
  from (select i.purchase_order_id, min(a.due) as due, coalesce(bool_or(e.is_late), false) as is_late,
      min(a.due) filter (where ${agreedStatus} not in (${statesIn(itemStates, "over")})) as open_due
    from delivery_schedule_items x
      join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
      join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
      left join expected_lines e on (e.company_id, e.purchase_order_item_id) = (i.company_id, i.id)
      cross join lateral (select ${agreedDayOf("i", "o")} as due) a
    where x.company_id = d.company_id and x.delivery_schedule_id = d.delivery_schedule_id
    group by i.purchase_order_id) c
  join purchase_orders o on (o.company_id, o.id) = (d.company_id, c.purchase_order_id)
  join vendors v on (v.company_id, v.id) = (o.company_id, o.vendor_id))`;

const receipts = sql`(select coalesce(json_agg(json_build_object('id', r.id, 'number', r.number, 'status', r.status,
    'at', ${utc("r.received_at")}) order by r.received_at, r.number), '[]')
  from receipts r where r.company_id = d.company_id and r.delivery_schedule_id = d.delivery_schedule_id
    and r.reversal_of_id is null)`;

const leaves = sql`s.planned_arrival + s.service_minutes * interval '1 minute'`;
const next = (isWhole: boolean) => sql`(select json_build_object('stopNumber', n.position + 1, 'place', n.place,
    'plannedArrival', ${utc("n.planned_arrival")}, 'windowEnd', ${utc("n.window_end")})
  from (select s.*, coalesce(${stopNameFor(isWhole)}, '') as place from trip_stops s
    left join locations l on (l.company_id, l.id) = (s.company_id, s.location_id)
    where s.company_id = t.company_id and s.trip_id = t.id and s.position > x.position
      and s.status in (${statesIn(tripStopFlow, "ahead")}) order by s.position limit 1) n)`;
const stopOf = (isWhole: boolean) => sql`(select json_build_object('tripId', t.id, 'tripNumber', t.trip_number,
    'tripStatus', t.status, 'stopNumber', x.position + 1, 'vehicleName', x.vehicle_name, 'version', t.version,
    'plannedArrival', ${utc("x.planned_arrival")}, 'plannedDeparture', ${utc("x.leaves")},
    'expectedArrival', ${utc("x.expected")}, 'arrivedAt', ${utc("x.arrived_at")}, 'serviceMinutes', x.service_minutes,
    'vehicleId', t.vehicle_id, 'driverId', t.driver_id, 'plannedStart', ${utc("t.planned_start")},
    'plannedEnd', ${utc("t.planned_end")}, 'isDraftable', t.status in (${statesIn(tripFlow, "draftable")}),
    'next', ${next(isWhole)})
  from trips t cross join lateral (
    select s.*, ${leaves} as leaves, ${expectedArrival} as expected, coalesce(t.vehicle_label, (select v.unit_number
      from vehicles v where v.company_id = t.company_id and v.id = t.vehicle_id)) as vehicle_name
    from trip_stops s where s.company_id = t.company_id and s.id = d.dropoff_stop_id) x
  where t.company_id = d.company_id and t.id = d.trip_id)`;
