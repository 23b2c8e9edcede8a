import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { patiently } from "#main/testing/patiently.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { saved } from "#main/testing/records/orders.ts";
import { swapped, aTrip, anActiveDriver, inHours, tripBody, tripsPath as path } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { trips } from "./trips.contract.ts";

const tomorrow = tripBody(24);
conform(trips, {
  name: "trips",
  valid: (n) => ({ ...tomorrow, notes: `Trip ${n}` }),
  change: { notes: "Ring the bell", loadPallets: 12 },
  text: "notes",
  endsBy: "cancel",
  filters: { vehicleId: crypto.randomUUID(), driverId: crypto.randomUUID(), assetId: crypto.randomUUID() },
});

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const dispatcher = () => testApp.as("DISPATCHER");
const add = async (body: object) => (await dispatcher()).post(path, body);
const step = async (id: string, name: string, body: object = {}) =>
  (await dispatcher()).post(`${path}/${id}/${name}`, body);
const refused = (...fields: string[]) => ({
  status: 422,
  body: { fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])) },
});

describe("a trip as it is planned", () => {
  test("ends after it begins, and reaches its stops in their order within that time", async () => {
    const body = tripBody(24);
    expect(await add({ ...body, plannedEnd: body.plannedStart })).toMatchObject(refused("plannedEnd"));
    const at = (hours: number) => ({ kind: "dropoff", address: "Markt 3", plannedArrival: inHours(hours) });
    expect(await add({ ...body, stops: [at(23), at(25), at(24.5), at(40)] })).toMatchObject(
      refused("stops.0.plannedArrival", "stops.2.plannedArrival", "stops.3.plannedArrival"),
    );
    expect(await add({ ...body, stops: [{ kind: "rest", plannedArrival: inHours(25) }] })).toMatchObject(
      refused("stops.0.address"),
    );
  });

  test("needs a vehicle, a driver and two stops before it books anything", async () => {
    const { id } = await saved(add({ ...tripBody(24), stops: [] }));
    expect(await step(id, "plan")).toMatchObject(refused("vehicleId", "driverId", "stops"));
  });

  test("takes no stop of another trip along by its id: that one keeps it, and this one gets its own", async () => {
    const client = await dispatcher();
    const [one, other] = [await aTrip(testApp, { steps: [] }), await aTrip(testApp, { steps: [] })];
    const idsOf = async ({ id }: { id: string }) =>
      ((await saved(client.get(`${path}/${id}`)))["stops"] as unknown as { id: string }[]).map((stop) => stop.id);
    const stops = await idsOf(one);
    const body = tripBody(24, 4);
    const named = (body["stops"] as object[]).map((stop, at) => ({ ...stop, id: stops[at] }));
    await saved(client.put(`${path}/${other.id}`, { ...body, stops: named, version: other.version }));
    expect(await idsOf(one)).toEqual(stops);
    expect((await idsOf(other)).filter((id) => stops.includes(id))).toEqual([]);
    expect(await idsOf(other)).toHaveLength(stops.length);
  });

  test("is removed while it is a draft, and cancelled from then on", async () => {
    const client = await dispatcher();
    const draft = await aTrip(testApp, { steps: [] });
    expect((await client.remove(`${path}/${draft.id}?version=${draft.version}`)).status).toBe(204);
    const planned = await aTrip(testApp);
    expect(await client.remove(`${path}/${planned.id}?version=${planned.version}`)).toMatchObject({
      status: 409,
      body: { code: "not_a_draft" },
    });
    expect(await step(planned.id, "cancel", { reason: "customer closed" })).toMatchObject({
      status: 200,
      body: { status: "cancelled", statusReason: "customer closed", steps: ["recordDriven"] },
    });
  });
});

describe("what a trip holds", () => {
  const times = 200;

  test.each(["vehicle", "driver"])(
    `of ${times} trips that want one %s at once, one gets it, and each of the others is told by whom`,
    async (wanted) => {
      const manager = await testApp.as("FLEET_MANAGER");
      const client = await dispatcher();
      const vehicle = await aVehicle(manager);
      const { id: driverId } = await anActiveDriver(testApp);
      const ids: string[] = [];
      for (let n = 0; n < times; n += 1) {
        const { id: vehicleId } = wanted === "vehicle" ? vehicle : await aVehicle(manager);
        ids.push((await saved(client.post(path, tripBody(48, 4, { vehicleId, driverId })))).id);
      }
      const answers = await Promise.all(ids.map((id) => patiently(() => client.post(`${path}/${id}/plan`))));
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      const tripNumber = winners[0]?.body["tripNumber"];
      const losers = answers.filter(({ status }) => status !== 200);
      expect(new Set(losers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
        new Set(["409 resource_taken"]),
      );
      for (const { body } of losers) expect(body["details"]).toMatchObject({ by: [{ tripNumber }] });
    },
  );

  test.each(["vehicleId", "driverId", "crew"])(
    "no two trips have the same %s at one time, and one after the other they may",
    async (what) => {
      const first = await aTrip(testApp, { from: 72 });
      const shared = what === "crew" ? { crew: [{ driverId: first["driverId"] }] } : { [what]: first[what] };
      const other = async (from: number) => aTrip(testApp, { ...shared, from, steps: [] });
      expect(await step((await other(75)).id, "plan")).toMatchObject({
        status: 409,
        body: { code: "resource_taken", details: { by: [{ tripId: first.id, tripNumber: first["tripNumber"] }] } },
      });
      expect((await step((await other(76)).id, "plan")).status).toBe(200);
    },
  );

  test("somebody on leave is not available, and nobody who plans learns why", async () => {
    const { id: driverId } = await anActiveDriver(testApp, { firstName: "Ida", lastName: "Away" });
    const { id } = await aTrip(testApp, { driverId, steps: [] });
    await asSuper(
      testApp,
      `insert into bookings (company_id, resource_id, during, reason, subject_id)
        values ($1, $2, tstzrange(now(), now() + interval '9 days'), 'leave', gen_random_uuid())`,
      [testApp.companies.a, driverId],
    );
    const answer = await step(id, "plan");
    expect(answer).toMatchObject({ status: 409, body: { message: "Ida Away is not available then." } });
    expect(answer.text).not.toContain("leave");
  });

  test("a planned trip that changes its time or vehicle takes the new one and gives back the old, or is not changed at all", async () => {
    const client = await dispatcher();
    const one = await aTrip(testApp, { from: 120 });
    const other = await aTrip(testApp, { from: 120 });
    const change = (over: object) =>
      client.put(`${path}/${one.id}`, {
        ...tripBody(120, 4, { vehicleId: one["vehicleId"], driverId: one["driverId"] }),
        version: one.version,
        ...over,
      });
    expect(await change({ vehicleId: other["vehicleId"] })).toMatchObject({
      status: 409,
      body: { code: "resource_taken" },
    });
    const spare = await aVehicle(await testApp.as("FLEET_MANAGER"));
    await saved(change({ vehicleId: spare.id }));
    const third = await aTrip(testApp, { from: 120, vehicleId: one["vehicleId"], steps: [] });
    expect((await step(third.id, "plan")).status).toBe(200);
  });

  test("two trips exchange their vehicles in one step, though each needs the other's", async () => {
    const one = await aTrip(testApp, { from: 240 });
    const other = await aTrip(testApp, { from: 241 });
    expect(await swapped(await dispatcher(), one.id, other.id)).toMatchObject({
      status: 200,
      body: { vehicleId: other["vehicleId"] },
    });
    const client = await dispatcher();
    expect((await client.get(`${path}/${other.id}`)).body).toMatchObject({ vehicleId: one["vehicleId"] });
    const late = await aTrip(testApp, { from: 240, vehicleId: one["vehicleId"], steps: [] });
    expect(await step(late.id, "plan")).toMatchObject({
      body: { details: { by: [{ tripNumber: other["tripNumber"] }] } },
    });
  });

  test("what is cancelled or over holds nothing", async () => {
    const one = await aTrip(testApp, { from: 300 });
    await saved(step(one.id, "cancel", { reason: "not needed" }));
    const again = await aTrip(testApp, { from: 300, vehicleId: one["vehicleId"], driverId: one["driverId"] });
    expect(again).toMatchObject({ status: "planned" });
  });
});

test("who may drive and nothing else sees no trip of another driver", async () => {
  const trip = await aTrip(testApp);
  const client = await clientWith(testApp, ["CAN_DRIVE"]);
  expect((await client.get(`${path}/${trip.id}`)).status).toBe(404);
  expect((await client.get(path)).body.items).toEqual([]);
});
