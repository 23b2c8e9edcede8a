import { sql } from "kysely";
import type { Step } from "#shared/flow/flow.ts";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx, EventDetails } from "#server/http/context.ts";
import { assertStepAllowed } from "#server/records/flow.ts";
import { revokeLinks } from "#server/mail/links.ts";
import { updateRow, lockById, type Changes, type RecordOf } from "#server/records/records.ts";
import { readOrder } from "../order-record.server.ts";
import { purchaseOrderFlow, type PurchaseOrderStep } from "../purchase-orders.flow.ts";
import { purchaseOrderRecord } from "../purchase-orders.contract.ts";

export type Order = RecordOf<"purchase_orders">;
export type OrderStatus = (typeof purchaseOrderFlow.states)[number];

export const flowSource = { record: purchaseOrderRecord, read: readOrder } as const;

/** Locks the order for a step that is written out by hand; refuses where the flow does. */
export async function lockForStep(
  ctx: Ctx,
  name: PurchaseOrderStep,
  req: { readonly id: string; readonly body: { readonly version?: number | undefined } },
): Promise<Order> {
  const order = await lockById(ctx.db, "purchase_orders", req.id);
  const step: Step = purchaseOrderFlow.steps[name];
  await assertStepAllowed(ctx, flowSource, step, order, req.body.version);
  return order;
}

/** Writes the new state with its columns, and the event of the step. */
export async function applyTransition(
  ctx: Ctx,
  order: Order,
  step: PurchaseOrderStep,
  to: OrderStatus,
  written: { columns: Changes<"purchase_orders">; event?: EventDetails },
): Promise<Order> {
  const after = await updateRow(ctx.db, "purchase_orders", order, { ...written.columns, status: to });
  await ctx.emit(`purchase-order.${purchaseOrderFlow.steps[step].done}`, order, {
    from: order.status,
    to,
    ...written.event,
  });
  return after;
}

/** Written whenever the order goes to the vendor: the answer is open again. */
export const openAnswer = () => ({
  sentAt: new Date(),
  vendorResponse: "none",
  vendorRespondedAt: null,
  vendorRespondedBy: null,
  vendorNote: null,
  changedLines: 0,
});

/** Leaves the mail with the link to this revision; all earlier links are over. */
export async function askVendor(ctx: Ctx, order: { readonly id: string; readonly revision: number }): Promise<void> {
  await revokeLinks(ctx, { purpose: "po.respond", subjectId: order.id, reason: "superseded" });
  await ctx.enqueue("mail-order", { orderId: order.id, revision: order.revision });
}

/** An order that was out waits for an approver: they are asked, and no link to an earlier revision answers any more. */
export async function askApprovers(ctx: Ctx, orderId: string): Promise<void> {
  await revokeLinks(ctx, { purpose: "po.respond", subjectId: orderId, reason: "superseded" });
  await ctx.enqueue("mail-approvers", { orderId });
}

/** The vendor is one to order from, and has an address for orders. */
export async function vendorCanBeAsked(ctx: Ctx, order: { readonly vendorId: string }): Promise<void> {
  const { rows } = await sql<{ name: string; status: string; reachable: boolean }>`
    select v.name, v.status, v.order_email is not null or exists (select from vendor_contacts c
      where c.company_id = v.company_id and c.vendor_id = v.id and c.receives_orders) as reachable
    from vendors v where v.company_id = current_company() and v.id = ${order.vendorId}`.execute(ctx.db);
  const [vendor] = rows;
  if (vendor?.status !== "active")
    throw conflict(
      "vendor_not_active",
      message("Nothing is ordered from {vendor} now.", { vendor: vendor?.name ?? "" }),
    );
  if (!vendor.reachable)
    throw conflict(
      "vendor_has_no_address",
      message("{vendor} has no e-mail address for orders. Add one first.", { vendor: vendor.name }),
    );
}

/** Mails the buyer, unless it is the buyer who did it. */
export async function notifyBuyer(
  ctx: Ctx,
  order: { readonly id: string; readonly buyerId: string },
  what: PurchaseOrderStep,
): Promise<void> {
  if (ctx.user?.id !== order.buyerId) await ctx.enqueue("mail-buyer", { orderId: order.id, what });
}
