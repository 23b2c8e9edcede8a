import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { lockById } from "#server/records/records.ts";
import { companyToday } from "../company-today.server.ts";
import { endHold, openHold } from "../vehicles/holds/open-holds.server.ts";
import { vehicleFlow } from "../vehicles/vehicles.flow.ts";
import { standingOfPaper } from "./document-states.server.ts";

interface OfVehicle {
  readonly vehicleId: string;
  readonly typeId: string;
}

/** Holds of a vehicle that papers of one type have called for, the open ones first. */
async function holdsFor(ctx: Ctx, { vehicleId, typeId }: OfVehicle) {
  const { rows } = await sql<{ id: string; causeId: string; isOpen: boolean; isLetGo: boolean }>`
    select h.id, h.cause_id as "causeId", h.closed_at is null as "isOpen", h.closed_by is not null as "isLetGo"
    from vehicle_holds h where h.company_id = current_company() and h.vehicle_id = ${vehicleId} and h.cause = 'document'
      and h.cause_id in (select p.id from papers p where p.company_id = current_company() and p.vehicle_id = ${vehicleId}
        and p.type_id = ${typeId}) order by h.closed_at nulls first, h.id`.execute(ctx.db);
  return rows;
}

/**
 * Holds the vehicle of a document while what it had of a blocking type has ended or was taken back, and lets it go once a verified one is valid. Asked
 * whenever that may have changed; asking again changes nothing. What a person has let go in spite of a paper stays so.
 */
export async function settleHold(ctx: Ctx, documentId: string): Promise<void> {
  const { rows } = await sql<OfVehicle>`select vehicle_id as "vehicleId", type_id as "typeId" from papers
    where company_id = current_company() and id = ${documentId} and vehicle_id is not null`.execute(ctx.db);
  const [of] = rows;
  if (!of) return;
  const vehicle = await lockById(ctx.db, "vehicles", of.vehicleId);
  const [now] = (await standingOfPaper(sql`${documentId}`).execute(ctx.db)).rows;
  if (!now) return;
  const holds = await holdsFor(ctx, of);
  const open = holds.filter(({ isOpen }) => isOpen);
  if (now.isValid || !now.blocks) {
    const end = {
      reason: now.typeName,
      by: null,
      ...(now.validUntil !== null && { changes: { expiresOn: { to: now.validUntil } } }),
    };
    for (const { id } of open) await endHold(ctx, await lockById(ctx.db, "vehicle_holds", id), end);
    return;
  }
  const { endedId, endedOn, typeName } = now;
  const isGone = vehicleFlow.groups.over.some((state) => state === vehicle.status);
  const isLetGo = holds.some(({ causeId, isLetGo: byHand }) => byHand && causeId === endedId);
  if (endedId === null || open.length > 0 || isGone || isLetGo) return;
  const reason = typeName; // its day is told as one: each reads it in their own language
  await openHold(ctx, of.vehicleId, { kind: "compliance", reason, cause: { entity: "document", id: endedId } });
  await ctx.emit("vehicle.held", { id: of.vehicleId }, { reason, changes: { expiresOn: { to: endedOn } } });
}

/** The same for each type of which a vehicle has a document: after it was gone, or lost one of them. */
export async function settleVehicle(ctx: Ctx, vehicleId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select distinct on (type_id) id from papers
    where company_id = current_company() and vehicle_id = ${vehicleId} order by type_id, id`.execute(ctx.db);
  for (const { id } of rows) await settleHold(ctx, id);
}

/** Plans to look at the vehicle of a verified document: when it begins to count, and on the day after its last one. */
export async function planHolds(ctx: Ctx, { id }: { readonly id: string }): Promise<void> {
  const { rows } = await sql<{ day: string; at: string }>`
    select d.day, d.day::timestamp at time zone c.timezone as at from papers p join companies c on c.id = p.company_id,
      lateral (values (p.begins_on), (p.expires_on + 1)) d (day)
    where p.company_id = current_company() and p.id = ${id} and p.vehicle_id is not null and d.day > ${companyToday}`.execute(
    ctx.db,
  );
  for (const { day, at } of rows) await ctx.enqueue("settle-paper-hold", { documentId: id, day }, new Date(at));
}
