import { sql } from "kysely";
import { conflict, message, tooMany } from "#shared/contract/problem.ts";
import { sign } from "#server/crypto/keys.ts";
import { fullName } from "#server/db/full-name.ts";
import type { BareCtx, Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { lockMany, type RecordOf } from "#server/records/records.ts";
import { askedOf, seesPlaces, stopNameFor } from "../../trips/trip-stops/stop-places.server.ts";
import {
  allDriverActions,
  driverAction,
  driverActionRecord,
  driverActions,
  type ActionAnswer,
} from "./driver-actions.contract.ts";
import { driverActionFlow } from "./driver-actions.flow.ts";
import { outlookOf, ownTrips } from "./own-trips.server.ts";
import { enterAction } from "./apply-action.server.ts";
import { takeAction } from "./take-action.server.ts";

/** More than anybody does on the road in a day. */
const atMostPerDay = 2000;

const stopName = (isWhole: boolean) => sql`(select ${stopNameFor(isWhole)} from trip_stops s
  left join locations l on (l.company_id, l.id) = (s.company_id, s.location_id)
  where s.company_id = t.company_id and s.id = t.stop_id and s.trip_id = t.trip_id)`;

const source = {
  record: driverActionRecord,
  defaultSort: "-happenedAt",
  flow: driverActionFlow,
  add: {
    tripNumber: sql`(select p.trip_number from trips p where p.company_id = t.company_id and p.id = t.trip_id)`,
    stopName: stopName(true),
    deliveryNumber: sql`(select f.delivery_number from fleet_deliveries f
      where f.company_id = t.company_id and f.id = t.delivery_id and f.trip_id = t.trip_id)`,
    driverName: sql`(select ${fullName("d")} from drivers d
      where d.company_id = t.company_id and d.id = t.driver_id)`,
    settledByName: sql`(select ${fullName("u")} from users u
      where u.company_id = t.company_id and u.id = t.settled_by)`,
    offsetMs: sql`t.offset_ms::float8`,
    reason: sql`t.payload->>'reason'`,
    meterValue: sql`t.payload->>'meterValue'`,
    failedChecks: sql`array(select c->>'item' from jsonb_array_elements(coalesce(t.payload->'checks', '[]')) c
      where not (c->>'isFine')::boolean)`,
    checks: sql`coalesce(t.payload->'checks', '[]')`,
    loadedOtherwise: sql`(select coalesce(json_agg(json_build_object('description', l.description, 'unit', l.unit,
        'plannedQuantity', trim_scale(l.planned_quantity)::text, 'loadedQuantity', i->>'loadedQuantity', 'reason', i->>'reason')
        order by l.position), '[]')
      from jsonb_array_elements(case t.kind when 'load_delivery' then coalesce(t.payload->'lines', '[]') else '[]' end) i
      join fleet_delivery_lines l on l.company_id = t.company_id and l.id = (i->>'id')::uuid and l.delivery_id = t.delivery_id
      where (i->>'loadedQuantity')::numeric <> l.planned_quantity)`,
  },
};
const standard = crudHandlers(allDriverActions, source);
/** Reports to those who read no more of a stop than its town: without what was said there. */
const withTowns = crudHandlers(allDriverActions, {
  ...source,
  add: {
    ...source.add,
    stopName: stopName(false),
    reason: sql`case when t.stop_id is null and t.delivery_id is null then t.payload->>'reason' end`,
    loadedOtherwise: sql`'[]'::json`,
    settledNote: sql`null::text`,
  },
  where: { words: (q: string) => sql`position(${q.toLowerCase()} in t.kind) > 0` },
});
const shownTo = (ctx: Pick<Ctx, "can">) => (seesPlaces(ctx) ? standard : withTowns);
const read: typeof standard.read = (ctx, req) => shownTo(ctx).read(ctx, req);

const steps = flowHandlers(
  driverActions,
  driverActionFlow,
  { record: driverActionRecord, read },
  {
    enter: {
      check: (ctx, report) => enterReport(ctx, report),
      set: (ctx) => ({ isApplied: true, settledBy: ctx.user?.id ?? null, settledAt: new Date() }),
      then: (ctx, { tripId, kind }) =>
        ctx.emit("trip.reportEntered", { id: tripId }, { changes: { reported: { to: [kind] } } }),
    },
    settle: {
      set: (ctx, _action, { note }) => ({ settledBy: ctx.user?.id ?? null, settledAt: new Date(), settledNote: note }),
      // What was noted stands with the report, and is forgotten with whom it is about.
      then: (ctx, { tripId }) => ctx.emit("trip.reportSettled", { id: tripId }),
    },
  },
);

export default serve(driverActions, {
  read,
  list: (ctx, { query, ...req }) => shownTo(ctx).list(ctx, { ...req, query: askedOf(ctx, query, "words") }),
  exportCsv: (ctx, { query, ...req }) => shownTo(ctx).exportCsv(ctx, { ...req, query: askedOf(ctx, query, "words") }),
  async history(ctx, req) {
    const { items } = await standard.history(ctx, req);
    return { items: seesPlaces(ctx) ? items : items.map((item) => ({ ...item, reason: null, note: null })) };
  },
  ...steps,
  /** Each in a transaction of its own, so that what does not fit takes nothing with it that did. */
  async report(ctx, { body: { sentBy, sentAt, actions } }) {
    if (sentBy !== ctx.user?.id)
      throw conflict(
        "other_session",
        message("Somebody else is signed in here now. What was done is kept for whoever did it."),
      );
    await mustBeBelievable(ctx, actions.length);
    const items: ActionAnswer[] = [];
    for (const action of actions) items.push(await takeAction(ctx, action, sentAt));
    return { items };
  },
  mine: async (ctx) => ({ items: await ownTrips(ctx), outlook: await outlookOf(ctx) }),
  phoneKey: (ctx) => Promise.resolve({ key: sign(ctx.app.keys, "phone", `${ctx.companyId}:${ctx.user?.id ?? ""}`) }),
});

/** Does what was reported, in the order of locks of every step: the trip before what is on it. */
async function enterReport(ctx: Ctx, report: RecordOf<"driver_actions">): Promise<void> {
  const { id, kind, tripId, stopId, deliveryId, happenedAt: at, driverId, payload } = report;
  await lockMany(ctx.db, "trips", [tripId]);
  const told = driverAction.safeParse({
    ...(payload as object), // as it was kept
    id,
    kind,
    tripId,
    at,
    ...(stopId === null ? {} : { stopId }),
    ...(deliveryId === null ? {} : { deliveryId }),
  });
  if (!told.success) throw conflict("not_kept", message("What was said with it is not kept any more. Settle it."));
  await enterAction(ctx, told.data, driverId);
}

/** 429 for a phone that reports without end; what it sends is still on it. */
async function mustBeBelievable(ctx: BareCtx, count: number): Promise<void> {
  const reported = await ctx.open(async ({ db, user }) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from driver_actions a
      where a.company_id = current_company() and a.received_at > now() - interval '1 day' and a.driver_id in (
        select d.id from drivers d where d.company_id = current_company() and d.user_id = ${user?.id ?? null})`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  });
  if (reported + count > atMostPerDay)
    throw tooMany(3600, message("This phone reports more than anybody does in a day. Ask your dispatcher."));
}
