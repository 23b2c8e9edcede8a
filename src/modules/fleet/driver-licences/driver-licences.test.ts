import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { aDriver, aLicence, dayIn, driversPath, licenceBody, licencesPath } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";
import { driverLicences } from "./driver-licences.contract.ts";
import { licencesCover } from "./licence-classes.ts";

conform(driverLicences, {
  name: "driver licences",
  valid: async (_n, admin) => licenceBody((await aDriver(admin)).id) as never, // the classes are of the list
  change: { issuingAuthority: "CBR" },
  text: "issuingAuthority",
});

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const manager = () => testApp.as("FLEET_MANAGER");
const chief = () => testApp.as("COMPANY_ADMIN");
const entered = async (over: object = {}) => {
  const { id } = await aDriver(await manager());
  return saved((await manager()).post(licencesPath, licenceBody(id, over)));
};

describe("the number of a licence", () => {
  test("is sealed: it stands in no reply, no list, no file, no history and no table", async () => {
    const client = await manager();
    const licence = await entered({ number: "SECRET998877" });
    expect(licence).toMatchObject({ numberEnd: "8877" });
    const seen = await Promise.all(
      ["", "/export.csv", `/${licence.id}`, `/${licence.id}/history`].map((rest) =>
        client.get(`${licencesPath}${rest}`),
      ),
    );
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(seen.map(({ text }) => text).join()).not.toContain("SECRET99");
    const [row] = await asSuper<{ row: string; events: string }>(
      testApp,
      `select l::text as row, (select string_agg(e::text, ' ') from events e where e.entity_id = l.id) as events
        from driver_licences l where id = $1`,
      [licence.id],
    );
    expect(`${row?.row} ${row?.events}`).not.toContain("SECRET99");
    expect(row?.row).not.toContain(Buffer.from("SECRET998877").toString("hex"));
  });

  test("is told to who may see papers, one at a time, and that is noted", async () => {
    const { id } = await entered({ number: "SECRET112233" });
    const read = `${licencesPath}/${id}/number`;
    expect((await (await testApp.as("DISPATCHER")).post(read)).status).toBe(403);
    expect((await (await manager()).post(read)).body).toEqual({ number: "SECRET112233" });
    const { items } = (await (await manager()).get(`${licencesPath}/${id}/history`)).body;
    expect(items[0]).toMatchObject({ step: "numberRead", actorName: "fleet_manager Alpha" });
  });

  test("of one driver opens for no other", async () => {
    const [one, other] = [await entered({ number: "SECRET445566" }), await entered()];
    await asSuper(
      testApp,
      "update driver_licences set sealed_number = (select sealed_number from driver_licences where id = $1) where id = $2",
      [one.id, other.id],
    );
    expect((await (await manager()).post(`${licencesPath}/${other.id}/number`)).status).toBe(500);
  });

  test("stays when a change leaves it empty, and is another one when it does not", async () => {
    const client = await manager();
    const before = await entered({ number: "SECRET778899" });
    const body = licenceBody(String(before["driverId"]));
    const number = async () => (await client.post(`${licencesPath}/${before.id}/number`)).body["number"];
    const kept = await saved(
      client.put(`${licencesPath}/${before.id}`, { ...body, number: null, version: before.version }),
    );
    expect(await number()).toBe("SECRET778899");
    await saved(client.put(`${licencesPath}/${before.id}`, { ...body, number: "OTHER0001", version: kept.version }));
    expect(await number()).toBe("OTHER0001");
    expect(await client.post(licencesPath, { ...body, number: null })).toMatchObject({
      status: 422,
      body: { fields: { number: expect.any(String) } },
    });
  });
});

describe("a licence", () => {
  test("is verified by somebody else than who entered it, on the version that they saw", async () => {
    const licence = await entered();
    const verify = `${licencesPath}/${licence.id}/verify`;
    expect(licence["steps"]).toEqual([]);
    expect(await (await manager()).post(verify, { version: licence.version })).toMatchObject({
      status: 409,
      body: { code: "own_entry" },
    });
    expect(await (await chief()).post(verify, { version: licence.version + 1 })).toMatchObject({
      status: 409,
      body: { code: "stale_version" },
    });
    expect(await (await chief()).post(verify, { version: licence.version })).toMatchObject({
      status: 200,
      body: { status: "verified", decidedByName: "company_admin Alpha" },
    });
  });

  test("counts no more once it is changed, until somebody else has looked at it again", async () => {
    const { id: driverId } = await aDriver(await manager());
    const licence = await aLicence(testApp, driverId);
    const classes = async () => (await (await manager()).get(`${driversPath}/${driverId}`)).body["licenceClasses"];
    expect(await classes()).toEqual(["B", "CE"]);
    const changed = await saved(
      (await chief()).put(`${licencesPath}/${licence.id}`, {
        ...licenceBody(driverId, { number: null, classes: [{ class: "DE", expiresOn: dayIn(300) }] }),
        version: licence.version,
      }),
    );
    expect(changed).toMatchObject({ status: "pending", decidedByName: null, enteredByName: "fleet_manager Alpha" });
    expect(await classes()).toEqual([]);
    const verify = async (as: "FLEET_MANAGER" | "COMPANY_ADMIN") =>
      (await testApp.as(as)).post(`${licencesPath}/${licence.id}/verify`, { version: changed.version });
    expect(await verify("COMPANY_ADMIN"), "they have entered the change").toMatchObject({
      body: { code: "own_entry" },
    });
    expect((await verify("FLEET_MANAGER")).status).toBe(200);
    expect(await classes()).toEqual(["DE"]);
  });

  test("is rejected with a reason, and counts for nothing", async () => {
    const licence = await entered();
    const reject = `${licencesPath}/${licence.id}/reject`;
    expect(await (await chief()).post(reject, { version: licence.version })).toMatchObject({ status: 422 });
    expect(await (await chief()).post(reject, { version: licence.version, reason: "another name" })).toMatchObject({
      status: 200,
      body: { status: "rejected", rejectReason: "another name" },
    });
  });

  test("has classes that end apart: each counts to its own last day, and none beyond the card's", async () => {
    const { id } = await aDriver(await manager());
    const read = async () => (await (await manager()).get(`${driversPath}/${id}`)).body;
    await aLicence(testApp, id, {
      expiresOn: dayIn(500),
      classes: [
        { class: "B", expiresOn: dayIn(5000) },
        { class: "C", expiresOn: dayIn(-1) },
        { class: "CE", validFrom: dayIn(3), expiresOn: dayIn(300) },
        { class: "C1", expiresOn: dayIn(200) },
      ],
    });
    expect(await read()).toMatchObject({ licenceClasses: ["B", "C1"], licensedUntil: dayIn(200) });
    await aLicence(testApp, id, { classes: [{ class: "C1", expiresOn: dayIn(800) }] });
    expect(await read(), "the renewed class counts").toMatchObject({ licensedUntil: dayIn(500) });
  });

  test("holds no class twice, none without an end, and ends after it begins", async () => {
    const { id } = await aDriver(await manager());
    const add = async (over: object) => (await manager()).post(licencesPath, licenceBody(id, over));
    expect(await add({ classes: [] })).toMatchObject({
      status: 422,
      body: { fields: { classes: expect.any(String) } },
    });
    const twice = { class: "B", expiresOn: dayIn(10) };
    expect((await add({ classes: [twice, twice] })).status).toBe(422);
    expect(await add({ classes: [{ ...twice, validFrom: dayIn(11) }] })).toMatchObject({
      status: 422,
      body: { fields: { "classes.0.expiresOn": expect.any(String) } },
    });
    expect(await add({ issuedOn: dayIn(901) })).toMatchObject({
      status: 422,
      body: { fields: { expiresOn: expect.any(String) } },
    });
  });
});

describe("classes of a licence", () => {
  test.each([
    ["CE", "C1", true],
    ["CE", "C1E", true],
    ["CE", "BE", true],
    ["C", "C1", true],
    ["C", "C1E", false],
    ["C", "CE", false],
    ["C1E", "C", false],
    ["C", "D", false],
    ["DE", "D1", true],
    ["CDL-A", "CDL-C", true],
    ["CDL-C", "CDL-B", false],
  ] as const)("%s for what needs %s: %s", (held, needed, isEnough) => {
    expect(licencesCover([held], needed)).toBe(isEnough);
  });
});
