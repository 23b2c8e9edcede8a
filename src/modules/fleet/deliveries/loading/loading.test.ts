import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import {
  action,
  actionsPath,
  answered,
  applied,
  dispatchedLongAgo,
  flagged,
  type Said,
  type Work,
} from "#main/testing/records/driver-actions.ts";
import { aFleetDelivery, fleetDeliveriesPath as path } from "#main/testing/records/fleet-deliveries.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriverAtWork, inHours, tripsPath } from "#main/testing/records/trips.ts";

let testApp: TestApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());

const read = (id: string): Promise<Body> => saved(dispatcher.get(`${path}/${id}`));

/** A driver whose running trip loads a delivery at its first stop. */
async function onTheRoad(over: object = {}) {
  const work = await anActiveDriverAtWork(testApp);
  const delivery = await aFleetDelivery(testApp, { pickupAddress: "Kade 1, Tilburg", ...over });
  const { id: tripId } = await aTrip(testApp, { driverId: work.driver.id, steps: [] });
  await saved(dispatcher.post(`${path}/${delivery.id}/assign`, { tripId }));
  for (const name of ["plan", "dispatch"]) await saved(dispatcher.post(`${tripsPath}/${tripId}/${name}`));
  await dispatchedLongAgo(testApp, tripId);
  const trip = await saved(dispatcher.get(`${tripsPath}/${tripId}`));
  const [depot] = trip["stops"] as Body[];
  const at = (hours: number, said: Said) => action({ id: tripId }, inHours(hours - 10), said);
  await answered(work, [at(0, { kind: "start" })]);
  const [flour, yeast] = (delivery["lines"] as Body[]).map(({ id }) => id) as [string, string];
  return { work, trip, tripId, depot: depot?.id ?? "", deliveryId: delivery.id, flour, yeast, at };
}
type OnTheRoad = Awaited<ReturnType<typeof onTheRoad>>;

const onPhone = async ({ client }: Work, tripId: string) =>
  (await saved(client.get("/api/fleet/my-trips"))).items.find(({ id }) => id === tripId);
const nothing = ({ flour, yeast }: OnTheRoad) =>
  [flour, yeast].map((id) => ({ id, loadedQuantity: "0", reason: "not ready" }));

describe("where goods are loaded", () => {
  test("is the pickup that the delivery has, and of one that says nothing the first pickup before its drop-off", async () => {
    const own = await onTheRoad();
    expect(await onPhone(own.work, own.tripId)).toMatchObject({
      deliveries: [
        { id: own.deliveryId, pickupStopId: own.depot, loadedAt: null, lines: [{ loadedQuantity: null }, {}] },
      ],
    });
    const silent = await onTheRoad({ pickupAddress: null });
    expect(await read(silent.deliveryId)).toMatchObject({ pickupStopId: null });
    expect(await onPhone(silent.work, silent.tripId)).toMatchObject({ deliveries: [{ pickupStopId: silent.depot }] });
  });
});

describe("what is on board", () => {
  test("is told line by line at its true time; all of it asks nobody for anything", async () => {
    const { work, deliveryId, flour, at } = await onTheRoad();
    const whole = at(1, { kind: "load_delivery", deliveryId, lines: [] });
    expect(await answered(work, [whole])).toMatchObject([applied]);
    expect(await answered(work, [whole])).toMatchObject([applied]);
    expect(await read(deliveryId)).toMatchObject({
      loadedAt: whole.at,
      lines: [
        { id: flour, loadedQuantity: "12", loadReason: null },
        { loadedQuantity: "2.5", loadReason: null },
      ],
    });
  });

  test("and what did not come reaches the dispatcher: on the trip's page, on the dashboard and on the delivery", async () => {
    const { work, tripId, deliveryId, flour, at } = await onTheRoad();
    const lines = [{ id: flour, loadedQuantity: "10", reason: "two bags torn" }];
    expect(await answered(work, [at(1, { kind: "load_delivery", deliveryId, lines })])).toMatchObject([
      { outcome: "flagged", isApplied: true, flags: ["loaded_short"] },
    ]);
    expect(await read(deliveryId)).toMatchObject({
      lines: [{ plannedQuantity: "12", loadedQuantity: "10", loadReason: "two bags torn" }, { loadedQuantity: "2.5" }],
    });
    expect(await onPhone(work, tripId)).toMatchObject({
      deliveries: [{ lines: [{ loadedQuantity: "10", loadReason: "two bags torn" }, {}] }],
    });
    const list = `${actionsPath}?tripId=${tripId}&status=flagged`;
    expect((await saved(dispatcher.get(list))).items).toMatchObject([
      {
        kind: "load_delivery",
        loadedOtherwise: [
          { description: "Flour, 25 kg bag", plannedQuantity: "12", loadedQuantity: "10", reason: "two bags torn" },
        ],
      },
    ]);
    const { trips } = (await saved(dispatcher.get("/api/fleet/dashboard"))) as unknown as {
      trips: { unsettled: { items: Body[] } };
    };
    expect(trips.unsettled.items.find(({ id }) => id === tripId)).toMatchObject({ flags: ["loaded_short"] });
  });

  test("may be told again, which the dispatcher sees", async () => {
    const { work, deliveryId, flour, at } = await onTheRoad();
    const lines = [{ id: flour, loadedQuantity: "10", reason: "two bags torn" }];
    await answered(work, [at(1, { kind: "load_delivery", deliveryId, lines })]);
    expect(await answered(work, [at(2, { kind: "load_delivery", deliveryId })])).toMatchObject([
      { isApplied: true, flags: ["told_again"] },
    ]);
    expect(await read(deliveryId)).toMatchObject({ lines: [{ loadedQuantity: "12", loadReason: null }, {}] });
  });

  test("is more or less than was planned for a reason: a report without one is kept and changes nothing", async () => {
    const { work, deliveryId, flour, at } = await onTheRoad();
    const load = (line: object) =>
      at(1, { kind: "load_delivery", deliveryId, lines: [{ id: flour, loadedQuantity: "13", reason: null, ...line }] });
    expect(await answered(work, [load({}), load({ loadedQuantity: "5" })])).toMatchObject([
      flagged("not_possible"),
      flagged("not_possible"),
    ]);
    expect(await read(deliveryId)).toMatchObject({ loadedAt: null, lines: [{ loadedQuantity: null }, {}] });
  });

  test("may be more than was planned: the dispatcher is told, and what is too much for the vehicle waits for an answer", async () => {
    const { work, tripId, deliveryId, flour, at } = await onTheRoad();
    const over = { id: flour, loadedQuantity: "14", reason: "two bags for the shop next door" };
    expect(await answered(work, [at(1, { kind: "load_delivery", deliveryId, lines: [over] })])).toMatchObject([
      { outcome: "flagged", isApplied: true, flags: ["loaded_over"] },
    ]);
    expect(await read(deliveryId)).toMatchObject({ lines: [{ loadedQuantity: "14", loadReason: over.reason }, {}] });
    expect((await saved(dispatcher.get(`${actionsPath}?tripId=${tripId}&status=flagged`))).items).toMatchObject([
      { loadedOtherwise: [{ plannedQuantity: "12", loadedQuantity: "14", reason: over.reason }] },
    ]);
    expect(await onPhone(work, tripId)).toMatchObject({ deliveries: [{ lines: [{ loadedQuantity: "14" }, {}] }] });

    const manager = await testApp.as("FLEET_MANAGER");
    const goods = { code: "ANVIL", name: "Anvil", quantityType: "XDR", unitWeightKg: "900" };
    const commodity = await saved(manager.post("/api/fleet/asset-commodities", goods));
    const heavy = await onTheRoad({ lines: [{ commodityId: commodity.id, unit: "XDR", plannedQuantity: "1" }] });
    const { vehicleId } = heavy.trip;
    await asSuper(testApp, "update vehicles set payload_kg = 2000 where id = $1", [vehicleId]);
    const three = { id: heavy.flour, loadedQuantity: "3", reason: "the whole stock" };
    const load = { kind: "load_delivery" as const, deliveryId: heavy.deliveryId, lines: [three] };
    await answered(heavy.work, [heavy.at(1, load)]);
    expect(await saved(dispatcher.get(`${tripsPath}/${heavy.tripId}`))).toMatchObject({
      isUnanswered: true,
      legs: [{ remarks: [{ code: "too_heavy", has: "2700", may: "2000" }] }],
    });
  });

  test("is told at a desk, too, for a driver who cannot, and corrected there", async () => {
    const { work, tripId, deliveryId, flour } = await onTheRoad();
    const tell = (body: object, client = dispatcher) => client.post(`${path}/${deliveryId}/record-load`, body);
    const at = inHours(-1);
    const short = { id: flour, loadedQuantity: "11", reason: "one bag torn" };
    expect((await tell({ at, lines: [short] }, work.client)).status, "a driver reports by their phone").toBe(403);
    expect((await tell({ at, lines: [short] }, await testApp.as("DISPATCHER", "b"))).status).toBe(404);
    expect(await tell({ at: inHours(1), lines: [] })).toMatchObject({
      status: 422,
      body: { fields: { at: expect.any(String) } },
    });
    expect(await tell({ lines: [{ ...short, reason: null }] })).toMatchObject({
      status: 422,
      body: { fields: { "lines.0.reason": expect.any(String) } },
    });
    const told = await saved(tell({ at, lines: [short] }));
    expect(told).toMatchObject({
      loadedAt: at,
      lines: [{ loadedQuantity: "11", loadReason: short.reason }, { loadedQuantity: "2.5" }],
    });
    expect(told["abilities"]).toContain("recordLoad");
    expect(await onPhone(work, tripId)).toMatchObject({ deliveries: [{ lines: [{ loadedQuantity: "11" }, {}] }] });
    expect(await saved(tell({ at }))).toMatchObject({ lines: [{ loadedQuantity: "12", loadReason: null }, {}] });
    const { items } = await saved(dispatcher.get(`${path}/${deliveryId}/history`));
    expect(items[0]).toMatchObject({ step: "loaded" });
    const brought = await saved(dispatcher.post(`${path}/${deliveryId}/deliver`));
    expect(brought["abilities"], "what was told is corrected").toContain("recordLoad");
    const untold = await onTheRoad({ pickupAddress: null });
    const { abilities } = await saved(dispatcher.post(`${path}/${untold.deliveryId}/deliver`));
    expect(abilities, "what was handed over was on board").not.toContain("recordLoad");
    const waiting = await aFleetDelivery(testApp);
    expect(await dispatcher.post(`${path}/${waiting.id}/record-load`, {})).toMatchObject({
      status: 409,
      body: { code: "wrong_state" },
    });
  });

  test("is nobody else's to tell", async () => {
    const { deliveryId, tripId } = await onTheRoad();
    const other = await onTheRoad();
    const [foreign, gone] = [{ id: tripId }, { id: other.tripId }].map((trip) =>
      action(trip, inHours(-1), { kind: "load_delivery", deliveryId }),
    );
    expect(await answered(other.work, [foreign, gone])).toMatchObject([
      { outcome: "refused", status: 404 },
      flagged("delivery_gone"),
    ]);
    expect(await read(deliveryId)).toMatchObject({ loadedAt: null });
  });
});

describe("of what nothing came", () => {
  test("there is nothing to bring: it waits for another trip once the stop is done, without an attempt, and is loaded anew there", async () => {
    const road = await onTheRoad();
    const { work, tripId, deliveryId, depot, at } = road;
    await answered(work, [
      at(1, { kind: "arrive", stopId: depot }),
      at(2, { kind: "load_delivery", deliveryId, lines: nothing(road) }),
    ]);
    expect(await read(deliveryId)).toMatchObject({ status: "assigned", tripId });
    await answered(work, [at(3, { kind: "complete_stop", stopId: depot })]);
    expect(await read(deliveryId)).toMatchObject({
      status: "unassigned",
      tripId: null,
      attemptNo: 1,
      attempts: [],
      lines: [{ loadedQuantity: "0", loadReason: "not ready" }, { loadedQuantity: "0" }],
    });
    expect(await onPhone(work, tripId)).toMatchObject({ deliveries: [] });
    const next = await aTrip(testApp, { steps: [] });
    expect(await saved(dispatcher.post(`${path}/${deliveryId}/assign`, { tripId: next.id }))).toMatchObject({
      loadedAt: null,
      lines: [{ loadedQuantity: null, loadReason: null }, { loadedQuantity: null }],
    });
  });

  test("the same where it counted as on board since the trip left, and where it is told after the stop was done", async () => {
    const road = await onTheRoad({ pickupAddress: null });
    const { work, deliveryId, depot, at } = road;
    expect((await read(deliveryId)).status).toBe("out_for_delivery");
    await answered(work, [
      at(1, { kind: "arrive", stopId: depot }),
      at(3, { kind: "complete_stop", stopId: depot }),
      at(4, { kind: "load_delivery", deliveryId, lines: nothing(road) }),
    ]);
    expect(await read(deliveryId)).toMatchObject({ status: "unassigned", tripId: null });
  });
});

test("why less came is forgotten with the consignee", async () => {
  const { work, tripId, deliveryId, flour, at } = await onTheRoad();
  const lines = [{ id: flour, loadedQuantity: "10", reason: "Jansen took two" }];
  const given = [{ id: flour, deliveredQuantity: "10", damagedQuantity: "0", reason: "Jansen took two" }];
  await answered(work, [
    at(1, { kind: "load_delivery", deliveryId, lines }),
    at(2, { kind: "deliver_partly", deliveryId, signerName: null, lines: given }),
  ]);
  await saved(decide(await testApp.as("COMPANY_ADMIN"), `${path}/${deliveryId}/forget-consignee`));
  expect(await read(deliveryId)).toMatchObject({
    lines: [{ loadedQuantity: "10", loadReason: null, reason: null }, {}],
  });
  const { text } = await dispatcher.get(`${actionsPath}?tripId=${tripId}`);
  expect(text).not.toContain("Jansen");
  expect((await dispatcher.get(`${path}/${deliveryId}/history`)).text).not.toContain("Jansen");
});

test("what was loaded short is not delivered whole: a desk is asked line by line, and of a phone it is all that is on board", async () => {
  const story = await onTheRoad();
  const short = [{ id: story.flour, loadedQuantity: "10", reason: "two bags torn" }];
  await answered(story.work, [
    story.at(1, { kind: "arrive", stopId: story.depot, reason: null }),
    story.at(1.2, { kind: "load_delivery", deliveryId: story.deliveryId, lines: short }),
  ]);
  expect(await read(story.deliveryId)).toMatchObject({ lines: [{ loadedQuantity: "10" }, {}] });
  expect(await dispatcher.post(`${path}/${story.deliveryId}/deliver`, {})).toMatchObject({
    status: 409,
    body: { code: "not_as_planned", message: expect.stringContaining("10 of 12") },
  });
  await answered(story.work, [
    story.at(1.4, { kind: "complete_stop", stopId: story.depot }),
    story.at(2, { kind: "deliver", deliveryId: story.deliveryId, signerName: null }),
  ]);
  expect(await read(story.deliveryId)).toMatchObject({
    status: "partly_delivered",
    lines: [{ deliveredQuantity: "10", reason: "two bags torn" }, { deliveredQuantity: "2.5" }],
  });
});

test("what comes back is no more than was loaded and not handed over, whoever writes it", async () => {
  const { work, deliveryId, flour, yeast, at } = await onTheRoad({ pickupAddress: null });
  const lines = [
    { id: flour, loadedQuantity: "10", reason: "two bags torn" },
    { id: yeast, loadedQuantity: "3", reason: "half a kilo on top" },
  ];
  await answered(work, [at(1, { kind: "load_delivery", deliveryId, lines })]);
  await saved(dispatcher.post(`${path}/${deliveryId}/fail`, { reason: "gate was closed" }));
  await saved(dispatcher.post(`${path}/${deliveryId}/start-return`));
  const back = (...given: object[]) => dispatcher.post(`${path}/${deliveryId}/finish-return`, { lines: given });
  expect(
    await back({ id: yeast, returnedQuantity: "3" }, { id: flour, returnedQuantity: "11" }),
    "eleven of ten",
  ).toMatchObject({
    status: 422,
    body: { fields: { "lines.1.returnedQuantity": "That is more than was left of this line." } },
  });
  expect(await saved(dispatcher.post(`${path}/${deliveryId}/finish-return`))).toMatchObject({
    status: "returned",
    lines: [{ returnedQuantity: "10" }, { returnedQuantity: "3" }],
  });
  await expect(
    asSuper(testApp, "update fleet_delivery_lines set returned_quantity = 11 where id = $1", [flour]),
  ).rejects.toThrow("fleet_delivery_lines_no_more_back_than_there");
});
