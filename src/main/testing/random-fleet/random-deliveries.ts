import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { asSuper, type TestApp } from "#main/testing/test-app.ts";
import { inHours } from "#main/testing/records/trips.ts";
import { either, halfHours, insertRows, ofRecord, once, type Sampler } from "./random.ts";

/** Deliveries in all states, of these trips, with and without the proofs that they need; their ids. */
export async function randomDeliveries(
  testApp: TestApp,
  some: Sampler,
  { count, trips }: { count: number; trips: readonly string[] },
): Promise<string[]> {
  const stops = await asSuper<{ id: string; trip_id: string }>(
    testApp,
    "select id, trip_id from trip_stops where trip_id = any($1::uuid[]) order by trip_id, position desc",
    [trips],
  );
  const proof = either("signature", "photo", "code");
  const deliveries = some(
    fc.record({
      status: either(
        "unassigned",
        "assigned",
        "out_for_delivery",
        "delivered",
        "delivered",
        "partly_delivered",
        "failed",
        "returning",
        "returned",
        "cancelled",
      ),
      trip: fc.nat(),
      hasStop: fc.boolean(),
      from: halfHours(-40, 40),
      hours: fc.integer({ min: 1, max: 8 }),
      needs: fc.uniqueArray(proof, { maxLength: 3 }),
      attempt: fc.integer({ min: 1, max: 2 }),
      proofs: fc.array(fc.record({ type: proof, attempt: fc.integer({ min: 1, max: 2 }) }), { maxLength: 4 }),
      isArchived: once(6),
    }),
    count,
  ).map((delivery, n) => ({ id: randomUUID(), n, ...delivery }));
  await insertRows(
    testApp,
    "fleet_deliveries",
    deliveries.map(({ id, n, status, trip, hasStop, from, hours, needs, attempt, isArchived }) => {
      const tripId = ["unassigned", "cancelled"].includes(status) ? null : (trips[trip % trips.length] ?? null);
      const stop = hasStop ? stops.find((one) => one.trip_id === tripId) : undefined;
      return {
        ...ofRecord(),
        id,
        delivery_number: `R-${String(n).padStart(5, "0")}`,
        status,
        consignee_name: "Baker",
        address: "Markt 3, Breda",
        window_start: inHours(from),
        window_end: inHours(from + hours),
        proofs_required: `{${needs.join(",")}}`,
        attempt_no: attempt,
        trip_id: tripId,
        dropoff_stop_id: stop?.id ?? null,
        failure_reason: status === "failed" ? "random" : null,
        outcome_at: inHours(-1),
        archived_at: isArchived && status === "cancelled" ? inHours(-1) : null,
      };
    }),
  );
  await insertRows(
    testApp,
    "fleet_proofs",
    deliveries.flatMap(({ id, proofs }) =>
      proofs.map(({ type, attempt }) => ({
        id: randomUUID(),
        delivery_id: id,
        attempt_no: attempt,
        type,
        captured_at: inHours(-1),
        received_at: inHours(-1),
      })),
    ),
  );
  return deliveries.map(({ id }) => id);
}
