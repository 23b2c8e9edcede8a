import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Answer, type Client, type TestApp } from "#main/testing/test-app.ts";
import { patiently } from "#main/testing/patiently.ts";
import { aYard, booked, deliveriesPath, from, hourOf } from "#main/testing/records/docks.ts";

let testApp: TestApp;
let admin: Client;
let client: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
  client = await testApp.as("DOCK_SUPERVISOR");
});
afterAll(() => testApp.close());

/** Pairs of live bookings that take the same lane at the same time. There has to be none, ever. */
const overlaps = () =>
  asSuper(
    testApp,
    `select a.id, b.id as other from bookings a join bookings b on a.company_id = b.company_id
      and a.resource_id = b.resource_id and a.lane = b.lane and a.during && b.during and a.id < b.id
      where a.active and b.active`,
  );
/** Live deliveries that do not hold exactly the booking of their dock, lane and time. */
const strays = () =>
  asSuper(
    testApp,
    `select d.number, d.status from delivery_schedules d
      where d.status in ('requested', 'proposed', 'scheduled', 'arrived', 'in_progress', 'unloaded')
      and d.dock_id is not null and 1 <> (
       select count(*) from bookings b where b.subject_id = d.id and b.active and b.resource_id = d.dock_id
         and b.lane = d.lane and b.during = tstzrange(d.occupied_from, d.occupied_until))
     union all select b.id::text, 'booking of nothing' from bookings b where b.active and b.reason = 'delivery'
       and not exists (select from delivery_schedules d
       where d.id = b.subject_id
       and d.status in ('requested', 'proposed', 'scheduled', 'arrived', 'in_progress', 'unloaded'))`,
  );
const deadlocks = async () => {
  const [row] = await asSuper<{ deadlocks: string }>(
    testApp,
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  return Number(row?.deadlocks);
};
const codesOf = (answers: readonly Answer[]) =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))]
      .sort()
      .map((status) => [status, answers.filter((one) => one.status === status).length]),
  );

async function expectSound() {
  expect(await overlaps()).toEqual([]);
  expect(await strays()).toEqual([]);
  await new Promise((done) => setTimeout(done, 1_100)); // statistics are written once a second
  expect(await deadlocks()).toBe(0);
}

describe("200 bookings at once", () => {
  test("of one time of one dock: one is booked, 199 are told by whom and what is free instead", async () => {
    const yard = await aYard(admin);
    const tries = Array.from({ length: 200 }, () =>
      patiently(() =>
        client.post(deliveriesPath, { locationId: yard.locationId, dockId: yard.dockIds[0], ...from(8, 9) }),
      ),
    );
    const answers = await Promise.all(tries);
    expect(codesOf(answers)).toEqual({ 200: 1, 409: 199 });
    const winner = answers.find(({ status }) => status === 200)?.body;
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body).toMatchObject({
        code: "taken",
        message: expect.stringMatching(
          new RegExp(`^Dock D1 is taken from \\d\\d:00 to \\d\\d:00 by ${winner?.["number"]}\\.$`),
        ),
        details: {
          blocking: [
            { kind: "delivery", number: winner?.["number"], status: "scheduled", from: hourOf(8), until: hourOf(9) },
          ],
          alternatives: [{ dockId: yard.dockIds[0], plannedStart: hourOf(7) }, { plannedStart: hourOf(9) }],
        },
      });
    }
    await expectSound();
  });

  test("on one lane with times that overlap in chains: those that are booked do not touch each other", async () => {
    const yard = await aYard(admin);
    const tries = Array.from({ length: 200 }, (_, n) =>
      patiently(() =>
        client.post(deliveriesPath, {
          locationId: yard.locationId,
          dockId: yard.dockIds[0],
          ...from(8 + (n % 40) * 0.25, 9.5 + (n % 40) * 0.25),
        }),
      ),
    );
    const answers = await Promise.all(tries);
    expect(Object.keys(codesOf(answers))).toEqual(["200", "409"]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(3);
    expect(answers.filter(({ status, body }) => status === 409 && body.code !== "taken")).toEqual([]);
    await expectSound();
  });

  test("over 12 docks of two lanes each: every lane is filled once, and no more", async () => {
    const yard = await aYard(admin, { docks: 12, dock: { parallelCapacity: 2 } });
    const tries = Array.from({ length: 200 }, (_, n) =>
      patiently(() =>
        client.post(deliveriesPath, { locationId: yard.locationId, dockId: yard.dockIds[n % 12], ...from(8, 9) }),
      ),
    );
    const answers = await Promise.all(tries);
    expect(codesOf(answers)).toEqual({ 200: 24, 409: 176 });
    await expectSound();
  });

  test("of any dock: all 24 places are given before anybody is refused", async () => {
    const yard = await aYard(admin, { docks: 12, dock: { parallelCapacity: 2 } });
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        patiently(() => client.post(deliveriesPath, { locationId: yard.locationId, ...from(8, 9) })),
      ),
    );
    expect(codesOf(answers)).toEqual({ 200: 24, 409: 176 });
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "taken",
      message: expect.stringMatching(/^Every dock of .* is taken then\.$/),
    });
    await expectSound();
  });

  test("while others move, swap, cancel and close docks: nothing overlaps and nothing blocks itself for good", async () => {
    const yard = await aYard(admin, { docks: 4, dock: { parallelCapacity: 2 } });
    const dock = (n: number) => yard.dockIds[n % 4];
    const rows = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        booked(client, yard, { dockId: dock(n), ...from(8 + Math.floor(n / 8), 9 + Math.floor(n / 8)) }),
      ),
    );
    const one = (n: number) => rows[(n * 7) % rows.length]?.id;
    const act = (n: number) => {
      if (n % 5 === 0) return swapped(one(n), one(n + 3));
      if (n % 5 === 1)
        return client.post(`${deliveriesPath}/${one(n)}/move`, {
          dockId: dock(n * 3),
          ...from(8 + (n % 9) * 0.5, 9 + (n % 9) * 0.5),
        });
      if (n % 25 === 2) return client.post(`${deliveriesPath}/${one(n)}/cancel`, { reason: "not needed" });
      if (n % 25 === 7)
        return client.post("/api/warehouse/dock-downtimes", {
          dockId: dock(n),
          startsAt: hourOf(8 + (n % 5)),
          endsAt: hourOf(9 + (n % 5)),
          reason: "sweeping",
          displace: true,
        });
      return client.post(deliveriesPath, {
        locationId: yard.locationId,
        ...(n % 2 ? { dockId: dock(n) } : {}),
        ...from(8 + (n % 7) * 0.5, 9.5 + (n % 7) * 0.5),
      });
    };
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => patiently(() => act(n))));
    expect(answers.filter(({ status }) => ![200, 409].includes(status)).map(({ text }) => text)).toEqual([]);
    await expectSound();
  });
});

/** Has two deliveries exchange their docks and times, as somebody does who has just read both. */
async function swapped(id = "", withId = ""): Promise<Answer> {
  const [version, withVersion = 1] = await Promise.all(
    [id, withId].map(async (delivery) => {
      const { status, body } = await patiently(() => client.get(`${deliveriesPath}/${delivery}`));
      expect(status).toBeOneOf([200, 404]); // the second one may be none
      return body.version;
    }),
  );
  return client.post(`${deliveriesPath}/${id}/swap`, { withId, version, withVersion });
}

describe("a swap", () => {
  test("exchanges docks, lanes and times of two deliveries at once, though each is in the other's way", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const [one, other] = [
      await booked(client, yard, from(8, 9)),
      await booked(client, yard, { dockId: yard.dockIds[1], ...from(10, 12) }),
    ];
    const { status, body } = await swapped(one.id, other.id);
    expect(status).toBe(200);
    expect(body.items).toMatchObject([
      {
        id: one.id,
        dockId: yard.dockIds[1],
        plannedStart: hourOf(10),
        plannedEnd: hourOf(12),
        originalPlannedStart: hourOf(8),
        rescheduleCount: 1,
        revision: 1,
      },
      {
        id: other.id,
        dockId: yard.dockIds[0],
        plannedStart: hourOf(8),
        plannedEnd: hourOf(9),
        originalPlannedStart: hourOf(10),
        rescheduleCount: 1,
        revision: 1,
      },
    ]);
    expect((await client.get(`${deliveriesPath}/${one.id}/history`)).body.items[0]).toMatchObject({
      step: "swapped",
      changes: { with: other["number"], plannedStart: { from: hourOf(8), to: hourOf(10) } },
    });
    await expectSound();
  });

  test("works between neighbours of different length on one lane", async () => {
    const yard = await aYard(admin);
    const [one, other] = [await booked(client, yard, from(8, 9)), await booked(client, yard, from(9, 11))];
    expect((await swapped(one.id, other.id)).status).toBe(200);
    await expectSound();
  });

  test("is refused with itself, with a stranger, with what has arrived, and between locations", async () => {
    const [yard, elsewhere] = [await aYard(admin, { docks: 2 }), await aYard(admin)];
    const [one, other, far] = [
      await booked(client, yard),
      await booked(client, yard, { dockId: yard.dockIds[1] }),
      await booked(client, elsewhere),
    ];
    const swap = (withId: string) => swapped(one.id, withId);
    expect(await swap(one.id)).toMatchObject({ status: 422, body: { fields: { withId: expect.any(String) } } });
    expect(await swap("0190a000-0000-7000-8000-000000000000")).toMatchObject({ status: 422 });
    expect(await swap(far.id)).toMatchObject({ status: 409, body: { code: "not_alike" } });
    await client.post(`${deliveriesPath}/${other.id}/arrive`);
    expect(await swap(other.id)).toMatchObject({ status: 409, body: { code: "wrong_state" } });
  });

  test("by many at once who read the same is done once: the others read anew what it is by now", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const [one, other] = [await booked(client, yard), await booked(client, yard, { dockId: yard.dockIds[1] })];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        patiently(() =>
          client.post(`${deliveriesPath}/${n % 2 ? one.id : other.id}/swap`, {
            withId: n % 2 ? other.id : one.id,
            version: n % 2 ? one.version : other.version,
            withVersion: n % 2 ? other.version : one.version,
          }),
        ),
      ),
    );
    expect(codesOf(answers)).toEqual({ 200: 1, 409: 39 });
    expect((await client.get(`${deliveriesPath}/${one.id}`)).body).toMatchObject({
      dockId: yard.dockIds[1],
      revision: 1,
    });
    await expectSound();
  });
});

describe("a move", () => {
  test("into its own time is no conflict with itself, and keeps its lane", async () => {
    const yard = await aYard(admin, { dock: { parallelCapacity: 2 } });
    const [, second] = [await booked(client, yard), await booked(client, yard)];
    expect(second).toMatchObject({ lane: 2 });
    const moved = await client.post(`${deliveriesPath}/${second?.id}/move`, from(8.5, 9.5));
    expect(moved).toMatchObject({
      status: 200,
      body: {
        lane: 2,
        plannedStart: hourOf(8.5),
        originalPlannedStart: hourOf(8),
        rescheduleCount: 1,
        revision: 1,
        status: "scheduled",
      },
    });
    await expectSound();
  });

  test("to a time that is taken leaves everything as it was", async () => {
    const yard = await aYard(admin);
    const [one, other] = [await booked(client, yard, from(8, 9)), await booked(client, yard, from(9, 10))];
    const refused = await client.post(`${deliveriesPath}/${other.id}/move`, from(8.5, 9.5));
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "taken", details: { blocking: [{ number: one["number"] }] } },
    });
    expect((await client.get(`${deliveriesPath}/${other.id}`)).body).toMatchObject({
      plannedStart: hourOf(9),
      revision: 0,
      version: 1,
    });
    await expectSound();
  });
});

test("the table itself refuses two bookings of one lane at one time, whoever writes them", async () => {
  const yard = await aYard(admin);
  const twice = `insert into bookings (company_id, resource_id, lane, during, reason, subject_id)
    values ($1, $2, 1, tstzrange($3, $4), 'delivery', gen_random_uuid())`;
  const { a } = testApp.companies;
  await asSuper(testApp, twice, [a, yard.dockIds[0], hourOf(20), hourOf(21)]);
  await expect(asSuper(testApp, twice, [a, yard.dockIds[0], hourOf(20.5), hourOf(22)])).rejects.toMatchObject({
    code: "23P01",
  });
  await asSuper(testApp, twice, [a, yard.dockIds[0], hourOf(21), hourOf(22)]);
  await asSuper(testApp, "delete from bookings where resource_id = $1", [yard.dockIds[0]]);
});
