import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { aVehicle, registered, vehicleBody, vehiclesPath as path } from "#main/testing/records/vehicles.ts";

const holdsPath = "/api/fleet/vehicle-holds";
let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const manager = () => testApp.as("FLEET_MANAGER");
const dispatcher = () => testApp.as("DISPATCHER");
const step = async (id: string, name: string, body: object = {}) =>
  saved((await manager()).post(`${path}/${id}/${name}`, body));
const read = async (id: string) => saved((await manager()).get(`${path}/${id}`));
const aDayFromNow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);

test("one in service that nothing keeps may leave; each thing that keeps it is named, with who said it, and none hides another", async () => {
  const client = await manager();
  const { id } = await aVehicle(client);
  expect(await read(id)).toMatchObject({ mayLeave: true, blocks: [], availability: "available" });
  const hold = await saved(
    (await dispatcher()).post(holdsPath, { vehicleId: id, reason: "mirror broken", expectedEnd: aDayFromNow }),
  );
  await step(id, "judge-health", { healthCode: "unsafe", reason: "brakes pull left", until: aDayFromNow });
  const damaged = await registered(client, "vehicle-statuses", "damaged");
  const { version } = await read(id);
  const body = { ...(await vehicleBody(client)), vehicleStatusId: damaged, version };
  const vehicle = await saved(client.put(`${path}/${id}`, body));
  expect(vehicle).toMatchObject({
    mayLeave: false,
    availability: "held",
    healthLevel: "critical",
    healthName: "Not safe to drive",
    blocks: [
      {
        code: "hold",
        kind: "manual",
        reason: "mirror broken",
        by: hold["openedByName"],
        until: aDayFromNow,
        holdId: hold.id,
      },
      { code: "health", kind: "unsafe", reason: "brakes pull left", until: aDayFromNow },
      { code: "status", kind: "blocked", reason: "Damaged" },
    ],
  });
  expect(hold["openedByName"]).toEqual(expect.any(String));
  await step(id, "take-out-of-service", { reason: "waits for parts" });
  expect(await read(id)).toMatchObject({
    availability: "laid_up",
    blocks: [
      { code: "not_in_service", kind: "out_of_service", reason: "waits for parts" },
      { code: "hold" },
      { code: "health" },
    ],
  });
});

test("a hold that ends lets it go; several keep it until the last one ends", async () => {
  const { id } = await aVehicle(await manager());
  await step(id, "hold", { kind: "maintenance", reason: "tyres to be changed" });
  await step(id, "hold", { reason: "key is lost" });
  const { body } = await (await manager()).get(`${holdsPath}?vehicleId=${id}&isOpen=true`);
  expect(body.items).toHaveLength(2);
  for (const [at, hold] of body.items.entries()) {
    expect((await read(id))["mayLeave"], `hold ${at}`).toBe(false);
    expect(await saved(decide(await dispatcher(), `${holdsPath}/${hold.id}/close`, { reason: "done" }))).toMatchObject({
      closeReason: "done",
      closedByName: expect.any(String),
      abilities: [],
    });
    expect((await decide(await manager(), `${holdsPath}/${hold.id}/close`, { reason: "again" })).status).toBe(409);
  }
  expect(await read(id)).toMatchObject({ mayLeave: true, availability: "available" });
  const { body: history } = await (await manager()).get(`${path}/${id}/history`);
  expect(history.items.map((one) => one["step"])).toEqual([
    "released",
    "released",
    "held",
    "held",
    "putInService",
    "created",
  ]);
});

test("a hold after an incident or for a paper is ended only by who may override it, with a reason", async () => {
  const { id } = await aVehicle(await manager());
  for (const kind of ["incident", "compliance"]) {
    expect((await (await manager()).post(holdsPath, { vehicleId: id, kind, reason: "by hand" })).status).toBe(422);
    const [hold] = await asSuper<{ id: string }>(
      testApp,
      `insert into vehicle_holds (id, company_id, vehicle_id, kind, reason, cause, cause_id)
        values (gen_random_uuid(), $1, $2, $3, 'paper ended', 'paper', gen_random_uuid()) returning id`,
      [testApp.companies.a, id, kind],
    );
    const listed = async (as: typeof manager) =>
      (await (await as()).get(`${holdsPath}?ids=${hold!.id}`)).body.items.map((one) => one["abilities"]);
    expect(await listed(dispatcher)).toEqual([[]]);
    expect(await listed(manager)).toEqual([["close"]]);
    expect((await decide(await dispatcher(), `${holdsPath}/${hold!.id}/close`, { reason: "let it go" })).status).toBe(
      403,
    );
    expect((await decide(await manager(), `${holdsPath}/${hold!.id}/close`, {})).status).toBe(422);
    expect(
      (await decide(await manager(), `${holdsPath}/${hold!.id}/close`, { reason: "paper is on its way" })).status,
    ).toBe(200);
  }
});

test("what people say of its health counts until the day that they gave, then the data say again", async () => {
  const { id } = await aVehicle(await manager());
  expect(await read(id)).toMatchObject({ healthLevel: "unknown", healthName: null });
  expect(
    (await (await manager()).post(`${path}/${id}/judge-health`, { healthCode: "nonsense", reason: "typing" })).status,
  ).toBe(422);
  await step(id, "judge-health", { healthCode: "service_due", reason: "light is on", until: aDayFromNow });
  expect(await read(id)).toMatchObject({ healthLevel: "attention", healthName: "Service due", mayLeave: true });
  await asSuper(testApp, "update vehicles set health_until = $2 where id = $1", [id, twoDaysAgo]);
  expect(await read(id)).toMatchObject({ healthLevel: "unknown", healthCode: "service_due" });
  expect(await step(id, "forget-health")).toMatchObject({ healthCode: null, healthReason: null, healthUntil: null });
  expect(await (await manager()).post(`${path}/${id}/forget-health`)).toMatchObject({
    status: 409,
    body: { code: "health_not_judged" },
  });
  const typed = async (enteredValue: string, daysAgo: number) => {
    const readAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    return saved((await manager()).post("/api/fleet/meter-readings", { vehicleId: id, enteredValue, readAt }));
  };
  await typed("100", 3);
  expect(await read(id), "one number that somebody typed").toMatchObject({ healthLevel: "unknown" });
  await typed("180", 0);
  expect(await read(id)).toMatchObject({ healthLevel: "good", healthName: null });
  await step(id, "hold", { kind: "maintenance", reason: "yearly service" });
  expect(await read(id), "a hold is no judgement of somebody").toMatchObject({
    healthLevel: "attention",
    healthName: null,
  });
});

test("a word of health that a vehicle is judged by is switched off, not removed", async () => {
  const { id } = await aVehicle(await manager());
  await step(id, "judge-health", { healthCode: "restricted", reason: "no motorways" });
  const admin = await testApp.as("COMPANY_ADMIN");
  const list = "/api/settings/reference-lists/vehicle_health";
  const value = (await admin.get(list)).body.items.find(({ code }) => code === "restricted")!;
  expect(await admin.remove(`${list}/${value.id}?version=${value.version}`)).toMatchObject({
    status: 409,
    body: { code: "in_use", message: "1 vehicle is judged by it. Switch it off instead." },
  });
  const { label } = value;
  const change = (data: object) => admin.put(`${list}/${value.id}`, { label, data, version: value.version });
  expect(await change({ level: "good" }), "who keeps the words lets it leave").toMatchObject({
    status: 409,
    body: { code: "in_use" },
  });
  expect((await change(value["data"] as object)).status).toBe(200);
});

test("who is on a trip or booked within a day is not offered as free, and says so", async () => {
  const { id } = await aVehicle(await manager());
  const book = (reason: string, from: string, until: string) =>
    asSuper(
      testApp,
      `insert into bookings (company_id, resource_id, during, reason, subject_id) values ($1, $2,
        tstzrange(now() + $3::interval, now() + $4::interval), $5, gen_random_uuid())`,
      [testApp.companies.a, id, from, until, reason],
    );
  await book("trip", "3 days", "4 days");
  expect(await read(id)).toMatchObject({ availability: "available" });
  await book("maintenance", "5 hours", "6 hours");
  expect(await read(id)).toMatchObject({ availability: "booked", mayLeave: true });
  await book("trip", "-1 hours", "2 hours");
  expect(await read(id), "it was to leave and has not").toMatchObject({ availability: "booked", mayLeave: true });
  await asSuper(testApp, "update bookings set standing = true where resource_id = $1 and lower(during) < now()", [id]);
  expect(await read(id)).toMatchObject({ availability: "on_trip", mayLeave: true });
  await step(id, "hold", { reason: "breakdown on the road" });
  expect(await read(id)).toMatchObject({ availability: "held" });
});

test("each filter of the list finds exactly the vehicles of which it is true", async () => {
  const client = await manager();
  await aVehicle(client);
  await saved(client.post(path, await vehicleBody(client)));
  const { body } = await client.get(`${path}?limit=200&archived=with`);
  expect(body.items.length).toBeGreaterThan(6);
  for (const vehicle of body.items)
    expect(vehicle["mayLeave"], String(vehicle["unitNumber"])).toBe((vehicle["blocks"] as unknown[]).length === 0);
  for (const name of ["availability", "healthLevel", "mayLeave"])
    for (const value of new Set(body.items.map((vehicle) => vehicle[name]))) {
      const found = await client.get(`${path}?limit=200&archived=with&${name}=${String(value)}`);
      const wanted = body.items.filter((vehicle) => vehicle[name] === value);
      expect(new Set(found.body.items.map(({ id }) => id)), `${name} ${String(value)}`).toEqual(
        new Set(wanted.map(({ id }) => id)),
      );
    }
});

test("a hold does not end, and a judgement does not count, until a day that is over", async () => {
  const { id } = await aVehicle(await manager());
  const over = (field: string) => ({ status: 422, body: { fields: { [field]: expect.any(String) } } });
  const client = await manager();
  const judged = { healthCode: "unsafe", reason: "brakes pull left", until: "2020-01-01" };
  expect(await client.post(`${path}/${id}/judge-health`, judged)).toMatchObject(over("until"));
  const hold = { reason: "mirror broken", expectedEnd: "2020-01-01" };
  expect(await client.post(`${path}/${id}/hold`, hold)).toMatchObject(over("expectedEnd"));
  expect(await client.post(holdsPath, { vehicleId: id, ...hold })).toMatchObject(over("expectedEnd"));
});
