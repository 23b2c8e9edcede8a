import { sql, type RawBuilder } from "kysely";
import type { QueryOf, ReplyOf } from "#shared/contract/contract.ts";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { fullName } from "#server/db/full-name.ts";
import type { Ctx } from "#server/http/context.ts";
import { crudHandlers, handlersBy } from "#server/records/crud.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { lockById } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { statesIn } from "#server/records/states.ts";
import { companyToday } from "../company-today.server.ts";
import { discreet } from "../discreet.server.ts";
import { isAssignedOn, ownVehicle } from "../driver-assignments/assigned.server.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import { driverRecord, drivers, untold } from "./drivers.contract.ts";
import { driverFlow, noPhone, notLicensed } from "./drivers.flow.ts";
import { dutyFollowsTrip, endDuty, forgetDuty, hasDuty, itsDuty, joinDuty, setDuty } from "./duty.server.ts";
import { eraseDriver } from "./erase-driver.server.ts";
import { keptMs } from "./forget-drivers.jobs.ts";
import { mustBeOpenAccount } from "./kept-of-drivers.server.ts";
import { isLicensed, lacking, licenceClassEnds, licences, licensed } from "./valid-on.server.ts";

/** The ordinary handlers; what a driver lacks is told by the documents that whoever asks may see. */
const handlers = (lacked: RawBuilder<unknown>, seesLicences: boolean) =>
  crudHandlers(drivers, {
    record: driverRecord,
    defaultSort: "lastName",
    flow: driverFlow,
    add: {
      carrierName: sql`c.name`,
      homeLocationName: sql`l.name`,
      userEmail: sql`u.email`,
      keepsAccount: sql`(t.status in (${statesIn(driverFlow, "over")}) and u.status is not distinct from 'active')`,
      ...licensed,
      licenceClassEnds: seesLicences ? licenceClassEnds : sql`'[]'::jsonb`,
      lacking: lacked,
      vehicleNumber: ownVehicle,
      ...itsDuty,
      dutyFollowsTrip,
    },
    joins: sql`
    left join carriers c on c.company_id = t.company_id and c.id = t.carrier_id
    left join locations l on l.company_id = t.company_id and l.id = t.home_location_id
    left join users u on u.company_id = t.company_id and u.id = t.user_id
    ${joinDuty} ${licences}`,
    where: { vehicleId: isAssignedOn, duty: hasDuty },
  });
const toldAll = handlers(lacking({ open: true, confidential: true }), true);
const toldOpen = handlers(lacking({ open: true, confidential: false }), false);
const toldConfidential = handlers(lacking({ open: false, confidential: true }), true);
const toldNone = handlers(lacking({ open: false, confidential: false }), false);
/** Who sees no drivers sees themselves, and all of their own documents. */
function of(ctx: Pick<Ctx, "can">): typeof toldAll {
  if (!ctx.can("CAN_VIEW_DRIVERS")) return toldAll;
  const seesConfidential = ctx.can("CAN_VIEW_DRIVER_PAPERS");
  if (ctx.can("CAN_VIEW_DOCUMENTS")) return seesConfidential ? toldAll : toldOpen;
  return seesConfidential ? toldConfidential : toldNone;
}
const standard = handlersBy(toldAll, of);

/** Who is on the road has left nothing yet: what they drive has to come home first. */
async function mustNotBeOnTheRoad(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { rows } = await sql<{ tripNumber: string }>`select trip_number as "tripNumber" from trips
    where company_id = current_company() and driver_id = ${id} and status in (${statesIn(tripFlow, "running")})`.execute(
    ctx.db,
  );
  if (rows[0])
    throw conflict(
      "still_on_trip",
      message("Trip {number} has not ended yet: end that one first.", { number: rows[0].tripNumber }),
    );
}

async function mustBeLicensed(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { rows } = await sql<{ holds: boolean }>`select ${isLicensed} as holds from drivers t
    where t.company_id = current_company() and t.id = ${id}`.execute(ctx.db);
  if (!rows[0]?.holds) throw conflict(notLicensed.code, notLicensed.sentence);
}

/** What a driver who comes back has again: papers that were kept until now, and trips that still count on them. */
async function leftBehind(ctx: Ctx, id: string) {
  const { rows } = await sql<{ papers: number; trips: number }>`select
      (select count(*)::int from papers p where p.company_id = current_company() and p.driver_id = ${id})
        + (select count(*)::int from driver_licences l where l.company_id = current_company() and l.driver_id = ${id}) as papers,
      (select count(*)::int from trips x where x.company_id = current_company() and x.driver_id = ${id}
        and x.status in (${statesIn(tripFlow, "leaving")})) as trips`.execute(ctx.db);
  return { ...rows[0] };
}

/**
 * Whoever has a driver's account reads that driver's papers: so who says which account it is may write those, or manages users,
 * and gives or takes nothing of their own.
 */
function mustBeTheirsToGive(ctx: Ctx, before: string | null, after: string | null): void {
  if (before === after) return;
  if (!ctx.can("CAN_EDIT_DRIVER_PAPERS") && !ctx.can("CAN_MANAGE_USERS"))
    throw invalid({
      userId: message("Who enters papers of drivers, or manages users, says which account is a driver's."),
    });
  if (ctx.user && [before, after].includes(ctx.user.id))
    throw invalid({ userId: message("This is your own account. Somebody else says whose it is.") });
}

/** Accounts that may still become somebody's, by their address; with `ids` these, whoever has them. */
async function accounts(ctx: Ctx, { q = "", limit, ids }: QueryOf<typeof drivers.accounts>) {
  const words = `%${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const which = ids
    ? sql`u.id = any(${ids})`
    : sql`lower(${fullName("u")} || ' ' || u.email) like ${words} and u.status <> 'deactivated'
        and not exists (select from drivers d where d.company_id = u.company_id and d.user_id = u.id)`;
  const { rows: items } = await sql<ReplyOf<typeof drivers.accounts>["items"][number]>`
    select u.id, 1 as version, null as "archivedAt", u.email from users u
    where u.company_id = current_company() and ${which} order by u.email limit ${limit}`.execute(ctx.db);
  return { items, nextCursor: null, total: null };
}

export default serve(drivers, {
  ...standard,
  ...flowHandlers(
    drivers,
    driverFlow,
    { record: driverRecord, read: standard.read },
    {
      activate: { check: mustBeLicensed },
      reinstate: { check: mustBeLicensed, set: () => ({ suspendedReason: null }) },
      suspend: { set: (_ctx, _driver, { reason }) => ({ suspendedReason: reason }), then: endDuty },
      leave: {
        check: mustNotBeOnTheRoad,
        // Whoever was to begin later has left on the day on which they were to begin.
        set: (_ctx, { hiredOn }) => ({
          suspendedReason: null,
          leftOn: sql`greatest(${hiredOn}::date, ${companyToday})`,
        }),
        then: async (ctx, driver) => {
          await forgetDuty(ctx, driver);
          await ctx.enqueue("drop-driver-papers", { driverId: driver.id }, new Date(Date.now() + keptMs));
        },
      },
      comeBack: {
        set: (_ctx, _driver, { reason }) => ({ suspendedReason: reason, leftOn: null }),
        event: async (ctx, { id }) => ({ changes: await leftBehind(ctx, id) }),
      },
      erase: {
        event: async (ctx, { id }) => ({ changes: await eraseDriver(ctx, id) }), // the last of its work, which it tells
      },
    },
  ),
  async create(ctx, req) {
    mustBeTheirsToGive(ctx, null, req.body.userId);
    await mustBeOpenAccount(ctx, req.body.userId, null);
    return standard.create(ctx, req);
  },
  async update(ctx, req) {
    const { userId, status } = await lockById(ctx.db, "drivers", req.id);
    if (status === "active" && req.body.phone === null) throw invalid({ phone: noPhone.sentence });
    mustBeTheirsToGive(ctx, userId, req.body.userId);
    await mustBeOpenAccount(ctx, req.body.userId, req.id);
    return standard.update(discreet(ctx, untold), req);
  },
  accounts: (ctx, { query }) => accounts(ctx, query),
  async setDuty(ctx, { id, body }) {
    await setDuty(ctx, id, body.duty);
    return standard.read(ctx, { id });
  },
  async ownDuty(ctx) {
    const { rows } = await sql<{ id: string }>`select id from drivers where company_id = current_company()
      and user_id = ${ctx.user?.id ?? null}`.execute(ctx.db);
    return { driver: rows[0] ? await standard.read(ctx, rows[0]) : null };
  },
});
