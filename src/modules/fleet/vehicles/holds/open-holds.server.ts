import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { insertRow, updateRow, type RecordOf } from "#server/records/records.ts";

interface NewHold {
  readonly kind: string;
  readonly reason: string;
  readonly expectedEnd?: string | null;
  /** What called for it, by its entity and id: it has one open hold of a vehicle, however often it calls. */
  readonly cause?: { readonly entity: string; readonly id: string };
}

/** Opens a hold of a vehicle that the caller has locked, and says so in the history of both. Answers with the hold. */
export async function openHold(ctx: Ctx, vehicleId: string, hold: NewHold): Promise<{ readonly id: string }> {
  const { kind, reason, expectedEnd = null, cause } = hold;
  if (cause) {
    const { rows } = await sql<{ id: string }>`select h.id from vehicle_holds h where h.company_id = current_company()
      and h.vehicle_id = ${vehicleId} and h.closed_at is null and h.cause = ${cause.entity} and h.cause_id = ${cause.id}`.execute(
      ctx.db,
    );
    if (rows[0]) return rows[0];
  }
  const opened = await insertRow(ctx.db, "vehicle_holds", {
    vehicleId,
    kind,
    reason,
    expectedEnd,
    cause: cause?.entity ?? null,
    causeId: cause?.id ?? null,
    createdBy: ctx.user?.id ?? null,
  });
  await ctx.emit("vehicle-hold.opened", opened, { reason });
  return opened;
}

interface HoldEnd {
  readonly reason: string;
  /** Null where nobody let the vehicle go, as its cause is gone. */
  readonly by?: string | null;
  /** What the vehicle's history tells of it besides. */
  readonly changes?: Readonly<Record<string, { readonly to: unknown }>>;
}

/** Ends a hold that the caller has locked: it stays as history, with who let the vehicle go and why. */
export async function endHold(ctx: Ctx, hold: RecordOf<"vehicle_holds">, end: HoldEnd): Promise<void> {
  const { reason, by = ctx.user?.id ?? null, changes } = end;
  await updateRow(ctx.db, "vehicle_holds", hold, {
    closedAt: new Date(),
    closedBy: by,
    closeReason: reason,
  });
  await ctx.emit("vehicle-hold.closed", hold, { reason });
  await ctx.emit("vehicle.released", { id: hold.vehicleId }, { reason, ...(changes && { changes }) });
}
