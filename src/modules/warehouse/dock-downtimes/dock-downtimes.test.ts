import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { aYard, booked, deliveriesPath, from, hourOf } from "#main/testing/records/docks.ts";
import { saved } from "#main/testing/records/orders.ts";
import { dockDowntimes } from "./dock-downtimes.contract.ts";

const path = "/api/warehouse/dock-downtimes";

conform(dockDowntimes, {
  name: "dock downtimes",
  valid: async (n, admin) => ({
    dockId: (await aYard(admin)).dockIds[0],
    startsAt: hourOf(n),
    endsAt: hourOf(n + 1),
    reason: `Repair ${n}`,
  }),
  text: "reason",
  statements: { create: 8, because: "deliveries and dock are locked, and looked at behind the locks" },
});

describe("a downtime", () => {
  let testApp: TestApp;
  beforeAll(async () => void (testApp = await startTestApp()));
  afterAll(() => testApp.close());
  const supervisor = () => testApp.as("DOCK_SUPERVISOR");
  const yard = async (over: Parameters<typeof aYard>[1] = {}) => aYard(await testApp.as("COMPANY_ADMIN"), over);
  const at = (start: number, end: number) => ({
    startsAt: hourOf(start),
    endsAt: hourOf(end),
    reason: "leveler repair",
  });

  test("takes all lanes of its dock, and only its dock", async () => {
    const place = await yard({ docks: 2, dock: { parallelCapacity: 3 } });
    const client = await supervisor();
    await saved(client.post(path, { dockId: place.dockIds[0], ...at(8, 12) }));
    const refused = await client.post(deliveriesPath, {
      locationId: place.locationId,
      dockId: place.dockIds[0],
      ...from(9, 10),
    });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: "taken",
        message: expect.stringContaining("leveler repair"),
        details: { blocking: [{ kind: "downtime", reason: "leveler repair" }] },
      },
    });
    expect(await booked(client, place, { ...from(9, 10), dockId: null })).toMatchObject({ dockId: place.dockIds[1] });
  });

  test("is ended by whoever manages docks, as its list says, until it is over", async () => {
    const place = await yard();
    const client = await supervisor();
    const { id } = await saved(client.post(path, { dockId: place.dockIds[0], ...at(8, 12) }));
    const abilities = async (as: Client) =>
      (await as.get(`${path}?ids=${id}`)).body.items.map((one) => one["abilities"]);
    expect(await abilities(client)).toEqual([["end"]]);
    expect(await abilities(await testApp.as("BUYER"))).toEqual([[]]);
    expect((await saved(client.post(`${path}/${id}/end`)))["abilities"]).toEqual([]);
    expect(await abilities(client)).toEqual([[]]);
  });

  test("over planned deliveries is refused with their list, and with `displace` takes their dock, not their time", async () => {
    const place = await yard({ docks: 2 });
    const client = await supervisor();
    const delivery = await booked(client, place, from(9, 10));
    const downtime = { dockId: place.dockIds[0], ...at(8, 12) };
    expect(await client.post(path, downtime)).toMatchObject({
      status: 409,
      body: {
        code: "taken",
        details: { canDisplace: true, blocking: [{ number: delivery["number"], status: "scheduled" }] },
      },
    });
    await saved(client.post(path, { ...downtime, displace: true }));
    const { body: displaced } = await client.get(`${deliveriesPath}/${delivery.id}`);
    expect(displaced).toMatchObject({ status: "scheduled", dockId: null, lane: null, plannedStart: hourOf(9) });
    expect((await client.get(`${deliveriesPath}/${delivery.id}/history`)).body.items[0]).toMatchObject({
      step: "displaced",
      reason: "leveler repair",
    });
    const { body: board } = await client.get(
      `${deliveriesPath}/board?locationId=${place.locationId}&date=${hourOf(10).slice(0, 10)}`,
    );
    expect(board["unplaced"]).toMatchObject([{ id: delivery.id }]);
    const again = await client.post(`${deliveriesPath}/${delivery.id}/move`, {
      ...from(9, 10),
      dockId: place.dockIds[1],
    });
    expect(again.body).toMatchObject({ dockId: place.dockIds[1], lane: 1, rescheduleCount: 0 });
  });

  test("never moves a truck that stands there", async () => {
    const place = await yard();
    const client = await supervisor();
    const { id } = await booked(client, place, {
      plannedStart: new Date().toISOString(),
      plannedEnd: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await saved(client.post(`${deliveriesPath}/${id}/arrive`));
    await saved(client.post(`${deliveriesPath}/${id}/start`));
    const now = {
      dockId: place.dockIds[0],
      startsAt: new Date().toISOString(),
      endsAt: hourOf(1),
      reason: "fire drill",
    };
    expect(await client.post(path, { ...now, displace: true })).toMatchObject({
      status: 409,
      body: { code: "taken", details: { canDisplace: false } },
    });
  });

  test("is not laid over another one", async () => {
    const place = await yard();
    const client = await supervisor();
    await saved(client.post(path, { dockId: place.dockIds[0], ...at(8, 12) }));
    expect((await client.post(path, { dockId: place.dockIds[0], ...at(11, 13) })).status).toBe(409);
    await saved(client.post(path, { dockId: place.dockIds[0], ...at(12, 13) }));
  });

  test("that is ended gives the dock back", async () => {
    const place = await yard();
    const client = await supervisor();
    const running = await saved(
      client.post(path, {
        dockId: place.dockIds[0],
        startsAt: new Date(Date.now() - 3_600_000).toISOString(),
        endsAt: hourOf(10),
        reason: "repair",
      }),
    );
    expect((await client.post(`${path}/${running.id}/end`)).body["endsAt"]).not.toBe(hourOf(10));
    await booked(client, place, from(2, 3));
    const coming = await saved(client.post(path, { dockId: place.dockIds[0], ...at(20, 22) }));
    expect((await client.post(`${path}/${coming.id}/end`)).body).toMatchObject({ archivedAt: expect.any(String) });
    await booked(client, place, from(20, 22));
    expect(await client.post(`${path}/${coming.id}/end`)).toMatchObject({
      status: 409,
      body: { code: "downtime_over" },
    });
    expect(
      await asSuper(testApp, "select 1 from bookings where subject_id = any($1) and active", [[running.id, coming.id]]),
    ).toEqual([]);
  });
});
