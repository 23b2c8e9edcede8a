import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { vendors } from "./vendors.contract.ts";

const aVendor = (n: number) => ({
  code: `V-${n}`,
  name: `Vendor ${n}`,
  currency: "EUR",
  minOrderTotal: "250.5",
  contacts: [
    { name: "Ada", email: "ada@vendor.example", isPrimary: true },
    { name: "Bo", email: "bo@vendor.example" },
  ],
});

conform(vendors, { name: "vendors", valid: aVendor, change: { name: "Renamed", leadTimeDays: 12 } });

describe("a vendor", () => {
  let testApp: TestApp;
  beforeAll(async () => void (testApp = await startTestApp()));
  afterAll(() => testApp.close());

  test("is put on hold with a reason, and ordered from again, once each", async () => {
    const buyer = await testApp.as("BUYER");
    const { body } = await buyer.post("/api/warehouse/vendors", aVendor(1));
    const path = `/api/warehouse/vendors/${body["id"]}`;
    expect(await buyer.post(`${path}/hold`, { reason: "late three times" })).toMatchObject({
      status: 200,
      body: { status: "on_hold", holdReason: "late three times" },
    });
    expect(await buyer.post(`${path}/hold`, { reason: "again" })).toMatchObject({
      status: 409,
      body: { code: "vendor_already_on_hold" },
    });
    expect(await buyer.post(`${path}/activate`)).toMatchObject({
      status: 200,
      body: { status: "active", holdReason: null },
    });
    expect(await buyer.post(`${path}/activate`)).toMatchObject({
      status: 409,
      body: { code: "vendor_already_active" },
    });
    const { body: history } = await buyer.get(`${path}/history`);
    expect(history["items"]).toMatchObject([
      { step: "activated", fromStatus: "on_hold", toStatus: "active" },
      { step: "held", reason: "late three times" },
      { step: "created" },
    ]);
  });

  test("has a website at a web address, never at one that would run a program", async () => {
    const buyer = await testApp.as("BUYER");
    const asked = (website: string, n: number) => buyer.post("/api/warehouse/vendors", { ...aVendor(n), website });
    for (const [at, website] of [
      "javascript:alert(1)",
      "JavaScript://x%0aalert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "http://",
      "two words",
    ].entries())
      expect(await asked(website, 100 + at), website).toMatchObject({
        status: 422,
        body: { fields: { website: "Give a web address that begins with https:// or http://." } },
      });
    for (const [at, website] of [
      "example.com",
      "www.example.com:8080/shop",
      "https://example.com/a?b=c",
      "http://vendor.example",
    ].entries())
      expect(await asked(website, 200 + at), website).toMatchObject({ status: 200, body: { website } });
  });

  test("has a code that no other vendor of the company has, in any case of letters", async () => {
    const buyer = await testApp.as("BUYER");
    await buyer.post("/api/warehouse/vendors", { ...aVendor(2), code: "twice" });
    expect(await buyer.post("/api/warehouse/vendors", { ...aVendor(3), code: "TWICE" })).toMatchObject({
      status: 409,
      body: { code: "already_exists", fields: { code: expect.any(String) } },
    });
    const elsewhere = await testApp.as("BUYER", "b");
    expect((await elsewhere.post("/api/warehouse/vendors", { ...aVendor(4), code: "twice" })).status).toBe(200);
  });
});
