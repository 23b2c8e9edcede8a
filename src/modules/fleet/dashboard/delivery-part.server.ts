import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";
import { utc } from "#server/db/utc.ts";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { fleetDeliveryFlow } from "../deliveries/deliveries.flow.ts";
import { inWorklist, isOutcomeMissing } from "../deliveries/delivery-facts.server.ts";
import { countedDeliveries, partLimit, shareDays, type deliveryPart } from "./dashboard.contract.ts";

type DeliveryPart = z.output<typeof deliveryPart>;

const names = sql`t.id, t.delivery_number as "deliveryNumber", t.consignee_name as "consigneeName", t.attempt_no as "attemptNo",
  coalesce((select l.name from locations l where l.company_id = t.company_id and l.id = t.location_id), t.address) as place,
  ${utc("t.window_start")} as "windowStart", ${utc("t.window_end")} as "windowEnd"`;
const own = sql`t.company_id = current_company() and t.archived_at is null`;

/** What is in a pile, by when its window opens, and no more of it than is counted. */
const found = (pile: RawBuilder<unknown>) => sql`found as materialized (select t.* from fleet_deliveries t
  where ${own} and ${pile} order by t.window_start, t.id limit ${countedDeliveries + 1})`;
const total = sql`(select count(*)::int from found) as total`;
const counted = (count = 0) => ({ count: Math.min(count, countedDeliveries), more: count > countedDeliveries });

/** Deliveries that wait for a trip; by the same words as the list of them. */
async function waiting(ctx: Ctx): Promise<DeliveryPart["waiting"]> {
  const { rows } = await sql<DeliveryPart["waiting"]["items"][number] & { total: number; late: number }>`
    with ${found(inWorklist.waiting)}
    select ${names}, ${inWorklist.late} as "isLate", ${total},
      (select count(*)::int from found t where ${inWorklist.late}) as late
    from found t order by t.window_start, t.id limit ${partLimit}`.execute(ctx.db);
  return { items: rows, ...counted(rows[0]?.total), late: rows[0]?.late ?? 0 };
}

/** Deliveries that failed or come back, and that nobody has planned again. */
async function undecided(ctx: Ctx): Promise<DeliveryPart["undecided"]> {
  const { rows } = await sql<DeliveryPart["undecided"]["items"][number] & { total: number }>`
    with ${found(inWorklist.failed)}
    select ${names}, t.status as state, t.failure_reason as reason, ${total}
    from found t order by t.window_start, t.id limit ${partLimit}`.execute(ctx.db);
  return { items: rows, ...counted(rows[0]?.total) };
}

/** Deliveries that are out by what was told, with a trip that is back or has left their stop; by the same words as the list of them. */
async function untold(ctx: Ctx): Promise<DeliveryPart["untold"]> {
  const { rows } = await sql<DeliveryPart["untold"]["items"][number] & { total: number }>`
    with ${found(isOutcomeMissing)}
    select ${names}, (select p.trip_number from trips p where p.company_id = t.company_id and p.id = t.trip_id) as "tripNumber", ${total}
    from found t order by t.window_start, t.id limit ${partLimit}`.execute(ctx.db);
  return { items: rows, ...counted(rows[0]?.total) };
}

async function today(ctx: Ctx): Promise<DeliveryPart["today"]> {
  const { rows } = await sql<DeliveryPart["today"][number]>`
    select t.status as state, count(*)::int as count from fleet_deliveries t where ${own} and ${inWorklist.today}
    group by t.status order by t.status`.execute(ctx.db);
  return rows;
}

/** Of the deliveries whose window opened in these days and that were tried. Two spans of days beside each other. */
async function firstAttempt(ctx: Ctx): Promise<DeliveryPart["firstAttempt"]> {
  const span = sql`${shareDays} * interval '1 day'`;
  const wasTried = sql`(t.attempt_no > 1 or t.status in (${statesIn(fleetDeliveryFlow, "handedOver")})
    or t.status in (${statesIn(fleetDeliveryFlow, "undecided")}) or t.status = 'returned')`;
  const { rows } = await sql<{ isBefore: boolean; of: number; met: number }>`
    select t.window_start < now() - ${span} as "isBefore", count(*)::int as of,
      count(*) filter (where t.attempt_no = 1 and t.status in (${statesIn(fleetDeliveryFlow, "done")}))::int as met
    from fleet_deliveries t where ${own} and t.window_start < now() and t.window_start >= now() - 2 * ${span} and ${wasTried}
    group by 1`.execute(ctx.db);
  const part = (isBefore: boolean) => rows.find((row) => row.isBefore === isBefore) ?? { of: 0, met: 0 };
  const [now, before] = [part(false), part(true)];
  return { of: now.of, met: now.met, before: { of: before.of, met: before.met } };
}

/** What deliveries ask of a dispatcher now: five statements. */
export async function readDeliveries(ctx: Ctx): Promise<DeliveryPart> {
  return {
    waiting: await waiting(ctx),
    undecided: await undecided(ctx),
    untold: await untold(ctx),
    today: await today(ctx),
    firstAttempt: await firstAttempt(ctx),
  };
}
