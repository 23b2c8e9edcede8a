import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { modules } from "#main/modules.ts";
import { createEmptyDatabase } from "#main/testing/database/database.ts";
import { tracesIn } from "#main/testing/database/traces.ts";
import { runTask, untilDone } from "#main/testing/jobs.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { action, answered } from "#main/testing/records/driver-actions.ts";
import { aFleetDelivery } from "#main/testing/records/fleet-deliveries.ts";
import { aTrip, anActiveDriver, inHours, tripsPath } from "#main/testing/records/trips.ts";
import { aDocument, documentsPath, typeCalled, verified } from "#main/testing/records/documents.ts";
import {
  absencesPath,
  aDriver,
  aDriverAtWork,
  aLicence,
  dayIn,
  driverBody,
  driversPath,
  licenceBody,
  licencesPath,
} from "#main/testing/records/drivers.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { backUp } from "#ops/backup/backup.ts";
import { restore } from "#ops/backup/restore.ts";
import { eraseAgain } from "#server/audit/erasure-log.ts";
import { sealEvents } from "#server/audit/seals.ts";
import { verifySeals } from "#server/audit/verify-seals.ts";

let testApp: TestApp;
let manager: Client;
let chief: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  manager = await testApp.as("FLEET_MANAGER");
  chief = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());

const file = (content: string, name = "Quellenhof.csv") =>
  [
    `--part\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n${content}\r\n--part--\r\n`,
    { "content-type": "multipart/form-data; boundary=part" },
  ] as const;
const versionOf = async (id: string) => Number((await manager.get(`${driversPath}/${id}`)).body.version);
const leave = async (id: string) =>
  saved(
    manager.post(`${driversPath}/${id}/leave`, { version: await versionOf(id) }, { "idempotency-key": `leave-${id}` }),
  );
const erase = async (id: string) =>
  saved(decide(chief, `${driversPath}/${id}/erase`, { version: await versionOf(id) }));
const anImport = async (no: unknown, first: string, last: string) =>
  saved(
    manager.send(
      "POST",
      "/api/imports?entity=driver",
      ...file(
        `Employee number,First name,Last name,Phone\r\n${String(no)},${first},${last},+31 6 1111 2222\r\n`,
        "drivers.csv",
      ),
    ),
  );

const broken = async () => (await verifySeals(testApp.database.owner)).filter((one) => one.broken);

test("once a driver is erased, neither a name nor what was said of them or their papers stands anywhere, and the trail stays whole", async () => {
  const driver = await aDriver(manager, {
    firstName: "Zacharias",
    lastName: "Quellenhof",
    phone: "+31 6 1111 2222",
    email: "zq@quellenhof.example",
    emergencyName: "Ottilie",
    emergencyPhone: "+31 6 1111 3333",
  });
  const licence = await aLicence(testApp, driver.id);
  await saved(manager.post(`${driversPath}/${driver.id}/activate`, { version: await versionOf(driver.id) }));
  await saved(manager.send("POST", `/api/files?entity=driver&entityId=${driver.id}`, ...file("a,b")));
  const adr = await aDocument(manager, await typeCalled(manager, "ADR"), driver.id, { expiresOn: dayIn(5) });
  await verified(chief, adr.id);
  await runTask(testApp, "remind-of-document", { documentId: adr.id, days: 7 });
  await untilDone(testApp);
  const gone = await aDocument(manager, await typeCalled(manager, "MEDICAL"), driver.id, { expiresOn: dayIn(300) });
  await saved(chief.post(`${documentsPath}/${gone.id}/reject`, { version: gone.version, reason: "forged by Q." }));
  const [paper] = await asSuper<{ version: number }>(testApp, "select version from papers where id = $1", [gone.id]);
  expect((await manager.remove(`${documentsPath}/${gone.id}?version=${paper?.version}`)).status).toBeLessThan(300);
  const changed = await saved(
    manager.put(`${licencesPath}/${licence.id}`, {
      ...licenceBody(driver.id, { number: null }),
      classes: [{ class: "B", expiresOn: dayIn(900), restrictions: "insulin pump" }],
      version: licence.version,
    }),
  );
  await saved(
    chief.post(`${licencesPath}/${licence.id}/reject`, { version: changed.version, reason: "his card is forged" }),
  );
  await saved(
    manager.post(`${driversPath}/${driver.id}/suspend`, {
      version: await versionOf(driver.id),
      reason: "alcohol test 1.4",
    }),
  );
  await anImport(driver["employeeNo"], "Zacharias", "Quellenhof");
  await leave(driver.id);
  await sealEvents(testApp.database.owner);
  const words = [
    "quellenhof",
    "zacharias",
    "1111 2222",
    "ottilie",
    "1111 3333",
    "alcohol test",
    "card is forged",
    "forged by",
    "insulin pump",
  ];
  expect((await tracesIn(testApp, words)).length).toBeGreaterThan(4);
  await erase(driver.id);
  await untilDone(testApp);
  expect(await tracesIn(testApp, words)).toEqual([]);
  const { items } = (await manager.get(`${driversPath}/${driver.id}/history`)).body;
  expect(items[0]).toMatchObject({ step: "erased" });
  expect(items.map(({ reason, note }) => reason ?? note).filter((said) => said !== null)).toEqual([]);
  expect(await broken(), "what was sealed before").toEqual([]);
  await sealEvents(testApp.database.owner);
  expect(await broken(), "and the erasure itself").toEqual([]);
});

test("once a driver is erased, nothing is left of what they were called before, nor of a phone that they had", async () => {
  const before = { firstName: "Aurelio", lastName: "Vecchiobosco", phone: "+31 6 2222 3333" };
  const driver = await aDriver(manager, before);
  await aTrip(testApp, { notes: "Aurelio Vecchiobosco rides in the cab, his number +31 6 2222 3333", steps: [] });
  const body = driverBody({ ...before, employeeNo: driver["employeeNo"], lastName: "Neu", phone: "+31 6 4444 5555" });
  await saved(manager.put(`${driversPath}/${driver.id}`, { ...body, version: await versionOf(driver.id) }));
  const kept = () => tracesIn(testApp, ["vecchiobosco", "2222 3333", "aurelio"]);
  expect((await kept()).toSorted()).toEqual(["public.drivers", "public.former_driver_words", "public.trips"]);
  await leave(driver.id);
  await erase(driver.id);
  await untilDone(testApp);
  expect(await kept()).toEqual([]);
});

test("once a driver is erased, nothing is left of why they paused, took over or were relieved", async () => {
  const { driver, client } = await aDriverAtWork(testApp, { lastName: "Oudekamp" });
  await aLicence(testApp, driver.id);
  await saved(manager.post(`${driversPath}/${driver.id}/activate`, { version: await versionOf(driver.id) }));
  const [first, last] = [await anActiveDriver(testApp), await anActiveDriver(testApp)];
  const trip = await aTrip(testApp, { from: 0.1, hours: 6, driverId: first.id, steps: ["plan", "dispatch"] });
  const step = (name: string, body: object, as = chief) => saved(as.post(`${tripsPath}/${trip.id}/${name}`, body));
  await step("start", { at: inHours(-4) });
  await step("pause", { reason: "queue at the gate", at: inHours(-3.5) });
  await step("resume", { at: inHours(-3.4) });
  await step("change-driver", { driverId: driver.id, reason: "slept well", at: inHours(-3) });
  await step("pause", { reason: "migraine again", at: inHours(-2) }, client);
  await step("resume", { at: inHours(-1.5) }, client);
  await step("change-driver", { driverId: last.id, reason: "unable to see", at: inHours(-1) });
  await leave(driver.id);
  const kept = async () => tracesIn(testApp, ["migraine again"]);
  expect(await kept()).toEqual(["public.trip_pauses"]);
  await erase(driver.id);
  await untilDone(testApp);
  expect(await kept()).toEqual([]);
  expect(await saved(chief.get(`${tripsPath}/${trip.id}`))).toMatchObject({
    pauses: [{ reason: "queue at the gate" }, { reason: null }],
    legs: [{ reason: null }, { reason: null }, { reason: null }],
  });
});

test("once a driver is erased, nothing is left of when they were away, where they reported from, and what was said of that", async () => {
  const { driver, client, userId } = await aDriverAtWork(testApp, { lastName: "Zettelkamp" });
  await aLicence(testApp, driver.id);
  await saved(manager.post(`${driversPath}/${driver.id}/activate`, { version: await versionOf(driver.id) }));
  const dispatcher = await testApp.as("DISPATCHER");
  const trip = await aTrip(testApp, { driverId: driver.id, steps: ["plan", "dispatch"] });
  const work = { driver, client, userId };
  const here = { latitude: "51.998877", longitude: "4.112233" };
  const proof = { fileId: null, code: null, signerName: null, ...here };
  const { id: deliveryId } = await aFleetDelivery(testApp);
  // None of it fits: it is kept as it was said, and nowhere else.
  await answered(work, [
    action(trip, new Date().toISOString(), { kind: "pause", reason: "my migraine is back" }),
    action(trip, new Date().toISOString(), {
      kind: "prove_delivery",
      deliveryId,
      type: "note",
      ...proof,
      note: "I have to lie down",
    }),
  ]);
  const { items } = await saved(dispatcher.get(`/api/fleet/driver-actions?tripId=${trip.id}`));
  for (const one of items)
    await saved(
      dispatcher.post(`/api/fleet/driver-actions/${one.id}/settle`, { note: "fit for work again on Monday" }),
    );
  await saved(dispatcher.post(`${tripsPath}/${trip.id}/cancel`, { reason: "nobody to drive it" }));
  const absence = (over: object) =>
    saved(manager.post(absencesPath, { driverId: driver.id, firstDay: dayIn(61), lastDay: dayIn(64), ...over }));
  const { id, version } = await absence({ kind: "leave", notes: "hip operation" });
  await saved(
    manager.put(`${absencesPath}/${id}`, {
      driverId: driver.id,
      kind: "leave",
      firstDay: dayIn(61),
      lastDay: dayIn(67),
      version,
    }),
  );
  const removed = await absence({ kind: "sick", firstDay: dayIn(71), lastDay: dayIn(73) });
  await saved(
    manager.put(`${absencesPath}/${removed.id}`, {
      driverId: driver.id,
      kind: "sick",
      firstDay: dayIn(71),
      lastDay: dayIn(77),
      version: removed.version,
    }),
  );
  expect((await manager.remove(`${absencesPath}/${removed.id}?version=2`)).status).toBeLessThan(300);
  await leave(driver.id);
  const words = ["migraine", "lie down", "fit for work", "51.998877", dayIn(67), dayIn(77)];
  expect(await tracesIn(testApp, words)).toContain("public.driver_actions");
  await erase(driver.id);
  await untilDone(testApp);
  expect(await tracesIn(testApp, words)).toEqual([]);
  expect(
    await asSuper(testApp, "select 1 from bookings where resource_id = $1 and reason = 'leave'", [driver.id]),
  ).toEqual([]);
  await sealEvents(testApp.database.owner);
  expect(await broken()).toEqual([]);
});

test("a phone that other drivers have too stays theirs when one of them is erased", async () => {
  const phone = "+31 6 3333 4444";
  const one = await aDriver(manager, { phone });
  const other = await aDriver(manager, { phone });
  await leave(one.id);
  await erase(one.id);
  expect((await manager.get(`${driversPath}/${other.id}`)).body).toMatchObject({ phone, lastName: "Smit" });
});

test("a backup from before the erasure, restored beside the list, does not bring the driver back, and exports with them are gone", async () => {
  const driver = await aDriver(manager, { firstName: "Quirinus", lastName: "Backfromdead" });
  await aLicence(testApp, driver.id);
  const backup = join(temporaryFolder(), "before.tar.gz");
  await backUp({ databaseUrl: testApp.url, dataDir: testApp.dataDir, file: backup, version: "test" });
  const asked = await saved(chief.post("/api/settings/company-exports"));
  await untilDone(testApp);
  const download = () => chief.get(`/api/settings/company-exports/${asked.id}/download`);
  expect((await download()).status).toBe(200);
  await leave(driver.id);
  await erase(driver.id);
  await untilDone(testApp);
  expect((await download()).status).not.toBe(200);
  expect(existsSync(join(testApp.dataDir, "exports", testApp.companies.a, `${asked.id}.zip`))).toBe(false);
  const target = { ...(await createEmptyDatabase()), dataDir: temporaryFolder() };
  writeFileSync(join(target.dataDir, "erased.jsonl"), readFileSync(join(testApp.dataDir, "erased.jsonl")));
  await restore({ databaseUrl: target.url, dataDir: target.dataDir, file: backup });
  expect((await tracesIn(target, ["Backfromdead"])).length).toBeGreaterThan(0);
  const again = () =>
    eraseAgain({ databaseUrl: target.url, dataDir: target.dataDir, register: modules.personalColumns });
  expect(await again()).toBeGreaterThan(0);
  expect(await tracesIn(target, ["Backfromdead"])).toEqual([]);
  expect(
    await asSuper(target, "select 1 from driver_licences where driver_id = $1", [driver.id]),
    "nor their papers",
  ).toEqual([]);
  expect(await again(), "once").toBe(0);
});

test("who is erased as a user is looked for by what they are called as a driver too, and the preview says that the driver goes", async () => {
  const { driver, userId } = await aDriverAtWork(testApp, {
    firstName: "Quentin",
    lastName: "Zettermann",
    phone: "+31 6 4444 3333",
    email: "qz@private.example",
  });
  await anImport(driver["employeeNo"], "Quentin", "Zettermann");
  await saved(manager.send("POST", `/api/files?entity=driver&entityId=${driver.id}`, ...file("a,q")));
  const adr = await aDocument(manager, await typeCalled(manager, "ADR"), driver.id, { expiresOn: dayIn(5) });
  await verified(chief, adr.id);
  await runTask(testApp, "remind-of-document", { documentId: adr.id, days: 7 });
  await untilDone(testApp);
  await asSuper(testApp, "update users set status = 'deactivated', archived_at = now() where id = $1", [userId]);
  expect((await chief.get(`/api/settings/erasures/preview?userId=${userId}`)).body).toMatchObject({
    drivers: [{ id: driver.id, name: "Quentin Zettermann" }],
    replaced: expect.arrayContaining([{ kind: "name", value: "Quentin Zettermann" }]),
  });
  const words = ["zettermann", "4444 3333", "qz@private"];
  expect((await tracesIn(testApp, words)).length).toBeGreaterThan(3);
  await saved(chief.post("/api/settings/erasures", { userId, name: "Driving Person" }));
  await untilDone(testApp);
  expect(await tracesIn(testApp, words)).toEqual([]);
  expect(readFileSync(join(testApp.dataDir, "erased.jsonl"), "utf8")).toContain(driver.id);
});

test("the account of a driver who was erased may become another driver's", async () => {
  const { driver, userId } = await aDriverAtWork(testApp, { lastName: "Withaccount" });
  await leave(driver.id);
  expect(await erase(driver.id)).toMatchObject({ userId: null, userEmail: null });
  expect((await manager.post(driversPath, driverBody({ userId }))).status).toBe(200);
});

test("nothing more is kept of a driver who was erased, and no papers of one who has left", async () => {
  const attempts = async (driverId: string) => {
    const typeId = await typeCalled(manager, "ADR");
    const answers = [
      await manager.post(licencesPath, licenceBody(driverId)),
      await manager.post(documentsPath, { typeId, driverId, expiresOn: dayIn(3) }),
      await manager.send("POST", `/api/files?entity=driver&entityId=${driverId}`, ...file("a,b")),
    ];
    return answers.map(({ status, body }) => (status === 200 ? 200 : body.code));
  };
  const { id } = await aDriver(manager);
  expect(await attempts(id)).toEqual([200, 200, 200]);
  await leave(id);
  expect(await attempts(id)).toEqual(["driver_left", "driver_left", 200]);
  await erase(id);
  expect(await attempts(id)).toEqual(["driver_erased", "driver_erased", "person_erased"]);
});

test("an account that was removed does not become a driver's", async () => {
  const { driver, userId } = await aDriverAtWork(testApp);
  const { driver: other, userId: closed } = await aDriverAtWork(testApp);
  const unlink = { ...driverBody({ employeeNo: other["employeeNo"] }), userId: null, version: other.version };
  await saved(manager.put(`${driversPath}/${other.id}`, unlink));
  await asSuper(testApp, "update users set status = 'deactivated', archived_at = now() where id = any($1)", [
    [closed, userId],
  ]);
  const put = async (linked: string) =>
    manager.put(`${driversPath}/${driver.id}`, {
      ...driverBody({ employeeNo: driver["employeeNo"], userId: linked }),
      version: await versionOf(driver.id),
    });
  expect((await manager.post(driversPath, driverBody({ userId: closed }))).body.fields).toHaveProperty("userId");
  expect((await put(closed)).body.fields).toHaveProperty("userId");
  expect((await put(userId)).status, "who has it keeps it").toBe(200);
});

test("a record that is removed takes its files along, and its history says so", async () => {
  const { id } = await aDriver(manager);
  const document = await aDocument(manager, await typeCalled(manager, "ADR"), id, { expiresOn: dayIn(30) });
  const files = () => asSuper(testApp, "select 1 from files where entity_id = $1", [document.id]);
  expect((await files()).length).toBeGreaterThan(0);
  const { version } = (await manager.get(`${documentsPath}/${document.id}`)).body;
  expect((await manager.remove(`${documentsPath}/${document.id}?version=${version}`)).status).toBeLessThan(300);
  expect(await files()).toEqual([]);
  const { items } = (await chief.get(`/api/settings/audit?entityId=${document.id}`)).body;
  expect(items[0]).toMatchObject({ step: "removed", note: expect.stringMatching(/^scan-.*\.csv$/) });
});
