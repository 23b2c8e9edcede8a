import { sql, type RawBuilder } from "kysely";
import { compare, subtract } from "#shared/format/money.ts";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { lockMany } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { countScheduled, stillBrought } from "../../purchase-orders/lines/scheduled-qty.server.ts";
import { itemStates } from "../../purchase-orders/lines/lines.contract.ts";
import { openQty } from "../../purchase-orders/order-record.server.ts";
import type { Delivery } from "../delivery-plan.server.ts";
import { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";
import { bringLess, cancelEmptied, giveUpOnTheWay, mustNotBeHere } from "./order-deliveries.server.ts";
import { keptOrCredited } from "../../purchase-orders/lines/credited-goods.server.ts";

/** What becomes of a delivery that would bring nothing any more. */
export interface EmptiedDecision {
  readonly onTheWay: "cancel_it" | "keep_it" | null;
  readonly keepReason: string | null;
}

interface Planned {
  id: string;
  deliveryId: string;
  number: string;
  itemId: string;
  plannedQty: string;
  /** Less what its own receipts have counted. */
  stillBrought: string;
  openQty: string;
  isHere: boolean;
}

/** Locks what is on its way of an order that is locked: before its lines are written, as orders, deliveries and lines are locked in this order. */
export async function lockOnTheWay(ctx: Ctx, orderId: string): Promise<readonly Delivery[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from delivery_schedules d
    where d.company_id = current_company() and d.status in (${statesIn(deliveryScheduleFlow, "planned")}) and d.id in (
      select x.delivery_schedule_id from delivery_schedule_items x
        join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
      where x.company_id = current_company() and i.purchase_order_id = ${orderId})`.execute(ctx.db);
  return lockMany(
    ctx.db,
    "delivery_schedules",
    rows.map(({ id }) => id),
  );
}

/**
 * The order's lines were written anew: what is planned falls to what is left, the earliest delivery keeps most. A delivery
 * that would bring nothing is cancelled or kept with a reason, as the buyer says; 409 until it is said. What is here stays.
 * Whoever was asked is told once.
 */
export async function adjustOnTheWay(
  ctx: Ctx,
  orderId: string,
  deliveries: readonly Delivery[],
  { onTheWay, keepReason }: EmptiedDecision,
): Promise<void> {
  const planned = await plannedOf(ctx, orderId, openQty);
  const { left, changed, emptied } = await effectOf(ctx, planned, deliveries);
  if (changed.length === 0) return;
  refuseUndecided(emptied, { onTheWay, keepReason });
  const isTouched = ({ id }: Delivery) => changed.some(({ deliveryId }) => deliveryId === id);
  const isCancelled = (id: string) => onTheWay === "cancel_it" && emptied.some((delivery) => delivery.id === id);
  await sql`
    with lines as (
      select * from jsonb_to_recordset(${JSON.stringify(
        changed.filter(({ deliveryId }) => !isCancelled(deliveryId)).map(({ id }) => ({ id, qty: left.get(id) })),
      )}::jsonb) as l(id uuid, qty numeric)
    ), gone as (
      delete from delivery_schedule_items x using lines l
      where x.company_id = current_company() and x.id = l.id and l.qty = 0
    )
    update delivery_schedule_items x set planned_qty = l.qty from lines l
    where x.company_id = current_company() and x.id = l.id and l.qty > 0`.execute(ctx.db);
  const cancelled = emptied.filter(({ id }) => isCancelled(id));
  const changes = { purchaseOrderId: orderId };
  await cancelEmptied(ctx, cancelled, { reason: null, changes });
  const kept = deliveries.filter((delivery) => isTouched(delivery) && !cancelled.includes(delivery));
  await bringLess(ctx, kept, {
    ...(emptied.length > 0 && keepReason !== null && onTheWay === "keep_it" ? { reason: keepReason } : {}),
    changes: { lines: { from: quantities(changed, null), to: quantities(changed, left) } },
  });
  await countScheduled(ctx, [...new Set(planned.map(({ itemId }) => itemId))], [orderId]);
}

/** What the new lines leave of what is planned. */
async function effectOf(ctx: Ctx, planned: readonly Planned[], deliveries: readonly Delivery[]) {
  const left = leftOf(planned);
  const changed = planned.filter(({ id, plannedQty }) => left.get(id) !== undefined && left.get(id) !== plannedQty);
  const gone = changed.filter(({ id }) => left.get(id) === "0");
  const { rows: others } = await sql<{ id: string }>`
    select distinct delivery_schedule_id as id from delivery_schedule_items
    where company_id = current_company() and delivery_schedule_id = any(${gone.map(({ deliveryId }) => deliveryId)})
      and id <> all(${gone.map(({ id }) => id)})`.execute(ctx.db);
  const isEmptied = (delivery: Delivery) =>
    gone.some(({ deliveryId }) => deliveryId === delivery.id) && !others.some(({ id }) => id === delivery.id);
  const emptied = deliveries.filter(isEmptied);
  return { left, changed, gone, emptied };
}

function refuseUndecided(emptied: readonly Delivery[], { onTheWay, keepReason }: EmptiedDecision): void {
  if (emptied.length > 0 && onTheWay === null) throw undecided(emptied);
  if (emptied.length > 0 && onTheWay === "keep_it" && keepReason === null)
    throw invalid({ keepReason: message("Say why the time is kept.") });
}

/** The order's lines were written anew and wait for approval: deliveries follow later, and it is asked now what becomes of those that are left with nothing. */
export async function assertDecided(
  ctx: Ctx,
  orderId: string,
  deliveries: readonly Delivery[],
  decision: EmptiedDecision,
): Promise<void> {
  const planned = await plannedOf(ctx, orderId, writtenOpenQty);
  refuseUndecided((await effectOf(ctx, planned, deliveries)).emptied, decision);
}

/** What a line `i` leaves open as it is written, whatever is agreed. */
const writtenOpenQty = sql`case when i.status in (${statesIn(itemStates, "ended")}) then 0
  else greatest(0, round(i.ordered_qty - ${keptOrCredited} / i.qty_per_uom, 6)) end`;

/** The order goes to another site: no truck of it may be here, and what is on its way is cancelled once the buyer says so; ahead of an approval that is only asked. */
export async function leaveSite(
  ctx: Ctx,
  orderId: string,
  { onTheWay, isAhead = false }: EmptiedDecision & { readonly isAhead?: boolean },
  reason: string,
): Promise<void> {
  await mustNotBeHere(ctx, { orderId }, "close");
  const coming = await lockOnTheWay(ctx, orderId);
  if (coming.length === 0) return;
  if (onTheWay !== "cancel_it") throw undecided(coming, { isElsewhere: true });
  if (!isAhead) await giveUpOnTheWay(ctx, { orderId }, reason);
}

export interface PlannedHere {
  readonly itemId: string;
  readonly lineNo: number;
  /** Of the delivery. */
  readonly number: string;
  readonly quantity: string;
}

/** What of an order stands on trucks that are here. */
export async function plannedHere(ctx: Ctx, orderId: string): Promise<readonly PlannedHere[]> {
  const { rows } = await sql<PlannedHere>`
    select i.id as "itemId", i.line_no as "lineNo", min(d.number) as number,
      trim_scale(sum(x.planned_qty))::text as quantity
    from delivery_schedule_items x
      join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
      join delivery_schedules d on (d.company_id, d.id) = (x.company_id, x.delivery_schedule_id)
    where x.company_id = current_company() and i.purchase_order_id = ${orderId}
      and d.status in (${statesIn(deliveryScheduleFlow, "onSite")})
    group by i.id, i.line_no`.execute(ctx.db);
  return rows;
}

function undecided(deliveries: readonly Delivery[], { isElsewhere = false } = {}) {
  const numbers = deliveries.map(({ number }) => number).join(", ");
  return conflict(
    "deliveries_undecided",
    isElsewhere
      ? message("The order goes to another site, and {numbers} would come to the old one. Have it cancelled first.", {
          numbers,
        })
      : message("{numbers} would bring nothing any more. Say what becomes of it: cancelled, or kept with a reason.", {
          numbers,
        }),
    { deliveries: deliveries.map(({ id, number, status, plannedStart }) => ({ id, number, status, plannedStart })) },
  );
}

async function plannedOf(ctx: Ctx, orderId: string, open: RawBuilder<unknown>): Promise<readonly Planned[]> {
  const { rows } = await sql<Planned>`
    select x.id, d.id as "deliveryId", d.number, i.id as "itemId", trim_scale(x.planned_qty)::text as "plannedQty",
      trim_scale(${stillBrought})::text as "stillBrought",
      trim_scale(${open})::text as "openQty", d.status in (${statesIn(deliveryScheduleFlow, "onSite")}) as "isHere"
    from delivery_schedule_items x
      join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
      join delivery_schedules d on (d.company_id, d.id) = (x.company_id, x.delivery_schedule_id)
    where x.company_id = current_company() and i.purchase_order_id = ${orderId}
      and d.status in (${statesIn(deliveryScheduleFlow, "live")})
    order by "isHere" desc, d.planned_start, d.id`.execute(ctx.db);
  return rows;
}

/** What each planned quantity may still be; what is here keeps its own, and is not named. */
function leftOf(planned: readonly Planned[]): ReadonlyMap<string, string> {
  const open = new Map<string, string>();
  const left = new Map<string, string>();
  for (const { id, itemId, plannedQty, stillBrought: onTruck, openQty: all, isHere } of planned) {
    const still = open.get(itemId) ?? all;
    const most = compare(still, "0") > 0 ? still : "0";
    const part = isHere || compare(plannedQty, most) <= 0 ? plannedQty : most;
    open.set(itemId, subtract(still, isHere ? onTruck : part));
    if (!isHere) left.set(id, part);
  }
  return left;
}

const quantities = (changed: readonly Planned[], left: ReadonlyMap<string, string> | null) =>
  changed.map(({ id, number, plannedQty }) => `${number}: ${left?.get(id) ?? plannedQty}`);
