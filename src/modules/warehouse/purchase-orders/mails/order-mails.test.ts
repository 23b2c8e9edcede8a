import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, type Body, type Client } from "#main/testing/test-app.ts";
import { untilDone } from "#main/testing/jobs.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";
import {
  orderBody,
  orderRecords,
  ordersPath,
  saved,
  sentOrder,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";

const address = "orders@kontor.example";
let testApp: MailApp;
let manager: Client;
let records: OrderRecords;
beforeAll(async () => {
  testApp = await startMailApp();
  manager = await testApp.as("WAREHOUSE_MANAGER");
  records = await orderRecords(await testApp.as("COMPANY_ADMIN"), { vendor: { orderEmail: address } });
});
afterAll(() => testApp.close());

const mailsTo = (to: string, about: string) =>
  testApp.sink.mails.filter((mail) => mail.to === to && mail.subject.includes(about));

describe("an order's mail to the vendor", () => {
  test("is not sent any more once the order has moved on while it waited", async () => {
    testApp.sink.refuse(() => "452 come again later");
    const order = await sentOrder(manager, records);
    await expect
      .poll(() => asSuper(testApp, "select 1 from graphile_worker.jobs where last_error is not null"))
      .toHaveLength(1);
    await step(manager, order.id, "cancel", { reason: "the budget is gone" });
    testApp.sink.refuse(null);
    await asSuper(
      testApp,
      "select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where last_error is not null), now())",
    );
    await untilDone(testApp);
    expect(mailsTo(address, String(order["number"])).filter(({ text }) => text.includes("Can you supply"))).toEqual([]);
  });

  test("comes again to who asks with an old link, but not to an address that gets this vendor's orders no more", async () => {
    const order = await sentOrder(manager, records);
    const { text } = await testApp.sink.next(address, String(order["number"]));
    const secret = /#t=([\w.-]{45})/.exec(text)?.[1] ?? "";
    await asSuper(testApp, "update links set expires_at = now() - interval '1 second' where subject_id = $1", [
      order.id,
    ]);
    const renew = async () => {
      const visitor = testApp.visitor();
      await visitor.get("/api/settings");
      return visitor.post("/api/links/renew", { page: "purchase-order", subjectId: order.id, secret });
    };
    expect((await renew()).status).toBe(200);
    await untilDone(testApp);
    expect(mailsTo(address, String(order["number"]))).toHaveLength(2);
    await asSuper(testApp, "update vendors set order_email = 'new@kontor.example' where id = $1", [records.vendorId]);
    expect((await renew()).status).toBe(200);
    await untilDone(testApp);
    expect(mailsTo(address, String(order["number"]))).toHaveLength(2);
    await asSuper(testApp, "update vendors set order_email = $2 where id = $1", [records.vendorId, address]);
  });
});

describe("the mail that answers a vendor's proposal", () => {
  test("says that not all of it was taken, why, and what is asked instead of the rest", async () => {
    const order = await sentOrder(manager, records);
    const [one, two, three] = order.items.map(({ id }) => id);
    await step(manager, order.id, "propose", {
      name: "Anke Lührs",
      lines: [
        { itemId: one, answer: "change", qty: "6" },
        { itemId: two, answer: "change", unitPrice: "3" },
        { itemId: three, answer: "reject" },
      ],
    });
    await step(manager, order.id, "accept-proposal", {
      note: "As on the phone",
      lines: [
        { itemId: one, decision: "accept" },
        { itemId: two, decision: "counter", unitPrice: "2.75" },
        { itemId: three, decision: "keep" },
      ],
    });
    const { text } = await testApp.sink.next(address, "revision 2");
    expect(text).toContain(`takes your changes to ${order["number"]} in part`);
    expect(text).toContain("Not all of your offer could be taken.");
    expect(text).toContain("They write: As on the phone");
    expect(text).not.toContain("Line 1");
    expect(text).toMatch(/Line 2\W+20 pieces at 2\.75 per piece/);
    expect(text).toMatch(/Line 3\W+30 pieces at 2\.50 per piece/);
  });
});

describe("the mail to those who may approve", () => {
  const submitted = async (by: Client): Promise<Body> => {
    const { id } = await saved(by.post(ordersPath, orderBody(records)));
    return step(by, id, "submit");
  };
  beforeAll(() => asSuper(testApp, "update companies set po_approval_threshold = 100, separate_approver = true"));

  test("leaves out who wrote the order where another has to approve, and who could only by a role that was archived", async () => {
    const able = [
      "CAN_VIEW",
      "CAN_VIEW_PURCHASE_ORDERS",
      "CAN_EDIT_PURCHASE_ORDERS",
      "CAN_APPROVE_PURCHASE_ORDERS",
    ] as const;
    const [writer, approver, former] = await Promise.all([0, 1, 2].map(() => clientWith(testApp, [...able])));
    const emailOf = async (client: Client | undefined) =>
      String((await client?.get("/api/auth/users/me"))?.body["email"] ?? "");
    const [writing, approving, leaving] = await Promise.all([emailOf(writer), emailOf(approver), emailOf(former)]);
    await asSuper(
      testApp,
      `update roles set archived_at = now() where id in (select ur.role_id from user_roles ur
        join users u on u.id = ur.user_id where u.email = $1)`,
      [leaving],
    );
    const order = await submitted(writer!);
    expect(order["status"]).toBe("pending_approval");
    await testApp.sink.next(approving, String(order["number"]));
    await untilDone(testApp);
    expect(mailsTo(writing, String(order["number"]))).toEqual([]);
    expect(mailsTo(leaving, String(order["number"]))).toEqual([]);
  });
});
