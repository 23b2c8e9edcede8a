// Not conformed: a plan is no record; the trips that it becomes are conformed in trips.test.ts.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aFleetDelivery, fleetDeliveriesPath, fleetDeliveryBody } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { depot, planOf } from "#main/testing/records/trip-plans.ts";
import { aTrip, anActiveDriver, inHours, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle, registered } from "#main/testing/records/vehicles.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import type { TripPreview } from "./planner.contract.ts";

const path = `${tripsPath}/plan`;
let testApp: TestApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());
const manager = () => testApp.as("FLEET_MANAGER");
const plan = (body: object, as = dispatcher) => as.post(path, body);
const preview = (body: object, as = dispatcher) => as.post(`${path}/preview`, body);
const read = (list: string, id: unknown): Promise<Body> => saved(dispatcher.get(`${list}/${String(id)}`));
const delivery = (id: unknown) => read(fleetDeliveriesPath, id);

/** How many trips the company has, and the number that was drawn last. */
async function written(): Promise<unknown> {
  const [row] = await asSuper(
    testApp,
    `select (select count(*)::int from trips where company_id = $1) as trips,
      (select value from counters where company_id = $1 and series = 'trip') as drawn`,
    [testApp.companies.a],
  );
  return row;
}

const toLoad = (over: object = {}) => aFleetDelivery(testApp, { pickupAddress: depot, ...over });
const resources = async () => ({
  vehicleId: (await aVehicle(await manager())).id,
  driverId: (await anActiveDriver(testApp)).id,
});
const refused = (...fields: string[]) => ({
  status: 422,
  body: { fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])) },
});

describe("a trip that is planned with what it brings", () => {
  test("has its stops, its deliveries and its people from one request, and holds what it takes", async () => {
    const deliveries = [await toLoad(), await toLoad(), await toLoad()];
    const { id: relief } = await anActiveDriver(testApp);
    const own = await resources();
    const crew = [{ driverId: relief, role: "co_driver" }];
    const trip = await saved(plan(planOf(deliveries, 24, { ...own, crew })));
    expect(trip).toMatchObject({ status: "planned", tripNumber: expect.stringMatching(/^T-\d{5}$/), ...own, crew });
    const stops = trip["stops"] as unknown as { id: string; kind: string }[]; // as the contract says
    expect(stops.map(({ kind }) => kind)).toEqual(["pickup", "dropoff", "dropoff", "dropoff"]);
    for (const [n, { id }] of deliveries.entries())
      expect(await delivery(id)).toMatchObject({
        status: "assigned",
        tripId: trip.id,
        pickupStopId: stops[0]?.id,
        dropoffStopId: stops[n + 1]?.id,
      });
    const other = await aTrip(testApp, { vehicleId: own.vehicleId, from: 26, steps: [] });
    expect(await dispatcher.post(`${tripsPath}/${other.id}/plan`)).toMatchObject({
      status: 409,
      body: { code: "resource_taken", details: { by: [{ tripId: trip.id }] } },
    });
    const { body } = await dispatcher.get(`${tripsPath}/${trip.id}/history`);
    expect(body.items.map((event) => (event as unknown as { step: string }).step)).toEqual([
      "planned",
      "deliveryAssigned",
      "deliveryAssigned",
      "deliveryAssigned",
      "created",
    ]);
  });

  test("loses the stop that it had for a delivery alone when that is taken off, and keeps one that was put there", async () => {
    const [one, two] = [await toLoad(), await toLoad()];
    const trip = await saved(plan(planOf([one, two], 24, { isDraft: true })));
    await saved(dispatcher.post(`${fleetDeliveriesPath}/${one.id}/unassign`));
    await saved(dispatcher.post(`${fleetDeliveriesPath}/${two.id}/unassign`));
    expect((await read(tripsPath, trip.id))["stops"]).toMatchObject([{ kind: "pickup", address: depot }]);
  });

  test("as a draft takes nothing yet, and may go without a vehicle and a driver", async () => {
    const own = await resources();
    const draft = await saved(plan(planOf([await toLoad()], 40, { ...own, isDraft: true })));
    expect(draft).toMatchObject({ status: "draft", ...own });
    expect(await saved(plan(planOf([await toLoad()], 40, own)))).toMatchObject({ status: "planned", ...own });
    expect(await saved(plan(planOf([await toLoad()], 40, { isDraft: true })))).toMatchObject({ vehicleId: null });
  });

  test("is written once, however often the same request arrives", async () => {
    const body = planOf([await toLoad()], 50, { isDraft: true });
    const key = { "idempotency-key": randomUUID() };
    const before = await written();
    const answers = [await dispatcher.post(path, body, key), await dispatcher.post(path, body, key)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(await written()).not.toEqual(before);
    expect(await dispatcher.post(path, { ...body, notes: "another" }, key)).toMatchObject({
      status: 422,
      body: { code: "idempotency_key_reused" },
    });
  });
});

describe("a plan of which something is refused leaves nothing behind", () => {
  /** It is refused so, by saving it and by looking at it before; the deliveries that could go still wait. */
  async function expectRefused(body: object, answer: object, waiting: readonly Body[] = [], as = dispatcher) {
    const before = await written();
    expect(await plan(body, as)).toMatchObject(answer);
    expect(await preview(body, as)).toMatchObject(answer);
    expect(await written()).toEqual(before);
    for (const { id } of waiting)
      expect(await delivery(id)).toMatchObject({ status: "unassigned", tripId: null, pickupStopId: null });
  }

  test("for a delivery that another trip has, which is named", async () => {
    const [free, taken] = [await toLoad(), await toLoad()];
    const other = await saved(plan(planOf([taken], 24, { isDraft: true })));
    const { deliveryNumber } = taken;
    await expectRefused(
      planOf([free, taken]),
      {
        status: 409,
        body: {
          code: "not_waiting",
          message: `${String(deliveryNumber)} does not wait for a trip any more: take it off this one.`,
          details: { deliveryId: taken.id, deliveryNumber },
        },
      },
      [free],
    );
    expect(await delivery(taken.id)).toMatchObject({ tripId: other.id });
  });

  test("for a delivery that is brought before it is loaded, or nowhere", async () => {
    const [one, two] = [await toLoad(), await toLoad()];
    const body = planOf([one, two]);
    const [load, first, second] = body.stops;
    const times = body.stops.map(({ plannedArrival }) => plannedArrival);
    const turned = [first, load, second].map((stop, n) => ({ ...stop, plannedArrival: times[n] }));
    await expectRefused({ ...body, stops: turned }, refused("deliveryIds.0"), [one, two]);
    await expectRefused({ ...body, stops: [load, first] }, refused("deliveryIds.1"), [one, two]);
    await expectRefused({ ...body, deliveryIds: [one.id, one.id] }, refused("deliveryIds"), [one, two]);
  });

  test("for times that contradict each other, at the stop where they do", async () => {
    const one = await toLoad();
    const { stops, ...body } = planOf([one]);
    const late = stops.map((stop) => ({ ...stop, plannedArrival: inHours(90) }));
    await expectRefused({ ...body, stops: late }, refused("stops.0.plannedArrival", "stops.1.plannedArrival"), [one]);
  });

  test("for a delivery of another company, or one that is not there", async () => {
    const own = await toLoad();
    const foreign = await saved((await testApp.as("DISPATCHER", "b")).post(fleetDeliveriesPath, fleetDeliveryBody()));
    for (const id of [foreign.id, randomUUID()])
      await expectRefused({ ...planOf([own]), deliveryIds: [own.id, id] }, { status: 404 }, [own]);
  });

  test("for a vehicle of another company", async () => {
    const one = await toLoad();
    const { id: vehicleId } = await aVehicle(await testApp.as("FLEET_MANAGER", "b"));
    const before = await written();
    expect(await plan(planOf([one], 24, { vehicleId, isDraft: true }))).toMatchObject(refused("vehicleId"));
    expect(await written()).toEqual(before);
    expect(await delivery(one.id)).toMatchObject({ status: "unassigned" });
  });

  test("for what is missing or taken when it is to be planned", async () => {
    const one = await toLoad();
    const before = await written();
    expect(await plan(planOf([one]))).toMatchObject(refused("vehicleId", "driverId"));
    const other = await aTrip(testApp, { from: 24 });
    const { driverId } = await resources();
    const body = planOf([one], 24, { vehicleId: other["vehicleId"], driverId });
    const after = await written();
    expect(await plan(body)).toMatchObject({
      status: 409,
      body: { code: "resource_taken", details: { kind: "vehicle", by: [{ tripId: other.id }] } },
    });
    expect(await written()).toEqual(after);
    expect(after).not.toEqual(before); // the other trip alone
    expect(await delivery(one.id)).toMatchObject({ status: "unassigned", tripId: null });
  });

  test("for somebody who may not plan trips", async () => {
    const one = await toLoad();
    const viewer = await clientWith(testApp, ["CAN_VIEW_TRIPS", "CAN_VIEW_FLEET_DELIVERIES", "CAN_DRIVE"]);
    await expectRefused(planOf([one]), { status: 403 }, [one], viewer);
  });
});

describe("what a plan would carry, and what would keep it", () => {
  const seen = async (body: object) => (await saved(preview(body))) as unknown as TripPreview; // as the contract says

  test("is told before it is written, as it is told of the trip afterwards", async () => {
    const client = await manager();
    const { id: commodityId } = await saved(
      client.post("/api/fleet/asset-commodities", {
        code: `FUEL-${randomUUID().slice(0, 8)}`,
        name: "Petrol, drum of 200 l",
        unNumber: "1203",
        hazardClass: "3",
        packingGroup: "II",
        quantityType: "XDR",
        unitWeightKg: "160",
        unitVolumeM3: "0.3",
      }),
    );
    const lines = [{ commodityId, unit: "XDR", plannedQuantity: "20" }];
    const [drums, bags] = [await toLoad({ lines }), await toLoad()];
    expect(await delivery(drums.id)).toMatchObject({ weightKg: "3200", isWeightKnown: true, hasDangerousGoods: true });
    expect(await delivery(bags.id)).toMatchObject({ weightKg: "2.5", isWeightKnown: false, hasDangerousGoods: false });
    const typeId = await registered(client, "vehicle-types", "RIGID");
    const { id: vehicleId } = await aVehicle(client, { typeId, payloadKg: "1500", palletPositions: 18 });
    const { id: driverId } = await anActiveDriver(testApp, { firstName: "Ann" });
    const before = await written();
    const body = planOf([drums, bags], 24, { vehicleId, driverId, loadPallets: 4 });
    const { load, checks } = await seen(body);
    expect(load).toEqual({
      kilograms: { has: 3202.5, isAtLeast: true, may: 1500 },
      cubicMetres: { has: 6, isAtLeast: true, may: null },
      pallets: { has: 4, isAtLeast: false, may: 18 },
      combinationKilograms: { has: null, isAtLeast: true, may: null },
    });
    const found = [
      { code: "too_heavy", has: "3202.5", may: "1500" },
      { code: "no_dangerous_goods_certificate", about: "Ann Smit" },
    ];
    expect(checks).toMatchObject(found);
    expect(await written()).toEqual(before);
    expect(await delivery(drums.id)).toMatchObject({ status: "unassigned", version: drums.version });
    const { id } = await saved(plan(body));
    expect((await saved(dispatcher.get(`${tripsPath}/${id}/checks`))).items).toMatchObject(found);
    expect(await saved(dispatcher.get(`${tripsPath}/${id}/load`)), "the same of the trip that is written").toEqual(
      load,
    );
  });

  test("is known without a vehicle as far as it can be, and nothing keeps a trip that is well", async () => {
    const one = await toLoad({ lines: [{ description: "Tiles", unit: "XPX", plannedQuantity: "2.5" }] });
    expect(await delivery(one.id)).toMatchObject({ palletCount: 3 });
    const body = planOf([one], 24, { loadKg: "900" });
    expect(await seen(body)).toMatchObject({
      load: { kilograms: { has: 900, isAtLeast: false, may: null } }, // somebody has said it of all
      checks: [],
    });
    expect(await seen({ ...body, ...(await resources()) })).toMatchObject({
      load: { kilograms: { has: 900, may: 1100 } },
      checks: [],
    });
  });
});
