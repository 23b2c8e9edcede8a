import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aDriver, aDriverAtWork, aLicence, driversPath, licencesPath } from "#main/testing/records/drivers.ts";
import { aDocument, documentsPath, typeCalled } from "#main/testing/records/documents.ts";
import { follow } from "#main/testing/live.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { saved } from "#main/testing/records/orders.ts";

interface Known {
  readonly driver: string;
  readonly licence: string;
  readonly document: string;
  readonly file: string;
}

let testApp: TestApp;
let me: Known;
let other: Known;
let client: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  const work = await aDriverAtWork(testApp, { lastName: "Mine" });
  client = work.client;
  me = await papersOf(work.driver.id);
  other = await papersOf((await aDriverAtWork(testApp, { lastName: "Theirs" })).driver.id);
});
afterAll(() => testApp.close());
const manager = () => testApp.as("FLEET_MANAGER");

async function papersOf(driver: string): Promise<Known> {
  const licence = await aLicence(testApp, driver);
  const document = await aDocument(await manager(), await typeCalled(await manager(), "MEDICAL"), driver);
  const file = await saved(upload(await manager(), driver));
  return { driver, licence: licence.id, document: document.id, file: file.id };
}

const upload = (as: Client, driver: string) =>
  as.send(
    "POST",
    `/api/files?entity=driver&entityId=${driver}`,
    `--part\r\nContent-Disposition: form-data; name="file"; filename="card.csv"\r\nContent-Type: text/csv\r\n\r\na,b\r\n1,2\r\n\r\n--part--\r\n`,
    { "content-type": "multipart/form-data; boundary=part" },
  );

const readings = ({ driver, licence, document, file }: Known): string[] => [
  `${driversPath}/${driver}`,
  `${driversPath}/${driver}/history`,
  `${licencesPath}/${licence}`,
  `${licencesPath}/${licence}/history`,
  `${documentsPath}/${document}`,
  `${documentsPath}/${document}/history`,
  `/api/files?entity=driver&entityId=${driver}`,
  `/api/files/${file}`,
  `/api/documents?entity=driver&entityId=${driver}`,
  `/api/documents/${file}`,
];

test("a driver reads their own record, papers, files and history, and of another driver's nothing is there", async () => {
  for (const path of readings(me)) expect((await client.get(path)).status, path).toBe(200);
  for (const path of readings(other)) expect((await client.get(path)).status, path).toBe(404);
  expect((await client.post(`${licencesPath}/${me.licence}/number`)).status).toBe(200);
  expect((await client.post(`${licencesPath}/${other.licence}/number`)).status).toBe(404);
});

test("a driver's lists, searches, filters and exports hold what is theirs", async () => {
  for (const [path, own] of [
    [driversPath, me.driver],
    [licencesPath, me.licence],
    [documentsPath, me.document],
  ] as const) {
    const queries = [
      "",
      "?archived=with",
      `?ids=${Object.values(other).join()}`,
      ...(path === driversPath ? ["?q=theirs"] : [`?driverId=${other.driver}`]),
    ];
    for (const query of queries) {
      const list = await client.get(`${path}${query}`);
      expect(list.status, list.text).toBe(200);
      const isNarrowed = query !== "" && query !== "?archived=with";
      expect(
        list.body.items.map(({ id }) => id),
        `${path}${query}`,
      ).toEqual(isNarrowed ? [] : [own]);
      expect(list.body["total"]).toEqual({ count: isNarrowed ? 0 : 1, more: false });
      const { text } = await client.get(`${path}/export.csv${query}`);
      for (const id of Object.values(other)) expect(text).not.toContain(id);
    }
  }
});

test("a driver writes nothing: not about others, and not about themselves", async () => {
  for (const { driver, licence, file } of [me, other]) {
    expect((await client.post(`${driversPath}/${driver}/activate`)).status).toBe(403);
    expect((await client.post(`${licencesPath}/${licence}/verify`, { version: 1 })).status).toBe(403);
    expect((await upload(client, driver)).status).toBe(403);
    expect((await client.remove(`/api/files/${file}?version=1`)).status).toBe(driver === me.driver ? 403 : 404);
  }
});

test("a driver hears of their own record as it changes, and of no other's", async () => {
  const live = await startTestApp();
  try {
    await live.app.listen({ host: "127.0.0.1", port: 0 });
    const address = `http://127.0.0.1:${(live.app.server.address() as AddressInfo).port}`; // it listens on a port
    const mine = await aDriverAtWork(live);
    const theirs = await aDriverAtWork(live);
    const stream = await follow(address, mine.client);
    const boss = await follow(address, await live.as("FLEET_MANAGER"));
    const theirLicence = await aLicence(live, theirs.driver.id);
    const myLicence = await aLicence(live, mine.driver.id);
    const chief = await live.as("FLEET_MANAGER");
    await saved(chief.post(`${driversPath}/${theirs.driver.id}/activate`));
    await saved(chief.post(`${driversPath}/${mine.driver.id}/activate`));
    await expect.poll(stream.changes).toContain(`driver ${mine.driver.id}`);
    expect(stream.changes()).toContain(`driver-licence ${myLicence.id}`);
    expect(stream.changes().join()).not.toContain(theirs.driver.id);
    expect(stream.changes().join()).not.toContain(theirLicence.id);
    await expect.poll(boss.changes).toContain(`driver ${theirs.driver.id}`);
    const again = await follow(address, mine.client, { "last-event-id": stream.told[0]?.id ?? "" });
    await expect.poll(again.changes).toContain(`driver ${mine.driver.id}`);
    expect(again.changes().join()).not.toContain(theirs.driver.id);
    for (const one of [stream, boss, again]) one.close();
  } finally {
    await live.close();
  }
});

test("somebody who plans and drives sees all drivers, and still no papers but their own", async () => {
  const both = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_DRIVERS", "CAN_DRIVE"]);
  expect((await both.get(`${driversPath}/${other.driver}`)).status).toBe(200);
  for (const path of readings(other).slice(2)) expect((await both.get(path)).status, path).toBe(404);
  expect((await both.get(licencesPath)).body.items).toEqual([]);
});

test("who drives for the company and has no driver's record sees none", async () => {
  const nobody = await testApp.as("DRIVER");
  expect((await nobody.get(driversPath)).body).toMatchObject({ items: [], total: { count: 0 } });
  await aDriver(await manager());
  expect((await nobody.get(driversPath)).body.items).toEqual([]);
});

test("who plans sees what a driver may drive and until when, and neither numbers, nor kinds of papers, nor files", async () => {
  const planner = await testApp.as("DISPATCHER");
  const { body } = await planner.get(`${driversPath}/${other.driver}`);
  expect(body).toMatchObject({ licenceClasses: ["B", "CE"], licensedUntil: expect.any(String) });
  const named = [documentsPath, `/api/files/${other.file}`, `/api/documents/${other.file}`];
  for (const path of readings(other).slice(2))
    expect((await planner.get(path)).status, path).toBe(named.some((start) => path.startsWith(start)) ? 404 : 403);
});
