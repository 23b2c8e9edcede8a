import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";
import { clientByLink } from "#main/testing/records/people.ts";
import {
  inDays,
  orderRecords,
  ordersPath,
  receive,
  saved,
  sentOrder,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";
import { asSuper, type Body, type Client } from "#main/testing/test-app.ts";

describe("a vendor who is late after confirming", () => {
  let testApp: MailApp;
  let buyer: Client;
  let manager: Client;
  let records: OrderRecords;
  let address: string;
  beforeAll(async () => {
    testApp = await startMailApp();
    buyer = await testApp.as("BUYER");
    manager = await testApp.as("WAREHOUSE_MANAGER");
    records = await orderRecords(await testApp.as("SUPER_ADMIN"));
    address = String((await saved(buyer.get(`/api/warehouse/vendors/${records.vendorId}`)))["orderEmail"]);
  });
  afterAll(() => testApp.close());

  const read = (id: string) => saved(buyer.get(`${ordersPath}/${id}`));
  /** Lines of 10, 20 and 30 pieces, promised for the day on which they are needed. */
  const confirmed = async () => {
    const { id } = await sentOrder(buyer, records);
    await step(buyer, id, "confirm", { name: "Anke Lührs" });
    return read(id);
  };
  const live = ({ status }: Body) => status !== "received";
  const later = (order: Body, day: string) => ({
    name: "Anke Lührs",
    lines: order.items.filter(live).map(({ id }) => ({ itemId: id, answer: "change", date: day })),
  });
  const dates = ({ items }: Body) =>
    items.map(({ originalPromisedDate, promisedDate }) => [originalPromisedDate, promisedDate]);

  test("proposes another day for what has not come, and the first promise stays when that is taken", async () => {
    const order = await confirmed();
    const first = order["promisedDate"];
    await receive(manager, records, order, { 0: { accepted: "10" } });
    const late = inDays(30);
    await step(buyer, order.id, "propose", later(await read(order.id), late));
    expect(await read(order.id)).toMatchObject({
      status: "change_proposed",
      proposal: { lines: [{ lineNo: 2 }, { lineNo: 3 }] },
    });
    const accepted = await step(buyer, order.id, "accept-proposal", { next: "confirmed" });
    expect(accepted).toMatchObject({ status: "confirmed", originalPromisedDate: first, promisedDate: late });
    expect(dates(accepted)).toEqual([
      [first, first],
      [first, late],
      [first, late],
    ]);
  });

  test("is answered: refused, the order stands as it was confirmed, and the vendor is told", async () => {
    const order = await confirmed();
    await step(buyer, order.id, "propose", later(order, inDays(30)));
    const refused = await step(buyer, order.id, "refuse-proposal", { reason: "Too late for us" });
    expect(refused).toMatchObject({ status: "confirmed", vendorResponse: "accepted", revision: 1 });
    expect(dates(refused)).toEqual(dates(order));
    const mail = await testApp.sink.next(address, /cannot take your changes/);
    expect(mail.text).toContain("Too late for us");
  });

  test("says so by the link of the mail that told them what they confirmed, as long as something is to come", async () => {
    const order = await confirmed();
    const link = { purpose: "po.respond", subjectId: order.id, subjectRevision: Number(order["revision"]) };
    const vendor = await clientByLink(testApp, link);
    const page = async () => saved(vendor.get(`/api/links/purchase-orders/${order.id}`));
    expect(await page()).toMatchObject({ status: "confirmed", mayAnswer: false, mayPropose: true });
    expect((await vendor.post(`${ordersPath}/${order.id}/confirm`, { name: "Anke Lührs" })).status).toBe(409);
    const vendorAgain = await clientByLink(testApp, link);
    expect(await saved(vendorAgain.post(`${ordersPath}/${order.id}/propose`, later(order, inDays(30))))).toMatchObject({
      status: "change_proposed",
      mayPropose: false,
    });
    const done = await confirmed();
    const all = Object.fromEntries(done.items.map((item, at) => [at, { accepted: String(item["orderedQty"]) }]));
    await receive(manager, records, done, all);
    const over = await clientByLink(testApp, { ...link, subjectId: done.id });
    expect(await saved(over.get(`/api/links/purchase-orders/${done.id}`))).toMatchObject({ mayPropose: false });
  });

  test("cannot say that nothing differs, but that nothing more comes of it: the buyer decides", async () => {
    const order = await confirmed();
    const answer = (word: string) => ({
      name: "Anke Lührs",
      lines: order.items.map(({ id }) => ({ itemId: id, answer: word })),
    });
    expect(await buyer.post(`${ordersPath}/${order.id}/propose`, answer("accept"))).toMatchObject({
      status: 422,
      body: { code: "nothing_differs", fields: { lines: "Nothing differs from what was confirmed." } },
    });
    await step(buyer, order.id, "propose", answer("reject"));
    expect((await read(order.id)).status).toBe("change_proposed");
  });

  test("is not helped by an amendment: another day asked for keeps the first promise", async () => {
    const order = await confirmed();
    const first = order["promisedDate"];
    const keys = ["id", "productId", "orderedQty", "uom", "qtyPerUom", "unitPrice"];
    const items = order.items.map((item) => ({
      ...Object.fromEntries(keys.map((key) => [key, item[key]])),
      requestedDate: inDays(40),
    }));
    const amended = await step(buyer, order.id, "amend", { reason: "They are late", items });
    expect(amended).toMatchObject({ status: "sent", originalPromisedDate: first });
    expect(dates(amended)).toEqual([
      [first, null],
      [first, null],
      [first, null],
    ]);
    await step(buyer, order.id, "confirm", { name: "Anke Lührs" });
    expect(dates(await read(order.id))).toEqual([
      [first, inDays(40)],
      [first, inDays(40)],
      [first, inDays(40)],
    ]);
  });

  test("gets a link to say so with the copy of what they confirmed", async () => {
    const order = await sentOrder(buyer, records);
    await testApp.sink.next(address, new RegExp(`order ${String(order["number"])}$`)); // its link is over then
    const link = { purpose: "po.respond", subjectId: order.id, subjectRevision: Number(order["revision"]) };
    const vendor = await clientByLink(testApp, link);
    await saved(vendor.post(`${ordersPath}/${order.id}/confirm`, { name: "Anke Lührs" }));
    const mail = await testApp.sink.next(address, new RegExp(`You confirmed order ${String(order["number"])}`));
    expect(mail.text).toContain(`/po/view/${order.id}`);
    const links = await asSuper<{ purpose: string }>(
      testApp,
      "select purpose from links where subject_id = $1 and revoked_at is null and used_at is null",
      [order.id],
    );
    expect(links).toEqual([{ purpose: "po.respond" }]);
  });
});
