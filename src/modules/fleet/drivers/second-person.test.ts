import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aDocument, documentsPath, typeCalled, uploadScan, verified } from "#main/testing/records/documents.ts";
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
import { saved } from "#main/testing/records/orders.ts";
import { clientWith, sessionOf } from "#main/testing/records/people.ts";

let testApp: TestApp;
let manager: Client;
let chief: Client;
let clerk: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  manager = await testApp.as("FLEET_MANAGER");
  chief = await testApp.as("COMPANY_ADMIN");
  clerk = await clientWith(testApp, [
    "CAN_VIEW",
    "CAN_VIEW_DRIVERS",
    "CAN_VIEW_DRIVER_PAPERS",
    "CAN_EDIT_DRIVER_PAPERS",
    "CAN_VIEW_DOCUMENTS",
    "CAN_EDIT_DOCUMENTS",
    "CAN_VERIFY_DOCUMENTS",
  ]);
});
afterAll(() => testApp.close());

const own = { status: 409, body: { code: "own_entry" } };
const aForgery = async () => {
  const { id: driverId } = await aDriver(manager);
  return saved(clerk.post(licencesPath, licenceBody(driverId, { number: "FORGED-12345" })));
};
const verify = (as: Client, path: string, { id, version }: Body) => as.post(`${path}/${id}/verify`, { version });

describe("a licence", () => {
  test("is verified by nobody who wrote anything of it: not by who entered it, though a colleague saved it since", async () => {
    const licence = await aForgery();
    const body = licenceBody(String(licence["driverId"]), { number: null });
    const put = (over: object) => manager.put(`${licencesPath}/${licence.id}`, { ...body, ...over });
    const unchanged = await saved(put({ version: licence.version }));
    expect(unchanged.version, "nothing was changed").toBe(licence.version);
    expect(await verify(clerk, licencesPath, unchanged)).toMatchObject(own);
    const changed = await saved(put({ issuingAuthority: "RDW Zoetermeer", version: licence.version }));
    expect(await verify(clerk, licencesPath, changed)).toMatchObject(own);
    expect(await verify(manager, licencesPath, changed), "who changed it since").toMatchObject(own);
    expect((await verify(chief, licencesPath, changed)).status).toBe(200);
  });

  test("stays verified when it is saved as it stands, with its number or without", async () => {
    const { id: driverId } = await aDriver(manager);
    const { id, version } = await aLicence(testApp, driverId);
    for (const number of [null, "NL4471990231"])
      expect(
        await saved(manager.put(`${licencesPath}/${id}`, { ...licenceBody(driverId, { number }), version })),
      ).toMatchObject({ status: "verified", version });
  });

  test("that was verified and changed since is verified again by anybody but who changed it", async () => {
    const { id: driverId } = await aDriver(manager);
    const { id, version } = await aLicence(testApp, driverId);
    const body = licenceBody(driverId, { number: null, issuingAuthority: "CBR", version });
    const changed = await saved(clerk.put(`${licencesPath}/${id}`, body));
    expect(await verify(clerk, licencesPath, changed)).toMatchObject(own);
    expect((await verify(manager, licencesPath, changed)).status).toBe(200);
  });

  test("that is not issued yet lets nobody drive", async () => {
    const { id: driverId } = await aDriver(manager);
    await aLicence(testApp, driverId, { issuedOn: dayIn(20) });
    expect(await saved(manager.get(`${driversPath}/${driverId}`))).toMatchObject({
      isLicensed: false,
      licenceClasses: [],
      licensedUntil: null,
    });
    expect((await manager.post(`${driversPath}/${driverId}/activate`)).status).toBe(409);
  });
});

describe("a document", () => {
  test("is verified by nobody who wrote anything of it, and one saved as it stands is not changed", async () => {
    const typeId = await typeCalled(manager, "ADR");
    const { id: driverId } = await aDriver(manager);
    const paper = { typeId, driverId, number: "FORGED", issuer: "X", expiresOn: dayIn(2000) };
    const { id } = await saved(clerk.post(documentsPath, paper));
    await uploadScan(manager, id);
    const before = await saved(manager.get(`${documentsPath}/${id}`));
    const unchanged = await saved(manager.put(`${documentsPath}/${id}`, { ...paper, version: before.version }));
    expect(unchanged.version).toBe(before.version);
    const changed = await saved(
      manager.put(`${documentsPath}/${id}`, { ...paper, issuer: "Y", version: before.version }),
    );
    expect(await verify(clerk, documentsPath, changed)).toMatchObject(own);
    expect((await verify(chief, documentsPath, changed)).status).toBe(200);
  });

  test("that was rejected stays so when it is saved as it stands", async () => {
    const typeId = await typeCalled(manager, "ADR");
    const { id: driverId } = await aDriver(manager);
    const { id, version } = await aDocument(manager, typeId, driverId, { expiresOn: dayIn(90) });
    const no = await saved(chief.post(`${documentsPath}/${id}/reject`, { version, reason: "cannot be read" }));
    const same = { typeId, driverId, number: "P-4471", issuer: "CBR", expiresOn: dayIn(90), version: no.version };
    expect(await saved(manager.put(`${documentsPath}/${id}`, same))).toMatchObject({ status: "rejected" });
  });

  test("whose scan somebody took away is not verified by them", async () => {
    const { id: driverId } = await aDriver(manager);
    const { id } = await aDocument(manager, await typeCalled(manager, "ADR"), driverId);
    await uploadScan(manager, id);
    const { items } = await saved(clerk.get(`/api/files?entity=document&entityId=${id}`));
    const { id: file, version } = items[0] as Body;
    expect((await clerk.remove(`/api/files/${file}?version=${version}`)).status).toBeLessThan(300);
    expect(await verify(clerk, documentsPath, await saved(clerk.get(`${documentsPath}/${id}`)))).toMatchObject(own);
    await verified(chief, id);
  });
});

test("nobody verifies their own papers, whoever has entered them", async () => {
  const { driver, userId, client } = await aDriverAtWork(testApp);
  await asSuper(
    testApp,
    `with role as (insert into roles (company_id, code, name, permissions)
        values ($1, 'VERIFIES', 'Verifies', '{CAN_VERIFY_DOCUMENTS}') returning id)
      insert into user_roles (user_id, role_id, company_id) select $2, id, $1 from role`,
    [testApp.companies.a, userId],
  );
  const licence = await saved(manager.post(licencesPath, licenceBody(driver.id)));
  const document = await aDocument(manager, await typeCalled(manager, "ADR"), driver.id);
  expect(await verify(client, licencesPath, licence)).toMatchObject({ status: 409, body: { code: "own_paper" } });
  expect(await verify(client, documentsPath, document)).toMatchObject({ status: 409, body: { code: "own_paper" } });
});

describe("the account of a driver", () => {
  const planning = ["CAN_VIEW", "CAN_VIEW_DRIVERS", "CAN_EDIT_DRIVERS"];
  const refused = { status: 422, body: { fields: { userId: expect.any(String) } } };

  test("is said by who enters papers or manages users, and is never one's own", async () => {
    const driver = await aDriver(manager, { lastName: "Victim" });
    const body = driverBody({ employeeNo: driver["employeeNo"], lastName: "Victim", version: driver.version });
    const path = `${driversPath}/${driver.id}`;
    const planner = await clientWith(testApp, [...planning, "CAN_DRIVE"]);
    expect(await planner.put(path, { ...body, userId: testApp.users.VIEWER })).toMatchObject(refused);
    expect(await planner.post(driversPath, driverBody({ userId: testApp.users.VIEWER }))).toMatchObject(refused);
    expect(await manager.put(path, { ...body, userId: testApp.users.FLEET_MANAGER })).toMatchObject(refused);
    const after = await saved(manager.put(path, { ...body, userId: testApp.users.VIEWER }));
    const { items } = await saved(manager.get(`${path}/history`));
    expect(items[0], "which one it is stands in the history").toMatchObject({
      changes: { userId: { from: null, to: testApp.users.VIEWER } },
    });
    const kept = { ...body, userId: testApp.users.VIEWER, phone: "+31 6 5550 9999", version: after.version };
    expect((await planner.put(path, kept)).status, "a change of something else").toBe(200);
  });

  test("is not taken from oneself either", async () => {
    const driver = await aDriver(manager, { userId: testApp.users.COMPANY_ADMIN });
    const body = driverBody({ employeeNo: driver["employeeNo"], userId: null, version: driver.version });
    expect(await chief.put(`${driversPath}/${driver.id}`, body)).toMatchObject(refused);
    expect((await manager.put(`${driversPath}/${driver.id}`, body)).status).toBe(200);
  });
});

test("the audit trail tells of confidential documents and of papers those who may see them", async () => {
  const { id: driverId } = await aDriver(manager);
  const closed = await aDocument(manager, await typeCalled(manager, "MEDICAL"), driverId);
  const open = await aDocument(manager, await typeCalled(manager, "ADR"), driverId);
  await saved(
    chief.post(`${documentsPath}/${closed.id}/reject`, { version: closed.version, reason: "unfit to drive" }),
  );
  const licence = await saved(manager.post(licencesPath, licenceBody(driverId)));
  const told = async (client: Client) => {
    const { items } = await saved(client.get("/api/settings/audit?limit=200"));
    return items.map(({ entityId }) => entityId);
  };
  const auditor = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_AUDIT"]);
  const planning = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_AUDIT", "CAN_VIEW_DOCUMENTS"]);
  for (const id of [closed.id, open.id, licence.id]) {
    expect(await told(chief)).toContain(id);
    expect(await told(auditor)).not.toContain(id);
  }
  expect(await told(planning)).toContain(open.id);
  expect(await told(planning)).not.toContain(closed.id);
  const exported = async (client: Client) => (await client.get("/api/settings/audit/export.csv")).text;
  expect(await exported(chief)).toContain("unfit to drive");
  expect(await exported(auditor)).not.toContain("unfit to drive");
});

test("nobody is offered to verify or reject their own paper, nor what they have written, of licences and documents alike", async () => {
  const { driver, userId } = await aDriverAtWork(testApp);
  await asSuper(
    testApp,
    `insert into user_roles (user_id, role_id, company_id)
      select $1, r.id, r.company_id from roles r where r.company_id = $2 and r.code = 'FLEET_MANAGER'`,
    [userId, testApp.companies.a],
  );
  const theirs = await sessionOf(testApp, userId);
  const licence = await saved(manager.post(licencesPath, licenceBody(driver.id)));
  const document = await aDocument(manager, await typeCalled(manager, "ADR"), driver.id);
  for (const [path, { id }] of [
    [licencesPath, licence],
    [documentsPath, document],
  ] as const) {
    const offered = async (as: Client) => (await saved(as.get(`${path}/${id}`)))["steps"];
    const steps = ["verify", "reject"];
    expect(await offered(theirs), "whose it is").not.toEqual(expect.arrayContaining(steps));
    expect(await offered(manager), "who entered it").not.toEqual(expect.arrayContaining(steps));
    expect(await offered(chief)).toEqual(expect.arrayContaining(steps));
    const { version } = await saved(theirs.get(`${path}/${id}`));
    for (const [step, body] of [
      ["verify", {}],
      ["reject", { reason: "not mine" }],
    ] as const)
      expect(await theirs.post(`${path}/${id}/${step}`, { version, ...body })).toMatchObject({
        status: 409,
        body: { code: "own_paper" },
      });
  }
});
