import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { anAsset, assetsPath, aYard } from "#main/testing/records/assets.ts";
import { aDocument, documentsPath, typeCalled, typesPath, verified } from "#main/testing/records/documents.ts";
import { aDriver, dayIn } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, tripsPath } from "#main/testing/records/trips.ts";

let testApp: TestApp;
let manager: Client;
let chief: Client;
let dispatcher: Client;
let trailer: Body;
beforeAll(async () => {
  testApp = await startTestApp();
  manager = await testApp.as("FLEET_MANAGER");
  chief = await testApp.as("COMPANY_ADMIN");
  dispatcher = await testApp.as("DISPATCHER");
  trailer = await anAsset(manager, await aYard(chief));
});
afterAll(() => testApp.close());

const lacked = async (id: string) => (await saved(manager.get(`${assetsPath}/${id}`)))["lackedDocuments"];

describe("a document of an asset", () => {
  test("is listed with it, verified by a second person, and renewed", async () => {
    const typeId = await typeCalled(manager, "ATP");
    const document = await aDocument(dispatcher, typeId, null, { assetId: trailer.id, expiresOn: dayIn(40) });
    expect(document).toMatchObject({ subject: "asset", assetNo: trailer["assetNo"], status: "pending" });
    expect(document["steps"]).not.toContain("verify");
    await verified(manager, document.id);
    const renewal = { expiresOn: dayIn(400) };
    const { renewalId } = await saved(dispatcher.post(`${documentsPath}/${document.id}/renew`, renewal));
    const { items } = await saved(manager.get(`${documentsPath}?assetId=${trailer.id}&sort=endsOn`));
    expect(items.map(({ id }) => id)).toEqual([document.id, renewalId]);
  });

  test("of a blocking type is missed from its end on until a verified one is valid, and an unverified one helps nobody", async () => {
    const { id } = await anAsset(manager, await aYard(chief));
    const typeId = await typeCalled(manager, "TRAILER-INSPECTION");
    expect(await lacked(id), "it never had one").toEqual([]);
    const ended = await aDocument(manager, typeId, null, { assetId: id, expiresOn: dayIn(-2) });
    await verified(chief, ended.id);
    const name = ["Roadworthiness inspection of a trailer"];
    expect(await lacked(id)).toEqual(name);
    const next = await aDocument(manager, typeId, null, { assetId: id, expiresOn: dayIn(300) });
    expect(await lacked(id)).toEqual(name);
    await verified(chief, next.id);
    expect(await lacked(id)).toEqual([]);
    expect((await dispatcher.post(`${documentsPath}/${next.id}/archive`)).body).toMatchObject({
      code: "document_needed",
    });
  });

  test("names an asset and nothing else, one of its own company", async () => {
    const typeId = await typeCalled(manager, "ATP");
    const { id: driverId } = await aDriver(manager);
    const add = (over: object) => manager.post(documentsPath, { typeId, expiresOn: dayIn(9), ...over });
    expect((await add({})).body.fields).toHaveProperty("assetId");
    expect((await add({ assetId: trailer.id, driverId })).body.fields).toHaveProperty("driverId");
    const theirs = await anAsset(
      await testApp.as("FLEET_MANAGER", "b"),
      await aYard(await testApp.as("COMPANY_ADMIN", "b")),
    );
    expect((await add({ assetId: theirs.id })).status).toBe(422);
  });
});

describe("a document of a trip", () => {
  test("is listed with it by who plans; one of a blocking type that everybody has to have keeps the trip until it is verified", async () => {
    const trip = await aTrip(testApp);
    const waybill = await typeCalled(manager, "WAYBILL");
    const paper = await aDocument(dispatcher, waybill, null, { tripId: trip.id, expiresOn: null, number: "CMR-1" });
    expect(paper).toMatchObject({ subject: "trip", tripNumber: trip["tripNumber"] });
    const { items } = await saved(dispatcher.get(`${documentsPath}?tripId=${trip.id}`));
    expect(items.map(({ id }) => id)).toEqual([paper.id]);

    const type = { code: "ESCORT", name: "Escort order", subject: "trip", blocksDispatch: true, isRequired: true };
    const { id: typeId, version } = await saved(manager.post(typesPath, { ...type, requiresExpiry: false }));
    const checks = async () => (await dispatcher.get(`${tripsPath}/${trip.id}/checks`)).body.items;
    const missing = [{ code: "document_missing", about: trip["tripNumber"], what: "Escort order" }];
    expect(await checks()).toMatchObject(missing);
    const order = await aDocument(dispatcher, typeId, null, { tripId: trip.id, expiresOn: null });
    expect(await checks(), "nobody has verified it").toMatchObject(missing);
    await verified(manager, order.id);
    expect(await checks()).toEqual([]);
    await saved(chief.put(`${typesPath}/${typeId}`, { ...type, requiresExpiry: false, isActive: false, version }));
  });
});
