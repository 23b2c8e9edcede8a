// Not conformed: vehicleHealth and quantityTypes are lists of values, which have no pages, search or archive.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";

const units = "/api/fleet/quantity-types";
const health = "/api/fleet/vehicle-health";
const settings = "/api/settings/reference-lists";
let testApp: TestApp;
let admin: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());
const valueOf = async (path: string, code: string, client = admin) =>
  (await client.get(path)).body.items.find((value) => value["code"] === code);

test("units say what they measure and how much of the base one is; packages say neither", async () => {
  expect(await valueOf(units, "GRM")).toMatchObject({ dimension: "mass", symbol: "g", toBaseFactor: "0.001" });
  expect(await valueOf(units, "DZN")).toMatchObject({ dimension: "count", toBaseFactor: "12", decimals: 0 });
  expect(await valueOf(units, "XPX")).toMatchObject({ dimension: "package", symbol: null, toBaseFactor: null });
  const { body } = await (await testApp.as("DRIVER", "b")).get(units);
  for (const { code, dimension } of body.items)
    expect(dimension === "package", String(code)).toBe(/^X..$/.test(String(code)));
});

test("each health says what it means to whoever sends vehicles, and each meaning has one", async () => {
  const { body } = await (await testApp.as("VIEWER", "b")).get(health);
  expect(new Set(body.items.map(({ level }) => level))).toEqual(new Set(["unknown", "good", "attention", "critical"]));
});

test("a value is the same in the settings and at its address in the fleet, whichever wrote it", async () => {
  const added = await admin.post(health, { code: "towed", label: "Towed", level: "critical" });
  expect(added).toMatchObject({ status: 200, body: { code: "towed", level: "critical", version: 1 } });
  const inSettings = await valueOf(`${settings}/vehicle_health`, "towed");
  expect(inSettings).toMatchObject({ id: added.body.id, data: { level: "critical" } });
  const one = `${added.body.id}`;
  expect(await admin.put(`${settings}/vehicle_health/${one}`, { label: "Towed away", version: 1 })).toMatchObject({
    status: 200,
    body: { data: { level: "critical" } },
  });
  const changed = { label: "Towed away", level: "attention", version: 2 };
  expect(await admin.put(`${health}/${one}`, changed)).toMatchObject({ status: 200, body: { level: "attention" } });
  expect(await admin.put(`${health}/${one}`, changed)).toMatchObject({ status: 409, body: { code: "stale_version" } });
  expect((await admin.put(`${units}/${one}`, { label: "No unit", version: 3 })).status).toBe(404);
  expect((await admin.remove(`${health}/${one}?version=3`)).status).toBe(204);
  expect(await valueOf(`${settings}/vehicle_health`, "towed")).toBeUndefined();
});

test("what a value says is checked as its list has it, in the settings and in the fleet", async () => {
  const refused = (field: string) => ({ status: 422, body: { fields: { [field]: expect.any(String) } } });
  const wrong: readonly (readonly [object, string])[] = [
    [{ code: "XBQ", dimension: "mass" }, "dimension"],
    [{ code: "BLL", dimension: "package" }, "dimension"],
    [{ code: "XBQ", toBaseFactor: "4" }, "toBaseFactor"],
  ];
  for (const [over, field] of wrong) {
    expect(await admin.post(units, { label: "Wrong", ...over }), JSON.stringify(over)).toMatchObject(refused(field));
    const { code, ...data } = over as { code: string };
    expect(await admin.post(`${settings}/quantity_types`, { code, label: "Wrong", data })).toMatchObject(
      refused(`data.${field}`),
    );
  }
  for (const [name, value] of [
    ["toBaseFactor", "0"],
    ["decimals", 7],
    ["dimension", "colour"],
    ["weight", 3],
  ] as const) {
    expect(await admin.post(units, { code: "BLL", label: "Barrel", [name]: value }), name).toMatchObject(refused(name));
    const body = { code: "BLL", label: "Barrel", data: { [name]: value } };
    expect(await admin.post(`${settings}/quantity_types`, body), name).toMatchObject(refused(`data.${name}`));
  }
  expect(
    await admin.post(`${settings}/cancel_reasons`, { code: "x", label: "X", data: { level: "good" } }),
  ).toMatchObject(refused("data"));
  expect(await admin.post(`${settings}/vehicle_health`, { code: "new", label: "New" })).toMatchObject({
    status: 200,
    body: { data: { level: "unknown" } },
  });
  expect(await admin.post(units, { code: "xcl", label: "Coil" })).toMatchObject({
    status: 200,
    body: { code: "XCL", dimension: "package" },
  });
});

test("everybody reads the values, who keeps reference lists changes them, and no other company sees or finds them", async () => {
  const body = { code: "ours", label: "Ours", level: "good" };
  for (const role of ["FLEET_MANAGER", "DISPATCHER", "DRIVER"] as const) {
    const client = await testApp.as(role);
    expect((await client.get(health)).status, role).toBe(200);
    expect((await client.post(health, body)).status, role).toBe(403);
  }
  const { body: added } = await admin.post(health, body);
  const elsewhere = await testApp.as("COMPANY_ADMIN", "b");
  expect(await valueOf(health, "ours", elsewhere)).toBeUndefined();
  expect((await elsewhere.put(`${health}/${added.id}`, { label: "Theirs", version: 1 })).status).toBe(404);
  expect((await elsewhere.remove(`${health}/${added.id}?version=1`)).status).toBe(404);
  expect((await testApp.visitor().get(units)).status).toBe(401);
});
