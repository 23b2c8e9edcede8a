import { sql } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { findById, lockById, lockMany, stale } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { companyToday } from "../company-today.server.ts";
import { discreet } from "../discreet.server.ts";
import { driverFlow } from "../drivers/drivers.flow.ts";
import { driverName } from "../drivers/valid-on.server.ts";
import { vehicleFlow } from "../vehicles/vehicles.flow.ts";
import {
  driverAssignmentRecord,
  driverAssignments,
  type DriverAssignment,
  type InTheWay,
} from "./driver-assignments.contract.ts";
import { endWith } from "./end-assignments.server.ts";
import { proposedPair } from "./proposal.server.ts";

const when = sql`case when t.first_day > ${companyToday} then 'ahead' when t.last_day < ${companyToday} then 'over' else 'now' end`;
const ofVehicle = (column: "unit_number" | "plate_number") => sql`(select ${sql.ref(`v.${column}`)} from vehicles v
  where v.company_id = t.company_id and v.id = t.vehicle_id)`;

const standard = crudHandlers(driverAssignments, {
  record: driverAssignmentRecord,
  defaultSort: "-firstDay",
  add: { driverName, unitNumber: ofVehicle("unit_number"), plateNumber: ofVehicle("plate_number"), when },
  where: { when: (wanted: string[]) => sql`${when} = any(${wanted})` },
});

type Plan = Pick<DriverAssignment, "driverId" | "vehicleId" | "firstDay" | "lastDay"> & { readonly role: string };

function refuseContradictions({ firstDay, lastDay }: Pick<Plan, "firstDay" | "lastDay">): void {
  if (lastDay !== null && lastDay < firstDay) throw invalid({ lastDay: message("It ends before it begins.") });
}

/**
 * Refuses a driver who has left and a vehicle that is retired. The driver is locked against other changes, the vehicle against
 * being retired: of two drivers who get it at once the constraint lets one.
 */
async function mustBeThere(ctx: Ctx, { driverId, vehicleId, lastDay }: Plan): Promise<void> {
  const { rows } = await sql<{ isGone: boolean; isRetired: boolean; isOver: boolean }>`
    select d.status not in (${statesIn(driverFlow, "employed")}) as "isGone",
      v.status in (${statesIn(vehicleFlow, "over")}) as "isRetired", coalesce(${lastDay}::date < ${companyToday}, false) as "isOver"
    from drivers d cross join vehicles v where d.company_id = current_company() and d.id = ${driverId}
      and v.company_id = current_company() and v.id = ${vehicleId} for no key update of d for share of v`.execute(
    ctx.db,
  );
  const [pair] = rows;
  if (!pair || pair.isOver) return; // what is named and not there is refused by its key; what is over has happened
  if (pair.isGone) throw conflict("driver_left", message("This driver has left the company."));
  if (pair.isRetired) throw conflict("vehicle_retired", message("This vehicle is retired."));
}

/** Which assignments a plan meets that cannot be at the same time; `id` is its own. */
async function inTheWayOf(ctx: Ctx, plan: Plan, id: string | null): Promise<readonly InTheWay[]> {
  const { driverId, vehicleId, role, firstDay, lastDay } = plan;
  const { rows } = await sql<InTheWay>`
    select t.id, ${driverName} as "driverName", ${ofVehicle("unit_number")} as "unitNumber", t.first_day as "firstDay",
      t.last_day as "lastDay", t.first_day < ${firstDay}::date as "canEnd"
    from driver_assignments t where t.company_id = current_company() and t.archived_at is null and t.id is distinct from ${id}::uuid
      and daterange(t.first_day, t.last_day, '[]') && daterange(${firstDay}::date, ${lastDay}::date, '[]')
      and ((t.driver_id = ${driverId} and t.vehicle_id = ${vehicleId})
        or (${role} = 'primary' and t.role = 'primary' and (t.driver_id = ${driverId} or t.vehicle_id = ${vehicleId})))
    order by t.first_day, t.id limit 20`.execute(ctx.db);
  return rows;
}

/** Whose assignments there are is told to whoever sees assignments; whoever only enters them learns that there is one. */
function assignedAlready(ctx: Ctx, found: readonly InTheWay[]) {
  if (!ctx.can("CAN_VIEW_DRIVERS"))
    return conflict(
      "assigned_already",
      message("The driver or the vehicle is assigned on one of these days already. Choose other days."),
    );
  const { driverName: name, unitNumber, firstDay } = found.find(({ canEnd }) => !canEnd) ?? found[0] ?? {};
  return conflict(
    "assigned_already",
    message("{name} has {vehicle} from {day} on: end that one on the day before, or choose other days.", {
      name: name ?? "",
      vehicle: unitNumber ?? "",
      day: firstDay ?? "",
    }),
    { inTheWay: found },
  );
}

async function mustBeFree(ctx: Ctx, plan: Plan, id: string | null): Promise<void> {
  const found = await inTheWayOf(ctx, plan, id);
  if (found.length > 0) throw assignedAlready(ctx, found);
}

/** Ends what is in the way on the day before, where whoever assigns has named it. */
async function makeWay(ctx: Ctx, plan: Plan, ends: readonly string[]): Promise<void> {
  const found = await inTheWayOf(ctx, plan, null);
  if (found.some(({ id, canEnd }) => !canEnd || !ends.includes(id))) throw assignedAlready(ctx, found);
  const dayBefore = new Date(Date.parse(plan.firstDay) - 86_400_000).toISOString().slice(0, 10);
  for (const one of await lockMany(
    ctx.db,
    "driver_assignments",
    found.map(({ id }) => id),
  ))
    await endWith(ctx, one, dayBefore);
}

/** Notes may name people, and the history would outlive their erasure. */
const untold = ["notes"];

export default serve(driverAssignments, {
  ...standard,
  async create(ctx, { body: { ends, ...body }, ...req }) {
    refuseContradictions(body);
    await mustBeThere(ctx, body);
    await makeWay(ctx, body, ends);
    return standard.create(ctx, { ...req, body: { ...body, ends: [] } });
  },
  async update(ctx, req) {
    refuseContradictions(req.body);
    const { driverId, vehicleId, archivedAt } = await findById(ctx.db, "driver_assignments", req.id);
    if (driverId !== req.body.driverId || vehicleId !== req.body.vehicleId)
      throw invalid({ vehicleId: message("An assignment stays with its driver and its vehicle. Enter another one.") });
    await mustBeThere(ctx, req.body);
    if (archivedAt === null) await mustBeFree(ctx, req.body, req.id);
    return standard.update(discreet(ctx, untold), req);
  },
  async restore(ctx, req) {
    const before = await findById(ctx.db, "driver_assignments", req.id);
    await mustBeThere(ctx, before);
    if (before.archivedAt !== null) await mustBeFree(ctx, before, req.id);
    return standard.restore(ctx, req);
  },
  async end(ctx, { id, body: { lastDay, version } }) {
    const before = await lockById(ctx.db, "driver_assignments", id);
    const now = await standard.read(ctx, { id });
    if (version !== undefined && now.version !== version) throw stale(now);
    if (now.when !== "now" || now.archivedAt !== null)
      throw conflict("not_assigned_now", message("It does not hold today. Change its days, or archive it."));
    const day = lastDay ?? (await today(ctx));
    refuseContradictions({ firstDay: before.firstDay, lastDay: day });
    if (day !== before.lastDay) {
      if (before.lastDay !== null && day > before.lastDay) await mustBeFree(ctx, { ...before, lastDay: day }, id);
      await endWith(ctx, before, day);
    }
    return standard.read(ctx, { id });
  },
  async inTheWay(ctx, { query: { lastDay = null, ...plan } }) {
    await findById(ctx.db, "drivers", plan.driverId);
    await findById(ctx.db, "vehicles", plan.vehicleId);
    const isNever = lastDay !== null && lastDay < plan.firstDay; // as somebody types it; it is refused when it is saved
    if (isNever || !ctx.can("CAN_VIEW_DRIVERS")) return { items: [] };
    return { items: [...(await inTheWayOf(ctx, { ...plan, lastDay }, null))] };
  },
  proposal: (ctx, { query }) => proposedPair(ctx, query),
});

async function today(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ today: string }>`select ${companyToday} as today`.execute(ctx.db);
  return rows[0]?.today ?? "";
}
