import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Body, type TestApp } from "#main/testing/test-app.ts";
import {
  action,
  actionsPath,
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
import { anActiveDriverAtWork, inHours, stopsPath, tripsPath } from "#main/testing/records/trips.ts";

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
  const stopOf = (delivery: Body | undefined) => String(delivery?.["dropoffStopId"]);
  const reach = (delivery: Body | undefined) =>
    ({ kind: "arrive", stopId: stopOf(delivery), reason: "the nearest one" }) as const;
  const leave = (delivery: Body | undefined) => ({ kind: "complete_stop", stopId: stopOf(delivery) }) as const;
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
      at(0.5, reach(deliveries[0])),
      at(1, { kind: "deliver", deliveryId: whole, signerName: "Femke" }),
      at(2, { kind: "prove_delivery", deliveryId: whole, type: "photo", ...proof, fileId: picture.id }),
      at(2.4, leave(deliveries[0])),
      at(2.5, reach(deliveries[1])),
      at(3, { kind: "deliver_partly", deliveryId: part, signerName: null, lines: [short] }),
      at(4, { kind: "fail_delivery", deliveryId: failed, reason: "nobody was there" }),
    ];
    expect(await answered(work, done)).toMatchObject(done.map(() => applied));
    expect(await answered(work, done)).toMatchObject(done.map(() => applied));
    const known = (await work.client.get("/api/fleet/my-trips")).body.items.find(({ id }) => id === trip.id);
    const knownOf = (id: string) => (known?.["deliveries"] as Body[] | undefined)?.find((one) => one.id === id);
    expect(knownOf(whole)).toMatchObject({ proofs: [{ type: "photo", signerName: null }], proofsMissing: [] });
    expect(knownOf(part)?.["lines"]).toContainEqual(
      expect.objectContaining({ id: short.id, deliveredQuantity: "10", deliveredReason: "not loaded" }),
    );
    const delivery = async (id: string) => saved((await dispatcher()).get(`${fleetDeliveriesPath}/${id}`));
    expect(await delivery(whole)).toMatchObject({
      status: "delivered",
      outcomeAt: done[2]?.at,
      receivedBy: "Femke",
      proofsMissing: [],
      proofs: [{ type: "photo", fileId: picture.id, capturedAt: done[3]?.at }],
    });
    expect(await delivery(part)).toMatchObject({ status: "partly_delivered", outcomeAt: done[6]?.at });
    expect(await delivery(failed)).toMatchObject({ status: "failed", failureReason: "nobody was there" });
  });

  test("are told of line by line, and of each line once: a report that names one twice is none", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const { trip, deliveries } = await withDeliveries(work, 1);
    const [{ id: deliveryId, ...delivery }] = deliveries as [Body];
    const lines = delivery["lines"] as { id: string }[];
    const one = { id: lines[0]?.id ?? "", deliveredQuantity: "5", damagedQuantity: "0", reason: "the rest is missing" };
    const now = new Date().toISOString();
    const told = (...said: (typeof one)[]) =>
      action(trip, now, { kind: "deliver_partly", deliveryId, signerName: null, lines: said });
    await answered(work, [action(trip, now, { kind: "start" }), action(trip, now, reach(deliveries[0]))]);
    expect(await answered(work, [told(one, { ...one, deliveredQuantity: "7" })])).toMatchObject([
      { outcome: "refused", isApplied: false, status: 422 },
    ]);
    expect(await saved((await dispatcher()).get(`${fleetDeliveriesPath}/${deliveryId}`))).toMatchObject({
      status: "out_for_delivery",
      lines: [{ deliveredQuantity: "0" }, { deliveredQuantity: "0" }],
    });
    expect(await answered(work, [told(one)])).toMatchObject([applied]);
  });

  test("are looked at by the dispatcher where nobody has said that the stop was reached, or more came than was loaded", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const { trip, deliveries } = await withDeliveries(work, 2);
    const [unreached, more] = deliveries as [Body, Body];
    const at = (hours: number, said: Said) => action(trip, inHours(hours - 10), said);
    const [line] = more["lines"] as { id: string }[];
    const told = (deliveredQuantity: string) => {
      const lines = [{ id: line?.id ?? "", deliveredQuantity, damagedQuantity: "0", reason: "counted again" }];
      return { kind: "deliver_partly", deliveryId: more.id, signerName: null, lines } as const;
    };
    const load = [{ id: line?.id ?? "", loadedQuantity: "8", reason: "the rest was not there" }];
    const entered = (...flags: string[]) => ({ outcome: "flagged", isApplied: true, flags });
    expect(
      await answered(work, [
        at(0, { kind: "start" }),
        at(1, { kind: "load_delivery", deliveryId: more.id, lines: load }),
        at(2, { kind: "deliver", deliveryId: unreached.id, signerName: null }),
        at(3, reach(more)),
        at(4, told("9")),
      ]),
    ).toMatchObject([applied, entered("loaded_short"), entered("not_arrived"), applied, entered("more_than_loaded")]);
    const delivery = async ({ id }: Body) => saved((await dispatcher()).get(`${fleetDeliveriesPath}/${id}`));
    expect(await delivery(more)).toMatchObject({ isUnreached: false, isMoreThanLoaded: true });
    expect(await delivery(unreached)).toMatchObject({ status: "delivered", isUnreached: true });
    const desk = await dispatcher();
    await saved(desk.post(`${stopsPath}/${stopOf(more)}/complete`, {}));
    await saved(desk.post(`${stopsPath}/${stopOf(unreached)}/arrive`, { reason: "the nearest one" }));
    expect(await delivery(unreached)).toMatchObject({ status: "delivered", isUnreached: false });
    expect(await answered(work, [at(5, told("8"))])).toMatchObject([entered("told_again")]);
    expect(await delivery(more)).toMatchObject({ isMoreThanLoaded: false });
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

  test("that never were on the trip are not entered for it, whatever somebody reported: a delivery stays where it is", async () => {
    const [work, other] = [await anActiveDriverAtWork(testApp), await anActiveDriverAtWork(testApp)];
    const { trip } = await withDeliveries(work, 1);
    const theirs = await withDeliveries(other, 1);
    const [{ id: deliveryId }] = theirs.deliveries as [Body];
    const client = await dispatcher();
    await answered(work, [action(trip, inHours(-3), { kind: "start" })]);
    const told = action(trip, inHours(-2), { kind: "deliver", deliveryId, signerName: null });
    expect(await answered(work, [told])).toMatchObject([flagged("delivery_gone")]);
    expect(await client.post(`${actionsPath}/${told.id}/enter`)).toMatchObject({
      status: 409,
      body: { code: "delivery_gone" },
    });
    expect(await saved(client.get(`${fleetDeliveriesPath}/${deliveryId}`))).toMatchObject({
      status: "assigned",
      tripId: theirs.trip.id,
    });
  });

  test("are told again by whoever told them, for the dispatcher to see; what a desk told stands until somebody enters the report", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const { trip, deliveries } = await withDeliveries(work, 2);
    const [own, desks] = deliveries.map(({ id }) => id) as [string, string];
    const at = (hours: number, said: Said) => action(trip, inHours(hours - 10), said);
    const wrong = [
      at(0, { kind: "start" }),
      at(0.5, reach(deliveries[0])),
      at(1, { kind: "deliver", deliveryId: own, signerName: "Femke" }),
      at(2, { kind: "fail_delivery", deliveryId: own, reason: "wrong button" }),
    ];
    expect(await answered(work, wrong)).toMatchObject([
      applied,
      applied,
      applied,
      { outcome: "flagged", isApplied: true, flags: ["told_again"] },
    ]);
    const delivery = async (id: string) => saved((await dispatcher()).get(`${fleetDeliveriesPath}/${id}`));
    expect(await delivery(own)).toMatchObject({ status: "failed", failureReason: "wrong button", receivedBy: null });

    await saved((await dispatcher()).post(`${fleetDeliveriesPath}/${desks}/fail`, { reason: "they phoned" }));
    const brought = at(3, { kind: "deliver", deliveryId: desks, signerName: "Femke" });
    expect(await answered(work, [brought])).toMatchObject([flagged("wrong_state")]);
    expect((await delivery(desks)).status).toBe("failed");
    const enter = `${actionsPath}/${brought.id}/enter`;
    expect((await work.client.post(enter)).status).toBe(403);
    expect(await saved((await dispatcher()).post(enter))).toMatchObject({ status: "settled", isApplied: true });
    expect(await delivery(desks)).toMatchObject({ status: "delivered", outcomeAt: brought.at, receivedBy: "Femke" });
    expect(await (await dispatcher()).post(`${actionsPath}/${wrong[3]?.id}/enter`)).toMatchObject({
      status: 409,
      body: { code: "entered" },
    });
  });

  test("are entered for the trip that they were told of: nothing of another one's stop, and a proof to the attempt that it proves", async () => {
    const [work, other] = [await anActiveDriverAtWork(testApp), await anActiveDriverAtWork(testApp)];
    const client = await dispatcher();
    const { trip, deliveries } = await withDeliveries(work, 1);
    const theirs = await withDeliveries(other, 1);
    const at = (hours: number, said: Said) => action(trip, inHours(hours - 10), said);
    const [{ id: deliveryId }] = deliveries as [Body];
    const [stop] = theirs.trip["stops"] as Body[];
    const start = (of: Body) => action(of, inHours(-10), { kind: "start", meterValue: null });
    await answered(work, [start(trip)]);
    await answered(other, [start(theirs.trip)]);
    const foreign = at(1, { kind: "arrive", stopId: String(stop?.id), reason: null });
    expect(await answered(work, [foreign])).toMatchObject([flagged("stop_gone")]);
    const enter = (id: string) => client.post(`${actionsPath}/${id}/enter`);
    expect(await enter(foreign.id)).toMatchObject({ status: 409, body: { code: "stop_gone" } });
    expect(await saved(client.get(`${stopsPath}/${String(stop?.id)}`))).toMatchObject({ arrivedAt: null });

    await answered(work, [at(2, { kind: "fail_delivery", deliveryId, reason: "nobody there" })]);
    const window = { windowStart: inHours(1), windowEnd: inHours(3) };
    await saved(client.post(`${fleetDeliveriesPath}/${deliveryId}/try-again`, window));
    const { id: tripId } = await given(testApp, other, { from: 30, steps: [] });
    await saved(client.post(`${fleetDeliveriesPath}/${deliveryId}/assign`, { tripId }));
    const picture = await uploadPicture(client, deliveryId);
    const late = [
      at(2.1, { kind: "prove_delivery", deliveryId, type: "photo", ...proof, fileId: picture.id }),
      at(2.2, { kind: "load_delivery", deliveryId, lines: [] }),
    ] as const;
    expect(await answered(work, [...late])).toMatchObject(late.map(() => flagged("delivery_gone")));
    await saved(enter(late[0].id));
    expect(await enter(late[1].id)).toMatchObject({ status: 409, body: { code: "delivery_gone" } });
    expect(await saved(client.get(`${fleetDeliveriesPath}/${deliveryId}`))).toMatchObject({
      attemptNo: 2,
      loadedAt: null,
      proofs: [{ fileId: picture.id, attemptNo: 1 }],
      proofsMissing: ["photo"],
    });
  });

  test("and stops of a trip that a desk ended are entered as it was, one report after the other", async () => {
    const work = await anActiveDriverAtWork(testApp);
    const { trip, deliveries } = await withDeliveries(work, 1);
    const [{ id: deliveryId }] = deliveries as [Body];
    const client = await dispatcher();
    const { dropoffStopId } = await saved(client.get(`${fleetDeliveriesPath}/${deliveryId}`));
    const stopId = String(dropoffStopId);
    const at = (hours: number, said: Said) => action(trip, inHours(hours - 10), said);
    await answered(work, [at(0, { kind: "start" })]);
    await saved(client.post(`${tripsPath}/${trip.id}/abort`, { reason: "no word from the driver" }));
    const late = [
      at(1, { kind: "arrive", stopId, reason: null }),
      at(2, { kind: "deliver", deliveryId, signerName: null }),
      at(3, { kind: "complete_stop", stopId }),
    ];
    expect(await answered(work, late)).toMatchObject([
      flagged("trip_over"),
      flagged("wrong_state"),
      flagged("trip_over"),
    ]);
    for (const { id } of late) await saved(client.post(`${actionsPath}/${id}/enter`));
    expect(await saved(client.get(`${fleetDeliveriesPath}/${deliveryId}`))).toMatchObject({
      status: "delivered",
      outcomeAt: late[1]?.at,
      arrivedAt: late[0]?.at,
    });
    expect(await saved(client.get(`${stopsPath}/${stopId}`))).toMatchObject({
      status: "completed",
      arrivedAt: late[0]?.at,
      departedAt: late[2]?.at,
    });
  });

  test("from before somebody else took the trip over are taken, for the dispatcher to look at; from after it they are not theirs", async () => {
    const [work, other] = [await anActiveDriverAtWork(testApp), await anActiveDriverAtWork(testApp)];
    const { trip, deliveries } = await withDeliveries(work, 2);
    const [before, after] = deliveries.map(({ id }) => id) as [string, string];
    const at = (hours: number, said: Said) => action(trip, inHours(hours - 10), said);
    await answered(work, [at(0, { kind: "start" }), at(1, reach(deliveries[0]))]);
    const change = { driverId: other.driver.id, reason: "end of the shift", at: inHours(-6) };
    await saved((await dispatcher()).post(`${tripsPath}/${trip.id}/change-driver`, change));
    expect(
      await answered(work, [
        at(2, { kind: "deliver", deliveryId: before, signerName: null }),
        at(5, { kind: "deliver", deliveryId: after, signerName: null }),
      ]),
    ).toMatchObject([{ outcome: "flagged", isApplied: true, flags: ["handed_over"] }, flagged("not_yours")]);
    const client = await dispatcher();
    const status = async () => (await saved(client.get(`${fleetDeliveriesPath}/${before}`)))["status"];
    expect(await status()).toBe("delivered");
    expect(
      await answered(work, [at(3, { kind: "skip_stop", stopId: stopOf(deliveries[1]), reason: "no time" })]),
      "what lies ahead is for who has it now",
    ).toMatchObject([flagged("not_yours")]);
    expect(
      await answered(other, [at(6, { kind: "deliver", deliveryId: before, signerName: "Mr New" })]),
      "another name is not the same report: no word of it is lost",
    ).toMatchObject([flagged("wrong_state")]);
    expect(await answered(other, [at(6, { kind: "deliver", deliveryId: before, signerName: null })])).toMatchObject([
      { outcome: "applied", isApplied: true },
    ]);
    expect(
      await answered(work, [at(3, { kind: "fail_delivery", deliveryId: before, reason: "nobody there" })]),
      "nor does who is gone have the last word",
    ).toMatchObject([flagged("not_yours")]);
    expect(await status()).toBe("delivered");
  });

  test("by who is suspended are flagged while the trip is theirs, and kept for the dispatcher once somebody else has it", async () => {
    const [work, other] = [await anActiveDriverAtWork(testApp), await anActiveDriverAtWork(testApp)];
    const { trip, deliveries } = await withDeliveries(work, 2);
    const [first, second] = deliveries.map(({ id }) => id) as [string, string];
    const at = (hours: number, said: Said) => action(trip, inHours(hours - 10), said);
    const [client, fleet] = [await dispatcher(), await testApp.as("FLEET_MANAGER")];
    await answered(work, [at(0, { kind: "start" }), at(1, reach(deliveries[0]))]);
    await saved(fleet.post(`/api/fleet/drivers/${work.driver.id}/suspend`, { reason: "the police stopped them" }));
    expect(await answered(work, [at(2, { kind: "deliver", deliveryId: first, signerName: null })])).toMatchObject([
      { outcome: "flagged", isApplied: true, flags: ["not_active"] },
    ]);
    const change = { driverId: other.driver.id, reason: "the first one was stopped", at: inHours(-5) };
    await saved(client.post(`${tripsPath}/${trip.id}/change-driver`, change));
    const told = at(3, { kind: "deliver", deliveryId: second, signerName: null });
    expect(await answered(work, [told])).toMatchObject([flagged("not_active")]);
    const status = async () => (await saved(client.get(`${fleetDeliveriesPath}/${second}`)))["status"];
    expect(await status()).toBe("out_for_delivery");
    await saved(client.post(`${actionsPath}/${told.id}/enter`));
    expect(await status()).toBe("delivered");
  });
});
