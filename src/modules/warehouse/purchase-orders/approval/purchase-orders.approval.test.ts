import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import {
  decide,
  orderBody,
  orderRecords,
  ordersPath,
  saved,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { companyProfileInput } from "#modules/settings/companies/companies.contract.ts";

describe("submitting and approving", () => {
  let testApp: TestApp;
  let buyer: Client;
  let manager: Client;
  let context: OrderRecords;
  const draft = (over: Record<string, unknown> = {}, by = buyer) =>
    saved(by.post(ordersPath, orderBody(context, over)));
  const rules = (columns: string) =>
    asSuper(testApp, `update companies set ${columns} where id = $1`, [testApp.companies.a]);

  beforeAll(async () => {
    testApp = await startTestApp();
    [buyer, manager] = [await testApp.as("BUYER"), await testApp.as("WAREHOUSE_MANAGER")];
    context = await orderRecords(await testApp.as("SUPER_ADMIN"));
    await rules("po_approval_threshold = 150"); // the ordinary order costs 150
  });
  afterAll(() => testApp.close());

  test("an order at the threshold is approved by rule, one above it waits for a person", async () => {
    const at = await draft();
    expect(await step(buyer, at.id, "submit")).toMatchObject({
      status: "approved",
      total: "150",
      approvedByName: null,
      approvedAt: expect.any(String),
      steps: expect.arrayContaining(["send", "hold", "cancel"]),
    });
    const above = await draft({ charges: [{ type: "freight", amount: "0.01" }] });
    expect(await step(buyer, above.id, "submit")).toMatchObject({
      status: "pending_approval",
      submittedBy: testApp.users.BUYER,
      approvedAt: null,
    });
    const { items } = await saved(buyer.get(`${ordersPath}/${above.id}/history`));
    expect(items[0]).toMatchObject({
      step: "submitted",
      fromStatus: "draft",
      toStatus: "pending_approval",
      actorName: "buyer Alpha",
    });
  });

  test("without a threshold nothing waits", async () => {
    await rules("po_approval_threshold = null");
    const big = await draft({ charges: [{ type: "other", amount: "9999999" }] });
    expect((await step(buyer, big.id, "submit")).status).toBe("approved");
    await rules("po_approval_threshold = 150");
  });

  test("an approved order that was not sent goes back to its draft; whoever wrote it is its author again", async () => {
    const byRule = await draft();
    await step(buyer, byRule.id, "submit");
    expect(await step(buyer, byRule.id, "revise")).toMatchObject({
      status: "draft",
      number: byRule["number"],
      approvedAt: null,
    });
    const admin = await testApp.as("COMPANY_ADMIN");
    const written = await draft({ charges: [{ type: "freight", amount: "500" }] }, manager);
    await step(manager, written.id, "submit");
    await step(admin, written.id, "approve");
    await step(buyer, written.id, "revise");
    expect((await step(buyer, written.id, "submit"))["status"]).toBe("pending_approval");
    expect(await decide(manager, `${ordersPath}/${written.id}/approve`)).toMatchObject({
      status: 409,
      body: { code: "own_order" },
    });
    expect((await step(admin, written.id, "approve"))["status"]).toBe("approved");
  });

  test("an order without lines is not submitted", async () => {
    const empty = await draft({ items: [] });
    expect(empty["steps"]).not.toContain("submit");
    expect(await buyer.post(`${ordersPath}/${empty.id}/submit`)).toMatchObject({
      status: 409,
      body: { code: "order_has_no_lines" },
    });
  });

  describe("above the threshold", () => {
    let order: Body;
    const above = { charges: [{ type: "freight", amount: "500" }] };
    const waiting = async (by = buyer) => step(by, (await draft(above, by)).id, "submit");

    test("the buyer may not approve, an approver may, and the timeline says who", async () => {
      order = await waiting();
      expect(order["steps"]).not.toContain("approve");
      expect((await decide(buyer, `${ordersPath}/${order.id}/approve`)).status).toBe(403);
      const approved = await step(manager, order.id, "approve", { note: "Within the quarter's budget" });
      expect(approved).toMatchObject({ status: "approved", approvedByName: "warehouse_manager Alpha" });
      const { items } = await saved(buyer.get(`${ordersPath}/${order.id}/history`));
      expect(items[0]).toMatchObject({
        step: "approved",
        note: "Within the quarter's budget",
        actorName: "warehouse_manager Alpha",
      });
      expect(await decide(manager, `${ordersPath}/${order.id}/approve`)).toMatchObject({
        status: 409,
        body: { code: "wrong_state" },
      });
    });

    test("nobody approves an order that they wrote or submitted, unless the company allows it", async () => {
      const own = await waiting(manager);
      expect(own["steps"]).not.toContain("approve");
      expect(await decide(manager, `${ordersPath}/${own.id}/approve`)).toMatchObject({
        status: 409,
        body: { code: "own_order" },
      });
      const submitted = await step(manager, (await draft(above)).id, "submit");
      expect(await decide(manager, `${ordersPath}/${submitted.id}/approve`)).toMatchObject({
        status: 409,
        body: { code: "own_order" },
      });
      await rules("separate_approver = false");
      const free = await waiting(manager);
      await rules("separate_approver = true");
      expect((await step(manager, free.id, "approve")).status).toBe("approved");
    });

    test("who changed the lines or prices of another's draft does not approve it; once it is approved, one begins anew", async () => {
      const order = await draft(above);
      await saved(manager.put(`${ordersPath}/${order.id}`, { ...orderBody(context, above), version: order.version }));
      const pending = await step(buyer, order.id, "submit");
      expect(pending["authors"]).toEqual(
        expect.arrayContaining([testApp.users.BUYER, testApp.users.WAREHOUSE_MANAGER]),
      );
      expect(await decide(manager, `${ordersPath}/${order.id}/approve`)).toMatchObject({
        status: 409,
        body: { code: "own_order" },
      });
      const other = await clientWith(testApp, ["CAN_VIEW_PURCHASE_ORDERS", "CAN_APPROVE_PURCHASE_ORDERS"]);
      expect(await step(other, order.id, "approve")).toMatchObject({ status: "approved", authors: [] });
    });

    test("the rules of the submission hold, and whoever has eased them since does not approve", async () => {
      const admin = await testApp.as("COMPANY_ADMIN");
      const pending = await waiting();
      const profile = "/api/settings/company";
      const read = await saved(admin.get(profile));
      const {
        id: _id,
        createdAt: _c,
        updatedAt: _u,
        archivedAt: _a,
        abilities: _able,
        companyTypeName: _t,
        ...fields
      } = read;
      const writable = Object.fromEntries(Object.entries(fields).filter(([key]) => key in companyProfileInput.shape));
      const eased = await saved(
        admin.put(profile, {
          ...writable,
          poApprovalThreshold: "1000000",
          separateApprover: false,
          version: read.version,
        }),
      );
      expect(await decide(admin, `${ordersPath}/${pending.id}/approve`)).toMatchObject({
        status: 409,
        body: { code: "own_order" },
      });
      expect(await buyer.get(`${ordersPath}/${pending.id}`)).toMatchObject({
        body: { approverMustDiffer: true, approvalLimit: "150" },
      });
      expect((await step(manager, pending.id, "approve")).status).toBe("approved");
      await saved(
        admin.put(profile, { ...writable, poApprovalThreshold: "150", separateApprover: true, version: eased.version }),
      );
    });

    test("a rejection needs a reason and stands beside the order until it is revised", async () => {
      order = await waiting();
      expect(await decide(manager, `${ordersPath}/${order.id}/reject`)).toMatchObject({
        status: 422,
        body: { fields: { reason: expect.any(String) } },
      });
      expect(await step(manager, order.id, "reject", { reason: "Too much coffee" })).toMatchObject({
        status: "rejected",
        rejectReason: "Too much coffee",
        attention: "rejected",
        attentionNote: "Too much coffee",
      });
      expect(await step(buyer, order.id, "revise")).toMatchObject({
        status: "draft",
        rejectReason: null,
        attention: null,
      });
    });

    test("a step with an old version is refused with the order as it is now", async () => {
      order = await waiting();
      const now = await step(manager, order.id, "approve", { version: order.version });
      expect(await buyer.post(`${ordersPath}/${order.id}/send`, { version: order.version })).toMatchObject({
        status: 409,
        body: { code: "stale_version", details: { current: { version: now.version, status: "approved" } } },
      });
    });

    test("who decides says which version they saw: nobody approves, rejects or sends what they have not read", async () => {
      order = await waiting();
      const refused = { status: 422, body: { fields: { version: expect.any(String) } } };
      expect(await manager.post(`${ordersPath}/${order.id}/approve`)).toMatchObject(refused);
      expect(await manager.post(`${ordersPath}/${order.id}/reject`, { reason: "Too dear" })).toMatchObject(refused);
      await step(manager, order.id, "approve");
      expect(await buyer.post(`${ordersPath}/${order.id}/send`)).toMatchObject(refused);
    });

    test("only a draft is changed by the form", async () => {
      order = await waiting();
      expect(
        await buyer.put(`${ordersPath}/${order.id}`, { ...orderBody(context), version: order.version }),
      ).toMatchObject({ status: 409, body: { code: "wrong_state" } });
    });

    test("each step wants its own permission", async () => {
      order = await waiting();
      const viewer = await testApp.as("VIEWER");
      for (const name of [
        "submit",
        "approve",
        "reject",
        "revise",
        "send",
        "resend",
        "confirm",
        "propose",
        "decline",
        "accept-proposal",
        "refuse-proposal",
        "amend",
        "hold",
        "release",
        "short-close-line",
        "close",
        "cancel",
        "reopen",
      ]) {
        const asked = await viewer.post(`${ordersPath}/${order.id}/${name}`, { version: order.version });
        expect(asked.status, name).toBe(403);
      }
      const sender = await clientWith(testApp, ["CAN_VIEW_PURCHASE_ORDERS", "CAN_SEND_PURCHASE_ORDERS"]);
      expect((await saved(sender.get(`${ordersPath}/${order.id}`)))["steps"]).toEqual([]);
    });

    test("approvers are mailed once each, never the writer", async () => {
      order = await waiting();
      const [task] = await asSuper<{ payload: { orderId: string } }>(
        testApp,
        "select payload from outbox where task = 'mail-approvers' order by id desc limit 1",
      );
      expect(task?.payload).toEqual({ orderId: order.id });
    });
  });

  describe("sending", () => {
    const approved = async () => step(buyer, (await draft()).id, "submit");

    test("makes it revision 1, leaves the mail, and freezes the day that was asked for", async () => {
      const order = await step(buyer, (await approved()).id, "send");
      expect(order).toMatchObject({ status: "sent", revision: 1, sentAt: expect.any(String), vendorResponse: "none" });
      expect(
        await asSuper(testApp, "select payload from outbox where task = 'mail-order' and payload ->> 'orderId' = $1", [
          order.id,
        ]),
      ).toEqual([{ payload: { orderId: order.id, revision: 1 } }]);
      expect(await step(buyer, order.id, "resend")).toMatchObject({ status: "sent", revision: 1 });
    });

    test("is refused to a vendor without an address for orders, on hold, or gone", async () => {
      const admin = await testApp.as("SUPER_ADMIN");
      const mute = await orderRecords(admin, { vendor: { orderEmail: null } });
      const { id } = await saved(buyer.post(ordersPath, orderBody(mute)));
      await step(buyer, id, "submit");
      expect(await decide(buyer, `${ordersPath}/${id}/send`)).toMatchObject({
        status: 409,
        body: { code: "vendor_has_no_address" },
      });
      const vendor = await saved(admin.get(`/api/warehouse/vendors/${mute.vendorId}`));
      await asSuper(
        testApp,
        `insert into vendor_contacts (company_id, vendor_id, name, email, receives_orders)
          values ($1, $2, 'Ada', 'ada@vendor.example', true)`,
        [testApp.companies.a, vendor.id],
      );
      await saved(admin.post(`/api/warehouse/vendors/${mute.vendorId}/hold`, { reason: "they are late" }));
      expect(await decide(buyer, `${ordersPath}/${id}/send`)).toMatchObject({
        status: 409,
        body: { code: "vendor_not_active" },
      });
      await saved(admin.post(`/api/warehouse/vendors/${mute.vendorId}/activate`));
      expect((await step(buyer, id, "send")).status).toBe("sent");
    });

    test("is refused while the order is on hold", async () => {
      const order = await approved();
      expect(await step(buyer, order.id, "hold", { reason: "Budget review" })).toMatchObject({
        status: "approved",
        onHold: true,
        holdReason: "Budget review",
        attention: "on_hold",
        attentionNote: "Budget review",
      });
      expect(await decide(buyer, `${ordersPath}/${order.id}/send`)).toMatchObject({
        status: 409,
        body: { code: "order_on_hold" },
      });
      expect(await buyer.post(`${ordersPath}/${order.id}/hold`, { reason: "again" })).toMatchObject({
        status: 409,
        body: { code: "order_on_hold" },
      });
      expect(await step(buyer, order.id, "release")).toMatchObject({
        status: "approved",
        onHold: false,
        holdReason: null,
      });
      expect(await buyer.post(`${ordersPath}/${order.id}/release`)).toMatchObject({
        status: 409,
        body: { code: "order_not_on_hold" },
      });
    });
  });
});
