import { sql } from "kysely";
import { job, type Job } from "#server/jobs/reactions.ts";
import { statesIn } from "#server/records/states.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import { fleetDeliveryFlow } from "./deliveries.flow.ts";
import { forgetConsignee } from "./forget-consignee.server.ts";
import { mailDeliveryCode } from "./proofs/codes.jobs.ts";

/** How long consignees, signatures and photos are kept once a delivery is over: a year, in which claims can come. */
const keptMonths = 12;
export const keptMs = (keptMonths * 31 + 1) * 86_400_000;
const againMs = 30 * 86_400_000;

interface Found {
  readonly endedAt: string;
  readonly isOnTheRoad: boolean;
  readonly isDue: boolean;
}

/**
 * Forgets a consignee: a year after the delivery was over, or, where nobody ever ended it, after its window was and nobody has
 * touched it since. One that is not due, or is on the road, is asked again later.
 */
const forget = job<{ deliveryId: string }>("forget-consignee", ({ open }, { deliveryId }, companyId) =>
  open(companyId, async (ctx) => {
    // A window was once given for any year: a year after the delivery was entered it is over.
    const { rows } = await sql<Found>`
      select e.at as "endedAt", e.at <= now() - make_interval(months => ${keptMonths}) as "isDue",
        not s.is_settled and exists (select from trips p where p.company_id = d.company_id and p.id = d.trip_id
          and p.status in (${statesIn(tripFlow, "running")})) as "isOnTheRoad"
      from fleet_deliveries d cross join lateral (select d.status in (${statesIn(fleetDeliveryFlow, "settled")}) as is_settled) s
      cross join lateral (select greatest(d.outcome_at, least(d.window_end, d.created_at + interval '1 year'),
        case when not s.is_settled then d.updated_at end) as at) e
      where d.company_id = current_company() and d.id = ${deliveryId} and d.forgotten_at is null`.execute(ctx.db);
    const [found] = rows;
    if (!found) return;
    const { endedAt, isDue, isOnTheRoad } = found;
    if (isDue && !isOnTheRoad) return void (await forgetConsignee(ctx, deliveryId));
    const dueAt = isDue ? Date.now() + againMs : Date.parse(endedAt) + keptMs;
    await ctx.enqueue("forget-consignee", { deliveryId }, new Date(dueAt));
  }),
);

/** Has the consignees of deliveries that a file brought forgotten when their time comes: each is asked about by itself. */
const forgetLater = job<{ deliveryIds: readonly string[] }>(
  "forget-consignees-later",
  ({ open }, { deliveryIds }, companyId) =>
    open(companyId, async (ctx) => {
      for (const deliveryId of deliveryIds) await ctx.enqueue("forget-consignee", { deliveryId });
    }),
);

export const deliveryJobs: readonly Job<never>[] = [forget, forgetLater, mailDeliveryCode];
