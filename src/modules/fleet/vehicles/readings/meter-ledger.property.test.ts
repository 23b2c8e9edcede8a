import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aVehicle, vehiclesPath } from "#main/testing/records/vehicles.ts";

const path = "/api/fleet/meter-readings";
let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

interface Reading {
  readonly at: number;
  readonly value: number;
  readonly isNew: boolean;
}

/** Plain recomputation: by their times, parted where a meter was replaced, no reading is less than one before it. */
function isPossible(readings: readonly Reading[]): boolean {
  for (const [at, one] of readings.entries())
    for (const [other, two] of readings.entries()) {
      if (at === other) continue;
      if (one.isNew && two.isNew && one.at === two.at) return false;
      const [early, late] = one.at <= two.at ? [one, two] : [two, one];
      // A meter that begins at a moment has the readings of that moment.
      const isParted = readings.some(({ isNew, at: begun }) => isNew && begun > early.at && begun <= late.at);
      if (isParted) continue;
      if (early.at === late.at ? early.value !== late.value : early.value > late.value) return false;
    }
  return true;
}

/** The one with the latest time. */
const current = (readings: readonly Reading[]) =>
  readings.reduce<Reading | null>((last, one) => (last === null || one.at >= last.at ? one : last), null);

const entry = fc.record({
  kind: fc.constant("enter" as const),
  at: fc.integer({ min: 0, max: 11 }),
  value: fc.integer({ min: 0, max: 9 }),
  isNew: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
});
const voiding = fc.record({ kind: fc.constant("void" as const), which: fc.nat({ max: 20 }) });
const story = fc.array(fc.oneof({ arbitrary: entry, weight: 3 }, { arbitrary: voiding, weight: 1 }), {
  minLength: 4,
  maxLength: 14,
});

test("whatever the order of entries, voids and new meters: what is refused and what counts is what a plain recomputation says", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const seed = Number(process.env["LEDGER_SEED"] ?? Date.now() % 1_000_000_007);
  console.log(`LEDGER_SEED=${seed}`);
  const begun = Date.now() - 20 * 3_600_000;
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const { id: vehicleId } = await aVehicle(manager);
      const standing = new Map<string, Reading>();
      const entered: string[] = [];
      for (const one of steps) {
        if (one.kind === "enter") {
          const body = {
            vehicleId,
            isConfirmed: true,
            enteredValue: String(one.value * 10),
            readAt: new Date(begun + one.at * 3_600_000).toISOString(),
            isReplacement: one.isNew,
          };
          const { status, body: reading } = await manager.post(path, body);
          const told = [...standing].find(([, other]) => !one.isNew && !other.isNew && other.at === one.at);
          const taken = [...standing.values()].some(({ at }) => at === one.at);
          const fits = !(one.isNew && taken) && isPossible([...standing.values(), one]);
          expect(status, `${JSON.stringify(one)} after ${JSON.stringify([...standing.values()])}`).toBe(
            fits ? 200 : 422,
          );
          if (status !== 200) continue;
          if (told) expect(reading.id, "what is told again is the reading that stands").toBe(told[0]);
          if (told) continue;
          standing.set(reading.id, one);
          entered.push(reading.id);
        } else {
          const id = entered[one.which % Math.max(1, entered.length)];
          if (id === undefined) continue;
          const { status } = await manager.post(`${path}/${id}/void`, { reason: "typing error" });
          const rest = [...standing].filter(([other]) => other !== id);
          const fits = standing.has(id) && isPossible(rest.map(([, reading]) => reading));
          expect(status, `void ${JSON.stringify(standing.get(id))}`).toBe(fits ? 200 : 409);
          if (status === 200) standing.delete(id);
        }
        const { meterValue } = await saved(manager.get(`${vehiclesPath}/${vehicleId}`));
        const latest = current([...standing.values()]);
        expect(meterValue).toBe(latest === null ? null : String(latest.value * 10));
      }
    }),
    { seed, numRuns: 40 },
  );
});
