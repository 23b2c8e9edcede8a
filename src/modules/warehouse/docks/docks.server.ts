import { sql } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { crudHandlers } from "#server/records/crud.ts";
import type { Ctx } from "#server/http/context.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { lockById } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { statesIn } from "#server/records/states.ts";
import { availabilityOn } from "./availability.server.ts";
import { docks, dockRecord } from "./docks.contract.ts";
import { liveStatus } from "./live-status.server.ts";
import { dockFlow } from "./docks.flow.ts";
import { deliveryScheduleFlow } from "../delivery-schedules/delivery-schedules.flow.ts";

const atLocation = (column: "name" | "timezone") =>
  sql`(select ${sql.ref(`l.${column}`)} from locations l where l.company_id = t.company_id and l.id = t.location_id)`;

/** What is planned at a dock that is not in service. */
const toPlace = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'number', d.number,
    'plannedStart', to_char(d.planned_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by d.planned_start), '[]')
  from delivery_schedules d where t.status <> 'active' and d.company_id = t.company_id and d.dock_id = t.id
    and d.status in (${statesIn(deliveryScheduleFlow, "planned")}))`;

const standard = crudHandlers(docks, {
  record: dockRecord,
  defaultSort: "sortOrder",
  flow: dockFlow,
  add: {
    locationName: atLocation("name"),
    locationTimezone: atLocation("timezone"),
    liveStatus: liveStatus("t"),
    toPlace,
  },
});

export default serve(docks, {
  ...standard,
  ...flowHandlers(
    docks,
    dockFlow,
    { record: dockRecord, read: standard.read },
    {
      takeOutOfService: { set: (_ctx, _dock, { reason }) => ({ outOfServiceReason: reason }) },
      putInService: { set: () => ({ outOfServiceReason: null }) },
      deactivate: { check: (ctx, dock) => mustHaveNoPlans(ctx, dock.id), set: () => ({ outOfServiceReason: null }) },
    },
  ),
  async update(ctx, req) {
    const dock = await lockById(ctx.db, "docks", req.id);
    if (req.body.locationId !== dock.locationId)
      throw invalid({ locationId: message("A dock stays where it was built.") });
    if (req.body.parallelCapacity < dock.parallelCapacity)
      await mustHaveNoPlans(ctx, dock.id, req.body.parallelCapacity);
    return standard.update(ctx, req);
  },
  async archive(ctx, req) {
    await lockById(ctx.db, "docks", req.id);
    await mustHaveNoPlans(ctx, req.id);
    return standard.archive(ctx, req);
  },
  availability: (ctx, { query }) => availabilityOn(ctx.db, { ...query, exceptSubject: query.movingId }),
});

/** 409 with what is still planned at a dock, in lanes above the given one. */
async function mustHaveNoPlans(ctx: Ctx, dockId: string, aboveLane = 0): Promise<void> {
  const { rows } = await sql<{ id: string; number: string; plannedStart: string; plannedEnd: string }>`
    select id, number, planned_start as "plannedStart", planned_end as "plannedEnd" from delivery_schedules
    where company_id = current_company() and dock_id = ${dockId} and lane > ${aboveLane}
      and status in (${statesIn(deliveryScheduleFlow, "live")}) and dock_cleared_at is null
    order by planned_start limit 100`.execute(ctx.db);
  if (rows.length > 0)
    throw conflict(
      "dock_has_deliveries",
      message("{count, plural, one {# delivery is} other {# deliveries are}} still planned here. Move them first.", {
        count: rows.length,
      }),
      { deliveries: rows },
    );
}
