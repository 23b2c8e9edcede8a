import { sql } from "kysely";
import { conflict, message, notFound } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { isShown, mustBeChoosable } from "#server/records/named.ts";
import { seenBy } from "#server/records/own.ts";
import { statesIn } from "#server/records/states.ts";
import { driverFlow } from "../drivers/drivers.flow.ts";
import { tripRecord, trips } from "./trips.contract.ts";

/** 404 unless the caller dispatches trips, or drives this one; 409 `not_active` as below. */
export async function mustRunIt(ctx: Ctx, tripId: string): Promise<void> {
  const seen = seenBy(tripRecord, ["CAN_DISPATCH_TRIPS", ...tripRecord.own.can]);
  if (!(await isShown(ctx.db, ctx, { table: tripRecord.table, seen }, tripId))) throw notFound();
  await mustDrive(ctx);
}

/**
 * Who is suspended or has left does nothing by themselves: 409 `not_active`. What they tell from the road is taken as a report,
 * which somebody looks at.
 */
export async function mustDrive(ctx: Ctx): Promise<void> {
  if (ctx.can("CAN_DISPATCH_TRIPS")) return;
  const { rows } =
    await sql`select from drivers where company_id = current_company() and user_id = ${ctx.user?.id ?? null}
    and status in (${statesIn(driverFlow, "driving")})`.execute(ctx.db);
  if (rows.length === 0)
    throw conflict("not_active", message("You do not drive for the company now: tell your dispatcher, who enters it."));
}

/** The same of who says that they take a trip, or give it back: its driver, and nobody who is on it besides. 409 `not_yours`. */
export async function mustBeItsDriver(ctx: Ctx, tripId: string): Promise<void> {
  await mustRunIt(ctx, tripId);
  if (ctx.can("CAN_DISPATCH_TRIPS")) return;
  const { rows } = await sql`select from trips t join drivers d on (d.company_id, d.id) = (t.company_id, t.driver_id)
    where t.company_id = current_company() and t.id = ${tripId} and d.user_id = ${ctx.user?.id ?? null}`.execute(
    ctx.db,
  );
  if (rows.length === 0) throw conflict("not_yours", message("Only who drives it takes this trip, or gives it back."));
}

/** Of a trip that a body names and the caller is not shown nothing is said. */
export const mustSeeTrip = (ctx: Ctx, tripId: string | null, field = "tripId"): Promise<void> =>
  mustBeChoosable(ctx, tripRecord, trips.list.can, [field, tripId]);

/** As these handlers of steps, each of which asks first: by throwing it refuses. */
export function askedFirst<H extends object>(steps: H, ask: (ctx: Ctx, id: string) => Promise<void>): H {
  return Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      async (ctx: Ctx, req: { readonly id: string }) => {
        await ask(ctx, req.id);
        return step(ctx, req);
      },
    ]),
  ) as H; // the same names, each with its own request and reply
}
