import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aFleetDelivery, fleetDeliveriesPath as path, uploadPicture } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriverAtWork, inHours, stopsPath, tripsPath } from "#main/testing/records/trips.ts";

let testApp: TestApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());
const step = (id: string, name: string, body: object = {}) => dispatcher.post(`${path}/${id}/${name}`, body);
const read = (id: string): Promise<Body> => saved(dispatcher.get(`${path}/${id}`));
const tripStep = (id: string, name: string, body: object = {}) =>
  saved(dispatcher.post(`${tripsPath}/${id}/${name}`, body));
const stopStep = (id: unknown, name: string, body: object = {}) =>
  saved(dispatcher.post(`${stopsPath}/${String(id)}/${name}`, body));
const linesOf = (delivery: Body) => delivery["lines"] as { id: string; plannedQuantity: string }[];
const refused = (...fields: string[]) => ({
  status: 422,
  body: { fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])) },
});

/** A delivery on a trip of its own, after these steps of the trip. */
async function onTrip(steps: string[], over: object = {}, trip: object = {}): Promise<Body> {
  const delivery = await aFleetDelivery(testApp, over);
  const { id: tripId } = await aTrip(testApp, { steps: [], ...trip });
  await saved(step(delivery.id, "assign", { tripId }));
  for (const one of steps) await tripStep(tripId, one);
  return read(delivery.id);
}
const leaves = ["plan", "dispatch", "start"];
const onTheWay = (over: object = {}, trip: object = {}) => onTrip(leaves, over, trip);

describe("a delivery follows its trip", () => {
  test("it is out for delivery when the trip leaves, unless it is loaded on the way: then from there", async () => {
    const here = await onTrip(["plan", "dispatch"]);
    expect(here.status).toBe("assigned");
    await tripStep(String(here["tripId"]), "start");
    expect((await read(here.id)).status).toBe("out_for_delivery");
    const there = await onTheWay({ pickupAddress: "Kade 1, Tilburg" });
    expect(there.status).toBe("assigned");
    await stopStep(there["pickupStopId"], "arrive");
    await stopStep(there["pickupStopId"], "complete");
    expect((await read(there.id)).status).toBe("out_for_delivery");
  });

  test("it says when it comes, as things were reported, and by how much that misses its window", async () => {
    const soon = { windowStart: inHours(1), windowEnd: inHours(2.5) };
    const delivery = await onTheWay(soon, { from: 0.1 });
    expect(delivery).toMatchObject({ minutesLate: null, isLate: false });
    await asSuper(testApp, "update trips set actual_start = planned_start + interval '2 hours' where id = $1", [
      delivery["tripId"],
    ]);
    const late = await read(delivery.id);
    const [planned, expected, end] = [late["plannedArrival"], late["expectedAt"], soon.windowEnd].map((moment) =>
      Date.parse(String(moment)),
    ) as [number, number, number];
    expect(expected - planned).toBe(2 * 3_600_000);
    expect(late).toMatchObject({ minutesLate: Math.floor((expected - end) / 60_000), isLate: false });
    await stopStep(delivery["dropoffStopId"], "arrive", { reason: "the nearest one" });
    expect(await read(delivery.id)).toMatchObject({ expectedAt: null, minutesLate: null });
    const waits = await aFleetDelivery(testApp, { windowStart: inHours(-3), windowEnd: inHours(-1.01) });
    expect(waits).toMatchObject({ expectedAt: null, minutesLate: 60, isLate: true });
  });

  test("it waits again when the trip is cancelled, and stays on one that is recalled", async () => {
    const { id, tripId } = await onTrip(["plan", "dispatch"]);
    await tripStep(String(tripId), "recall", { reason: "driver is ill" });
    expect((await read(id)).status).toBe("assigned");
    await tripStep(String(tripId), "cancel", { reason: "no vehicle" });
    expect(await read(id)).toMatchObject({ status: "unassigned", tripId: null, attemptNo: 1, attempts: [] });
  });

  test("what is on board of a trip that is aborted comes back, what was to be loaded later waits again", async () => {
    const aboard = await onTheWay();
    const waiting = await onTheWay({ pickupAddress: "Kade 1, Tilburg" });
    for (const { tripId } of [aboard, waiting])
      await tripStep(String(tripId), "abort", { reason: "engine broke down" });
    expect(await read(aboard.id)).toMatchObject({
      status: "returning",
      attempts: [
        { attemptNo: 1, outcome: "not_reached", reason: "engine broke down", tripNumber: aboard["tripNumber"] },
      ],
    });
    expect(await read(waiting.id)).toMatchObject({ status: "unassigned", attempts: [] });
  });

  test("what was to be brought to a stop that fails has failed for its reason; of one that is skipped it comes back", async () => {
    const failing = await onTheWay();
    await stopStep(failing["dropoffStopId"], "arrive", { reason: "the nearest one" });
    await stopStep(failing["dropoffStopId"], "fail", { reason: "gate was closed" });
    expect(await read(failing.id)).toMatchObject({
      status: "failed",
      failureReason: "gate was closed",
      attempts: [{ outcome: "failed", reason: "gate was closed" }],
    });
    const skipped = await onTheWay({ pickupAddress: "Kade 1, Tilburg" });
    await stopStep(skipped["pickupStopId"], "arrive");
    await stopStep(skipped["pickupStopId"], "complete");
    await stopStep(skipped["dropoffStopId"], "skip", { reason: "no time left" });
    expect((await read(skipped.id)).status).toBe("returning");
    const never = await onTheWay({ pickupAddress: "Kade 1, Tilburg" });
    await stopStep(never["pickupStopId"], "skip", { reason: "goods not ready" });
    expect((await read(never.id)).status).toBe("unassigned");
  });

  test("a stop that is done without an outcome of its deliveries is taken, and each says that it lacks one", async () => {
    const delivery = await onTheWay();
    await stopStep(delivery["dropoffStopId"], "arrive", { reason: "the nearest one" });
    await stopStep(delivery["dropoffStopId"], "complete");
    expect(await read(delivery.id)).toMatchObject({ status: "out_for_delivery", isOutcomeMissing: true });
    expect(await saved(step(delivery.id, "deliver"))).toMatchObject({ status: "delivered", isOutcomeMissing: false });
  });
});

describe("what becomes of a delivery", () => {
  test("is told once its trip has left, and not before", async () => {
    const { id, tripId } = await onTrip(["plan", "dispatch"]);
    expect(await step(id, "deliver")).toMatchObject({ status: 409, body: { code: "trip_not_begun" } });
    await tripStep(String(tripId), "start");
    expect(await step(id, "deliver", { at: inHours(2) })).toMatchObject(refused("at"));
    const at = inHours(-0.01);
    expect(await saved(step(id, "deliver", { at, signerName: "A. Maes" }))).toMatchObject({
      status: "delivered",
      outcomeAt: at,
      receivedBy: "A. Maes",
      lines: [
        { plannedQuantity: "12", deliveredQuantity: "12", damagedQuantity: "0" },
        { plannedQuantity: "2.5", deliveredQuantity: "2.5", damagedQuantity: "0" },
      ],
      attempts: [{ attemptNo: 1, outcome: "delivered" }],
    });
    expect(await step(id, "fail", { reason: "changed my mind" })).toMatchObject({
      status: 409,
      body: { code: "wrong_state" },
    });
  });

  test("in part needs a reason for each line that is not as planned", async () => {
    const delivery = await onTheWay();
    const [flour, yeast] = linesOf(delivery);
    const partly = (...lines: object[]) => step(delivery.id, "deliver-partly", { lines });
    expect(await partly({ id: flour?.id, deliveredQuantity: "10", damagedQuantity: "2" })).toMatchObject(
      refused("lines.0.reason"),
    );
    expect(await partly({ id: flour?.id, deliveredQuantity: "12", damagedQuantity: "1" })).toMatchObject(
      refused("lines.0.reason"),
    );
    expect(await partly({ id: crypto.randomUUID(), deliveredQuantity: "1" })).toMatchObject(refused("lines.0.id"));
    expect(await partly({ id: flour?.id, deliveredQuantity: "12" })).toMatchObject(refused("lines"));
    const nothing = [flour, yeast].map((line) => ({ id: line?.id, deliveredQuantity: "0", reason: "refused it" }));
    expect(await partly(...nothing)).toMatchObject(refused("lines"));
    expect(
      await saved(partly({ id: flour?.id, deliveredQuantity: "9", damagedQuantity: "2", reason: "torn bags" })),
    ).toMatchObject({
      status: "partly_delivered",
      lines: [
        { deliveredQuantity: "9", damagedQuantity: "2", returnedQuantity: "0", reason: "torn bags" },
        { deliveredQuantity: "2.5", reason: null },
      ],
    });
    await saved(step(delivery.id, "start-return"));
    expect(
      await step(delivery.id, "finish-return", { lines: [{ id: flour?.id, returnedQuantity: "2" }] }),
    ).toMatchObject(refused("lines.0.returnedQuantity"));
    expect(await saved(step(delivery.id, "finish-return"))).toMatchObject({
      status: "returned",
      lines: [{ returnedQuantity: "1" }, { returnedQuantity: "0" }],
    });
    expect(await step(delivery.id, "try-again")).toMatchObject({ status: 409, body: { code: "delivered_in_part" } });
  });

  test("may be more than was planned, for a reason: it is delivered where no other line is short, and nothing of it comes back", async () => {
    const delivery = await onTheWay();
    const [flour, yeast] = linesOf(delivery);
    const partly = (id: string, ...lines: object[]) => step(id, "deliver-partly", { lines });
    const more = { id: flour?.id, deliveredQuantity: "13" };
    expect(await partly(delivery.id, more)).toMatchObject(refused("lines.0.reason"));
    const over = { ...more, reason: "a bag of another order" };
    expect(await saved(partly(delivery.id, over))).toMatchObject({
      status: "delivered",
      lines: [{ plannedQuantity: "12", deliveredQuantity: "13", reason: over.reason }, { deliveredQuantity: "2.5" }],
      attempts: [{ attemptNo: 1, outcome: "delivered" }],
    });
    const less = { id: yeast?.id, deliveredQuantity: "1", reason: "wet" };
    const told = { outcome: "partly_delivered", lines: [over, less] };
    expect(await saved(step(delivery.id, "record-outcome", told))).toMatchObject({ status: "partly_delivered" });
    await saved(step(delivery.id, "start-return"));
    expect(await saved(step(delivery.id, "finish-return"))).toMatchObject({
      lines: [{ returnedQuantity: "0" }, { returnedQuantity: "1.5" }],
    });
    const again = { outcome: "partly_delivered", lines: [over] };
    expect(await saved(step(delivery.id, "record-outcome", again))).toMatchObject({
      status: "delivered",
      attempts: [{ attemptNo: 1, outcome: "delivered" }],
    });
  });

  test("that less came back than was left stays in its history, whatever is tried afterwards", async () => {
    const delivery = await onTheWay();
    const [flour] = linesOf(delivery);
    await saved(step(delivery.id, "fail", { reason: "nobody there" }));
    await saved(step(delivery.id, "start-return"));
    await saved(step(delivery.id, "finish-return", { lines: [{ id: flour?.id, returnedQuantity: "10" }] }));
    await saved(step(delivery.id, "try-again"));
    const { items } = await saved(dispatcher.get(`${path}/${delivery.id}/history`));
    const changes = { returnedQuantity: { from: "12, 2.5", to: "10, 2.5" } };
    expect(items.find((entry) => entry["step"] === "returned")).toMatchObject({ changes });
  });

  test("never has more come back than was there, whoever writes it", async () => {
    const [line] = linesOf(await onTheWay());
    const more = "update fleet_delivery_lines set returned_quantity = 13 where id = $1";
    await expect(asSuper(testApp, more, [line?.id])).rejects.toThrow("fleet_delivery_lines_no_more_back_than_there");
  });

  test("that failed is tried again on another trip, three times at most, and what became of each attempt is kept", async () => {
    let delivery = await onTheWay();
    for (const attemptNo of [1, 2]) {
      await saved(step(delivery.id, "fail", { reason: `nobody there, ${attemptNo}` }));
      const window = { windowStart: inHours(48), windowEnd: inHours(50) };
      expect(await saved(step(delivery.id, "try-again", window))).toMatchObject({
        ...window,
        status: "unassigned",
        attemptNo: attemptNo + 1,
        tripId: null,
        failureReason: null,
        outcomeAt: null,
      });
      const { id: tripId } = await aTrip(testApp, { steps: [] });
      await saved(step(delivery.id, "assign", { tripId }));
      for (const one of leaves) await tripStep(tripId, one);
      delivery = await read(delivery.id);
    }
    await saved(step(delivery.id, "fail", { reason: "nobody there, 3" }));
    expect(await step(delivery.id, "try-again")).toMatchObject({ status: 409, body: { code: "tried_enough" } });
    expect((await read(delivery.id))["attempts"]).toMatchObject(
      [3, 2, 1].map((attemptNo) => ({ attemptNo, outcome: "failed", reason: `nobody there, ${attemptNo}` })),
    );
  });
});

describe("proofs", () => {
  test("are asked for and missed until they are there; a delivery without them is told all the same", async () => {
    const delivery = await onTheWay({ proofsRequired: ["signature", "photo"] });
    expect(await saved(step(delivery.id, "deliver"))).toMatchObject({
      status: "delivered",
      proofsMissing: ["signature", "photo"],
      isProofMissing: true,
    });
    const listed = `${path}?isProofMissing=true&ids=${delivery.id}`;
    expect((await saved(dispatcher.get(listed))).items).toHaveLength(1);
    const [picture, photo] = [
      await uploadPicture(dispatcher, delivery.id, "a.png"),
      await uploadPicture(dispatcher, delivery.id, "b.png"),
    ];
    const capturedAt = inHours(-0.01);
    const signature = { type: "signature", fileId: picture.id, capturedAt };
    expect(await step(delivery.id, "proofs", signature)).toMatchObject(refused("signerName"));
    await saved(step(delivery.id, "proofs", { ...signature, signerName: "A. Maes" }));
    expect(
      await saved(
        step(delivery.id, "proofs", { type: "photo", fileId: photo.id, latitude: "51.5865", longitude: "4.776" }),
      ),
    ).toMatchObject({
      proofsMissing: [],
      isProofMissing: false,
      proofs: [
        { type: "signature", signerName: "A. Maes", fileId: picture.id, capturedAt, attemptNo: 1 },
        { type: "photo", fileId: photo.id, latitude: "51.5865", longitude: "4.776" },
      ],
    });
    expect((await saved(dispatcher.get(listed))).items).toEqual([]);
  });

  test("show a picture of their own delivery, and are never changed, nor is their picture removed", async () => {
    const [delivery, other] = [await onTheWay(), await onTheWay()];
    const picture = await uploadPicture(dispatcher, other.id);
    const photo = { type: "photo", fileId: picture.id };
    expect(await step(delivery.id, "proofs", photo)).toMatchObject(refused("fileId"));
    await saved(step(other.id, "proofs", photo));
    expect((await dispatcher.remove(`/api/files/${picture.id}?version=${picture.version}`)).status).toBe(409);
    for (const change of ["update fleet_proofs set note = 'x'", "delete from fleet_proofs"])
      await expect(asSuper(testApp, `${change} where delivery_id = $1`, [other.id])).rejects.toThrow("never changed");
  });

  test("are a hundred of one attempt at most", async () => {
    const delivery = await onTheWay();
    await asSuper(
      testApp,
      `insert into fleet_proofs (company_id, delivery_id, attempt_no, type, note, captured_at)
        select company_id, id, 1, 'note', 'n', now() from fleet_deliveries, generate_series(1, 99) where id = $1`,
      [delivery.id],
    );
    const note = { type: "note", note: "left with the neighbour" };
    await saved(step(delivery.id, "proofs", note));
    expect(await step(delivery.id, "proofs", note)).toMatchObject({ status: 409, body: { code: "proofs_full" } });
  });

  test("of a first attempt do not prove the second", async () => {
    const delivery = await onTheWay({ proofsRequired: ["photo"] });
    const { id: fileId } = await uploadPicture(dispatcher, delivery.id);
    await saved(step(delivery.id, "proofs", { type: "photo", fileId }));
    await saved(step(delivery.id, "fail", { reason: "nobody was there" }));
    expect(await saved(step(delivery.id, "try-again"))).toMatchObject({
      proofsMissing: ["photo"],
      proofs: [{ attemptNo: 1 }],
    });
  });
});

test("a driver reports their own deliveries, and has 404 for those of others: to read, list, export, report and prove", async () => {
  const [mine, theirs] = [await anActiveDriverAtWork(testApp), await anActiveDriverAtWork(testApp)];
  const own = await onTheWay({ consigneeName: "Own consignee" }, { driverId: mine.driver.id });
  const other = await onTheWay({ consigneeName: "Other consignee" }, { driverId: theirs.driver.id });
  const { client } = mine;
  const { items } = await saved(client.get(path));
  expect(items.map(({ id }) => id)).toEqual([own.id]);
  expect((await client.get(`${path}/export.csv`)).text).not.toContain("Other consignee");
  for (const one of [
    `${path}/${other.id}`,
    `${path}/${other.id}/history`,
    `/api/files?entity=delivery&entityId=${other.id}`,
  ])
    expect((await client.get(one)).status, one).toBe(404);
  for (const [name, body] of [
    ["deliver", {}],
    ["fail", { reason: "not mine" }],
    ["proofs", { type: "note", note: "not mine" }],
    ["send-code", {}],
  ] as const)
    expect((await client.post(`${path}/${other.id}/${name}`, body)).status, name).toBe(404);
  const { id: fileId } = await uploadPicture(client, own.id);
  await saved(client.post(`${path}/${own.id}/proofs`, { type: "photo", fileId }));
  expect(await saved(client.post(`${path}/${own.id}/deliver`))).toMatchObject({ status: "delivered" });
  expect((await client.post(`${path}/${own.id}/try-again`)).status).toBe(403);
});

test("a delivery goes to whoever drives its trip, also when that changes", async () => {
  const [first, second] = [await anActiveDriverAtWork(testApp), await anActiveDriverAtWork(testApp)];
  const { id, tripId } = await onTrip(["plan"], {}, { driverId: first.driver.id });
  expect((await first.client.get(`${path}/${id}`)).status).toBe(200);
  await asSuper(testApp, "update trips set driver_id = $2 where id = $1", [tripId, second.driver.id]);
  expect((await first.client.get(`${path}/${id}`)).status).toBe(404);
  expect((await second.client.get(`${path}/${id}`)).status).toBe(200);
});
