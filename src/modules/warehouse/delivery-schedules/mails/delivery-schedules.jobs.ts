import { revokeLinks } from "#server/mail/links.ts";
import { job, reaction, type Job, type Reaction } from "#server/jobs/reactions.ts";
import { updateRow } from "#server/records/records.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { giveUpOnTheWay } from "../booking/order-deliveries.server.ts";
import { mailAnswer, mailApproval, mailNotice } from "./delivery-mails.server.ts";
import { letGo } from "../delivery-plan.server.ts";
import { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";
import { undoCompleting } from "../undo/undo-completing.server.ts";
import { noteNoShow } from "../floor/no-show.jobs.ts";
import { lockPlan, type OnePlan } from "../booking/lock-plan.server.ts";
import { extendStay } from "../floor/stand.server.ts";

/** A time was kept for somebody who did not answer. */
const expireHold = job<OnePlan>("expire-delivery-hold", ({ open }, plan, companyId) =>
  open(companyId, async (ctx) => {
    const delivery = await lockPlan(ctx, plan);
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

/** An order is cancelled, or its vendor declines it: what is on its way of it is given up with it. */
const withOrder = ["purchase-order.cancelled", "purchase-order.declined"].map((event) =>
  reaction(event, (ctx, orderId, { reason }) => giveUpOnTheWay(ctx, { orderId }, reason ?? null)),
);

export const deliveryWithin: readonly Reaction[] = [
  ...withOrder,
  reaction("receipt.reversed", (ctx, id, { reason }) => undoCompleting(ctx, id, reason ?? "")),
];

export const deliveryJobs: readonly Job<never>[] = [
  expireHold,
  noteNoShow,
  job<{ deliveryScheduleId: string; occupiedUntil?: string }>("extend-dock-stay", ({ open }, stay, companyId) =>
    open(companyId, (ctx) => extendStay(ctx, stay)),
  ),
  job("mail-delivery-approval", mailApproval),
  job("mail-delivery-notice", mailNotice),
  job("mail-delivery-answer", mailAnswer),
  /** "Send me the new link" on a link page that is over: to the stored address, if there is still something to answer. */
  job<{ subjectId: string }>("renew-delivery-schedule-link", (tools, { subjectId }, companyId) =>
    mailApproval(tools, { deliveryScheduleId: subjectId, revision: null }, companyId),
  ),
];
