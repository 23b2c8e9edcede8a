import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { palletTypes } from "./pallet-types.contract.ts";

const path = palletTypes.list.path;
const aPalletType = (n: number) => ({
  code: `P-${n}`,
  name: `Pallet type ${n}`,
  lengthMm: 1200,
  widthMm: 800,
  heightMm: 144,
  weightKg: "25",
  depositPrice: "12.5",
  depositPriceCurrency: "EUR",
});

conform(palletTypes, { name: "pallet types", valid: aPalletType, change: { name: "Renamed", isActive: false } });

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const add = async (over: object, company: "a" | "b" = "a") =>
  (await testApp.as("WAREHOUSE_MANAGER", company)).post(path, { ...aPalletType(9), ...over });

test("a pallet type has a code that no other one of the company has, in any case of letters", async () => {
  expect((await add({ code: "Twice" })).status).toBe(200);
  expect(await add({ code: "TWICE" })).toMatchObject({ status: 409, body: { fields: { code: expect.any(String) } } });
  expect((await add({ code: "Twice" }, "b")).status).toBe(200);
});

test("a pallet is never wider than long, never without a length and a width, and never weighs nothing", async () => {
  expect(await add({ lengthMm: 800, widthMm: 1200 })).toMatchObject({
    status: 422,
    body: { fields: { widthMm: "The width is the shorter side: give 800 mm or less, or swap the two." } },
  });
  for (const [name, wrong] of [
    ["lengthMm", 0],
    ["lengthMm", 10_001],
    ["lengthMm", 1219.2],
    ["lengthMm", null],
    ["widthMm", null],
    ["heightMm", -144],
    ["weightKg", "0"],
    ["weightKg", "1000.001"],
    ["weightKg", "25.0001"],
  ] as const)
    expect(await add({ [name]: wrong }), `${name} ${wrong}`).toMatchObject({
      status: 422,
      body: { fields: { [name]: expect.any(String) } },
    });
  const square = await add({ code: "square", lengthMm: 1140, widthMm: 1140, heightMm: null, weightKg: null });
  expect(square).toMatchObject({ status: 200, body: { heightMm: null, weightKg: null, isActive: true } });
});

test("a deposit is told in its currency: neither stands without the other, and free of deposit is both left empty", async () => {
  const manager = await testApp.as("WAREHOUSE_MANAGER");
  const { body } = await add({ code: "deposit", depositPrice: "9.0500" });
  expect(body).toMatchObject({ depositPrice: "9.05", depositPriceCurrency: "EUR" });
  const change = (over: object) => manager.put(`${path}/${body.id}`, { ...aPalletType(9), code: "deposit", ...over });
  expect(await change({ depositPriceCurrency: null, version: 1 })).toMatchObject({
    status: 422,
    body: { fields: { depositPriceCurrency: "Say in which currency the deposit is." } },
  });
  expect(await change({ depositPrice: null, version: 1 })).toMatchObject({
    status: 422,
    body: { fields: { depositPrice: "Give the deposit for one, or leave the currency empty too." } },
  });
  expect(await add({ depositPrice: "-1" })).toMatchObject({ status: 422 });
  expect(await change({ depositPrice: null, depositPriceCurrency: null, version: 1 })).toMatchObject({
    status: 200,
    body: { depositPrice: null, depositPriceCurrency: null },
  });
});

test("who runs the warehouse keeps the pallet types, who counts or plans goods sees them, a driver does not", async () => {
  for (const role of ["RECEIVER", "DISPATCHER", "DOCK_SUPERVISOR", "BUYER", "VIEWER"] as const) {
    expect((await (await testApp.as(role)).get(path)).status, role).toBe(200);
    expect((await (await testApp.as(role)).post(path, aPalletType(8))).status, role).toBe(403);
  }
  expect((await (await testApp.as("DRIVER")).get(path)).status).toBe(403);
});

test("the file of the list has the deposit with its currency, in the columns that were chosen", async () => {
  await add({ code: "csv", name: "Quarter pallet", depositPrice: "3.2" });
  const { text } = await (
    await testApp.as("RECEIVER")
  ).get(`${palletTypes.exportCsv.path}?q=quarter&columns=code,lengthMm,weightKg,depositPrice,depositPriceCurrency`);
  expect(text).toContain("csv,1200,25,3.2,EUR");
});
