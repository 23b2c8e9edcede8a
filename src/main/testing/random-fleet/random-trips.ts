import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { TestApp } from "#main/testing/test-app.ts";
import { inHours } from "#main/testing/records/trips.ts";
import { either, halfHours, insertRows, ofRecord, once, type Sampler } from "./random.ts";

const running = ["in_progress", "paused"];
const at = (hours: number | null) => (hours === null ? null : inHours(hours));
const over = ["completed", "aborted"];

/** Trips in all states with stops and reports of drivers; one that runs has a vehicle and a driver of its own. Their ids. */
export async function randomTrips(
  testApp: TestApp,
  some: Sampler,
  { count, vehicles, drivers }: { count: number; vehicles: readonly string[]; drivers: readonly string[] },
): Promise<string[]> {
  const trips = some(
    fc.record({
      status: either("draft", "planned", "dispatched", "in_progress", "paused", "completed", "cancelled", "aborted"),
      purpose: either("business", "business", "private"),
      vehicle: fc.nat(),
      driver: fc.nat(),
      isWhole: fc.boolean(),
      from: fc.oneof({ weight: 3, arbitrary: halfHours(-30, 30) }, halfHours(-500, 100)),
      hours: fc.integer({ min: 1, max: 30 }),
      late: fc.integer({ min: -1, max: 3 }),
      isArchived: once(5),
      reports: fc.array(either("flagged", "settled", "applied"), { maxLength: 2 }),
      stops: fc.array(
        fc.record({
          status: either("pending", "completed", "failed", "skipped"),
          from: halfHours(-20, 20),
          window: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
        }),
        { maxLength: 3 },
      ),
      first: fc.option(either("en_route", "arrived"), { nil: null }),
    }),
    count,
  ).map((trip, n) => ({ id: randomUUID(), n, ...trip }));
  let taken = 0;
  const own = new Map<string, number>(
    trips.filter(({ status }) => running.includes(status)).map(({ id }) => [id, taken++]),
  );
  const of = (all: readonly string[], id: string, n: number) => all[(own.get(id) ?? n) % all.length] ?? "";
  await insertRows(
    testApp,
    "trips",
    trips.map(({ id, n, status, purpose, vehicle, driver, isWhole, from, hours, late, isArchived }) => {
      const isOver = over.includes(status);
      const mayLack = ["draft", "cancelled"].includes(status) && !isWhole;
      return {
        ...ofRecord(),
        id,
        trip_number: `R-${String(n).padStart(5, "0")}`,
        status,
        purpose,
        vehicle_id: mayLack ? null : of(vehicles, id, vehicle),
        driver_id: mayLack ? null : of(drivers, id, driver),
        planned_start: inHours(from),
        planned_end: inHours(from + hours),
        has_dangerous_goods: false,
        actual_start: at(isOver || running.includes(status) ? from + late : null),
        actual_end: at(isOver ? from + late + hours : null),
        closed_at: at(isOver ? from + late + hours : null),
        archived_at: isArchived && (isOver || status === "cancelled") ? inHours(-1) : null,
      };
    }),
  );
  await insertRows(
    testApp,
    "trip_stops",
    trips.flatMap(({ id, stops, first }) =>
      stops.map(({ status, from, window }, position) => ({
        ...ofRecord(),
        trip_id: id,
        position,
        kind: "dropoff",
        status: position === 0 ? (first ?? status) : status,
        address: "Markt 3, Breda",
        planned_arrival: inHours(from),
        window_start: at(window === null ? null : from - 1),
        window_end: at(window === null ? null : from + window),
        service_minutes: 30,
        made_for_delivery: false,
      })),
    ),
  );
  await insertRows(
    testApp,
    "driver_actions",
    trips.flatMap(({ id, driver, reports }) =>
      reports.map((report) => ({
        ...ofRecord(),
        status: report === "flagged" ? "flagged" : "settled",
        outcome: report === "applied" ? "applied" : "flagged",
        kind: "pause",
        trip_id: id,
        driver_id: of(drivers, id, driver),
        user_id: testApp.users.DRIVER,
        payload: {},
        phone_at: inHours(-1),
        received_at: inHours(-1),
        offset_ms: 0,
        happened_at: inHours(-2),
        is_applied: true,
        flags: "{}",
        settled_at: report === "settled" ? inHours(-1) : null,
      })),
    ),
  );
  return trips.map(({ id }) => id);
}
