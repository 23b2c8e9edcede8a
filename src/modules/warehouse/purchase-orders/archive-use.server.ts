import { sql, type RawBuilder } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { reaction, type Reaction } from "#server/jobs/reactions.ts";
import { statesIn } from "#server/records/states.ts";
import { deliveryScheduleFlow } from "../delivery-schedules/delivery-schedules.flow.ts";
import { issueFlow } from "../issues/issues.flow.ts";
import { agreedSite, agreedStatus } from "./agreed-lines.server.ts";
import { itemStates } from "./lines/lines.contract.ts";
import { purchaseOrderFlow } from "./purchase-orders.flow.ts";

interface Use {
  readonly orders: readonly { id: string; number: string }[];
  readonly deliveries: readonly { id: string; number: string }[];
  readonly issues: readonly { id: string; number: string }[];
}
type UsedBy = Readonly<Partial<Record<"order" | "delivery" | "issue", RawBuilder<unknown>>>>;

/**
 * What is put away is used by nothing that goes on: 409 with what still uses it. `o` is an order, `d` a delivery, `r` an
 * issue, which may be about goods that lie aside.
 */
function refusesWhileUsed(event: string, usedBy: (id: string) => UsedBy): Reaction {
  return reaction(event, async (ctx, id) => {
    const use = await useOf(ctx, usedBy(id));
    const going = [...use.orders, ...use.deliveries];
    const all = [...going, ...use.issues].map(({ number }) => number);
    if (all.length === 0) return;
    const numbers = all.length > 6 ? `${all.slice(0, 6).join(", ")} …` : all.join(", ");
    throw conflict(
      "in_use",
      going.length > 0
        ? message("It is still used by {numbers}. Finish or change them first.", { numbers })
        : message("Issues about it are still open: {numbers}. Resolve or dismiss them first.", { numbers }),
      use,
    );
  });
}

async function useOf(
  ctx: Ctx,
  { order = sql`false`, delivery = sql`false`, issue = sql`false` }: UsedBy,
): Promise<Use> {
  const { rows } = await sql<Use>`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number)), '[]') from (
        select o.id, o.number from purchase_orders o
        where o.company_id = current_company() and o.status in (${statesIn(purchaseOrderFlow, "live")})
          and o.archived_at is null and ${order} order by o.created_at limit 50) x) as orders,
      (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number)), '[]') from (
        select d.id, d.number from delivery_schedules d
        where d.company_id = current_company() and d.status in (${statesIn(deliveryScheduleFlow, "live")})
          and ${delivery} order by d.planned_start limit 50) x) as deliveries,
      (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number)), '[]') from (
        select r.id, r.number from reported_issues r
        where r.company_id = current_company() and r.status in (${statesIn(issueFlow, "open")})
          and ${issue} order by r.created_at limit 50) x) as issues`.execute(ctx.db);
  return rows[0] ?? { orders: [], deliveries: [], issues: [] };
}

/** What other records of a company are used for by orders, deliveries and issues that go on. */
export const archiveUse: readonly Reaction[] = [
  refusesWhileUsed("location.archived", (id) => ({
    // Goods still come to the old site while a change to another one waits for its approval.
    order: sql`(o.ship_to_location_id = ${id} or ${agreedSite} = ${id})`,
    delivery: sql`d.location_id = ${id}`,
  })),
  refusesWhileUsed("vendor.archived", (id) => ({
    order: sql`o.vendor_id = ${id}`,
    delivery: sql`d.vendor_id = ${id}`,
    issue: sql`r.vendor_id = ${id}`,
  })),
  refusesWhileUsed("purchase-order.archived", (id) => ({ issue: sql`r.purchase_order_id = ${id}` })),
  refusesWhileUsed("delivery-schedule.archived", (id) => ({ issue: sql`r.delivery_schedule_id = ${id}` })),
  refusesWhileUsed("carrier.archived", (id) => ({ delivery: sql`d.carrier_id = ${id}` })),
  refusesWhileUsed("product.archived", (id) => ({
    order: sql`exists (select from purchase_order_items i where i.company_id = o.company_id
      and i.purchase_order_id = o.id and i.product_id = ${id} and ${agreedStatus} not in (${statesIn(itemStates, "over")}))`,
  })),
];
