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
import { countingRate, dayAt, ratesPath, treasurers } from "#main/testing/records/rates.ts";
import type { PurchaseOrder } from "../purchase-orders.contract.ts";

describe("orders in another currency", () => {
  let testApp: TestApp;
  let buyer: Client;
  let manager: Client;
  let people: [Client, Client];
  let context: OrderRecords;
  const zone = "Europe/Amsterdam"; // of the site
  const draft = (over: Record<string, unknown>, by = buyer) => saved(by.post(ordersPath, orderBody(context, over)));
  const submitted = async (over: Record<string, unknown>) => step(buyer, (await draft(over)).id, "submit");
  const rules = (columns: string) =>
    asSuper(testApp, `update companies set ${columns} where id = $1`, [testApp.companies.a]);
  const rate = async (fromCurrency: string, value: string, daysAgo = 0) =>
    countingRate(people, { fromCurrency, rate: value, asOf: await dayAt(testApp, zone, -daysAgo) });
  const read = async (id: string) => (await saved(buyer.get(`${ordersPath}/${id}`))) as unknown as PurchaseOrder;

  beforeAll(async () => {
    testApp = await startTestApp();
    [buyer, manager] = [await testApp.as("BUYER"), await testApp.as("WAREHOUSE_MANAGER")];
    people = await treasurers(testApp);
    context = await orderRecords(await testApp.as("SUPER_ADMIN"));
    await rules("po_approval_threshold = 150"); // the ordinary order costs 150
  });
  afterAll(() => testApp.close());

  test("a buyer's rate of 0.000001 moves no million past the approval, with a rate of the company or without", async () => {
    const million = { currency: "USD", exchangeRate: "0.000001", charges: [{ type: "other", amount: "999850" }] };
    expect(await submitted(million)).toMatchObject({
      status: "pending_approval",
      total: "1000000",
      exchangeRate: "0.000001",
      waitsBecause: "no_rate",
      rate: null,
    });
    await rate("USD", "0.9");
    const order = await submitted(million);
    expect(order).toMatchObject({
      status: "pending_approval",
      waitsBecause: "above_threshold",
      exchangeRate: "0.000001",
    });
    expect(order["rate"]).toMatchObject({ rate: "0.9", total: "900000" });
  });

  test("the order takes the rate of its day and says which; a typed rate is told beside it, and asks only for more", async () => {
    const used = await rate("USD", "0.9");
    expect(await submitted({ currency: "USD" })).toMatchObject({
      status: "approved",
      exchangeRate: null,
      companyCurrency: "EUR",
      rate: {
        id: used.id,
        fromCurrency: "USD",
        toCurrency: "EUR",
        rate: "0.9",
        asOf: used["asOf"],
        ageDays: 0,
        enteredByName: "One Permission",
        total: "135",
      },
    });
    expect(await submitted({ currency: "USD", exchangeRate: "0.95" })).toMatchObject({ status: "approved" });
    expect(await submitted({ currency: "USD", exchangeRate: "1.1" })).toMatchObject({
      status: "pending_approval",
      waitsBecause: "typed_rate",
    });
    expect(
      await submitted({ currency: "EUR", exchangeRate: "0.000001", charges: [{ type: "other", amount: "1" }] }),
    ).toMatchObject({
      status: "pending_approval",
      waitsBecause: "above_threshold",
      rate: null,
    });
    expect(await submitted({ currency: "EUR" })).toMatchObject({ status: "approved", rate: null });
  });

  test("the total is compared exactly: a tenth of a cent above the threshold waits, also from a currency without cents", async () => {
    await rate("AUD", "1");
    const aud = (amount: string) => submitted({ currency: "AUD", charges: [{ type: "other", amount }] });
    expect((await aud("0")).status).toBe("approved");
    expect((await aud("0.01")).status).toBe("pending_approval");
    await rate("JPY", "1.0000000001");
    expect(await submitted({ currency: "JPY" })).toMatchObject({ total: "150", status: "pending_approval" });
    await rate("BHD", "1");
    expect(await submitted({ currency: "BHD", charges: [{ type: "other", amount: "0.001" }] })).toMatchObject({
      total: "150.001",
      status: "pending_approval",
    });
  });

  test("a rate of seven days ago is used, one of eight is not; the latest that counts is", async () => {
    await rate("CHF", "0.5", 8);
    expect(await submitted({ currency: "CHF" })).toMatchObject({ status: "pending_approval", waitsBecause: "no_rate" });
    await rate("CHF", "0.51", 7);
    expect(await submitted({ currency: "CHF" })).toMatchObject({
      status: "approved",
      rate: { rate: "0.51", ageDays: 7 },
    });
    await rate("CHF", "0.52", 2);
    expect(await submitted({ currency: "CHF" })).toMatchObject({
      status: "approved",
      rate: { rate: "0.52", ageDays: 2 },
    });
    await saved(people[0].post(ratesPath, { fromCurrency: "CHF", rate: "0.1", asOf: await dayAt(testApp, zone) }));
    expect(await submitted({ currency: "CHF" })).toMatchObject({ rate: { rate: "0.52" } });
    await saved(people[0].post(ratesPath, { fromCurrency: "CHF", rate: "0.53", asOf: await dayAt(testApp, zone, 1) }));
    expect(await submitted({ currency: "CHF" })).toMatchObject({ rate: { rate: "0.52" } });
  });

  test("the day is that of the site: a rate of today at the first zone of the world is tomorrow's at the last", async () => {
    const at = async (timezone: string) => {
      const { id } = await saved(
        (await testApp.as("SUPER_ADMIN")).post("/api/settings/locations", { code: timezone, name: timezone, timezone }),
      );
      return submitted({ currency: "CAD", shipToLocationId: id });
    };
    const first = await dayAt(testApp, "Pacific/Kiritimati");
    await countingRate(people, { fromCurrency: "CAD", rate: "0.6", asOf: first });
    expect(await at("Pacific/Kiritimati")).toMatchObject({ status: "approved", rate: { asOf: first } });
    expect(await at("Pacific/Pago_Pago")).toMatchObject({ status: "pending_approval", waitsBecause: "no_rate" });
  });

  test("a later entry for the same day changes no order that took the first; a new order takes the later one", async () => {
    const old = await rate("GBP", "0.9");
    const order = await submitted({ currency: "GBP" });
    const fresh = await rate("GBP", "0.91");
    expect((await read(order.id)).rate).toMatchObject({ id: old.id, rate: "0.9" });
    expect(await submitted({ currency: "GBP" })).toMatchObject({ rate: { id: fresh.id, rate: "0.91" } });
  });

  test("an order that a rule approved is judged again when it is sent, and goes back to an approver; one that a person approved goes out", async () => {
    await rate("SEK", "0.9");
    const order = await submitted({ currency: "SEK" });
    expect(order["status"]).toBe("approved");
    await rate("SEK", "1.2");
    const back = await step(buyer, order.id, "send");
    expect(back).toMatchObject({
      status: "pending_approval",
      waitsBecause: "above_threshold",
      revision: 0,
      sentAt: null,
      total: "150",
      rate: { rate: "1.2", total: "180" },
    });
    expect((await saved(buyer.get(`${ordersPath}/${order.id}/history`))).items[0]).toMatchObject({
      step: "approvalNeeded",
      fromStatus: "approved",
      toStatus: "pending_approval",
      changes: { because: "above_threshold" },
    });
    await step(manager, order.id, "approve");
    await rate("SEK", "1.25");
    expect(await step(buyer, order.id, "send")).toMatchObject({ status: "sent", revision: 1, rate: { rate: "1.2" } });
  });

  test("an amendment and an accepted proposal are judged by the rate of their day", async () => {
    await rate("DKK", "0.9");
    const sent = async () => {
      const { id } = await submitted({ currency: "DKK" });
      return (await step(buyer, id, "send")) as unknown as PurchaseOrder;
    };
    const [amended, proposed] = [await sent(), await sent()];
    await buyer.post(`${ordersPath}/${proposed.id}/propose`, {
      name: "Anke",
      lines: proposed.items.map(({ id }, at) =>
        at === 0 ? { itemId: id, answer: "change", qty: "9" } : { itemId: id, answer: "accept" },
      ),
    });
    await rate("DKK", "1.2");
    const { items, paymentTermsDays, vendorNotes } = amended;
    const body = {
      reason: "a few words",
      paymentTermsDays,
      vendorNotes,
      items: items.map(({ id, productId, orderedQty, uom }, at) => ({
        id,
        productId,
        orderedQty: at === 0 ? "9" : orderedQty,
        uom,
        unitPrice: "2.5",
      })),
    };
    expect(await step(buyer, amended.id, "amend", body)).toMatchObject({
      status: "pending_approval",
      total: "147.5",
      rate: { rate: "1.2" },
    });
    expect(await step(buyer, proposed.id, "accept-proposal")).toMatchObject({
      status: "pending_approval",
      total: "147.5",
      waitsFrom: "change_proposed",
      rate: { rate: "1.2" },
    });
  });

  test("who entered or confirmed the rate that an order took does not approve it", async () => {
    const everything = ["CAN_EDIT_EXCHANGE_RATES", "CAN_VIEW_PURCHASE_ORDERS", "CAN_APPROVE_PURCHASE_ORDERS"];
    const both: [Client, Client] = [await clientWith(testApp, everything), await clientWith(testApp, everything)];
    await countingRate(both, { fromCurrency: "NOK", rate: "2", asOf: await dayAt(testApp, zone) });
    const order = await submitted({ currency: "NOK" });
    expect(order["rateAuthors"]).toHaveLength(2);
    for (const one of both) {
      expect((await saved(one.get(`${ordersPath}/${order.id}`)))["steps"]).not.toContain("approve");
      expect(await decide(one, `${ordersPath}/${order.id}/approve`)).toMatchObject({
        status: 409,
        body: { code: "own_rate" },
      });
    }
    expect((await step(manager, order.id, "approve")).status).toBe("approved");
  });

  test("a company that changes its own currency has no rates to it yet, so an approver is asked", async () => {
    await rate("PLN", "0.5");
    expect((await submitted({ currency: "PLN" })).status).toBe("approved");
    await rules("default_currency = 'GBP'");
    const order: Body = await submitted({ currency: "PLN" });
    await rules("default_currency = 'EUR'");
    expect(order).toMatchObject({ status: "pending_approval", waitsBecause: "no_rate" });
  });

  test("where one person is alone, no first rate counts, and orders wait for an approval instead of standing still", async () => {
    await rules("separate_approver = false");
    const alone = await testApp.as("COMPANY_ADMIN");
    const { id } = await saved(
      alone.post(ratesPath, { fromCurrency: "TRY", rate: "0.02", asOf: await dayAt(testApp, zone) }),
    );
    expect(await alone.post(`${ratesPath}/${id}/confirm`)).toMatchObject({ status: 409, body: { code: "own_rate" } });
    const order = await draft({ currency: "TRY" }, alone);
    expect((await step(alone, order.id, "submit"))["waitsBecause"]).toBe("no_rate");
    expect((await step(alone, order.id, "approve")).status).toBe("approved");
    expect((await step(alone, order.id, "send")).status).toBe("sent");
    await rules("separate_approver = true");
  });
});
