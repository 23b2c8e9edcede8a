import { sql } from "kysely";
import type { z } from "zod";
import { add, compare, subtract } from "#shared/format/money.ts";
import { invalid, message, type Fields, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { addChildRows, replaceChildRows, childRows } from "#server/records/child-rows.ts";
import {
  countScheduled,
  lockOrdersOf,
  takeItems,
  type PlannableItem,
} from "../../purchase-orders/lines/scheduled-qty.server.ts";
import { deliveryScheduleLine } from "../delivery-schedules.contract.ts";
import { awaitsGoods } from "../../purchase-orders/purchase-orders.flow.ts";

export type Line = z.output<typeof deliveryScheduleLine>;
const lineRows = childRows("delivery_schedule_items", "delivery_schedule_id", deliveryScheduleLine);

/** What a delivery brings, and the orders of it; all locked. */
export interface Load {
  readonly before: readonly Line[];
  readonly orderIds: readonly string[];
}

/** Locks the orders of what a delivery brings, brought and shall bring. The first thing that anything does which changes it. */
export async function takeLoad(ctx: Ctx, deliveryId: string | null, lines: readonly Line[] = []): Promise<Load> {
  const before = deliveryId === null ? [] : await linesOf(ctx, deliveryId);
  return { before, orderIds: await lockOrdersOf(ctx, idsOf([...before, ...lines]), deliveryId) };
}

/**
 * Locks the order lines of a load and refuses what cannot be planned: an order that is not out or on hold, another
 * ship-to, more than is open and on no other delivery, a vendor of none of its lines. What stood there before may stay.
 * Returns the lines' facts.
 */
export async function checkLoad(
  ctx: Ctx,
  { before }: Load,
  delivery: { readonly locationId: string; readonly vendorId: string | null; readonly lines: readonly Line[] },
): Promise<PlannableItem[]> {
  const items = await takeItems(ctx, idsOf([...before, ...delivery.lines]));
  const fields: Record<string, Sentence> = {};
  delivery.lines.forEach((line, at) => {
    const item = items.find(({ id }) => id === line.purchaseOrderItemId);
    const own = before.find((one) => one.purchaseOrderItemId === line.purchaseOrderItemId)?.plannedQty ?? "0";
    if (compare(line.plannedQty, own) <= 0) return;
    const which = item && whyNot(item, delivery.locationId);
    if (!item || which) fields[`lines.${at}.purchaseOrderItemId`] = which ?? message("Choose one from the list.");
    else if (compare(line.plannedQty, add(subtract(item.openQty, item.scheduledQty), own)) > 0)
      fields[`lines.${at}.plannedQty`] = tooMuch(item, own);
  });
  const vendors = delivery.lines.map((line) => items.find(({ id }) => id === line.purchaseOrderItemId)?.vendorId);
  if (delivery.vendorId !== null && vendors.length > 0 && !vendors.includes(delivery.vendorId))
    fields["vendorId"] = message("None of these lines was ordered from this vendor.");
  if (Object.keys(fields).length > 0) throw invalid(fields satisfies Fields, Object.values(fields)[0]);
  return items;
}

/** Writes what a delivery brings and counts the orders anew. `checkLoad` came before. */
export async function writeLoad(ctx: Ctx, deliveryId: string, load: Load, lines: readonly Line[]): Promise<void> {
  if (load.before.length + lines.length === 0) return;
  const write = load.before.length > 0 ? replaceChildRows : addChildRows;
  await write(ctx.db, lineRows, deliveryId, lines);
  await countScheduled(ctx, idsOf([...load.before, ...lines]), load.orderIds);
}

/** Counts the orders of a delivery anew, after its state changed whether it still brings them anything. */
export async function recountLoad(ctx: Ctx, deliveryId: string): Promise<void> {
  const load = await takeLoad(ctx, deliveryId);
  await takeItems(ctx, idsOf(load.before));
  await countScheduled(ctx, idsOf(load.before), load.orderIds);
}

async function linesOf(ctx: Ctx, deliveryId: string): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select purchase_order_item_id as "purchaseOrderItemId", planned_qty as "plannedQty" from delivery_schedule_items
    where company_id = current_company() and delivery_schedule_id = ${deliveryId} order by id`.execute(ctx.db);
  return rows;
}

function whyNot(item: PlannableItem, locationId: string): Sentence | null {
  const order = { number: item.orderNumber };
  if (!awaitsGoods({ status: item.orderStatus, waitsFrom: item.waitsFrom }))
    return message("Order {number} is {status}: only orders that are out at the vendor are delivered.", {
      ...order,
      status: item.orderStatus,
    });
  if (item.onHold) return message("Order {number} is on hold.", order);
  return item.shipToLocationId === locationId ? null : message("Order {number} goes to another location.", order);
}

function tooMuch(item: PlannableItem, own: string): Sentence {
  const left = add(subtract(item.openQty, item.scheduledQty), own);
  return message(
    "Of line {line} of {number} at most {left} can be planned: the rest came already, or is on another delivery.",
    { line: item.lineNo, number: item.orderNumber, left: { ...item, qty: compare(left, "0") < 0 ? "0" : left } },
  );
}

const idsOf = (lines: readonly Line[]): string[] => [
  ...new Set(lines.map(({ purchaseOrderItemId }) => purchaseOrderItemId)),
];
