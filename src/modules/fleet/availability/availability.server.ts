import { sql, type RawBuilder } from "kysely";
import { fullName } from "#server/db/full-name.ts";
import { utc } from "#server/db/utc.ts";
import { isInTheWay } from "#server/bookings/bookings.ts";
import { plannedByValue } from "#server/db/kysely-over.ts";
import { serve } from "#server/http/serve.ts";
import { holdsWords } from "#server/records/list.ts";
import { statesIn } from "#server/records/states.ts";
import { assetFlow } from "../assets/assets.flow.ts";
import { duringDays, maybeAway } from "../driver-absences/absent.server.ts";
import { blockedBy } from "../drivers/valid-on.server.ts";
import { mayLeave } from "../vehicles/states/verdict.server.ts";
import { vehicleFlow } from "../vehicles/vehicles.flow.ts";
import { fleetAvailability, type Candidate, type FleetKind } from "./availability.contract.ts";

/** What is said of a row `t` of a kind. */
interface Source {
  readonly table: "vehicles" | "drivers" | "assets";
  readonly name: RawBuilder<unknown>;
  readonly about: RawBuilder<unknown>;
  /** It belongs to the fleet, and can be booked by itself: what is only counted cannot. */
  readonly isOffered: RawBuilder<unknown>;
  readonly isReady: RawBuilder<unknown>;
}

const sources: Readonly<Record<FleetKind, Source>> = {
  vehicle: {
    table: "vehicles",
    name: sql`t.unit_number`,
    about: sql`t.plate_number`,
    isOffered: sql`t.status not in (${statesIn(vehicleFlow, "over")})`,
    isReady: mayLeave,
  },
  driver: {
    table: "drivers",
    name: fullName("t"),
    about: sql`t.employee_no`,
    isOffered: sql`t.status <> 'left'`,
    isReady: sql`${blockedBy} = '{}'`,
  },
  asset: {
    table: "assets",
    name: sql`t.asset_no`,
    about: sql`(select y.name from asset_types y where y.company_id = t.company_id and y.id = t.type_id)`,
    isOffered: sql`t.is_serialised and t.status not in (${statesIn(assetFlow, "over")})`,
    isReady: sql`t.status in (${statesIn(assetFlow, "usable")})`,
  },
};

export default serve(fleetAvailability, {
  async find(ctx, { query: { kind, from, until, tripId, q, ids, limit } }) {
    const { table, name, about, isOffered, isReady } = sources[kind];
    const which = sql`t.company_id = current_company() and ${isOffered} ${ids ? sql`and t.id = any(${ids})` : sql``}
      ${q?.trim() ? sql`and ${await holdsWords(ctx, table, q)}` : sql``}`;
    const inTheWay = sql`b.company_id = current_company() and b.active
      and b.subject_id is distinct from ${tripId ?? null}::uuid and ${isInTheWay({ from, until })}`;
    // Who is ill is away though a trip of before has their time.
    const awayThen = sql`driver_absences a join companies c on c.id = a.company_id
      where a.company_id = current_company() and a.archived_at is null
        and ${maybeAway({ from, until })} and ${duringDays("a", "c")} && tstzrange(${from}::timestamptz, ${until}::timestamptz)`;
    const { rows } = await sql<Omit<Candidate, "kind">>`
      ${plannedByValue} with taken as materialized (select b.resource_id as id from bookings b where ${inTheWay}
        union select a.driver_id from ${awayThen}),
      free as (
        select t.*, true as is_free from ${sql.table(table)} t where ${which} and t.id not in (select id from taken)
        order by ${name}, t.id limit ${limit}
      ), others as (
        select t.*, false as is_free from ${sql.table(table)} t where ${which} and t.id in (select id from taken)
        order by ${name}, t.id limit ${limit}
      ), t as (
        select t.* from (select * from free union all select * from others) t order by not t.is_free, ${name}, t.id limit ${limit}
      )
      select t.id, ${name} as name, ${about} as about, t.is_free as "isFree", (${isReady}) as "isReady",
        (select coalesce(json_agg(json_build_object('tripId', x.id, 'tripNumber', x.trip_number,
            'from', ${utc(sql`case when x.id is null then greatest(lower(x.during), ${from}::timestamptz) else lower(x.during) end`)},
            'until', ${utc(sql`case when x.id is null then least(upper(x.during), ${until}::timestamptz) else upper(x.during) end`)})
            order by lower(x.during)), '[]')
          from (select b.during, p.id, p.trip_number from bookings b
              left join trips p on b.reason = 'trip' and (p.company_id, p.id) = (b.company_id, b.subject_id)
              where b.resource_id = t.id and ${inTheWay}
            union all select ${duringDays("a", "c")}, null, null from ${awayThen} and a.driver_id = t.id and not exists (
              select from bookings k where k.company_id = a.company_id and k.subject_id = a.id and k.active)) x) as "takenBy"
      from t order by not t.is_free, name, t.id`.execute(ctx.db);
    return { items: rows.map((row) => ({ ...row, kind })) };
  },
});
