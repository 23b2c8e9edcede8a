import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { countingRate, dayAt, treasurers } from "#main/testing/records/rates.ts";
import { orderBody, orderRecords, ordersPath, saved, sentOrder, step } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let admin: Client;
let buyer: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  [admin, buyer] = [await testApp.as("SUPER_ADMIN"), await testApp.as("BUYER")];
});
afterAll(() => testApp.close());

const rate = async (fromCurrency: string, value: string) =>
  countingRate(await treasurers(testApp), {
    fromCurrency,
    rate: value,
    asOf: await dayAt(testApp, "Europe/Amsterdam", -1),
  });
/** Orders of 60 units of money each: 10, 20 and 30 pieces at 1. */
const orderIn = async (currency: string) => {
  const records = await orderRecords(admin, { vendor: { currency } });
  const items = orderBody(records).items.map((item) => ({ ...item, unitPrice: "1" }));
  return { records, items };
};

test("a list of many currencies is sorted by what its orders are worth in the company's own", async () => {
  await rate("JPY", "0.006");
  await rate("KWD", "3");
  const made = new Map<string, string>();
  for (const currency of ["EUR", "JPY", "KWD"]) {
    const { records, items } = await orderIn(currency);
    made.set((await saved(buyer.post(ordersPath, orderBody(records, { items })))).id, currency);
  }
  const sorted = async (sort: string) =>
    (await saved(buyer.get(`${ordersPath}?sort=${sort}&limit=2`))).items.map(({ id }) => made.get(id));
  expect(await sorted("total")).toEqual(["JPY", "EUR"]);
  expect(await sorted("-total")).toEqual(["KWD", "EUR"]);
  const { body } = await buyer.get(`${ordersPath}?sort=-total&limit=2`);
  const next = await saved(buyer.get(`${ordersPath}?sort=-total&limit=2&cursor=${String(body["nextCursor"])}`));
  expect(next.items.map(({ id }) => made.get(id))).toEqual(["JPY"]);
});

test("what is still to come is one sum in the company's currency, and what has no rate is named", async () => {
  await rate("USD", "0.5");
  for (const currency of ["EUR", "USD", "CHF"]) {
    const { records, items } = await orderIn(currency);
    await sentOrder(buyer, records, { items });
  }
  const views = await saved(buyer.get(`${ordersPath}/views`));
  expect(views["toCome"]).toEqual([
    { currency: "CHF", amount: "60" },
    { currency: "EUR", amount: "60" },
    { currency: "USD", amount: "60" },
  ]);
  expect(views["toComeInOwn"]).toEqual({ currency: "EUR", amount: "90", withoutRate: ["CHF"] });
});

test("the number beside the menu is the number of the view that needs me", async () => {
  await asSuper(testApp, "update companies set po_approval_threshold = 100 where id = $1", [testApp.companies.a]);
  const { records } = await orderIn("EUR");
  const approved = await saved(buyer.post(ordersPath, orderBody(records, { items: [] })));
  await saved(buyer.put(`${ordersPath}/${approved.id}`, { ...orderBody(records), version: approved["version"] }));
  await step(buyer, approved.id, "submit"); // 150: above the limit, waits for somebody else
  const own = await saved(
    buyer.post(ordersPath, orderBody((await orderIn("EUR")).records, { items: (await orderIn("EUR")).items })),
  );
  await step(buyer, own.id, "submit"); // below the limit: the buyer's turn to send it
  for (const role of ["BUYER", "WAREHOUSE_MANAGER"] as const) {
    const who = await testApp.as(role);
    const { counts } = (await saved(who.get(`${ordersPath}/views`))) as unknown as {
      counts: { needs_me: { count: number } };
    };
    const me = (await who.get("/api/auth/users/me")).text;
    const shown = /"to":"\/warehouse\/purchase-orders","items":\[\],"badge":(null|\{"text":"(\d+)")/.exec(me);
    expect(counts.needs_me.count, role).toBeGreaterThan(0);
    expect(shown?.[2], role).toBe(String(counts.needs_me.count));
  }
});
