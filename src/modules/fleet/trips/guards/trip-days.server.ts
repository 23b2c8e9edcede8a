import { sql } from "kysely";

/*
 * The days of a trip `p` of a company `c`, on which what it leaves with has to hold: those that it is driven on. One that is late
 * leaves today and not when it was planned for, and comes back no earlier.
 */
const dayOf = (moment: ReturnType<typeof sql>) => sql`((${moment}) at time zone c.timezone)::date`;
export const firstDay = dayOf(sql`coalesce(p.actual_start, greatest(p.planned_start, now()))`);
export const lastDay = dayOf(sql`coalesce(p.actual_end, greatest(p.planned_end, now()))`);
