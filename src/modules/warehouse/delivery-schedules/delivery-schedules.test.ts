import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { aCarrier, aYard, booked, deliveriesPath, from, fromNow, hourOf } from "#main/testing/records/docks.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { statementsOf } from "#main/testing/database/statements.ts";
import { deliverySchedules } from "./delivery-schedules.contract.ts";
import { deliveryScheduleFlow } from "./delivery-schedules.flow.ts";

const nobody = "0190a000-0000-7000-8000-000000000000";
const yards = new Map<Client, ReturnType<typeof aYard>>();
const yardOf = (admin: Client) => yards.get(admin) ?? yards.set(admin, aYard(admin)).get(admin);

conform(deliverySchedules, {
  name: "delivery schedules",
  valid: async (n, admin) => ({
    locationId: (await yardOf(admin))?.locationId ?? "",
    ...from(2 * n, 2 * n + 1),
    driverName: `Driver ${n}`,
  }),
  text: "driverName",
  change: { trailerNumber: "TR-1", notesInternal: "Fragile" },
  bodies: { cancel: { reason: "not needed" } },
  endsBy: "cancel",
  filters: { purchaseOrderId: nobody, vendorId: nobody, carrierId: nobody, plannedStart: "2020-01-01..2190-01-01" },
  statements: { create: 9, because: "what is in the way is looked at before and behind the lock of the dock" },
});

describe("a delivery", () => {
  let testApp: TestApp;
  let admin: Client;
  let client: Client;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await testApp.as("COMPANY_ADMIN");
    client = await testApp.as("DOCK_SUPERVISOR");
  });
  afterAll(() => testApp.close());
  const step = (id: string, name: string, body: object = {}) => decide(client, `${deliveriesPath}/${id}/${name}`, body);

  test("has the states that the database allows, no more and no fewer", async () => {
    const [row] = await asSuper<{ definition: string }>(
      testApp,
      `select pg_get_constraintdef(oid) as definition from pg_constraint
        where conrelid = 'delivery_schedules'::regclass and contype = 'c' and conname like '%status%'`,
    );
    expect([...(row?.definition.matchAll(/'([a-z_]+)'::text/g) ?? [])].map(([, state]) => state)).toEqual([
      ...deliveryScheduleFlow.states,
    ]);
  });

  test("is booked by the dock office at once, with a short number, its window and the location's time zone", async () => {
    const yard = await aYard(admin, { dock: { bufferBeforeMinutes: 15, bufferAfterMinutes: 10 } });
    expect(await booked(client, yard, { trailerNumber: "TR-77" })).toMatchObject({
      number: expect.stringMatching(/^DS-\d{5}$/),
      status: "scheduled",
      awaitingParty: "none",
      locationTimezone: "Europe/Amsterdam",
      dockId: yard.dockIds[0],
      dockCode: "D1",
      lane: 1,
      plannedStart: hourOf(8),
      originalPlannedStart: hourOf(8),
      occupiedFrom: hourOf(7.75),
      occupiedUntil: new Date(Date.parse(hourOf(9)) + 600_000).toISOString(),
      rescheduleCount: 0,
      gateInAt: null,
      steps: ["move", "arrive", "cancel"],
    });
  });

  test("asked for by a buyer is a request that holds the dock until the dock office decides", async () => {
    const yard = await aYard(admin);
    const buyer = await testApp.as("BUYER");
    const wish = await booked(buyer, yard);
    expect(wish).toMatchObject({
      status: "requested",
      awaitingParty: "warehouse",
      holdExpiresAt: expect.any(String),
      steps: [],
    });
    expect(
      await client.post(deliveriesPath, { locationId: yard.locationId, dockId: yard.dockIds[0], ...from(8, 9) }),
    ).toMatchObject({ status: 409, body: { code: "taken" } });
    expect((await decide(buyer, `${deliveriesPath}/${wish.id}/approve`)).status).toBe(403);
    expect((await step(wish.id, "approve")).body).toMatchObject({
      status: "scheduled",
      awaitingParty: "none",
      holdExpiresAt: null,
    });
    const declined = await booked(buyer, yard, from(10, 11));
    expect((await step(declined.id, "decline", { reason: "No crew that day" })).body).toMatchObject({
      status: "declined",
      declineReason: "No crew that day",
    });
    await booked(client, yard, from(10, 11));
  });

  test("runs through the gate with six real times, none of which is the plan, and gives back the rest of its time", async () => {
    const yard = await aYard(admin);
    const { id } = await booked(client, yard, { plannedStart: fromNow(-20), plannedEnd: fromNow(100), override: true });
    expect((await step(id, "arrive", { tractorPlate: "12-BX-3" })).body).toMatchObject({
      status: "arrived",
      gateInAt: expect.any(String),
      tractorPlate: "12-BX-3",
      punctuality: "on_time",
      steps: ["start", "changeDock", "dropTrailer", "complete", "refuse"],
    });
    expect((await step(id, "start")).body).toMatchObject({
      status: "in_progress",
      dockedAt: expect.any(String),
      unloadStartAt: expect.any(String),
    });
    expect(
      await client.post(deliveriesPath, {
        locationId: yard.locationId,
        dockId: yard.dockIds[0],
        plannedStart: fromNow(60),
        plannedEnd: fromNow(70),
      }),
    ).toMatchObject({ status: 409 });
    expect((await step(id, "unload")).body).toMatchObject({ status: "unloaded", unloadEndAt: expect.any(String) });
    const { body } = await step(id, "complete", { nothingReceivedReason: "Counted by hand" });
    expect(body).toMatchObject({
      status: "completed",
      gateOutAt: expect.any(String),
      dockClearedAt: expect.any(String),
      steps: [],
    });
    expect(Math.abs(Date.parse(String(body["occupiedUntil"])) - Date.now())).toBeLessThan(5_000);
    expect(body["plannedEnd"]).not.toBe(body["gateOutAt"]);
    await booked(client, yard, { plannedStart: fromNow(1), plannedEnd: fromNow(70) });
    const history = (await client.get(`${deliveriesPath}/${id}/history`)).body.items.map((event) => event["step"]);
    expect(history).toEqual(["completed", "unloaded", "started", "arrived", "created"]);
  });

  test("that arrives early or late by more than the grace is marked so", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const early = await booked(client, yard, { plannedStart: fromNow(45), plannedEnd: fromNow(60) });
    expect((await step(early.id, "arrive")).body).toMatchObject({ punctuality: "early" });
    const late = await booked(client, yard, {
      dockId: yard.dockIds[1],
      plannedStart: fromNow(-45),
      plannedEnd: fromNow(60),
      override: true,
    });
    expect((await step(late.id, "arrive")).body).toMatchObject({ punctuality: "late" });
    expect(
      (await step(late.id, "complete", { at: fromNow(30), nothingReceivedReason: "Empty truck" })).body,
    ).toMatchObject({
      code: "invalid",
      fields: { at: expect.any(String) },
    });
  });

  test("takes only the steps of its state, and refuses the others with what it is now", async () => {
    const yard = await aYard(admin, { dock: { parallelCapacity: 10 } });
    const bodies: Record<string, unknown> = {
      move: from(8, 9),
      decline: { reason: "because" },
      cancel: { reason: "because" },
      refuse: { reason: "because" },
      propose: { party: "vendor" },
      changeDock: { dockId: yard.dockIds[0] },
    };
    const routeOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const byStaff = Object.entries(deliveryScheduleFlow.steps).filter(([name]) => name !== "counter");
    for (const state of deliveryScheduleFlow.states) {
      const { id } = await booked(client, yard, { dockId: null, ...from(40, 41) });
      await asSuper(testApp, "update delivery_schedules set status = $2 where id = $1", [id, state]);
      for (const [name, { from: states }] of byStaff) {
        if ((states as readonly string[]).includes(state)) continue;
        const answer = await step(id, routeOf(name), bodies[name] ?? {});
        expect(answer, `${name} from ${state}: ${answer.text}`).toMatchObject({
          status: 409,
          body: { code: "wrong_state", details: { status: state } },
        });
      }
      await asSuper(testApp, "update bookings set active = false where subject_id = $1", [id]);
    }
  });

  test("holds its dock exactly while it is live", async () => {
    const yard = await aYard(admin);
    const active = async (id: string) =>
      (await asSuper(testApp, "select 1 from bookings where subject_id = $1 and active", [id])).length;
    for (const [name, body] of [
      ["cancel", { reason: "not needed" }],
      ["complete", { nothingReceivedReason: "Empty truck" }],
      ["refuse", { reason: "wet boxes" }],
      ["mark-no-show", {}],
    ] as const) {
      const { id } = await booked(client, yard, { plannedStart: fromNow(-5), plannedEnd: fromNow(60), override: true });
      if (["complete", "refuse"].includes(name)) await saved(step(id, "arrive"));
      expect(await active(id), name).toBe(1);
      const { body: after } = await step(id, name, body);
      expect(deliveryScheduleFlow.groups.live, name).not.toContain(after.status);
      expect(await active(id), name).toBe(0);
    }
  });

  test("that did not come can still be let in: at its door or at another", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const { id } = await booked(client, yard, { plannedStart: fromNow(-5), plannedEnd: fromNow(60), override: true });
    expect(await step(id, "mark-no-show")).toMatchObject({ body: { status: "no_show" } });
    await booked(client, yard, { plannedStart: fromNow(1), plannedEnd: fromNow(60) });
    expect(await step(id, "arrive", { dockId: yard.dockIds[1] })).toMatchObject({
      body: { status: "arrived", dockId: yard.dockIds[1], mark: null },
    });
    const second = await booked(client, yard, {
      dockId: null,
      plannedStart: fromNow(-5),
      plannedEnd: fromNow(0.1),
      override: true,
    });
    await saved(step(second.id, "mark-no-show"));
    expect(await step(second.id, "arrive")).toMatchObject({ body: { status: "arrived" } });
    const future = await booked(client, yard, from(8, 9));
    expect(await step(future.id, "mark-no-show")).toMatchObject({ status: 409, body: { code: "not_due" } });
  });

  test("is not unloaded at a dock where another truck stands", async () => {
    const yard = await aYard(admin, { docks: 2 });
    const soon = { plannedStart: fromNow(1), plannedEnd: fromNow(30) };
    const [one, other] = [
      await booked(client, yard, soon),
      await booked(client, yard, { ...soon, dockId: yard.dockIds[1] }),
    ];
    for (const { id } of [one, other]) await saved(step(id, "arrive"));
    await saved(step(one.id, "start"));
    expect(await step(other.id, "start", { dockId: yard.dockIds[0] })).toMatchObject({
      status: 409,
      body: { code: "dock_occupied", message: expect.stringContaining(String(one["number"])) },
    });
    await saved(step(other.id, "start"));
  });

  test("outside the opening hours or in a closure is refused with the rule, unless the dock office insists; what is taken stays taken", async () => {
    const yard = await aYard(admin, {
      location: {
        timezone: "UTC",
        hours: [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, opensAt: "08:00", closesAt: "17:00" })),
        closures: [{ startsAt: hourOf(12), endsAt: hourOf(14), reason: "fire drill" }],
      },
    });
    const tried = (over: Record<string, unknown>) =>
      client.post(deliveriesPath, { locationId: yard.locationId, dockId: yard.dockIds[0], ...over });
    expect(await tried(from(6, 7))).toMatchObject({
      status: 409,
      body: { code: "outside_rules", details: { rule: "closed" } },
    });
    expect(await tried(from(16.5, 17.5))).toMatchObject({ status: 409, body: { details: { rule: "closed" } } });
    expect(await tried(from(11.5, 12.5))).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("fire drill"), details: { rule: "closure" } },
    });
    expect(await tried({ plannedStart: fromNow(-600), plannedEnd: fromNow(-540) })).toMatchObject({
      status: 409,
      body: { details: { rule: "past" } },
    });
    expect(await tried({ ...from(12, 13), override: true })).toMatchObject({ status: 200 });
    expect(await tried({ ...from(12.5, 13.5), override: true })).toMatchObject({
      status: 409,
      body: { code: "taken" },
    });
    const buyer = await testApp.as("BUYER");
    expect(
      await buyer.post(deliveriesPath, { locationId: yard.locationId, ...from(6, 7), override: true }),
    ).toMatchObject({ status: 409, body: { code: "outside_rules" } });
  });

  test.each([
    ["ends before it starts", () => ({ plannedStart: hourOf(9), plannedEnd: hourOf(8) }), "plannedEnd"],
    ["takes longer than a day", () => ({ plannedStart: hourOf(0), plannedEnd: hourOf(25) }), "plannedEnd"],
    ["lies in another age", () => ({ plannedStart: "1066-10-14T08:00:00Z", plannedEnd: hourOf(8) }), "plannedStart"],
    ["is at no location", () => ({ locationId: nobody }), "locationId"],
    ["asks a carrier without an address", () => ({ askParty: "carrier" }), "carrierEmail"],
    ["asks a vendor that is not named", () => ({ askParty: "vendor" }), "vendorId"],
  ])("that %s is refused", async (_what, over, field) => {
    const yard = await aYard(admin);
    expect(
      await client.post(deliveriesPath, {
        locationId: yard.locationId,
        dockId: yard.dockIds[0],
        ...from(8, 9),
        ...over(),
      }),
    ).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
  });

  test("goes to a location that is in use", async () => {
    const yard = await aYard(admin, { location: { isActive: false } });
    expect(
      await client.post(deliveriesPath, { locationId: yard.locationId, ...from(8, 9), override: true }),
    ).toMatchObject({ status: 422, body: { fields: { locationId: expect.any(String) } } });
  });

  test("that is live is not archived", async () => {
    const { id } = await booked(client, await aYard(admin));
    expect(await client.post(`${deliveriesPath}/${id}/archive`)).toMatchObject({
      status: 409,
      body: { code: "still_live" },
    });
    await saved(step(id, "cancel", { reason: "not needed" }));
    expect((await client.post(`${deliveriesPath}/${id}/archive`)).status).toBe(200);
  });

  test("stands on the board of its location's day, which takes three statements however many there are", async () => {
    const yard = await aYard(admin, { docks: 3, location: { timezone: "America/New_York" } });
    const carrier = await aCarrier(admin, "Rijnland Transport");
    const one = await booked(client, yard, { ...from(12, 13), carrierId: carrier.id });
    await booked(client, yard, { dockId: yard.dockIds[1], ...from(12, 13) });
    const cancelled = await booked(client, yard, { dockId: yard.dockIds[1], ...from(14, 15) });
    await saved(step(cancelled.id, "cancel", { reason: "not needed" }));
    const date = hourOf(12).slice(0, 10);
    const read = () => client.get(`${deliveriesPath}/board?locationId=${yard.locationId}&date=${date}`);
    const { body } = await read();
    expect(body).toMatchObject({
      locationTimezone: "America/New_York",
      date,
      unplaced: [],
      docks: [
        {
          code: "D1",
          deliveries: [
            {
              id: one.id,
              number: one["number"],
              carrierName: "Rijnland Transport",
              lane: 1,
              steps: ["move", "arrive", "cancel"],
            },
          ],
        },
        { deliveries: [{}] },
        { deliveries: [] },
      ],
    });
    for (let n = 0; n < 5; n += 1) await booked(client, yard, { dockId: yard.dockIds[2], ...from(10 + n, 11 + n) });
    expect(await statementsOf(read)).toHaveLength(3);
    expect((await client.get(`${deliveriesPath}/board?locationId=${yard.locationId}`)).body["date"]).toMatch(
      /^\d{4}-\d{2}-\d{2}$/,
    );
    const other = await testApp.as("DOCK_SUPERVISOR", "b");
    expect((await other.get(`${deliveriesPath}/board?locationId=${yard.locationId}&date=${date}`)).status).toBe(422);
  });
});
