import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aFleetDelivery, fleetDeliveriesPath as path } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aProduct } from "#main/testing/records/receiving.ts";
import { aTrip, tripsPath } from "#main/testing/records/trips.ts";

let testApp: TestApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());
const step = (id: string, name: string, body: object = {}) => dispatcher.post(`${path}/${id}/${name}`, body);
const scan = (id: string, note: string | null) => step(id, "proofs", { type: "barcode", note });

/** A delivery that is on board of a trip of its own. */
async function onBoard(over: object): Promise<Body> {
  const delivery = await aFleetDelivery(testApp, over);
  const { id: tripId } = await aTrip(testApp, { steps: [] });
  await saved(step(delivery.id, "assign", { tripId }));
  for (const one of ["plan", "dispatch", "start"]) await saved(dispatcher.post(`${tripsPath}/${tripId}/${one}`));
  return delivery;
}

test("a barcode that is asked for is missed until something was scanned, and needs what was scanned", async () => {
  const delivery = await onBoard({ proofsRequired: ["barcode"] });
  expect(await scan(delivery.id, null)).toMatchObject({ status: 422, body: { fields: { note: expect.any(String) } } });
  expect(await saved(step(delivery.id, "deliver"))).toMatchObject({ proofsMissing: ["barcode"], isProofMissing: true });
  expect(await saved(scan(delivery.id, "SSCC 0340"))).toMatchObject({ proofsMissing: [], isProofMissing: false });
});

test("whatever was scanned is kept; whether it is a number of the delivery, or the code of its goods, is told", async () => {
  const gtin = "04006381333931";
  const product = await aProduct(testApp, { sku: "TEA-77", gtin });
  const line = { productId: product.id, unit: "C62", plannedQuantity: "2" };
  const delivery = await onBoard({ lines: [line] });
  const scanned = [
    [String(delivery["deliveryNumber"]).toLowerCase(), true],
    ["tea-77", true],
    ["4006381333931", true],
    [`${gtin}000`, false],
    ["4006381333932", false],
    ["https://example.com/other", false],
  ] as const;
  for (const [code] of scanned) await saved(scan(delivery.id, code));
  await saved(step(delivery.id, "proofs", { type: "note", note: "tea-77" }));
  const { proofs } = await saved(dispatcher.get(`${path}/${delivery.id}`));
  expect(proofs).toMatchObject([
    ...scanned.map(([note, isOfDelivery]) => ({ type: "barcode", note, isOfDelivery })),
    { type: "note", isOfDelivery: null },
  ]);
});
