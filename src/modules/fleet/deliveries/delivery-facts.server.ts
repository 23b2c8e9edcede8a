import { sql, type RawBuilder } from "kysely";
import { fullName } from "#server/db/full-name.ts";
import { utc } from "#server/db/utc.ts";
import type { z } from "zod";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { companyToday } from "../company-today.server.ts";
import { expectedArrival } from "../trips/expected-arrivals.server.ts";
import { tripStopFlow } from "../trips/trip-stops/trip-stops.flow.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import type { worklist } from "./deliveries.contract.ts";
import { fleetDeliveryFlow } from "./deliveries.flow.ts";
import { countOf, withGoods } from "./goods.server.ts";
import { vehicleName } from "../vehicles/vehicle-name.server.ts";

/** What is computed of a delivery `t`. */
const named = (table: string, key: string, value: RawBuilder<unknown>) =>
  sql`(select ${value} from ${sql.table(table)} r where r.company_id = t.company_id and r.id = ${sql.ref(`t.${key}`)})`;
const ofTrip = (value: RawBuilder<unknown>) => named("trips", "trip_id", value);
const name = sql`r.name`;

/** A trip that has left, whether or not it is back. */
const hasTripBegun = sql<boolean>`coalesce(${ofTrip(sql`r.actual_start is not null`)}, false)`;

const isLate = sql<boolean>`(t.status in (${statesIn(fleetDeliveryFlow, "open")}) and t.window_end < now())`;

/** When the stop of a delivery `t` is reached, by the words of its trip, which is called `t` in turn. */
const expected = sql`(select ${expectedArrival} from (select t.company_id, t.trip_id, t.dropoff_stop_id
    where t.status in (${statesIn(fleetDeliveryFlow, "underWay")})) f
  join trips t on (t.company_id, t.id) = (f.company_id, f.trip_id)
  join trip_stops s on (s.company_id, s.id) = (f.company_id, f.dropoff_stop_id))`;
const minutesLate = sql<number | null>`(select case when x.late > 0 then x.late end from (
  select floor(extract(epoch from greatest(now(), ${expected}) - t.window_end) / 60)::int as late
  where t.status in (${statesIn(fleetDeliveryFlow, "open")})) x)`;

/** When the goods of a delivery `t` left: with its trip, or when the stop was done at which they were loaded. */
const setOutAt = sql`(case when t.status in (${statesIn(fleetDeliveryFlow, "waiting")}, 'assigned', 'cancelled') then null
  when t.pickup_stop_id is null then ${ofTrip(sql`r.actual_start`)}
  else ${named("trip_stops", "pickup_stop_id", sql`r.completed_at`)} end)`;

const day = (
  shift: string,
) => sql`((${companyToday} + ${shift}::interval)::timestamp at time zone (select c.timezone from companies c
  where c.id = current_company()))`;
/** What is in each pile of deliveries `t`. */
export const inWorklist: Readonly<Record<z.output<typeof worklist>, RawBuilder<unknown>>> = {
  open: sql`t.status in (${statesIn(fleetDeliveryFlow, "open")}, ${statesIn(fleetDeliveryFlow, "undecided")})`,
  waiting: sql`t.status in (${statesIn(fleetDeliveryFlow, "waiting")})`,
  today: sql`(t.window_start >= ${day("0 days")} and t.window_start < ${day("1 day")} and t.status <> 'cancelled')`,
  late: isLate,
  failed: sql`t.status in (${statesIn(fleetDeliveryFlow, "undecided")})`,
};

const isHandedOver = sql`t.status in (${statesIn(fleetDeliveryFlow, "handedOver")})`;
const proofsMissing = sql`array(select k from unnest(t.proofs_required) k where not exists (select from fleet_proofs p
  where p.company_id = t.company_id and p.delivery_id = t.id and p.attempt_no = t.attempt_no and p.type = k))`;
const isProofMissing = sql<boolean>`(${isHandedOver} and t.proofs_required <> '{}' and cardinality(${proofsMissing}) > 0)`;

/** A delivery `t` is on a trip that is over, or has left its stop, and nobody has said what became of it. */
export const isOutcomeMissing = sql<boolean>`(t.status in (${statesIn(fleetDeliveryFlow, "underWay")}) and (
  coalesce(${ofTrip(sql`r.status in (${statesIn(tripFlow, "over")})`)}, false)
  or coalesce(${named("trip_stops", "dropoff_stop_id", sql`r.status in (${statesIn(tripStopFlow, "over")})`)}, false)))`;

const isUnreached = sql<boolean>`(${isHandedOver} and coalesce(${named("trip_stops", "dropoff_stop_id", sql`r.arrived_at is null`)}, false))`;
const isMoreThanLoaded = sql<boolean>`(${isHandedOver} and exists (select from fleet_delivery_lines l where l.company_id = t.company_id
  and l.delivery_id = t.id and l.delivered_quantity + l.damaged_quantity > l.loaded_quantity))`;

/** What does not fit of goods that were handed over, whoever asks: a desk is to hear of it. */
export async function oddInHandover(ctx: Ctx, id: string) {
  const { rows } = await sql<{ isUnreached: boolean; isMoreThanLoaded: boolean }>`
    select ${isUnreached} as "isUnreached", ${isMoreThanLoaded} as "isMoreThanLoaded" from fleet_deliveries t
    where t.company_id = current_company() and t.id = ${id}`.execute(ctx.db);
  return rows[0] ?? { isUnreached: false, isMoreThanLoaded: false };
}

/** Of the lines `i` of a delivery, with their goods. */
const ofLines = (value: RawBuilder<unknown>) => sql`(select ${value} from fleet_delivery_lines i ${withGoods}
  where i.company_id = t.company_id and i.delivery_id = t.id)`;
const pallet = sql.lit("XPX");

const attempts = sql`(select coalesce(json_agg(json_build_object('attemptNo', a.attempt_no, 'tripId', a.trip_id,
    'tripNumber', r.trip_number, 'driverName', coalesce(r.driver_label, (select ${fullName("d")} from drivers d
      where d.company_id = r.company_id and d.id = r.driver_id)), 'outcome', a.outcome, 'reason', a.reason, 'at', ${utc("a.at")})
    order by a.attempt_no desc), '[]')
  from fleet_delivery_attempts a join trips r on (r.company_id, r.id) = (a.company_id, a.trip_id)
  where a.company_id = t.company_id and a.delivery_id = t.id)`;

const scannedGtin = sql`case when p.note ~ '^[0-9]{8,14}$' then lpad(p.note, 14, '0') end`;
/** Whether a proof `p` shows a number that the delivery `t` has, or one of its goods; null of what was not scanned. */
const isOfDelivery = sql`case when p.type = 'barcode' and p.note is not null then
  upper(p.note) in (upper(t.delivery_number), upper(coalesce(t.external_number, t.delivery_number))) or exists (
    select from fleet_delivery_lines l left join products i on (i.company_id, i.id) = (l.company_id, l.product_id)
    where l.company_id = t.company_id and l.delivery_id = t.id and (upper(p.note) = upper(l.code)
      or ${scannedGtin} = i.gtin or exists (select from product_packages k
        where (k.company_id, k.product_id) = (i.company_id, i.id) and k.gtin = ${scannedGtin}))) end`;

const proofs = sql`(select coalesce(json_agg(json_build_object('id', p.id, 'attemptNo', p.attempt_no, 'type', p.type,
    'fileId', p.file_id, 'signerName', p.signer_name, 'note', p.note, 'isOfDelivery', ${isOfDelivery}, 'capturedAt', ${utc("p.captured_at")},
    'receivedAt', ${utc("p.received_at")}, 'latitude', trim_scale(p.latitude)::text, 'longitude', trim_scale(p.longitude)::text,
    'capturedByName', nullif(trim(${fullName("u")}), '')) order by p.captured_at, p.id), '[]')
  from fleet_proofs p left join users u on (u.company_id, u.id) = (p.company_id, p.captured_by)
  where p.company_id = t.company_id and p.delivery_id = t.id)`;

const rest = (value: RawBuilder<unknown>) => sql`(select ${value} from fleet_deliveries r
  where r.company_id = t.company_id and r.rest_of_id = t.id and r.status <> 'cancelled')`;

export const facts = {
  scheduleNumber: named("delivery_schedules", "delivery_schedule_id", sql`r.number`),
  locationName: named("locations", "location_id", name),
  pickupLocationName: named("locations", "pickup_location_id", name),
  tripNumber: ofTrip(sql`r.trip_number`),
  tripStatus: ofTrip(sql`r.status`),
  hasTripBegun,
  vehicleName: ofTrip(sql`coalesce(r.vehicle_label, (select ${vehicleName("v")} from vehicles v
    where v.company_id = r.company_id and v.id = r.vehicle_id))`),
  driverName: ofTrip(sql`coalesce(r.driver_label, (select ${fullName("d")} from drivers d
    where d.company_id = r.company_id and d.id = r.driver_id))`),
  plannedArrival: named("trip_stops", "dropoff_stop_id", sql`r.planned_arrival`),
  arrivedAt: named("trip_stops", "dropoff_stop_id", sql`r.arrived_at`),
  setOutAt,
  expectedAt: expected,
  minutesLate,
  lineCount: sql`(select count(*)::int from fleet_delivery_lines l where l.company_id = t.company_id and l.delivery_id = t.id)`,
  weightKg: ofLines(sql`trim_scale(round(sum(w.kg * i.planned_quantity), 3))`),
  isWeightKnown: ofLines(sql`coalesce(bool_and(w.kg is not null), false)`),
  palletCount: ofLines(countOf(sql`sum(i.planned_quantity) filter (where i.unit = ${pallet})`)),
  hasDangerousGoods: ofLines(sql`coalesce(bool_or(g.is_hazmat), false)`),
  isLate,
  proofsMissing,
  isProofMissing,
  isOutcomeMissing,
  isUnreached,
  isMoreThanLoaded,
  restOfNumber: named("fleet_deliveries", "rest_of_id", sql`r.delivery_number`),
  restId: rest(sql`r.id`),
  restNumber: rest(sql`r.delivery_number`),
  attempts,
  proofs,
};
