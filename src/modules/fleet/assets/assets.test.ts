import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import {
  aContainerNo,
  anAsset,
  assetBody,
  assetsPath as path,
  assetTypeId,
  aYard,
} from "#main/testing/records/assets.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { assets } from "./assets.contract.ts";

conform(assets, {
  name: "assets",
  valid: async (n, admin) => ({ ...(await assetBody(admin, await aYard(admin))), assetNo: `Trailer ${n}` }),
  change: { name: "Renamed", condition: "worn", cargoVolumeM3: "92.5", notes: "New floor" },
  endsBy: "retire",
  filters: { vehicleId: crypto.randomUUID() },
  statements: {
    create: 6,
    because: "what its type says is read, and the database registers it as a resource",
  },
});

let testApp: TestApp;
let yard: string;
let otherYard: string;
beforeAll(async () => {
  testApp = await startTestApp();
  yard = await aYard(await testApp.as("COMPANY_ADMIN"));
  otherYard = await aYard(await testApp.as("COMPANY_ADMIN", "b"));
});
afterAll(() => testApp.close());
const manager = () => testApp.as("FLEET_MANAGER");
const add = async (over: Record<string, unknown> = {}) => {
  const client = await manager();
  return client.post(path, await assetBody(client, yard, over));
};
const typeId = async (code: string) => assetTypeId(await manager(), code);
const step = async (id: string, name: string, body: object = {}) =>
  (await manager()).post(`${path}/${id}/${name}`, body);
const read = async (id: string) => saved((await manager()).get(`${path}/${id}`));
const refused = (field: string, words: unknown = expect.any(String)) => ({
  status: 422,
  body: { fields: { [field]: words } },
});
const taken = (field: string) => ({ status: 409, body: { fields: { [field]: expect.any(String) } } });
const book = (id: string, reason: string, from: string, until: string) =>
  asSuper(
    testApp,
    `insert into bookings (company_id, resource_id, during, reason, subject_id) values ($1, $2,
      tstzrange(now() + $3::interval, now() + $4::interval), $5, gen_random_uuid())`,
    [testApp.companies.a, id, from, until, reason],
  );

describe("what tells an asset from others", () => {
  test("its number, its container number and its plate are those of no other one, however they are written", async () => {
    const containerNo = aContainerNo();
    await saved(add({ assetNo: "TR-1", containerNo, plateNumber: "OB-12-XY", plateCountry: "NL" }));
    expect(await add({ assetNo: "tr-1" })).toMatchObject(taken("assetNo"));
    expect(await add({ containerNo: `${containerNo.slice(0, 4)} ${containerNo.slice(4)}` })).toMatchObject(
      taken("containerNo"),
    );
    expect(await add({ plateNumber: "ob12xy", plateCountry: "NL" })).toMatchObject(taken("plateNumber"));
    expect((await add({ plateNumber: "ob12xy", plateCountry: "BE" })).status).toBe(200);
    const other = await testApp.as("FLEET_MANAGER", "b");
    expect((await other.post(path, await assetBody(other, otherYard, { assetNo: "TR-1", containerNo }))).status).toBe(
      200,
    );
  });

  test("it is found by its number, its name, its container number, its plate with and without gaps, its serial number", async () => {
    const containerNo = aContainerNo();
    const numbers = { plateNumber: "1-QFA-889", plateCountry: "BE", serialNumber: "WKESD-77001" };
    const { id } = await saved(add({ assetNo: "FIND-7", name: "Blue mega", containerNo, ...numbers }));
    const client = await testApp.as("VIEWER");
    for (const q of ["find-7", "blue mega", containerNo, "1-qfa-889", "1qfa889", "77001"])
      expect(
        (await client.get(`${path}?q=${encodeURIComponent(q)}`)).body.items.map((one) => one.id),
        q,
      ).toEqual([id]);
  });

  test("a container number fits its check digit, and a plate has a country", async () => {
    expect(await add({ containerNo: "CSQU3054384" })).toMatchObject(
      refused("containerNo", "The last digit does not fit the others: one of them is wrong."),
    );
    expect(await add({ plateNumber: "OB-99-ZZ" })).toMatchObject(refused("plateCountry"));
    expect(await add({ plateCountry: "NL" })).toMatchObject(refused("plateNumber"));
  });
});

describe("what an asset is", () => {
  test("what is counted has a quantity and no number of its own; what has a number has no quantity", async () => {
    const pool = await typeId("EUR-POOL");
    expect(await add({ typeId: pool })).toMatchObject(refused("quantity"));
    expect(await add({ quantity: 3 })).toMatchObject(refused("quantity"));
    for (const over of [
      { serialNumber: "S-1" },
      { containerNo: aContainerNo() },
      { plateNumber: "AA-1", plateCountry: "NL" },
    ])
      expect(await add({ typeId: pool, quantity: 430, ...over })).toMatchObject(refused(Object.keys(over)[0] ?? ""));
    expect(await saved(add({ typeId: pool, quantity: 430 }))).toMatchObject({
      quantity: 430,
      isSerialised: false,
      kind: "returnable",
    });
  });

  test("a type of which there are assets does not change from numbered to counted", async () => {
    const client = await manager();
    const type = { code: "LIFT", name: "Yard lift", kind: "equipment", isSerialised: true };
    const { id, version } = await saved(client.post("/api/settings/asset-types", type));
    const asset = await anAsset(client, yard, { typeId: id });
    const change = { ...type, isSerialised: false, version };
    expect(await client.put(`/api/settings/asset-types/${id}`, change)).toMatchObject({
      status: 409,
      body: { code: "in_use" },
    });
    expect((await client.remove(`${path}/${asset.id}?version=1`)).status).toBe(204);
    expect((await client.put(`/api/settings/asset-types/${id}`, change)).status).toBe(200);
  });

  test("a new one takes its weights from its type, keeps its own, and never weighs more empty than laden", async () => {
    expect(await saved(add())).toMatchObject({ tareKg: "6400", maxGrossKg: "39000", payloadKg: "32600" });
    const own = await saved(add({ tareKg: "5950.5" }));
    expect(own).toMatchObject({ tareKg: "5950.5", maxGrossKg: "39000", payloadKg: "33049.5" });
    expect(await saved(add({ maxGrossKg: "3500" }))).toMatchObject({
      tareKg: null,
      maxGrossKg: "3500",
      payloadKg: null,
    });
    expect(await add({ tareKg: "39000.5", maxGrossKg: "39000" })).toMatchObject(
      refused("tareKg", "Empty it weighs at most 39000 kg, which is all it may weigh laden."),
    );
    const client = await manager();
    const body = { ...(await assetBody(client, yard)), tareKg: null, version: own.version };
    expect(await saved(client.put(`${path}/${own.id}`, body))).toMatchObject({ tareKg: null, maxGrossKg: null });
  });

  test("it is in one place: at a location or on a vehicle that is in the fleet", async () => {
    const client = await manager();
    const vehicle = await aVehicle(client);
    expect(await add({ locationId: null })).toMatchObject(refused("locationId"));
    expect(await add({ vehicleId: vehicle.id })).toMatchObject(refused("vehicleId"));
    const { id, version } = await saved(add({ locationId: null, vehicleId: vehicle.id }));
    expect(await read(id)).toMatchObject({ vehicleNumber: vehicle["unitNumber"], locationName: null });
    expect((await client.get(`${path}?vehicleId=${vehicle.id}`)).body.items.map((one) => one.id)).toEqual([id]);
    const body = { ...(await assetBody(client, yard)), version };
    expect(await saved(client.put(`${path}/${id}`, body))).toMatchObject({ vehicleId: null, locationId: yard });
    await saved(client.post(`/api/fleet/vehicles/${vehicle.id}/retire`, { reason: "sold" }));
    expect(await add({ locationId: null, vehicleId: vehicle.id })).toMatchObject(
      refused("vehicleId", "This vehicle has left the fleet."),
    );
  });

  test("what is put on a vehicle that somebody retires meanwhile waits for that, and is refused", async () => {
    const vehicle = await aVehicle(await manager());
    const retiring = new pg.Client({ connectionString: testApp.superUrl });
    await retiring.connect();
    try {
      await retiring.query("begin");
      await retiring.query("update vehicles set status = 'retired' where id = $1", [vehicle.id]);
      const putting = add({ locationId: null, vehicleId: vehicle.id });
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(async () => (await retiring.query(waiting)).rowCount).toBe(1);
      await retiring.query("commit");
      expect(await putting).toMatchObject(refused("vehicleId"));
    } finally {
      await retiring.end();
    }
  });

  test("a vehicle does not leave the fleet with something on it", async () => {
    const client = await manager();
    const vehicle = await aVehicle(client);
    const asset = await anAsset(client, yard, { assetNo: "ON-1", locationId: null, vehicleId: vehicle.id });
    const retire = () => client.post(`/api/fleet/vehicles/${vehicle.id}/retire`, { reason: "sold" });
    expect(await retire()).toMatchObject({
      status: 409,
      body: { code: "vehicle_has_assets", message: "1 asset is on it, such as ON-1. Say where they stand first." },
    });
    expect((await client.get(`/api/fleet/vehicles/${vehicle.id}`)).body["status"]).toBe("in_service");
    await saved(step(asset.id, "retire", { reason: "scrapped with it" }));
    expect((await retire()).status).toBe(200);
  });
});

describe("the states of an asset", () => {
  test("it goes to maintenance with a reason and comes back in the condition in which it is", async () => {
    const { id } = await saved(add());
    expect(await step(id, "send-to-maintenance")).toMatchObject(refused("reason"));
    expect(await saved(step(id, "send-to-maintenance", { reason: "Rear door is bent" }))).toMatchObject({
      status: "maintenance",
      availability: "maintenance",
      statusReason: "Rear door is bent",
      steps: ["returnFromMaintenance", "reportLost", "retire"],
    });
    expect((await step(id, "found")).status).toBe(409);
    expect(await saved(step(id, "return-from-maintenance", { condition: "worn" }))).toMatchObject({
      status: "available",
      availability: "available",
      statusReason: null,
      condition: "worn",
    });
  });

  test("a lost one stays listed where it was last seen, is not free, and is free again once it is found", async () => {
    const { id } = await saved(add());
    await saved(step(id, "report-lost", { reason: "Not in the yard at the count" }));
    expect(await read(id)).toMatchObject({ availability: "lost", locationId: yard, steps: ["found", "retire"] });
    expect(await saved(step(id, "found", { note: "Stood behind hall 3" }))).toMatchObject({
      availability: "available",
    });
    const { body } = await (await manager()).get(`${path}/${id}/history`);
    expect(body.items.map((one) => one["step"])).toEqual(["found", "reportedLost", "created"]);
  });

  test("one that is on a trip is not sent to maintenance, one that is booked is not retired", async () => {
    const { id } = await saved(add());
    await book(id, "trip", "2 days", "3 days");
    expect(await step(id, "retire", { reason: "too old" })).toMatchObject({
      status: 409,
      body: { code: "asset_is_booked", details: { bookings: [{ reason: "trip" }] } },
    });
    await saved(step(id, "send-to-maintenance", { reason: "New tyres" }));
    await saved(step(id, "return-from-maintenance"));
    await book(id, "trip", "-1 hours", "1 hours");
    expect(await step(id, "send-to-maintenance", { reason: "New tyres" })).toMatchObject({
      status: 409,
      body: { code: "asset_is_booked" },
    });
    await asSuper(testApp, "update bookings set active = false where resource_id = $1", [id]);
    await saved(step(id, "retire", { reason: "too old" }));
  });

  test("whether it is planned or on the road follows from its bookings, and is filtered by", async () => {
    const { id } = await saved(add());
    await book(id, "trip", "3 days", "4 days");
    expect(await read(id)).toMatchObject({ availability: "available", bookedFrom: expect.any(String) });
    await book(id, "trip", "5 hours", "6 hours");
    expect(await read(id)).toMatchObject({ status: "available", availability: "booked" });
    await book(id, "trip", "-1 hours", "2 hours");
    expect(await read(id), "it has not left").toMatchObject({ status: "available", availability: "booked" });
    await asSuper(testApp, "update bookings set standing = true where resource_id = $1 and lower(during) < now()", [
      id,
    ]);
    expect(await read(id)).toMatchObject({ status: "available", availability: "on_trip" });
    const client = await testApp.as("VIEWER");
    for (const [availability, isThere] of [
      ["on_trip", true],
      ["on_trip,booked", true],
      ["available", false],
    ] as const) {
      const { body } = await client.get(`${path}?limit=200&availability=${availability}`);
      expect(
        body.items.some((one) => one.id === id),
        availability,
      ).toBe(isThere);
    }
  });

  test("only what is retired goes into the archive; only who runs the fleet brings it back", async () => {
    const { id } = await saved(add());
    expect(await step(id, "archive")).toMatchObject({ status: 409, body: { code: "not_retired" } });
    await saved(step(id, "retire", { reason: "sold" }));
    const { version } = await read(id);
    const body = { ...(await assetBody(await manager(), yard)), version };
    expect((await (await manager()).put(`${path}/${id}`, body)).status).toBe(409);
    expect((await step(id, "archive")).status).toBe(200);
    expect((await step(id, "restore")).status).toBe(200);
    expect((await (await testApp.as("DISPATCHER")).post(`${path}/${id}/reinstate`, { reason: "oops" })).status).toBe(
      403,
    );
    expect(await saved(step(id, "reinstate", { reason: "The sale fell through" }))).toMatchObject({
      status: "available",
      statusReason: null,
    });
  });
});

test("each one is a resource of its company, booked for one thing at a time, and gone with it", async () => {
  const { id } = await saved(add());
  const kinds = () => asSuper<{ kind: string }>(testApp, "select kind from resources where id = $1", [id]);
  expect(await kinds()).toEqual([{ kind: "asset" }]);
  await book(id, "trip", "1 hours", "3 hours");
  await expect(book(id, "maintenance", "2 hours", "4 hours")).rejects.toThrow("bookings_never_overlap");
  expect((await (await manager()).remove(`${path}/${id}?version=1`)).status).toBe(409);
  await asSuper(testApp, "delete from bookings where resource_id = $1", [id]);
  expect((await (await manager()).remove(`${path}/${id}?version=1`)).status).toBe(204);
  expect(await kinds()).toEqual([]);
});

test("what the form refuses the database refuses, too", async () => {
  const { id } = await saved(add());
  const client = await manager();
  const vehicle = await aVehicle(client);
  for (const [change, rule] of [
    ["location_id = null", "are_in_one_place"],
    [`vehicle_id = '${vehicle.id}'`, "are_in_one_place"],
    ["quantity = 5", "quantity_of_what_is_counted"],
    ["is_serialised = false, quantity = 5", "assets_type"],
    ["tare_kg = 40000", "tare_below_gross"],
    ["archived_at = now()", "archived_is_retired"],
    ["status = 'lost'", "reason_of_state"],
    ["status = 'on_trip', status_reason = 'on a trip'", "assets_status_check"],
    ["plate_number = 'AA-1'", "plate_has_country"],
  ])
    await expect(asSuper(testApp, `update assets set ${change} where id = $1`, [id]), change).rejects.toThrow(rule);
});

test("who plans and who runs the fleet keep the assets, who looks at the house sees them, a driver does not", async () => {
  const dispatcher = await testApp.as("DISPATCHER");
  const { id } = await anAsset(dispatcher, yard);
  for (const role of ["BUYER", "DOCK_SUPERVISOR", "WAREHOUSE_MANAGER", "VIEWER"] as const) {
    const client = await testApp.as(role);
    expect((await client.get(`${path}/${id}`)).body["steps"], role).toEqual([]);
    expect((await client.post(path, await assetBody(client, yard))).status, role).toBe(403);
    expect((await client.post(`${path}/${id}/retire`, { reason: "sold" })).status, role).toBe(403);
  }
  expect((await (await testApp.as("DRIVER")).get(path)).status).toBe(403);
});
