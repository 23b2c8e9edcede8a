import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { aDocument, documentsPath, typeCalled, uploadScan, verified } from "#main/testing/records/documents.ts";
import { aDriver, aDriverAtWork, aLicence, dayIn, driversPath } from "#main/testing/records/drivers.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { saved } from "#main/testing/records/orders.ts";
import { documents } from "./documents.contract.ts";

const unknown = "0190a000-0000-7000-8000-000000000000";
conform(documents, {
  name: "documents",
  valid: async (n, admin) => ({
    typeId: await typeCalled(admin, "ADR"),
    driverId: (await aDriver(admin)).id,
    number: `P-${n}`,
    issuer: "CBR",
    expiresOn: dayIn(300),
  }),
  change: { issuer: "TÜV", expiresOn: dayIn(310) },
  text: "issuer",
  filters: { vehicleId: unknown, assetId: unknown, tripId: unknown, deliveryId: unknown },
  table: "papers",
  bodies: { renew: { expiresOn: dayIn(600) } },
  statements: { create: 5, because: "what it is about follows from its type" },
});

let testApp: TestApp;
let dispatcher: Client;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
  manager = await testApp.as("FLEET_MANAGER");
});
afterAll(() => testApp.close());

const read = async (id: string) => saved(manager.get(`${documentsPath}/${id}`));
const renew = (id: string, over: object = {}) =>
  dispatcher.post(`${documentsPath}/${id}/renew`, { expiresOn: dayIn(700), ...over });

/** A driver who may drive but for documents. */
async function drivingDriver(): Promise<string> {
  const { id } = await aDriver(manager);
  await aLicence(testApp, id);
  await saved(manager.post(`${driversPath}/${id}/activate`));
  return id;
}
const blockedBy = async (driverId: string) => (await saved(manager.get(`${driversPath}/${driverId}`)))["blockedBy"];

describe("a document", () => {
  test("is verified by somebody else than who entered it and than who uploaded it, and not without a scan", async () => {
    const typeId = await typeCalled(manager, "ADR");
    const { id: driverId } = await aDriver(manager);
    const bare = await saved(dispatcher.post(documentsPath, { typeId, driverId, expiresOn: dayIn(90) }));
    const verify = (as: Client, one: { id: string; version: number }) =>
      as.post(`${documentsPath}/${one.id}/verify`, { version: one.version });
    expect(await verify(manager, bare)).toMatchObject({ status: 409, body: { code: "no_file" } });
    await uploadScan(manager, bare.id);
    expect(await verify(manager, await read(bare.id)), "it is their scan").toMatchObject({
      body: { code: "own_entry" },
    });
    const entered = await saved(manager.post(documentsPath, { typeId, driverId, expiresOn: dayIn(90) }));
    await uploadScan(dispatcher, entered.id);
    expect(await verify(manager, await read(entered.id)), "it is their entry").toMatchObject({
      status: 409,
      body: { code: "own_entry" },
    });
    const own = await aDocument(manager, typeId, driverId);
    expect(await verify(manager, own)).toMatchObject({ status: 409, body: { code: "own_entry" } });
    expect((await verify(dispatcher, own)).status).toBe(403);
    const chief = await testApp.as("COMPANY_ADMIN");
    expect(await verify(chief, own)).toMatchObject({
      status: 200,
      body: { status: "verified", decidedByName: "company_admin Alpha", validity: "expiring" },
    });
  });

  test("that waits for a check says how many people may verify it, to who enters or verifies documents", async () => {
    const theirs = await aDriverAtWork(testApp);
    const driverId = theirs.driver.id;
    const count = async (id: string, as = manager) => (await saved(as.get(`${documentsPath}/${id}`)))["checkerCount"];
    const body = { typeId: await typeCalled(manager, "ADR"), driverId, expiresOn: dayIn(90) };
    const { id } = await saved(dispatcher.post(documentsPath, body));
    const many = Number(await count(id));
    expect(many).toBeGreaterThan(1);
    expect(await count(id, dispatcher)).toBe(many);
    await uploadScan(manager, id);
    expect(await count(id), "who uploaded it is none of them").toBe(many - 1);
    expect(await count(id, theirs.client), "whose paper it is").toBeNull();
    await verified(await testApp.as("COMPANY_ADMIN"), id);
    expect(await count(id)).toBeNull();
  });

  test("with the number and the type of somebody else's says whose that is, to who enters documents and may see it", async () => {
    const twin = async (code: string, number: string, lastName: string) => {
      const { id: driverId } = await aDriver(manager, { lastName });
      const body = { typeId: await typeCalled(manager, code), driverId, number, expiresOn: dayIn(90) };
      return saved(manager.post(documentsPath, body));
    };
    const told = async (id: string, as: Client) => (await saved(as.get(`${documentsPath}/${id}`)))["sameNumberOf"];
    const first = await twin("ADR", "TWIN-1", "One");
    expect(first["sameNumberOf"]).toBeNull();
    const second = await twin("ADR", "twin-1", "Two");
    expect(second["sameNumberOf"], "it is told when it is saved").toBe("Jan One");
    expect(await told(first.id, dispatcher)).toBe("Jan Two");
    expect((await twin("FORKLIFT", "TWIN-1", "Three"))["sameNumberOf"], "of another type").toBeNull();
    const viewer = await clientWith(testApp, ["CAN_VIEW_DOCUMENTS"]);
    expect(await told(first.id, viewer)).toBeNull();
    const { id: driverId } = await aDriver(manager);
    const both = { typeId: await typeCalled(manager, "ADR"), driverId, number: "TWIN-3", expiresOn: dayIn(90) };
    await saved(manager.post(documentsPath, both));
    expect(await saved(manager.post(documentsPath, both)), "both are the same driver's").toMatchObject({
      sameNumberOf: null,
    });

    await twin("MEDICAL", "TWIN-2", "Four");
    const { id } = await twin("MEDICAL", "TWIN-2", "Five");
    expect(await told(id, manager)).toBe("Jan Four");
    const theirs = await aDriverAtWork(testApp);
    const own = { typeId: await typeCalled(manager, "MEDICAL"), driverId: theirs.driver.id, number: "TWIN-2" };
    const { id: ownId } = await saved(manager.post(documentsPath, { ...own, expiresOn: dayIn(90) }));
    expect(await told(ownId, theirs.client)).toBeNull();
  });

  test("whose scan is changed after it was verified waits to be looked at again", async () => {
    const document = await aDocument(dispatcher, await typeCalled(manager, "ADR"), (await aDriver(manager)).id);
    const before = await verified(manager, document.id);
    await uploadScan(dispatcher, document.id);
    const after = await read(document.id);
    expect(after).toMatchObject({ status: "pending", decidedByName: null });
    expect(after.version, "whoever has seen the one before verifies nothing").toBeGreaterThan(before.version);
    const { items } = await saved(manager.get(`${documentsPath}/${document.id}/history`));
    expect(items.map(({ step }) => step)).toContain("reopened");
  });

  test("fits its type: whose it is, and that it ends", async () => {
    const { id: driverId } = await aDriver(manager);
    const [ofDriver, ofCompany] = [await typeCalled(manager, "ADR"), await typeCalled(manager, "LIABILITY")];
    const add = (body: object) => dispatcher.post(documentsPath, body);
    for (const [body, field] of [
      [{ typeId: ofDriver, expiresOn: dayIn(9) }, "driverId"],
      [{ typeId: ofCompany, driverId, expiresOn: dayIn(9) }, "driverId"],
      [{ typeId: ofDriver, driverId }, "expiresOn"],
      [{ typeId: ofDriver, driverId, issuedOn: dayIn(10), expiresOn: dayIn(9) }, "expiresOn"],
      [{ typeId: ofDriver, driverId, issuedOn: dayIn(5), validFrom: dayIn(4), expiresOn: dayIn(9) }, "validFrom"],
    ] as const)
      expect(await add(body), JSON.stringify(body)).toMatchObject({
        status: 422,
        body: { fields: { [field]: expect.any(String) } },
      });
    expect((await add({ typeId: ofCompany, expiresOn: dayIn(9) })).status).toBe(200);
  });

  test("says how it stands by its days, of which both count, and the list is by what ends next", async () => {
    const typeId = await typeCalled(manager, "CODE95");
    const { id: driverId } = await aDriver(manager);
    const at = async (validFrom: string | null, expiresOn: string) =>
      (await aDocument(dispatcher, typeId, driverId, { validFrom, expiresOn })).id;
    const ids = [
      await at(null, dayIn(-2)),
      await at(null, dayIn(2)),
      await at(null, dayIn(59)),
      await at(null, dayIn(200)),
      await at(dayIn(3), dayIn(300)),
    ];
    const { items } = await saved(manager.get(`${documentsPath}?driverId=${driverId}`));
    expect(items.map(({ id }) => id)).toEqual(ids);
    expect(items.map(({ validity }) => validity)).toEqual([
      "expired",
      "expiring",
      "expiring",
      "valid",
      "not_yet_valid",
    ]);
    const ended = await saved(manager.get(`${documentsPath}?driverId=${driverId}&validity=expired,not_yet_valid`));
    expect(ended.items.map(({ id }) => id)).toEqual([ids[0], ids[4]]);
  });
});

describe("a renewal", () => {
  test("takes the place of the one before it on its own first day, once somebody else has verified it", async () => {
    const typeId = await typeCalled(manager, "CODE95");
    const driverId = await drivingDriver();
    const old = await aDocument(dispatcher, typeId, driverId, { expiresOn: dayIn(20) });
    expect(await renew(old.id)).toMatchObject({ status: 409, body: { code: "wrong_state" } });
    await verified(manager, old.id);
    const { renewalId } = await saved(renew(old.id, { validFrom: dayIn(10) }));
    const next = String(renewalId);
    expect(await read(next)).toMatchObject({ supersedesId: old.id, typeId, driverId, status: "pending" });
    expect(await renew(old.id)).toMatchObject({ status: 409, body: { code: "renewed_already" } });
    await uploadScan(dispatcher, next);
    await verified(manager, next);
    expect(await read(old.id), "until the first day of the other").toMatchObject({ validity: "expiring" });
    await asSuper(testApp, "update papers set valid_from = current_date - 1 where id = $1", [next]);
    expect(await read(old.id)).toMatchObject({ status: "verified", validity: "superseded" });
    expect(await read(next)).toMatchObject({ validity: "valid" });
  });

  test("that was rejected lets another one be entered", async () => {
    const old = await aDocument(dispatcher, await typeCalled(manager, "ADR"), (await aDriver(manager)).id);
    await verified(manager, old.id);
    const { renewalId } = await saved(renew(old.id));
    const { version } = await read(String(renewalId));
    await saved(manager.post(`${documentsPath}/${String(renewalId)}/reject`, { version, reason: "cannot be read" }));
    expect(await read(old.id)).toMatchObject({ renewalId: null });
    expect((await renew(old.id)).status).toBe(200);
  });
});

describe("a blocking document", () => {
  test("that has ended stops its driver; an unverified renewal does not help, a verified one does, one of later not yet", async () => {
    const typeId = await typeCalled(manager, "TACHO");
    const driverId = await drivingDriver();
    expect(await blockedBy(driverId), "who never had one does not need one").toEqual([]);
    const old = await aDocument(dispatcher, typeId, driverId, { expiresOn: dayIn(30) });
    expect(await blockedBy(driverId), "it is not verified yet").toEqual(["document_missing"]);
    await verified(manager, old.id);
    expect(await blockedBy(driverId)).toEqual([]);
    await asSuper(testApp, "update papers set expires_on = current_date - 2 where id = $1", [old.id]);
    expect(await blockedBy(driverId)).toEqual(["document_missing"]);
    const { renewalId } = await saved(renew(old.id, { validFrom: dayIn(5) }));
    await uploadScan(dispatcher, String(renewalId));
    expect(await blockedBy(driverId)).toEqual(["document_missing"]);
    await verified(manager, String(renewalId));
    expect(await blockedBy(driverId), "it begins in five days").toEqual(["document_missing"]);
    await asSuper(testApp, "update papers set valid_from = current_date - 1 where id = $1", [renewalId]);
    expect(await blockedBy(driverId)).toEqual([]);
  });

  test("of a type that does not block stops nobody, and a required one stops who never had it", async () => {
    const driverId = await drivingDriver();
    await aDocument(dispatcher, await typeCalled(manager, "ADR"), driverId, { expiresOn: dayIn(-5) });
    expect(await blockedBy(driverId)).toEqual([]);
    const type = { code: "SITE", name: "Site pass", subject: "driver", blocksDispatch: true, isRequired: true };
    const { id } = await saved(manager.post("/api/fleet/document-types", type));
    expect(await blockedBy(driverId)).toEqual(["document_missing"]);
    await asSuper(testApp, "update document_types set is_active = false where id = $1", [id]);
    expect(await blockedBy(driverId)).toEqual([]);
  });
});
