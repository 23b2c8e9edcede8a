import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "#main/testing.ts";
import { orderGround, sentOrder } from "#server/testing/orders.ts";
import { pdfTexts } from "#server/testing/pdf-text.ts";

// Not conformed: a paper has no list and no form.
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test.each(["北京纸箱包装厂", "Завод упаковки «Заря»", "Ελληνική Αποθήκη Α.Ε.", "서울 포장 공장"])(
  "the order of the vendor %s names it in its own letters, as text that can be searched",
  async (name) => {
    const ground = await orderGround(await world.as("SUPER_ADMIN"), { vendor: { name } });
    const buyer = await world.as("BUYER");
    const order = await sentOrder(buyer, ground);
    const cookie = [...buyer.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    const answer = await world.app.inject({
      url: `/api/links/purchase-orders/${order.id}/order.pdf`,
      headers: { cookie },
    });
    expect(answer.statusCode).toBe(200);
    const text = pdfTexts(answer.rawPayload).join(" ");
    expect(text.replaceAll(" ", "")).toContain(name.replaceAll(" ", ""));
    expect(text).toContain(String(order["number"]));
  },
);
