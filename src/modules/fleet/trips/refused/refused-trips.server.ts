import { sql } from "kysely";
import { serve } from "#server/http/serve.ts";
import { statesIn } from "#server/records/states.ts";
import { checksOfTrips } from "../guards/trip-checks.server.ts";
import { tripFlow } from "../trips.flow.ts";
import { refusedTrips } from "./refused-trips.contract.ts";

export default serve(refusedTrips, {
  /** Four statements, however many trips are asked about. */
  async find(ctx, { query: { ids } }) {
    const { rows } = await sql<{ id: string }>`select t.id from trips t where t.company_id = current_company()
      and t.id = any(${ids}) and t.status in (${statesIn(tripFlow, "undispatched")}) and t.archived_at is null`.execute(
      ctx.db,
    );
    if (rows.length === 0) return { ids: [] };
    const checks = await checksOfTrips(
      ctx,
      rows.map(({ id }) => id),
    );
    return { ids: [...checks].flatMap(([id, found]) => (found.length > 0 ? [id] : [])) };
  },
});
