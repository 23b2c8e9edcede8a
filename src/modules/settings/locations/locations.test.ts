import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { saved } from "#main/testing/records/orders.ts";
import { locations } from "./locations.contract.ts";

const aLocation = (n: number) => ({
  code: `L-${n}`,
  name: `Site ${n}`,
  timezone: "Europe/Amsterdam",
  city: "Rotterdam",
  hours: [
    { dayOfWeek: 1, opensAt: "06:00", closesAt: "24:00" },
    { dayOfWeek: 2, opensAt: "00:00", closesAt: "06:00" },
  ],
  closures: [{ startsAt: "2027-04-27T00:00:00+02:00", endsAt: "2027-04-28T00:00:00+02:00", reason: "King's Day" }],
});

conform(locations, {
  name: "locations",
  valid: aLocation,
  change: { name: "Renamed", slotMinutes: 15 },
  statements: { create: 5 },
});

describe("a location", () => {
  let testApp: TestApp;
  beforeAll(async () => void (testApp = await startTestApp()));
  afterAll(() => testApp.close());
  const manager = () => testApp.as("WAREHOUSE_MANAGER");

  test("keeps its hours and closures as they were given, instants in UTC", async () => {
    const { id } = await saved((await manager()).post("/api/settings/locations", aLocation(1)));
    const { body } = await (await manager()).get(`/api/settings/locations/${id}`);
    expect(body["hours"]).toMatchObject([
      { dayOfWeek: 1, opensAt: "06:00", closesAt: "24:00" },
      { dayOfWeek: 2, opensAt: "00:00", closesAt: "06:00" },
    ]);
    expect(body["closures"]).toMatchObject([
      { startsAt: "2027-04-26T22:00:00.000Z", endsAt: "2027-04-27T22:00:00.000Z", reason: "King's Day" },
    ]);
  });

  test("is open on weekdays unless told otherwise, so that nobody wonders why nothing is free", async () => {
    const { body } = await (
      await manager()
    ).post("/api/settings/locations", { code: "plain", name: "Plain", timezone: "America/New_York" });
    expect(body["hours"]).toHaveLength(5);
  });

  test.each([
    [
      "a window that ends before it begins",
      { hours: [{ dayOfWeek: 1, opensAt: "10:00", closesAt: "09:00" }] },
      "hours.0.closesAt",
    ],
    [
      "two windows that overlap",
      {
        hours: [
          { dayOfWeek: 1, opensAt: "08:00", closesAt: "12:00" },
          { dayOfWeek: 1, opensAt: "11:00", closesAt: "15:00" },
        ],
      },
      "hours",
    ],
    [
      "a closure that ends before it begins",
      { closures: [{ startsAt: "2027-01-02T00:00:00Z", endsAt: "2027-01-01T00:00:00Z", reason: "New Year" }] },
      "closures.0.endsAt",
    ],
    ["a time zone that is nowhere", { timezone: "Europe/Nowhere" }, "timezone"],
    ["half a pin", { latitude: "51.92" }, "longitude"],
    ["a place beyond the pole", { latitude: "91", longitude: "4" }, "latitude"],
    ["a grid that is none", { slotMinutes: 7 }, "slotMinutes"],
  ])("refuses %s", async (_what, over, field) => {
    expect(await (await manager()).post("/api/settings/locations", { ...aLocation(9), ...over })).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
  });

  test("has its pin whole or not at all, also when it is changed", async () => {
    const client = await manager();
    const made = await saved(
      client.post("/api/settings/locations", { ...aLocation(5), latitude: "51.924420", longitude: "4.477733" }),
    );
    const path = `/api/settings/locations/${made.id}`;
    expect((await client.get(path)).body).toMatchObject({ latitude: "51.92442", longitude: "4.477733" });
    expect(await client.put(path, { ...aLocation(5), longitude: "4.4", version: 1 })).toMatchObject({
      status: 422,
      body: { fields: { latitude: expect.any(String) } },
    });
    expect((await client.put(path, { ...aLocation(5), version: 1 })).body).toMatchObject({
      latitude: null,
      longitude: null,
    });
  });

  test("begins with a bin for receiving, for damaged and for quarantined goods", async () => {
    const { id } = await saved((await manager()).post("/api/settings/locations", aLocation(2)));
    const { body } = await (await manager()).get(`/api/settings/storage-locations?locationId=${id}`);
    expect(body.items.map(({ code, ...bin }) => [code, bin["kind"]])).toEqual([
      ["DAMAGED", "damaged"],
      ["QUARANTINE", "quarantine"],
      ["RECEIVING", "receiving"],
    ]);
  });

  test("keeps a bin in use for receiving, for damaged and for quarantined goods", async () => {
    const client = await manager();
    const { id } = await saved(client.post("/api/settings/locations", aLocation(6)));
    const path = "/api/settings/storage-locations";
    const { items } = (await client.get(`${path}?locationId=${id}`)).body;
    const refused = {
      status: 409,
      body: { code: "last_bin", message: expect.stringContaining("is the last bin of kind") },
    };
    for (const { id: bin, version, code, kind, barcode } of items) {
      const change = { locationId: id, code, kind, barcode, isActive: true, version };
      expect(await client.post(`${path}/${bin}/archive`)).toMatchObject(refused);
      expect(await client.put(`${path}/${bin}`, { ...change, isActive: false })).toMatchObject(refused);
      expect(await client.put(`${path}/${bin}`, { ...change, kind: "storage" })).toMatchObject(refused);
      expect(await client.send("DELETE", `${path}/${bin}?version=${String(version)}`)).toMatchObject(refused);
      await saved(client.post(path, { locationId: id, code: `SECOND-${String(kind)}`, kind }));
      expect((await client.post(`${path}/${bin}/archive`)).status).toBe(200);
    }
  });

  test("has each bin's code once, in any case of letters, and other locations have their own", async () => {
    const client = await manager();
    const [one, other] = [
      await saved(client.post("/api/settings/locations", aLocation(3))),
      await saved(client.post("/api/settings/locations", aLocation(4))),
    ];
    expect(
      (await client.post("/api/settings/storage-locations", { locationId: one.id, code: "receiving" })).status,
    ).toBe(409);
    await saved(client.post("/api/settings/storage-locations", { locationId: one.id, code: "A-01" }));
    await saved(client.post("/api/settings/storage-locations", { locationId: other.id, code: "A-01" }));
    const foreign = await (
      await testApp.as("WAREHOUSE_MANAGER", "b")
    ).post("/api/settings/storage-locations", { locationId: one.id, code: "X" });
    expect(foreign).toMatchObject({ status: 422, body: { fields: { locationId: expect.any(String) } } });
    expect(
      await asSuper(testApp, "select 1 from storage_locations where location_id = $1 and code = 'X'", [one.id]),
    ).toEqual([]);
  });
});
