import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import {
  aFleetDelivery,
  fleetDeliveriesPath as path,
  fleetDeliveryBody,
} from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aPackage, aProduct } from "#main/testing/records/receiving.ts";
import { aTrip, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";

let testApp: TestApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());

const words = { description: "Sand" };
const weightOf = async (...lines: object[]) => {
  const { id } = await aFleetDelivery(testApp, { lines });
  const { weightKg, isWeightKnown } = await saved(dispatcher.get(`${path}/${id}`));
  return { weightKg, isWeightKnown };
};

test.each([
  ["KGM", "2500", "2500"],
  ["TNE", "8", "8000"],
  ["LBR", "100", "45.359"],
])("%s %s weigh %s kg, whatever it is", async (unit, plannedQuantity, weightKg) => {
  expect(await weightOf({ ...words, unit, plannedQuantity })).toEqual({ weightKg, isWeightKnown: true });
});

test("pieces of what nobody has weighed weigh nothing that is known, beside what is", async () => {
  const sand = { ...words, unit: "KGM", plannedQuantity: "10" };
  expect(await weightOf({ ...words, unit: "XBG", plannedQuantity: "4" })).toEqual({
    weightKg: null,
    isWeightKnown: false,
  });
  expect(await weightOf(sand, { ...words, unit: "XBG", plannedQuantity: "4" })).toEqual({
    weightKg: "10",
    isWeightKnown: false,
  });
});

test("a commodity is weighed in its own unit and in others of the same kind", async () => {
  const commodity = async (quantityType: string, unitWeightKg: string) =>
    saved(
      (await testApp.as("FLEET_MANAGER")).post("/api/fleet/asset-commodities", {
        code: `C-${randomUUID().slice(0, 8)}`,
        name: "Garden chairs",
        quantityType,
        unitWeightKg,
      }),
    );
  const [{ id: chairs }, { id: milk }] = [await commodity("C62", "4.5"), await commodity("LTR", "1.03")];
  expect(await weightOf({ commodityId: chairs, unit: "C62", plannedQuantity: "3" })).toMatchObject({
    weightKg: "13.5",
  });
  expect(await weightOf({ commodityId: chairs, unit: "DZN", plannedQuantity: "2" })).toMatchObject({ weightKg: "108" });
  expect(await weightOf({ commodityId: milk, unit: "MTQ", plannedQuantity: "1" })).toMatchObject({ weightKg: "1030" });
  expect(await weightOf({ commodityId: milk, unit: "XBX", plannedQuantity: "1" })).toMatchObject({ weightKg: null });
});

test("a product is weighed by its base unit and by its packages", async () => {
  const { id: productId } = await aProduct(testApp, { base_uom: "EA", gross_weight_g: 1200 });
  await aPackage(testApp, productId, { uom: "XBX", quantity_in_base: "6", gross_weight_g: 7500 });
  expect(
    await weightOf(
      { productId, unit: "EA", plannedQuantity: "2" },
      { productId, unit: "XBX", plannedQuantity: "3" },
      { productId, unit: "TNE", plannedQuantity: "0.5" },
    ),
  ).toEqual({ weightKg: "524.9", isWeightKnown: true });
});

test("what is too heavy for a vehicle does not leave in tonnes and pounds either", async () => {
  const { id: vehicleId } = await aVehicle(await testApp.as("FLEET_MANAGER"), { payloadKg: "1000" });
  const { id: tripId } = await aTrip(testApp, { vehicleId, steps: ["plan"] });
  const lines = [
    { ...words, unit: "TNE", plannedQuantity: "8" },
    { ...words, unit: "KGM", plannedQuantity: "2500" },
  ];
  const { id } = await aFleetDelivery(testApp, { lines });
  await saved(dispatcher.post(`${path}/${id}/assign`, { tripId }));
  expect(await dispatcher.post(`${tripsPath}/${tripId}/dispatch`)).toMatchObject({
    status: 409,
    body: { details: { checks: [{ code: "too_heavy", has: "10500", may: "1000" }] } },
  });
});

test("a line is of a billion at most, planned or told, and very many pallets are still counted", async () => {
  const pallets = (plannedQuantity: string) => ({ ...words, unit: "XPX", plannedQuantity });
  const body = (...lines: object[]) => fleetDeliveryBody(25, { lines });
  expect(await dispatcher.post(path, body(pallets("99999999999")))).toMatchObject({
    status: 422,
    body: { fields: { "lines.0.plannedQuantity": "It has to be 1000000000 or less." } },
  });
  const most = pallets("1000000000");
  const { id, palletCount, lines } = await saved(dispatcher.post(path, body(most, most, most)));
  expect(palletCount).toBe(2_147_483_647);
  const bags = await saved(dispatcher.post(path, body({ ...pallets("3"), unit: "XBG" })));
  expect(bags["palletCount"], "of what is on no pallet nobody knows how many").toBeNull();
  const { id: tripId } = await aTrip(testApp, { steps: [] });
  await saved(dispatcher.post(`${path}/${id}/assign`, { tripId }));
  const [first] = lines as { id: string }[];
  const told = [{ id: first?.id, loadedQuantity: "99999999999", reason: "typed twice" }];
  expect(await dispatcher.post(`${path}/${id}/record-load`, { lines: told })).toMatchObject({
    status: 422,
    body: { fields: { "lines.0.loadedQuantity": expect.any(String) } },
  });
  await saved(dispatcher.get(`${tripsPath}/${tripId}/load`));
});
