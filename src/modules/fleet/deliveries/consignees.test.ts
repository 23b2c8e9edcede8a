import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, type Body, type Client } from "#main/testing/test-app.ts";
import { runTask, untilDone } from "#main/testing/jobs.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";
import {
  aFleetDelivery,
  fleetDeliveriesPath as path,
  uploadPicture,
  wasOver,
} from "#main/testing/records/fleet-deliveries.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { aTrip, inHours } from "#main/testing/records/trips.ts";

let testApp: MailApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startMailApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());
const step = (id: string, name: string, body: object = {}) => dispatcher.post(`${path}/${id}/${name}`, body);
const read = (id: string): Promise<Body> => saved(dispatcher.get(`${path}/${id}`));

/** A delivery that a trip is bringing. */
async function onTheWay(over: object = {}): Promise<Body> {
  const delivery = await aFleetDelivery(testApp, over);
  const { id: tripId } = await aTrip(testApp, { steps: [] });
  await saved(step(delivery.id, "assign", { tripId }));
  for (const one of ["plan", "dispatch", "start"]) await saved(dispatcher.post(`/api/fleet/trips/${tripId}/${one}`));
  return read(delivery.id);
}

describe("a one-time code", () => {
  const asked = async () => {
    const consigneeEmail = `c${Math.trunc(performance.now() * 1000)}@consignee.example`;
    const delivery = await onTheWay({ proofsRequired: ["code"], consigneeEmail });
    await saved(step(delivery.id, "send-code"));
    await untilDone(testApp);
    const [mail] = testApp.sink.mails.filter(({ to }) => to === consigneeEmail);
    return { delivery, code: /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "" };
  };
  const tell = (id: string, code: string, over: object = {}) => step(id, "proofs", { type: "code", code, ...over });
  const wrong = { status: 422, body: { code: "wrong_code" } };

  test("is mailed to the consignee, stands nowhere else, and counts once", async () => {
    const { delivery, code } = await asked();
    expect(code).toMatch(/^\d{6}$/);
    const kept = await asSuper(
      testApp,
      "select payload::text from outbox union all select to_jsonb(e)::text from events e",
    );
    expect(JSON.stringify(kept)).not.toContain(`"${code}"`);
    expect(await step(delivery.id, "send-code")).toMatchObject({ status: 409, body: { code: "sent_just_now" } });
    expect(await saved(tell(delivery.id, code))).toMatchObject({ proofsMissing: [], proofs: [{ type: "code" }] });
    expect(await tell(delivery.id, code)).toMatchObject(wrong);
  });

  test("is tried five times, and not with the right one afterwards", async () => {
    const { delivery, code } = await asked();
    const other = code === "000000" ? "000001" : "000000";
    for (let n = 0; n < 5; n += 1) expect(await tell(delivery.id, other)).toMatchObject(wrong);
    expect(await tell(delivery.id, code)).toMatchObject(wrong);
  });

  test("holds for ten minutes from when it was mailed, by the clock of when it was told", async () => {
    const { delivery, code } = await asked();
    await asSuper(
      testApp,
      "update fleet_delivery_codes set sent_at = now() - interval '3 hours' where delivery_id = $1",
      [delivery.id],
    );
    expect(await tell(delivery.id, code)).toMatchObject(wrong);
    await saved(tell(delivery.id, code, { capturedAt: inHours(-2.9) }));
  });

  test("is mailed five times an hour at most, which says when the next one is possible; a desk and a driver count as one", async () => {
    const { delivery } = await asked();
    const aMinuteLater = () =>
      asSuper(
        testApp,
        "update fleet_delivery_codes set sent_at = now() - interval '2 minutes' where delivery_id = $1",
        [delivery.id],
      );
    for (let n = 0; n < 4; n += 1) {
      await aMinuteLater();
      await saved(step(delivery.id, "send-code"));
      await untilDone(testApp);
    }
    await aMinuteLater();
    const refused = await step(delivery.id, "send-code");
    expect(refused.status).toBe(429);
    expect(refused.body["message"]).toMatch(/5 times within the last hour. Try again in \d+ minutes/);
  });

  test("is mailed also once the goods are handed over, for what proves it may follow", async () => {
    const consigneeEmail = "follows@consignee.example";
    const delivery = await onTheWay({ proofsRequired: ["code"], consigneeEmail });
    await saved(step(delivery.id, "deliver"));
    expect(await saved(step(delivery.id, "send-code"))).not.toHaveProperty("code");
    await untilDone(testApp);
    const mail = testApp.sink.mails.find(({ to }) => to === consigneeEmail);
    const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
    expect(await saved(tell(delivery.id, code))).toMatchObject({ status: "delivered", isProofMissing: false });
  });

  test("is mailed once though twenty ask for it at the same moment", async () => {
    const consigneeEmail = "once@consignee.example";
    const delivery = await onTheWay({ proofsRequired: ["code"], consigneeEmail });
    const answers = await Promise.all(Array.from({ length: 20 }, () => step(delivery.id, "send-code")));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(19);
    for (const one of refused) expect(one).toMatchObject({ status: 409, body: { code: "sent_just_now" } });
    await untilDone(testApp);
    const mails = testApp.sink.mails.filter(({ to }) => to === consigneeEmail);
    expect(mails).toHaveLength(1);
    const code = /\b\d{6}\b/.exec(mails[0]?.text ?? "")?.[0] ?? "";
    expect(await saved(tell(delivery.id, code))).toMatchObject({ proofs: [{ type: "code" }] });
  });

  test("is mailed to nobody where no address is known, or nothing is under way", async () => {
    const { id } = await onTheWay();
    expect(await step(id, "send-code")).toMatchObject({ status: 409, body: { code: "no_address" } });
    const waiting = await aFleetDelivery(testApp, { consigneeEmail: "waits@consignee.example" });
    expect(await step(waiting.id, "send-code")).toMatchObject({ status: 409, body: { code: "wrong_state" } });
  });
});

describe("who got something", () => {
  /** A delivery with everything that names its consignee. */
  async function handedOver(): Promise<Body> {
    const delivery = await onTheWay({ consigneeEmail: "maes@consignee.example", notes: "Ask for Ms Maes" });
    const { id: fileId } = await uploadPicture(dispatcher, delivery.id);
    await saved(step(delivery.id, "proofs", { type: "signature", fileId, signerName: "Anke Maes" }));
    return saved(step(delivery.id, "deliver", { signerName: "Anke Maes" }));
  }
  const gone = {
    consigneeName: "…",
    contactPhone: null,
    consigneeEmail: null,
    address: null,
    notes: null,
    receivedBy: null,
    forgottenAt: expect.any(String),
    status: "delivered",
    proofs: [{ type: "signature", signerName: null, fileId: null }],
  };
  const traces = (id: string) =>
    asSuper<{ count: number }>(
      testApp,
      `select count(*)::int as count from (
        select id from files where entity_id = $1
        union all select s.id from trip_stops s join fleet_deliveries d on s.id = d.dropoff_stop_id
          where d.id = $1 and s.name is not null) x`,
      [id],
    );

  test("is kept for a year, and then forgotten with signature, picture, address and the stop", async () => {
    const { id } = await handedOver();
    await wasOver(testApp, id, 360);
    await runTask(testApp, "forget-consignee", { deliveryId: id });
    expect(await read(id)).toMatchObject({ receivedBy: "Anke Maes", forgottenAt: null });
    await wasOver(testApp, id, 370);
    await runTask(testApp, "forget-consignee", { deliveryId: id });
    expect(await read(id)).toMatchObject(gone);
    expect(await traces(id)).toEqual([{ count: 0 }]);
    expect(await step(id, "proofs", { type: "note", note: "Ms Maes again" })).toMatchObject({ status: 409 });
  });

  test("is forgotten at once where they ask for it, by whoever erases people, and once it is over", async () => {
    const { id } = await handedOver();
    expect((await step(id, "forget-consignee")).status).toBe(403);
    const eraser = await clientWith(testApp, ["CAN_ERASE_PEOPLE", "CAN_VIEW_FLEET_DELIVERIES"]);
    const waiting = await aFleetDelivery(testApp);
    expect((await decide(eraser, `${path}/${waiting.id}/forget-consignee`)).status).toBe(409);
    expect(await saved(decide(eraser, `${path}/${id}/forget-consignee`))).toMatchObject(gone);
    expect(await traces(id)).toEqual([{ count: 0 }]);
  });

  test("is forgotten with the stop of each attempt, but not with one that somebody else needs still", async () => {
    const failed = await onTheWay({ address: "Kaai 7, Gent" });
    await saved(step(failed.id, "fail", { reason: "Ms Maes was not there" }));
    await saved(step(failed.id, "try-again"));
    const { id: tripId } = await aTrip(testApp, { steps: [] });
    const other = await aFleetDelivery(testApp, { address: "Kaai 7, Gent" });
    for (const one of [failed, other]) await saved(step(one.id, "assign", { tripId }));
    for (const one of ["plan", "dispatch", "start"]) await saved(dispatcher.post(`/api/fleet/trips/${tripId}/${one}`));
    await saved(step(failed.id, "deliver"));
    const eraser = await clientWith(testApp, ["CAN_ERASE_PEOPLE", "CAN_VIEW_FLEET_DELIVERIES"]);
    expect(await saved(decide(eraser, `${path}/${failed.id}/forget-consignee`))).toMatchObject({
      attempts: [{ reason: null }, { reason: null }],
    });
    const places = await asSuper(
      testApp,
      `select a.attempt_no, s.name, s.address from fleet_delivery_attempts a join trip_stops s on s.id = a.stop_id
        where a.delivery_id = $1 order by 1`,
      [failed.id],
    );
    expect(places).toEqual([
      { attempt_no: 1, name: null, address: "…" },
      { attempt_no: 2, name: "Bakkerij Van Dael", address: "Kaai 7, Gent" },
    ]);
  });

  test("who is forgotten gets no other attempt: what would be written of the next one could not be forgotten again", async () => {
    const delivery = await onTheWay();
    await saved(step(delivery.id, "fail", { reason: "closed" }));
    await saved(step(delivery.id, "start-return"));
    await saved(step(delivery.id, "finish-return"));
    const eraser = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_FLEET_DELIVERIES", "CAN_ERASE_PEOPLE"]);
    await saved(decide(eraser, `${path}/${delivery.id}/forget-consignee`));
    expect(await step(delivery.id, "try-again")).toMatchObject({ status: 409, body: { code: "consignee_forgotten" } });
  });

  test("stays known of a delivery that is taken up again", async () => {
    const { id } = await onTheWay();
    await saved(step(id, "fail", { reason: "nobody was there" }));
    await saved(step(id, "try-again"));
    await runTask(testApp, "forget-consignee", { deliveryId: id });
    expect(await read(id)).toMatchObject({ consigneeName: "Bakkerij Van Dael", forgottenAt: null });
  });
});
