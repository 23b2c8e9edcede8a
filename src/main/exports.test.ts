import { afterAll, beforeAll, expect, test } from "vitest";
import { orderRecords, ordersPath, receive, sentOrder, type OrderRecords } from "./testing/records/orders.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "./testing/test-app.ts";

let testApp: TestApp;
let buyer: Client;
let order: Body;
let records: OrderRecords;

beforeAll(async () => {
  testApp = await startTestApp();
  buyer = await testApp.as("BUYER");
  records = await orderRecords(await testApp.as("COMPANY_ADMIN"));
  const productId = records.products[0]?.id;
  const items = [{ productId, orderedQty: "10", uom: "EA", unitPrice: "123.45" }];
  order = await sentOrder(buyer, records, { items });
  const values = ["2026-03-29T00:30:00Z", order.id];
  await asSuper(testApp, "update purchase_orders set sent_at = $1 where id = $2", values);
});
afterAll(() => testApp.close());

const columns = "number,status,onHold,total,currency,sentAt";
const exported = async (query: string) => {
  const { status, text } = await buyer.get(`${ordersPath}/export.csv?columns=${columns}${query}`);
  expect(status, text).toBe(200);
  return text.replace("\uFEFF", "").trim().split("\r\n");
};

test("a list is exported for programs in codes, whoever asks", async () => {
  await asSuper(testApp, "update users set locale = 'de' where id = $1", [testApp.users.BUYER]);
  expect(await exported("")).toEqual([
    "Number,Status,On hold,Total,Currency,Sent at",
    `${String(order["number"])},sent,false,1234.5,EUR,2026-03-29T00:30:00.000Z`,
  ]);
});

test("a list is exported for people as its screen says it: names, clock, numbers and headings of the reader", async () => {
  await asSuper(testApp, "update users set locale = 'de' where id = $1", [testApp.users.BUYER]);
  expect(await exported("&values=words&timezone=Europe/Berlin")).toEqual([
    "Nummer;Status;Gesperrt;Summe;Währung;Gesendet",
    `${String(order["number"])};Gesendet;Nein;1234,5;EUR;2026-03-29 01:30`,
  ]);
  await asSuper(testApp, "update users set locale = 'en' where id = $1", [testApp.users.BUYER]);
  const headings = encodeURIComponent("Order|State|=Held|Sum|Currency|Sent, by our clock");
  expect(await exported(`&values=words&timezone=Asia/Tokyo&headings=${headings}`)).toEqual([
    `Order,State,'=Held,Sum,Currency,"Sent, by our clock"`,
    `${String(order["number"])},Sent,No,1234.5,EUR,2026-03-29 09:30`,
  ]);
});

test("an export with another number of headings than columns, or a clock that nobody has, is refused with a sentence", async () => {
  const asked = (query: string) => buyer.get(`${ordersPath}/export.csv?columns=${columns}${query}`);
  expect(await asked("&headings=Order|State")).toMatchObject({
    status: 422,
    body: { fields: { headings: expect.stringContaining("one heading") } },
  });
  expect(await asked("&timezone=Mars")).toMatchObject({
    status: 422,
    body: { fields: { timezone: expect.any(String) } },
  });
});

test("names and numbers of other records stand in one cell, and what the caller may do stands in none", async () => {
  const { items } = (await buyer.get(`/api/warehouse/receipts?limit=1`)).body;
  expect(items).toEqual([]);
  await receive(await testApp.as("WAREHOUSE_MANAGER"), records, order, { 0: { accepted: "4" } });
  const file = async (query: string) => (await buyer.get(`/api/warehouse/receipts/export.csv${query}`)).text;
  expect(await file("?columns=vendorNames,orderNumbers")).toContain(
    `Vendor names,Order numbers\r\n${String(order["vendorName"])},${String(order["number"])}`,
  );
  const [head = ""] = (await file("")).split("\r\n");
  expect(head).toContain("Order numbers");
  expect(head).not.toMatch(/Steps|Abilities/);
});
