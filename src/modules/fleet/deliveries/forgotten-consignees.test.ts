import { writeFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modules } from "#main/modules.ts";
import { createEmptyDatabase } from "#main/testing/database/database.ts";
import { tracesIn } from "#main/testing/database/traces.ts";
import { runTask, untilDone } from "#main/testing/jobs.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { action, answered, dispatchedLongAgo, type Work } from "#main/testing/records/driver-actions.ts";
import {
  aFleetDelivery,
  fleetDeliveriesPath as path,
  fleetDeliveryBody,
  uploadPicture,
  wasOver,
} from "#main/testing/records/fleet-deliveries.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { anActiveDriverAtWork, aTrip, inHours, tripsPath } from "#main/testing/records/trips.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { backUp } from "#ops/backup/backup.ts";
import { restore } from "#ops/backup/restore.ts";
import { eraseAgain } from "#server/audit/erasure-log.ts";
import { sealEvents } from "#server/audit/seals.ts";
import { verifySeals } from "#server/audit/verify-seals.ts";

let testApp: TestApp;
let dispatcher: Client;
let eraser: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true }); // without a mail server: mails are kept, as files
  dispatcher = await testApp.as("DISPATCHER");
  eraser = await clientWith(testApp, ["CAN_ERASE_PEOPLE", "CAN_VIEW_FLEET_DELIVERIES"]);
});
afterAll(() => testApp.close());
const step = (id: string, name: string, body: object = {}) => dispatcher.post(`${path}/${id}/${name}`, body);
const tripStep = (id: string, name: string, body: object = {}) => dispatcher.post(`${tripsPath}/${id}/${name}`, body);
const refused = { status: 409, body: { code: "consignee_forgotten" } };
const noProof = { fileId: null, code: null, signerName: null, note: null, latitude: null, longitude: null };

/** A trip that its driver has been given, with a delivery on it. */
async function givenWith(work: Work, deliveryId: string): Promise<Body> {
  const { id } = await aTrip(testApp, { driverId: work.driver.id, steps: [] });
  await saved(step(deliveryId, "assign", { tripId: id }));
  for (const name of ["plan", "dispatch"]) await saved(tripStep(id, name));
  await dispatchedLongAgo(testApp, id);
  return saved(dispatcher.get(`${tripsPath}/${id}`));
}

/** The words by which one finds somebody who was not there the first time, and got a part of it the second time. */
const words = ["vlasselaer", "555 7788", "zwaluwpad", "zinnia", "ottevanger", "51.987654"];
const theirs = {
  consigneeName: "Quirijn Vlasselaer",
  contactPhone: "+31 76 555 7788",
  consigneeEmail: "qv@vlasselaer.example",
  address: "Zwaluwpad 17, 4811 ZZ Breda",
  latitude: "51.987654",
  longitude: "4.776655",
  pickupAddress: "Weduwe Ottevanger, Molenerf 2, Zundert",
};

/** All that can be said of a consignee, by each who has to do with them. */
async function aLongStory() {
  const work = await anActiveDriverAtWork(testApp);
  const { id, version } = await aFleetDelivery(testApp, { ...theirs, notes: "the key is below the zinnias" });
  await saved(
    dispatcher.put(`${path}/${id}`, { ...fleetDeliveryBody(25, { ...theirs, notes: "ring, says Zinnia" }), version }),
  );
  await saved(dispatcher.post(`${path}/${id}/share`, {}, { "idempotency-key": `share-${id}` }));
  // A trip that never leaves: its stops stay, and no attempt names them.
  const { id: idle } = await aTrip(testApp, { steps: [] });
  await saved(step(id, "assign", { tripId: idle }));
  await saved(tripStep(idle, "cancel", { reason: "no vehicle" }));
  // A stop that fails.
  const first = await givenWith(work, id);
  const stops = first["stops"] as { id: string; name: string | null }[];
  const door = stops.find(({ name }) => name === theirs.consigneeName)?.id ?? "";
  await answered(work, [
    action(first, inHours(-8), { kind: "start" }),
    action(first, inHours(-7), { kind: "arrive", stopId: door, reason: "Vlasselaer asked for it" }),
    action(first, inHours(-6), { kind: "fail_stop", stopId: door, reason: "Vlasselaer was not there" }),
  ]);
  await saved(tripStep(first.id, "abort", { reason: "the road is closed" }));
  await saved(step(id, "try-again"));
  // A part of it is handed over, proved and disputed.
  const second = await givenWith(work, id);
  await saved(step(id, "send-code"));
  await untilDone(testApp);
  const { id: fileId } = await uploadPicture(work.client, id, "vlasselaer.png");
  const lines = (await saved(dispatcher.get(`${path}/${id}`)))["lines"] as unknown as { id: string }[];
  const short = { id: lines[0]?.id ?? "", deliveredQuantity: "1", reason: "Vlasselaer took one bag" };
  const signed = { signerName: "Mia Vlasselaer", latitude: theirs.latitude, longitude: theirs.longitude };
  const at = inHours(-2);
  await answered(work, [
    action(second, inHours(-3), { kind: "start" }),
    action(second, at, { kind: "deliver_partly", deliveryId: id, signerName: "Mia Vlasselaer", lines: [short] }),
    action(second, at, { kind: "prove_delivery", deliveryId: id, type: "signature", ...noProof, ...signed, fileId }),
    action(second, at, {
      kind: "prove_delivery",
      deliveryId: id,
      type: "note",
      ...noProof,
      note: "ask for Vlasselaer",
    }),
    action(second, at, { kind: "fail_stop", stopId: door, reason: "Vlasselaer sent it back" }),
  ]);
  const { items } = await saved(dispatcher.get(`/api/fleet/driver-actions?tripId=${second.id}&status=flagged`));
  expect(items.length).toBeGreaterThan(0);
  for (const one of items)
    await saved(dispatcher.post(`/api/fleet/driver-actions/${one.id}/settle`, { note: "Vlasselaer phoned" }));
  // What a trip's history told of its stops in former versions.
  await asSuper(
    testApp,
    `insert into events (company_id, actor_kind, entity, entity_id, step, changes) values ($1, 'system', 'trip', $2, 'updated', $3)`,
    [testApp.companies.a, second.id, JSON.stringify({ stops: { from: [], to: [{ name: theirs.consigneeName }] } })],
  );
  return { id, work, trip: second, door };
}

const broken = async () => (await verifySeals(testApp.database.owner)).filter((one) => one.broken);

describe("once a consignee is forgotten", () => {
  test("nothing names them in any table or file, whoever wrote it; what was brought when stays, and the trail is whole", async () => {
    const { id, work, trip, door } = await aLongStory();
    await untilDone(testApp);
    await sealEvents(testApp.database.owner);
    const before = await tracesIn(testApp, words);
    for (const table of ["driver_actions", "mails", "links", "idempotency_keys", "trip_stops", "fleet_proofs", "files"])
      expect(before).toContain(`public.${table}`);
    expect(
      before.some((name) => name.endsWith(".eml")),
      "a mail that was kept",
    ).toBe(true);
    await saved(decide(eraser, `${path}/${id}/forget-consignee`));
    await untilDone(testApp);
    expect(await tracesIn(testApp, words)).toEqual([]);
    const visit = { outcome: "failed", reason: "Vlasselaer was not there" };
    expect(await dispatcher.post(`/api/fleet/trip-stops/${door}/record-visit`, visit)).toMatchObject({
      status: 409,
      body: { code: "consignee_forgotten" },
    });
    expect(await broken(), "what was sealed before").toEqual([]);
    await sealEvents(testApp.database.owner);
    expect(await broken(), "and that they were forgotten").toEqual([]);
    expect(await saved(dispatcher.get(`${path}/${id}`))).toMatchObject({
      status: "partly_delivered",
      outcomeAt: expect.any(String),
      attempts: [{ outcome: "partly_delivered" }, { outcome: "failed", reason: null }],
      proofs: [
        { type: "signature", fileId: null },
        { type: "note", note: null },
      ],
    });
    expect((await dispatcher.get(`${path}/${id}/history`)).body.items[0]).toMatchObject({ step: "consigneeForgotten" });

    // A phone that was silent: it is heard, it goes on, and what it says of them is not kept.
    const picture = await work.client
      .send("POST", `/api/files?entity=delivery&entityId=${id}`, ...aFile("vlasselaer-2.csv"))
      .then(({ status, body }) => ({ status, code: body.code }));
    expect(picture).toEqual({ status: 409, code: "person_erased" });
    const late = [
      action(trip, inHours(-1), {
        kind: "prove_delivery",
        deliveryId: id,
        type: "signature",
        ...noProof,
        signerName: "Mia Vlasselaer",
      }),
      action(trip, inHours(-1), { kind: "deliver", deliveryId: id, signerName: "Mia Vlasselaer" }),
    ];
    const heard = await answered(work, late);
    expect(heard).toMatchObject(late.map(() => ({ outcome: "flagged", isApplied: false })));
    expect(await answered(work, late), "and is answered the same again").toEqual(heard);
    await untilDone(testApp);
    expect(await tracesIn(testApp, words)).toEqual([]);

    // Nothing brings the delivery back to where something would be written of them again.
    await saved(dispatcher.post(`${path}/${id}/archive`));
    expect(await step(id, "restore")).toMatchObject(refused);
    const { version } = await saved(dispatcher.get(`${path}/${id}`));
    expect(await dispatcher.put(`${path}/${id}`, { ...fleetDeliveryBody(), version })).toMatchObject(refused);
  });

  test("a backup from before, restored beside the list of erasures, does not bring them back", async () => {
    const { id } = await aFleetDelivery(testApp, { ...theirs, consigneeName: "Notburga Ruckgeholt" });
    await saved(step(id, "cancel", { reason: "ordered twice by Ruckgeholt" }));
    const file = join(temporaryFolder(), "before.tar.gz");
    await backUp({ databaseUrl: testApp.url, dataDir: testApp.dataDir, file, version: "test" });
    await saved(decide(eraser, `${path}/${id}/forget-consignee`));
    await untilDone(testApp);
    expect(await tracesIn(testApp, ["ruckgeholt"])).toEqual([]);
    const target = { ...(await createEmptyDatabase()), dataDir: temporaryFolder() };
    writeFileSync(join(target.dataDir, "erased.jsonl"), readFileSync(join(testApp.dataDir, "erased.jsonl")));
    await restore({ databaseUrl: target.url, dataDir: target.dataDir, file });
    expect(await tracesIn(target, ["ruckgeholt"])).not.toEqual([]);
    const again = () =>
      eraseAgain({ databaseUrl: target.url, dataDir: target.dataDir, register: modules.personalColumns });
    expect(await again()).toBeGreaterThan(0);
    expect(await tracesIn(target, ["ruckgeholt"])).toEqual([]);
    expect(await again(), "once").toBe(0);
  });

  test("so it is when a delivery is removed that was never brought", async () => {
    const delivery = await aFleetDelivery(testApp, {
      consigneeName: "Odilia Weggedaan",
      consigneeEmail: "o@weggedaan.example",
    });
    await saved(step(delivery.id, "share"));
    await untilDone(testApp);
    expect(await tracesIn(testApp, ["weggedaan"])).not.toEqual([]);
    const { version } = await saved(dispatcher.get(`${path}/${delivery.id}`));
    expect((await dispatcher.remove(`${path}/${delivery.id}?version=${version}`)).status).toBe(204);
    expect(await tracesIn(testApp, ["weggedaan"])).toEqual([]);
  });
});

describe("a delivery that nobody ever ends", () => {
  const touched = (id: string, days: number) =>
    asSuper(
      testApp,
      `update fleet_deliveries set updated_at = now() - make_interval(days => $2), created_at = now() - make_interval(days => $2)
        where id = $1`,
      [id, days],
    );
  const forgottenAt = async (id: string) => (await saved(dispatcher.get(`${path}/${id}`)))["forgottenAt"];
  const planned = async (id: string) => {
    const [task] = await asSuper<{ months: number }>(
      testApp,
      `select max(extract(epoch from run_at - now()) / 2629746)::int as months from outbox
        where task = 'forget-consignee' and payload ->> 'deliveryId' = $1`,
      [id],
    );
    return task?.months;
  };

  test("is planned to be forgotten from the start, and is a year after its window and the last touch", async () => {
    const { id } = await aFleetDelivery(testApp, { consigneeName: "Waits Forever" });
    expect(await planned(id)).toBe(12);
    await wasOver(testApp, id, 370);
    await asSuper(testApp, "update fleet_deliveries set outcome_at = null where id = $1", [id]);
    await touched(id, 100);
    await runTask(testApp, "forget-consignee", { deliveryId: id });
    expect(await forgottenAt(id), "somebody has touched it meanwhile").toBeNull();
    await touched(id, 371);
    await runTask(testApp, "forget-consignee", { deliveryId: id });
    expect(await forgottenAt(id)).not.toBeNull();
    expect(await tracesIn(testApp, ["waits forever"])).toEqual([]);
    const { id: tripId } = await aTrip(testApp, { steps: [] });
    expect(await step(id, "assign", { tripId })).toMatchObject(refused);
    expect((await saved(dispatcher.get(`${path}/${id}`)))["abilities"]).not.toContain("edit");
  });

  test("stays known while its trip is on the road", async () => {
    const { id } = await aFleetDelivery(testApp);
    const { id: tripId } = await aTrip(testApp, { steps: [] });
    await saved(step(id, "assign", { tripId }));
    for (const name of ["plan", "dispatch", "start"]) await saved(tripStep(tripId, name));
    await wasOver(testApp, id, 400);
    await asSuper(testApp, "update fleet_deliveries set outcome_at = null where id = $1", [id]);
    await touched(id, 401);
    await runTask(testApp, "forget-consignee", { deliveryId: id });
    expect(await forgottenAt(id)).toBeNull();
  });

  test("has a window within a year, or its consignee would be kept for as long as somebody likes", async () => {
    const far = { windowStart: inHours(24 * 400), windowEnd: inHours(24 * 401) };
    const tooFar = { status: 422, body: { fields: { windowEnd: expect.stringContaining("within a year") } } };
    expect(await dispatcher.post(path, fleetDeliveryBody(25, far))).toMatchObject(tooFar);
    const { id } = await aFleetDelivery(testApp);
    const { id: tripId } = await aTrip(testApp, { steps: [] });
    await saved(step(id, "assign", { tripId }));
    for (const name of ["plan", "dispatch", "start"]) await saved(tripStep(tripId, name));
    await saved(step(id, "fail", { reason: "closed" }));
    expect(await step(id, "try-again", far)).toMatchObject(tooFar);
  });
});

const aFile = (name: string) =>
  [
    `--part\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\na,b\r\n--part--\r\n`,
    { "content-type": "multipart/form-data; boundary=part" },
  ] as const;
