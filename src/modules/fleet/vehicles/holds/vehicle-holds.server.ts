import { sql, type RawBuilder } from "kysely";
import { conflict, forbidden, invalid, message } from "#shared/contract/problem.ts";
import { allows } from "#shared/permissions/permissions.ts";
import type { Abilities } from "#shared/flow/flow.ts";
import type { Ctx } from "#server/http/context.ts";
import { withAbilities } from "#server/records/abilities.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { findById, lockById, stale } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { endedOn, isOvercome } from "../../documents/document-states.server.ts";
import { mustNotBeOver } from "../../company-today.server.ts";
import { vehicleFlow } from "../vehicles.flow.ts";
import { namingDrivers, toldWithoutDrivers } from "../../drivers/unnamed-drivers.server.ts";
import { endHold, openHold } from "./open-holds.server.ts";
import { allVehicleHolds, type VehicleHold, vehicleHoldRecord, vehicleHolds } from "./vehicle-holds.contract.ts";

/** Who opened one by hand ends it; what an incident or a paper calls for is ended by who may override it, while its cause lasts. */
const neededFor = ({ kind, isCauseGone }: { readonly kind: string; readonly isCauseGone: boolean }) =>
  (kind === "incident" || kind === "compliance") && !isCauseGone ? "CAN_OVERRIDE_HOLD" : "CAN_HOLD_VEHICLE";

const ofCause = (column: RawBuilder<unknown>) => sql`(select ${column} from papers p
  join document_types k on (k.company_id, k.id) = (p.company_id, p.type_id)
  where p.company_id = t.company_id and p.id = t.cause_id and t.cause = 'document')`;
const abilities: Abilities = {
  close: {
    can: vehicleHolds.close.can,
    when: (hold: VehicleHold, who) => hold.closedAt === null && allows(who, [neededFor(hold)]),
  },
};
const of = namingDrivers((person) =>
  crudHandlers(allVehicleHolds, {
    record: vehicleHoldRecord,
    defaultSort: "-createdAt",
    abilities,
    add: {
      unitNumber: sql`(select v.unit_number from vehicles v where v.company_id = t.company_id and v.id = t.vehicle_id)`,
      openedByName: person("created_by"),
      closedByName: person("closed_by"),
      documentId: sql`case when t.cause = 'document' then t.cause_id end`,
      documentType: ofCause(sql`k.name`),
      documentEndedOn: ofCause(endedOn),
      isCauseGone: sql<boolean>`(t.cause = 'document' and ${isOvercome(sql`t.cause_id`)}) is true`,
    },
    where: { isOpen: (wanted: boolean) => sql`(t.closed_at is null) = ${wanted}` },
  }),
);

export default serve(vehicleHolds, {
  /** The lists of holds offer to end one. */
  async list(ctx, req) {
    const found = await of(ctx).list(ctx, req);
    const able = (row: VehicleHold) => withAbilities(ctx, { contract: {}, abilities }, row);
    return { ...found, items: found.items.map(able) };
  },
  exportCsv: (ctx, req) => of(ctx).exportCsv(ctx, req),
  read: (ctx, req) => of(ctx).read(ctx, req),
  history: async (ctx, req) => toldWithoutDrivers(ctx, await of(ctx).history(ctx, req)),
  async create(ctx, { body: { vehicleId, ...hold } }) {
    await lockVehicle(ctx, vehicleId);
    await mustNotBeOver(ctx, "expectedEnd", hold.expectedEnd);
    const opened = await openHold(ctx, vehicleId, hold);
    await ctx.emit("vehicle.held", { id: vehicleId }, { reason: hold.reason });
    return of(ctx).read(ctx, opened);
  },
  async close(ctx, { id, body: { reason, version } }) {
    const { vehicleId } = await findById(ctx.db, "vehicle_holds", id);
    await lockById(ctx.db, "vehicles", vehicleId);
    const hold = await lockById(ctx.db, "vehicle_holds", id);
    if (!allows(ctx.user, [neededFor(await of(ctx).read(ctx, { id }))])) throw forbidden();
    if (version !== hold.version) throw stale(await of(ctx).read(ctx, { id }));
    if (hold.closedAt !== null) throw conflict("hold_closed", message("This hold has ended already."));
    await endHold(ctx, hold, { reason });
    return of(ctx).read(ctx, { id });
  },
});

async function lockVehicle(ctx: Ctx, vehicleId: string): Promise<void> {
  const { rows } = await sql<{ status: string }>`select status from vehicles
    where company_id = current_company() and id = ${vehicleId} for no key update`.execute(ctx.db);
  if (!rows[0]) throw invalid({ vehicleId: message("Choose one from the list.") });
  if (vehicleFlow.groups.over.some((state) => state === rows[0]?.status))
    throw conflict("vehicle_retired", message("This vehicle is retired: it does not leave anyway."));
}
