import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import {
  inDays,
  orderBody,
  orderRecords,
  ordersPath,
  receive,
  saved,
  sentOrder,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { deliveryScheduleFlow } from "../delivery-schedules/delivery-schedules.flow.ts";
import { itemStates } from "./lines/lines.contract.ts";
import { purchaseOrderFlow } from "./purchase-orders.flow.ts";
import { statementsOf } from "#main/testing/database/statements.ts";

describe("the list of orders", () => {
  let testApp: TestApp;
  let buyer: Client;
  let manager: Client;
  let context: OrderRecords;
  const draft = (over: Record<string, unknown> = {}) => saved(buyer.post(ordersPath, orderBody(context, over)));
  const listed = async (query: string, client = buyer) =>
    (await saved(client.get(`${ordersPath}?limit=200&${query}`))).items;
  const idsOf = (items: readonly Body[]) => items.map(({ id }) => id);
  const row = async (id: string) => (await listed(`ids=${id}`))[0];
  const confirmed = async (over: Record<string, unknown> = {}) => {
    const { id } = await sentOrder(buyer, context, over);
    await step(buyer, id, "confirm", { name: "Anke Lührs" });
    return id;
  };

  beforeAll(async () => {
    testApp = await startTestApp();
    [buyer, manager] = [await testApp.as("BUYER"), await testApp.as("WAREHOUSE_MANAGER")];
    context = await orderRecords(await testApp.as("SUPER_ADMIN"));
  });
  afterAll(() => testApp.close());
  beforeEach(() =>
    asSuper(testApp, "update purchase_orders set archived_at = now() where company_id = $1", [testApp.companies.a]),
  );

  test("is light: no lines, and names instead of ids", async () => {
    const { id } = await draft();
    const item = await row(id);
    expect(item).toMatchObject({
      vendorName: expect.stringContaining("Kontor"),
      shipToName: expect.stringContaining("Site"),
      shipToTimezone: "Europe/Amsterdam",
      buyerName: "buyer Alpha",
      lineCount: 3,
      total: "150",
      steps: expect.arrayContaining(["submit"]),
    });
    expect(Object.keys(item ?? {})).not.toContain("items");
    expect(Object.keys(item ?? {})).not.toContain("internalNotes");
  });

  test("takes as many statements for fifty orders as for one", async () => {
    await draft();
    const one = await statementsOf(() => listed(""));
    for (let n = 0; n < 12; n += 1) await draft();
    expect((await statementsOf(() => listed(""))).length).toBe(one.length);
    expect(await statementsOf(() => saved(buyer.get(`${ordersPath}/views`)))).toHaveLength(1);
  });

  test("is searched by number, vendor, and SKU of a line", async () => {
    const { id, number, vendorName } = await draft();
    for (const q of [String(number), String(number).slice(-5), String(vendorName), context.products[2]?.sku ?? ""])
      expect(idsOf(await listed(`q=${encodeURIComponent(q)}`)), q).toEqual([id]);
  });

  test("says what wants to be looked at, and counts it", async () => {
    await asSuper(testApp, "update companies set po_approval_threshold = 200 where id = $1", [testApp.companies.a]);
    const waiting = await step(buyer, (await draft({ charges: [{ type: "other", amount: "60" }] })).id, "submit");
    expect(await row(waiting.id)).toMatchObject({ attention: "over_threshold", attentionCount: null });
    await asSuper(testApp, "update companies set po_approval_threshold = null where id = $1", [testApp.companies.a]);

    const silent = await sentOrder(buyer, context);
    expect(await row(silent.id)).toMatchObject({ attention: null });
    await asSuper(
      testApp,
      "update purchase_orders set sent_at = now() - interval '52 hours 10 minutes' where id = $1",
      [silent.id],
    );
    expect(await row(silent.id)).toMatchObject({ attention: "no_answer", attentionCount: 52 });

    const late = await confirmed();
    await asSuper(
      testApp,
      `update purchase_order_items set promised_date = ((now() at time zone 'Europe/Amsterdam')::date - 2)
        where purchase_order_id = $1 and line_no < 3`,
      [late],
    );
    expect(await row(late)).toMatchObject({ attention: "overdue", attentionCount: 2, lineCount: 3 });

    const damaged = await confirmed();
    await receive(manager, context, await saved(buyer.get(`${ordersPath}/${damaged}`)), {
      0: { accepted: "8", damaged: "2" },
    });
    expect(await row(damaged)).toMatchObject({
      attention: "damage",
      attentionCount: 1,
      acceptedPct: 26,
      damagedPct: 6,
      receiptStatus: "partial",
    });

    await step(buyer, damaged, "hold", { reason: "Quality check" });
    expect(await row(damaged)).toMatchObject({ attention: "on_hold", attentionNote: "Quality check" });
  });

  test("late is a property of lines: what has come, is given up or stands on a truck that is here is not late", async () => {
    const id = await confirmed();
    const items = await asSuper<{ id: string }>(
      testApp,
      `update purchase_order_items set promised_date = ((now() at time zone 'Europe/Amsterdam')::date - 40)
        where purchase_order_id = $1 returning id`,
      [id],
    );
    const read = () => saved(buyer.get(`${ordersPath}/${id}`));
    const late = async () => (await read()).items.map(({ isLate }) => isLate);
    expect(await late()).toEqual([true, true, true]);
    await receive(manager, context, await read(), { 0: { accepted: "10" } });
    await step(buyer, id, "short-close-line", { itemId: (await read()).items[1]?.id, reason: "Out of production" });
    expect(await late()).toEqual([false, false, true]);
    expect(await row(id)).toMatchObject({ attention: "overdue", attentionCount: 1 });
    const third = (await read()).items[2]?.id;
    expect(items.map((item) => item.id)).toContain(third);
    await asSuper(
      testApp,
      `with d as (
        insert into delivery_schedules (company_id, number, location_id, status, planned_start, planned_end,
          original_planned_start, occupied_from, occupied_until, gate_in_at)
        values ($1, 'DS-HERE', $2, 'arrived', now(), now() + interval '1 hour', now(), now(),
          now() + interval '1 hour', now()) returning id)
      insert into delivery_schedule_items (company_id, delivery_schedule_id, purchase_order_item_id, planned_qty)
        select $1, d.id, $3, 10 from d`,
      [testApp.companies.a, context.shipToLocationId, third],
    );
    expect(await row(id)).toMatchObject({ attention: null });
    expect(idsOf(await listed("view=late"))).not.toContain(id);
  });

  test("each view shows its orders, and the counts agree with the lists", async () => {
    const open = await draft();
    const sent = await sentOrder(buyer, context);
    const arriving = await confirmed({ requestedDate: inDays(3) });
    const late = await confirmed();
    await asSuper(
      testApp,
      `update purchase_order_items set promised_date = ((now() at time zone 'Europe/Amsterdam')::date - 1)
        where purchase_order_id = $1 and line_no = 1`,
      [late],
    );
    const declined = await sentOrder(buyer, context);
    await step(buyer, declined.id, "decline", { name: "Anke", reason: "No stock left" });
    await step(buyer, (await draft()).id, "cancel", { reason: "Written by mistake" });
    const expected = { all: 6, open: 5, needs_me: 1, waiting_on_vendor: 1, late: 1, arriving_week: 1 };
    const { counts, toCome } = (await saved(buyer.get(`${ordersPath}/views`))) as unknown as {
      counts: Record<string, { count: number }>;
      toCome: unknown;
    };
    for (const [view, count] of Object.entries(expected)) {
      expect(await listed(`view=${view}`), view).toHaveLength(count);
      expect(counts[view], view).toEqual({ count, more: false });
    }
    expect(idsOf(await listed("view=needs_me"))).toEqual([declined.id]);
    expect(idsOf(await listed("view=waiting_on_vendor"))).toEqual([sent.id]);
    expect(idsOf(await listed("view=arriving_week"))).toEqual([arriving]);
    expect(idsOf(await listed("view=late"))).toEqual([late]);
    expect(idsOf(await listed("view=open"))).toContain(open.id);
    expect(toCome).toEqual([{ currency: "EUR", amount: "450" }]);
  });

  test("an order to approve needs the approver, not its writer", async () => {
    await asSuper(testApp, "update companies set po_approval_threshold = 1 where id = $1", [testApp.companies.a]);
    const { id } = await draft();
    await step(buyer, id, "submit");
    expect(idsOf(await listed("view=needs_me", manager))).toEqual([id]);
    expect(idsOf(await listed("view=needs_me"))).toEqual([]);
    const own = await saved(manager.post(ordersPath, orderBody(context)));
    await step(manager, own.id, "submit");
    expect(idsOf(await listed("view=needs_me", manager))).toEqual([id]);
    await asSuper(testApp, "update companies set po_approval_threshold = null where id = $1", [testApp.companies.a]);
  });

  test("goods may come of orders that are out, not on hold, and have something open", async () => {
    const [sent, held, done, ready] = [
      await sentOrder(buyer, context),
      await confirmed(),
      await confirmed(),
      await confirmed(),
    ];
    await draft();
    await step(buyer, held, "hold", { reason: "Quality check" });
    await step(buyer, done, "close", { reason: "Season is over" });
    expect(idsOf(await listed("receivable=yes")).sort()).toEqual([sent.id, ready].sort());
    expect(idsOf(await listed("onHold=yes"))).toEqual([held]);
    expect(idsOf(await listed("status=closed,draft"))).toHaveLength(2);
  });

  test("products for a line are found by sku, name and the vendor's number, with the vendor's pack and price", async () => {
    const admin = await testApp.as("SUPER_ADMIN");
    const category = await saved(admin.post("/api/warehouse/product-categories", { name: "Beverages" }));
    const product = await saved(
      admin.post("/api/warehouse/products", {
        sku: "CHAI-1",
        name: "Chai, loose leaf",
        categoryId: category.id,
        gtin: "4006381333931",
        packages: [{ uom: "XCS", quantityInBase: "12" }],
        vendors: [
          {
            vendorId: context.vendorId,
            vendorSku: "BKK-77",
            packageUom: "XCS",
            qtyPerUom: "12",
            unitPrice: "18.5",
            currency: "EUR",
          },
        ],
      }),
    );
    const offered = {
      productId: product.id,
      sku: "CHAI-1",
      vendorSku: "BKK-77",
      uom: "XCS",
      qtyPerUom: "12",
      unitPrice: "18.5",
      currency: "EUR",
      baseUom: "EA",
      packages: [{ uom: "XCS", qtyPerUom: "12" }],
    };
    for (const q of ["chai", "leaf chai", "bkk-7", "4006381333931"])
      expect(
        (await saved(buyer.get(`${ordersPath}/products?vendorId=${context.vendorId}&q=${q}`))).items,
        q,
      ).toMatchObject([offered]);
    expect((await saved(buyer.get(`${ordersPath}/products?vendorId=${context.vendorId}`))).items).toMatchObject([
      offered,
    ]);
    const codes = ["bkk-77", "CHAI-1", "4006381333931", "nothing", "", context.products[0]?.sku];
    const { items } = await saved(buyer.post(`${ordersPath}/match-products`, { vendorId: context.vendorId, codes }));
    expect(items.map((item) => item?.["sku"] ?? null)).toEqual([
      "CHAI-1",
      "CHAI-1",
      "CHAI-1",
      null,
      null,
      context.products[0]?.sku,
    ]);
    const elsewhere = await testApp.as("BUYER", "b");
    const theirs = await elsewhere.get(`${ordersPath}/products?vendorId=${context.vendorId}&q=chai`);
    expect(theirs.status).toBe(404);
  });

  test("the view of what is expected names the states that the groups of orders, lines and deliveries name", async () => {
    const [{ definition } = {}] = await asSuper(testApp, "select pg_get_viewdef('expected_lines') as definition");
    const named = [...String(definition).matchAll(/\b([ios])\.status = ANY \(ARRAY\[([^\]]*)\]/g)].map(
      ([, of = "", list = ""]) => [of, [...list.matchAll(/'(\w+)'/g)].map(([, state]) => state).toSorted()] as const,
    );
    expect(Object.fromEntries(named)).toEqual({
      o: [...purchaseOrderFlow.groups.outstanding].toSorted(),
      i: itemStates.states.filter((state) => !inGroup(itemStates, "over", state)).toSorted(),
      s: [...deliveryScheduleFlow.groups.onSite].toSorted(),
    });
  });
});
