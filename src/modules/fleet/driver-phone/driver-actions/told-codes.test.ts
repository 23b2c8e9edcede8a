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

test("of a code that a consignee tells is kept whether it was right, and not the code", async () => {
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
  const untrue = code === "735219" ? "735218" : "735219";
  const nothing = { fileId: null, signerName: null, note: null, latitude: null, longitude: null };
  const tell = (told: string) =>
    action(trip, new Date().toISOString(), {
      kind: "prove_delivery",
      deliveryId: delivery.id,
      type: "code",
      ...nothing,
      code: told,
    });
  const [wrong, right] = [tell(untrue), tell(code)];
  expect(await answered(work, [wrong, right])).toMatchObject([flagged("not_possible"), applied]);
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
