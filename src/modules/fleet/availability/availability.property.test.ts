import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { anAsset, aYard } from "#main/testing/records/assets.ts";
import { saved } from "#main/testing/records/orders.ts";
import { anActiveDriver, tripsPath } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import type { Candidate } from "./availability.contract.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

const hour = 3_600_000;
const which = fc.integer({ min: 0, max: 1 });
/** Somebody wants one of two vehicles, drivers and trailers for some hours of the next day. */
const wish = fc.record({
  kind: fc.constant("plan" as const),
  picked: fc.tuple(which, which, which),
  from: fc.integer({ min: 1, max: 20 }),
  hours: fc.integer({ min: 1, max: 6 }),
});
const change = fc.record({
  kind: fc.constantFrom("start" as const, "end" as const, "leave" as const),
  which: fc.nat({ max: 20 }),
});
const story = fc.array(fc.oneof({ arbitrary: wish, weight: 3 }, { arbitrary: change, weight: 1 }), {
  minLength: 6,
  maxLength: 12,
});

test("what is offered as free can be booked, and what is not cannot, for vehicles, drivers and trailers alike", async () => {
  const dispatcher = await testApp.as("DISPATCHER");
  const manager = await testApp.as("FLEET_MANAGER");
  const yard = await aYard(await testApp.as("COMPANY_ADMIN"));
  const seed = Number(process.env["AVAILABILITY_SEED"] ?? Date.now() % 1_000_000_007);
  console.log(`AVAILABILITY_SEED=${seed}`);
  const pair = async (make: () => Promise<{ id: string }>) => [(await make()).id, (await make()).id];
  const met = { free: 0, taken: 0 };
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const fleet = {
        vehicle: await pair(() => aVehicle(manager)),
        driver: await pair(() => anActiveDriver(testApp)),
        asset: await pair(() => anAsset(manager, yard)),
      };
      const begun = Date.now();
      const at = (hours: number) => new Date(begun + hours * hour).toISOString();
      const offered = async (kind: keyof typeof fleet, id: string, from: string, until: string) => {
        const query = new URLSearchParams({ kind, from, until, ids: id });
        const { items } = await saved(dispatcher.get(`/api/fleet/availability?${query}`));
        return items[0] as unknown as Candidate;
      };
      const trips: string[] = [];
      for (const one of steps) {
        const id = trips[("which" in one ? one.which : 0) % Math.max(1, trips.length)];
        if (one.kind === "leave")
          await asSuper(
            testApp,
            `insert into bookings (company_id, resource_id, during, reason, subject_id)
              select $1, $2, tstzrange($3, $4), 'leave', gen_random_uuid() where not exists (select from bookings
                where resource_id = $2 and active and during && tstzrange($3, $4))`,
            [testApp.companies.a, fleet.driver[one.which % 2], at(one.which), at(one.which + 2)],
          );
        else if (one.kind === "start" && id) {
          await dispatcher.post(`${tripsPath}/${id}/dispatch`);
          await dispatcher.post(`${tripsPath}/${id}/start`); // one whose vehicle is on the road already is refused
        } else if (one.kind === "end" && id) {
          const ended = await dispatcher.post(`${tripsPath}/${id}/abort`, { reason: "not needed" });
          if (ended.status !== 200) await dispatcher.post(`${tripsPath}/${id}/cancel`, { reason: "not needed" });
        } else if (one.kind === "plan") {
          const [from, until] = [at(one.from), at(one.from + one.hours)];
          const [vehicleId, driverId, assetId] = [fleet.vehicle, fleet.driver, fleet.asset].map(
            (ids, n) => ids[one.picked[n] ?? 0] ?? "",
          ) as [string, string, string];
          const said = [
            await offered("vehicle", vehicleId, from, until),
            await offered("driver", driverId, from, until),
            await offered("asset", assetId, from, until),
          ];
          const stop = { kind: "dropoff", address: "Markt 3", plannedArrival: from };
          const body = { vehicleId, driverId, assets: [{ assetId }], plannedStart: from, plannedEnd: until };
          const draft = await saved(dispatcher.post(tripsPath, { ...body, stops: [stop, stop] }));
          const answer = await dispatcher.post(`${tripsPath}/${draft.id}/plan`);
          const taken = said.filter(({ isFree }) => !isFree);
          expect(answer.status, answer.text).toBe(taken.length === 0 ? 200 : 409);
          met[taken.length === 0 ? "free" : "taken"] += 1;
          if (taken.length === 0) trips.push(draft.id);
          else {
            const { resourceId, by } = answer.body["details"] as {
              resourceId: string;
              by: { tripId: string | null }[];
            };
            const refused = taken.find((candidate) => candidate.id === resourceId);
            expect(refused?.takenBy.map(({ tripId }) => tripId)).toEqual(by.map(({ tripId }) => tripId));
          }
        }
      }
    }),
    { seed, numRuns: 8, endOnFailure: true },
  );
  expect(Math.min(met.free, met.taken), "both were tried").toBeGreaterThan(0);
});
