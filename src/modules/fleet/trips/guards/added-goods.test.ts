import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aFleetDelivery, fleetDeliveriesPath, fleetDeliveryBody } from "#main/testing/records/fleet-deliveries.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { aTrip, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let dispatcher: Client;
let manager: Client;
let commodities: { drums: string; paint: string };
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
  manager = await testApp.as("FLEET_MANAGER");
  const named = async (code: string, more: object) =>
    (
      await saved(
        manager.post("/api/fleet/asset-commodities", {
          code,
          name: code,
          quantityType: "XDR",
          unitWeightKg: "100",
          unitVolumeM3: "1",
          ...more,
        }),
      )
    ).id;
  commodities = {
    drums: await named("DRUMS", {}),
    paint: await named("PAINT", { unNumber: "1263", hazardClass: "3", packingGroup: "II" }),
  };
});
afterAll(() => testApp.close());

const drums = (plannedQuantity: string, commodityId = commodities.drums) => [
  { commodityId, unit: "XDR", plannedQuantity },
];
const loadedAt = { pickupAddress: "Kade 1, Tilburg" };
const aDelivery = (lines: object[]): Promise<Body> => aFleetDelivery(testApp, { ...loadedAt, lines });
const assign = (delivery: Body, trip: Body) =>
  dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/assign`, { tripId: trip.id });
const refused = (...checks: object[]) => ({ status: 409, body: { code: "not_ready", details: { checks } } });

/** A trip with a vehicle for 1,000 kg, 8 m³ and 4 pallets, after these steps. */
async function aVan(...steps: string[]): Promise<Body> {
  const room = { payloadKg: "1000", cargoVolumeM3: "8", palletPositions: 4 };
  const { id: vehicleId } = await aVehicle(manager, room);
  return aTrip(testApp, { from: 0.1, vehicleId, steps });
}

describe.each([["dispatched"], ["running"]])("what is put on a trip that is %s", (state) => {
  const given = () => aVan("plan", "dispatch", ...(state === "running" ? ["start"] : []));

  test("is refused where the vehicle cannot carry it as well, with what is too much, and nothing is changed", async () => {
    const trip = await given();
    await saved(assign(await aDelivery(drums("6")), trip));
    const second = await aDelivery(drums("5"));
    expect(await assign(second, trip)).toMatchObject(
      refused({ code: "too_heavy", has: "1100", may: "1000" }, { code: "too_large", has: "11", may: "8" }),
    );
    expect(await saved(dispatcher.get(`${fleetDeliveriesPath}/${second.id}`))).toMatchObject({
      status: "unassigned",
      tripId: null,
    });
    const pallets = await aDelivery([{ description: "Mixed", unit: "XPX", plannedQuantity: "5" }]);
    expect(await assign(pallets, trip)).toMatchObject(refused({ code: "too_many_pallets", has: "5", may: "4" }));
    await saved(assign(await aDelivery(drums("1")), trip));
  });

  test("is refused where it is dangerous and the driver has no certificate", async () => {
    expect(await assign(await aDelivery(drums("1", commodities.paint)), await given())).toMatchObject(
      refused({ code: "no_dangerous_goods_certificate" }),
    );
  });

  test("goes with it anyway where somebody with the right to answers for what they have read, which the trip tells", async () => {
    const trip = await given();
    const heavy = await aDelivery(drums("20"));
    const tooMuch = [{ code: "too_heavy" }, { code: "too_large" }];
    const { body } = await assign(heavy, trip);
    const keys = ((body["details"] as { checks: { key: string }[] }).checks ?? []).map(({ key }) => key);
    const anyway = (client: Client, answersFor: readonly string[]) =>
      decide(client, `${fleetDeliveriesPath}/${heavy.id}/assign-anyway`, {
        tripId: trip.id,
        reason: "a trailer waits there",
        answersFor,
      });
    expect((await anyway(dispatcher, keys)).status, "a dispatcher").toBe(403);
    expect(await anyway(manager, []), "what nobody has read").toMatchObject(refused(...tooMuch));
    expect(await anyway(manager, keys.slice(0, 1))).toMatchObject(refused({ code: "too_large" }));
    expect(await saved(anyway(manager, keys))).toMatchObject({ status: "assigned", tripId: trip.id });
    const { items } = await saved(dispatcher.get(`${fleetDeliveriesPath}/${heavy.id}/history`));
    expect(items[0]).toMatchObject({ step: "assignedAnyway", reason: "a trailer waits there" });
    expect(await saved(dispatcher.get(`${tripsPath}/${trip.id}`))).toMatchObject({
      isUnanswered: false,
      answers: [{ event: "deliveryAssignedAnyway", reason: "a trailer waits there", byName: expect.any(String) }],
    });
    const small = await aDelivery([{ description: "Letters", unit: "XBX", plannedQuantity: "1" }]);
    expect((await assign(small, trip)).status, "what adds nothing to it").toBe(200);
    const more = await aDelivery(drums("1"));
    expect((await assign(more, trip)).status, "what makes it more").toBe(409);
  });

  test("does not become too much by a change of its lines", async () => {
    const trip = await given();
    const { id } = await aDelivery(drums("6"));
    const { version } = await saved(dispatcher.post(`${fleetDeliveriesPath}/${id}/assign`, { tripId: trip.id }));
    const before = await saved(dispatcher.get(`${fleetDeliveriesPath}/${id}`));
    const change = (plannedQuantity: string) => {
      const { address, windowStart, windowEnd } = before;
      const body = fleetDeliveryBody(25, {
        ...loadedAt,
        address,
        windowStart,
        windowEnd,
        lines: drums(plannedQuantity),
      });
      return dispatcher.put(`${fleetDeliveriesPath}/${id}`, { ...body, version });
    };
    expect(await change("12")).toMatchObject(refused({ code: "too_heavy" }, { code: "too_large" }));
    expect((await change("7")).status).toBe(200);
  });
});

test("what is with its consignee by now leaves room for more", async () => {
  const trip = await aVan("plan", "dispatch", "start");
  const first = await aDelivery(drums("8"));
  await saved(assign(first, trip));
  expect((await assign(await aDelivery(drums("8")), trip)).status).toBe(409);
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${first.id}/deliver`));
  await saved(assign(await aDelivery(drums("8")), trip));
});

test("what is put on a planned trip is judged when that is dispatched", async () => {
  const trip = await aVan("plan");
  await saved(assign(await aDelivery(drums("20")), trip));
  expect(await dispatcher.post(`${tripsPath}/${trip.id}/dispatch`)).toMatchObject(
    refused({ code: "too_heavy" }, { code: "too_large" }),
  );
});
