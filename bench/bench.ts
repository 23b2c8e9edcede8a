/**
 * The benchmarks. Each starts its own baseline in the same run, in alternating rounds; quote ratios from one run, not times.
 * `npm run bench`, `npm run bench -- api.list50 dock`, `npm run bench -- --quick` (all of them, small, in some minutes),
 * `npm run bench -- ops.memory --minutes 20`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { build } from "../scripts/launcher.mjs";
import { line, type Result } from "./measure.ts";
import { apiRows } from "./rows-api.ts";
import { authRows } from "./rows-auth.ts";
import { dockRows } from "./rows-docks.ts";
import { enumerationRows } from "./rows-enumeration.ts";
import { fleetRows } from "./rows-fleet.ts";
import { hotRows } from "./rows-hot.ts";
import { importRows } from "./rows-import.ts";
import { interactRows } from "./rows-interact.ts";
import { opsRows } from "./rows-ops.ts";
import { scaleRows } from "./rows-scale.ts";
import { webRows } from "./rows-web.ts";
import { Environments } from "./environment.ts";
import type { Bench, Row } from "./row.ts";

const rows: readonly Row[] = [
  ...hotRows,
  ...apiRows,
  ...authRows,
  ...enumerationRows,
  ...dockRows,
  ...fleetRows,
  ...opsRows,
  ...importRows,
  ...webRows,
  ...interactRows,
  ...scaleRows,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    rows: { type: "string" },
    rounds: { type: "string" },
    minutes: { type: "string", default: "1" },
    keep: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const { quick } = values;
const chosen = rows.filter(
  ({ name }) => positionals.length === 0 || positionals.some((filter) => name.startsWith(filter)),
);
const bench: Bench = {
  environments: new Environments(),
  rows: Number(values.rows ?? (quick ? 50_000 : 1_000_000)),
  smallRows: 1000,
  rounds: Number(values.rounds ?? (quick ? 3 : 5)),
  seconds: quick ? 0.6 : 3,
  quick,
  minutes: Number(values.minutes),
};

build();
const results: Result[] = [];
const failed: string[] = [];
try {
  for (const row of chosen) {
    try {
      for (const result of await row.run(bench)) {
        results.push(result);
        console.log(line(result));
      }
    } catch (error) {
      failed.push(row.name);
      console.error(`failed    ${row.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
} finally {
  await bench.environments.close();
}
if (values.keep && results.length > 0) keep();
process.exitCode = failed.length > 0 ? 1 : 0;

function keep(): void {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const about = {
    at: new Date().toISOString(),
    commit,
    quick,
    seed: 0.42,
    rows: bench.rows,
    rounds: bench.rounds,
    seconds: bench.seconds,
    machine: {
      processor: cpus()[0]?.model,
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 1e9),
      load: loadavg().map((one) => Math.round(one * 10) / 10),
      node: process.version,
    },
  };
  const folder = new URL("./results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const name = `${about.at.slice(0, 16).replace(/[:T]/g, "")}-${commit}${quick ? "-quick" : ""}.json`;
  writeFileSync(new URL(name, folder), `${JSON.stringify({ ...about, failed, results }, null, 1)}\n`);
  console.log(`\nKept in bench/results/${name}.`);
}
