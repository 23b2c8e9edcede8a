import { sql } from "kysely";
import { statesIn } from "#server/records/states.ts";
import { assetFlow } from "./assets.flow.ts";

const booking = (is: ReturnType<typeof sql>) => sql`exists (select from bookings b
  where b.company_id = t.company_id and b.resource_id = t.id and b.active and ${is})`;

/** Whether an asset `t` can be had: what its state says where it is not usable, else what it is busy with within a day. */
export const availability = sql<string>`(case when t.status not in (${statesIn(assetFlow, "usable")}) then t.status
  when ${booking(sql`b.reason = 'trip' and b.standing and lower(b.during) <= now()`)} then 'on_trip'
  when ${booking(sql`b.during && tstzrange(now(), now() + interval '24 hours')`)} then 'booked' else 'available' end)`;

const next = (end: ReturnType<typeof sql>) => sql`(select ${end} from bookings b
  where b.company_id = t.company_id and b.resource_id = t.id and b.active and (b.standing or upper(b.during) > now())
  order by lower(b.during) limit 1)`;

/** The booking that it is under, or the next one. */
export const bookedFrom = next(sql`lower(b.during)`);
export const bookedUntil = next(sql`upper(b.during)`);
