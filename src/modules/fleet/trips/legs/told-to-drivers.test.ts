import { afterAll, beforeAll, expect, test } from "vitest";
import { aDocument, typeCalled, verified } from "#main/testing/records/documents.ts";
import { dayIn } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";
import {
  aTrip,
  anActiveDriver,
  anActiveDriverAtWork,
  inHours,
  letGoAnyway,
  tripsPath,
} from "#main/testing/records/trips.ts";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let chief: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  chief = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());

test("who drives a trip now reads that somebody else drove it before, and neither why they were relieved nor what they lacked", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const trip = await aTrip(testApp, { from: 0.1, hours: 6, steps: ["plan", "dispatch", "start"] });
  await asSuper(testApp, "update trips set actual_start = now() - interval '3 hours' where id = $1", [trip.id]);
  const ill = await anActiveDriver(testApp);
  const { id } = await aDocument(manager, await typeCalled(manager, "MEDICAL"), ill.id, { expiresOn: dayIn(-1) });
  await verified(chief, id);
  const { driver, client } = await anActiveDriverAtWork(testApp);
  const change = async (driverId: string, reason: string, at: string) =>
    saved(chief.post(`${tripsPath}/${trip.id}/change-driver`, { driverId, reason, at }));
  await change(ill.id, "the first one was drunk", inHours(-2));
  await change(driver.id, "the second one is unfit", inHours(-1));

  const atDesk = await saved(chief.get(`${tripsPath}/${trip.id}`));
  expect(atDesk["legs"]).toMatchObject([
    {},
    { driverId: ill.id, reason: "the first one was drunk", remarks: [{ code: "document_missing", what: null }] },
    { driverId: driver.id, reason: "the second one is unfit" },
  ]);
  const own = await client.get(`${tripsPath}/${trip.id}`);
  expect(own.body["legs"]).toMatchObject([
    { driverId: trip["driverId"], reason: null, remarks: [] },
    { driverId: ill.id, reason: null, remarks: [] },
    { driverId: driver.id, reason: null, remarks: [] },
  ]);
  const list = await client.get(tripsPath);
  const history = await client.get(`${tripsPath}/${trip.id}/history`);
  expect(history.status).toBe(200);
  for (const { text } of [own, list, history]) expect(text).not.toMatch(/drunk|unfit|Medical/);
  expect((await chief.get(`${tripsPath}/${trip.id}/history`)).text).toContain("the second one is unfit");
});

test("nor why the one before paused or was let go all the same, nor which trips of others wait for this one", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const { driver } = await anActiveDriverAtWork(testApp);
  const trip = await aTrip(testApp, { from: 0.1, hours: 6, driverId: driver.id });
  await saved(manager.post(`/api/fleet/drivers/${driver.id}/suspend`, { reason: "under review" }));
  await saved(letGoAnyway(manager, trip.id, { reason: "drunk last week, one short run" }));
  await saved(chief.post(`${tripsPath}/${trip.id}/start`, { at: inHours(-3) }));
  await saved(chief.post(`${tripsPath}/${trip.id}/pause`, { reason: "my migraine is back" }));
  const { driver: next, client } = await anActiveDriverAtWork(testApp);
  const { driver: waiting, client: theirs } = await anActiveDriverAtWork(testApp);
  const late = await aTrip(testApp, {
    from: 7,
    vehicleId: trip["vehicleId"],
    driverId: waiting.id,
    steps: ["plan", "dispatch"],
  });
  await asSuper(
    testApp,
    "update trips set planned_start = now() - interval '4 hours', planned_end = now() - interval '1 minute' where id = $1",
    [trip.id],
  );
  await asSuper(testApp, "update trips set planned_start = now() where id = $1", [late.id]);
  await saved(chief.post(`${tripsPath}/${trip.id}/change-driver`, { driverId: next.id, reason: "relieved" }));

  expect(await saved(chief.get(`${tripsPath}/${trip.id}`))).toMatchObject({
    status: "paused",
    statusReason: "my migraine is back",
    overrideReason: "drunk last week, one short run",
    pauses: [{ reason: "my migraine is back" }],
    answers: [{ reason: "drunk last week, one short run" }],
    delays: [{ id: late.id }],
  });
  expect(await saved(client.get(`${tripsPath}/${trip.id}`))).toMatchObject({
    statusReason: null,
    overrideReason: null,
    pauses: [{ reason: null }],
    delays: [],
    answers: [],
    minutesLate: null,
  });
  expect(await saved(theirs.get(`${tripsPath}/${late.id}`)), "nor whom they wait for").toMatchObject({ waitsFor: [] });
  expect((await saved(chief.get(`${tripsPath}/${late.id}`)))["waitsFor"]).toMatchObject([{ id: trip.id }]);
  for (const path of [`${tripsPath}/${trip.id}`, tripsPath, `${tripsPath}/${trip.id}/history`, "/api/fleet/my-trips"])
    expect((await client.get(path)).text, path).not.toMatch(/migraine|drunk/);
});
