import { afterAll, beforeAll, expect, test } from "vitest";
import { tracesIn } from "#main/testing/database/traces.ts";
import { untilDone } from "#main/testing/jobs.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";
import { action, answered, applied, dispatchedLongAgo, flagged } from "#main/testing/records/driver-actions.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriverAtWork, inHours, tripsPath } from "#main/testing/records/trips.ts";
import { asSuper } from "#main/testing/test-app.ts";

let testApp: MailApp;
beforeAll(async () => void (testApp = await startMailApp()));
afterAll(() => testApp.close());

/** A delivery to be proved by a code on a trip that its driver has started, and the code as the consignee was mailed it. */
async function mailedCode() {
  const dispatcher = await testApp.as("DISPATCHER");
  const work = await anActiveDriverAtWork(testApp);
  const consigneeEmail = `${work.driver.id}@consignee.example`;
  const delivery = await aFleetDelivery(testApp, { proofsRequired: ["code"], consigneeEmail });
  const { id: tripId } = await aTrip(testApp, { driverId: work.driver.id, steps: [] });
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/assign`, { tripId }));
  for (const name of ["plan", "dispatch"]) await saved(dispatcher.post(`${tripsPath}/${tripId}/${name}`));
  await dispatchedLongAgo(testApp, tripId);
  const trip = { id: tripId };
  await answered(work, [action(trip, inHours(-1), { kind: "start" })]);
  const [own] = (await saved(work.client.get("/api/fleet/my-trips"))).items;
  expect(own).toMatchObject({ deliveries: [{ canMailCode: true }] });
  expect(JSON.stringify(own)).not.toContain(consigneeEmail);
  const other = await anActiveDriverAtWork(testApp);
  expect((await other.client.post(`${fleetDeliveriesPath}/${delivery.id}/send-code`)).status).toBe(404);
  const asked = await work.client.post(`${fleetDeliveriesPath}/${delivery.id}/send-code`);
  expect(asked.status).toBe(200);
  await untilDone(testApp);
  const mail = testApp.sink.mails.find(({ to }) => to === consigneeEmail);
  const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
  expect(asked.text).not.toContain(code);
  const nothing = { fileId: null, signerName: null, note: null, latitude: null, longitude: null };
  const tell = (told: string, at = new Date().toISOString()) =>
    action(trip, at, { kind: "prove_delivery", deliveryId: delivery.id, type: "code", ...nothing, code: told });
  return { work, delivery, code, tell };
}

test("of a code that a consignee tells is kept whether it was right, and not the code", async () => {
  const { work, code, tell } = await mailedCode();
  const untrue = code === "735219" ? "735218" : "735219";
  const [wrong, right] = [tell(untrue), tell(code)];
  expect(await answered(work, [wrong, right])).toMatchObject([flagged("wrong_code"), applied]);
  const kept = async (id: string) => {
    const [row] = await asSuper<{ payload: unknown }>(testApp, "select payload from driver_actions where id = $1", [
      id,
    ]);
    return row?.payload;
  };
  expect(await kept(wrong.id)).toMatchObject({ type: "code", isCodeRight: false });
  expect(await kept(right.id)).toMatchObject({ type: "code", isCodeRight: true });
  expect(await tracesIn(testApp, [`"${code}"`, `"${untrue}"`])).toEqual([]);
});

test.each([
  { days: 2.9, became: applied },
  { days: 3.1, became: flagged("wrong_code") },
])("a code that was told in time and is sent $days days later: $became.outcome", async ({ days, became }) => {
  const { work, delivery, code, tell } = await mailedCode();
  const [row] = await asSuper<{ at: Date }>(
    testApp,
    `update fleet_delivery_codes set sent_at = now() - make_interval(hours => $2::int)
      where delivery_id = $1 returning sent_at as at`,
    [delivery.id, Math.round(days * 24)],
  );
  await asSuper(
    testApp,
    "update trips set dispatched_at = dispatched_at - interval '9 days', actual_start = actual_start - interval '9 days' where id = $1",
    [tell(code).tripId],
  );
  expect(await answered(work, [tell(code, new Date((row?.at.getTime() ?? 0) + 60_000).toISOString())])).toMatchObject([
    became,
  ]);
});
