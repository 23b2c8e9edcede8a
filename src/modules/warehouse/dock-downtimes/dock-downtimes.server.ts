import { sql } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { bookEveryLane, bookingsDuring, release } from "#server/bookings/bookings.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { findById, insertRow, updateRow, lockById } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { withAbilities } from "#server/records/abilities.ts";
import type { Abilities } from "#shared/flow/flow.ts";
import { clearDock, takeDeliveriesAt } from "../delivery-schedules/booking/delivery-displace.server.ts";
import { allDockDowntimes, dockDowntimes, type DockDowntime, dockDowntimeRecord } from "./dock-downtimes.contract.ts";

const longest = 366 * 24 * 60 * 60_000;
/** As many as a dock can have: a lane that is added later is out of use too. */
const everyLane = 10;

const ofLocation = (column: "name" | "timezone") =>
  sql`(select ${sql.ref(`l.${column}`)} from docks k
    join locations l on (l.company_id, l.id) = (k.company_id, k.location_id)
    where k.company_id = t.company_id and k.id = t.dock_id)`;

const abilities: Abilities = {
  end: { can: dockDowntimes.end.can, when: (downtime: DockDowntime) => !isOver(downtime) },
};
const { list, exportCsv, read, history } = crudHandlers(allDockDowntimes, {
  record: dockDowntimeRecord,
  defaultSort: "-startsAt",
  abilities,
  add: {
    dockCode: sql`(select k.code from docks k where k.company_id = t.company_id and k.id = t.dock_id)`,
    locationName: ofLocation("name"),
    locationTimezone: ofLocation("timezone"),
  },
});

function isOver({ archivedAt, endsAt }: { readonly archivedAt: string | null; readonly endsAt: string }): boolean {
  return archivedAt !== null || new Date(endsAt) <= new Date();
}

export default serve(dockDowntimes, {
  /** The lists of downtimes offer to end one. */
  async list(ctx, req) {
    const found = await list(ctx, req);
    const able = (row: DockDowntime) => withAbilities(ctx, { contract: allDockDowntimes, abilities }, row);
    return { ...found, items: found.items.map(able) };
  },
  exportCsv,
  read,
  history,
  async create(ctx, { body: { displace, ...downtime } }) {
    const { dockId, startsAt: from, endsAt: until, reason } = downtime;
    const length = Date.parse(until) - Date.parse(from);
    if (length <= 0) throw invalid({ endsAt: message("It has to end after it starts.") });
    if (length > longest)
      throw invalid({ endsAt: message("A downtime takes a year at most. Deactivate the dock instead.") });
    const { rows } = await sql<{
      id: string;
      code: string;
    }>`select id, code from docks where company_id = current_company() and id = ${dockId}`.execute(ctx.db);
    const dock = rows[0];
    if (!dock) throw invalid({ dockId: message("Choose one from the list.") });
    const known = await takeDeliveriesAt(ctx, { dock, from, until }); // deliveries are locked before docks
    await lockById(ctx.db, "docks", dockId);
    await clearDock(ctx, { dock, from, until }, known, { displace, reason });
    const [other] = await bookingsDuring(ctx.db, { resourceIds: [dockId], from, until });
    if (other)
      throw conflict("taken", message("Dock {dock} is out of use then already.", { dock: dock.code }), {
        blocking: [other],
      });
    const created = await insertRow(ctx.db, "dock_downtimes", { ...downtime, createdBy: ctx.user?.id ?? null });
    await bookEveryLane(ctx.db, {
      resourceId: dockId,
      lanes: everyLane,
      from,
      until,
      reason: "downtime",
      subjectId: created.id,
    });
    await ctx.emit("dock-downtime.created", created, { reason });
    return read(ctx, created);
  },
  async end(ctx, { id }) {
    const { dockId } = await findById(ctx.db, "dock_downtimes", id);
    await lockById(ctx.db, "docks", dockId);
    const downtime = await lockById(ctx.db, "dock_downtimes", id);
    const now = new Date();
    if (isOver(downtime)) throw conflict("downtime_over", message("This downtime is over already."));
    await release(ctx.db, [id], "everything");
    await updateRow(
      ctx.db,
      "dock_downtimes",
      downtime,
      new Date(downtime.startsAt) < now ? { endsAt: now } : { archivedAt: now },
    );
    await ctx.emit("dock-downtime.ended", downtime, {
      changes: { endsAt: { from: downtime.endsAt, to: now.toISOString() } },
    });
    return read(ctx, { id });
  },
});
