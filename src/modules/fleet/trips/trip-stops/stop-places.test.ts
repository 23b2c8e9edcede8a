import { afterAll, beforeAll, expect, test } from "vitest";
import { action, actionsPath, answered, dispatchedLongAgo } from "#main/testing/records/driver-actions.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { aTrip, anActiveDriverAtWork, inHours, stopsPath, tripsPath } from "#main/testing/records/trips.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let dispatcher: Client;
/** Somebody who looks at trips, and at nothing else. */
let onlooker: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
  onlooker = await clientWith(testApp, ["CAN_VIEW_TRIPS"]);
});
afterAll(() => testApp.close());

const theirs = {
  consigneeName: "Sjoukje Hofstra",
  contactPhone: "+31 58 555 0101",
  address: "Lindengracht 88, 8911 AB Leeuwarden",
  notes: "ring twice",
};
const secret = /depot|baker|kade 1|markt 3|hofstra|555 0101|lindengracht|8911|ring twice|53\.2012|back door|has moved/i;

/** A trip that runs to somebody's door, where nobody was. */
async function aTripToADoor() {
  const work = await anActiveDriverAtWork(testApp);
  const delivery = await aFleetDelivery(testApp, { ...theirs, latitude: "53.2012", longitude: "5.7999" });
  const { id } = await aTrip(testApp, { driverId: work.driver.id, steps: [] });
  await saved(dispatcher.post(`${fleetDeliveriesPath}/${delivery.id}/assign`, { tripId: id }));
  const trip = await saved(dispatcher.get(`${tripsPath}/${id}`));
  const stops = (trip["stops"] as { name: string | null }[]).map((stop) =>
    stop.name === theirs.consigneeName ? { ...stop, instructions: "by the back door" } : stop,
  );
  const { vehicleId, driverId, plannedStart, plannedEnd } = trip;
  const plan = { vehicleId, driverId, plannedStart, plannedEnd, stops, version: trip.version };
  await saved(dispatcher.put(`${tripsPath}/${id}`, plan));
  for (const name of ["plan", "dispatch"]) await saved(dispatcher.post(`${tripsPath}/${id}/${name}`));
  await dispatchedLongAgo(testApp, id);
  await asSuper(
    testApp,
    "update trip_stops set planned_arrival = now() - interval '1 hour', window_start = null, window_end = null where trip_id = $1",
    [id],
  );
  await answered(work, [action({ id }, inHours(-3), { kind: "start" })]);
  const running = await saved(dispatcher.get(`${tripsPath}/${id}`));
  const all = running["stops"] as { id: string; name: string | null }[];
  const door = all.find(({ name }) => name === theirs.consigneeName)?.id ?? "";
  return { work, trip: running, door };
}

const timelineOf = (moment: unknown, hoursLater = 0) => {
  const day = new Date(Date.parse(String(moment)) + hoursLater * 3_600_000).toISOString().slice(0, 10);
  return `${tripsPath}/timeline?limit=200&date=${day}`;
};

/** Each place that tells of a trip's stops. */
const places = (trip: Body, door: string) => ({
  list: `${tripsPath}?ids=${trip.id}`,
  record: `${tripsPath}/${trip.id}`,
  export: `${tripsPath}/export.csv?ids=${trip.id}`,
  history: `${tripsPath}/${trip.id}/history`,
  stops: `${stopsPath}?tripId=${trip.id}`,
  stop: `${stopsPath}/${door}`,
  "export of stops": `${stopsPath}/export.csv?tripId=${trip.id}`,
  "history of a stop": `${stopsPath}/${door}/history`,
  // By the clock of the company it may be a day before or after that of ours.
  "timeline of the day before": timelineOf(trip["plannedStart"], -24),
  timeline: timelineOf(trip["plannedStart"]),
  "timeline of the day after": timelineOf(trip["plannedStart"], 24),
  dashboard: "/api/fleet/dashboard",
  reports: `${actionsPath}?tripId=${trip.id}`,
  "export of reports": `${actionsPath}/export.csv?tripId=${trip.id}`,
});

test("who is shown trips and no deliveries reads of somebody's door the town, in each place that tells of stops", async () => {
  const { work, trip, door } = await aTripToADoor();
  const late = await saved(onlooker.get("/api/fleet/dashboard"));
  expect(JSON.stringify(late["trips"]), "before anybody was there").not.toMatch(secret);
  const said = "Hofstra has moved";
  await answered(work, [
    action(trip, inHours(-2), { kind: "arrive", stopId: door, reason: said }),
    action(trip, inHours(-1), { kind: "fail_stop", stopId: door, reason: said }),
    action(trip, inHours(-1), { kind: "skip_stop", stopId: door, reason: said }),
  ]);
  const toldOf: string[] = [];
  for (const [place, path] of Object.entries(places(trip, door))) {
    const answer = await onlooker.get(path);
    expect(answer.status, `${place}: ${answer.text}`).toBe(200);
    expect(answer.text, place).not.toMatch(secret);
    if (answer.text.includes("Leeuwarden")) toldOf.push(place);
  }
  expect(
    toldOf.some((place) => place.startsWith("timeline")),
    "on its day",
  ).toBe(true);
  const { stops } = (await saved(onlooker.get(`${tripsPath}/${trip.id}`))) as unknown as { stops: Body[] };
  expect(stops.find(({ id }) => id === door)).toMatchObject({
    name: null,
    address: "Leeuwarden",
    latitude: null,
    longitude: null,
    instructions: null,
    status: "failed",
  });
  expect((await saved(onlooker.get(`${stopsPath}/${door}`)))["address"]).toBe("Leeuwarden");
});

test("nor do they find a door by the name or the street of whom it belongs to", async () => {
  const { trip } = await aTripToADoor();
  const found = async (client: Client, q: string) =>
    (await saved(client.get(`${stopsPath}?tripId=${trip.id}&q=${q}`))).items.length;
  for (const q of ["hofstra", "lindengracht"]) {
    expect(await found(dispatcher, q)).toBe(1);
    expect(await found(onlooker, q)).toBe(0);
  }
});

test("who sees deliveries, or plans and dispatches trips, reads it all, and so does their driver on the phone", async () => {
  const { work, trip, door } = await aTripToADoor();
  for (const permission of ["CAN_VIEW_FLEET_DELIVERIES", "CAN_PLAN_TRIPS", "CAN_DISPATCH_TRIPS"]) {
    const client = await clientWith(testApp, ["CAN_VIEW_TRIPS", permission]);
    const stop = { name: theirs.consigneeName, address: theirs.address, instructions: "by the back door" };
    expect(await saved(client.get(`${stopsPath}/${door}`)), permission).toMatchObject(stop);
    const whole = await client.get(`${tripsPath}/${trip.id}`);
    expect(whole.text, permission).toContain(theirs.consigneeName);
  }
  const { items } = await saved(work.client.get("/api/fleet/my-trips"));
  const own = JSON.stringify(items.find(({ id }) => id === trip.id));
  for (const word of Object.values(theirs)) expect(own).toContain(word);
  expect((await work.client.get(`${tripsPath}/${trip.id}`)).text).toContain(theirs.consigneeName);
});

test("the history of a trip says that its stops were changed, and not to what: it would outlive whom they name", async () => {
  const { trip } = await aTripToADoor();
  const { text } = await dispatcher.get(`${tripsPath}/${trip.id}/history`);
  expect(text).toContain('"stops"');
  expect(text).not.toMatch(secret);
});
