import { sql } from "kysely";
import { conflict, invalid, message, notFound } from "#shared/contract/problem.ts";
import { book, release } from "#server/bookings/bookings.ts";
import type { Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { lockById } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { companyToday } from "../company-today.server.ts";
import { discreet } from "../discreet.server.ts";
import { mustBeEmployed } from "../drivers/kept-of-drivers.server.ts";
import { driverName } from "../drivers/valid-on.server.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import { driverAbsenceRecord, driverAbsences, type DriverAbsence } from "./driver-absences.contract.ts";
import { duringDays } from "./absent.server.ts";

const standard = crudHandlers(driverAbsences, {
  record: driverAbsenceRecord,
  defaultSort: "-firstDay",
  add: {
    driverName,
    when: sql`case when t.first_day > ${companyToday} then 'ahead' when t.last_day < ${companyToday} then 'over' else 'now' end`,
    tripNumbers: sql`coalesce((select json_agg(p.trip_number order by p.planned_start) from trips p join companies c on c.id = p.company_id
      where p.company_id = t.company_id and t.archived_at is null and p.status in (${statesIn(tripFlow, "leaving")})
        and tstzrange(p.planned_start, p.planned_end) && ${duringDays("t", "c")}
        and (p.driver_id = t.driver_id or exists (select from trip_crew w
          where w.company_id = p.company_id and w.trip_id = p.id and w.driver_id = t.driver_id))), '[]')`,
  },
});

type Days = Pick<DriverAbsence, "driverId" | "firstDay" | "lastDay"> & { readonly kind: string };

function refuseContradictions({ firstDay, lastDay }: Days): void {
  if (lastDay < firstDay) throw invalid({ lastDay: message("It ends before it begins.") });
  if (Date.parse(lastDay) - Date.parse(firstDay) > 366 * 86_400_000)
    throw invalid({ lastDay: message("A year at most. Enter what follows as another one.") });
}

interface Span {
  readonly from: string;
  readonly until: string;
}

/**
 * The days as a stretch of time. 409 `absent_already` where the driver is away on one of them by another absence than `id`; the
 * driver is locked, so nobody else can be away at once, nor be planned for.
 */
async function freeDays(ctx: Ctx, { driverId, firstDay, lastDay }: Days, id: string | null): Promise<Span> {
  const { rows } = await sql<Span & { firstDay: string | null; lastDay: string | null }>`
    select lower(d.during) as "from", upper(d.during) as until, o.first_day as "firstDay", o.last_day as "lastDay"
    from companies c cross join (select ${firstDay}::date as first_day, ${lastDay}::date as last_day) t
    cross join lateral (select ${duringDays("t", "c")} as during) d
    left join lateral (select x.first_day, x.last_day from driver_absences x
      where x.company_id = c.id and x.driver_id = ${driverId} and x.archived_at is null and x.id is distinct from ${id}
        and x.first_day <= t.last_day and x.last_day >= t.first_day limit 1) o on true
    where c.id = current_company()`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw notFound(); // the company of the session is there
  if (found.firstDay !== null && found.lastDay !== null)
    throw conflict(
      "absent_already",
      ctx.can("CAN_VIEW_DRIVER_PAPERS")
        ? message("They are away from {from} to {until} already. Change that one.", {
            from: found.firstDay,
            until: found.lastDay,
          })
        : message("They are away on one of these days already."),
    );
  return found;
}

/**
 * Books the driver for an absence. What is planned ahead asks for trips that have the driver then, and is refused (409
 * `resource_taken`); who is ill is away all the same, and those trips say that they need somebody else.
 */
async function holdTime(ctx: Ctx, absence: DriverAbsence, { from, until }: Span): Promise<void> {
  const { id, driverId, kind, tripNumbers } = absence;
  const lane = await book(ctx.db, { resourceId: driverId, lanes: 1, from, until, reason: "leave", subjectId: id });
  if (lane !== null) return;
  await release(ctx.db, [id], "everything");
  if (kind === "sick") return;
  throw conflict(
    "resource_taken",
    tripNumbers.length > 0
      ? message("They are on trip {numbers} then. Give it to somebody else first.", { numbers: tripNumbers.join(", ") })
      : message("They are on a trip then."),
    { tripNumbers },
  );
}

/** Of what somebody writes about an absence the history says that it was written, and not what. */
const untold = ["kind", "notes"];

export default serve(driverAbsences, {
  ...standard,
  async create(ctx, req) {
    refuseContradictions(req.body);
    await mustBeEmployed(ctx, req.body.driverId);
    const span = await freeDays(ctx, req.body, null);
    const absence = await standard.create(ctx, req);
    await holdTime(ctx, absence, span);
    return absence;
  },
  async update(ctx, req) {
    refuseContradictions(req.body);
    const { driverId, archivedAt } = await lockById(ctx.db, "driver_absences", req.id);
    if (driverId !== req.body.driverId)
      throw invalid({ driverId: message("An absence stays with whose it is. Enter another one.") });
    await mustBeEmployed(ctx, driverId);
    const span = archivedAt === null ? await freeDays(ctx, req.body, req.id) : null;
    const absence = await standard.update(discreet(ctx, untold), req);
    if (span) await holdTime(ctx, absence, span);
    return absence;
  },
  async remove(ctx, req) {
    await standard.remove(ctx, req);
    await release(ctx.db, [req.id], "everything");
  },
  async archive(ctx, req) {
    const absence = await standard.archive(ctx, req);
    await release(ctx.db, [req.id], "everything");
    return absence;
  },
  async restore(ctx, req) {
    const before = await lockById(ctx.db, "driver_absences", req.id);
    await mustBeEmployed(ctx, before.driverId);
    const span = before.archivedAt === null ? null : await freeDays(ctx, before, req.id);
    const absence = await standard.restore(ctx, req);
    if (span) await holdTime(ctx, absence, span);
    return absence;
  },
});
