import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { aDocument, typeCalled, verified } from "#main/testing/records/documents.ts";
import {
  aDriver,
  aDriverAtWork,
  aLicence,
  dayIn,
  driverBody,
  driversPath,
  licenceBody,
  licencesPath,
} from "#main/testing/records/drivers.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip } from "#main/testing/records/trips.ts";
import { drivers } from "./drivers.contract.ts";

conform(drivers, {
  name: "drivers",
  valid: async (n, admin) => {
    const place = { code: `L-${n}-${Date.now()}`, name: "Depot", timezone: "Europe/Amsterdam" };
    const carrier = { code: place.code, name: "Subcontractor", dispatchEmail: "desk@carrier.example" };
    return driverBody({
      employeeNo: `D-${n}`,
      identificationTag: `TAG-${n}`,
      hiredOn: "2024-03-01",
      homeLocationId: (await saved(admin.post("/api/settings/locations", place))).id,
      carrierId: (await saved(admin.post("/api/warehouse/carriers", carrier))).id,
    });
  },
  change: { firstName: "Renamed", employment: "agency" },
  text: "lastName",
  filters: { vehicleId: crypto.randomUUID() },
});

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const manager = () => testApp.as("FLEET_MANAGER");
const step = async (id: string, name: string, body: object = {}) =>
  (await manager()).post(`${driversPath}/${id}/${name}`, body);

describe("a driver", () => {
  test("drives once they have a phone and a licence that somebody else has verified, and not before", async () => {
    const client = await manager();
    const { id, ...created } = await aDriver(client, { phone: null });
    expect(created).toMatchObject({ status: "invited", blockedBy: ["not_active", "no_valid_licence"] });
    expect(await step(id, "activate")).toMatchObject({ status: 409, body: { code: "no_phone" } });
    const read = async () => (await client.get(`${driversPath}/${id}`)).body;
    const { version } = await read();
    await saved(client.put(`${driversPath}/${id}`, { ...driverBody({ employeeNo: "D-phone" }), version }));
    const entered = await saved(client.post(licencesPath, licenceBody(id)));
    expect(await step(id, "activate"), "entered, not verified").toMatchObject({
      status: 409,
      body: { code: "not_licensed" },
    });
    expect((await read())["steps"]).not.toContain("activate");
    const chief = await testApp.as("COMPANY_ADMIN");
    await saved(chief.post(`${licencesPath}/${entered.id}/verify`, { version: entered.version }));
    expect((await read())["steps"]).toContain("activate");
    expect(await step(id, "activate")).toMatchObject({
      status: 200,
      body: { status: "active", blockedBy: [], licenceClasses: ["B", "CE"], licensedUntil: dayIn(400) },
    });
  });

  test("stands in a file with each class and its last day for who sees licences, and without these days for others", async () => {
    const { id } = await aDriver(await manager());
    await aLicence(testApp, id);
    const file = async (as: Client) => (await as.get(`${driversPath}/export.csv?ids=${id}`)).text;
    const ends = `B ${dayIn(900)}, CE ${dayIn(400)}`;
    expect(await file(await manager())).toContain(ends);
    const dispatcher = await testApp.as("DISPATCHER");
    expect(await file(dispatcher)).toContain("B, CE");
    expect(await file(dispatcher)).not.toContain(dayIn(900));
    expect((await saved(dispatcher.get(`${driversPath}/${id}`)))["licenceClassEnds"]).toEqual([]);
  });

  test("who lacks a paper reads which and since when; of a confidential one that is told to who may see those, and nothing to who sees no documents", async () => {
    const client = await manager();
    const { id } = await aDriver(client);
    const chief = await testApp.as("COMPANY_ADMIN");
    const ended = dayIn(-9);
    for (const code of ["TACHO", "MEDICAL"]) {
      const paper = await aDocument(client, await typeCalled(client, code), id, { expiresOn: dayIn(30) });
      await verified(chief, paper.id);
      await asSuper(testApp, "update papers set expires_on = $2 where id = $1", [paper.id, ended]);
    }
    const lacking = async (as: Client) => (await saved(as.get(`${driversPath}/${id}`)))["lacking"];
    const tacho = { documentType: "Tachograph card", endedOn: ended };
    expect(await lacking(client)).toEqual([{ documentType: "Medical certificate", endedOn: ended }, tacho]);
    expect(await lacking(await testApp.as("DISPATCHER"))).toEqual([{ documentType: null, endedOn: null }, tacho]);
    expect(await lacking(await clientWith(testApp, ["CAN_VIEW_DRIVERS"]))).toEqual([]);
  });

  test("is suspended with a reason, and drives again only with a licence that is still valid", async () => {
    const { id } = await aDriver(await manager());
    await aLicence(testApp, id);
    await saved(step(id, "activate"));
    expect(await step(id, "suspend")).toMatchObject({ status: 422, body: { fields: { reason: expect.any(String) } } });
    expect(await step(id, "suspend", { reason: "drove through red" })).toMatchObject({
      status: 200,
      body: { status: "suspended", suspendedReason: "drove through red", blockedBy: ["not_active"] },
    });
    await asSuper(testApp, "update driver_licences set expires_on = current_date - 2 where driver_id = $1", [id]);
    expect(await step(id, "reinstate")).toMatchObject({ status: 409, body: { code: "not_licensed" } });
    await aLicence(testApp, id);
    expect(await step(id, "reinstate")).toMatchObject({
      status: 200,
      body: { status: "active", suspendedReason: null },
    });
  });

  test("keeps a phone while they drive, and leaves also before the day on which they were to begin", async () => {
    const client = await manager();
    const { id } = await aDriver(client);
    await aLicence(testApp, id);
    const active = await saved(step(id, "activate"));
    const without = { ...driverBody({ employeeNo: active["employeeNo"], phone: null }), version: active.version };
    expect(await client.put(`${driversPath}/${id}`, without)).toMatchObject({
      status: 422,
      body: { fields: { phone: expect.any(String) } },
    });
    const { id: later } = await aDriver(client, { hiredOn: dayIn(40) });
    expect(await step(later, "leave")).toMatchObject({ status: 200, body: { status: "left", leftOn: dayIn(40) } });
  });

  test("who is on the road has left nothing yet", async () => {
    const trip = await aTrip(testApp, { steps: ["plan", "dispatch", "start"] });
    expect(await step(String(trip["driverId"]), "leave")).toMatchObject({
      status: 409,
      body: { code: "still_on_trip" },
    });
  });

  test("has left, and their account signs in still until who manages users ends it: the page says so", async () => {
    const { driver, userId } = await aDriverAtWork(testApp);
    const read = async () => saved((await manager()).get(`${driversPath}/${driver.id}`));
    expect(await read()).toMatchObject({ keepsAccount: false });
    await saved(step(driver.id, "leave"));
    expect(await read()).toMatchObject({ status: "left", keepsAccount: true });
    const chief = await testApp.as("COMPANY_ADMIN");
    await saved(chief.post(`/api/auth/users/${userId}/suspend`, { reason: "has left" }));
    expect(await read()).toMatchObject({ keepsAccount: false });
  });

  test("who has left is changed no more, by no form, no step and no import", async () => {
    const client = await manager();
    const { id } = await aDriver(client, { employeeNo: "D-gone" });
    const left = await saved(step(id, "leave"));
    expect(left).toMatchObject({ status: "left", leftOn: expect.any(String), steps: ["comeBack"] });
    expect(await client.put(`${driversPath}/${id}`, { ...driverBody(), version: left.version })).toMatchObject({
      status: 409,
      body: { code: "wrong_state" },
    });
    expect(await step(id, "activate")).toMatchObject({ status: 409, body: { code: "wrong_state" } });
  });

  test("has a number, an account and a tag that no other driver of the company has", async () => {
    const client = await manager();
    const userId = testApp.users.DRIVER;
    await aDriver(client, { employeeNo: "once", userId, identificationTag: "0A1B" });
    for (const [name, again] of [
      ["employeeNo", "ONCE"],
      ["userId", userId],
      ["identificationTag", "0a1b"],
    ] as const)
      expect(await client.post(driversPath, driverBody({ [name]: again })), name).toMatchObject({
        status: 409,
        body: { fields: { [name]: expect.any(String) } },
      });
    const offered = async (query: string) => (await client.get(`${driversPath}/accounts?${query}`)).body.items;
    expect((await offered("limit=200")).map(({ id }) => id)).not.toContain(userId);
    expect(await offered(`ids=${userId}`)).toMatchObject([{ id: userId }]);
  });

  test("is a resource, and so can be booked", async () => {
    const { id } = await aDriver(await manager());
    expect(await asSuper(testApp, "select kind from resources where id = $1", [id])).toEqual([{ kind: "driver" }]);
  });

  test("whose medical examination has run out does not drive, until there is a new one; of another paper nobody asks", async () => {
    const client = await manager();
    const { id } = await aDriver(client);
    await aLicence(testApp, id);
    await saved(step(id, "activate"));
    const qualify = async (code: string, days: number) => {
      const document = await aDocument(client, await typeCalled(client, code), id, { expiresOn: dayIn(days) });
      await verified(await testApp.as("COMPANY_ADMIN"), document.id);
    };
    const blockedBy = async () => (await client.get(`${driversPath}/${id}`)).body["blockedBy"];
    await qualify("FORKLIFT", -5);
    expect(await blockedBy()).toEqual([]);
    await qualify("MEDICAL", -5);
    expect(await blockedBy()).toEqual(["document_missing"]);
    await qualify("MEDICAL", 300);
    expect(await blockedBy()).toEqual([]);
  });

  test("has left by mistake: who administers the fleet takes that back with a reason, and nobody drives before somebody lets them", async () => {
    const client = await manager();
    const { id } = await aDriver(client);
    await aLicence(testApp, id);
    await saved(step(id, "activate"));
    await saved(step(id, "leave"));
    const back = (as: Client) => as.post(`${driversPath}/${id}/come-back`, { reason: "it was a namesake" });
    const clerk = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_DRIVERS", "CAN_EDIT_DRIVERS"]);
    expect((await back(clerk)).status).toBe(403);
    expect((await client.post(`${driversPath}/${id}/come-back`)).status, "without a reason").toBe(422);
    expect(await saved(back(client))).toMatchObject({
      status: "suspended",
      leftOn: null,
      suspendedReason: "it was a namesake",
      blockedBy: ["not_active"],
      licenceClasses: ["B", "CE"],
    });
    const { items } = await saved(client.get(`${driversPath}/${id}/history`));
    expect(items[0]).toMatchObject({ step: "cameBack", reason: "it was a namesake", changes: { papers: 1, trips: 0 } });
    expect(await saved(step(id, "reinstate"))).toMatchObject({ status: "active", blockedBy: [] });
  });

  test("whom to call when something has happened stands on their page, and in no list", async () => {
    const client = await manager();
    const called = { emergencyName: "Maartje", emergencyPhone: "+31 6 1111 3333" };
    const { id } = await aDriver(client, called);
    expect(await saved(client.get(`${driversPath}/${id}`))).toMatchObject(called);
    for (const path of [`${driversPath}?ids=${id}`, `${driversPath}?q=Maartje`])
      expect((await client.get(path)).text, path).not.toMatch(/Maartje|1111 3333/);
  });

  test("a change of what is personal is told without what stood or stands there", async () => {
    const client = await manager();
    const called = { emergencyName: "Wife of theirs", emergencyPhone: "+31 6 1111 3333" };
    const driver = await aDriver(client, { lastName: "Beforehand", phone: "+31 6 1111 2222", ...called });
    await saved(
      client.put(`${driversPath}/${driver.id}`, {
        ...driverBody({ employeeNo: driver["employeeNo"], lastName: "Afterwards", employment: "agency" }),
        version: driver.version,
      }),
    );
    const told = await asSuper<{ changes: unknown }>(
      testApp,
      "select changes from events where entity_id = $1 and step = 'updated'",
      [driver.id],
    );
    expect(told).toMatchObject([
      {
        changes: {
          employment: { from: "employee", to: "agency" },
          lastName: {},
          phone: {},
          emergencyName: {},
          emergencyPhone: {},
        },
      },
    ]);
    expect(JSON.stringify(told)).not.toMatch(/Beforehand|Afterwards|1111 \d|5550 \d|Wife/);
  });
});
