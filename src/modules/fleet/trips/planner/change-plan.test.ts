import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { depot, planOf } from "#main/testing/records/trip-plans.ts";
import { aTrip, anActiveDriver, inHours, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());
const read = (list: string, id: unknown): Promise<Body> => saved(dispatcher.get(`${list}/${String(id)}`));
const delivery = (id: unknown) => read(fleetDeliveriesPath, id);
const toLoad = () => aFleetDelivery(testApp, { pickupAddress: depot });
const refused = (...fields: string[]) => ({
  status: 422,
  body: { fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])) },
});

describe("the plan of a trip that is there", () => {
  const planned = (id: unknown) => `${tripsPath}/${String(id)}/plan`;
  type Stop = { id: string; kind: string; name: string; address: string; plannedArrival: string };
  const stopsOf = (trip: Body) => trip["stops"] as unknown as Stop[]; // as the contract says
  const changeOf = ({ version, ...trip }: Body, over: object = {}) => ({
    version,
    plannedStart: trip["plannedStart"],
    plannedEnd: trip["plannedEnd"],
    vehicleId: trip["vehicleId"],
    driverId: trip["driverId"],
    ...over,
  });
  const kept = ({ id, kind, name, address, plannedArrival }: Stop, madeForDelivery = kind === "dropoff") => ({
    id,
    kind,
    name,
    address,
    plannedArrival,
    madeForDelivery,
  });

  /** A planned trip of two deliveries, and a third that waits, with the stop that it needs. */
  async function aPlan() {
    const [one, two, three] = [await toLoad(), await toLoad(), await toLoad()];
    const own = {
      vehicleId: (await aVehicle(await testApp.as("FLEET_MANAGER"))).id,
      driverId: (await anActiveDriver(testApp)).id,
    };
    const trip = await saved(dispatcher.post(`${tripsPath}/plan`, planOf([one, two], 24, own)));
    const [load, first, second] = stopsOf(trip);
    if (!load || !first || !second) throw new Error("it has three stops");
    const third = {
      kind: "dropoff",
      name: three["consigneeName"],
      address: three["address"],
      plannedArrival: inHours(27),
      madeForDelivery: true,
    };
    return { one, two, three, trip, load: kept(load), first: kept(first), second: kept(second), third };
  }

  test("changes its stops and what it brings in one step: what stays keeps its stop, what is taken off waits again", async () => {
    const { one, two, three, trip, load, second, third } = await aPlan();
    const body = changeOf(trip, { stops: [load, second, third], deliveryIds: [two.id, three.id] });
    expect(await saved(dispatcher.post(`${planned(trip.id)}/preview`, body))).toMatchObject({ checks: [] });
    expect(await read(tripsPath, trip.id)).toMatchObject({ version: trip.version });
    const changed = await saved(dispatcher.put(planned(trip.id), body));
    expect(changed).toMatchObject({
      status: "planned",
      stops: [{ id: load.id }, { id: second.id }, { kind: "dropoff" }],
    });
    expect(await delivery(one.id)).toMatchObject({ status: "unassigned", tripId: null });
    expect(await delivery(two.id)).toMatchObject({ tripId: trip.id, dropoffStopId: second.id });
    expect(await delivery(three.id)).toMatchObject({ tripId: trip.id, dropoffStopId: stopsOf(changed)[2]?.id });
    await saved(dispatcher.post(`${fleetDeliveriesPath}/${two.id}/unassign`));
    expect(stopsOf(await read(tripsPath, trip.id)).map(({ id }) => id)).not.toContain(second.id);
  });

  test("is refused as a whole, and the trip stays as it was", async () => {
    const { one, two, three, trip, load, first, second, third } = await aPlan();
    const refusedSo = async (over: object, answer: object) => {
      const body = changeOf(trip, { stops: [load, first, second], deliveryIds: [one.id, two.id], ...over });
      expect(await dispatcher.put(planned(trip.id), body)).toMatchObject(answer);
      expect(await dispatcher.post(`${planned(trip.id)}/preview`, body)).toMatchObject(answer);
      expect(await read(tripsPath, trip.id)).toMatchObject({ version: trip.version });
      expect(await delivery(one.id)).toMatchObject({ tripId: trip.id });
      expect(await delivery(three.id)).toMatchObject({ status: "unassigned" });
    };
    const turned = [first, load, second].map((stop, n) => ({
      ...stop,
      plannedArrival: [load, first, second][n]?.plannedArrival,
    }));
    await refusedSo({ stops: turned }, refused("deliveryIds.0"));
    await refusedSo({ deliveryIds: [two.id, three.id] }, refused("deliveryIds.1"));
    await refusedSo({ stops: [load, first] }, { status: 409, body: { code: "stop_has_delivery" } });
    await refusedSo({ version: Number(trip.version) + 1 }, { status: 409, body: { code: "stale_version" } });
    await refusedSo({ driverId: null }, refused("driverId"));
    const other = await aTrip(testApp, { from: 24 });
    await refusedSo(
      { vehicleId: other["vehicleId"], stops: [load, second, third], deliveryIds: [two.id, three.id] },
      { status: 409, body: { code: "resource_taken", details: { by: [{ tripId: other.id }] } } },
    );
  });

  test("is changed by nobody else, and not once its driver has it", async () => {
    const { one, two, trip, load, first, second } = await aPlan();
    const body = changeOf(trip, { stops: [load, first, second], deliveryIds: [one.id, two.id] });
    const stranger = await testApp.as("DISPATCHER", "b");
    expect((await stranger.put(planned(trip.id), body)).status).toBe(404);
    expect((await stranger.post(`${planned(trip.id)}/preview`, body)).status).toBe(404);
    const viewer = await clientWith(testApp, ["CAN_VIEW_TRIPS"]);
    expect((await viewer.put(planned(trip.id), body)).status).toBe(403);
    const sent = await saved(dispatcher.post(`${tripsPath}/${trip.id}/dispatch`));
    expect(await dispatcher.put(planned(trip.id), { ...body, version: sent.version })).toMatchObject({
      status: 409,
      body: { code: "wrong_state" },
    });
  });
});
