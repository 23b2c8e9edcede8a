import { sql, type RawBuilder } from "kysely";
import { fullName } from "#server/db/full-name.ts";
import { statesIn } from "#server/records/states.ts";
import { documentFlow } from "./documents.flow.ts";

const subject = (alias: string) => {
  const ids = ["driver_id", "vehicle_id", "asset_id", "trip_id", "delivery_id"].map((id) => sql.ref(`${alias}.${id}`));
  return sql`coalesce(${sql.join(ids)})`;
};

/**
 * Whose another document of the type of a row `t` is that has its number, too: one of the two may be a mistake. `confidential`:
 * whoever asks sees confidential documents of others.
 */
export function sameNumberOf({ confidential }: { readonly confidential: boolean }): RawBuilder<unknown> {
  const isSeen = confidential ? sql`true` : sql`not (o.is_confidential or t.is_confidential)`;
  return sql`(select coalesce((select ${fullName("d")} from drivers d where d.company_id = o.company_id and d.id = o.driver_id),
      (select v.unit_number from vehicles v where v.company_id = o.company_id and v.id = o.vehicle_id),
      (select a.asset_no from assets a where a.company_id = o.company_id and a.id = o.asset_id),
      (select p.trip_number from trips p where p.company_id = o.company_id and p.id = o.trip_id),
      (select f.delivery_number from fleet_deliveries f where f.company_id = o.company_id and f.id = o.delivery_id))
    from papers o where o.company_id = t.company_id and o.type_id = t.type_id and lower(o.number) = lower(t.number)
      and o.archived_at is null and o.status not in (${statesIn(documentFlow, "failed")})
      and ${subject("o")} <> ${subject("t")} and ${isSeen} order by o.id limit 1)`;
}
