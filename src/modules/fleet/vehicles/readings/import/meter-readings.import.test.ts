import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aVehicle, vehiclesPath } from "#main/testing/records/vehicles.ts";

const path = "/api/fleet/meter-readings";
let testApp: TestApp;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  manager = await testApp.as("FLEET_MANAGER");
});
afterAll(() => testApp.close());

const file = (...rows: string[]) => ["Fahrzeug;Zähler;Zählerstand;Einheit;Abgelesen am", ...rows].join("\n");
const tried = async (...rows: string[]) =>
  checkFile(manager, await saved(uploadFile(manager, "meter-reading", file(...rows))), { decimalComma: true });
const unit = ({ unitNumber }: Body) => String(unitNumber);
const readingsOf = async ({ id }: Body) =>
  (await saved(manager.get(`${path}?vehicleId=${id}&sort=readAt`))).items.map(
    ({ meter, enteredValue, enteredUnit, readAt, source }) => [meter, enteredValue, enteredUnit, readAt, source],
  );

test("readings come in by the vehicle's number, plate or VIN, at the company's time, in the unit of their meter", async () => {
  const truck = await aVehicle(manager);
  const done = await importFile(
    manager,
    "meter-reading",
    file(
      `${unit(truck)};;1.200,5;;2026-03-02 14:30`,
      `${String(truck["plateNumber"])};Kilometerzähler;800;mi;01.07.2026 08:05`,
      `${unit(truck)};Betriebsstunden;90;;2026-07-01T06:00:00Z`,
    ),
    { decimalComma: true },
  );
  expect(done).toMatchObject({ state: "done", createdCount: 3, updatedCount: 0, unchangedCount: 0 });
  const american = await aVehicle(manager, { meterUnit: "mi" });
  await importFile(manager, "meter-reading", file(`${unit(american)};;50000;;2026-03-02 14:30`));
  expect(await readingsOf(american)).toMatchObject([["odometer", "50000", "mi", expect.any(String), "import"]]);
  expect(await readingsOf(truck)).toEqual([
    ["odometer", "1200.5", "km", "2026-03-02T13:30:00.000Z", "import"],
    ["engine_hours", "90", "h", "2026-07-01T06:00:00.000Z", "import"],
    ["odometer", "800", "mi", "2026-07-01T06:05:00.000Z", "import"],
  ]);
  const { items } = await saved(manager.get(`${path}?vehicleId=${truck.id}`));
  expect(items[0]).toMatchObject({ enteredByName: "fleet_manager Alpha" });
  const { text } = await manager.get(`${path}/${items[0]?.id}/history`);
  expect(text).toContain("file.csv");
});

test("the same file again changes nothing, and what was made void is not brought back", async () => {
  const truck = await aVehicle(manager);
  const rows = [`${unit(truck)};;500;;2026-02-01 10:00`, `${unit(truck)};;900;;2026-02-02 10:00`];
  await importFile(manager, "meter-reading", file(...rows));
  const [, second] = (await saved(manager.get(`${path}?vehicleId=${truck.id}&sort=readAt`))).items;
  await saved(manager.post(`${path}/${second?.id}/void`, { reason: "read wrongly" }));
  const before = await readingsOf(truck);
  const again = await importFile(manager, "meter-reading", file(...rows));
  expect(again).toMatchObject({ createdCount: 0, updatedCount: 0, unchangedCount: 2 });
  expect(await readingsOf(truck)).toEqual(before);
});

describe("what cannot be is said row by row", () => {
  test("of the row by itself: a vehicle that is not there, a moment that is none or is to come, a unit of another meter", async () => {
    const truck = await aVehicle(manager);
    const check = await tried(
      "NOBODY;;1;;2026-01-01 10:00",
      `${unit(truck)};;1;;yesterday`,
      `${unit(truck)};;1;;03/04/2026 10:00`,
      `${unit(truck)};;1;;2199-01-01 10:00`,
      `${unit(truck)};;1;;2026-03-29 02:30`,
      `${unit(truck)};;1;h;2026-01-01 10:00`,
      `${unit(truck)};boss;1;;2026-01-02 10:00`,
    );
    expect(await badRows(manager, check)).toEqual({
      2: { vehicle: "The fleet has no vehicle NOBODY." },
      3: { readAt: '"yesterday" is no date and time. Write it like 2026-01-31 14:30.' },
      4: { readAt: '"03/04/2026" is 2026-04-03 or 2026-03-04. Write one of these.' },
      5: { readAt: "This moment is still to come. Give when the meter was read." },
      6: { readAt: '"2026-03-29 02:30" is in the hour that the clocks leave out on that day.' },
      7: { enteredUnit: "An odometer counts kilometres or miles, an engine counts hours." },
      8: { meter: expect.any(String) },
    });
  });

  test("of what the ledger has, and of what the rows above it say: a meter only goes up", async () => {
    const truck = await aVehicle(manager);
    const enter = (enteredValue: string, readAt: string) =>
      saved(manager.post(path, { vehicleId: truck.id, enteredValue, readAt }));
    await enter("1000", "2026-01-10T12:00:00Z");
    await enter("2000", "2026-01-20T12:00:00Z");
    const check = await tried(
      `${unit(truck)};;900;;2026-01-12 10:00`,
      `${unit(truck)};;1500;;2026-01-15 10:00`,
      `${unit(truck)};;1400;;2026-01-16 10:00`,
      `${unit(truck)};;1600;;2026-01-14 10:00`,
      `${unit(truck)};;2001;;2026-01-17 10:00`,
      `${unit(truck)};;1450;;2026-01-14 10:00`,
      `${String(truck["plateNumber"])};;1500;;2026-01-15 10:00`,
    );
    expect(await badRows(manager, check)).toEqual({
      2: { enteredValue: "Before that it showed 1000 km already. Void that one if it is wrong." },
      4: { enteredValue: "Before that it showed 1500 km already. Void that one if it is wrong." },
      5: { enteredValue: "After that it showed 1500 km, which is less. Void that one if it is wrong." },
      6: { enteredValue: "After that it showed 2000 km, which is less. Void that one if it is wrong." },
      8: { readAt: "Row 3 has the same." },
    });
    expect(check).toMatchObject({ newCount: 2 });
    expect(await applyFile(manager, check, "skip_bad")).toMatchObject({ state: "done", createdCount: 2 });
    expect((await readingsOf(truck)).map(([, value]) => value)).toEqual(["1000", "1450", "1500", "2000"]);
  });

  test("of what somebody entered since the check: nothing of the file is written", async () => {
    const truck = await aVehicle(manager);
    const check = await tried(`${unit(truck)};;900;;2026-01-12 10:00`, `${unit(truck)};;950;;2026-01-13 10:00`);
    await saved(
      manager.post(path, {
        vehicleId: truck.id,
        enteredValue: "940",
        readAt: "2026-01-11T12:00:00Z",
        isConfirmed: true,
      }),
    );
    expect(await applyFile(manager, check)).toMatchObject({ state: "failed", createdCount: 0 });
    expect(await readingsOf(truck)).toHaveLength(1);
  });
});

test("a distance that hardly any vehicle drives is told before the file is applied, and is taken when it is", async () => {
  const truck = await aVehicle(manager);
  await importFile(manager, "meter-reading", file(`${unit(truck)};;1000;;2026-01-10 10:00`));
  const check = await tried(`${unit(truck)};;10000;;2026-01-11 10:00`, `${unit(truck)};;10100;;2026-01-12 10:00`);
  expect(check).toMatchObject({
    badCount: 0,
    notes: ["Row 2: at another time it showed 1000 km, which is 9000 km in 1 day. Apply the file if it is right."],
  });
  expect(await applyFile(manager, check)).toMatchObject({ state: "done", createdCount: 2 });
  expect((await saved(manager.get(`${vehiclesPath}/${truck.id}`)))["meterValue"]).toBe("10100");
});

test("who may not enter readings imports none", async () => {
  const viewer = await testApp.as("DRIVER");
  expect((await uploadFile(viewer, "meter-reading", file())).status).toBe(403);
});
