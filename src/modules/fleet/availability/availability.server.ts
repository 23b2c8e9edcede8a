import { sql, type RawBuilder } from "kysely";
import type { Permission } from "#shared/permissions/permissions.ts";
import { fullName } from "#server/db/full-name.ts";
import { utc } from "#server/db/utc.ts";
import { inTheWay } from "#server/bookings/bookings.ts";
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
  /** It can be booked by itself: what is only counted cannot. */
  readonly isBookable: RawBuilder<unknown>;
  /** It has left the fleet. */
  readonly isGone: RawBuilder<unknown>;
  /** Who sees the record itself. */
  readonly seen: Permission;
  readonly isReady: RawBuilder<unknown>;
  /** It is seldom meant: offered after all others, whatever they are. */
  readonly isSeldom?: RawBuilder<unknown>;
  /** What it may carry by itself, where that is known. */
  readonly carries?: { readonly kilograms: RawBuilder<unknown>; readonly pallets: RawBuilder<unknown> };
}

const sources: Readonly<Record<FleetKind, Source>> = {
  vehicle: {
    table: "vehicles",
    name: sql`t.unit_number`,
    about: sql`t.plate_number`,
    isBookable: sql`true`,
    isGone: sql`t.status in (${statesIn(vehicleFlow, "over")})`,
    seen: "CAN_VIEW_VEHICLES",
    isReady: mayLeave,
    // What moves goods about a yard goes on a trip once in a while. Coalesced: of "any of some types" PostgreSQL takes
    // nearly all for it where most vehicles are of one type, and sorts what it could read in order.
    isSeldom: sql`coalesce(t.type_id = any(array(select y.id from vehicle_types y where y.company_id = current_company() and y.category = 'handling')), false)`,
    carries: { kilograms: sql`t.payload_kg`, pallets: sql`t.pallet_positions` },
  },
  driver: {
    table: "drivers",
    name: fullName("t"),
    about: sql`t.employee_no`,
    isBookable: sql`true`,
    isGone: sql`t.status = 'left'`,
    seen: "CAN_VIEW_DRIVERS",
    isReady: sql`${blockedBy} = '{}'`,
  },
  asset: {
    table: "assets",
    name: sql`t.asset_no`,
    about: sql`(select y.name from asset_types y where y.company_id = t.company_id and y.id = t.type_id)`,
    isBookable: sql`t.is_serialised`,
    isGone: sql`t.status in (${statesIn(assetFlow, "over")})`,
    seen: "CAN_VIEW_ASSETS",
    isReady: sql`t.status in (${statesIn(assetFlow, "usable")})`,
  },
};

/** Where an asset `t` is. */
const placeOfAsset = sql`coalesce((select l.name from locations l where l.company_id = t.company_id and l.id = t.location_id),
  (select v.unit_number from vehicles v where v.company_id = t.company_id and v.id = t.vehicle_id))`;

const unknown = sql`null::numeric`;

/** Of what is to be carried, what a vehicle `t` cannot; and in which order those stand that can: what is least too large first. */
function sizeOf(
  carries: Source["carries"],
  { kilograms, pallets }: { kilograms?: number | undefined; pallets?: number | undefined },
) {
  const over = (of: "kilograms" | "pallets", wanted: number | undefined) =>
    carries === undefined || wanted === undefined
      ? []
      : [
          sql`when ${carries[of]} < ${wanted}::numeric then json_build_object('of', ${sql.lit(of)}::text, 'may', ${carries[of]})`,
        ];
  const cases = [...over("kilograms", kilograms), ...over("pallets", pallets)];
  return {
    tooSmall: cases.length === 0 ? sql`null::json` : sql`case ${sql.join(cases, sql` `)} end`,
    spare: carries !== undefined && kilograms !== undefined ? sql`${carries.kilograms}` : unknown,
  };
}

export default serve(fleetAvailability, {
  async find(ctx, { query: { kind, from, until, tripId, q, ids, which, limit, ...size } }) {
    const { table, name, about, isBookable, isGone, isReady, isSeldom = sql`false`, seen, carries } = sources[kind];
    const { tooSmall, spare } = sizeOf(ctx.can("CAN_PLAN_TRIPS") ? carries : undefined, size);
    const isOffered = which === "all" && ctx.can(seen) ? isBookable : sql`${isBookable} and not ${isGone}`;
    const place = kind === "asset" && ctx.can(seen) ? placeOfAsset : sql`null::text`;
    const onlyReady = which === "ready";
    const wanted = sql`t.company_id = current_company() and ${isOffered} ${ids ? sql`and t.id = any(${ids})` : sql``}
      ${q?.trim() ? sql`and ${await holdsWords(ctx, table, q)}` : sql``}`;
    const isOthers = sql`b.subject_id is distinct from ${tripId ?? null}::uuid`;
    // Who is ill is away though a trip of before has their time.
    const awayThen = sql`driver_absences a join companies c on c.id = a.company_id
      where a.company_id = current_company() and a.archived_at is null
        and ${maybeAway({ from, until })} and ${duringDays("a", "c")} && tstzrange(${from}::timestamptz, ${until}::timestamptz)`;
    const inOrder = (isFree: boolean, grade: number, fits: RawBuilder<unknown>) => sql`
      select t.*, ${sql.lit(isFree)} as is_free, ${sql.lit(grade)} as grade from ${sql.table(table)} t
      where ${wanted} and not ${isSeldom} and ${fits} and t.id ${isFree ? sql`not in` : sql`in`} (select id from taken)
      order by ${spare} nulls last, ${name}, t.id`;
    const fits = sql`${tooSmall} is null`;
    // What stands after the best is asked only where those are too few.
    const more = sql`not ${onlyReady} and (select count(*) from best) < ${limit}`;
    // Offset 0: whether one is ready is asked in their order, and of no more than it takes to have enough.
    const { rows } = await sql<Omit<Candidate, "kind">>`
      ${plannedByValue} with taken as materialized (select b.resource_id as id from ${inTheWay({ from, until }, null)} b where ${isOthers}
        union select a.driver_id from ${awayThen}),
      best as materialized (select t.* from (${inOrder(true, 0, fits)} offset 0) t where (${isReady}) limit ${limit}),
      others as (
        select * from best
        union all (select t.* from (${inOrder(true, 1, fits)} offset 0) t
          where ${more} and (${isReady}) is not true limit ${limit})
        union all (select * from (${inOrder(true, 2, sql`${tooSmall} is not null`)}) t where ${more} limit ${limit})
        union all (select * from (${inOrder(false, 3, sql`true`)}) t where ${more} limit ${limit})
        union all (select t.*, t.id not in (select id from taken), 4 from ${sql.table(table)} t
          where ${wanted} and ${isSeldom} and ${more} order by ${name}, t.id limit ${limit})
      ), t as (
        select t.* from others t order by t.grade, ${spare} nulls last, ${name}, t.id limit ${limit}
      )
      select t.id, ${name} as name, ${about} as about, ${place} as place, t.is_free as "isFree", (${isReady}) as "isReady",
        (${isGone}) as "isGone", ${tooSmall} as "tooSmall",
        (select coalesce(json_agg(json_build_object('tripId', x.id, 'tripNumber', x.trip_number,
            'from', ${utc(sql`case when x.id is null then greatest(lower(x.during), ${from}::timestamptz) else lower(x.during) end`)},
            'until', ${utc(sql`case when x.id is null then least(upper(x.during), ${until}::timestamptz) else upper(x.during) end`)})
            order by lower(x.during)), '[]')
          from (select b.during, p.id, p.trip_number from ${inTheWay({ from, until }, sql`array[t.id]`)} b
              left join trips p on b.reason = 'trip' and (p.company_id, p.id) = (b.company_id, b.subject_id)
              where ${isOthers}
            union all select ${duringDays("a", "c")}, null, null from ${awayThen} and a.driver_id = t.id and not exists (
              select from bookings k where k.company_id = a.company_id and k.subject_id = a.id and k.active)) x) as "takenBy"
      from t order by t.grade, ${spare} nulls last, name, t.id`.execute(ctx.db);
    return { items: rows.map((row) => ({ ...row, kind })) };
  },
});
