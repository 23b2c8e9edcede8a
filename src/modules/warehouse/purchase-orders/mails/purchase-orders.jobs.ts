import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { issueLink, type LinkPurpose } from "#server/mail/links.ts";
import { job, type Job } from "#server/jobs/reactions.ts";
import { findById } from "#server/records/records.ts";
import { readOwnUnitNames } from "#modules/settings/reference-lists/unit-names.server.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { approverMail, buyerMail, type BuyerNotification } from "./buyer-mails.server.ts";
import { orderMail, vendorMail } from "./order-mails.server.ts";
import { orderAddresses, readOrder } from "../order-record.server.ts";
import type { VendorPage } from "../vendor-page/vendor-page.contract.ts";
import { readVendorReceipt } from "../../receipts/vendor-receipt.server.ts";
import { goodsTold, isAboutGoods, type WithdrawnLine } from "./goods-told.server.ts";
import type { VendorNotification } from "./vendor-notifications.server.ts";
import { readVendorPage } from "../vendor-page/vendor-page.server.ts";
import { purchaseOrderFlow } from "../purchase-orders.flow.ts";

const days = (count: number) => new Date(Date.now() + count * 86_400_000);
const orderUrl = (appUrl: string, orderId: string) => `${appUrl}/warehouse/purchase-orders/details?id=${orderId}`;

/** Everyone at the vendor who gets orders. */
async function recipientsOf(ctx: Ctx, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ addresses: string[] }>`
    select ${orderAddresses(sql`o.vendor_id`)} as addresses from purchase_orders o
    where o.company_id = current_company() and o.id = ${orderId}`.execute(ctx.db);
  return rows[0]?.addresses ?? [];
}

/** Whether an address is still one of them: a vendor may have changed since a mail was left behind. */
const getsOrders = async (ctx: Ctx, orderId: string, recipient: string): Promise<boolean> =>
  (await recipientsOf(ctx, orderId)).includes(recipient.toLowerCase());

/** The secret is made here, where it is mailed, and goes into the fragment of the address: no log and no server sees it. */
async function linkUrl(
  ctx: Ctx,
  appUrl: string,
  link: { purpose: LinkPurpose; page: VendorPage; recipient: string; expiresAt: Date; option: string },
): Promise<string> {
  const secret = await issueLink(ctx, {
    purpose: link.purpose,
    subjectId: link.page.id,
    subjectRevision: link.page.revision,
    recipient: link.recipient,
    expiresAt: link.expiresAt,
  });
  return `${appUrl}/po/${link.option}/${link.page.id}#t=${secret}`;
}

type MailOrder = {
  readonly orderId: string;
  readonly revision: number;
  /** Without one: everyone at the vendor who gets orders, each with a task and a link of their own. */
  readonly recipient?: string;
};

/** Sends the order with the link to answer it. An order that has moved on meanwhile is not sent. */
const mailOrder = job<MailOrder>(
  "mail-order",
  async ({ open, mail, appUrl }, { orderId, revision, recipient }, companyId) => {
    const expiresAt = days(30);
    const made = await open(companyId, async (ctx) => {
      const order = await findById(ctx.db, "purchase_orders", orderId);
      if (order.revision !== revision || order.status !== "sent") return null;
      if (!recipient) {
        for (const one of await recipientsOf(ctx, orderId))
          await ctx.enqueue("mail-order", { orderId, revision, recipient: one });
        return null;
      }
      if (!(await getsOrders(ctx, orderId, recipient))) return null;
      const page = await readVendorPage(ctx, { id: orderId });
      return {
        page,
        to: recipient,
        url: await linkUrl(ctx, appUrl, { purpose: "po.respond", page, recipient, expiresAt, option: "confirm" }),
      };
    });
    if (made) await mail(companyId, orderMail(made.page, { ...made, expiresAt: expiresAt.toISOString() }));
  },
);

type MailVendor = {
  readonly orderId: string;
  readonly what: VendorNotification;
  readonly recipient?: string;
  /** What the step ended. */
  readonly withdrawn?: readonly WithdrawnLine[];
};

/** Tells the vendor what was recorded or decided, with a link to look at it again. */
const mailVendor = job<MailVendor>(
  "mail-vendor",
  async ({ open, mail, appUrl }, { orderId, what, recipient, withdrawn = [] }, companyId) => {
    const made = await open(companyId, async (ctx) => {
      if (!recipient) {
        for (const one of await recipientsOf(ctx, orderId))
          await ctx.enqueue("mail-vendor", { orderId, what, recipient: one, withdrawn });
        return null;
      }
      if (!(await getsOrders(ctx, orderId, recipient))) return null;
      const page = await readVendorPage(ctx, { id: orderId });
      const goods = isAboutGoods(what) ? goodsTold(what, (await readVendorReceipt(ctx, orderId)).lines, withdrawn) : [];
      if (what === "reopen" && goods.length === 0) return null; // over again, or nothing is expected of it
      return {
        page,
        goods,
        to: recipient,
        url: await linkUrl(ctx, appUrl, {
          // What is confirmed and has not come can still be delayed: by this link the vendor says so. What is open again
          // and was never confirmed is answered by it.
          purpose:
            (page.status === "confirmed" && what !== "receipt") || (page.status === "sent" && what === "reopen")
              ? "po.respond"
              : "po.view",
          page,
          recipient,
          expiresAt: days(180),
          option: what === "receipt" ? "receipt" : "view",
        }),
      };
    });
    if (made) await mail(companyId, vendorMail(made.page, what, made));
  },
);

/** "Send me the new link": to the address that the old one went to, if it still gets this vendor's orders. */
const renewOrderLink = job<{ subjectId: string; purpose: string; recipient: string }>(
  "renew-purchase-order-link",
  async ({ open }, { subjectId, purpose, recipient }, companyId) => {
    await open(companyId, async (ctx) => {
      if (!(await getsOrders(ctx, subjectId, recipient))) return;
      const { status, revision } = await findById(ctx.db, "purchase_orders", subjectId);
      if (purpose === "po.respond" && status === "sent")
        await ctx.enqueue("mail-order", { orderId: subjectId, revision, recipient });
      else if (inGroup(purchaseOrderFlow, "issued", status))
        await ctx.enqueue("mail-vendor", { orderId: subjectId, what: "resend", recipient });
    });
  },
);

/** Asks everyone who may approve this order; not its writer, where the company wants four eyes. */
const mailApprovers = job<{ orderId: string; recipient?: string }>(
  "mail-approvers",
  async ({ open, mail, appUrl }, { orderId, recipient }, companyId) => {
    const made = await open(companyId, async (ctx) => {
      const order = await readOrder(ctx, { id: orderId });
      if (order.status !== "pending_approval") return null;
      if (recipient) return { order, to: recipient, company: await companyName(ctx) };
      const { rows } = await sql<{ email: string }>`
      select distinct u.email from users u join user_roles ur on (ur.company_id, ur.user_id) = (u.company_id, u.id)
        join roles r on (r.company_id, r.id) = (ur.company_id, ur.role_id)
      where u.company_id = current_company() and u.status = 'active'
        and 'CAN_APPROVE_PURCHASE_ORDERS' = any(r.permissions) and r.archived_at is null
        and not (${order.approverMustDiffer} and u.id = any(${[...order.authors, ...order.rateAuthors]}))`.execute(
        ctx.db,
      );
      for (const { email } of rows) await ctx.enqueue("mail-approvers", { orderId, recipient: email });
      return null;
    });
    if (made)
      await mail(companyId, approverMail(made.order, made.company, { to: made.to, url: orderUrl(appUrl, orderId) }));
  },
);

/** Tells the buyer what an approver or the vendor decided. */
const mailBuyer = job<{ orderId: string; what: BuyerNotification }>(
  "mail-buyer",
  async ({ open, mail, appUrl }, { orderId, what }, companyId) => {
    const made = await open(companyId, async (ctx) => {
      const order = { ...(await readOrder(ctx, { id: orderId })), unitNames: await readOwnUnitNames(ctx) };
      const buyer = await ctx.db
        .selectFrom("users")
        .select("email")
        .where("company_id", "=", companyId)
        .where("id", "=", order.buyerId)
        .where("status", "=", "active")
        .executeTakeFirst();
      return buyer ? { order, to: buyer.email, company: await companyName(ctx) } : null;
    });
    if (made)
      await mail(companyId, buyerMail(made.order, what, made.company, { to: made.to, url: orderUrl(appUrl, orderId) }));
  },
);

async function companyName(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{
    name: string;
  }>`select coalesce(display_name, legal_name) as name from companies where id = current_company()`.execute(ctx.db);
  return rows[0]?.name ?? "";
}

/** Tasks of purchase orders. */
export const purchaseOrderJobs: readonly Job[] = [mailOrder, mailVendor, renewOrderLink, mailApprovers, mailBuyer];
