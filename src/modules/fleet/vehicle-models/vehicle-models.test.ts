import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { saved } from "#main/testing/records/orders.ts";
import { vehicleModels } from "./vehicle-models.contract.ts";

const path = vehicleModels.list.path;
const firstOf = async (client: Client, list: string, q: string) =>
  (await client.get(`/api/fleet/${list}?q=${q}`)).body.items[0]!.id;
const aModel = async (n: number, client: Client) => ({
  makerId: await firstOf(client, "vehicle-makers", "MAN"),
  name: `Model ${n}`,
  typeId: await firstOf(client, "vehicle-types", "TRACTOR"),
  fuelTypeId: await firstOf(client, "fuel-types", "DIESEL"),
  yearFrom: 2019,
  payloadKg: "18000",
});

conform(vehicleModels, {
  name: "vehicle models",
  valid: aModel,
  change: { yearTo: 2024, palletPositions: 33, tankCapacityL: "780.5" },
});

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const add = async (over: object, company: "a" | "b" = "a") => {
  const manager = await testApp.as("FLEET_MANAGER", company);
  return manager.post(path, { ...(await aModel(1, manager)), ...over });
};

test("a maker has a model of one name once a generation, in any case of letters; another maker may call one the same", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const taken = { status: 409, body: { fields: { name: expect.any(String) } } };
  expect((await add({ name: "Twice" })).status).toBe(200);
  expect(await add({ name: "TWICE" })).toMatchObject(taken);
  expect((await add({ name: "Twice", yearFrom: 2025 })).status).toBe(200);
  expect((await add({ name: "Twice", yearFrom: null })).status).toBe(200);
  expect(await add({ name: "twice", yearFrom: null })).toMatchObject(taken);
  expect((await add({ name: "Twice", makerId: await firstOf(manager, "vehicle-makers", "DAF") })).status).toBe(200);
  expect((await add({ name: "Twice" }, "b")).status).toBe(200);
});

test("a model was not built until before it was built, and says nothing that is nothing", async () => {
  expect(await add({ yearFrom: 2020, yearTo: 2019 })).toMatchObject({
    status: 422,
    body: { fields: { yearTo: "It was built from 2020 on: give that year or a later one." } },
  });
  for (const [name, wrong] of [
    ["yearFrom", 1949],
    ["payloadKg", "0"],
    ["tankCapacityL", "-1"],
    ["batteryCapacityKwh", "0"],
    ["cargoVolumeM3", "1.0001"],
    ["palletPositions", 0],
    ["makerId", null],
  ] as const)
    expect(await add({ [name]: wrong }), `${name} ${wrong}`).toMatchObject({
      status: 422,
      body: { fields: { [name]: expect.any(String) } },
    });
});

test("a model names a maker, a type and a fuel of its own company only, and keeps them from being removed", async () => {
  const [ours, theirs] = [await testApp.as("FLEET_MANAGER"), await testApp.as("FLEET_MANAGER", "b")];
  for (const [field, list, q] of [
    ["makerId", "vehicle-makers", "MAN"],
    ["typeId", "vehicle-types", "VAN"],
    ["fuelTypeId", "fuel-types", "LNG"],
  ] as const)
    expect(await add({ name: field, [field]: await firstOf(theirs, list, q) }), field).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
  const { body: model } = await add({ name: "Holder" });
  expect(model).toMatchObject({ makerName: "MAN", typeName: "Tractor unit", fuelTypeName: "Diesel" });
  const maker = await saved(ours.get(`/api/fleet/vehicle-makers/${String(model["makerId"])}`));
  expect(await ours.remove(`/api/fleet/vehicle-makers/${maker.id}?version=${maker.version}`)).toMatchObject({
    status: 409,
    body: { code: "in_use" },
  });
});

test("a new company starts with the models that are driven most, each of a maker and a type", async () => {
  const { body } = await (await testApp.as("VIEWER", "b")).get(`${path}?limit=200`);
  const models = body.items.filter(({ name }) => name !== "Twice");
  expect(models.length).toBeGreaterThan(60);
  for (const { name, makerName, typeName } of models) expect([makerName, typeName], String(name)).not.toContain(null);
});
