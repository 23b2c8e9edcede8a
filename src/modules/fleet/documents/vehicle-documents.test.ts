import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { runTask, untilDone } from "#main/testing/jobs.ts";
import {
  aDocument,
  documentsPath,
  typeCalled,
  typesPath,
  uploadScan,
  verified,
} from "#main/testing/records/documents.ts";
import { aDriver, dayIn } from "#main/testing/records/drivers.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { aVehicle, vehiclesPath } from "#main/testing/records/vehicles.ts";

const holdsPath = "/api/fleet/vehicle-holds";
let testApp: TestApp;
let dispatcher: Client;
let manager: Client;
let inspection: string;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  dispatcher = await testApp.as("DISPATCHER");
  manager = await testApp.as("FLEET_MANAGER");
  inspection = await typeCalled(manager, "INSPECTION");
});
afterAll(() => testApp.close());

const vehicle = (id: string) => saved(manager.get(`${vehiclesPath}/${id}`));
const holdsOf = async (vehicleId: string) => (await saved(manager.get(`${holdsPath}?vehicleId=${vehicleId}`))).items;
const aPaper = async (vehicleId: string, over: object = {}, typeId = inspection) => {
  const { id } = await aDocument(dispatcher, typeId, null, { vehicleId, ...over });
  await verified(manager, id);
  return id;
};
const companyDay = "(now() at time zone (select timezone from companies c where c.id = p.company_id))::date";
const endAt = (id: string, days: number) =>
  asSuper(
    testApp,
    `update papers p set issued_on = null, valid_from = null, expires_on = ${companyDay} + $2::int where id = $1`,
    [id, days],
  );
/** The look of that day which is planned for each document. */
const look = (documentId: string, day = dayIn(-3)) => runTask(testApp, "settle-paper-hold", { documentId, day });
const renew = async (id: string, over: object = {}) => {
  const { renewalId } = await saved(
    dispatcher.post(`${documentsPath}/${id}/renew`, { expiresOn: dayIn(400), ...over }),
  );
  await uploadScan(dispatcher, String(renewalId));
  return String(renewalId);
};
/** A vehicle that is held, as its inspection has ended. */
async function aHeldVehicle() {
  const { id } = await aVehicle(manager);
  const paper = await aPaper(id);
  await endAt(paper, -1);
  await look(paper);
  const [hold] = await holdsOf(id);
  return { id, paper, hold: String(hold?.id) };
}

describe("a document of a vehicle", () => {
  test("names its vehicle and nobody else, and is found by it", async () => {
    const { id: vehicleId, unitNumber } = await aVehicle(manager);
    const { id: driverId } = await aDriver(manager);
    const there = await aVehicle(await testApp.as("FLEET_MANAGER", "b"));
    const add = (body: object) => dispatcher.post(documentsPath, { typeId: inspection, expiresOn: dayIn(9), ...body });
    for (const [body, field] of [
      [{}, "vehicleId"],
      [{ driverId }, "driverId"],
      [{ vehicleId, driverId }, "driverId"],
      [{ vehicleId, typeId: await typeCalled(manager, "LIABILITY") }, "vehicleId"],
      [{ vehicleId, typeId: await typeCalled(manager, "ADR") }, "vehicleId"],
    ] as const)
      expect(await add(body), JSON.stringify(body)).toMatchObject({
        status: 422,
        body: { fields: { [field]: expect.any(String) } },
      });
    expect((await add({ vehicleId: there.id })).status).toBeGreaterThanOrEqual(400);
    const made = await saved(add({ vehicleId }));
    expect(made).toMatchObject({
      subject: "vehicle",
      vehicleName: unitNumber,
      driverName: null,
      isConfidential: false,
    });
    const registration = await saved(
      add({ vehicleId, typeId: await typeCalled(manager, "REGISTRATION"), expiresOn: null }),
    );
    const { items } = await saved(dispatcher.get(`${documentsPath}?vehicleId=${vehicleId}&subject=vehicle`));
    expect(items.map(({ id }) => id)).toEqual([made.id, registration.id]);
    expect((await saved(dispatcher.get(`${documentsPath}?vehicleId=${vehicleId}&subject=driver`))).items).toEqual([]);
    const moved = { ...made, vehicleId: (await aVehicle(manager)).id };
    const { typeId, number, issuer, issuedOn, validFrom, expiresOn, version } = moved as Record<string, unknown>;
    const body = {
      typeId,
      driverId: null,
      vehicleId: moved.vehicleId,
      number,
      issuer,
      issuedOn,
      validFrom,
      expiresOn,
      version,
    };
    expect((await dispatcher.put(`${documentsPath}/${made.id}`, body)).status).toBe(422);
  });

  test("reminds whoever entered it, and says which vehicle it is of", async () => {
    const { id, unitNumber } = await aVehicle(manager);
    const paper = await aPaper(id, { expiresOn: dayIn(10) });
    await runTask(testApp, "remind-of-document", { documentId: paper, days: 14 });
    await untilDone(testApp, "mail-document-reminder");
    const mails = await asSuper<{ recipient: string; subject: string }>(
      testApp,
      "select recipient, subject from mails where entity_id = $1",
      [paper],
    );
    expect(mails).toMatchObject([{ recipient: "dispatcher@alpha.example" }]);
    expect(mails[0]?.subject).toContain(`Roadworthiness inspection of ${String(unitNumber)} ends`);
  });
});

describe("a vehicle whose blocking paper has ended", () => {
  test("is looked at when the day after its last one begins in the company's zone, and again when a renewal begins", async () => {
    const { id } = await aVehicle(manager);
    const zone = (name: string) =>
      asSuper(testApp, "update companies set timezone = $2 where id = $1", [testApp.companies.a, name]);
    const [before] = await asSuper<{ timezone: string }>(testApp, "select timezone from companies where id = $1", [
      testApp.companies.a,
    ]);
    await zone("Pacific/Kiritimati");
    try {
      const paper = await aPaper(id, { validFrom: dayIn(20), expiresOn: dayIn(40) });
      const planned = await asSuper<{ at: string }>(
        testApp,
        `select to_char(run_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at from (
          select run_at from outbox where task = 'settle-paper-hold' and payload ->> 'documentId' = $1
          union all select j.run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
            where t.identifier = 'settle-paper-hold' and j.payload::text like '%' || $1 || '%') planned order by 1`,
        [paper],
      );
      // There the day begins fourteen hours before it does in Greenwich.
      expect(planned.map(({ at }) => at)).toEqual([`${dayIn(19)} 10:00`, `${dayIn(40)} 10:00`]);
    } finally {
      await zone(String(before?.timezone));
    }
  });

  test("may leave on the last day of its paper and is held on the next, once, with the paper named", async () => {
    const { id } = await aVehicle(manager);
    const paper = await aPaper(id);
    await endAt(paper, 0);
    await look(paper);
    expect(await vehicle(id)).toMatchObject({ mayLeave: true, blocks: [] });
    await endAt(paper, -1);
    await look(paper, dayIn(5));
    expect(await vehicle(id), "a look that is planned for later waits").toMatchObject({ mayLeave: true });
    await look(paper);
    await look(paper);
    const { expiresOn } = await saved(manager.get(`${documentsPath}/${paper}`));
    expect(await vehicle(id)).toMatchObject({
      mayLeave: false,
      availability: "held",
      blocks: [
        {
          code: "hold",
          kind: "compliance",
          documentId: paper,
          documentType: "Roadworthiness inspection",
          endedOn: expiresOn,
          by: null,
        },
      ],
    });
    expect(await holdsOf(id)).toMatchObject([
      { kind: "compliance", documentId: paper, documentEndedOn: expiresOn, openedByName: null, isCauseGone: false },
    ]);
    const { items } = await saved(manager.get(`${vehiclesPath}/${id}/history`));
    expect(items.filter(({ step }) => step === "held")).toMatchObject([
      { reason: "Roadworthiness inspection", changes: { expiresOn: { to: expiresOn } } }, // a day, not a text
    ]);
  });

  test("is held at once where its paper had ended before somebody verified it", async () => {
    const { id: vehicleId } = await aVehicle(manager);
    const { id } = await aDocument(dispatcher, inspection, null, { vehicleId });
    await endAt(id, -3);
    expect(await vehicle(vehicleId)).toMatchObject({ mayLeave: true });
    await verified(manager, id);
    expect(await vehicle(vehicleId)).toMatchObject({ mayLeave: false, blocks: [{ documentId: id }] });
  });

  test("is let go by a renewal that somebody else has verified, and by no other", async () => {
    const { id, paper } = await aHeldVehicle();
    const next = await renew(paper);
    await look(paper);
    expect(await vehicle(id), "it is not verified").toMatchObject({ mayLeave: false });
    const { version } = await saved(dispatcher.get(`${documentsPath}/${next}`));
    expect((await dispatcher.post(`${documentsPath}/${next}/verify`, { version })).status).toBe(403);
    const chief = await testApp.as("COMPANY_ADMIN");
    await uploadScan(chief, next);
    const seen = await saved(chief.get(`${documentsPath}/${next}`));
    expect(await chief.post(`${documentsPath}/${next}/verify`, { version: seen.version })).toMatchObject({
      status: 409,
      body: { code: "own_entry" },
    });
    await verified(manager, next);
    expect(await vehicle(id)).toMatchObject({ mayLeave: true, blocks: [] });
    const [hold] = await holdsOf(id);
    expect(hold).toMatchObject({ closedByName: null, closeReason: expect.not.stringContaining(dayIn(400)) });
    const { items } = await saved(manager.get(`${vehiclesPath}/${id}/history`));
    expect(items[0], "the day is told as one, for each to read in their own language").toMatchObject({
      step: "released",
      reason: hold?.["closeReason"],
      changes: { expiresOn: { to: dayIn(400) } },
    });
    expect(hold?.["closedAt"]).toEqual(expect.any(String));
  });

  test("waits for a renewal that begins later, and is held again when its renewal holds no more or is looked at again", async () => {
    const { id, paper } = await aHeldVehicle();
    const next = await renew(paper, { validFrom: dayIn(3) });
    await verified(manager, next);
    expect(await vehicle(id)).toMatchObject({ mayLeave: false });
    await asSuper(testApp, `update papers p set valid_from = ${companyDay} where id = $1`, [next]);
    await look(next);
    expect(await vehicle(id)).toMatchObject({ mayLeave: true });
    await uploadScan(dispatcher, next);
    expect(await vehicle(id), "another scan").toMatchObject({ mayLeave: false, blocks: [{ documentId: next }] });
    await verified(manager, next);
    expect(await vehicle(id)).toMatchObject({ mayLeave: true });
    const { version } = await saved(manager.get(`${documentsPath}/${next}`));
    await saved(manager.post(`${documentsPath}/${next}/revoke`, { version, reason: "a forgery" }));
    expect(await vehicle(id), "revoked, and not ended").toMatchObject({
      mayLeave: false,
      blocks: [{ documentId: next, endedOn: null }],
    });
  });

  test("is held for its only paper, too, once that is revoked or waits to be looked at again", async () => {
    const { id } = await aVehicle(manager);
    const paper = await aPaper(id, { expiresOn: dayIn(100) });
    expect(await vehicle(id)).toMatchObject({ mayLeave: true });
    const { version } = await saved(manager.get(`${documentsPath}/${paper}`));
    await saved(manager.post(`${documentsPath}/${paper}/revoke`, { version, reason: "a forgery" }));
    expect(await vehicle(id)).toMatchObject({ mayLeave: false, blocks: [{ documentId: paper, endedOn: null }] });
    const { id: other } = await aVehicle(manager);
    const scanned = await aPaper(other, { expiresOn: dayIn(100) });
    await uploadScan(dispatcher, scanned);
    expect(await vehicle(other)).toMatchObject({ mayLeave: false, blocks: [{ documentId: scanned }] });
    await verified(manager, scanned);
    expect(await vehicle(other)).toMatchObject({ mayLeave: true });
  });

  test("is not let go by one person who puts its paper away or removes it", async () => {
    const { id, paper } = await aHeldVehicle();
    const { version } = await saved(dispatcher.get(`${documentsPath}/${paper}`));
    expect(await dispatcher.post(`${documentsPath}/${paper}/archive`)).toMatchObject({
      status: 409,
      body: { code: "document_needed" },
    });
    expect((await dispatcher.remove(`${documentsPath}/${paper}?version=${version}`)).status).toBe(409);
    expect(await vehicle(id)).toMatchObject({ mayLeave: false, blocks: [{ documentId: paper }] });
  });

  test("is not held for a type that blocks nothing, and from the moment on that its type does", async () => {
    const { id } = await aVehicle(manager);
    const typeId = await typeCalled(manager, "TACHO-CHECK");
    const paper = await aPaper(id, {}, typeId);
    await endAt(paper, -10);
    await look(paper);
    expect(await vehicle(id)).toMatchObject({ mayLeave: true });
    const written = ["code", "name", "subject", "requiresExpiry", "remindDays", "isRequired", "isConfidential"];
    const block = async (blocksDispatch: boolean) => {
      const type = (await saved(manager.get(`${typesPath}/${typeId}`))) as Record<string, unknown>;
      const kept = [...written, "renewalMonths", "isActive", "version"].map((key) => [key, type[key]]);
      await saved(manager.put(`${typesPath}/${typeId}`, { ...Object.fromEntries(kept), blocksDispatch }));
      await untilDone(testApp, "settle-holds-of-type");
    };
    await block(true);
    expect(await vehicle(id)).toMatchObject({ mayLeave: false, blocks: [{ documentId: paper }] });
    await block(false);
    expect(await vehicle(id)).toMatchObject({ mayLeave: true, blocks: [] });
  });

  test("which is retired is held for nothing; brought back, it is", async () => {
    const { id } = await aVehicle(manager);
    const paper = await aPaper(id);
    await saved(manager.post(`${vehiclesPath}/${id}/retire`, { reason: "sold" }));
    await endAt(paper, -1);
    await look(paper);
    expect(await holdsOf(id)).toEqual([]);
    await saved(manager.post(`${vehiclesPath}/${id}/reinstate`, { reason: "bought back" }));
    expect(await holdsOf(id)).toMatchObject([{ documentId: paper, closedAt: null }]);
  });
});

describe("a hold for a paper", () => {
  test("is ended by hand with the right to override and a reason, and stays ended", async () => {
    const { id, paper, hold } = await aHeldVehicle();
    const [shown] = (await saved(dispatcher.get(`${holdsPath}?vehicleId=${id}`))).items;
    expect(shown?.["abilities"]).not.toContain("close");
    expect((await decide(dispatcher, `${holdsPath}/${hold}/close`, { reason: "it is fine" })).status).toBe(403);
    expect((await decide(manager, `${holdsPath}/${hold}/close`, {})).status).toBe(422);
    await saved(decide(manager, `${holdsPath}/${hold}/close`, { reason: "to the test station and back" }));
    await look(paper);
    expect(await vehicle(id)).toMatchObject({ mayLeave: true });
    const [after] = await holdsOf(id);
    expect(after).toMatchObject({ closeReason: "to the test station and back", closedByName: expect.any(String) });
  });

  test("is ended without that right once its cause is gone, and not because its paper was put away", async () => {
    const { paper, hold } = await aHeldVehicle();
    await saved(manager.post(`${documentsPath}/${paper}/archive`));
    const close = () => decide(dispatcher, `${holdsPath}/${hold}/close`, { reason: "nothing left of it" });
    expect((await close()).status).toBe(403);
    await asSuper(testApp, "update document_types set is_active = false where id = $1", [inspection]);
    try {
      expect(await saved(dispatcher.get(`${holdsPath}/${hold}`))).toMatchObject({ isCauseGone: true });
      expect((await close()).status).toBe(200);
    } finally {
      await asSuper(testApp, "update document_types set is_active = true where id = $1", [inspection]);
    }
  });
});

test("a type that every vehicle has to have stops those that never had one, and is named", async () => {
  const { id } = await aVehicle(manager);
  const type = {
    code: "STICKER",
    name: "Emission sticker",
    subject: "vehicle",
    blocksDispatch: true,
    isRequired: true,
  };
  const { id: typeId } = await saved(manager.post(typesPath, type));
  try {
    expect(await vehicle(id)).toMatchObject({
      mayLeave: false,
      blocks: [{ code: "document_missing", documentType: "Emission sticker" }],
    });
    const { items } = await saved(manager.get(`${vehiclesPath}?mayLeave=true`));
    expect(items.map((one) => one.id)).not.toContain(id);
    await aPaper(id, {}, typeId);
    expect(await vehicle(id)).toMatchObject({ mayLeave: true, blocks: [] });
  } finally {
    await asSuper(testApp, "update document_types set is_active = false where id = $1", [typeId]);
  }
});
