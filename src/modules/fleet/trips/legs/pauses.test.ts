import { afterAll, beforeAll, expect, test } from "vitest";
import { action, answered, applied, givenLongAgo } from "#main/testing/records/driver-actions.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriverAtWork, inHours, tripsPath } from "#main/testing/records/trips.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let dispatcher: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());

const step = (id: string, name: string, body: object = {}) => dispatcher.post(`${tripsPath}/${id}/${name}`, body);
const read = (id: string): Promise<Body> => saved(dispatcher.get(`${tripsPath}/${id}`));
async function onTheRoad(): Promise<Body> {
  const trip = await aTrip(testApp, { from: 0.1, hours: 6, steps: ["plan", "dispatch"] });
  return saved(step(trip.id, "start", { at: inHours(-3) }));
}

test("pauses that a phone told without a network are kept with their true times, and why, for the desk alone", async () => {
  const work = await anActiveDriverAtWork(testApp);
  const trip = await givenLongAgo(testApp, work);
  const told = [
    action(trip, inHours(-8), { kind: "start", meterValue: null }),
    action(trip, inHours(-6), { kind: "pause", reason: "breakfast" }),
    action(trip, inHours(-5.5), { kind: "resume" }),
    action(trip, inHours(-3), { kind: "pause", reason: "felt ill" }),
  ] as const;
  expect(await answered(work, [...told])).toMatchObject(told.map(() => applied));
  const [, first, end, second] = told.map(({ at }) => at);
  const times = [
    { beginsAt: first, endsAt: end },
    { beginsAt: second, endsAt: null },
  ];
  expect(await read(trip.id)).toMatchObject({
    status: "paused",
    pauses: times.map((one, n) => ({ ...one, reason: ["breakfast", "felt ill"][n] })),
  });
  expect(await saved(work.client.get(`${tripsPath}/${trip.id}`))).toMatchObject({
    pauses: times.map((one) => ({ ...one, reason: null })),
  });
  const { items } = await saved(dispatcher.get(`${tripsPath}/${trip.id}/history`));
  expect(items).toContainEqual(
    expect.objectContaining({ step: "paused", reason: null, changes: { pausedAt: { to: second } } }),
  );
  expect(items).toContainEqual(expect.objectContaining({ step: "resumed", changes: { resumedAt: { to: end } } }));
});

test("of a hundred the last fifty are listed", async () => {
  const trip = await onTheRoad();
  await asSuper(
    testApp,
    `insert into trip_pauses (company_id, trip_id, begins_at, ends_at, reason)
      select company_id, id, actual_start + n * interval '1 minute', actual_start + n * interval '61 seconds', 'pause ' || n
      from trips, generate_series(1, 100) n where id = $1`,
    [trip.id],
  );
  const { pauses } = (await read(trip.id)) as unknown as { pauses: { reason: string }[] };
  expect(pauses.map(({ reason }) => reason)).toEqual(Array.from({ length: 50 }, (_, n) => `pause ${n + 51}`));
});

test("a desk tells them as well: not before the trip left, before the pause before, or ahead of time", async () => {
  const { id } = await onTheRoad();
  const lunch = (at: string | null) => step(id, "pause", { reason: "lunch", at });
  const refused = { status: 422, body: { fields: { at: expect.any(String) } } };
  expect(await lunch(inHours(-4))).toMatchObject(refused);
  expect(await lunch(inHours(1))).toMatchObject(refused);
  const at = inHours(-2);
  await saved(lunch(at));
  expect(await step(id, "resume", { at: inHours(-2.5) })).toMatchObject(refused);
  const until = inHours(-1.5);
  expect(await saved(step(id, "resume", { at: until }))).toMatchObject({ pauses: [{ beginsAt: at, endsAt: until }] });
  expect(await lunch(inHours(-1.75)), "while it was paused before").toMatchObject(refused);
  expect(await saved(lunch(null))).toMatchObject({ pauses: [{}, { endsAt: null }] });
  const { items } = await saved(dispatcher.get(`${tripsPath}/${id}/history`));
  const [now, , before] = items;
  expect(now, "its entry says when, if it was just now").toMatchObject({ step: "paused", changes: null });
  expect(before).toMatchObject({ step: "paused", changes: { pausedAt: { to: at } } });
});

test("a trip that ends while it stands still has stood still until then, also where its end is told anew", async () => {
  const { id } = await onTheRoad();
  const at = inHours(-2);
  await saved(step(id, "pause", { reason: "lunch", at }));
  const ended = await saved(step(id, "abort", { reason: "no more today" }));
  expect(ended).toMatchObject({ pauses: [{ beginsAt: at, endsAt: ended["actualEnd"] }] });
  const end = inHours(-1);
  expect(await saved(step(id, "record-end", { at: end }))).toMatchObject({ pauses: [{ beginsAt: at, endsAt: end }] });
});
