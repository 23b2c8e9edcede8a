import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { pdfTexts } from "#main/testing/files/pdf-text.ts";
import { aChain } from "#main/testing/records/chains.ts";
import { aFleetDelivery, fleetDeliveriesPath as path } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriverAtWork } from "#main/testing/records/trips.ts";

// Not conformed: a paper has no list and no form.
let testApp: TestApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());

async function printed(client: Client, id: string, paper: "delivery-note" | "waybill") {
  const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  const answer = await testApp.app.inject({
    url: `${path}/${id}/${paper}.pdf`,
    headers: { cookie },
  });
  const pages = answer.statusCode === 200 ? answer.rawPayload.toString("latin1").match(/\/Type \/Page\b/g)?.length : 0;
  return {
    status: answer.statusCode,
    pages,
    text: answer.statusCode === 200 ? pdfTexts(answer.rawPayload).join(" ") : "",
  };
}

/** A delivery on a running trip of a driver with an account. */
async function onTheWay(over: object = {}): Promise<{ delivery: Body; driver: Client }> {
  const delivery = await aFleetDelivery(testApp, over);
  const { driver, client } = await anActiveDriverAtWork(testApp);
  const trip = await aTrip(testApp, { steps: [], driverId: driver.id });
  await saved(dispatcher.post(`${path}/${delivery.id}/assign`, { tripId: trip.id }));
  for (const step of ["plan", "dispatch", "start"]) await saved(dispatcher.post(`/api/fleet/trips/${trip.id}/${step}`));
  return { delivery: await saved(dispatcher.get(`${path}/${delivery.id}`)), driver: client };
}

test("a delivery note says who gets what where, and from whom", async () => {
  const { delivery } = await onTheWay();
  const { text, pages } = await printed(dispatcher, delivery.id, "delivery-note");
  for (const part of [
    delivery["deliveryNumber"],
    delivery["tripNumber"],
    "Bakkerij Van Dael",
    delivery["address"],
    "Flour, 25 kg bag",
    "12 bags",
  ])
    expect(text).toContain(String(part));
  expect(text).not.toContain(String(delivery["driverName"]));
  expect(pages).toBe(1);
});

test("afterwards it says what was taken, what was not and why, and who signed", async () => {
  const { delivery } = await onTheWay();
  const [flour, yeast] = delivery["lines"] as unknown as Body[];
  await saved(
    dispatcher.post(`${path}/${delivery.id}/deliver-partly`, {
      signerName: "Els Mertens",
      lines: [
        { id: flour?.id, deliveredQuantity: "10", damagedQuantity: "2", reason: "two bags torn" },
        { id: yeast?.id, deliveredQuantity: "2.5" },
      ],
    }),
  );
  const { text } = await printed(dispatcher, delivery.id, "delivery-note");
  for (const part of ["Els Mertens", "two bags torn", "10", "2.5"]) expect(text).toContain(part);
});

test("a consignment note comes in three copies with its numbered boxes, in the language of whoever prints it", async () => {
  const { delivery } = await onTheWay();
  const { text, pages } = await printed(dispatcher, delivery.id, "waybill");
  expect(pages).toBe(3);
  for (const part of [
    "1, for the sender",
    "2, for the consignee",
    "3, for the carrier",
    "1 Sender",
    "16 Carrier",
    "24 Goods received",
    "Alpha Logistics",
  ])
    expect(text).toContain(part);
  await asSuper(testApp, "update companies set locale = 'de' where id = $1", [testApp.companies.a]);
  expect((await printed(dispatcher, delivery.id, "waybill")).text).toContain("Frachtbrief");
  await asSuper(testApp, "update companies set locale = 'en' where id = $1", [testApp.companies.a]);
});

test("who sends the goods of a consignment note is the vendor at whose site they are loaded, and the carrier is the company", async () => {
  const { delivery, schedule, yard } = await aChain(testApp);
  await asSuper(
    testApp,
    `update vendors set name = 'Mühle Sonntag', address_line1 = 'Am Wehr 4', postal_code = '47533', city = 'Kleve', country_code = 'DE',
      tax_id = 'DE811223344' where id = $1`,
    [schedule["vendorId"]],
  );
  const between = (text: string, from: string, until: string) => text.slice(text.indexOf(from), text.indexOf(until));
  const { text } = await printed(dispatcher, delivery.id, "waybill");
  const [sender, carrier] = [between(text, "1 Sender", "16 Carrier"), between(text, "16 Carrier", "2 Consignee")];
  for (const part of ["Mühle Sonntag", "Am Wehr 4", "47533 Kleve", "DE811223344"]) expect(sender).toContain(part);
  expect(sender).not.toContain("Alpha Logistics");
  expect(carrier).toContain("Alpha Logistics");
  expect(carrier).not.toContain("Sonntag");
  expect(between(text, "22 Signature", "23 Signature")).toContain("Mühle Sonntag");

  // Fetched from a location of the company's own, the same goods are sent by the company.
  await asSuper(testApp, "update fleet_deliveries set pickup_location_id = $2 where id = $1", [
    delivery.id,
    yard.locationId,
  ]);
  const own = await printed(dispatcher, delivery.id, "waybill");
  expect(between(own.text, "1 Sender", "16 Carrier")).toContain("Alpha Logistics");
});

test("many lines go on over as many pages as they need, and none is lost", async () => {
  const lines = Array.from({ length: 120 }, (_, n) => ({
    description: `Pallet place ${n + 1} of 120`,
    unit: "XPX",
    plannedQuantity: "1",
  }));
  const { id } = await aFleetDelivery(testApp, { lines });
  for (const paper of ["delivery-note", "waybill"] as const) {
    const { text, pages } = await printed(dispatcher, id, paper);
    expect(pages, paper).toBeGreaterThan(paper === "waybill" ? 6 : 2);
    for (const { description } of lines) expect(text, paper).toContain(description);
  }
});

test("a driver prints the papers of their own trips, and of no other", async () => {
  const [mine, other] = [await onTheWay(), await onTheWay()];
  expect((await printed(mine.driver, mine.delivery.id, "waybill")).status).toBe(200);
  for (const paper of ["delivery-note", "waybill"] as const)
    expect((await printed(mine.driver, other.delivery.id, paper)).status).toBe(404);
  expect((await printed(await testApp.as("BUYER"), mine.delivery.id, "waybill")).status).toBe(403);
});
