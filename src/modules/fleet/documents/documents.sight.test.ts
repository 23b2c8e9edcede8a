import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { follow } from "#main/testing/live.ts";
import { aDocument, documentsPath, typeCalled } from "#main/testing/records/documents.ts";
import { aDriver, aDriverAtWork, dayIn } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";

let testApp: TestApp;
let dispatcher: Client;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
  manager = await testApp.as("FLEET_MANAGER");
});
afterAll(() => testApp.close());

test("a medical certificate is nobody's who plans: not to read, list, export, change, renew or remove, nor its scan", async () => {
  const { id: driverId } = await aDriver(manager);
  const closed = await aDocument(manager, await typeCalled(manager, "MEDICAL"), driverId);
  const open = await aDocument(dispatcher, await typeCalled(manager, "ADR"), driverId);
  const path = `${documentsPath}/${closed.id}`;
  for (const one of [path, `${path}/history`, `/api/files?entity=document&entityId=${closed.id}`])
    expect((await dispatcher.get(one)).status, one).toBe(404);
  const { items } = await saved(dispatcher.get(`${documentsPath}?driverId=${driverId}`));
  expect(items.map(({ id }) => id)).toEqual([open.id]);
  expect((await dispatcher.get(`${documentsPath}/export.csv?driverId=${driverId}`)).text).not.toContain(closed.id);
  const body = { typeId: closed["typeId"], driverId, expiresOn: dayIn(9), version: closed.version };
  expect((await dispatcher.put(path, body)).status).toBe(404);
  expect((await dispatcher.remove(`${path}?version=${closed.version}`)).status).toBe(404);
  expect((await dispatcher.post(`${path}/archive`)).status).toBe(404);
  expect(await saved(manager.get(path))).toMatchObject({ version: closed.version, archivedAt: null });
});

test("a driver sees their own documents, confidential ones too, and nobody else's, nor the company's or a vehicle's", async () => {
  const mine = await aDriverAtWork(testApp);
  const theirs = await aDriverAtWork(testApp);
  const medical = await typeCalled(manager, "MEDICAL");
  const own = await aDocument(manager, medical, mine.driver.id);
  const others = [
    await aDocument(manager, medical, theirs.driver.id),
    await aDocument(manager, await typeCalled(manager, "ADR"), theirs.driver.id),
    await aDocument(manager, await typeCalled(manager, "LIABILITY"), null),
    await aDocument(manager, await typeCalled(manager, "INSURANCE"), null, { vehicleId: (await aVehicle(manager)).id }),
  ];
  const { items } = await saved(mine.client.get(documentsPath));
  expect(items.map(({ id }) => id)).toEqual([own.id]);
  expect((await mine.client.get(`/api/files?entity=document&entityId=${own.id}`)).body.items).toHaveLength(1);
  for (const { id } of others) {
    expect((await mine.client.get(`${documentsPath}/${id}`)).status).toBe(404);
    expect((await mine.client.get(`/api/files?entity=document&entityId=${id}`)).status).toBe(404);
  }
});

test("who plans hears of a document, and not of a confidential one, while it happens and when they come back", async () => {
  const live = await startTestApp();
  try {
    await live.app.listen({ host: "127.0.0.1", port: 0 });
    const address = `http://127.0.0.1:${(live.app.server.address() as AddressInfo).port}`; // it listens on a port
    const [boss, planner] = [await live.as("FLEET_MANAGER"), await live.as("DISPATCHER")];
    const [above, beside] = [await follow(address, boss), await follow(address, planner)];
    const { id: driverId } = await aDriver(boss);
    const closed = await aDocument(boss, await typeCalled(boss, "MEDICAL"), driverId);
    const open = await aDocument(boss, await typeCalled(boss, "ADR"), driverId);
    await expect.poll(beside.changes).toContain(`document ${open.id}`);
    await expect.poll(above.changes).toContain(`document ${closed.id}`);
    const again = await follow(address, planner, { "last-event-id": beside.told[0]?.id ?? "" });
    await expect.poll(again.changes).toContain(`document ${open.id}`);
    for (const stream of [beside, again]) expect(stream.changes()).not.toContain(`document ${closed.id}`);
    for (const stream of [above, beside, again]) stream.close();
  } finally {
    await live.close();
  }
});
