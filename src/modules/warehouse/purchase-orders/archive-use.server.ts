import { sql, type RawBuilder } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { reaction, type Reaction } from "#server/jobs/reactions.ts";
import { statesIn } from "#server/records/states.ts";
import { deliveryScheduleFlow } from "../delivery-schedules/delivery-schedules.flow.ts";
import { agreedSite, agreedStatus } from "./agreed-lines.server.ts";
import { itemStates } from "./lines/lines.contract.ts";
import { purchaseOrderFlow } from "./purchase-orders.flow.ts";

interface Use {
  readonly orders: readonly { id: string; number: string }[];
  readonly deliveries: readonly { id: string; number: string }[];
}

/** What is put away is used by nothing that goes on: 409 with what still uses it. `o` is an order, `d` a delivery. */
function refusesWhileUsed(
  event: string,
  usedBy: (id: string) => { order: RawBuilder<unknown>; delivery: RawBuilder<unknown> },
): Reaction {
  return reaction(event, async (ctx, id) => {
    const use = await useOf(ctx, usedBy(id));
    const numbers = [...use.orders, ...use.deliveries].map(({ number }) => number);
    if (numbers.length === 0) return;
    throw conflict(
      "in_use",
      message("It is still used by {numbers}. Finish or change them first.", {
        numbers: numbers.length > 6 ? `${numbers.slice(0, 6).join(", ")} …` : numbers.join(", "),
      }),
      use,
    );
  });
}

async function useOf(ctx: Ctx, { order, delivery }: ReturnType<Parameters<typeof refusesWhileUsed>[1]>): Promise<Use> {
  const { rows } = await sql<Use>`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number)), '[]') from (
        select o.id, o.number from purchase_orders o
        where o.company_id = current_company() and o.status in (${statesIn(purchaseOrderFlow, "live")})
          and o.archived_at is null and ${order} order by o.created_at limit 50) x) as orders,
      (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number)), '[]') from (
        select d.id, d.number from delivery_schedules d
        where d.company_id = current_company() and d.status in (${statesIn(deliveryScheduleFlow, "live")})
          and ${delivery} order by d.planned_start limit 50) x) as deliveries`.execute(ctx.db);
  return rows[0] ?? { orders: [], deliveries: [] };
}

/** What other records of a company are used for by orders and deliveries that go on. */
export const archiveUse: readonly Reaction[] = [
  refusesWhileUsed("location.archived", (id) => ({
    // Goods still come to the old site while a change to another one waits for its approval.
    order: sql`(o.ship_to_location_id = ${id} or ${agreedSite} = ${id})`,
    delivery: sql`d.location_id = ${id}`,
  })),
  refusesWhileUsed("vendor.archived", (id) => ({
    order: sql`o.vendor_id = ${id}`,
    delivery: sql`d.vendor_id = ${id}`,
  })),
  refusesWhileUsed("carrier.archived", (id) => ({ order: sql`false`, delivery: sql`d.carrier_id = ${id}` })),
  refusesWhileUsed("product.archived", (id) => ({
    order: sql`exists (select from purchase_order_items i where i.company_id = o.company_id
      and i.purchase_order_id = o.id and i.product_id = ${id} and ${agreedStatus} not in (${statesIn(itemStates, "over")}))`,
    delivery: sql`false`,
  })),
];
