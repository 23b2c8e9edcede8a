import { afterAll, beforeAll, expect, test } from "vitest";
import { aFleetDelivery, fleetDeliveriesPath as path } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, inHours } from "#main/testing/records/trips.ts";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());

const step = (id: string, name: string, body: object = {}) => dispatcher.post(`${path}/${id}/${name}`, body);
const read = (id: unknown): Promise<Body> => saved(dispatcher.get(`${path}/${String(id)}`));
const window = { windowStart: inHours(40), windowEnd: inHours(42) };

/** A delivery of twelve bags and 2.5 kg, of which so many bags were handed over. */
async function delivered(bags: string, over: object = {}): Promise<Body> {
  const delivery = await aFleetDelivery(testApp, over);
  const { id: tripId } = await aTrip(testApp, { steps: [] });
  await saved(step(delivery.id, "assign", { tripId }));
  for (const name of ["plan", "dispatch", "start"]) await saved(dispatcher.post(`/api/fleet/trips/${tripId}/${name}`));
  const [flour] = delivery["lines"] as Body[];
  const line = { id: flour?.id, deliveredQuantity: bags, damagedQuantity: "1", reason: "wet" };
  return saved(step(delivery.id, "deliver-partly", { lines: [line] }));
}

test("what was left of a delivery is brought by another one, to the same consignee, once", async () => {
  const proofsRequired = ["signature"];
  const first = await delivered("9", { notes: "Ring twice", proofsRequired, latitude: "51.5887", longitude: "4.7759" });
  expect(await read(first.id)).toMatchObject({
    restId: null,
    restOfId: null,
    abilities: expect.arrayContaining(["planRest"]),
  });
  const after = await saved(step(first.id, "plan-rest", window));
  expect((await read(first.id))["abilities"]).not.toContain("planRest");
  const rest = await read(after["restId"]);
  expect(rest).toMatchObject({
    ...window,
    deliveryNumber: after["restNumber"],
    status: "unassigned",
    restOfId: first.id,
    restOfNumber: first["deliveryNumber"],
    consigneeName: first["consigneeName"],
    address: first["address"],
    latitude: "51.5887",
    notes: "Ring twice",
    proofsRequired,
    attemptNo: 1,
    lines: [{ description: "Flour, 25 kg bag", unit: "XBG", plannedQuantity: "3", deliveredQuantity: "0" }],
  });
  expect(rest["lines"]).toHaveLength(1);
  expect(await step(first.id, "plan-rest", window)).toMatchObject({ status: 409, body: { code: "no_rest" } });
  const { items } = await saved(dispatcher.get(`${path}/${first.id}/history`));
  expect(items[0]).toMatchObject({ step: "restPlanned", note: after["restNumber"] });

  await saved(step(rest.id, "cancel", { reason: "they want no more" }));
  expect(await saved(step(first.id, "plan-rest", window)), "after a cancelled one").toMatchObject({
    restId: expect.not.stringMatching(rest.id),
  });
});

test("two who do so at once make one of it", async () => {
  const { id } = await delivered("9");
  const answers = await Promise.all(Array.from({ length: 4 }, () => step(id, "plan-rest", window)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
});

test("nothing is left of what was brought whole, failed or is under way", async () => {
  const whole = await delivered("13");
  const waiting = await aFleetDelivery(testApp);
  for (const { id } of [whole, waiting])
    expect(await step(id, "plan-rest", window)).toMatchObject({ status: 409, body: { code: "no_rest" } });
  expect(await step((await delivered("9")).id, "plan-rest", { ...window, windowEnd: inHours(39) })).toMatchObject({
    status: 422,
    body: { fields: { windowEnd: expect.any(String) } },
  });
});
