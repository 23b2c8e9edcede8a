import { sql } from "kysely";
import { statesIn } from "#server/records/states.ts";
import { tripStopFlow } from "./trip-stops/trip-stops.flow.ts";
import { tripFlow } from "./trips.flow.ts";

const dwell = (stop: "p" | "s") => sql`${sql.ref(`${stop}.service_minutes`)} * interval '1 minute'`;

/** How much later or earlier than planned a trip `t` is by what was reported of it last. */
const offPlan = sql`coalesce(
  (select case when p.departed_at is null then greatest(p.arrived_at, now() - ${dwell("p")}) else p.departed_at - ${dwell("p")} end
      - p.planned_arrival
    from trip_stops p where p.company_id = t.company_id and p.trip_id = t.id and p.arrived_at is not null
    order by p.arrived_at desc, p.position desc limit 1),
  coalesce(t.actual_start, now()) - t.planned_start)`;

/**
 * How much later than planned a trip `t` is by what was reported of it last: it left a stop late, came late, or stands at one
 * for longer than was planned. One of which nothing was reported, by when it was to leave.
 */
export const behind = sql`greatest(interval '0', ${offPlan})`;

/** For how long the next stop of a trip `t` has been waited for; nothing where none is ahead. */
const nextOverdue = sql`now() - (select min(p.planned_arrival) from trip_stops p
    where p.company_id = t.company_id and p.trip_id = t.id and p.status in (${statesIn(tripStopFlow, "ahead")}))`;

/** For how long a trip `t` was to be back. */
const overdue = sql`case when t.planned_end < now() then now() - t.planned_end end`;

/** By how many minutes a trip `t` on the road is later than planned, below zero: earlier, as things were reported. */
export const minutesLate = sql<number | null>`case when t.status in (${statesIn(tripFlow, "running")})
  then round(extract(epoch from greatest(${offPlan}, ${nextOverdue}, ${overdue})) / 60)::int end`;

/** When a trip `t` on the road is back, as things were reported: never before now. */
export const expectedEnd = sql<string>`greatest(now(), t.planned_end + greatest(${behind}, ${nextOverdue}))`;

/**
 * When a stop `s` of a trip `t` will be reached, as things were reported; null once it is over or the vehicle stands there. No stop
 * that is ahead is reached before now, whether or not somebody reported anything, and what comes after it is as much later.
 */
export const expectedArrival = sql<string | null>`case when s.status in (${statesIn(tripStopFlow, "ahead")}) then
  s.planned_arrival + greatest(${behind}, now() - (select min(p.planned_arrival) from trip_stops p
    where p.company_id = s.company_id and p.trip_id = s.trip_id and p.position <= s.position
      and p.status in (${statesIn(tripStopFlow, "ahead")}))) end`;
