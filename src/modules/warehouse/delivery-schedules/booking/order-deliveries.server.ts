import { sql } from "kysely";
import { release } from "#server/bookings/bookings.ts";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { revokeLinks } from "#server/mail/links.ts";
import { lockMany, updateRow } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { countScheduled } from "../../purchase-orders/lines/scheduled-qty.server.ts";
import { followMove, notifyParty, type Delivery } from "../delivery-plan.server.ts";
import { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";

/** An order that is locked, or one of its lines. */
export interface OrderPart {
  readonly orderId: string;
  readonly itemId?: string | undefined;
}

/** What the order would do: the way out differs. */
type Ending = "cancel" | "close";

interface Coming {
  id: string;
  number: string;
  status: string;
  plannedStart: string;
  dock: string | null;
  isDocked: boolean;
  hasLeft: boolean;
}

async function deliveriesOf(
  ctx: Ctx,
  { orderId, itemId }: OrderPart,
  group: "planned" | "onSite",
): Promise<readonly Coming[]> {
  const { rows } = await sql<Coming>`
    select d.id, d.number, d.status, d.planned_start as "plannedStart", k.code as dock,
      d.docked_at is not null as "isDocked", d.gate_out_at is not null as "hasLeft"
    from delivery_schedules d left join docks k on (k.company_id, k.id) = (d.company_id, d.dock_id)
    where d.company_id = current_company() and d.status in (${statesIn(deliveryScheduleFlow, group)}) and d.id in (
      select x.delivery_schedule_id from delivery_schedule_items x
        join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
      where x.company_id = current_company() and i.purchase_order_id = ${orderId}
        ${itemId ? sql`and i.id = ${itemId}` : sql``})
    order by d.number`.execute(ctx.db);
  return rows;
}

/** 409 with the way out while a truck of the order, or of that line of it, is here. */
export async function mustNotBeHere(ctx: Ctx, part: OrderPart, ending: Ending): Promise<void> {
  const here = await deliveriesOf(ctx, part, "onSite");
  const [first] = here;
  if (!first) return;
  const deliveries = here.map(({ id, number, status, dock }) => ({ id, number, status, dock }));
  throw conflict("delivery_here", whereItIs(first, ending), { deliveries });
}

function whereItIs({ number, dock, isDocked, hasLeft }: Coming, ending: Ending) {
  if (hasLeft) return message("{number} has left, and nobody has completed it yet. Complete it first.", { number });
  if (dock !== null && isDocked)
    return ending === "cancel"
      ? message("{number} stands at dock {dock}. Refuse the delivery, or receive it and close the order short.", {
          number,
          dock,
        })
      : message("{number} stands at dock {dock}. Refuse the delivery, or receive and complete it first.", {
          number,
          dock,
        });
  return ending === "cancel"
    ? message("{number} is here, at the gate. Refuse the delivery, or receive it and close the order short.", {
        number,
      })
    : message("{number} is here, at the gate. Refuse the delivery, or receive and complete it first.", { number });
}

/** 409 unless it is said what becomes of what is on its way. Nothing of it may be here. */
export async function decideOnTheWay(
  ctx: Ctx,
  part: OrderPart,
  decision: "cancel_it" | "let_it_come" | null,
): Promise<void> {
  await mustNotBeHere(ctx, part, "close");
  if (decision !== null) return;
  const coming = await deliveriesOf(ctx, part, "planned");
  if (coming.length === 0) return;
  throw conflict(
    "has_live_delivery",
    message(
      "Goods are on their way ({numbers}). Say what becomes of them: cancelled, or put aside for you when they come.",
      { numbers: coming.map(({ number }) => number).join(", ") },
    ),
    { deliveries: coming.map(({ id, number, status, plannedStart }) => ({ id, number, status, plannedStart })) },
  );
}

/** What is on its way of an order, or of a line of it, that was closed comes all the same: its deliveries are told. The order is locked. */
export async function letItCome(
  ctx: Ctx,
  part: OrderPart,
  { reason, number, lineNo }: { readonly reason: string; readonly number: string; readonly lineNo?: number },
): Promise<void> {
  const coming = await deliveriesOf(ctx, part, "planned");
  const closedOrder = { from: null, to: number };
  if (lineNo === undefined)
    await ctx.emit("delivery-schedule.orderClosed", coming, { reason, changes: { closedOrder } });
  else
    await ctx.emit("delivery-schedule.orderLineClosed", coming, {
      reason,
      changes: { closedOrder, closedLine: { from: null, to: lineNo } },
    });
}

/**
 * Gives up what deliveries on their way bring of an order or a line of it: those that bring nothing else are cancelled
 * and their docks are free, the others come without it. Whoever was asked is told once. The order is locked.
 */
export async function giveUpOnTheWay(ctx: Ctx, part: OrderPart, reason: string | null): Promise<void> {
  const { orderId, itemId } = part;
  const coming = await deliveriesOf(ctx, part, "planned");
  if (coming.length === 0) return;
  const deliveries = await lockMany(
    ctx.db,
    "delivery_schedules",
    coming.map(({ id }) => id),
  );
  const { rows: items } = await sql<{ id: string }>`
    select id from purchase_order_items where company_id = current_company() and purchase_order_id = ${orderId}
      ${itemId ? sql`and id = ${itemId}` : sql``}
    order by id for no key update`.execute(ctx.db);
  const itemIds = items.map(({ id }) => id);
  const { rows: shared } = await sql<{ id: string }>`
    select distinct delivery_schedule_id as id from delivery_schedule_items
    where company_id = current_company() and delivery_schedule_id = any(${deliveries.map(({ id }) => id)})
      and purchase_order_item_id <> all(${itemIds})`.execute(ctx.db);
  const bringsOther = ({ id }: { id: string }) => shared.some((one) => one.id === id);
  const emptied = deliveries.filter((delivery) => !bringsOther(delivery));
  const kept = deliveries.filter(bringsOther);
  await sql`
    delete from delivery_schedule_items
      where company_id = current_company() and delivery_schedule_id = any(${kept.map(({ id }) => id)})
      and purchase_order_item_id = any(${itemIds})`.execute(ctx.db);
  await cancelEmptied(ctx, emptied, { reason, changes: { purchaseOrderId: orderId } });
  await bringLess(ctx, kept, { changes: { withoutPurchaseOrder: { from: orderId, to: null } } });
  await countScheduled(ctx, itemIds, [orderId]);
}

/** Deliveries that bring nothing any more are cancelled: their docks are free, and whoever was asked is told. */
export async function cancelEmptied(
  ctx: Ctx,
  deliveries: readonly Delivery[],
  { reason, changes }: { readonly reason: string | null; readonly changes: Readonly<Record<string, unknown>> },
): Promise<void> {
  await release(
    ctx.db,
    deliveries.map(({ id }) => id),
    "everything",
  );
  for (const delivery of deliveries) {
    await updateRow(ctx.db, "delivery_schedules", delivery, {
      status: "cancelled",
      awaitingParty: "none",
      holdExpiresAt: null,
      cancelReason: reason,
    });
    await revokeLinks(ctx, { purpose: "ds.approve", subjectId: delivery.id, reason: "cancelled" });
    await notifyParty(ctx, delivery.id, "cancelled");
  }
  await ctx.emit("delivery-schedule.cancelled", deliveries, {
    to: "cancelled",
    ...(reason === null ? {} : { reason }),
    changes,
  });
}

/** Deliveries bring less than they were to: whoever was asked is asked anew, or told once. */
export async function bringLess(
  ctx: Ctx,
  deliveries: readonly Delivery[],
  details: { readonly reason?: string; readonly changes: Readonly<Record<string, unknown>> },
): Promise<void> {
  for (const delivery of deliveries) {
    const isAskedAnew = delivery.status === "proposed"; // what was shown is not what would be agreed to
    const changed = await updateRow(ctx.db, "delivery_schedules", delivery, {
      revision: delivery.revision + (isAskedAnew ? 1 : 0),
    });
    if (isAskedAnew) await followMove(ctx, changed);
    else await notifyParty(ctx, delivery.id, "reduced");
  }
  await ctx.emit("delivery-schedule.updated", deliveries, details);
}
