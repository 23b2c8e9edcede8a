import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { anAsset, assetTypeId, assetsPath, aYard } from "#main/testing/records/assets.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, inHours, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle, registered } from "#main/testing/records/vehicles.ts";
import { assetLoads } from "./asset-loads.contract.ts";

const path = assetLoads.list.path;
let count = 0;

/** Goods of the client's company, in pieces of 10 kg unless more is said. */
async function aCommodity(client: Client, over: object = {}) {
  count += 1;
  const goods = {
    code: `GOODS-${count}-${Date.now()}`,
    name: `Goods ${count}`,
    quantityType: "EA",
    unitWeightKg: "10",
  };
  return (await saved(client.post("/api/fleet/asset-commodities", { ...goods, ...over }))).id;
}
const aTrailer = async (admin: Client) => (await anAsset(admin, await aYard(admin))).id;

conform(assetLoads, {
  name: "asset loads",
  valid: async (n, admin) => ({
    assetId: await aTrailer(admin),
    commodityId: await aCommodity(admin),
    quantity: "12",
    sealNumber: `Seal ${n}`,
    loadedAt: inHours(-5),
  }),
  text: "sealNumber",
  filters: { isLoaded: "true", tripId: crypto.randomUUID() },
  statements: { create: 9, because: "the asset and the goods are locked, and both histories say it" },
});

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const manager = () => testApp.as("COMPANY_ADMIN");
const fields = async (body: object) => Object.keys((await (await manager()).post(path, body)).body.fields ?? {});
const checksOf = async (id: string) => (await (await manager()).get(`${tripsPath}/${id}/checks`)).body.items;

test("goods are in or on an asset from when they are loaded until they are unloaded, once", async () => {
  const client = await manager();
  const [assetId, commodityId] = [await aTrailer(client), await aCommodity(client)];
  const load = await saved(client.post(path, { assetId, commodityId, quantity: "30", loadedAt: inHours(-5) }));
  expect(load).toMatchObject({ quantityType: "EA", weightKg: "300", unloadedAt: null, isHazmat: false });
  const unload = (at: string | null) => client.post(`${path}/${load.id}/unload`, { at });
  const retired = await client.post(`${assetsPath}/${assetId}/retire`, { reason: "sold" });
  expect(retired, "what is loaded does not leave the fleet").toMatchObject({
    status: 409,
    body: { code: "asset_is_loaded", message: expect.stringContaining("30 EA") },
  });
  expect((await unload(inHours(-6))).body.fields).toMatchObject({ at: expect.any(String) });
  expect(await saved(unload(inHours(-1)))).toMatchObject({ unloadedAt: expect.any(String) });
  expect(await unload(null)).toMatchObject({ status: 409, body: { code: "unloaded_already" } });
  const { body } = await client.get(`${assetsPath}/${assetId}/history`);
  expect(body.items.slice(0, 2).map(({ step }) => step)).toEqual(["unloaded", "loaded"]);
});

test("only what carries goods is loaded, with goods of the list, no later than now, for a trip on which it goes along", async () => {
  const client = await manager();
  const yard = await aYard(client);
  const generator = (await anAsset(client, yard, { typeId: await assetTypeId(client, "GENERATOR") })).id;
  const [assetId, commodityId] = [await aTrailer(client), await aCommodity(client)];
  const load = { assetId, commodityId, quantity: "1" };
  expect(await fields({ ...load, assetId: generator })).toEqual(["assetId"]);
  expect(await fields({ ...load, assetId: crypto.randomUUID() })).toEqual(["assetId"]);
  expect(await fields({ ...load, commodityId: crypto.randomUUID() })).toEqual(["commodityId"]);
  expect(await fields({ ...load, loadedAt: inHours(1) })).toEqual(["loadedAt"]);
  const without = await aTrip(testApp, { steps: [] });
  expect(await fields({ ...load, tripId: without.id })).toEqual(["tripId"]);
  const trip = await aTrip(testApp, { assets: [{ assetId }], steps: [] });
  expect(await saved(client.post(path, { ...load, tripId: trip.id }))).toMatchObject({
    tripNumber: trip["tripNumber"],
  });
});

test("dangerous goods in a trailer ask for a driver with the certificate, whatever its trip says, and count by their weight", async () => {
  const client = await manager();
  const assetId = await aTrailer(client);
  const typeId = await registered(client, "vehicle-types", "TRACTOR");
  const { id: vehicleId } = await aVehicle(client, { typeId, payloadKg: null });
  const trip = await aTrip(testApp, { vehicleId, assets: [{ assetId }], hasDangerousGoods: false });
  expect(await checksOf(trip.id)).toEqual([]);
  const hazmat = { unNumber: "UN1263", hazardClass: "3", packingGroup: "III", unitWeightKg: "50" };
  const commodityId = await aCommodity(client, hazmat);
  const load = await saved(client.post(path, { assetId, commodityId, quantity: "1000" }));
  expect(await checksOf(trip.id)).toMatchObject([
    { code: "too_heavy", has: "50000" },
    { code: "no_dangerous_goods_certificate", driverId: trip["driverId"] },
  ]);
  await saved(client.post(`${path}/${load.id}/unload`, {}));
  expect(await checksOf(trip.id)).toEqual([]);
});

test("what is loaded while its trip leaves is judged all the same: it waits until that has left, and then for an answer", async () => {
  const client = await manager();
  const assetId = await aTrailer(client);
  const typeId = await registered(client, "vehicle-types", "TRACTOR");
  const { id: vehicleId } = await aVehicle(client, { typeId, payloadKg: null });
  const trip = await aTrip(testApp, { from: 0.1, vehicleId, assets: [{ assetId }], steps: ["plan", "dispatch"] });
  const commodityId = await aCommodity(client, { unNumber: "UN1263", hazardClass: "3", packingGroup: "III" });
  const other = new pg.Client({ connectionString: testApp.superUrl });
  await other.connect();
  const waits = (count: number) =>
    expect
      .poll(async () => {
        const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        return (await other.query(waiting)).rowCount;
      })
      .toBe(count);
  try {
    await other.query("begin");
    await other.query("select from assets where id = $1 for update", [assetId]);
    const leaving = client.post(`${tripsPath}/${trip.id}/start`);
    await waits(1);
    const loading = client.post(path, { assetId, commodityId, quantity: "1" });
    await waits(2);
    await other.query("commit");
    await Promise.all([saved(leaving), saved(loading)]);
  } finally {
    await other.end();
  }
  expect(await saved(client.get(`${tripsPath}/${trip.id}`))).toMatchObject({
    isUnanswered: true,
    legs: [{ remarks: [{ code: "no_dangerous_goods_certificate" }] }],
  });
});
