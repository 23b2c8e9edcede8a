import { sql, type RawBuilder } from "kysely";
import { statesIn } from "#server/records/states.ts";
import { assetFlow } from "../assets/assets.flow.ts";
import type { documentTypeInput } from "../document-types/document-types.contract.ts";
import { fleetDeliveryFlow } from "../deliveries/deliveries.flow.ts";
import { driverFlow } from "../drivers/drivers.flow.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import { vehicleFlow } from "../vehicles/vehicles.flow.ts";

type Subject = (typeof documentTypeInput.shape.subject.options)[number];

/** Those in some states; they are looked up once, not for each paper. */
const idsOf = (table: string, states: RawBuilder<unknown>) =>
  sql`(select r.id from ${sql.table(table)} r where r.company_id = current_company() and r.status in (${states}))`;
const isNotOf = (key: string, table: string, over: RawBuilder<unknown>) =>
  sql`(${sql.ref(`t.${key}`)} in ${idsOf(table, over)}) is not true`;

/**
 * The last papers `t` of each holder and type: verified, with an end, and followed by no verified one that ends later. Those of
 * who has left and of what is over are no matter any more. It ends in a condition, and is narrow: find the papers by it, then
 * join what is shown of them (`holdersOf`). `… from ${lastDocuments(["vehicle"])} and …`.
 */
export const lastDocuments = (subjects: readonly Subject[]) => sql`papers t
  where t.company_id = current_company() and t.status = 'verified' and t.archived_at is null and t.expires_on is not null
    and t.subject in (${sql.join(subjects.map((subject) => sql.lit(subject)))})
    and ${isNotOf("vehicle_id", "vehicles", statesIn(vehicleFlow, "over"))}
    and ${isNotOf("driver_id", "drivers", statesIn(driverFlow, "over"))}
    and ${isNotOf("asset_id", "assets", statesIn(assetFlow, "over"))}
    and (t.trip_id is null or t.trip_id in ${idsOf("trips", statesIn(tripFlow, "open"))})
    and (t.delivery_id is null or t.delivery_id in ${idsOf(
      "fleet_deliveries",
      sql`${statesIn(fleetDeliveryFlow, "open")}, ${statesIn(fleetDeliveryFlow, "undecided")}`,
    )})
    and not exists (select from papers a where a.company_id = t.company_id and a.type_id = t.type_id
      and a.holder_id = t.holder_id and a.status = 'verified' and a.archived_at is null and a.ends_on > t.ends_on)`;

/** The vehicle `v`, driver `d`, asset `s`, trip `x` or delivery `y` that a paper `t` is of: to be joined. */
export const holdersOf = sql`left join vehicles v on (v.company_id, v.id) = (t.company_id, t.vehicle_id)
  left join drivers d on (d.company_id, d.id) = (t.company_id, t.driver_id)
  left join assets s on (s.company_id, s.id) = (t.company_id, t.asset_id)
  left join trips x on (x.company_id, x.id) = (t.company_id, t.trip_id)
  left join fleet_deliveries y on (y.company_id, y.id) = (t.company_id, t.delivery_id)`;
