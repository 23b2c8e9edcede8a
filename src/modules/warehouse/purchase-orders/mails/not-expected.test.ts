import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, type Body, type Client } from "#main/testing/test-app.ts";
import { untilDone } from "#main/testing/jobs.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";
import {
  decide,
  orderRecords,
  ordersPath,
  receive,
  saved,
  sentOrder,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";
import { lookInto } from "#main/testing/records/receiving.ts";

const address = "withdrawn@kontor.example";
const issuesPath = "/api/warehouse/issues";
let testApp: MailApp;
let manager: Client;
let records: OrderRecords;
beforeAll(async () => {
  testApp = await startMailApp();
  manager = await testApp.as("COMPANY_ADMIN");
  records = await orderRecords(manager, { products: 2, vendor: { orderEmail: address } });
});
afterAll(() => testApp.close());

const read = (id: string) => saved(manager.get(`${ordersPath}/${id}`));
/** Ten and twenty are ordered, and confirmed. */
const confirmed = async (): Promise<Body> => {
  const { id } = await sentOrder(manager, records);
  await step(manager, id, "confirm", { name: "Anke Lührs" });
  return read(id);
};
/** What the vendor was told of an order from here on, each text one mail. */
const toldBy = async (order: Body, act: () => Promise<unknown>): Promise<string[]> => {
  await untilDone(testApp);
  const before = testApp.sink.mails.length;
  await act();
  await untilDone(testApp);
  return testApp.sink.mails
    .slice(before)
    .filter(({ to, subject }) => to === address && subject.includes(String(order["number"])))
    .map(({ subject, text }) => `${subject}\n${text}`);
};
const sku = (at: number) => String(records.products[at]?.sku);
const lineFact = (at: number, said: string) => new RegExp(`Line ${at + 1}, ${sku(at)}\\W+${said}`);
const unwanted = { reason: "The plans have changed", isUnwanted: true };
const amendedTo = async (order: Body, quantities: readonly (string | null)[], price?: string) => {
  const now = await read(order.id);
  const items = now.items.flatMap(({ id, productId, uom, qtyPerUom, unitPrice }, at) =>
    quantities[at]
      ? [{ id, productId, uom, qtyPerUom, unitPrice: price ?? unitPrice, orderedQty: quantities[at] }]
      : [],
  );
  return step(manager, order.id, "amend", { reason: "Not needed", items });
};
/** Of a line that was received so many go back to the vendor. */
const giveBack = async (receipt: Body, qtyAffected: string) => {
  const [line] = receipt["lines"] as unknown as Body[];
  const about = { receiptId: receipt.id, receiptLineId: line?.id, qtyAffected, uom: "EA" };
  const issue = await saved(manager.post(issuesPath, { kind: "quality", description: "Out of tolerance", ...about }));
  await lookInto(manager, issue);
  const returned = { resolution: "return", returned: "expected_again" };
  return saved(decide(manager, `${issuesPath}/${issue.id}/resolve`, returned));
};

describe("whoever has an order is told once what is not expected any more", () => {
  test("of a line that is closed short: how much of it, and that all else stands", async () => {
    const order = await confirmed();
    await receive(manager, records, order, { 1: { accepted: "5" } });
    const told = await toldBy(order, () =>
      step(manager, order.id, "short-close-line", { itemId: order.items[1]?.id, ...unwanted }),
    );
    expect(told).toEqual([expect.stringContaining(`Goods of order ${order["number"]} are not expected any more`)]);
    expect(told[0]).toMatch(lineFact(1, "15 pieces not expected any more"));
    expect(told[0]).not.toContain("Line 1");
  });

  test("of an order that is closed before anything of it came: all of it", async () => {
    const order = await confirmed();
    const told = await toldBy(order, () => step(manager, order.id, "close", unwanted));
    expect(told).toEqual([expect.stringContaining(`Order ${order["number"]} is closed`)]);
    expect(told[0]).toMatch(lineFact(0, "10 pieces not expected any more"));
    expect(told[0]).toMatch(lineFact(1, "20 pieces not expected any more"));
  });

  test("of an order that is closed with its last line: it is not told that something was received of it", async () => {
    const order = await confirmed();
    for (const [at, line] of order.items.entries()) {
      const told = await toldBy(order, () =>
        step(manager, order.id, "short-close-line", { itemId: line.id, ...unwanted }),
      );
      expect(told).toHaveLength(1);
      expect(told[0]).toContain(at === 0 ? "All else of the order stands." : `Order ${order["number"]} is closed`);
    }
  });

  test("of an order that is closed after a part of it came: with what was received, whose ever decision it was", async () => {
    const order = await confirmed();
    await receive(manager, records, order, { 0: { accepted: "10" }, 1: { accepted: "8" } });
    const told = await toldBy(order, () => step(manager, order.id, "close", { reason: "They deliver no more" }));
    expect(told).toEqual([expect.stringContaining(`What we received of order ${order["number"]}`)]);
    expect(told[0]).toMatch(lineFact(1, "12 pieces not expected any more"));
    expect(told[0]).not.toContain("Line 1");
  });

  test("of a line that is taken out of an order of which all else came: with what was received", async () => {
    const order = await confirmed();
    await receive(manager, records, order, { 0: { accepted: "10" } });
    const told = await toldBy(order, () => amendedTo(order, ["10", null]));
    expect(await read(order.id)).toMatchObject({ status: "closed" });
    expect(told).toEqual([expect.stringContaining(`What we received of order ${order["number"]}`)]);
    expect(told[0]).toMatch(lineFact(1, "20 pieces not expected any more"));
  });

  test("of a line of which no more is ordered than came, once that is approved", async () => {
    const order = await confirmed();
    await receive(manager, records, order, { 0: { accepted: "10" }, 1: { accepted: "8" } });
    await asSuper(testApp, "update companies set po_approval_threshold = 1 where id = $1", [testApp.companies.a]);
    const change = await amendedTo(order, ["10", "8"], "100");
    expect(change).toMatchObject({ status: "pending_approval" });
    await asSuper(testApp, "update companies set po_approval_threshold = null where id = $1", [testApp.companies.a]);
    const told = await toldBy(order, async () => {
      await step(await testApp.as("WAREHOUSE_MANAGER"), order.id, "approve");
      await step(manager, order.id, "send");
    });
    expect(await read(order.id)).toMatchObject({ status: "closed" });
    expect(told).toEqual([expect.stringMatching(lineFact(1, "12 pieces not expected any more"))]);
  });

  test("in their language", async () => {
    await asSuper(testApp, "update companies set locale = 'de-DE' where id = $1", [testApp.companies.a]);
    const order = await confirmed();
    const told = await toldBy(order, () => step(manager, order.id, "close", unwanted));
    await asSuper(testApp, "update companies set locale = 'en-GB' where id = $1", [testApp.companies.a]);
    expect(told).toEqual([expect.stringContaining("10 Stück nicht mehr erwartet")]);
  });
});

describe("whoever was told that an order is closed is told that goods are expected again", () => {
  test("by an order that is opened again: of what, with the way to answer", async () => {
    const order = await confirmed();
    await receive(manager, records, order, { 0: { accepted: "10" }, 1: { accepted: "8" } });
    await step(manager, order.id, "close", unwanted);
    const told = await toldBy(order, () => step(manager, order.id, "reopen", { reason: "They are needed after all" }));
    expect(told).toEqual([expect.stringContaining(`Order ${order["number"]} is open again`)]);
    expect(told[0]).toMatch(lineFact(1, "12 pieces expected again"));
    expect(told[0]).not.toContain("Line 1");
  });

  test("by goods that go back: of how many, and the page of what was received adds up", async () => {
    const order = await confirmed();
    const receipt = await receive(manager, records, order, { 0: { accepted: "10" }, 1: { accepted: "20" } });
    expect(await read(order.id)).toMatchObject({ status: "closed" });
    const told = await toldBy(order, () => giveBack(receipt, "4"));
    expect(told).toEqual([expect.stringContaining(`Order ${order["number"]} is open again`)]);
    expect(told[0]).toMatch(lineFact(0, "4 pieces expected again"));
    const { body } = await manager.get(`/api/links/purchase-orders/${order.id}/receipt`);
    expect(body["lines"]).toMatchObject([
      { orderedQty: "10", acceptedQty: "10", returnedQty: "4", creditedQty: "0", openQty: "4", shortQty: "0" },
      { orderedQty: "20", acceptedQty: "20", returnedQty: "0", openQty: "0" },
    ]);
    const closing = await toldBy(order, () => receive(manager, records, order, { 0: { accepted: "4" } }));
    expect(closing).toEqual([expect.stringContaining(`What we received of order ${order["number"]}`)]);
    expect(closing[0]).toMatch(lineFact(0, "4 pieces went back to you"));
  });

  test("but not by a receipt that is taken back: the goods are counted anew", async () => {
    const order = await confirmed();
    const receipt = await receive(manager, records, order, { 0: { accepted: "10" }, 1: { accepted: "20" } });
    const reverse = () => decide(manager, `/api/warehouse/receipts/${receipt.id}/reverse`, { reason: "Counted twice" });
    expect(await toldBy(order, () => saved(reverse()))).toEqual([]);
  });
});
