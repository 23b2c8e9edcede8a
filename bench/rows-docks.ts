import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { deliveriesPath } from "#main/testing/records/docks.ts";
import type { Bench, Row } from "./row.ts";
import { compare, send, summary, within, type Sample, type Target } from "./measure.ts";
import type { Running, Environment } from "./environment.ts";

let day = 3;

interface Slot {
  readonly dockId: string;
  readonly start: string;
  readonly end: string;
}

/** One hour that nobody has taken yet, asked for so many times on each of these docks. */
function freshSlots(docks: readonly string[], tries: number): Slot[] {
  day += 1;
  const start = new Date((Math.floor(Date.now() / 86_400_000) + day) * 86_400_000 + 8 * 3_600_000);
  const end = new Date(start.getTime() + 3_600_000);
  return docks.flatMap((dockId) =>
    Array.from({ length: tries }, () => ({ dockId, start: start.toISOString(), end: end.toISOString() })),
  );
}

/** All at once; the time until the last one is answered. Fails unless exactly so many won and every other was told 409. */
async function burst(targets: readonly Target[], winners: number): Promise<Sample> {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const begun = performance.now();
  const times: number[] = [];
  const statuses = await Promise.all(
    targets.map(async (target) => {
      const status = await answered(agent, target);
      times.push(performance.now() - begun);
      return status;
    }),
  );
  agent.destroy();
  const won = statuses.filter((status) => status === 200).length;
  if (won !== winners || statuses.some((status) => status !== 200 && status !== 409))
    throw new Error(`${won} won instead of ${winners}; answers: ${[...new Set(statuses)].join(", ")}`);
  const elapsed = performance.now() - begun;
  return { ...summary(times, elapsed), p50: elapsed };
}

/** Who is told to come back comes back, as the browser does. */
async function answered(agent: Agent, target: Target): Promise<number> {
  for (;;) {
    const { status } = await send(agent, target);
    if (status !== 503) return status;
    await pause(200);
  }
}

function sides(environment: Environment, floor: Running) {
  const ours = ({ dockId, start, end }: Slot): Target =>
    environment.ours(() => ({
      method: "POST",
      path: deliveriesPath,
      body: { locationId: environment.yardId, dockId, plannedStart: start, plannedEnd: end },
    }));
  const bare = ({ dockId, start, end }: Slot): Target => ({
    address: floor.address,
    next: () => ({ method: "POST", path: "/bookings", body: { dockId, from: start, until: end } }),
  });
  return { ours, bare };
}

export const dockRows: readonly Row[] = [
  {
    name: "dock.contention",
    async run(bench: Bench) {
      const environment = await bench.environments.stage(bench.smallRows);
      const floor = await bench.environments.floor(environment, {});
      const { ours, bare } = sides(environment, floor);
      const one = () => freshSlots(environment.docks.slice(0, 1), 100);
      const twelve = () => freshSlots(environment.docks.slice(0, 12), 9);
      const fifty = () => freshSlots(environment.docks, bench.quick ? 4 : 20);
      const cases = [
        { what: "100 tries for one lane at once, until all are answered", slots: one, winners: 1 },
        { what: "108 tries over 12 docks", slots: twelve, winners: 12 },
        { what: `${fifty().length} tries over 50 docks`, slots: fifty, winners: 50 },
      ];
      const results = [];
      for (const { what, slots, winners } of cases) {
        results.push(
          await compare({
            name: "dock.contention",
            what: `${what}, to a bare lock and insert`,
            target: "≤ 3, one winner for each lane, all others 409",
            meets: within(3),
            rounds: bench.rounds,
            base: () => burst(slots().map(bare), winners),
            ours: () => burst(slots().map(ours), winners),
            facts: { winners },
          }),
        );
      }
      return results;
    },
  },
];
