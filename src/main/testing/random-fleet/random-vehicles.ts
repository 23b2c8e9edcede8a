import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { TestApp } from "#main/testing/test-app.ts";
import { dayIn } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";
import { inHours } from "#main/testing/records/trips.ts";
import { aVehicle, registered } from "#main/testing/records/vehicles.ts";
import { either, halfHours, insertRows, ofRecord, once, type Sampler } from "./random.ts";

const inOrder = { status: "in_service", health: null, holds: [], lacksPaper: false, hasPaper: true, begins: -1 };
const booking = { reason: "trip", hours: 3, isStanding: false, isActive: true };
/** The first ones are in order, so that whatever chance brings there is one on a trip, one that is booked and one to be had. */
const ready: readonly object[] = [
  { ...inOrder, bookings: [{ ...booking, from: -1, isStanding: true }] },
  { ...inOrder, bookings: [{ ...booking, from: 5 }] },
  { ...inOrder, bookings: [] },
];

/** Vehicles in all states, with holds, judgements, labels, papers, readings and bookings; their ids. */
export async function randomVehicles(testApp: TestApp, some: Sampler, count: number): Promise<string[]> {
  const manager = await testApp.as("FLEET_MANAGER");
  const admin = await testApp.as("COMPANY_ADMIN");
  const template = await aVehicle(manager);
  const labels = (await saved(manager.get("/api/fleet/vehicle-statuses?limit=200"))).items;
  const usual = labels.filter((label) => label["effect"] === "dispatchable").map(({ id }) => id);
  const health = (await saved(manager.get("/api/fleet/vehicle-health"))).items.map(({ code }) => code);
  const type = {
    code: "RANDOM",
    name: "Of a random fleet",
    subject: "vehicle",
    blocksDispatch: true,
    isRequired: true,
  };
  const { id: typeId } = await saved(admin.post("/api/fleet/document-types", type));
  const vehicles = some(
    fc.record({
      status: either("onboarding", "in_service", "in_service", "in_service", "out_of_service", "retired"),
      label: fc.oneof({ weight: 5, arbitrary: either(...usual) }, either(...labels.map(({ id }) => id))),
      health: fc.option(either(...health), { freq: 1, nil: null }),
      healthFor: fc.option(fc.integer({ min: -3, max: 3 }), { freq: 3, nil: null }),
      isArchived: once(2),
      holds: fc.array(fc.record({ kind: either("maintenance", "incident", "compliance", "manual"), isOpen: once(2) }), {
        maxLength: 2,
      }),
      isBusy: once(2),
      bookings: fc.array(
        fc.record({
          reason: either("trip", "trip", "maintenance", "hold"),
          from: halfHours(-30, 30),
          hours: fc.integer({ min: 1, max: 20 }),
          isStanding: once(3),
          isActive: fc.boolean(),
        }),
        { maxLength: 3 },
      ),
      hasPaper: fc.boolean(),
      lacksPaper: once(4),
      begins: fc.integer({ min: -3, max: 2 }),
      readings: fc.array(
        fc.record({ ago: fc.integer({ min: 0, max: 40 }), source: either("manual", "import", "can") }),
        {
          maxLength: 2,
        },
      ),
    }),
    count,
  ).map((vehicle, n) => ({
    id: randomUUID(),
    name: `R-${String(n).padStart(4, "0")}`,
    ...vehicle,
    ...ready[n],
    ...(ready[n] ? { label: usual[0] } : {}),
  }));
  const typeOfAll = await registered(manager, "vehicle-types", "VAN");
  await insertRows(
    testApp,
    "vehicles",
    vehicles.map(({ id, name, status, label, health: code, healthFor, isArchived }) => ({
      ...ofRecord(),
      id,
      unit_number: name,
      status,
      type_id: typeOfAll,
      meter_unit: "km",
      ownership: "owned",
      vehicle_status_id: label,
      health_code: code,
      health_reason: code === null ? null : "it was said",
      health_until: code === null || healthFor === null ? null : dayIn(healthFor),
      archived_at: status === "retired" && isArchived ? inHours(-1) : null,
    })),
  );
  const holds = vehicles.flatMap(({ id, holds: of, isBusy }) =>
    (isBusy ? of : []).map(({ kind, isOpen }) => ({
      ...ofRecord(),
      vehicle_id: id,
      kind,
      reason: "random",
      closed_at: isOpen ? null : inHours(-1),
    })),
  );
  await insertRows(testApp, "vehicle_holds", holds);
  const bookings = vehicles.flatMap(({ id, bookings: of }) =>
    of.map(({ reason, from, hours, isStanding, isActive }, n) => ({
      id: randomUUID(),
      resource_id: id,
      lane: n + 1,
      reason,
      during: `[${inHours(from)},${inHours(from + hours)})`,
      subject_id: randomUUID(),
      active: isActive,
      standing: isStanding,
    })),
  );
  await insertRows(testApp, "bookings", bookings);
  const papers = vehicles
    .filter(({ lacksPaper }) => !lacksPaper)
    .map(({ id, hasPaper, begins }) => ({
      ...ofRecord(),
      type_id: typeId,
      subject: "vehicle",
      vehicle_id: id,
      is_confidential: false,
      authors: "{}",
      was_verified: hasPaper,
      status: hasPaper || begins > 0 ? "verified" : "pending",
      decided_at: hasPaper || begins > 0 ? inHours(-1) : null,
      valid_from: dayIn(begins),
      expires_on: dayIn(90),
    }));
  await insertRows(testApp, "papers", papers);
  const readings = vehicles.flatMap(({ id, readings: of }) =>
    of.map(({ ago, source }, n) => ({
      ...ofRecord(),
      vehicle_id: id,
      meter: "odometer",
      value: n + 1,
      entered_value: 1,
      entered_unit: "km",
      read_at: inHours(-24 * ago - 0.5),
      source,
      is_replacement: false,
    })),
  );
  await insertRows(testApp, "meter_readings", readings);
  return [template.id, ...vehicles.map(({ id }) => id)];
}

/** Drivers in all states, and when some of them are away; their ids. */
export async function randomDrivers(testApp: TestApp, some: Sampler, count: number): Promise<string[]> {
  const drivers = some(
    fc.record({
      status: either("invited", "active", "active", "active", "suspended", "left"),
      isAway: once(4),
      from: fc.integer({ min: -4, max: 3 }),
      days: fc.nat({ max: 3 }),
    }),
    count,
  ).map((driver, n) => ({ id: randomUUID(), n: String(n).padStart(4, "0"), ...driver }));
  await insertRows(
    testApp,
    "drivers",
    drivers.map(({ id, n, status }) => ({
      ...ofRecord(),
      id,
      employee_no: `R-${n}`,
      first_name: "Random",
      last_name: `Person ${n}`,
      phone: "+31 6 5550 1234",
      employment: "employee",
      status,
      suspended_reason: status === "suspended" ? "random" : null,
      left_on: status === "left" ? dayIn(-1) : null,
    })),
  );
  const away = drivers.filter(({ isAway }) => isAway);
  await insertRows(
    testApp,
    "driver_absences",
    away.map(({ id, from, days }) => ({
      ...ofRecord(),
      driver_id: id,
      kind: "sick",
      first_day: dayIn(from),
      last_day: dayIn(from + days),
    })),
  );
  return drivers.map(({ id }) => id);
}
