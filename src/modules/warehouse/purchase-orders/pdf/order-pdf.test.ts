import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { decide, orderBody, orderRecords, ordersPath, saved, sentOrder, step } from "#main/testing/records/orders.ts";
import { pdfTexts } from "#main/testing/files/pdf-text.ts";

// Not conformed: a paper has no list and no form.
let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** The order on paper, as `by` opens it: its texts, page by page in a row. */
const paperOf = async (by: Client, id: string, query = "") => {
  const cookie = [...by.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  const url = `/api/links/purchase-orders/${id}/order.pdf${query}`;
  const answer = await testApp.app.inject({ url, headers: { cookie } });
  expect(answer.statusCode).toBe(200);
  return { texts: pdfTexts(answer.rawPayload).map((text) => text.trim()), name: answer.headers["content-disposition"] };
};

test("an order that is not sent says on each of its pages that it is a draft, and one that is sent does not", async () => {
  const context = await orderRecords(await testApp.as("SUPER_ADMIN"));
  const buyer = await testApp.as("BUYER");
  const items = Array.from({ length: 40 }, () => orderBody(context).items[0]);
  const { id, abilities } = await saved(buyer.post(ordersPath, orderBody(context, { items })));
  expect(abilities).toContain("preview");
  expect((await saved((await testApp.as("RECEIVER")).get(`${ordersPath}/${id}`)))["abilities"]).not.toContain(
    "preview",
  );
  const marks = (texts: readonly string[]) => texts.filter((text) => text === "Draft, not sent").length;
  const draft = await paperOf(buyer, id, "?draft=yes");
  expect(draft.texts).toContain("3 / 3");
  expect(marks(draft.texts)).toBe(4); // above each page, and under the title
  expect(draft.name).toContain("draft.pdf");
  await step(buyer, id, "submit");
  await step(buyer, id, "send");
  const sent = await paperOf(buyer, id);
  expect(sent.texts).toContain("3 / 3");
  expect(sent.texts.join(" ")).not.toContain("Draft");
  expect(sent.name).toContain("r1.pdf");
});

test("a change that waits is previewed by whoever may send it; everybody else reads what its vendor has", async () => {
  await asSuper(testApp, "update companies set po_approval_threshold = 200 where id = $1", [testApp.companies.a]);
  const context = await orderRecords(await testApp.as("SUPER_ADMIN"), { products: 1 });
  const buyer = await testApp.as("BUYER");
  const { id, items } = await sentOrder(buyer, context);
  const more = items.map((item) => ({ ...item, orderedQty: "777" }));
  const changed = await saved(decide(buyer, `${ordersPath}/${id}/amend`, { reason: "More are needed", items: more }));
  expect(changed["status"]).toBe("pending_approval");
  const text = async (by: Client, query = "") => (await paperOf(by, id, query)).texts.join(" ");
  expect(await text(buyer, "?draft=yes")).toMatch(/Draft, not sent[^]*777/);
  for (const paper of [await text(buyer), await text(await testApp.as("VIEWER"), "?draft=yes")])
    expect(paper).not.toMatch(/777|Draft/);
});

test.each(["北京纸箱包装厂", "Завод упаковки «Заря»", "Ελληνική Αποθήκη Α.Ε.", "서울 포장 공장"])(
  "the order of the vendor %s names it in its own letters, as text that can be searched",
  async (name) => {
    const context = await orderRecords(await testApp.as("SUPER_ADMIN"), { vendor: { name } });
    const buyer = await testApp.as("BUYER");
    const order = await sentOrder(buyer, context);
    const text = (await paperOf(buyer, order.id)).texts.join(" ");
    expect(text.replaceAll(" ", "")).toContain(name.replaceAll(" ", ""));
    expect(text).toContain(String(order["number"]));
  },
);

test("a part of a pack that six decimals hold not quite is said in whole pieces, and its line can be amended", async () => {
  const context = await orderRecords(await testApp.as("SUPER_ADMIN"), { products: 1 });
  const buyer = await testApp.as("BUYER");
  const carton = { productId: context.products[0]?.id, orderedQty: "1", uom: "XCT", qtyPerUom: "12", unitPrice: "6" };
  const { id, items } = await sentOrder(buyer, context, { items: [carton] });
  // What taking 11 pieces above the order leaves of a line of cartons.
  const received = "ordered_qty = 1.916666, accepted_qty = 1.916667, received_qty = 1.916667, kept_base_qty = 23";
  await asSuper(testApp, `update purchase_order_items set ${received} where id = $1`, [items[0]?.id]);
  const text = (await paperOf(buyer, id)).texts.join(" ");
  expect(text).toContain("23 pieces");
  expect(text).toContain("per carton of 12");
  expect(text).not.toMatch(/1\.91|22\.99/);
  const change = {
    reason: "Cheaper",
    items: [{ ...carton, id: items[0]?.id, orderedQty: "1.916666", unitPrice: "5" }],
  };
  for (const [orderedQty, says] of [
    ["1.95", "This is counted in whole pieces."],
    ["1", "23 pieces of this line were received already."],
  ]) {
    const refused = { ...change, items: [{ ...change.items[0], orderedQty }] };
    expect((await decide(buyer, `${ordersPath}/${id}/amend`, refused)).body["fields"]).toEqual({
      "items.0.orderedQty": says,
    });
  }
  expect((await decide(buyer, `${ordersPath}/${id}/amend`, change)).status).toBe(200);
});
