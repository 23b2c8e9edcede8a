import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { saved } from "#main/testing/records/orders.ts";
import { sampler } from "#main/testing/random-fleet/random.ts";
import { randomDrivers, randomVehicles } from "#main/testing/random-fleet/random-vehicles.ts";
import { inHours } from "#main/testing/records/trips.ts";
import type { Candidate } from "./availability.contract.ts";

let testApp: TestApp;
let client: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  client = await testApp.as("COMPANY_ADMIN");
  const some = sampler("CANDIDATES_SEED");
  await randomVehicles(testApp, some, 200);
  await randomDrivers(testApp, some, 200);
}, 240_000);
afterAll(() => testApp.close());

const offered = async (query: object): Promise<readonly Candidate[]> => {
  const { items } = await saved(client.get(`/api/fleet/availability?${new URLSearchParams(Object.entries(query))}`));
  return items as unknown as readonly Candidate[];
};
const nothing: readonly Candidate[] = [];

test.each([
  ["vehicle", 1, 3],
  ["vehicle", -30, 40],
  ["driver", 1, 3],
  ["driver", -60, 60],
] as const)(
  "of a %s for hours %i to %i those that nothing has and that are ready come first, then those that are not, then the others, as many as are asked for, whatever is searched",
  async (kind, from, until) => {
    const asked = { kind, from: inHours(from), until: inHours(until) };
    const all = await offered({ ...asked, limit: 500 });
    const free = all.filter(({ takenBy }) => takenBy.length === 0);
    const taken = all.filter(({ takenBy }) => takenBy.length > 0);
    expect(Math.min(free.length, taken.length), "some of both").toBeGreaterThan(0);
    const byName = (some: readonly Candidate[]) => some.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    const ready = free.filter(({ isReady }) => isReady);
    const held = free.filter(({ isReady }) => !isReady);
    expect(all.map(({ name, isFree }) => [name, isFree])).toEqual([
      ...[...byName(ready), ...byName(held)].map(({ name }) => [name, true]),
      ...byName(taken).map(({ name }) => [name, false]),
    ]);
    for (const limit of [1, Math.max(1, ready.length), ready.length + 2, free.length, free.length + 3])
      expect(await offered({ ...asked, limit })).toEqual(all.slice(0, limit));
    const found = await offered({ ...asked, limit: 500, q: " 000 " });
    expect(found).toEqual(all.filter(({ name, about }) => `${name} ${about}`.includes("000")));
    expect(found.length).toBeGreaterThan(5);
    const ids = [free[0], taken[0]].flatMap((one) => (one ? [one.id] : []));
    expect((await offered({ ...asked, ids })).map(({ id }) => id)).toEqual(ids);
    expect(await offered({ ...asked, q: "nobody is called so" })).toEqual(nothing);
  },
);
