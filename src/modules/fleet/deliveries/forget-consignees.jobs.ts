import { sql } from "kysely";
import { job, type Job } from "#server/jobs/reactions.ts";
import { statesIn } from "#server/records/states.ts";
import { fleetDeliveryFlow } from "./deliveries.flow.ts";
import { mailDeliveryCode } from "./proofs/codes.jobs.ts";

/** How long consignees, signatures and photos are kept once a delivery is over: a year, in which claims can come. */
const keptMonths = 12;
export const keptMs = (keptMonths * 31 + 1) * 86_400_000;

/** Forgets a consignee, unless the delivery was taken up again; one that was to come later is asked again later. */
const forget = job<{ deliveryId: string }>("forget-consignee", ({ open }, { deliveryId }, companyId) =>
  open(companyId, async (ctx) => {
    const { rows } = await sql<{ endedAt: string; isDue: boolean }>`
      select greatest(d.outcome_at, d.window_end) as "endedAt",
        greatest(d.outcome_at, d.window_end) <= now() - make_interval(months => ${keptMonths}) as "isDue"
      from fleet_deliveries d where d.company_id = current_company() and d.id = ${deliveryId}
        and d.status in (${statesIn(fleetDeliveryFlow, "settled")}) and d.forgotten_at is null`.execute(ctx.db);
    const [found] = rows;
    if (!found) return;
    if (!found.isDue)
      return ctx.enqueue("forget-consignee", { deliveryId }, new Date(Date.parse(found.endedAt) + keptMs));
    await sql`select forget_consignee(${deliveryId})`.execute(ctx.db);
    await ctx.emit("delivery.consigneeForgotten", { id: deliveryId });
  }),
);

export const deliveryJobs: readonly Job<never>[] = [forget, mailDeliveryCode];
