import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Body, type TestApp } from "#main/testing/test-app.ts";
import {
  action,
  answered,
  applied,
  dispatchedLongAgo,
  flagged,
  type Said,
  type Work,
} from "#main/testing/records/driver-actions.ts";
import { aFleetDelivery, fleetDeliveriesPath, uploadPicture } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriverAtWork, inHours, stopsPath, tripBody, tripsPath } from "#main/testing/records/trips.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const dispatcher = () => testApp.as("DISPATCHER");

/** A trip with a delivery that was given to its driver, with somebody who is on it besides, and one who is not on it. */
async function together(role: "co_driver" | "helper" = "co_driver") {
  const [main, relief, stranger] = [
    await anActiveDriverAtWork(testApp),
    await anActiveDriverAtWork(testApp),
    await anActiveDriverAtWork(testApp),
  ];
  const client = await dispatcher();
  const crew = [{ driverId: relief.driver.id, role }];
  const { id: tripId } = await aTrip(testApp, { driverId: main.driver.id, crew, steps: [] });
  const { id } = await aFleetDelivery(testApp);
  const delivery = await saved(client.post(`${fleetDeliveriesPath}/${id}/assign`, { tripId }));
  for (const name of ["plan", "dispatch"]) await saved(client.post(`${tripsPath}/${tripId}/${name}`));
  await dispatchedLongAgo(testApp, tripId);
  const trip = await saved(client.get(`${tripsPath}/${tripId}`));
  const [first] = (trip["stops"] as Body[]).map(({ id }) => id);
  const at = (hours: number, said: Said) => action({ id: tripId }, inHours(hours - 10), said);
  const reached = { kind: "arrive", stopId: String(delivery["dropoffStopId"]), reason: "the nearest one" } as const;
  return { main, relief, stranger, trip, tripId, deliveryId: delivery.id, stopId: first ?? "", reached, at };
}
const onPhone = async ({ client }: Work) => (await saved(client.get("/api/fleet/my-trips"))).items;

describe("who is on a trip besides its driver", () => {
  test.each(["co_driver", "helper"] as const)("sees it on their phone, as what they are on it: %s", async (role) => {
    const { main, relief, stranger, tripId, trip } = await together(role);
    expect(await onPhone(main)).toMatchObject([{ id: tripId, role: "driver" }]);
    expect(await onPhone(relief)).toMatchObject([
      { id: tripId, role, driverName: trip["driverName"], deliveries: [{ consigneeName: "Bakkerij Van Dael" }] },
    ]);
    expect(await onPhone(stranger)).toEqual([]);
  });

  test("reports what they did, and proves it by a picture of their own", async () => {
    const { relief, tripId, deliveryId, stopId, reached, at } = await together();
    const picture = await uploadPicture(relief.client, deliveryId);
    const nothing = { code: null, signerName: null, note: null, latitude: null, longitude: null };
    const done = [
      at(0, { kind: "start" }),
      at(1, { kind: "arrive", stopId }),
      at(2, { kind: "load_delivery", deliveryId }),
      at(3, { kind: "complete_stop", stopId }),
      at(3.5, reached),
      at(4, { kind: "deliver", deliveryId, signerName: null }),
      at(5, { kind: "prove_delivery", deliveryId, type: "photo", ...nothing, fileId: picture.id }),
    ];
    expect(await answered(relief, done)).toMatchObject(done.map(() => applied));
    const client = await dispatcher();
    expect(await saved(client.get(`${tripsPath}/${tripId}`))).toMatchObject({ actualStart: done[0]?.at });
    expect(await saved(client.get(`${fleetDeliveriesPath}/${deliveryId}`))).toMatchObject({
      status: "delivered",
      loadedAt: done[2]?.at,
      proofs: [{ fileId: picture.id }],
    });
  });

  test("takes the trip for nobody: that its driver knows of it is theirs to say", async () => {
    const { relief, tripId, at } = await together();
    expect(await answered(relief, [at(0, { kind: "acknowledge" })])).toMatchObject([flagged("not_yours")]);
    expect(await saved((await dispatcher()).get(`${tripsPath}/${tripId}`))).toMatchObject({ acknowledgedAt: null });
  });

  test("neither says so at a desk's route, nor gives it back; its driver does both", async () => {
    const { main, relief, tripId } = await together("helper");
    const call = ({ client }: Work, name: string) =>
      client.post(`${tripsPath}/${tripId}/${name}`, name === "recall" ? { reason: "is ill" } : {});
    const notTheirs = { status: 409, body: { code: "not_yours" } };
    for (const name of ["acknowledge", "recall"]) expect(await call(relief, name), name).toMatchObject(notTheirs);
    expect(await call(main, "acknowledge")).toMatchObject({
      status: 200,
      body: { acknowledgedAt: expect.any(String) },
    });
    expect(await call(main, "recall")).toMatchObject({ status: 200 });
  });

  test("who is not on it gets 404 for all of it", async () => {
    const { stranger, tripId, deliveryId, stopId, at } = await together();
    const { client } = stranger;
    for (const path of [`${tripsPath}/${tripId}`, `${fleetDeliveriesPath}/${deliveryId}`])
      expect((await client.get(path)).status, path).toBe(404);
    for (const path of [
      `${tripsPath}/${tripId}/start`,
      `${stopsPath}/${stopId}/arrive`,
      `${fleetDeliveriesPath}/${deliveryId}/deliver`,
      `${fleetDeliveriesPath}/${deliveryId}/send-code`,
    ])
      expect((await client.post(path, {})).status, path).toBe(404);
    expect(
      await answered(stranger, [at(0, { kind: "start" }), at(1, { kind: "load_delivery", deliveryId })]),
    ).toMatchObject([
      { outcome: "refused", status: 404 },
      { outcome: "refused", status: 404 },
    ]);
  });
});

describe("two phones of one trip", () => {
  test("tell the same fact without a conflict, in whichever order they send it: the first report counts", async () => {
    const { main, relief, tripId, deliveryId, stopId, reached, at } = await together();
    const delivery = await saved((await dispatcher()).get(`${fleetDeliveriesPath}/${deliveryId}`));
    const [flour] = delivery["lines"] as Body[];
    const short = { id: flour?.id ?? "", deliveredQuantity: "10", damagedQuantity: "0" };
    const all = (minutes: number, reason: string) => [
      at(minutes / 60, { kind: "start" }),
      at(1 + minutes / 60, { kind: "arrive", stopId }),
      at(2 + minutes / 60, { kind: "load_delivery", deliveryId, lines: [] }),
      at(3 + minutes / 60, { kind: "complete_stop", stopId }),
      at(3.5 + minutes / 60, reached),
      at(4 + minutes / 60, {
        kind: "deliver_partly",
        deliveryId,
        signerName: null,
        lines: [{ ...short, reason }],
      }),
    ];
    const [first, second] = [all(0, "two bags torn"), all(3, "two are broken")];
    expect(await answered(main, first)).toMatchObject(first.map(() => applied));
    expect(await answered(relief, second)).toMatchObject(second.map(() => applied));
    const client = await dispatcher();
    expect(await saved(client.get(`${tripsPath}/${tripId}`))).toMatchObject({
      actualStart: first[0]?.at,
      hasReportsToSettle: false,
      stops: expect.arrayContaining([
        expect.objectContaining({ id: stopId, arrivedAt: first[1]?.at, departedAt: first[3]?.at }),
      ]),
    });
    expect(await saved(client.get(`${fleetDeliveriesPath}/${deliveryId}`))).toMatchObject({
      loadedAt: first[2]?.at,
      outcomeAt: first[5]?.at,
      lines: [{ deliveredQuantity: "10", reason: "two bags torn" }, {}],
    });
  });

  test("tell otherwise: the dispatcher looks at it, and what was told first stands", async () => {
    const { main, relief, deliveryId, at } = await together();
    await answered(main, [at(0, { kind: "start" }), at(4, { kind: "deliver", deliveryId, signerName: null })]);
    expect(
      await answered(relief, [at(4.1, { kind: "fail_delivery", deliveryId, reason: "nobody was there" })]),
    ).toMatchObject([flagged("wrong_state")]);
    expect(await saved((await dispatcher()).get(`${fleetDeliveriesPath}/${deliveryId}`))).toMatchObject({
      status: "delivered",
    });
  });

  test("one whose person was taken off the trip is heard still, and kept for the dispatcher", async () => {
    const { main, relief, tripId, trip, at } = await together();
    const client = await dispatcher();
    const { version } = await saved(client.post(`${tripsPath}/${tripId}/recall`, { reason: "is ill" }));
    const changed = {
      ...tripBody(24, 4, { vehicleId: trip["vehicleId"], driverId: main.driver.id }),
      crew: [],
      version,
    };
    const stops = (trip["stops"] as Body[]).map(({ id, kind, name, address, plannedArrival }) => ({
      id,
      kind,
      name,
      address,
      plannedArrival,
    }));
    await saved(client.put(`${tripsPath}/${tripId}`, { ...changed, stops }));
    expect(await answered(relief, [at(0, { kind: "start" })])).toMatchObject([flagged("not_yours")]);
    expect(await onPhone(relief)).toEqual([]);
  });
});
