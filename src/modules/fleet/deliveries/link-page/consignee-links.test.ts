import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, type Body, type Client } from "#main/testing/test-app.ts";
import { untilDone } from "#main/testing/jobs.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";
import {
  aFleetDelivery,
  fleetDeliveriesPath as path,
  fleetDeliveryBody,
} from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriver, inHours, stopsPath } from "#main/testing/records/trips.ts";

// Not conformed: consigneeLinks is one page of one record, opened by a mailed secret; what it shows to whom is tested below.

let testApp: MailApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startMailApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());

let consignees = 0;
async function aDeliveryFor(over: object = {}): Promise<{ delivery: Body; address: string }> {
  consignees += 1;
  const address = `c${consignees}@consignee.example`;
  return { delivery: await aFleetDelivery(testApp, { consigneeEmail: address, ...over }), address };
}
const share = (id: string) => dispatcher.post(`${path}/${id}/share`);

/** Somebody without a session who opened the link that was mailed to an address. */
async function holderOf(id: string, address: string): Promise<Client> {
  await saved(share(id));
  await untilDone(testApp);
  const mail = testApp.sink.mails.findLast(({ to }) => to === address);
  return visitorWith(id, /#t=([\w.-]{45})/.exec(mail?.text ?? "")?.[1] ?? "");
}
async function visitorWith(id: string, secret: string): Promise<Client> {
  const visitor = testApp.visitor();
  await visitor.get("/api/settings");
  await visitor.post("/api/links/open", { page: "delivery", subjectId: id, secret });
  return visitor;
}
const page = (id: string) => `/api/links/fleet-deliveries/${id}`;
const over = (state: string) => ({ status: 410, body: { code: "link_over", details: { state } } });

/** Two deliveries on one running trip, each at a stop of its own. */
async function onOneTrip() {
  const first = await aDeliveryFor();
  const second = await aDeliveryFor({ consigneeName: "Slagerij Peeters" });
  const driver = await anActiveDriver(testApp, {
    firstName: "Wilhelmina",
    lastName: "Vanderstichele",
    phone: "+31 6 5559 8877",
  });
  const trip = await aTrip(testApp, { steps: [], driverId: driver.id });
  for (const { delivery } of [first, second])
    await saved(dispatcher.post(`${path}/${delivery.id}/assign`, { tripId: trip.id }));
  for (const step of ["plan", "dispatch", "start"]) await saved(dispatcher.post(`/api/fleet/trips/${trip.id}/${step}`));
  return { first, second, trip };
}

describe("a consignee", () => {
  test("is mailed a link to their own delivery, and needs no account", async () => {
    const { delivery, address } = await aDeliveryFor();
    const holder = await holderOf(delivery.id, address);
    expect(await saved(holder.get(page(delivery.id)))).toMatchObject({
      deliveryNumber: delivery["deliveryNumber"],
      companyName: "Alpha Logistics",
      consigneeName: "Bakkerij Van Dael",
      status: "unassigned",
      leftAt: null,
      stopsBefore: null,
      lines: [{ description: "Flour, 25 kg bag", plannedQuantity: "12", unit: "XBG" }, { description: "Yeast" }],
    });
  });

  test("sees their own stop alone: no driver, no phone of theirs, no other stop, no other consignee", async () => {
    const { first, second, trip } = await onOneTrip();
    const holder = await holderOf(second.delivery.id, second.address);
    const { status, text, body } = await holder.get(page(second.delivery.id));
    expect(status).toBe(200);
    expect(text).not.toMatch(/Wilhelmina|Vanderstichele|5559|Bakkerij|driver|vehicle/i);
    expect(text).not.toContain(String(trip["tripNumber"]));
    expect(text).not.toContain(String(first.delivery["address"]));
    expect(text).not.toContain(String(second.delivery["notes"] ?? "no note"));
    expect(Number(body["stopsBefore"])).toBeGreaterThan(0);
    for (const other of [
      page(first.delivery.id),
      `${path}/${second.delivery.id}`,
      `/api/fleet/trips/${trip.id}`,
      stopsPath,
    ])
      expect([401, 403, 404], other).toContain((await holder.get(other)).status);
  });

  test("learns when it comes by what the driver has reported", async () => {
    const { first, trip } = await onOneTrip();
    const holder = await holderOf(first.delivery.id, first.address);
    const before = await saved(holder.get(page(first.delivery.id)));
    // The trip left a day before its plan: what is expected stays as planned until a stop shows otherwise.
    const planned = (await saved(dispatcher.get(`${path}/${first.delivery.id}`)))["plannedArrival"];
    expect(before["expectedAt"]).toBe(planned);
    await asSuper(
      testApp,
      `update trip_stops set status = 'completed', arrived_at = planned_arrival + interval '40 minutes',
        completed_at = planned_arrival + interval '50 minutes' where trip_id = $1 and position = 0`,
      [trip.id],
    );
    const after = await saved(holder.get(page(first.delivery.id)));
    expect(Date.parse(String(after["expectedAt"])) - Date.parse(String(planned))).toBe(40 * 60_000);
    // It left that stop an hour late: what the chain of the delivery tells, the consignee is told as well.
    await asSuper(
      testApp,
      `update trip_stops set departed_at = planned_arrival + (service_minutes + 60) * interval '1 minute'
        where trip_id = $1 and position = 0`,
      [trip.id],
    );
    const chain = await saved(dispatcher.get(`${path}/${first.delivery.id}/chain`));
    const later = (await saved(holder.get(page(first.delivery.id))))["expectedAt"];
    expect(Date.parse(String(later)) - Date.parse(String(planned))).toBe(60 * 60_000);
    expect(chain["stop"]).toMatchObject({ expectedArrival: later });
  });

  test("reads what was handed over, and what was not and why", async () => {
    const { first } = await onOneTrip();
    const holder = await holderOf(first.delivery.id, first.address);
    const { lines } = (await saved(dispatcher.get(`${path}/${first.delivery.id}`))) as unknown as { lines: Body[] };
    const [flour, yeast] = lines;
    await saved(
      dispatcher.post(`${path}/${first.delivery.id}/deliver-partly`, {
        signerName: "Els Mertens",
        lines: [
          { id: flour?.id, deliveredQuantity: "10", damagedQuantity: "2", reason: "two bags torn" },
          { id: yeast?.id, deliveredQuantity: "2.5" },
        ],
      }),
    );
    expect(await saved(holder.get(page(first.delivery.id)))).toMatchObject({
      status: "partly_delivered",
      receivedBy: "Els Mertens",
      expectedAt: null,
      lines: [{ deliveredQuantity: "10", damagedQuantity: "2", reason: "two bags torn" }, { deliveredQuantity: "2.5" }],
    });
  });
});

describe("the link", () => {
  test("ends three days after the window", async () => {
    const { delivery, address } = await aDeliveryFor();
    const holder = await holderOf(delivery.id, address);
    const { linkExpiresAt } = await saved(holder.get(page(delivery.id)));
    const days = 86_400_000;
    expect(Date.parse(String(linkExpiresAt)) - Date.parse(String(delivery["windowEnd"]))).toBe(3 * days);
    const windows = [20, 5].map((n) => ({ windowStart: inHours(n * 24), windowEnd: inHours(n * 24 + 2) }));
    let { version } = delivery;
    for (const window of windows)
      ({ version } = await saved(
        dispatcher.put(`${path}/${delivery.id}`, {
          ...fleetDeliveryBody(),
          consigneeEmail: address,
          ...window,
          version,
        }),
      ));
    const prolonged = await saved(holder.get(page(delivery.id)));
    expect(prolonged["linkExpiresAt"], "planned anew, for later and then for sooner").toBe(
      new Date(Date.parse(String(windows[0]?.windowEnd)) + 3 * days).toISOString(),
    );
    await asSuper(testApp, "update links set expires_at = now() - interval '1 minute' where subject_id = $1", [
      delivery.id,
    ]);
    expect(await holder.get(page(delivery.id))).toMatchObject(over("expired"));
  });

  test("shows nothing any more to an address that is the consignee's no longer, also when it is asked for anew", async () => {
    const { delivery, address } = await aDeliveryFor();
    const holder = await holderOf(delivery.id, address);
    const { deliveryScheduleId: _given, ...body } = { deliveryScheduleId: null, ...fleetDeliveryBody() };
    const changed = { ...body, consigneeEmail: "somebody@else.example", version: delivery.version };
    await saved(dispatcher.put(`${path}/${delivery.id}`, changed));
    expect(await holder.get(page(delivery.id))).toMatchObject(over("not_recipient"));
    const before = testApp.sink.mails.length;
    const secret = /#t=([\w.-]{45})/.exec(testApp.sink.mails.findLast(({ to }) => to === address)?.text ?? "")?.[1];
    await asSuper(testApp, "update links set expires_at = now() where subject_id = $1", [delivery.id]);
    const visitor = testApp.visitor();
    await visitor.get("/api/settings");
    expect((await visitor.post("/api/links/renew", { page: "delivery", subjectId: delivery.id, secret })).status).toBe(
      200,
    );
    await untilDone(testApp);
    expect(testApp.sink.mails.length).toBe(before);
  });

  test("is mailed by who plans or dispatches, where an address is known and there is something to follow", async () => {
    const { delivery } = await aDeliveryFor();
    expect((await (await testApp.as("BUYER")).post(`${path}/${delivery.id}/share`)).status).toBe(403);
    const without = await aFleetDelivery(testApp);
    expect(await share(without.id)).toMatchObject({ status: 409, body: { code: "no_address" } });
    await saved(dispatcher.post(`${path}/${delivery.id}/cancel`, { reason: "customer closed" }));
    expect(await share(delivery.id)).toMatchObject({ status: 409, body: { code: "wrong_state" } });
  });

  test("is mailed five times an hour at most, and its secret stands nowhere", async () => {
    const { delivery, address } = await aDeliveryFor();
    for (let n = 0; n < 5; n += 1) await saved(share(delivery.id));
    expect((await share(delivery.id)).status).toBe(429);
    await untilDone(testApp);
    const secret =
      /#t=([\w.-]{45})/.exec(testApp.sink.mails.findLast(({ to }) => to === address)?.text ?? "")?.[1] ?? "";
    const kept = await asSuper(
      testApp,
      "select payload::text from outbox union all select to_jsonb(e)::text from events e union all select to_jsonb(m)::text from mails m",
    );
    expect(secret).toHaveLength(45);
    expect(JSON.stringify(kept)).not.toContain(secret);
  });
});
