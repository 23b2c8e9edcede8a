import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";
import { statesIn } from "#server/records/states.ts";
import { missingTypes } from "../../documents/document-states.server.ts";
import type { healthLevel as level, vehicleAvailability } from "../vehicles.contract.ts";
import { vehicleFlow } from "../vehicles.flow.ts";
import { availability, healthLevel, mayLeave } from "./verdict.server.ts";

/*
 * The verdicts of a vehicle as filters of a list. What is said of a vehicle `t` is computed, and of 100,000 that takes seconds: so
 * those are looked up first of which it can be true at all, by the few holds, bookings or judgements there are. The verdict
 * itself is asked of those only.
 */

type Condition = RawBuilder<unknown>;
const serving = sql`t.status in (${statesIn(vehicleFlow, "serving")})`;
const gone = sql`t.status in (${statesIn(vehicleFlow, "over")})`;
const laidUp = sql`t.status in (${statesIn(vehicleFlow, "laidUp")})`;

const withOpenHold = sql`select h.vehicle_id from vehicle_holds h where h.company_id = current_company() and h.closed_at is null`;
const judged = sql`select j.id from vehicles j where j.company_id = current_company() and j.health_code is not null`;
const withLabel = sql`select l.id from vehicles l where l.company_id = current_company() and l.status in (${statesIn(vehicleFlow, "serving")})
  and l.vehicle_status_id = any(array(select s.id from vehicle_statuses s where s.company_id = current_company() and s.effect <> 'dispatchable'))`;
/** Only where a type of papers is required at all is anything looked for here. */
const withoutPaper = sql`select t.id from vehicles t where t.company_id = current_company()
  and t.status in (${statesIn(vehicleFlow, "serving")}) and exists (select from ${missingTypes})`;
/** Ids of vehicles that something may keep in the yard. */
const maybeHeld = sql`${withOpenHold} union ${judged} union ${withLabel} union ${withoutPaper}`;
const busy = (is: Condition) =>
  sql`select b.resource_id from bookings b where b.company_id = current_company() and b.active and ${is}`;
const onTheRoad = sql`b.reason = 'trip' and b.standing and lower(b.during) <= now()`;
const within24h = sql`b.during && tstzrange(now(), now() + interval '24 hours')`;

const oneOf = (ids: Condition) => sql`t.id = any(array(${ids}))`;
const noneOf = (ids: Condition) => sql`t.id not in (${ids})`;

/** Of which vehicles an availability can be true. */
const candidates: Readonly<Record<z.output<typeof vehicleAvailability>, Condition>> = {
  retired: gone,
  laid_up: laidUp,
  held: sql`(${serving} and ${oneOf(maybeHeld)})`,
  on_trip: sql`(${serving} and ${oneOf(busy(onTheRoad))})`,
  booked: sql`(${serving} and ${oneOf(busy(within24h))})`,
  available: sql`(${serving} and ${noneOf(busy(within24h))})`,
};

const any = (conditions: readonly Condition[]) => sql`(${sql.join(conditions, sql` or `)})`;

/** Vehicles `t` of one of these availabilities. */
export const isAvailability = (wanted: (keyof typeof candidates)[]): Condition =>
  sql`${any(wanted.map((one) => candidates[one]))} and ${availability} in (${sql.join(wanted.toSorted().map((one) => sql.lit(one)))})`;

/** Vehicles `t` that something keeps in the yard. */
export const mayNotLeave = sql`(${gone} or ${laidUp} or ${oneOf(maybeHeld)}) and not ${mayLeave}`;

/** Whether the level of a vehicle `t` is one of these: without a hold and a judgement there is nothing bad to be said of it. */
export function isHealth(wanted: z.output<typeof level>[]): Condition {
  const isOne = sql`${healthLevel} in (${sql.join(wanted.toSorted().map((one) => sql.lit(one)))})`;
  const isBad = wanted.every((one) => one === "critical" || one === "attention");
  return isBad ? sql`${oneOf(sql`${withOpenHold} union ${judged}`)} and ${isOne}` : isOne;
}
