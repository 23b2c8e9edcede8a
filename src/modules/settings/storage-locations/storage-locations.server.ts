import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { serve } from "#server/http/serve.ts";
import { storageLocations, storageLocationRecord } from "./storage-locations.contract.ts";

export default serve(
  storageLocations,
  crudHandlers(storageLocations, {
    record: storageLocationRecord,
    defaultSort: "code",
    add: {
      locationName: sql`(select l.name from locations l where l.company_id = t.company_id and l.id = t.location_id)`,
    },
  }),
);

/** The bins without which nothing can be received at new locations. */
export async function addDefaultBins(ctx: Ctx, locationIds: readonly string[]): Promise<void> {
  await sql`
    insert into storage_locations (location_id, code, kind, created_by)
    select l.id, upper(k.kind), k.kind, ${ctx.user?.id ?? null}::uuid
    from unnest(${locationIds}::uuid[]) l(id), unnest(${["receiving", "damaged", "quarantine"]}::text[]) k(kind)`.execute(
    ctx.db,
  );
}

/** A location that is removed takes its bins with it; one that was ever used is still named by receipts and stays (409 `in_use`). */
export async function removeBins(ctx: Ctx, locationId: string): Promise<void> {
  await ctx.db.deleteFrom("storage_locations").where("location_id", "=", locationId).execute();
}
