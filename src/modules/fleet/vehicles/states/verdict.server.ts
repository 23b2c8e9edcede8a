import { sql, type RawBuilder } from "kysely";
import { fullName } from "#server/db/full-name.ts";
import { utc } from "#server/db/utc.ts";
import { statesIn } from "#server/records/states.ts";
import { companyToday } from "../../company-today.server.ts";
import { isOnTheRoad } from "../../on-the-road.server.ts";
import { endedOn, missingTypes } from "../../documents/document-states.server.ts";
import { vehicleFlow } from "../vehicles.flow.ts";

/*
 * What is said of a vehicle `t` is computed from its life, its holds, what people say of it and its bookings: one sentence of
 * SQL for each axis, so that a list of thousands asks the same as the page of one.
 */

const serving = sql`t.status in (${statesIn(vehicleFlow, "serving")})`;
const gone = sql`t.status in (${statesIn(vehicleFlow, "over")})`;
const openHolds = (kinds = sql`true`) => sql`exists (select from vehicle_holds h
  where h.company_id = t.company_id and h.vehicle_id = t.id and h.closed_at is null and ${kinds})`;
const label = sql`(select s.effect from vehicle_statuses s where s.company_id = t.company_id and s.id = t.vehicle_status_id)`;
/** What people say of its health counts until that day, which is the company's own. */
const judged = sql`(t.health_code is not null and (t.health_until is null or t.health_until >= ${companyToday}))`;
const judgedLevel = sql`(select coalesce(v.data ->> 'level', 'unknown') from reference_values v
  where v.company_id = t.company_id and v.list = 'vehicle_health' and v.code = t.health_code)`;
const isUnsafe = sql`(${judged} and ${judgedLevel} = 'critical')`;

/** What is looked up of a vehicle for its verdict. */
interface LookedUp {
  readonly label: RawBuilder<unknown>;
  readonly isHeld: RawBuilder<unknown>;
  readonly hasIncident: RawBuilder<unknown>;
}
const alone: LookedUp = { label, isHeld: openHolds(), hasIncident: openHolds(sql`h.kind = 'incident'`) };

const mayLeaveBy = (
  known: LookedUp,
) => sql<boolean>`(${serving} and ${known.label} = 'dispatchable' and not ${known.isHeld}
  and ${isUnsafe} is not true and not exists (select from ${missingTypes}))`;
/** Nothing keeps it in the yard: the same as `blocks` being empty, without putting the reasons together. */
export const mayLeave = mayLeaveBy(alone);

const person = (id: string) =>
  sql`(select ${fullName("u")} from users u where u.company_id = t.company_id and u.id = ${sql.ref(id)})`;
const block = (rank: number, facts: Record<string, ReturnType<typeof sql>>) => {
  const all = {
    kind: sql`null`,
    reason: sql`null`,
    by: sql`null`,
    since: sql`null`,
    until: sql`null`,
    holdId: sql`null`,
    documentId: sql`null`,
    documentType: sql`null`,
    endedOn: sql`null`,
  };
  const pairs = Object.entries({ ...all, ...facts }).flatMap(([name, value]) => [sql`${sql.lit(name)}::text`, value]);
  return sql`select ${sql.lit(rank)}::int as rank, jsonb_build_object(${sql.join(pairs)}) as said`;
};

/** Each reason why it may not leave today, with who said it, the gravest first. */
export const blocks = sql`(select coalesce(jsonb_agg(b.said order by b.rank, b.said ->> 'since'), '[]') from (
  ${block(1, { code: sql`'not_in_service'::text`, kind: sql`t.status`, reason: sql`t.status_reason` })} where not ${serving}
  union all
  ${block(2, {
    code: sql`'hold'::text`,
    kind: sql`h.kind`,
    reason: sql`h.reason`,
    by: person("h.created_by"),
    since: utc("h.created_at"),
    until: sql`h.expected_end`,
    holdId: sql`h.id`,
    documentId: sql`p.id`,
    documentType: sql`k.name`,
    endedOn,
  })} from vehicle_holds h
  left join papers p on h.cause = 'document' and p.company_id = h.company_id and p.id = h.cause_id
  left join document_types k on (k.company_id, k.id) = (p.company_id, p.type_id)
  where h.company_id = t.company_id and h.vehicle_id = t.id and h.closed_at is null
  union all
  ${block(3, { code: sql`'document_missing'::text`, documentType: sql`k.name` })} from ${missingTypes}
  union all
  ${block(4, { code: sql`'health'::text`, kind: sql`t.health_code`, reason: sql`t.health_reason`, until: sql`t.health_until` })}
  where ${isUnsafe}
  union all
  ${block(5, { code: sql`'status'::text`, kind: sql`s.effect`, reason: sql`s.name` })} from vehicle_statuses s
  where s.company_id = t.company_id and s.id = t.vehicle_status_id and s.effect <> 'dispatchable' and ${serving}
) b)`;

const booking = (is: ReturnType<typeof sql>) => sql`exists (select from bookings b
  where b.company_id = t.company_id and b.resource_id = t.id and b.active and ${is})`;

const availabilityBy = (leaves: RawBuilder<boolean>) => sql<string>`(case when ${gone} then 'retired'
  when not ${serving} then 'laid_up' when not ${leaves} then 'held'
  when ${booking(isOnTheRoad)} then 'on_trip'
  when ${booking(sql`b.during && tstzrange(now(), now() + interval '24 hours')`)} then 'booked' else 'available' end)`;

/** Whether it can be had: what is gone or laid up first, then what is held, then what it is busy with within a day. */
export const availability = availabilityBy(mayLeave);

const lately = sql`m.company_id = t.company_id and m.vehicle_id = t.id and m.voided_at is null
  and m.read_at > now() - interval '30 days'`;
/** Something of the last thirty days says that it runs: a trip, a fuel stop, its own devices, or readings of more than a day. */
const isKnown = sql`(exists (select from meter_readings m where ${lately} and m.source not in ('manual', 'import'))
  or (select count(distinct m.read_at::date) from meter_readings m where ${lately}) > 1)`;

const healthBy = (known: LookedUp) => sql<string>`(case when ${judged} then coalesce(${judgedLevel}, 'unknown')
  when ${known.hasIncident} then 'critical' when ${known.isHeld} then 'attention'
  when ${isKnown} then 'good' else 'unknown' end)`;
/** What people say of it while that counts; else what its holds and readings say; one number that somebody typed says nothing. */
export const healthLevel = healthBy(alone);

/** How the company calls what somebody chose; what is computed has a level and no name of theirs. */
const healthName = sql`(select v.label from reference_values v where ${judged} and v.company_id = t.company_id
  and v.list = 'vehicle_health' and v.code = t.health_code)`;

const joined: LookedUp = { label: sql`s.effect`, isHeld: sql`held.open`, hasIncident: sql`held.incident` };
/** What the meter of a vehicle `t` showed last. */
export const latestReading = sql`left join lateral (select m.value, m.read_at from meter_readings m
  where m.company_id = t.company_id and m.vehicle_id = t.id and m.voided_at is null
    and m.meter = case t.meter_unit when 'h' then 'engine_hours' else 'odometer' end
  order by m.read_at desc, m.id desc limit 1) latest on true`;
/** What the rows of vehicles `t` say of themselves is put together once for each: `offset 0` keeps it from being asked again and again. */
export const verdicts = sql`left join vehicle_statuses s on s.company_id = t.company_id and s.id = t.vehicle_status_id
  cross join lateral (select count(*) > 0 as open, coalesce(bool_or(h.kind = 'incident'), false) as incident from vehicle_holds h
    where h.company_id = t.company_id and h.vehicle_id = t.id and h.closed_at is null) held
  cross join lateral (select ${mayLeaveBy(joined)} as may_leave, ${healthBy(joined)} as health_level offset 0) verdict
  ${latestReading}`;

const leaves = sql<boolean>`verdict.may_leave`;
/** What a vehicle says of itself, where `verdicts` are joined. */
export const said = {
  availability: availabilityBy(leaves),
  mayLeave: leaves,
  blocks: sql`(case when ${leaves} then '[]'::jsonb else ${blocks} end)`,
  healthLevel: sql`verdict.health_level`,
  healthName,
  /** The latest reading by its time, in the vehicle's own unit: one typing error that was voided is no maximum for ever. */
  meterValue: sql`trim_scale(round(latest.value / case t.meter_unit when 'mi' then 1609.344
    when 'h' then 3600 else 1000 end, 1))`,
  meterReadAt: sql`latest.read_at`,
};
