import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { revokeLinks } from "#server/mail/links.ts";
import { limitMails } from "#server/mail/mail-limit.ts";
import { updateRow } from "#server/records/records.ts";
import type { Req } from "#server/http/serve.ts";
import { statesIn } from "#server/records/states.ts";
import { amend } from "./amend.server.ts";
import {
  approvedNow,
  isCovered,
  approvalVerdict,
  approvedByRules,
  rulesOf,
  withAuthor,
} from "../approval/approval.server.ts";
import {
  askApprovers,
  askVendor,
  lockForStep,
  flowSource,
  applyTransition,
  openAnswer,
  notifyBuyer,
  vendorCanBeAsked,
  type Order,
  type OrderStatus,
} from "./transitions.server.ts";
import { readOrder } from "../order-record.server.ts";
import { acceptProposal, refuseProposal, supersedeProposal } from "../proposals/proposals.server.ts";
import { isReferred } from "../lines/lines.server.ts";
import { itemStates } from "../lines/lines.contract.ts";
import { purchaseOrders } from "../purchase-orders.contract.ts";
import { purchaseOrderFlow } from "../purchase-orders.flow.ts";
import { reopenedState } from "./reopened-to.server.ts";
import { carryOutChange, forgetAgreed, restoreAgreed, stoodAt } from "./agreed-version.server.ts";
import { recalculateStatus } from "./recalculate-status.server.ts";
import {
  decideOnTheWay,
  giveUpOnTheWay,
  letItCome,
  mustNotBeHere,
} from "../../delivery-schedules/booking/order-deliveries.server.ts";
import { closingMail } from "../mails/goods-told.server.ts";
import { keptOrCredited, keptOrCreditedOf } from "../lines/credited-goods.server.ts";

/** What is over is not held: nothing would be left that releases it. */
const released = { onHold: false, holdReason: null };

const stays = (_ctx: Ctx, order: Order) => order.status as OrderStatus; // the table's check holds the flow's states

/** The steps of the company's own people; the vendor's are in answers.server.ts. */
export const steps = {
  ...flowHandlers(purchaseOrders, purchaseOrderFlow, flowSource, {
    approve: {
      check: approverDiffers,
      set: approvedNow,
      then: (ctx, order) => notifyBuyer(ctx, order, "approve"),
    },
    reject: {
      to: (_ctx, order) => stoodAt(order),
      set: async (ctx, order, body) => ({ ...(await restoreAgreed(ctx, order)), rejectReason: body.reason }),
      async then(ctx, order) {
        await notifyBuyer(ctx, order, "reject");
        if (order.status === "rejected") return;
        await recalculateStatus(ctx, [order.id]);
        if (order.status === "sent") await askVendor(ctx, order); // the links of before are over
      },
    },
    revise: {
      set: (_ctx, order) => ({
        // Its approval is over: who wrote and submitted it are its authors again.
        authors: [...new Set([...order.authors, order.createdBy, order.submittedBy].flatMap((one) => one ?? []))],
        rejectReason: null,
        vendorResponse: "none",
        vendorNote: null,
        approvedBy: null,
        approvedAt: null,
        approvedTotal: null,
        promisedDate: null,
        archivedAt: null,
      }),
      then: (ctx, order) => clearAnswers(ctx, order.id),
    },
    resend: {
      async check(ctx, order) {
        await vendorCanBeAsked(ctx, order);
        await limitMails(ctx, "purchase-order", order.id, purchaseOrderFlow.steps.resend.done);
      },
      to: (_ctx, order) => (order.status === "confirmed" ? "confirmed" : "sent"),
      then: (ctx, order) =>
        order.status === "sent"
          ? askVendor(ctx, order)
          : ctx.enqueue("mail-vendor", { orderId: order.id, what: "resend" }),
    },
    hold: { to: stays, set: (_ctx, _order, body) => ({ onHold: true, holdReason: body.reason }) },
    release: { to: stays, set: () => released },
    close: {
      check: (ctx, order, { onTheWay }) => decideOnTheWay(ctx, { orderId: order.id }, onTheWay),
      set: (ctx, order, body) => ({
        overFrom: order.status,
        closedAt: new Date(),
        closedBy: ctx.user?.id ?? null,
        closeReason: body.reason,
        ...released,
      }),
      async then(ctx, order, body) {
        await endLines(ctx, order.id, "short_closed", body);
        if (body.onTheWay === "cancel_it") await giveUpOnTheWay(ctx, { orderId: order.id }, body.reason);
        if (body.onTheWay === "let_it_come")
          await letItCome(ctx, { orderId: order.id }, { number: order.number, reason: body.reason });
        await recalculateStatus(ctx, [order.id]);
        await revokeLinks(ctx, { purpose: "po.respond", subjectId: order.id, reason: "decided" });
        await ctx.enqueue("mail-vendor", { orderId: order.id, what: closingMail(order.receiptStatus) });
      },
      event: (_ctx, _order, body) => ({ changes: asSaid(body) }),
    },
    cancel: {
      check: (ctx, order) => mustNotBeHere(ctx, { orderId: order.id }, "cancel"),
      set: (_ctx, order, body) => ({
        overFrom: order.status,
        cancelledAt: new Date(),
        cancelReason: body.reason,
        ...released,
        waitsFrom: null,
        agreedVersion: null,
      }),
      async then(ctx, order, body) {
        await forgetAgreed(ctx, order.id);
        await endLines(ctx, order.id, "cancelled", body);
        await supersedeProposal(ctx, order.id);
        await revokeLinks(ctx, { purpose: "po.respond", subjectId: order.id, reason: "cancelled" });
        if (order.revision > 0) await ctx.enqueue("mail-vendor", { orderId: order.id, what: "cancel" });
      },
    },
    reopen: {
      to: (_ctx, order) => reopenedState(order),
      set: () => ({
        overFrom: null,
        closedAt: null,
        closedBy: null,
        closeReason: null,
        reversedSinceClosing: false,
        archivedAt: null,
      }),
      async then(ctx, order) {
        await reopenLines(ctx, order.id);
        await ctx.enqueue("mail-vendor", { orderId: order.id, what: "reopen" });
      },
    },
  }),
  amend,
  acceptProposal,
  refuseProposal,

  /** Below the company's threshold nobody has to approve. */
  async submit(ctx: Ctx, req: Req<typeof purchaseOrders.submit>) {
    const order = await lockForStep(ctx, "submit", req);
    const verdict = await approvalVerdict(ctx, { ...order, approvedTotal: null });
    const waits = verdict.waitsBecause !== null;
    const columns = {
      ...approvedByRules(verdict),
      authors: withAuthor(ctx, order.authors),
      submittedBy: ctx.user?.id ?? null,
      submittedAt: new Date(),
      rejectReason: null,
      approvedBy: null,
      approvedAt: waits ? null : new Date(),
      approvedTotal: null,
    };
    await applyTransition(ctx, order, "submit", waits ? "pending_approval" : "approved", {
      columns,
      event: { changes: { total: `${order.total} ${order.currency}` } },
    });
    if (waits) await ctx.enqueue("mail-approvers", { orderId: order.id });
    return readOrder(ctx, order);
  },

  /** What no person has approved is judged again: by the rules of its submission and the rate of today. */
  async send(ctx: Ctx, req: Req<typeof purchaseOrders.send>) {
    const order = await lockForStep(ctx, "send", req);
    await vendorCanBeAsked(ctx, order);
    const verdict = isCovered(order) ? null : await approvalVerdict(ctx, order, rulesOf(order));
    const judged = verdict ? approvedByRules(verdict) : {};
    if (verdict?.waitsBecause) {
      await updateRow(ctx.db, "purchase_orders", order, { ...judged, approvedAt: null, status: "pending_approval" });
      await ctx.emit("purchase-order.approvalNeeded", order, {
        from: order.status,
        to: "pending_approval",
        changes: { total: `${order.total} ${order.currency}`, because: verdict.waitsBecause },
      });
      await askApprovers(ctx, order.id);
      return readOrder(ctx, order);
    }
    const revision = order.revision + 1;
    const before = order.waitsFrom ? (await readOrder(ctx, order)).items : [];
    const changed = await carryOutChange(ctx, order);
    await applyTransition(ctx, order, "send", "sent", {
      columns: {
        ...judged,
        ...changed,
        ...openAnswer(),
        firstSentAt: order.firstSentAt ?? new Date(),
        revision,
        waitsFrom: null,
      },
      event: { changes: { revision, total: `${order.total} ${order.currency}` } },
    });
    if (order.waitsFrom) await recalculateStatus(ctx, [order.id], null, before); // goods may have come while it waited
    await askVendor(ctx, { id: order.id, revision });
    return readOrder(ctx, order);
  },

  /** Not a move of the order by itself: it closes only when this was its last open line. */
  async shortCloseLine(ctx: Ctx, req: Req<typeof purchaseOrders.shortCloseLine>) {
    const order = await lockForStep(ctx, "shortCloseLine", req);
    const { itemId, reason, isUnwanted, onTheWay } = req.body;
    await decideOnTheWay(ctx, { orderId: order.id, itemId }, onTheWay);

    if (onTheWay === "cancel_it") await giveUpOnTheWay(ctx, { orderId: order.id, itemId }, reason);
    const { rows } = await sql<{ line_no: number; status: string; missing: string; uom: string }>`
      update purchase_order_items i set status = 'short_closed', close_reason = ${reason}, is_unwanted = ${isUnwanted},
        is_rest_expected = false from purchase_order_items old
      where i.company_id = current_company() and i.purchase_order_id = ${order.id} and i.id = ${itemId}
        and i.status not in (${statesIn(itemStates, "over")}) and (old.company_id, old.id) = (i.company_id, i.id)
      returning i.line_no, old.status, i.uom,
        round(i.ordered_qty - ${keptOrCredited} / i.qty_per_uom, 6) as missing`.execute(ctx.db);
    const [line] = rows;
    if (!line) throw conflict("line_is_over", message("Nothing more is expected of this line."));
    await updateRow(ctx.db, "purchase_orders", order, {});
    await ctx.emit("purchase-order.lineShortClosed", order, {
      reason,
      changes: {
        [`items.${line.line_no}.status`]: { from: line.status, to: "short_closed" },
        missing: `${line.missing} ${line.uom}`,
        ...asSaid(req.body),
      },
    });
    if (onTheWay === "let_it_come")
      await letItCome(ctx, { orderId: order.id, itemId }, { reason, number: order.number, lineNo: line.line_no });
    await recalculateStatus(ctx, [order.id]);
    const after = await readOrder(ctx, order);
    // An order that closes with it tells of the line itself.
    if (after.status !== "closed")
      await ctx.enqueue("mail-vendor", {
        orderId: order.id,
        what: "shortCloseLine",
        withdrawn: [{ lineNo: line.line_no, qty: line.missing }],
      });
    return after;
  },
};

/** What else whoever closed something short said, for the timeline. */
const asSaid = ({ isUnwanted, onTheWay }: { readonly isUnwanted: boolean; readonly onTheWay: string | null }) => ({
  ...(isUnwanted ? { notWantedAnyMore: { from: null, to: true } } : {}),
  ...(onTheWay === null ? {} : { onTheWay }),
});

/** The guard of the step asks the same of the record; here with the rule as it is in this transaction. */
async function approverDiffers(ctx: Ctx, order: Order): Promise<void> {
  if (!ctx.user) return;
  const approverMustDiffer = order.submittedSeparate ?? (await approvalVerdict(ctx, order)).rules.separate;
  const refusal = purchaseOrderFlow.steps.approve.guard({ ...order, approverMustDiffer }, ctx.user);
  if (refusal) throw conflict(refusal.code, refusal.sentence);
}

/** Ends every line of which something was still expected. */
async function endLines(
  ctx: Ctx,
  orderId: string,
  status: "short_closed" | "cancelled",
  { reason, isUnwanted = false }: { readonly reason: string; readonly isUnwanted?: boolean },
): Promise<void> {
  await sql`update purchase_order_items set status = ${status}, close_reason = ${reason}, is_unwanted = ${isUnwanted},
      is_rest_expected = false
    where company_id = current_company() and purchase_order_id = ${orderId} and status not in (${statesIn(itemStates, "over")})`.execute(
    ctx.db,
  );
}

/** An order that is written anew begins without the vendor's words, and without lines that were given up. A first promise stays. */
async function clearAnswers(ctx: Ctx, orderId: string): Promise<void> {
  await sql`
    with given_up as (
      delete from purchase_order_items i where company_id = current_company() and purchase_order_id = ${orderId}
        and status in (${statesIn(itemStates, "dropped")})
        and not ${isReferred}
    )
    update purchase_order_items
      set status = 'open', close_reason = null, confirmed_qty = null, promised_date = null,
        -- It is asked for anew.
        credited_base_qty = 0, credit_reason = null, is_rest_expected = false
    where company_id = current_company() and purchase_order_id = ${orderId}
      and status not in (${statesIn(itemStates, "dropped")})`.execute(ctx.db);
}

/**
 * All that is missing is expected again, without what was credited: of lines that were closed short, and of those that the
 * company's tolerance closed. Where nothing is, the order stays open because a person said so: an amendment orders more.
 */
async function reopenLines(ctx: Ctx, orderId: string): Promise<void> {
  const { rows } = await sql<{ status: string }>`
    update purchase_order_items i set close_reason = null, is_unwanted = false, is_rest_expected = m.is_missing,
      status = case when m.is_missing then 'open' when i.credited_base_qty > 0 then i.status else 'received' end
    from (select x.id, ${keptOrCreditedOf("x")} < x.ordered_qty * x.qty_per_uom as is_missing from purchase_order_items x
      where x.company_id = current_company() and x.purchase_order_id = ${orderId}) m
    where i.company_id = current_company() and i.id = m.id and i.status in (${statesIn(itemStates, "done")})
    returning i.status`.execute(ctx.db);
  if (rows.some(({ status }) => status === "open")) await recalculateStatus(ctx, [orderId]);
}
