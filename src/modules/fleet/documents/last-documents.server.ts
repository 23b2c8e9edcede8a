import { sql, type RawBuilder } from "kysely";
import { statesIn } from "#server/records/states.ts";
import { assetFlow } from "../assets/assets.flow.ts";
import type { documentTypeInput } from "../document-types/document-types.contract.ts";
import { fleetDeliveryFlow } from "../deliveries/deliveries.flow.ts";
import { driverFlow } from "../drivers/drivers.flow.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import { vehicleFlow } from "../vehicles/vehicles.flow.ts";

type Subject = (typeof documentTypeInput.shape.subject.options)[number];

/** Whose a paper is: what it is about, or the company. */
export const holderOf = (paper: string): RawBuilder<string> => {
  const columns = ["vehicle_id", "driver_id", "asset_id", "trip_id", "delivery_id", "company_id"];
  return sql<string>`coalesce(${sql.join(columns.map((column) => sql.ref(`${paper}.${column}`)))})`;
};

/**
 * The last papers of each holder and type, as rows `t` beside the vehicle `v`, driver `d`, asset `s`, trip `x` or delivery `y` that each is of:
 * verified, with an end, and followed by no verified one that ends later. Those of who has left and of what is over are no matter
 * any more. It ends in a condition: `… from ${lastDocuments(["vehicle"])} and …`.
 */
export const lastDocuments = (subjects: readonly Subject[]) => sql`papers t
  left join vehicles v on (v.company_id, v.id) = (t.company_id, t.vehicle_id)
  left join drivers d on (d.company_id, d.id) = (t.company_id, t.driver_id)
  left join assets s on (s.company_id, s.id) = (t.company_id, t.asset_id)
  left join trips x on (x.company_id, x.id) = (t.company_id, t.trip_id)
  left join fleet_deliveries y on (y.company_id, y.id) = (t.company_id, t.delivery_id)
  where t.company_id = current_company() and t.status = 'verified' and t.archived_at is null and t.expires_on is not null
    and t.subject in (${sql.join(subjects.map((subject) => sql.lit(subject)))})
    and (v.id is null or v.status not in (${statesIn(vehicleFlow, "over")}))
    and (d.id is null or d.status in (${statesIn(driverFlow, "employed")}))
    and (s.id is null or s.status not in (${statesIn(assetFlow, "over")}))
    and (x.id is null or x.status not in (${statesIn(tripFlow, "over")}))
    and (y.id is null or y.status not in (${statesIn(fleetDeliveryFlow, "over")}))
    and not exists (select from papers a where a.company_id = t.company_id and a.type_id = t.type_id
      and ${holderOf("a")} = ${holderOf("t")} and a.status = 'verified' and a.archived_at is null and a.ends_on > t.ends_on)`;
