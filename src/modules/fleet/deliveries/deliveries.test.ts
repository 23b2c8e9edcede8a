import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { patiently } from "#main/testing/patiently.ts";
import { aYard, booked, deliveriesPath } from "#main/testing/records/docks.ts";
import {
  aFleetDelivery,
  fleetDeliveriesPath as path,
  fleetDeliveryBody,
} from "#main/testing/records/fleet-deliveries.ts";
import { orderRecords, saved, sentOrder } from "#main/testing/records/orders.ts";
import { aTrip, inHours, tripsPath } from "#main/testing/records/trips.ts";
import { fleetDeliveries } from "./deliveries.contract.ts";
import { fleetDeliveryFlow } from "./deliveries.flow.ts";

conform(fleetDeliveries, {
  name: "fleet deliveries",
  valid: (n) => fleetDeliveryBody(25, { consigneeName: `Consignee ${n}` }),
  change: { notes: "Ring at the side door", lines: [{ description: "Oil", unit: "LTR", plannedQuantity: "3" }] },
  text: "consigneeName",
  table: "fleet_deliveries",
  endsBy: "cancel",
  bodies: {
    cancel: { reason: "ordered twice" },
    fail: { reason: "nobody was there" },
    assign: { tripId: crypto.randomUUID() },
    addProof: { type: "note", note: "left at the door" },
  },
  filters: {
    tripId: crypto.randomUUID(),
    driverId: crypto.randomUUID(),
    locationId: crypto.randomUUID(),
    worklist: "waiting",
    deliveryScheduleId: crypto.randomUUID(),
  },
  statements: {
    create: 7,
    because: "whether the company asks for codes, its units, its number, its lines, when its consignee is forgotten",
  },
});

let testApp: TestApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());
const add = (body: object) => dispatcher.post(path, body);
const step = (id: string, name: string, body: object = {}) => dispatcher.post(`${path}/${id}/${name}`, body);
const read = (id: string): Promise<Body> => saved(dispatcher.get(`${path}/${id}`));
const stopsOf = async (tripId: string) =>
  (await saved(dispatcher.get(`${tripsPath}/${tripId}`)))["stops"] as {
    id: string;
    kind: string;
    name: string | null;
    address: string | null;
  }[];
const refused = (...fields: string[]) => ({
  status: 422,
  body: { fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])) },
});

describe("a delivery as it is entered", () => {
  test("has the states that the database allows, no more and no fewer", async () => {
    const [row] = await asSuper<{ definition: string }>(
      testApp,
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'fleet_deliveries_status_check'`,
    );
    expect([...(row?.definition.matchAll(/'([a-z_]+)'::text/g) ?? [])].map(([, state]) => state)).toEqual([
      ...fleetDeliveryFlow.states,
    ]);
  });

  test("says who gets what, where and when", async () => {
    expect(await add({})).toMatchObject(refused("consigneeName", "address", "windowStart", "windowEnd", "lines"));
    const body = fleetDeliveryBody();
    expect(await add({ ...body, windowEnd: body.windowStart })).toMatchObject(refused("windowEnd"));
    expect(await add({ ...body, lines: [{ unit: "EA", plannedQuantity: "1" }] })).toMatchObject(
      refused("lines.0.description"),
    );
    expect(await add({ ...body, proofsRequired: ["code"] })).toMatchObject(refused("consigneeEmail"));
    expect(await saved(add(body))).toMatchObject({
      deliveryNumber: expect.stringMatching(/^D-\d{5}$/),
      status: "unassigned",
      attemptNo: 1,
      lineCount: 2,
      tripId: null,
      proofsMissing: [],
    });
  });

  test("asks for a code at an address where the company says so, and not at its own locations", async () => {
    await asSuper(testApp, "update companies set pod_otp_required = true where id = $1", [testApp.companies.a]);
    try {
      expect(await add(fleetDeliveryBody())).toMatchObject(refused("consigneeEmail"));
      const consigneeEmail = "bakker@consignee.example";
      expect(await saved(add(fleetDeliveryBody(25, { consigneeEmail })))).toMatchObject({ proofsRequired: ["code"] });
      const { locationId } = await aYard(await testApp.as("COMPANY_ADMIN"));
      expect(await saved(add(fleetDeliveryBody(25, { locationId, address: null })))).toMatchObject({
        proofsRequired: [],
      });
    } finally {
      await asSuper(testApp, "update companies set pod_otp_required = false where id = $1", [testApp.companies.a]);
    }
  });

  test("is counted in units of the company's list; a line that is there keeps one that nobody chooses any more", async () => {
    const line = { description: "Flour", unit: "ZZZ", plannedQuantity: "1" };
    expect(await add(fleetDeliveryBody(25, { lines: [{ ...line, unit: "KGM" }, line] }))).toMatchObject({
      status: 422,
      body: { fields: { "lines.1.unit": "There is no unit ZZZ. Choose one from the list." } },
    });
    const switchKilograms = (isActive: boolean) =>
      asSuper(
        testApp,
        "update reference_values set is_active = $2 where company_id = $1 and list = 'quantity_types' and code = 'KGM'",
        [testApp.companies.a, isActive],
      );
    const { id, version } = await aFleetDelivery(testApp);
    await switchKilograms(false);
    try {
      expect(await add(fleetDeliveryBody())).toMatchObject(refused("lines.1.unit"));
      expect((await dispatcher.put(`${path}/${id}`, { ...fleetDeliveryBody(), version })).status).toBe(200);
    } finally {
      await switchKilograms(true);
    }
  });

  test("says in its history that a consignee was changed, and not from whom to whom", async () => {
    const before = await aFleetDelivery(testApp);
    const body = fleetDeliveryBody(25, { consigneeName: "Somebody Else", version: before.version });
    await saved(dispatcher.put(`${path}/${before.id}`, body));
    const { text } = await dispatcher.get(`${path}/${before.id}/history`);
    expect(text).toContain("consigneeName");
    expect(text).not.toContain("Somebody Else");
  });
});

describe("a delivery of the warehouse that the own fleet carries", () => {
  test("takes its lines, its place and its window from there, and is carried once", async () => {
    const admin = await testApp.as("COMPANY_ADMIN");
    const yard = await aYard(admin);
    const records = { ...(await orderRecords(admin)), shipToLocationId: yard.locationId };
    const order = await sentOrder(await testApp.as("WAREHOUSE_MANAGER"), records);
    const { body: site } = await admin.get(`/api/settings/locations/${yard.locationId}`);
    const [line] = order.items as unknown as { id: string; description: string; uom: string; orderedQty: string }[];
    const schedule = await booked(await testApp.as("DOCK_SUPERVISOR"), yard, {
      vendorId: records.vendorId,
      lines: [{ purchaseOrderItemId: line?.id, plannedQty: "2" }],
    });
    const carried = await saved(add({ deliveryScheduleId: schedule.id }));
    expect(carried).toMatchObject({
      scheduleNumber: schedule["number"],
      consigneeName: site["name"],
      locationId: yard.locationId,
      windowStart: schedule["plannedStart"],
      windowEnd: schedule["plannedEnd"],
      lines: [{ description: line?.description, unit: line?.uom, plannedQuantity: "2" }],
    });
    expect(await add({ deliveryScheduleId: schedule.id })).toMatchObject({
      status: 409,
      body: { code: "carried_already", message: expect.stringContaining(String(carried["deliveryNumber"])) },
    });
    await saved(step(carried.id, "cancel", { reason: "the vendor brings it" }));
    await saved(add({ deliveryScheduleId: schedule.id }));
  });

  test("is nobody's who may not see the warehouse's deliveries, nor one that has come", async () => {
    const yard = await aYard(await testApp.as("COMPANY_ADMIN"));
    const schedule = await booked(await testApp.as("DOCK_SUPERVISOR"), yard);
    const supervisor = await testApp.as("DOCK_SUPERVISOR");
    await saved(supervisor.post(`${deliveriesPath}/${schedule.id}/arrive`));
    expect(await add({ deliveryScheduleId: schedule.id })).toMatchObject(refused("deliveryScheduleId"));
  });
});

describe("a delivery that is put on a trip", () => {
  test("gives it the stops that it lacks, and uses those at the same place", async () => {
    const trip = await aTrip(testApp, { steps: [] });
    const place = { address: "Havenlaan 40, Antwerpen", pickupAddress: "kade 1,  tilburg" };
    const [one, two] = [await aFleetDelivery(testApp, place), await aFleetDelivery(testApp, place)];
    const before = await stopsOf(trip.id);
    const assigned = await saved(step(one.id, "assign", { tripId: trip.id }));
    await saved(step(two.id, "assign", { tripId: trip.id }));
    const after = await stopsOf(trip.id);
    expect(after).toHaveLength(before.length + 1);
    expect(after.map(({ address }) => address)).toEqual([
      "Kade 1, Tilburg",
      "Havenlaan 40, Antwerpen",
      "Markt 3, Breda",
    ]);
    expect(assigned).toMatchObject({
      status: "assigned",
      tripNumber: trip["tripNumber"],
      pickupStopId: before[0]?.id,
      dropoffStopId: after[1]?.id,
    });
    expect((await read(two.id))["dropoffStopId"]).toBe(after[1]?.id);
    await saved(step(one.id, "unassign"));
    expect(await stopsOf(trip.id)).toHaveLength(after.length);
    await saved(step(two.id, "unassign"));
    expect((await stopsOf(trip.id)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  test("takes no trip that is over, none that has left without it, and none that there is not", async () => {
    const { id } = await aFleetDelivery(testApp);
    const left = await aTrip(testApp, { steps: ["plan", "dispatch", "start"] });
    const refusal = (code: string) => ({ status: 409, body: { code } });
    expect(await step(id, "assign", { tripId: left.id })).toMatchObject(refusal("not_on_board"));
    await saved(dispatcher.post(`${tripsPath}/${left.id}/abort`, { reason: "engine broke down" }));
    expect(await step(id, "assign", { tripId: left.id })).toMatchObject(refusal("trip_is_over"));
    expect(await step(id, "assign", { tripId: crypto.randomUUID() })).toMatchObject(refused("tripId"));
  });

  test("is brought where the trip goes: its place and its window stay, its phone does not have to", async () => {
    const delivery = await aFleetDelivery(testApp);
    const trip = await aTrip(testApp);
    const { version } = await saved(step(delivery.id, "assign", { tripId: trip.id }));
    const { consigneeName, address, windowStart, windowEnd, lines } = delivery;
    const same = { consigneeName, address, windowStart, windowEnd, lines, version };
    const answer = await dispatcher.put(`${path}/${delivery.id}`, { ...same, address: "Elsewhere 1" });
    expect(answer).toMatchObject({ status: 409, body: { code: "on_a_trip" } });
    const contactPhone = "+31 76 555 0100";
    expect(await saved(dispatcher.put(`${path}/${delivery.id}`, { ...same, contactPhone }))).toMatchObject({
      contactPhone,
    });
  });

  test("keeps its stop: a trip's form that leaves that out is refused, and told for which delivery", async () => {
    const delivery = await aFleetDelivery(testApp);
    const draft = await aTrip(testApp, { steps: [] });
    await saved(step(delivery.id, "assign", { tripId: draft.id }));
    const { version, stops, plannedStart, plannedEnd } = await saved(dispatcher.get(`${tripsPath}/${draft.id}`));
    const change = (kept: unknown) =>
      dispatcher.put(`${tripsPath}/${draft.id}`, { version, plannedStart, plannedEnd, stops: kept });
    const rows = (stops as Record<string, unknown>[]).map(({ id, kind, name, address, plannedArrival }) => ({
      id,
      kind,
      name,
      address,
      plannedArrival,
    }));
    expect(await change(rows.filter(({ kind }) => kind === "pickup"))).toMatchObject({
      status: 409,
      body: { code: "stop_has_delivery", message: expect.stringContaining(String(delivery["deliveryNumber"])) },
    });
    await saved(change(rows));
  });

  const times = 12;
  test(`of ${times} trips that want one delivery at once, one gets it, and each of the others is told which`, async () => {
    const { id } = await aFleetDelivery(testApp);
    const ids: string[] = [];
    for (let n = 0; n < times; n += 1) ids.push((await aTrip(testApp, { steps: [] })).id);
    const answers = await Promise.all(ids.map((tripId) => patiently(() => step(id, "assign", { tripId }))));
    const [winner, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    const tripNumber = String(winner?.body["tripNumber"]);
    const losers = answers.filter(({ status }) => status !== 200);
    expect(losers).toHaveLength(times - 1);
    for (const { status, body } of losers)
      expect([status, body.code, body.message]).toEqual([409, "on_another_trip", expect.stringContaining(tripNumber)]);
  });

  test("is removed while it was on no trip, and goes with a draft that is removed back to those that wait", async () => {
    const delivery = await aFleetDelivery(testApp);
    const draft = await aTrip(testApp, { steps: [] });
    await saved(step(delivery.id, "assign", { tripId: draft.id }));
    expect((await dispatcher.remove(`${path}/${delivery.id}?version=1`)).status).toBe(409);
    const { version } = await saved(dispatcher.get(`${tripsPath}/${draft.id}`));
    expect((await dispatcher.remove(`${tripsPath}/${draft.id}?version=${version}`)).status).toBe(204);
    const waiting = await read(delivery.id);
    expect(waiting).toMatchObject({ status: "unassigned", tripId: null, dropoffStopId: null });
    expect((await dispatcher.remove(`${path}/${delivery.id}?version=${waiting.version}`)).status).toBe(204);
  });
});

test("there are piles of what waits, what comes today, what is late and what failed", async () => {
  const today = await aFleetDelivery(testApp, { windowStart: inHours(-2), windowEnd: inHours(-1) });
  const later = await aFleetDelivery(testApp, { windowStart: inHours(72), windowEnd: inHours(74) });
  const pile = async (name: string) =>
    (await saved(dispatcher.get(`${path}?worklist=${name}&ids=${today.id},${later.id}`))).items.map(({ id }) => id);
  expect((await pile("waiting")).toSorted()).toEqual([today.id, later.id].toSorted());
  expect(await pile("late")).toEqual([today.id]);
  expect(await pile("failed")).toEqual([]);
  expect(await pile("today")).not.toContain(later.id);
});

test("what is late is what is still to be brought when its window is over", async () => {
  const late = await aFleetDelivery(testApp, { windowStart: inHours(-3), windowEnd: inHours(-1) });
  const { items } = await saved(dispatcher.get(`${path}?isLate=true&ids=${late.id}`));
  expect(items.map(({ id }) => id)).toEqual([late.id]);
  await saved(step(late.id, "cancel", { reason: "too late now" }));
  expect((await saved(dispatcher.get(`${path}?isLate=true&ids=${late.id}`))).items).toEqual([]);
});
