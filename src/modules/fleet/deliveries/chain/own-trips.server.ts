import { sql } from "kysely";
import { utc } from "#server/db/utc.ts";
import { statesIn } from "#server/records/states.ts";
import { expectedArrival } from "../../trips/expected-arrivals.server.ts";
import { fleetDeliveryFlow } from "../deliveries.flow.ts";

/**
 * `(own_trip, delivery_schedule_id)` of each delivery to a dock that a trip of the own fleet is to bring, brings, or has been
 * there with, whatever came of it; to be joined.
 */
export const ownTrips = sql`(select d.delivery_schedule_id, json_build_object('deliveryId', d.id, 'tripNumber', t.trip_number,
    'vehicleName', coalesce(t.vehicle_label, (select v.unit_number from vehicles v
      where v.company_id = t.company_id and v.id = t.vehicle_id)),
    'plannedArrival', ${utc("s.planned_arrival")}, 'expectedArrival', ${utc(sql`(${expectedArrival})`)},
    'arrivedAt', ${utc("s.arrived_at")}, 'departedAt', ${utc("s.departed_at")}) as own_trip
  from fleet_deliveries d join trips t on (t.company_id, t.id) = (d.company_id, d.trip_id)
  join trip_stops s on (s.company_id, s.id) = (d.company_id, d.dropoff_stop_id)
  where d.company_id = current_company() and d.delivery_schedule_id is not null
    and (d.status in (${statesIn(fleetDeliveryFlow, "underWay")})
      or d.status in (${statesIn(fleetDeliveryFlow, "told")}) and s.arrived_at is not null))`;
