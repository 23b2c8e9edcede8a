import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { assetTypes } from "./asset-types.contract.ts";

const path = assetTypes.list.path;

conform(assetTypes, {
  name: "asset types",
  valid: (n) => ({ code: `T-${n}`, name: `Type ${n}`, kind: "trailer" as const, tareKg: "6400", maxGrossKg: "39000" }),
  change: { kind: "container", allowsCommodities: true, isActive: false },
});

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const fleet = () => testApp.as("FLEET_MANAGER");
let n = 0;
const typeOf = (over: object) => ({ code: `SKEL-${(n += 1)}`, name: "Skeletal trailer", kind: "trailer", ...over });

test("an asset never weighs more empty than it may weigh laden, and never nothing", async () => {
  expect(await (await fleet()).post(path, typeOf({ tareKg: "39000.5", maxGrossKg: "39000" }))).toMatchObject({
    status: 422,
    body: { fields: { tareKg: "Empty it weighs at most 39000 kg, which is all it may weigh laden." } },
  });
  for (const wrong of [{ tareKg: "0" }, { maxGrossKg: "-1" }, { maxGrossKg: "1.0005" }])
    expect((await (await fleet()).post(path, typeOf(wrong))).status, JSON.stringify(wrong)).toBe(422);
  const { status, body } = await (await fleet()).post(path, typeOf({ tareKg: "39000", maxGrossKg: "39000.000" }));
  expect([status, body["tareKg"], body["maxGrossKg"], body["isSerialised"], body["isActive"]]).toEqual([
    200,
    "39000",
    "39000",
    true,
    true,
  ]);
  expect(
    await (await fleet()).put(`${path}/${body.id}`, typeOf({ tareKg: "1500", maxGrossKg: "1000", version: 1 })),
  ).toMatchObject({ status: 422, body: { fields: { tareKg: expect.any(String) } } });
});

test("no two types of a company have one name, in any case of letters, archived ones among them", async () => {
  const { body } = await (await fleet()).post(path, typeOf({ name: "Silo trailer" }));
  await (await fleet()).post(`${path}/${body.id}/archive`);
  expect(await (await fleet()).post(path, typeOf({ name: "SILO TRAILER" }))).toMatchObject({
    status: 409,
    body: { fields: { name: expect.any(String) } },
  });
  expect((await (await testApp.as("FLEET_MANAGER", "b")).post(path, typeOf({ name: "Silo trailer" }))).status).toBe(
    200,
  );
});

test("a code is that of one type of the company, in any case of letters, and leads to it in a search", async () => {
  const { body } = await (
    await fleet()
  ).post(path, typeOf({ code: "Flat-7", name: "Flatbed trailer", tareKg: "5900", maxGrossKg: "34000" }));
  expect(await (await fleet()).post(path, typeOf({ code: "FLAT-7", name: "Another flatbed" }))).toMatchObject({
    status: 409,
    body: { fields: { code: expect.any(String) } },
  });
  expect((await (await fleet()).post(path, typeOf({ code: "", name: "No code" }))).status).toBe(422);
  const found = await (await testApp.as("VIEWER")).get(`${path}?q=flat-7`);
  expect(found.body.items.map(({ id }) => id)).toEqual([body.id]);
  const other = await testApp.as("FLEET_MANAGER", "b");
  expect((await other.post(path, typeOf({ code: "Flat-7", name: "Flatbed trailer" }))).status).toBe(200);
});

test("who runs the fleet keeps the types, who plans sees them, a driver does not", async () => {
  for (const role of ["DISPATCHER", "WAREHOUSE_MANAGER", "VIEWER"] as const) {
    expect((await (await testApp.as(role)).get(path)).status, role).toBe(200);
    expect((await (await testApp.as(role)).post(path, typeOf({ name: role }))).status, role).toBe(403);
  }
  expect((await (await testApp.as("DRIVER")).get(path)).status).toBe(403);
});

test("a new company starts with trailers, containers, equipment and pools that carry what they may", async () => {
  const { body } = await (await testApp.as("VIEWER")).get(`${path}?limit=200`);
  expect(new Set(body.items.map((type) => type["kind"]))).toEqual(
    new Set(["trailer", "container", "equipment", "returnable"]),
  );
  expect(
    body.items.filter(
      (type) => Number(type["tareKg"]) >= Number(type["maxGrossKg"]) && type["name"] !== "Skeletal trailer",
    ),
  ).toEqual([]);
  const codes = body.items.map((type) => type["code"]);
  for (const code of [
    "CURTAIN",
    "REEFER",
    "BOX",
    "CONT-20",
    "CONT-40",
    "REEFER-UNIT",
    "GENERATOR",
    "EUR-POOL",
    "CAGE-POOL",
  ])
    expect(codes).toContain(code);
  expect(body.items.find((type) => type["code"] === "EUR-POOL")).toMatchObject({
    name: "Euro pallet pool",
    isSerialised: false,
    allowsCommodities: true,
    tareKg: "25",
  });
});
