import { sql } from "kysely";
import { release } from "#server/bookings/bookings.ts";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { lockById, updateRow } from "#server/records/records.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { statesIn } from "#server/records/states.ts";
import { agreedStatus } from "../../purchase-orders/agreed-lines.server.ts";
import { itemStates } from "../../purchase-orders/lines/lines.contract.ts";
import { letGo, type Delivery } from "../delivery-plan.server.ts";
import { isCounted } from "../delivery-record.server.ts";
import { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";
import { withStep } from "../undo/kept-steps.server.ts";
import { nextTime } from "./real-times.server.ts";

/** Locks the orders of what these deliveries bring, in the order of their ids. */
export async function lockOrdersOfDeliveries(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await sql`
    select id from purchase_orders where company_id = current_company() and id in (
      select i.purchase_order_id from delivery_schedule_items x
        join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
      where x.company_id = current_company() and x.delivery_schedule_id = any(${[...ids]}))
    order by id for no key update`.execute(ctx.db);
}

/** The columns of a truck that leaves its door. */
export function leaving(delivery: Delivery, leftAt: string) {
  return {
    gateOutAt: delivery.gateOutAt ?? leftAt,
    dockClearedAt: delivery.dockClearedAt ?? (delivery.dockedAt ? leftAt : null),
    unloadEndAt: delivery.unloadEndAt ?? (delivery.unloadStartAt ? leftAt : null),
    occupiedUntil: clamp(delivery.dockClearedAt ?? leftAt, delivery),
  };
}

interface Uncounted {
  readonly purchaseOrderItemId: string;
  readonly lineNo: number;
  readonly orderNumber: string;
}

/** Lines that are expected, not held, and have no receipt of this delivery; `isBare` when it names none and has no receipt. */
export async function uncountedOf(
  ctx: Ctx,
  { id, direction }: Pick<Delivery, "id" | "direction">,
): Promise<{ lines: readonly Uncounted[]; isBare: boolean }> {
  if (direction === "outbound") return { lines: [], isBare: false };
  const { rows } = await sql<{ lines: readonly Uncounted[]; isBare: boolean }>`
    select coalesce((select jsonb_agg(jsonb_build_object('purchaseOrderItemId', i.id, 'lineNo', i.line_no,
        'orderNumber', o.number) order by o.number, i.line_no)
      from delivery_schedule_items x
      join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
      join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
      where x.company_id = current_company() and x.delivery_schedule_id = ${id} and not o.on_hold
        and ${agreedStatus} not in (${statesIn(itemStates, "ended")}) and not ${isCounted}), '[]') as lines,
      not exists (select from delivery_schedule_items x
        where x.company_id = current_company() and x.delivery_schedule_id = ${id})
      and not exists (select from receipts r where r.company_id = current_company() and r.delivery_schedule_id = ${id}
        and r.status = 'posted' and r.reversal_of_id is null) as "isBare"`.execute(ctx.db);
  return rows[0] ?? { lines: [], isBare: false };
}

/** Where a truck's leaving leads to: it is completed where everything is counted. */
export async function stateAfterLeaving(ctx: Ctx, delivery: Delivery): Promise<"completed" | "unloaded"> {
  const { lines, isBare } = await uncountedOf(ctx, delivery);
  return lines.length === 0 && !isBare ? "completed" : "unloaded";
}

/** 409 with the lines that nobody has counted, unless it is said why nothing was received of them. */
export async function mustBeCounted(ctx: Ctx, delivery: Delivery, reason: string | null): Promise<void> {
  if (reason !== null) return;
  const { lines, isBare } = await uncountedOf(ctx, delivery);
  if (isBare)
    throw conflict(
      "not_received",
      message("Nothing of {number} was received. Receive it, or say why nothing was received.", {
        number: delivery.number,
      }),
      { lines: [] },
    );
  if (lines.length > 0)
    throw conflict(
      "not_received",
      message(
        "{lines} {count, plural, one {has} other {have}} no receipt. Receive it, or say why nothing was received.",
        {
          count: lines.length,
          lines: lines.map(({ orderNumber, lineNo }) => `${orderNumber} / ${lineNo}`).join(", "),
        },
      ),
      { lines },
    );
}

/** The door is free from when the truck left; what it brought counts as delivered once the delivery is completed. */
export async function afterLeaving(ctx: Ctx, delivery: Delivery): Promise<void> {
  if (delivery.status === "completed") await letGo(ctx, delivery.id);
  else await release(ctx.db, [delivery.id], "everything");
}

/** Trucks that stood at a door and were never checked out: recorded as gone, at their time, by whoever needs the door. */
export async function checkOut(
  ctx: Ctx,
  dockId: string | null,
  departed: readonly { readonly id: string; readonly at: string | null }[],
  before: string,
): Promise<void> {
  for (const { id, at } of departed) {
    const delivery = await lockById(ctx.db, "delivery_schedules", id);
    if (!isAtDock(delivery) || delivery.dockId !== dockId)
      throw invalid({ departed: message("{number} does not stand at this dock.", { number: delivery.number }) });
    if (delivery.dockClearedAt !== null) continue;
    const leftAt = await nextTime(
      ctx,
      delivery,
      at ?? before,
      ["unloadEndAt", "dockClearedAt", "gateOutAt"].filter(
        (key) => key !== "unloadEndAt" || delivery.unloadEndAt === null,
      ) as ("unloadEndAt" | "dockClearedAt" | "gateOutAt")[], // of the three just named
      "departed",
    );
    if (Date.parse(leftAt) > Date.parse(before))
      throw invalid({
        departed: message("{number} has to have left before the next truck came to the dock.", {
          number: delivery.number,
        }),
      });
    const to = await stateAfterLeaving(ctx, delivery);
    const left = leaving(delivery, leftAt);
    const undoableSteps = withStep(delivery, "depart", left);
    const after = await updateRow(ctx.db, "delivery_schedules", delivery, { ...left, status: to, undoableSteps });
    await afterLeaving(ctx, after);
    await ctx.emit("delivery-schedule.departed", delivery, {
      from: delivery.status,
      to,
      changes: { gateOutAt: { from: null, to: leftAt } },
    });
    if (to === "completed") await ctx.emit("delivery-schedule.completed", delivery, { from: delivery.status, to });
  }
}

/** It stands at a dock, or stood there until it left. */
const isAtDock = ({ status, dockedAt }: Delivery): boolean =>
  inGroup(deliveryScheduleFlow, "onSite", status) && dockedAt !== null;

function clamp(at: string, { occupiedFrom, occupiedUntil }: Delivery): string {
  const until = Math.max(Date.parse(occupiedFrom), Date.parse(occupiedUntil));
  return new Date(Math.min(Math.max(Date.parse(at), Date.parse(occupiedFrom)), until)).toISOString();
}
