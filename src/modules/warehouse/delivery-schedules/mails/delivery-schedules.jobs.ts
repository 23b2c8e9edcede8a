import { sql } from "kysely";
import { release } from "#modules/warehouse/docks/bookings.server.ts";
import type { Ctx } from "#server/http/context.ts";
import { revokeLinks } from "#server/mail/links.ts";
import { job, reaction, type Job, type Reaction } from "#server/jobs/reactions.ts";
import { updateRow, lockMany } from "#server/records/records.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { statesIn } from "#server/records/states.ts";
import { countScheduled } from "../../purchase-orders/lines/scheduled-qty.server.ts";
import { takeLoad } from "../booking/delivery-lines.server.ts";
import { mailAnswer, mailApproval, mailNotice } from "./delivery-mails.server.ts";
import { letGo, notifyParty, type Delivery } from "../delivery-plan.server.ts";
import { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";

interface OnePlan {
  deliveryScheduleId: string;
  revision: number;
}

/** A time was kept for somebody who did not answer. */
const expireHold = job<OnePlan>("expire-delivery-hold", ({ open }, plan, companyId) =>
  open(companyId, async (ctx) => {
    const delivery = await takePlan(ctx, plan);
    if (
      !delivery ||
      !inGroup(deliveryScheduleFlow, "tentative", delivery.status) ||
      !delivery.holdExpiresAt ||
      new Date(delivery.holdExpiresAt) > new Date()
    )
      return;
    await updateRow(ctx.db, "delivery_schedules", delivery, {
      status: "expired",
      awaitingParty: "none",
      holdExpiresAt: null,
    });
    await letGo(ctx, delivery.id);
    await revokeLinks(ctx, { purpose: "ds.approve", subjectId: delivery.id, reason: "cancelled" });
    await ctx.emit("delivery-schedule.expired", delivery, { from: delivery.status, to: "expired" });
  }),
);

/** The truck did not come in time; looked at when it is due, and again when the location's patience is over. */
const noteNoShow = job<OnePlan>("note-no-show", ({ open }, plan, companyId) =>
  open(companyId, async (ctx) => {
    const delivery = await takePlan(ctx, plan);
    if (delivery?.status !== "scheduled") return;
    const { rows } = await sql<{
      minutes: number;
    }>`select no_show_after_minutes as minutes from locations
      where company_id = current_company() and id = ${delivery.locationId}`.execute(ctx.db);
    const patientUntil = new Date(Date.parse(delivery.plannedStart) + (rows[0]?.minutes ?? 0) * 60_000);
    if (patientUntil > new Date()) return ctx.enqueue("note-no-show", { ...plan }, patientUntil);
    await updateRow(ctx.db, "delivery_schedules", delivery, { status: "no_show" });
    await letGo(ctx, delivery.id);
    await ctx.emit("delivery-schedule.missed", delivery, { from: "scheduled", to: "no_show" });
  }),
);

/** The delivery, locked behind its orders, if its plan is still this one. */
async function takePlan(ctx: Ctx, { deliveryScheduleId, revision }: OnePlan): Promise<Delivery | undefined> {
  await takeLoad(ctx, deliveryScheduleId);
  const [delivery] = await lockMany(ctx.db, "delivery_schedules", [deliveryScheduleId]);
  return delivery?.revision === revision ? delivery : undefined;
}

/** An order is cancelled: planned deliveries that bring nothing else are cancelled with it, the others no longer bring it. */
const withOrder = reaction("purchase-order.cancelled", async (ctx, orderId, { reason }) => {
  const { rows } = await sql<{ id: string; bringsOther: boolean }>`
    select d.id, exists (
      select from delivery_schedule_items x
        join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
      where x.company_id = d.company_id and x.delivery_schedule_id = d.id
        and i.purchase_order_id <> ${orderId}) as "bringsOther"
    from delivery_schedules d
      where d.company_id = current_company() and d.status in (${statesIn(deliveryScheduleFlow, "planned")}) and d.id in (
      select x.delivery_schedule_id from delivery_schedule_items x
        join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
      where x.company_id = current_company() and i.purchase_order_id = ${orderId})
    order by d.id for no key update`.execute(ctx.db);
  if (rows.length === 0) return;
  const { rows: items } = await sql<{
    id: string;
  }>`select id from purchase_order_items where company_id = current_company() and purchase_order_id = ${orderId}
    order by id for no key update`.execute(ctx.db);
  const itemIds = items.map(({ id }) => id);
  const emptied = rows.filter(({ bringsOther }) => !bringsOther);
  const kept = rows.filter(({ bringsOther }) => bringsOther);
  await release(
    ctx.db,
    emptied.map(({ id }) => id),
  );
  for (const delivery of emptied) {
    await updateRow(ctx.db, "delivery_schedules", delivery, {
      status: "cancelled",
      awaitingParty: "none",
      holdExpiresAt: null,
      cancelReason: reason ?? null,
    });
    await revokeLinks(ctx, { purpose: "ds.approve", subjectId: delivery.id, reason: "cancelled" });
    await notifyParty(ctx, delivery.id, "cancelled");
  }
  await sql`
    delete from delivery_schedule_items
      where company_id = current_company() and delivery_schedule_id = any(${kept.map(({ id }) => id)})
      and purchase_order_item_id = any(${itemIds})`.execute(ctx.db);
  await countScheduled(ctx, itemIds, [orderId]);
  await ctx.emit("delivery-schedule.cancelled", emptied, {
    to: "cancelled",
    reason,
    changes: { purchaseOrderId: orderId },
  });
  await ctx.emit("delivery-schedule.updated", kept, { changes: { withoutPurchaseOrder: { from: orderId, to: null } } });
});

export const deliveryWithin: readonly Reaction[] = [withOrder];

export const deliveryJobs: readonly Job<never>[] = [
  expireHold,
  noteNoShow,
  job("mail-delivery-approval", mailApproval),
  job("mail-delivery-notice", mailNotice),
  job("mail-delivery-answer", mailAnswer),
  /** "Send me the new link" on a link page that is over: to the stored address, if there is still something to answer. */
  job<{ subjectId: string }>("renew-delivery-schedule-link", (tools, { subjectId }, companyId) =>
    mailApproval(tools, { deliveryScheduleId: subjectId, revision: null }, companyId),
  ),
];
