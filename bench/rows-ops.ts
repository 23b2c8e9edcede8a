import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { dataFolder } from "#main/testing/product/product.ts";
import { ordersPath } from "#main/testing/records/orders.ts";
import type { Bench, Row } from "./row.ts";
import { creates } from "./rows-api.ts";
import { compare, load, summary, told, within, type Sample } from "./measure.ts";
import { startProgram, type Running } from "./environment.ts";

/** Starts a program, asks for one page, stops it; the milliseconds until the page was there. */
async function startOf(
  file: string,
  args: readonly string[],
  path: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<number> {
  const begun = performance.now();
  const running = await startProgram(file, args, variables);
  const { status } = await fetch(`${running.address}${path}`);
  const elapsed = performance.now() - begun;
  await running.stop();
  if (status >= 500) throw new Error(`${file} answered ${status}`);
  return elapsed;
}

const once = (milliseconds: number): Sample => summary([milliseconds], milliseconds);

/** Megabytes that a process has of its own, with its share of what it has in common with others. */
function memoryOf({ child }: Running): number {
  const file = `/proc/${child.pid}/smaps_rollup`;
  if (!existsSync(file)) return Number.NaN; // not Linux
  return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(file, "utf8"))?.[1] ?? Number.NaN) / 1024;
}

/** What people who work with orders ask for, one after the other. */
function reads(): () => { path: string } {
  const paths = [
    `${ordersPath}?sort=-createdAt&limit=50`,
    `${ordersPath}?sort=-createdAt&limit=50&q=kontor`,
    `${ordersPath}/views`,
    "/api/warehouse/vendors?limit=50",
    "/api/warehouse/products?limit=50",
    "/api/auth/users/me",
  ];
  let asked = 0;
  return () => ({ path: paths[asked++ % paths.length] ?? ordersPath });
}

export const opsRows: readonly Row[] = [
  {
    name: "ops.coldstart",
    async run(bench: Bench) {
      const environment = await bench.environments.stage(bench.smallRows);
      const settings = JSON.stringify({
        databaseUrl: environment.databaseUrl,
        companyId: environment.testApp.companies.a,
        statements: {},
      });
      const variables = {
        PORT: "0",
        DEMO: "off",
        DATA_DIR: join(bench.environments.dataDir, "coldstart"),
        DATABASE_URL: environment.databaseUrl,
      };
      const compared = await compare({
        name: "ops.coldstart",
        what: "start over a migrated database to the first page, to a bare Fastify and pg",
        target: "≤ 4, ≤ 800 ms",
        meets: within(4),
        rounds: bench.rounds,
        base: async () => once(await startOf("bench/floor.ts", [settings], "/ready")),
        ours: async () => once(await startOf("src/main/server.ts", [], "/", variables)),
      });
      const folder = dataFolder("waybill-coldstart-");
      const own = { PORT: "0", DEMO: "off", DATA_DIR: folder.path };
      const empty = await startOf("src/main/server.ts", [], "/", own);
      const second = await startOf("src/main/server.ts", [], "/", own);
      folder.remove();
      return [
        compared,
        told({
          name: "ops.coldstart.new",
          what: "first start with the embedded database: cluster, schema, first page; ms",
          target: "≤ 5,000",
          value: empty,
          meets: within(5000),
        }),
        told({
          name: "ops.coldstart.own",
          what: "second start with the embedded database to the first page; ms",
          target: "told",
          value: second,
        }),
      ];
    },
  },
  {
    name: "ops.memory",
    async run(bench: Bench) {
      const environment = await bench.environments.stage(bench.smallRows);
      const floor = await bench.environments.floor(environment, {});
      const product = bench.environments.own(
        await startProgram("src/main/server.ts", [], {
          PORT: "0",
          DEMO: "off",
          DATA_DIR: join(bench.environments.dataDir, `bench_${environment.rows}`),
          DATABASE_URL: environment.databaseUrl,
        }),
      );
      await pause(bench.quick ? 2000 : 10_000);
      const idle = { ours: memoryOf(product), bare: memoryOf(floor) };
      const [read, write] = [environment.ours(reads()), creates(environment)];
      let calls = 0;
      const mixed = { ...read, address: product.address, next: () => (++calls % 50 === 0 ? write : read).next() };
      const each: number[] = [];
      const seconds = bench.quick ? 8 : 60;
      for (let minute = 0; minute < bench.minutes; minute += 1) {
        await load(mixed, { seconds, connections: 32 });
        each.push(Math.round(memoryOf(product)));
      }
      await pause(2000);
      const after = memoryOf(product);
      return [
        told({
          name: "ops.memory",
          what: "idle, to the bare server",
          target: "≤ 3",
          value: idle.ours / idle.bare,
          meets: within(3),
          facts: { "ours MB": idle.ours, "bare MB": idle.bare },
        }),
        told({
          name: "ops.memory.load",
          what: `MB after ${seconds * bench.minutes} s with 32 clients, who read and, once in fifty calls, write`,
          target: "≤ 250",
          value: after,
          meets: within(250),
          facts: { calls, "MB at the end of each minute": each.join(" ") },
        }),
      ];
    },
  },
];
