import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { vehicleTypes } from "./vehicle-types.contract.ts";

const path = vehicleTypes.list.path;
const aType = (n: number) => ({
  code: `T-${n}`,
  name: `Vehicle type ${n}`,
  category: "rigid" as const,
  requiredLicenceClass: "C1E" as const,
  markerIcon: "truck" as const,
});

conform(vehicleTypes, {
  name: "vehicle types",
  valid: aType,
  change: { name: "Renamed", requiredLicenceClass: "C", isActive: false },
});

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const add = async (over: object, company: "a" | "b" = "a") =>
  (await testApp.as("FLEET_MANAGER", company)).post(path, { ...aType(1), ...over });

test("a vehicle type has a code that no other one of the company has, in any case of letters", async () => {
  expect((await add({ code: "Twice" })).status).toBe(200);
  expect(await add({ code: "TWICE" })).toMatchObject({ status: 409, body: { fields: { code: expect.any(String) } } });
  expect((await add({ code: "Twice" }, "b")).status).toBe(200);
});

test("what drives by itself has an engine and is not pulled; a trailer and a container have none", async () => {
  for (const category of ["power_unit", "rigid", "van", "car", "motorcycle", "bus"]) {
    expect(await add({ category, isPowered: false }), category).toMatchObject({
      status: 422,
      body: { fields: { isPowered: expect.stringContaining("has an engine") } },
    });
    expect(await add({ category, isTowable: true }), category).toMatchObject({
      status: 422,
      body: { fields: { isTowable: expect.any(String) } },
    });
  }
  for (const category of ["trailer", "container"])
    expect(await add({ category }), category).toMatchObject({
      status: 422,
      body: { fields: { isPowered: "A trailer or a container has no engine of its own that drives it." } },
    });
  const { body } = await add({ code: "dolly", category: "trailer", isPowered: false, isTowable: true });
  const manager = await testApp.as("FLEET_MANAGER");
  expect(await manager.put(`${path}/${body.id}`, { ...aType(2), isPowered: false, version: 1 })).toMatchObject({
    status: 422,
    body: { fields: { isPowered: expect.any(String) } },
  });
  expect((await add({ code: "crane", category: "handling", isPowered: false })).status).toBe(200);
});

test("who runs the fleet keeps the types, who plans sees them, a driver does not", async () => {
  for (const role of ["DISPATCHER", "WAREHOUSE_MANAGER", "VIEWER"] as const) {
    expect((await (await testApp.as(role)).get(path)).status, role).toBe(200);
    expect((await (await testApp.as(role)).post(path, aType(3))).status, role).toBe(403);
  }
  expect((await (await testApp.as("DRIVER")).get(path)).status).toBe(403);
});

test("a new company starts with types that its own rules take, and each that is driven on roads asks for a licence", async () => {
  const { body } = await (await testApp.as("VIEWER", "b")).get(`${path}?limit=200`);
  const types = body.items.filter(({ code }) => code !== "Twice");
  expect(types.length).toBeGreaterThan(8);
  for (const { code, name, category, isPowered, isTowable, requiredLicenceClass } of types) {
    const again = { code: `Again ${String(code)}`, name, category, isPowered, isTowable, requiredLicenceClass };
    expect((await add(again)).status, String(code)).toBe(200);
    const isDriven = isPowered === true && category !== "handling";
    expect(requiredLicenceClass !== null, String(code)).toBe(isDriven);
  }
});
