import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tracesIn } from "#main/testing/database/traces.ts";
import {
  aDocument,
  documentsPath,
  typeCalled,
  typesPath,
  uploadScan,
  verified,
} from "#main/testing/records/documents.ts";
import { dayIn } from "#main/testing/records/drivers.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { anActiveDriverAtWork, aTrip, letGoAnyway, tripsPath } from "#main/testing/records/trips.ts";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { sealEvents } from "#server/audit/seals.ts";
import { verifySeals } from "#server/audit/verify-seals.ts";

let testApp: TestApp;
let manager: Client;
let chief: Client;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  manager = await testApp.as("FLEET_MANAGER");
  chief = await testApp.as("COMPANY_ADMIN");
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());

const aPaper = async (deliveryId: string, over: object = {}, code = "PROOF-OF-DELIVERY") =>
  aDocument(dispatcher, await typeCalled(manager, code), null, { deliveryId, expiresOn: null, ...over });

describe("a document of a delivery", () => {
  test("has types that every company begins with, none of which keeps a trip from leaving", async () => {
    const { items } = await saved(manager.get(`${typesPath}?subject=delivery&sort=code`));
    expect(items.map(({ code, blocksDispatch, isRequired }) => [code, blocksDispatch, isRequired])).toEqual([
      ["CUSTOMS", false, false],
      ["PROOF-OF-DELIVERY", false, false],
      ["TRANSIT", false, false],
    ]);
  });

  test("is listed with it, found by its number and by what it is about, and verified by a second person", async () => {
    const [delivery, other] = [await aFleetDelivery(testApp), await aFleetDelivery(testApp)];
    const paper = await aPaper(delivery.id, { number: "POD-77120" });
    await aPaper(other.id);
    expect(paper).toMatchObject({
      subject: "delivery",
      deliveryId: delivery.id,
      deliveryNumber: delivery["deliveryNumber"],
      status: "pending",
    });
    const idsOf = async (query: string) =>
      (await saved(manager.get(`${documentsPath}?${query}`))).items.map(({ id }) => id);
    expect(await idsOf(`deliveryId=${delivery.id}`)).toEqual([paper.id]);
    expect(await idsOf("q=pod-77120")).toEqual([paper.id]);
    expect(await idsOf("subject=delivery&limit=200")).toContain(paper.id);
    expect(await idsOf("subject=trip&limit=200")).not.toContain(paper.id);
    const { text } = await manager.get(`${documentsPath}/export.csv?deliveryId=${delivery.id}`);
    expect(text).toContain("POD-77120");
    expect((await dispatcher.post(`${documentsPath}/${paper.id}/verify`, { version: paper.version })).status).toBe(403);
    expect(await verified(manager, paper.id)).toMatchObject({ status: "verified" });
  });

  test("names a delivery and nothing else, one of its own company", async () => {
    const delivery = await aFleetDelivery(testApp);
    const { id: tripId } = await aTrip(testApp);
    const typeId = await typeCalled(manager, "CUSTOMS");
    const add = (over: object) => manager.post(documentsPath, { typeId, ...over });
    expect((await add({})).body.fields).toHaveProperty("deliveryId");
    expect((await add({ deliveryId: delivery.id, tripId })).body.fields).toHaveProperty("tripId");
    const ofTrips = { typeId: await typeCalled(manager, "WAYBILL"), tripId, deliveryId: delivery.id };
    expect((await manager.post(documentsPath, ofTrips)).body.fields).toHaveProperty("deliveryId");
    const theirs = await testApp.as("FLEET_MANAGER", "b");
    const strange = { typeId: await typeCalled(theirs, "CUSTOMS"), deliveryId: delivery.id };
    expect(await theirs.post(documentsPath, strange)).toMatchObject({
      status: 422,
      body: { fields: { deliveryId: expect.any(String) } },
    });
    const paper = await aPaper(delivery.id);
    expect((await theirs.get(`${documentsPath}/${paper.id}`)).status).toBe(404);
    expect((await theirs.get(`${documentsPath}?deliveryId=${delivery.id}`)).body.items).toEqual([]);
  });

  test("is no driver's to see, who brings the delivery or not: nor is its scan", async () => {
    const { client, driver } = await anActiveDriverAtWork(testApp);
    const delivery = await aFleetDelivery(testApp);
    const trip = await aTrip(testApp, { driverId: driver.id });
    await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/assign`, { tripId: trip.id }));
    const paper = await aPaper(delivery.id);
    expect((await client.get(`${fleetDeliveriesPath}/${delivery.id}`)).status, "the delivery is theirs").toBe(200);
    expect((await client.get(`${documentsPath}/${paper.id}`)).status).toBe(404);
    expect((await client.get(`${documentsPath}?deliveryId=${delivery.id}`)).body.items).toEqual([]);
    expect((await client.get(`/api/files?entity=document&entityId=${paper.id}`)).status).toBe(404);
  });

  test("keeps its delivery from being removed until it is removed itself", async () => {
    const delivery = await aFleetDelivery(testApp);
    const paper = await aPaper(delivery.id);
    const remove = () => dispatcher.remove(`${fleetDeliveriesPath}/${delivery.id}?version=${delivery.version}`);
    expect(await remove()).toMatchObject({ status: 409, body: { code: "has_documents" } });
    expect((await dispatcher.remove(`${documentsPath}/${paper.id}?version=${paper.version}`)).status).toBe(204);
    expect((await remove()).status).toBe(204);
  });
});

describe("a blocking type of deliveries keeps a trip from leaving", () => {
  test("for each delivery that it is still to bring and that has no verified one, which is named with the paper", async () => {
    const type = {
      code: "T2L",
      name: "Status proof (T2L)",
      subject: "delivery",
      blocksDispatch: true,
      isRequired: true,
    };
    const { id: typeId, version } = await saved(manager.post(typesPath, { ...type, requiresExpiry: false }));
    const stopped = await manager.get(`${typesPath}/stopped?code=T2L&subject=delivery&isRequired=true`);
    expect(stopped.body, "no list of deliveries is counted").toEqual({ count: 0 });
    const trip = await aTrip(testApp);
    const checks = async () => (await saved(dispatcher.get(`${tripsPath}/${trip.id}/checks`))).items;
    expect(await checks(), "it brings nothing").toEqual([]);
    const deliveries = [await aFleetDelivery(testApp), await aFleetDelivery(testApp)];
    for (const { id } of deliveries)
      await saved(dispatcher.post(`${fleetDeliveriesPath}/${id}/assign`, { tripId: trip.id }));
    const missing = deliveries.map(({ id, deliveryNumber }) => ({
      code: "document_missing",
      about: deliveryNumber,
      deliveryId: id,
      what: "Status proof (T2L)",
      isFinal: false,
    }));
    expect(await checks()).toMatchObject(missing);
    expect(await dispatcher.post(`${tripsPath}/${trip.id}/dispatch`)).toMatchObject({
      status: 409,
      body: { code: "not_ready", details: { checks: missing } },
    });
    const [first, second] = deliveries.map(({ id }) => id);
    const paper = await aDocument(dispatcher, typeId, null, { deliveryId: first, expiresOn: null });
    expect(await checks(), "nobody has verified it").toMatchObject(missing);
    await verified(manager, paper.id);
    expect(await checks()).toMatchObject(missing.slice(1));
    await saved(dispatcher.post(`${fleetDeliveriesPath}/${second}/unassign`));
    expect(await checks(), "the other one is on no trip").toEqual([]);
    expect((await dispatcher.post(`${tripsPath}/${trip.id}/dispatch`)).status).toBe(200);
    await saved(chief.put(`${typesPath}/${typeId}`, { ...type, requiresExpiry: false, isActive: false, version }));
  });

  test("when it once had one that ends before the trip does, and one may let it leave all the same", async () => {
    const type = { code: "SEAL", name: "Customs seal", subject: "delivery", blocksDispatch: true };
    const { id: typeId, version } = await saved(manager.post(typesPath, type));
    const trip = await aTrip(testApp);
    const delivery = await aFleetDelivery(testApp);
    await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/assign`, { tripId: trip.id }));
    const checks = async () => (await saved(dispatcher.get(`${tripsPath}/${trip.id}/checks`))).items;
    expect(await checks(), "it never had one, and nobody asks for it").toEqual([]);
    const ended = await aDocument(dispatcher, typeId, null, { deliveryId: delivery.id, expiresOn: dayIn(-1) });
    await verified(manager, ended.id);
    expect(await checks()).toMatchObject([{ code: "document_missing", about: delivery["deliveryNumber"] }]);
    const reason = { reason: "customs has cleared it by phone" };
    expect((await letGoAnyway(manager, trip.id, reason)).status).toBe(200);
    await saved(chief.put(`${typesPath}/${typeId}`, { ...type, isActive: false, version }));
  });
});

describe("once the consignee of a delivery is forgotten", () => {
  test("its documents are gone with their scans and what their history said, also of one that was removed before", async () => {
    const eraser = await clientWith(testApp, ["CAN_ERASE_PEOPLE", "CAN_VIEW_FLEET_DELIVERIES"]);
    const delivery = await aFleetDelivery(testApp, { consigneeName: "Wendelmoet Oosterhagen" });
    const paper = await aPaper(delivery.id, { title: "signed by Oosterhagen", number: "OOSTERHAGEN-1" });
    const body = { typeId: paper["typeId"], deliveryId: delivery.id, title: "received by Oosterhagen" };
    await saved(dispatcher.put(`${documentsPath}/${paper.id}`, { ...body, version: paper.version }));
    const again = await saved(manager.get(`${documentsPath}/${paper.id}`));
    const reason = { reason: "Oosterhagen did not sign", version: again.version };
    await saved(manager.post(`${documentsPath}/${paper.id}/reject`, reason));
    const removed = await aPaper(delivery.id, { title: "for Oosterhagen" });
    const put = { ...body, title: "for Mrs Oosterhagen", version: removed.version };
    const { version } = await saved(dispatcher.put(`${documentsPath}/${removed.id}`, put));
    expect((await dispatcher.remove(`${documentsPath}/${removed.id}?version=${version}`)).status).toBe(204);
    await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/cancel`, { reason: "no longer needed" }));
    await sealEvents(testApp.database.owner);
    const before = await tracesIn(testApp, ["oosterhagen"]);
    for (const table of ["papers", "events"])
      expect(
        before.some((name) => name.includes(table)),
        `${table} in ${before.join()}`,
      ).toBe(true);

    await saved(decide(eraser, `${fleetDeliveriesPath}/${delivery.id}/forget-consignee`));
    expect(await tracesIn(testApp, ["oosterhagen"])).toEqual([]);
    expect((await manager.get(`${documentsPath}/${paper.id}`)).status).toBe(404);
    expect((await manager.get(`/api/files?entity=document&entityId=${paper.id}`)).status).toBe(404);
    expect(
      (await verifySeals(testApp.database.owner)).filter((one) => one.broken),
      "the trail is whole",
    ).toEqual([]);
  });

  test("none is entered of it any more, and documents of other deliveries stay", async () => {
    const eraser = await clientWith(testApp, ["CAN_ERASE_PEOPLE", "CAN_VIEW_FLEET_DELIVERIES"]);
    const [delivery, other] = [await aFleetDelivery(testApp), await aFleetDelivery(testApp)];
    const stays = await aPaper(other.id);
    await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/cancel`, { reason: "no longer needed" }));
    await saved(decide(eraser, `${fleetDeliveriesPath}/${delivery.id}/forget-consignee`));
    const typeId = await typeCalled(manager, "CUSTOMS");
    expect(await dispatcher.post(documentsPath, { typeId, deliveryId: delivery.id })).toMatchObject({
      status: 409,
      body: { code: "consignee_forgotten" },
    });
    await uploadScan(dispatcher, stays.id);
    expect((await saved(dispatcher.get(`${documentsPath}/${stays.id}`)))["fileCount"]).toBe(2);
  });
});
