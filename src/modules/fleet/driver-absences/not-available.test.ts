import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Answer, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { absencesPath, dayIn } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { aTrip, anActiveDriver, inHours, tripBody, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";

let testApp: TestApp;
let manager: Client;
let planner: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  manager = await testApp.as("FLEET_MANAGER");
  planner = await testApp.as("DISPATCHER");
});
afterAll(() => testApp.close());

const kinds = ["leave", "sick", "training", "other"] as const;
const away = (driverId: unknown, kind: string, firstDay: number, lastDay: number) =>
  saved(manager.post(absencesPath, { driverId, kind, firstDay: dayIn(firstDay), lastDay: dayIn(lastDay) }));
/** An answer in which nothing says whom it was about. */
const said = ({ status, text }: Pick<Answer, "status" | "text">, driver: Body, ...others: readonly Body[]) => {
  const names = [
    driver.id,
    String(driver["employeeNo"]),
    ...others.flatMap(({ id, tripNumber }) => [id, String(tripNumber)]),
  ];
  const plain = names.reduce((left, name, n) => left.replaceAll(name, `<${n}>`), text);
  return { status, text: plain.replace(/"requestId":"[^"]*"|"now":"[^"]*"|"version":\d+|"key":"[^"]*"/g, "") };
};

/** What each place tells a planner of a driver who is away from the day after tomorrow on, for so many days. */
async function told(kind: string, days = 30) {
  const driver = await anActiveDriver(testApp, { firstName: "Kim", lastName: "Novak" });
  await away(driver.id, kind, 2, 2 + days);
  const span = tripBody(24, 96); // begins before they are away, and ends while they are
  const asked = `from=${span.plannedStart}&until=${span.plannedEnd}&ids=${driver.id}`;
  const { id: vehicleId } = await aVehicle(manager);
  const draft = await saved(planner.post(tripsPath, { ...span, vehicleId, driverId: driver.id }));
  const other = await aTrip(testApp, { from: 24, hours: 96 });
  const running = await aTrip(testApp, { from: 1, hours: 96, steps: ["plan", "dispatch", "start"] });
  const moved = {
    ...span,
    stops: undefined,
    vehicleId: other["vehicleId"],
    driverId: driver.id,
    version: other.version,
  };
  const day = await planner.get(`${tripsPath}/timeline?rows=drivers&date=${dayIn(4)}&q=Novak&limit=200`);
  const row = (day.body.items as unknown as { id: string; away: unknown }[]).find(({ id }) => id === driver.id);
  const answers = {
    list: await planner.get(`/api/fleet/drivers?ids=${driver.id}`),
    free: await planner.get(`/api/fleet/availability?kind=driver&${asked}`),
    plan: await planner.post(`${tripsPath}/${draft.id}/plan`),
    check: await planner.get(`${tripsPath}/${draft.id}/checks`),
    move: await planner.post(`${tripsPath}/${other.id}/move`, moved),
    change: await planner.put(`${tripsPath}/${other.id}`, { ...span, ...moved, stops: span.stops }),
    takeOver: await planner.post(`${tripsPath}/${running.id}/change-driver`, { driverId: driver.id, reason: "swap" }),
    absences: await planner.get(`${absencesPath}?driverId=${driver.id}`),
  };
  const plain = Object.entries(answers).map(([where, answer]) => [where, said(answer, driver, draft, other, running)]);
  return {
    answers,
    row: row?.away,
    plain: Object.fromEntries(plain) as Record<string, { status: number; text: string }>,
  };
}

/** The same but for moments, which differ from one question to the next. */
const withoutTimes = (plain: Record<string, { status: number; text: string }>) =>
  JSON.parse(JSON.stringify(plain).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "…")) as unknown;

describe("whoever plans reads the same of each driver who is away", () => {
  test("whether that is leave, illness, training or something else, in each place that says so", async () => {
    const [first, ...others] = await Promise.all(kinds.map((kind) => told(kind)));
    expect(first?.answers.plan).toMatchObject({ status: 409, body: { code: "resource_taken" } });
    expect(first?.answers.move.status).toBe(409);
    expect(first?.answers.change.status).toBe(409);
    expect(first?.answers.takeOver.status).toBe(409);
    expect(first?.answers.absences.status).toBe(403);
    for (const other of others) {
      expect(other.row).toEqual(first?.row);
      expect(withoutTimes(other.plain)).toEqual(withoutTimes(first?.plain ?? {}));
    }
  });

  test("and on the dashboard each is counted as not available, and none as free", async () => {
    const state = async () => {
      const { drivers } = await saved(planner.get("/api/fleet/dashboard"));
      const { now, free } = drivers as { now: { state: string; count: number }[]; free: { items: { id: string }[] } };
      const count = now.find((one) => one.state === "not_available")?.count ?? 0;
      return { count, free: free.items.map(({ id }) => id) };
    };
    for (const kind of kinds) {
      const driver = await anActiveDriver(testApp);
      const before = await state();
      await away(driver.id, kind, -1, 3);
      const after = await state();
      expect(after.count, kind).toBe(before.count + 1);
      expect(after.free, kind).not.toContain(driver.id);
    }
  });

  test("and nothing of how long it lasts beyond the time that was asked for", async () => {
    for (const kind of ["leave", "sick"]) {
      const { answers } = await told(kind, 40);
      const { by } = answers.plan.body["details"] as { by: { from: string; until: string }[] };
      const { items } = answers.free.body as unknown as { items: { takenBy: { until: string }[] }[] };
      const { plannedEnd } = tripBody(24, 96);
      const ends = [...by, ...(items[0]?.takenBy ?? [])].map(({ until }) => until);
      expect(ends).toHaveLength(2);
      for (const until of ends) expect(Date.parse(until)).toBeLessThanOrEqual(Date.parse(plannedEnd));
      for (const { text } of [answers.plan, answers.free, answers.move, answers.change, answers.takeOver])
        expect(text).not.toMatch(new RegExp(`${dayIn(42)}|${dayIn(43)}`));
    }
  });

  test("who enters absences without seeing them is told of another one that there is, and not when it ends", async () => {
    const driver = await anActiveDriver(testApp);
    await away(driver.id, "sick", 10, 50);
    const clerk = await clientWith(testApp, ["CAN_VIEW_DRIVERS", "CAN_EDIT_DRIVERS"]);
    const twice = { driverId: driver.id, kind: "leave", firstDay: dayIn(12), lastDay: dayIn(12) };
    const answer = await clerk.post(absencesPath, twice);
    expect(answer).toMatchObject({ status: 409, body: { code: "absent_already" } });
    expect(answer.text).not.toMatch(new RegExp(`${dayIn(10)}|${dayIn(50)}`));
  });
});

describe("into an illness that is known", () => {
  /** A driver with a trip tomorrow and one next week who fell ill for three days. */
  async function ill() {
    const driver = await anActiveDriver(testApp);
    const held = await aTrip(testApp, { driverId: driver.id, from: 24 });
    const later = await aTrip(testApp, { driverId: driver.id, from: 24 * 8 });
    await away(driver.id, "sick", 0, 3);
    return { driver, held, later };
  }
  const notAvailable = (driver: Body) => ({
    status: 409,
    body: { code: "resource_taken", details: { resourceId: driver.id, by: [{ tripId: null }] } },
  });
  const move = (trip: Body, from: number, hours = 4) => {
    const { plannedStart, plannedEnd } = tripBody(from, hours);
    const { vehicleId, driverId, version } = trip;
    return planner.post(`${tripsPath}/${trip.id}/move`, { vehicleId, driverId, plannedStart, plannedEnd, version });
  };

  test("no trip is moved, neither by hand nor on the timeline, and the one that was there stays as it is", async () => {
    const { driver, held, later } = await ill();
    expect(await move(later, 40)).toMatchObject(notAvailable(driver));
    const { vehicleId, driverId, version } = later;
    const changed = { ...tripBody(40), vehicleId, driverId, version };
    expect(await planner.put(`${tripsPath}/${later.id}`, changed)).toMatchObject(notAvailable(driver));
    expect(await move(held, 26), "nor to another hour of it").toMatchObject(notAvailable(driver));
    expect((await move(later, 24 * 9)).status, "but to a day on which they are back").toBe(200);
    // What is not about when and with whom is written as before.
    const plan = { ...tripBody(24), vehicleId: held["vehicleId"], driverId: driver.id };
    const { plannedStart, plannedEnd } = held as unknown as { plannedStart: string; plannedEnd: string };
    const noted = {
      ...plan,
      plannedStart,
      plannedEnd,
      stops: held["stops"],
      version: held.version,
      notes: "call first",
    };
    expect((await planner.put(`${tripsPath}/${held.id}`, noted)).status).toBe(200);
  });

  test("nobody takes a trip over, whether it waits or runs", async () => {
    const { driver } = await ill();
    const waits = await aTrip(testApp, { from: 26, steps: ["plan", "dispatch"] });
    const runs = await aTrip(testApp, { from: 1, hours: 40, steps: ["plan", "dispatch", "start"] });
    const takeOver = (id: string) =>
      planner.post(`${tripsPath}/${id}/change-driver`, { driverId: driver.id, reason: "swap" });
    expect(await takeOver(waits.id)).toMatchObject({
      status: 409,
      body: { details: { checks: [{ code: "driver_not_available" }] } },
    });
    expect(await takeOver(runs.id)).toMatchObject(notAvailable(driver));
  });

  test("but that somebody who is away has taken it over is a fact, once it has happened", async () => {
    for (const kind of ["sick", "leave"]) {
      const driver = await anActiveDriver(testApp);
      await away(driver.id, kind, -1, 3);
      const trip = await aTrip(testApp, { from: 1, hours: 40, steps: ["plan", "dispatch", "start"] });
      await asSuper(testApp, "update trips set actual_start = now() - interval '3 hours' where id = $1", [trip.id]);
      const told = { driverId: driver.id, reason: "the other one broke an arm", at: inHours(-1) };
      expect(await saved(planner.post(`${tripsPath}/${trip.id}/change-driver`, told)), kind).toMatchObject({
        driverId: driver.id,
        legs: [{}, { remarks: expect.arrayContaining([expect.objectContaining({ code: "driver_not_available" })]) }],
      });
    }
  });

  test("but a trip that runs already is run to its end", async () => {
    const driver = await anActiveDriver(testApp);
    const trip = await aTrip(testApp, { driverId: driver.id, from: 1, steps: ["plan", "dispatch", "start"] });
    await away(driver.id, "sick", 0, 3);
    for (const step of ["pause", "resume"])
      await saved(planner.post(`${tripsPath}/${trip.id}/${step}`, step === "pause" ? { reason: "not well" } : {}));
    for (const { id } of trip["stops"] as { id: string }[])
      await saved(planner.post(`/api/fleet/trip-stops/${id}/skip`, { reason: "went home" }));
    expect(await saved(planner.post(`${tripsPath}/${trip.id}/complete`))).toMatchObject({ status: "completed" });
  });
});
