import { sql } from "kysely";
import { serve } from "#server/http/serve.ts";
import { statesIn } from "#server/records/states.ts";
import { covers, printOf, type Print } from "../guards/answered-checks.server.ts";
import { checksOfTrips } from "../guards/trip-checks.server.ts";
import { tripFlow } from "../trips.flow.ts";
import { refusedTrips } from "./refused-trips.contract.ts";

export default serve(refusedTrips, {
  /** Four statements, however many trips are asked about. */
  async find(ctx, { query: { ids } }) {
    const { rows } = await sql<{ id: string; known: readonly Print[] }>`
      select t.id, t.answered_checks || coalesce((select jsonb_agg(r->'print') from trip_legs l
        cross join jsonb_array_elements(l.remarks) r
        where l.company_id = t.company_id and l.trip_id = t.id and r ? 'print'), '[]') as known
      from trips t where t.company_id = current_company() and t.id = any(${ids}) and t.archived_at is null
        and t.status in (${statesIn(tripFlow, "holding")})`.execute(ctx.db);
    if (rows.length === 0) return { ids: [] };
    const checks = await checksOfTrips(
      ctx,
      rows.map(({ id }) => id),
    );
    const isNew = ({ id, known }: (typeof rows)[number]) =>
      checks.get(id)?.some((check) => !known.some((one) => covers(one, printOf(check))));
    return { ids: rows.filter(isNew).map(({ id }) => id) };
  },
});
