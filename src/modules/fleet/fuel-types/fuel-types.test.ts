import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { fuelTypes } from "./fuel-types.contract.ts";

const path = fuelTypes.list.path;
const aFuel = (n: number) => ({ code: `F-${n}`, name: `Fuel ${n}`, unitCode: "KGM" as const, co2KgPerUnit: "2.7501" });

conform(fuelTypes, { name: "fuel types", valid: aFuel, change: { name: "Renamed", co2KgPerUnit: null } });

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const add = async (over: object, company: "a" | "b" = "a") =>
  (await testApp.as("FLEET_MANAGER", company)).post(path, { ...aFuel(1), ...over });

test("a fuel type has a code that no other one of the company has, in any case of letters", async () => {
  expect((await add({ code: "Twice" })).status).toBe(200);
  expect(await add({ code: "TWICE" })).toMatchObject({ status: 409, body: { fields: { code: expect.any(String) } } });
  expect((await add({ code: "Twice" }, "b")).status).toBe(200);
});

test("a fuel is bought by the litre, the kilogram or the kilowatt hour, and never takes CO₂ out of the air", async () => {
  for (const wrong of [{ unitCode: "MTQ" }, { unitCode: null }, { co2KgPerUnit: "-0.1" }, { co2KgPerUnit: "2.75011" }])
    expect(await add({ code: "wrong", ...wrong }), JSON.stringify(wrong)).toMatchObject({
      status: 422,
      body: { fields: { [Object.keys(wrong)[0]!]: expect.any(String) } },
    });
});

test("a new company starts with what is filled and charged, without a factor, and AdBlue moves nothing", async () => {
  const { body } = await (await testApp.as("VIEWER", "b")).get(`${path}?limit=200`);
  const fuels = new Map(body.items.map((fuel) => [fuel["code"], fuel]));
  expect(fuels.get("DIESEL")).toMatchObject({ unitCode: "LTR", isPropulsion: true, co2KgPerUnit: null });
  expect(fuels.get("CNG")).toMatchObject({ unitCode: "KGM" });
  expect(fuels.get("ELECTRIC")).toMatchObject({ unitCode: "KWH" });
  expect(fuels.get("ADBLUE")).toMatchObject({ unitCode: "LTR", isPropulsion: false });
  expect((await (await testApp.as("DRIVER")).get(path)).status).toBe(403);
});
