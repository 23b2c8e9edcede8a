import { sql } from "kysely";
import { fullName } from "#server/db/full-name.ts";
import { utc } from "#server/db/utc.ts";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { reasonForDriver } from "../../trips/trip-facts.server.ts";
import { tripFlow } from "../../trips/trips.flow.ts";
import { fleetDeliveryFlow } from "../../deliveries/deliveries.flow.ts";
import { carriesDangerousGoods } from "../../trips/guards/trip-checks.server.ts";
import { blocks, latestReading, said } from "../../vehicles/states/verdict.server.ts";
import { loadingStop } from "../../deliveries/loading/loaded-at.server.ts";
import type { Outlook, OwnTrip } from "./driver-actions.contract.ts";
import { vehicleName } from "../../vehicles/vehicle-name.server.ts";

const address = sql`coalesce(s.address, nullif(concat_ws(', ', l.address_line1, concat_ws(' ', l.postal_code, l.city), l.country_code), ''))`;

/** The stops of a trip `t`; one at a location of the company's has the address and the pin of that. */
const stops = sql`(select coalesce(json_agg(json_build_object('id', s.id, 'status', s.status, 'kind', s.kind,
    'name', coalesce(l.name, s.name), 'address', ${address},
    'latitude', trim_scale(coalesce(s.latitude, l.latitude))::text, 'longitude', trim_scale(coalesce(s.longitude, l.longitude))::text,
    'plannedArrival', ${utc("s.planned_arrival")}, 'windowStart', ${utc("s.window_start")},
    'windowEnd', ${utc("s.window_end")}, 'arrivedAt', ${utc("s.arrived_at")}, 'departedAt', ${utc("s.departed_at")},
    'instructions', s.instructions, 'outcomeReason', s.outcome_reason) order by s.position), '[]')
  from trip_stops s left join locations l on (l.company_id, l.id) = (s.company_id, s.location_id)
  where s.company_id = t.company_id and s.trip_id = t.id)`;

/** What a trip `t` loads and brings, with what is asked for and not there yet. */
const deliveries = sql`(select coalesce(json_agg(json_build_object('id', d.id, 'deliveryNumber', d.delivery_number, 'status', d.status,
    'consigneeName', d.consignee_name, 'contactPhone', d.contact_phone, 'pickupStopId', ${loadingStop},
    'dropoffStopId', d.dropoff_stop_id, 'loadedAt', ${utc("d.loaded_at")}, 'notes', d.notes,
    'lines', (select coalesce(json_agg(json_build_object('id', l.id, 'description', l.description, 'unit', l.unit,
      'plannedQuantity', trim_scale(l.planned_quantity)::text, 'loadedQuantity', trim_scale(l.loaded_quantity)::text,
      'loadReason', l.load_reason, 'deliveredQuantity', trim_scale(l.delivered_quantity)::text,
      'damagedQuantity', trim_scale(l.damaged_quantity)::text,
      'deliveredReason', l.reason) order by l.position), '[]') from fleet_delivery_lines l
      where l.company_id = d.company_id and l.delivery_id = d.id),
    'proofs', (select coalesce(json_agg(json_build_object('type', x.type, 'signerName', x.signer_name)
      order by x.captured_at, x.id), '[]') from fleet_proofs x
      where x.company_id = d.company_id and x.delivery_id = d.id and x.attempt_no = d.attempt_no),
    'proofsMissing', array(select p from unnest(d.proofs_required) p where not exists (select from fleet_proofs x
      where x.company_id = d.company_id and x.delivery_id = d.id and x.attempt_no = d.attempt_no and x.type = p)),
    'canMailCode', d.consignee_email is not null and d.status in (${statesIn(fleetDeliveryFlow, "codable")}))
    order by d.delivery_number), '[]')
  from fleet_deliveries d where d.company_id = t.company_id and d.trip_id = t.id)`;

/** What keeps the vehicle `v` of a trip `t` that is still to be driven in the yard, without what somebody wrote of it. */
const holds = sql`(select coalesce(jsonb_agg(jsonb_build_object('code', b->'code', 'kind', b->'kind', 'document', b->'documentType',
    'until', b->'until') order by n), '[]')
  from jsonb_array_elements((select ${blocks} from vehicles t where t.company_id = v.company_id and t.id = v.id)) with ordinality as x(b, n)
  where t.status not in (${statesIn(tripFlow, "over")}))`;

/** What the vehicle `v` of a trip `t` that is still to be driven shows to whoever sits in it. */
const lastMeter = sql`(select ${said.meterValue}::text from vehicles t ${latestReading}
  where t.company_id = v.company_id and t.id = v.id)`;

/** The trips that the caller drives, or is on besides their driver: what runs, what is to come, and the last days. */
export async function ownTrips(ctx: Ctx): Promise<OwnTrip[]> {
  const { rows } = await sql<OwnTrip>`
    select t.id, t.trip_number as "tripNumber", t.status, 
      ${reasonForDriver} as "statusReason",
      case when t.driver_id = w.id then 'driver' else x.role end as role,
      coalesce(t.driver_label, (select ${fullName("m")} from drivers m
        where m.company_id = t.company_id and m.id = t.driver_id)) as "driverName",
      coalesce(t.vehicle_label, ${vehicleName("v")}) as "vehicleName", v.meter_unit as "meterUnit",
      case when t.status not in (${statesIn(tripFlow, "over")}) then ${lastMeter} end as "lastMeter",
      ${utc("t.planned_start")} as "plannedStart", ${utc("t.planned_end")} as "plannedEnd",
      ${utc("t.actual_start")} as "actualStart", ${utc("t.actual_end")} as "actualEnd",
      ${utc("t.acknowledged_at")} as "acknowledgedAt",
      ${fullName("u")} as "dispatcherName", u.phone as "dispatcherPhone",
      (select ${carriesDangerousGoods} from trips p
        where p.company_id = t.company_id and p.id = t.id) as "hasDangerousGoods", ${holds} as holds, trim_scale(t.load_kg)::text as "loadKg", t.load_pallets as "loadPallets",
      t.notes, ${stops} as stops, ${deliveries} as deliveries
    from drivers w join trips t on t.company_id = w.company_id and (t.driver_id = w.id
      or t.id in (select c.trip_id from trip_crew c where c.company_id = w.company_id and c.driver_id = w.id))
    left join trip_crew x on (x.company_id, x.trip_id, x.driver_id) = (t.company_id, t.id, w.id)
    left join vehicles v on (v.company_id, v.id) = (t.company_id, t.vehicle_id)
    left join users u on (u.company_id, u.id) = (t.company_id, t.dispatched_by)
    where t.company_id = current_company() and w.user_id = ${ctx.user?.id ?? null} and t.archived_at is null
      and (t.status = 'dispatched' or t.status in (${statesIn(tripFlow, "running")})
        or (t.status in (${statesIn(tripFlow, "done")}, 'aborted') and t.actual_end > now() - interval '7 days'))
    order by (t.status in (${statesIn(tripFlow, "running")})) desc, t.planned_start, t.id limit 60`.execute(ctx.db);
  return rows;
}

/** What is planned for the caller and not given to them yet, and whom they may ask. */
export async function outlookOf(ctx: Ctx): Promise<Outlook> {
  const { rows } = await sql<Outlook>`select c.phone, (select json_build_object('tripNumber', t.trip_number,
      'plannedStart', ${utc("t.planned_start")})
    from drivers w join trips t on t.company_id = w.company_id and (t.driver_id = w.id
      or t.id in (select x.trip_id from trip_crew x where x.company_id = w.company_id and x.driver_id = w.id))
    where w.company_id = c.id and w.user_id = ${ctx.user?.id ?? null} and t.archived_at is null
      and t.status in (${statesIn(tripFlow, "undispatched")}) and t.planned_end > now()
    order by t.planned_start, t.id limit 1) as ahead
    from companies c where c.id = current_company()`.execute(ctx.db);
  return rows[0] ?? { ahead: null, phone: null };
}
