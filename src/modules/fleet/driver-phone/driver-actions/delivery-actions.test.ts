import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Body, type TestApp } from "#main/testing/test-app.ts";
import {
  action,
  answered,
  applied,
  dispatchedLongAgo,
  flagged,
  given,
  type Said,
  type Work,
} from "#main/testing/records/driver-actions.ts";
import { aFleetDelivery, fleetDeliveriesPath, uploadPicture } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { anActiveDriverAtWork, inHours, tripsPath } from "#main/testing/records/trips.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const dispatcher = () => testApp.as("DISPATCHER");

describe("deliveries on the road", () => {
  /** A trip that was given to its driver, with so many deliveries. */
  async function withDeliveries(work: Work, count: number) {
    const client = await dispatcher();
    const { id: tripId } = await given(testApp, work, { steps: [] });
    const deliveries: Body[] = [];
    for (let n = 0; n < count; n += 1) {
      const delivery = await aFleetDelivery(testApp, { proofsRequired: ["photo"] });
      deliveries.push(await saved(client.post(`${fleetDeliveriesPath}/${delivery.id}/assign`, { tripId })));
    }
    for (const name of ["plan", "dispatch"]) await saved(client.post(`${tripsPath}/${tripId}/${name}`));
    await dispatchedLongAgo(testApp, tripId);
    return { trip: await saved(client.get(`${tripsPath}/${tripId}`)), deliveries };
  }
  const proof = { fileId: null, code: null, signerName: null, note: null, latitude: null, longitude: null };

  test("are brought whole, in part and not at all, at the time it was, and proved by a picture of the phone", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const { trip, deliveries } = await withDeliveries(work, 3);
    const [whole, part, failed] = deliveries.map(({ id }) => id) as [string, string, string];
    const own = (await work.client.get("/api/fleet/my-trips")).body.items.find(({ id }) => id === trip.id);
    expect(own).toMatchObject({ deliveries: deliveries.map(({ id }) => ({ id, proofsMissing: ["photo"] })) });
    const picture = await uploadPicture(work.client, whole);
    const lines = deliveries[1]?.["lines"] as { id: string }[];
    const short = { id: lines[0]?.id ?? "", deliveredQuantity: "10", damagedQuantity: "0", reason: "not loaded" };
    const at = (hours: number, said: Said) => action(trip, inHours(hours - 10), said);
    const done = [
      at(0, { kind: "start" }),
      at(1, { kind: "deliver", deliveryId: whole, signerName: "Femke" }),
      at(2, { kind: "prove_delivery", deliveryId: whole, type: "photo", ...proof, fileId: picture.id }),
      at(3, { kind: "deliver_partly", deliveryId: part, signerName: null, lines: [short] }),
      at(4, { kind: "fail_delivery", deliveryId: failed, reason: "nobody was there" }),
    ];
    expect(await answered(work, done)).toMatchObject(done.map(() => applied));
    expect(await answered(work, done)).toMatchObject(done.map(() => applied));
    const delivery = async (id: string) => saved((await dispatcher()).get(`${fleetDeliveriesPath}/${id}`));
    expect(await delivery(whole)).toMatchObject({
      status: "delivered",
      outcomeAt: done[1]?.at,
      receivedBy: "Femke",
      proofsMissing: [],
      proofs: [{ type: "photo", fileId: picture.id, capturedAt: done[2]?.at }],
    });
    expect(await delivery(part)).toMatchObject({ status: "partly_delivered", outcomeAt: done[3]?.at });
    expect(await delivery(failed)).toMatchObject({ status: "failed", failureReason: "nobody was there" });
  });

  test("that are no longer on the trip, or were told otherwise at a desk, are for the dispatcher to settle", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const { trip, deliveries } = await withDeliveries(work, 1);
    const [{ id: deliveryId }] = deliveries as [Body];
    const now = new Date().toISOString();
    const elsewhere = await aFleetDelivery(testApp);
    await answered(work, [action(trip, now, { kind: "start" })]);
    await saved((await dispatcher()).post(`${fleetDeliveriesPath}/${deliveryId}/fail`, { reason: "they phoned" }));
    expect(
      await answered(work, [
        action(trip, now, { kind: "deliver", deliveryId, signerName: null }),
        action(trip, now, { kind: "deliver", deliveryId: elsewhere.id, signerName: null }),
        action(trip, now, { kind: "prove_delivery", deliveryId, type: "photo", ...proof }),
      ]),
    ).toMatchObject([flagged("wrong_state"), flagged("delivery_gone"), flagged("not_possible")]);
  });
});
