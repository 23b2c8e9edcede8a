import { message, gone } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { revokeLinks, useLink } from "#server/mail/links.ts";
import { lockById } from "#server/records/records.ts";
import { withAuthor } from "../approval/approval.server.ts";
import { confirmLines } from "../lines/confirm-lines.server.ts";
import { flowSource, notifyBuyer, type Order } from "../steps/transitions.server.ts";
import { addProposal, supersedeProposal } from "../proposals/proposals.server.ts";
import { purchaseOrders } from "../purchase-orders.contract.ts";
import { purchaseOrderFlow, type PurchaseOrderStep } from "../purchase-orders.flow.ts";
import { recalculateStatus } from "../steps/recalculate-status.server.ts";
import { readVendorPage } from "./vendor-page.server.ts";

interface Answer {
  readonly name: string;
  readonly note?: string | null;
  readonly vendorReference?: string | null;
}

/** The vendor's three answers, by link or by the buyer in the vendor's name: the same steps, answered with the vendor's page. */
const byVendor = flowHandlers(
  purchaseOrders,
  purchaseOrderFlow,
  { ...flowSource, read: readVendorPage },
  {
    confirm: {
      set: (_ctx, order, body) => ({ ...responseOf("accepted", order, body), vendorNote: body.note }),
      async then(ctx, order) {
        await confirmLines(ctx, order.id);
        await recalculateStatus(ctx, [order.id]);
        await settle(ctx, order, "confirm");
      },
      event: answeredBy,
    },
    propose: {
      async set(ctx, order, body) {
        const stood = order.status === "confirmed" ? "confirmed" : "sent";
        const { changed } = await addProposal(ctx, order, { ...body, stood });
        return {
          ...responseOf("change_proposed", order, body),
          vendorNote: body.note,
          changedLines: changed,
          // Whoever types what the order becomes is one of its authors; a vendor's link has no user.
          authors: withAuthor(ctx, order.authors),
        };
      },
      then: (ctx, order) => settle(ctx, order, "propose"),
      event: answeredBy,
    },
    decline: {
      set: (_ctx, order, body) => ({ ...responseOf("declined", order, body), vendorNote: body.reason }),
      async then(ctx, order) {
        await supersedeProposal(ctx, order.id);
        await settle(ctx, order, "decline");
      },
      event: answeredBy,
    },
  },
);

export const answers = {
  confirm: once(byVendor.confirm, "confirm"),
  propose: once(byVendor.propose, "propose"),
  decline: once(byVendor.decline, "decline"),
};

/** By link an answer is given once: of many tries one wins, the others are told what was recorded. */
function once<R extends { readonly id: string; readonly body: Answer }, T>(
  handler: (ctx: Ctx, req: R) => Promise<T>,
  what: PurchaseOrderStep,
) {
  return async (ctx: Ctx, req: R): Promise<T> => {
    if (ctx.link) {
      const { revision } = await lockById(ctx.db, "purchase_orders", req.id);
      await useLink(ctx, req.body.name, purchaseOrderFlow.steps[what].done);
      if (ctx.link.subjectRevision !== revision)
        throw gone(message("This order was changed meanwhile. The new one comes by mail."), { state: "superseded" });
    }
    return handler(ctx, req);
  };
}

function responseOf(response: "accepted" | "declined" | "change_proposed", order: Order, body: Answer) {
  const reference = body.vendorReference ?? order.vendorReference;
  return {
    vendorResponse: response,
    vendorRespondedAt: new Date(),
    vendorRespondedBy: body.name,
    vendorReference: reference,
    ...(reference && reference !== order.vendorReference
      ? { searchText: `${order.searchText} ${reference.toLowerCase()}` }
      : {}),
  };
}

/** Other links to the same question are over; buyer and vendor get it in writing. */
async function settle(ctx: Ctx, order: Order, what: PurchaseOrderStep): Promise<void> {
  await revokeLinks(ctx, { purpose: "po.respond", subjectId: order.id, reason: "decided" });
  await notifyBuyer(ctx, order, what);
  if (ctx.link) await ctx.enqueue("mail-vendor", { orderId: order.id, what });
}

/** By link the typed name is who did it; a user answers in somebody's name. */
function answeredBy(ctx: Ctx, order: Order, body: Answer) {
  return {
    ...(ctx.link ? { actorName: body.name } : {}),
    changes: {
      answeredBy: body.name,
      revision: order.revision,
      ...(body.vendorReference ? { vendorReference: body.vendorReference } : {}),
    },
  };
}
