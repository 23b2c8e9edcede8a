import { deliveriesPath } from "#main/testing/records/docks.ts";
import { ordersPath } from "#main/testing/records/orders.ts";
import type { Bench, Row } from "./row.ts";
import { compare, load, within, type Target } from "./measure.ts";
import { creates, nextPage, pageAt, receives } from "./rows-api.ts";
import type { Environment } from "./environment.ts";

/** How many bookings each stage has had. */
const booked = new Map<number, number>();

/** Books hour after hour, dock after dock, from two hundred days on, where the contention has not been. */
function books(environment: Environment): Target {
  return environment.ours(() => {
    const n = booked.get(environment.rows) ?? 0;
    booked.set(environment.rows, n + 1);
    const start =
      (Math.floor(Date.now() / 86_400_000) + 200) * 86_400_000 + Math.floor(n / environment.docks.length) * 3_600_000;
    const body = {
      locationId: environment.yardId,
      dockId: environment.docks[n % environment.docks.length],
      plannedStart: new Date(start).toISOString(),
      plannedEnd: new Date(start + 3_600_000).toISOString(),
    };
    return { method: "POST", path: deliveriesPath, body };
  });
}

const all = `${ordersPath}?sort=-createdAt&limit=50`;
const works: readonly { what: string; of: (environment: Environment) => Promise<Target> }[] = [
  { what: "a page of orders", of: async (environment) => at(environment, await nextPage(environment, all)) },
  {
    what: "a page after 90 % of the orders",
    of: async (environment) => at(environment, await pageAt(environment, all, Math.floor(environment.rows * 0.9))),
  },
  { what: "an order of 10 lines", of: async (environment) => creates(environment) },
  { what: "a receipt of 10 lines", of: receives },
  { what: "a booking", of: async (environment) => books(environment) },
];

const at = (environment: Environment, path: string): Target => environment.ours(() => ({ path }));

export const scaleRows: readonly Row[] = [
  {
    name: "scale.rows",
    async run(bench: Bench) {
      const [small, middle, large] = bench.quick ? [1000, 10_000, 50_000] : [1000, 100_000, 1_000_000];
      const base = await bench.environments.stage(middle ?? 0);
      const results = [];
      for (const rows of [small ?? 0, large ?? 0]) {
        const environment = await bench.environments.stage(rows);
        for (const { what, of } of works) {
          const [ours, theirs] = [await of(environment), await of(base)];
          results.push(
            await compare({
              name: "scale.rows",
              what: `${what} among ${rows.toLocaleString("en")} orders, to ${(middle ?? 0).toLocaleString("en")}`,
              target: "p50 ≤ 1.25",
              meets: within(1.25),
              rounds: bench.rounds,
              base: () => load(theirs, bench),
              ours: () => load(ours, bench),
              facts: { rows },
            }),
          );
        }
      }
      return results;
    },
  },
  {
    name: "scale.tenants",
    async run(bench: Bench) {
      const own = 5000;
      const alone = at(await bench.environments.stage(own), all);
      const results = [];
      for (const companies of bench.quick ? [1, 100] : [1, 100, 10_000]) {
        const orders = Math.max(own * 19, companies * 3); // the company that is measured has a twentieth
        const beside = at(await bench.environments.stage(own, { companies, orders }), all);
        const what = `a page of ${own.toLocaleString("en")} orders beside ${companies.toLocaleString("en")} other companies with ${orders.toLocaleString("en")}, to the same alone`;
        results.push(
          await compare({
            name: "scale.tenants",
            what,
            target: "p50 ≤ 1.2",
            meets: within(1.2),
            rounds: bench.rounds,
            base: () => load(alone, bench),
            ours: () => load(beside, bench),
            facts: { companies, orders },
          }),
        );
      }
      return results;
    },
  },
];
