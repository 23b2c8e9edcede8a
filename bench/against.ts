import type { Environment, Running } from "./environment.ts";
import { compare, load, within, type Result } from "./measure.ts";
import type { Bench } from "./row.ts";

/** A path of ours against a statement by hand: the median of one client, and requests a second of eight. */
export interface Hot {
  readonly name: string;
  readonly what: string;
  /** At most so many times the baseline's p50; what is told only has none. */
  readonly wanted?: number;
  /** At least such a part of the baseline's requests a second. */
  readonly share?: number;
}

/** Measures it against the statement that the floor knows by this name. */
export async function against(
  bench: Bench,
  { environment, floor, statement }: { environment: Environment; floor: Running; statement: string },
  { name, what, wanted, share }: Hot,
  path: string,
): Promise<Result[]> {
  const base = { address: floor.address, next: () => ({ path: `/sql/${statement}` }) };
  const ours = environment.ours(() => ({ path }));
  const facts = { rows: environment.rows };
  const results = [
    await compare({
      name,
      what: `${what}, 1 client, p50, to the best statement by hand without a session`,
      target: wanted === undefined ? "told" : `≤ ${wanted}`,
      ...(wanted === undefined ? {} : { meets: within(wanted) }),
      rounds: bench.rounds,
      base: () => load(base, bench),
      ours: () => load(ours, bench),
      facts,
    }),
  ];
  if (share !== undefined)
    results.push(
      await compare({
        name: `${name}.8`,
        what: "the same with 8 clients, requests a second",
        target: `≥ ${share}`,
        meets: (ratio) => ratio >= share,
        rounds: bench.rounds,
        of: ({ perSecond }) => perSecond,
        base: () => load(base, { ...bench, connections: 8 }),
        ours: () => load(ours, { ...bench, connections: 8 }),
        facts,
      }),
    );
  return results;
}
