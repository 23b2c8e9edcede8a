import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { orderRecords, sentOrder } from "#main/testing/records/orders.ts";
import { pdfTexts } from "#main/testing/files/pdf-text.ts";

// Not conformed: a paper has no list and no form.
let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test.each(["北京纸箱包装厂", "Завод упаковки «Заря»", "Ελληνική Αποθήκη Α.Ε.", "서울 포장 공장"])(
  "the order of the vendor %s names it in its own letters, as text that can be searched",
  async (name) => {
    const context = await orderRecords(await testApp.as("SUPER_ADMIN"), { vendor: { name } });
    const buyer = await testApp.as("BUYER");
    const order = await sentOrder(buyer, context);
    const cookie = [...buyer.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    const answer = await testApp.app.inject({
      url: `/api/links/purchase-orders/${order.id}/order.pdf`,
      headers: { cookie },
    });
    expect(answer.statusCode).toBe(200);
    const text = pdfTexts(answer.rawPayload).join(" ");
    expect(text.replaceAll(" ", "")).toContain(name.replaceAll(" ", ""));
    expect(text).toContain(String(order["number"]));
  },
);
