import { sql } from "kysely";
import { invalid, message } from "#shared/contract/problem.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { lockById } from "#server/records/records.ts";
import { childRows } from "#server/records/child-rows.ts";
import { serve } from "#server/http/serve.ts";
import { addDefaultBins, removeBins } from "../storage-locations/storage-locations.server.ts";
import { closure, locations, openHours, type Location, locationRecord } from "./locations.contract.ts";

const standard = crudHandlers(locations, {
  record: locationRecord,
  defaultSort: "name",
  rows: {
    hours: childRows("location_hours", "location_id", openHours, "day_of_week"),
    closures: childRows("location_closures", "location_id", closure, "starts_at"),
  },
  add: {
    dockCount: sql`(select count(*)::int from docks d where d.company_id = t.company_id and d.location_id = t.id
      and d.archived_at is null)`,
  },
});

export default serve(locations, {
  ...standard,
  async create(ctx, req) {
    mustBeWhole(req.body);
    const created = await standard.create(ctx, req);
    await addDefaultBins(ctx, [created.id]);
    return created;
  },
  update(ctx, req) {
    mustBeWhole(req.body);
    return standard.update(ctx, req);
  },
  async remove(ctx, req) {
    await lockById(ctx.db, "locations", req.id);
    await removeBins(ctx, req.id);
    return standard.remove(ctx, req);
  },
});

/** Half a pin is no place, and would be shown nowhere. */
function mustBeWhole({ latitude, longitude }: Pick<Location, "latitude" | "longitude">): void {
  if (latitude === null && longitude !== null)
    throw invalid({ latitude: message("A pin needs both, latitude and longitude.") });
  if (longitude === null && latitude !== null)
    throw invalid({ longitude: message("A pin needs both, latitude and longitude.") });
}
