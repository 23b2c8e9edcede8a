import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { serve } from "#server/http/serve.ts";
import { storageLocations, storageLocationRecord } from "./storage-locations.contract.ts";

const standard = crudHandlers(storageLocations, {
  record: storageLocationRecord,
  defaultSort: "code",
  add: {
    locationName: sql`(select l.name from locations l where l.company_id = t.company_id and l.id = t.location_id)`,
  },
});

/** Kinds of which each location needs a bin that is in use. */
const neededKinds = ["receiving", "damaged", "quarantine"];

export default serve(storageLocations, {
  ...standard,
  update: (ctx, req) => keepingNeeded(ctx, req.id, () => standard.update(ctx, req)),
  archive: (ctx, req) => keepingNeeded(ctx, req.id, () => standard.archive(ctx, req)),
  remove: (ctx, req) => keepingNeeded(ctx, req.id, () => standard.remove(ctx, req)),
});

/** Changes a bin, unless that takes the last one of a kind that its location needs. */
async function keepingNeeded<T>(ctx: Ctx, id: string, change: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ locationId: string; code: string; kind: string; place: string; isNeeded: boolean }>`
    select s.location_id as "locationId", s.code, s.kind, l.name as place,
      l.archived_at is null and s.is_active and s.archived_at is null and s.kind = any(${neededKinds}) as "isNeeded"
    from storage_locations s join locations l on (l.company_id, l.id) = (s.company_id, s.location_id)
    where s.company_id = current_company() and s.id = ${id} for no key update of l`.execute(ctx.db); // two cannot take the last two at once
  const [before] = rows;
  const changed = await change();
  if (!before?.isNeeded) return changed;
  const { rows: left } = await sql`
    select from storage_locations where company_id = current_company() and location_id = ${before.locationId}
      and kind = ${before.kind} and is_active and archived_at is null limit 1`.execute(ctx.db);
  if (left.length > 0) return changed;
  throw conflict(
    "last_bin",
    message("{code} is the last bin of kind {kind} at {place}. Add another one of that kind first.", {
      code: before.code,
      kind: before.kind,
      place: before.place,
    }),
  );
}

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
