import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import {
  aDocument,
  documentsPath,
  typeCalled,
  typesPath,
  uploadScan,
  verified,
} from "#main/testing/records/documents.ts";
import { aDriver, aLicence, dayIn, driversPath } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";

let testApp: TestApp;
let dispatcher: Client;
let manager: Client;
let chief: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
  manager = await testApp.as("FLEET_MANAGER");
  chief = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());

/** A driver who may drive but for documents. */
async function drivingDriver(): Promise<string> {
  const { id } = await aDriver(manager);
  await aLicence(testApp, id);
  await saved(manager.post(`${driversPath}/${id}/activate`));
  return id;
}
const blockedBy = async (driverId: string) => (await saved(manager.get(`${driversPath}/${driverId}`)))["blockedBy"];
const versionOf = async (path: string) => (await saved(chief.get(path))).version;
/** A driver with a verified paper of a type without which nobody drives; the manager entered it. */
async function aDriverWithPaper(over: object = {}) {
  const driverId = await drivingDriver();
  const { id } = await aDocument(manager, await typeCalled(manager, "TACHO"), driverId, over);
  await verified(chief, id);
  return { driverId, id, path: `${documentsPath}/${id}` };
}

describe("who once had a blocking paper", () => {
  test("lacks it when it is revoked, until another one is verified", async () => {
    const { driverId, path } = await aDriverWithPaper();
    expect(await blockedBy(driverId)).toEqual([]);
    const version = await versionOf(path);
    await saved(chief.post(`${path}/revoke`, { version, reason: "it was forged" }));
    expect(await blockedBy(driverId)).toEqual(["document_missing"]);
    const another = await aDocument(manager, await typeCalled(manager, "TACHO"), driverId, { expiresOn: dayIn(300) });
    expect(await blockedBy(driverId)).toEqual(["document_missing"]);
    await verified(chief, another.id);
    expect(await blockedBy(driverId)).toEqual([]);
  });

  test("lacks it when it is rejected after another scan", async () => {
    const { driverId, id, path } = await aDriverWithPaper();
    await uploadScan(dispatcher, id);
    const version = await versionOf(path);
    await saved(chief.post(`${path}/reject`, { version, reason: "it was forged" }));
    expect(await blockedBy(driverId)).toEqual(["document_missing"]);
  });

  test("lacks it when it is put away, whoever did that", async () => {
    const { driverId, id, path } = await aDriverWithPaper();
    await asSuper(testApp, "update papers set expires_on = current_date - 2 where id = $1", [id]);
    await saved(chief.post(`${path}/archive`));
    expect(await blockedBy(driverId)).toEqual(["document_missing"]);
  });
});

describe("a document that was verified", () => {
  test("is put away or removed by a second person only, while it is what its driver has", async () => {
    const { driverId, path } = await aDriverWithPaper();
    const version = await versionOf(path);
    for (const one of [dispatcher, manager]) {
      expect(await one.post(`${path}/archive`)).toMatchObject({ status: 409, body: { code: "document_needed" } });
      expect(await one.remove(`${path}?version=${version}`)).toMatchObject({ body: { code: "document_needed" } });
    }
    expect(await blockedBy(driverId)).toEqual([]);
    expect((await chief.remove(`${path}?version=${version}`)).status).toBeLessThan(300);
  });

  test("and revoked since is kept as well, and one that was never verified is not", async () => {
    const { driverId, path } = await aDriverWithPaper();
    await saved(chief.post(`${path}/revoke`, { version: await versionOf(path), reason: "it was forged" }));
    const version = await versionOf(path);
    expect((await manager.remove(`${path}?version=${version}`)).status).toBe(409);
    const typo = await aDocument(dispatcher, await typeCalled(manager, "CODE95"), driverId);
    expect((await dispatcher.remove(`${documentsPath}/${typo.id}?version=${typo.version}`)).status).toBeLessThan(300);
  });

  test("is put away by anybody once another one counts", async () => {
    const { driverId, path } = await aDriverWithPaper();
    const another = await aDocument(manager, await typeCalled(manager, "TACHO"), driverId, { expiresOn: dayIn(300) });
    await verified(chief, another.id);
    expect((await dispatcher.post(`${path}/archive`)).status).toBe(200);
    expect(await blockedBy(driverId)).toEqual([]);
  });
});

describe("a type of documents without which nobody drives", () => {
  const type = (over: object = {}) => ({
    code: "BADGE",
    name: "Badge",
    subject: "driver",
    blocksDispatch: true,
    ...over,
  });

  test("is switched off by who administers the fleet, once there are documents of it", async () => {
    const clerk = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_DOCUMENTS", "CAN_EDIT_DOCUMENT_TYPES"]);
    const { id, version } = await saved(manager.post(typesPath, type()));
    const driverId = await drivingDriver();
    await aDocument(manager, id, driverId, { expiresOn: dayIn(-2) });
    const no = await clerk.post(`${typesPath}/${id}/archive`);
    expect(no).toMatchObject({ status: 409, body: { code: "type_in_use" } });
    expect(no.text, "how many").toContain("1");
    for (const over of [{ isActive: false }, { blocksDispatch: false }])
      expect((await clerk.put(`${typesPath}/${id}`, { ...type(over), version })).status).toBe(409);
    expect(await blockedBy(driverId)).toEqual(["document_missing"]);
    expect((await manager.post(`${typesPath}/${id}/archive`)).status).toBe(200);
  });

  test("takes no new document once it is put away or switched off", async () => {
    const driverId = await drivingDriver();
    const away = await saved(manager.post(typesPath, type({ code: "AWAY", name: "Away" })));
    await saved(manager.post(`${typesPath}/${away.id}/archive`));
    const off = await saved(manager.post(typesPath, type({ code: "OFF", name: "Off", isActive: false })));
    for (const { id: typeId } of [away, off])
      expect(await dispatcher.post(documentsPath, { typeId, driverId, expiresOn: dayIn(9) })).toMatchObject({
        status: 422,
        body: { fields: { typeId: expect.any(String) } },
      });
  });
});

test("a renewal ends after the one that it renews, when it is entered and when it is changed", async () => {
  const { id, path } = await aDriverWithPaper({ expiresOn: dayIn(40) });
  expect(await manager.post(`${path}/renew`, { expiresOn: dayIn(40) })).toMatchObject({
    status: 422,
    body: { fields: { expiresOn: expect.any(String) } },
  });
  const { renewalId } = await saved(manager.post(`${path}/renew`, { expiresOn: dayIn(41) }));
  const { typeId, driverId, version } = await saved(manager.get(`${documentsPath}/${String(renewalId)}`));
  const shorter = { typeId, driverId, expiresOn: dayIn(30), version };
  expect((await manager.put(`${documentsPath}/${String(renewalId)}`, shorter)).status).toBe(422);
  await uploadScan(manager, String(renewalId));
  await verified(chief, String(renewalId));
  await asSuper(testApp, "update papers set expires_on = null where id = $1", [id]);
  await asSuper(testApp, "update papers set valid_from = null, expires_on = current_date - 3 where id = $1", [
    renewalId,
  ]);
  expect(await saved(manager.get(path)), "what has ended takes nobody's place").toMatchObject({ validity: "valid" });
});

describe("a confidential type", () => {
  test("is refused with a sentence to who may not see such documents", async () => {
    const { id: driverId } = await aDriver(manager);
    const typeId = await typeCalled(manager, "MEDICAL");
    expect(await dispatcher.post(documentsPath, { typeId, driverId, expiresOn: dayIn(9) })).toMatchObject({
      status: 422,
      body: { fields: { typeId: expect.any(String) } },
    });
  });

  test("tells who may not see its documents nothing of how they stand", async () => {
    const { id: driverId } = await aDriver(manager);
    const typeId = await typeCalled(manager, "MEDICAL");
    const { id, version } = await aDocument(manager, typeId, driverId);
    const verifier = await clientWith(testApp, [
      "CAN_VIEW",
      "CAN_VIEW_DOCUMENTS",
      "CAN_EDIT_DOCUMENTS",
      "CAN_VERIFY_DOCUMENTS",
    ]);
    const path = `${documentsPath}/${id}`;
    for (const [step, body] of [
      ["verify", { version: 77 }],
      ["reject", { version, reason: "cannot be read" }],
      ["revoke", { version, reason: "cannot be read" }],
      ["renew", { expiresOn: dayIn(90) }],
    ] as const)
      expect((await verifier.post(`${path}/${step}`, body)).status, step).toBe(404);
    const moved = { typeId: await typeCalled(manager, "ADR"), driverId, expiresOn: dayIn(9), version };
    expect((await verifier.put(path, moved)).status).toBe(404);
  });

  test("that becomes so while documents of it are entered leaves none of them open", async () => {
    const { id: driverId } = await aDriver(manager);
    for (const n of [1, 2, 3, 4]) {
      const open = { code: `RACE${n}`, name: `Race ${n}`, subject: "driver" };
      const { id: typeId, version } = await saved(manager.post(typesPath, open));
      const add = () => dispatcher.post(documentsPath, { typeId, driverId, expiresOn: dayIn(9) });
      await Promise.all([
        add(),
        manager.put(`${typesPath}/${typeId}`, { ...open, isConfidential: true, version }),
        add(),
        add(),
      ]);
      const left = await asSuper(
        testApp,
        `select p.id from papers p join document_types k on (k.company_id, k.id) = (p.company_id, p.type_id)
          where k.id = $1 and k.is_confidential and not p.is_confidential`,
        [typeId],
      );
      expect(left).toEqual([]);
    }
  });
});
