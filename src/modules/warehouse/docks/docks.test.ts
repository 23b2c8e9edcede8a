import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { aYard, booked, deliveriesPath, from, hourOf } from "#main/testing/records/docks.ts";
import { saved } from "#main/testing/records/orders.ts";
import { docks } from "./docks.contract.ts";

const path = "/api/warehouse/docks";

conform(docks, {
  name: "docks",
  valid: async (n, admin) => ({
    locationId: (await aYard(admin, { docks: 0 })).locationId,
    code: `D-${n}`,
    name: `Door ${n}`,
    temperatureZone: "chilled" as const,
  }),
  change: { name: "Renamed", hasForklift: true },
});

describe("a dock", () => {
  let testApp: TestApp;
  beforeAll(async () => void (testApp = await startTestApp()));
  afterAll(() => testApp.close());

  test("a dock that goes out of service names what has to be placed again, and so do the board and the delivery", async () => {
    const admin = await testApp.as("COMPANY_ADMIN");
    const yard = await aYard(admin);
    const delivery = await booked(admin, yard);
    const out = await saved(admin.post(`${path}/${yard.dockIds[0]}/take-out-of-service`, { reason: "leveler broken" }));
    expect(out).toMatchObject({ toPlace: [{ id: delivery.id, number: delivery["number"] }] });
    expect(await saved(admin.get(`${deliveriesPath}/${delivery.id}`))).toMatchObject({ mark: "needs_time" });
    const date = String(delivery["plannedStart"]).slice(0, 10);
    const board = await saved(admin.get(`${deliveriesPath}/board?locationId=${yard.locationId}&date=${date}`));
    expect(board).toMatchObject({ docks: [{ deliveries: [{ id: delivery.id, mark: "needs_time" }] }] });
    expect(await saved(admin.post(`${path}/${yard.dockIds[0]}/put-in-service`))).toMatchObject({ toPlace: [] });
    expect(await saved(admin.get(`${deliveriesPath}/${delivery.id}`))).toMatchObject({ mark: null });
  });
  const supervisor = () => testApp.as("DOCK_SUPERVISOR");
  const yard = async (over: Parameters<typeof aYard>[1] = {}) => aYard(await testApp.as("COMPANY_ADMIN"), over);
  const free = async (query: Record<string, string>) =>
    (await (await supervisor()).get(`${path}/availability?${new URLSearchParams(query)}`)).body;
  const localDate = hourOf(12).slice(0, 10);

  test("has its code once at its location", async () => {
    const { locationId } = await yard();
    expect((await (await supervisor()).post(path, { locationId, code: "d1" })).status).toBe(409);
  });

  test("goes out of service with a reason and back, and takes no delivery meanwhile", async () => {
    const place = await yard();
    const client = await supervisor();
    const out = await client.post(`${path}/${place.dockIds[0]}/take-out-of-service`, { reason: "leveler broken" });
    expect(out).toMatchObject({
      status: 200,
      body: {
        status: "out_of_service",
        outOfServiceReason: "leveler broken",
        liveStatus: "out_of_service",
        steps: ["putInService", "deactivate"],
      },
    });
    expect(
      await client.post(deliveriesPath, { ...place, dockIds: undefined, dockId: place.dockIds[0], ...from(8, 9) }),
    ).toMatchObject({ status: 409, body: { code: "dock_not_usable" } });
    expect(await client.post(deliveriesPath, { locationId: place.locationId, ...from(8, 9) })).toMatchObject({
      status: 409,
      body: { code: "no_dock" },
    });
    expect((await client.post(`${path}/${place.dockIds[0]}/put-in-service`)).body).toMatchObject({
      status: "active",
      outOfServiceReason: null,
    });
    await booked(client, place);
  });

  test("with deliveries planned is not deactivated, archived or made narrower under them", async () => {
    const place = await yard({ dock: { parallelCapacity: 2 } });
    const client = await supervisor();
    const [, second] = [await booked(client, place), await booked(client, place)];
    const [dockId] = place.dockIds;
    const refused = { status: 409, body: { code: "dock_has_deliveries" } };
    expect(await client.post(`${path}/${dockId}/deactivate`)).toMatchObject(refused);
    expect(await client.post(`${path}/${dockId}/archive`)).toMatchObject(refused);
    const { body: dock } = await client.get(`${path}/${dockId}`);
    const input = { locationId: place.locationId, code: "D1", version: dock.version };
    expect(await client.put(`${path}/${dockId}`, { ...input, parallelCapacity: 1 })).toMatchObject({
      ...refused,
      body: { details: { deliveries: [{ number: second?.["number"] }] } },
    });
    expect((await client.put(`${path}/${dockId}`, { ...input, parallelCapacity: 3 })).status).toBe(200);
  });

  test("shows whether it is free, expected or occupied by what is planned and stands there", async () => {
    const place = await yard();
    const client = await supervisor();
    const live = async () => (await client.get(`${path}/${place.dockIds[0]}`)).body["liveStatus"];
    expect(await live()).toBe("free");
    const now = Date.now();
    const { id } = await booked(client, place, {
      plannedStart: new Date(now + 60_000).toISOString(),
      plannedEnd: new Date(now + 3_600_000).toISOString(),
    });
    expect(await live()).toBe("expected");
    await saved(client.post(`${deliveriesPath}/${id}/arrive`));
    await saved(client.post(`${deliveriesPath}/${id}/start`));
    expect(await live()).toBe("occupied");
    await saved(client.post(`${deliveriesPath}/${id}/complete`, { nothingReceivedReason: "Empty truck" }));
    expect(await live()).toBe("free");
  });

  test("is free where no delivery and no downtime takes it; both are shown", async () => {
    const place = await yard({ location: { timezone: "UTC" } });
    const client = await supervisor();
    const [dockId] = place.dockIds;
    const delivery = await booked(client, place, from(8, 10));
    await saved(
      client.post("/api/warehouse/dock-downtimes", {
        dockId,
        startsAt: hourOf(12),
        endsAt: hourOf(13),
        reason: "sweeping",
      }),
    );
    const body = await free({ locationId: place.locationId, date: localDate, minutes: "60" });
    const [dock] = body["docks"] as [{ lanes: { taken: unknown[] }[]; free: { localTime: string }[] }];
    expect(dock.lanes).toMatchObject([
      {
        lane: 1,
        taken: [
          { reason: "delivery", number: delivery["number"], from: hourOf(8), until: hourOf(10) },
          { reason: "downtime", number: null },
        ],
      },
    ]);
    const times = dock.free.map(({ localTime }) => localTime);
    expect(times).toContain("07:00");
    for (const taken of ["07:30", "08:00", "09:30", "11:30", "12:00", "12:30"])
      expect(times, taken).not.toContain(taken);
    expect(times).toContain("10:00");
    expect(times).toContain("13:00");
  });

  test.each([
    ["there is no dock", { docks: 0 }, "no_docks"],
    ["the location never opens", { location: { hours: [] } }, "no_hours"],
    [
      "it is closed that day",
      { location: { closures: [{ startsAt: hourOf(-6), endsAt: hourOf(30), reason: "stocktaking" }] } },
      "closed_that_day",
    ],
  ])("when %s, it says so", async (_what, over, nothingFree) => {
    const { locationId } = await yard(over);
    expect(await free({ locationId, date: localDate })).toMatchObject({ nothingFree });
  });

  test("says when a day is full, and when it is over", async () => {
    const place = await yard({
      location: {
        timezone: "UTC",
        hours: [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, opensAt: "08:00", closesAt: "09:00" })),
      },
    });
    await booked(await supervisor(), place);
    expect(await free({ locationId: place.locationId, date: localDate })).toMatchObject({
      nothingFree: "full",
      docks: [{ free: [] }],
    });
    expect(await free({ locationId: place.locationId, date: "2020-01-01" })).toMatchObject({ nothingFree: "past" });
  });

  test("is shown to its own company only, and asked about a real day of a real location", async () => {
    const { locationId } = await yard();
    const other = await testApp.as("DOCK_SUPERVISOR", "b");
    expect(await other.get(`${path}/availability?locationId=${locationId}&date=${localDate}`)).toMatchObject({
      status: 422,
      body: { fields: { locationId: expect.any(String) } },
    });
    for (const query of [
      "date=2027-02-30",
      "date=9999-01-01",
      `date=${localDate}&minutes=0`,
      `date=${localDate}&minutes=1441`,
    ])
      expect(
        (await (await supervisor()).get(`${path}/availability?locationId=${locationId}&${query}`)).status,
        query,
      ).toBe(422);
  });
});
