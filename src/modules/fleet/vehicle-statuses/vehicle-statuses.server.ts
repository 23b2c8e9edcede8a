import { sql } from "kysely";
import type { z } from "zod";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { lockById, updateRow, type RecordOf } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { vehicleStatuses, type vehicleStatusInput, vehicleStatusRecord } from "./vehicle-statuses.contract.ts";

type Input = z.output<typeof vehicleStatusInput>;
type Status = RecordOf<"vehicle_statuses">;

const isKept = ({ isSystem, isDefault }: Pick<Status, "isSystem" | "isDefault">) => isSystem || isDefault;
const leaves = { when: (status: Status) => !isKept(status) };
const standard = crudHandlers(vehicleStatuses, {
  record: vehicleStatusRecord,
  defaultSort: "name",
  abilities: { archive: leaves, remove: leaves },
});

export default serve(vehicleStatuses, {
  ...standard,
  async create(ctx, req) {
    refuseContradictions(req.body);
    if (req.body.isDefault) await endOtherDefault(ctx, null);
    return standard.create(ctx, req);
  },
  async update(ctx, req) {
    refuseContradictions(req.body);
    if (req.body.isDefault) await endOtherDefault(ctx, req.id);
    const before = await lockById(ctx.db, "vehicle_statuses", req.id);
    if (before.version === req.body.version) refuseEnd(before, req.body);
    return standard.update(ctx, req);
  },
  async archive(ctx, req) {
    refuseKept(await lockById(ctx.db, "vehicle_statuses", req.id));
    return standard.archive(ctx, req);
  },
  async remove(ctx, req) {
    refuseKept(await lockById(ctx.db, "vehicle_statuses", req.id));
    return standard.remove(ctx, req);
  },
});

function refuseContradictions({ isDefault, isActive, effect }: Input): void {
  if (isDefault && effect === "retired")
    throw invalid({ isDefault: message("A new vehicle is not gone: it begins with another status.") });
  if (isDefault && !isActive)
    throw invalid({ isActive: message("New vehicles begin with this status: it cannot be switched off.") });
}

/** What programs count on stays: one status of each effect, and one that new vehicles begin with. */
function refuseEnd(before: Status, { code, effect, isDefault, isActive }: Input): void {
  if (before.isDefault && !isDefault)
    throw invalid({ isDefault: message("New vehicles need a status: say at another one that they begin with it.") });
  if (!before.isSystem) return;
  const stays = message("This status is there from the first day: change its name and colour, and add others.");
  if (code !== before.code) throw invalid({ code: stays });
  if (effect !== before.effect) throw invalid({ effect: stays });
  if (!isActive) throw invalid({ isActive: stays });
}

function refuseKept(status: Status): void {
  if (status.isDefault)
    throw conflict("default_status", "New vehicles begin with this status. Let them begin with another one first.");
  if (status.isSystem)
    throw conflict("system_status", "This status is there from the first day. Call it as you like; it stays.");
}

/** New vehicles begin with one status: the one before gives way, and its history says so. */
async function endOtherDefault(ctx: Ctx, id: string | null): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from vehicle_statuses
    where company_id = current_company() and is_default and id is distinct from ${id} for no key update`.execute(
    ctx.db,
  );
  for (const before of rows) {
    await updateRow(ctx.db, "vehicle_statuses", before, { isDefault: false });
    await ctx.emit("vehicle-status.updated", before, { changes: { isDefault: { from: true, to: false } } });
  }
}
