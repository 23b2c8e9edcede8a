/**
 * Runs the browser tests at other moments, each with a PostgreSQL of its own: `npm run clocks` at the six below,
 * `npm run clocks -- --clock "2031-12-31 23:40:00" german screens` at that one (UTC, ahead) and only these files;
 * `--project database` runs those of the server that ask the database.
 * Debian's `faketime` moves the clock of every process there is (vitest, Node, PostgreSQL, the browser) by the same
 * stretch; it goes on from there, and the monotonic time that waits are measured by is left alone.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { startEmbedded } from "#ops/postgres/embedded.ts";
import { postgresUser, runnablePostgres } from "#ops/postgres/files.ts";
import { freePort } from "#ops/postgres/process.ts";
import { build, root } from "./launcher.mjs";

/**
 * The next day of which `is` is true, at that time of day. Clocks are moved ahead only: within a signal handler the library
 * shows the real time, and PostgreSQL, which ends waits for locks there, would end them at once if that were later than its own.
 */
function next(is: (day: Date) => boolean, time: string): string {
  const day = new Date(new Date().setUTCHours(0, 0, 0, 0));
  do day.setUTCDate(day.getUTCDate() + 1);
  while (!is(day));
  return `${day.toISOString().slice(0, 10)} ${time}`;
}
const isWeekday = (weekday: number) => (day: Date) => day.getUTCDay() === weekday;
const isIn = (month: number, first: number) => (day: Date) =>
  day.getUTCMonth() === month - 1 && day.getUTCDate() >= first && day.getUTCDate() < first + 7;
const isNewYearsEve = (day: Date) => day.getUTCMonth() === 11 && day.getUTCDate() === 31;

const usual = [
  ["a Sunday", next(isWeekday(0), "08:00:00")],
  ["the first minutes of a Monday", next(isWeekday(1), "00:10:00")],
  ["the last minutes of a Friday", next(isWeekday(5), "23:50:00")],
  ["New Year's Eve", next(isNewYearsEve, "23:40:00")],
  ["the night in which Europe's clocks jump", next((day) => isWeekday(0)(day) && isIn(3, 25)(day), "00:50:00")],
  ["the night in which America's are turned back", next((day) => isWeekday(0)(day) && isIn(11, 1)(day), "05:50:00")],
] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { clock: { type: "string", multiple: true }, project: { type: "string", default: "browser" } },
});
const clocks = values.clock?.map((clock) => ["the given moment", clock] as const) ?? usual;

const [library] = globSync("/usr/{lib,local/lib}/{*-linux-gnu/,}faketime/libfaketime.so.1");
if (!library) {
  console.error("This needs Debian's faketime (apt-get install faketime).");
  process.exit(1);
}

/** What moves the clock of a process, and of all that it starts. */
function movedBy(seconds: number): Record<string, string> {
  return {
    LD_PRELOAD: library ?? "",
    FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    FAKETIME_FORCE_MONOTONIC_FIX: "0", // else timed waits on the monotonic clock end at once, and Chromium only spins
    NO_FAKE_STAT: "1",
  };
}

build();
const told: string[] = [];
for (const [name, clock] of clocks) {
  const target = Date.parse(`${clock.replace(" ", "T")}Z`);
  if (Number.isNaN(target)) throw new Error(`${clock} is no moment. Write it like "2026-12-31 23:40:00", in UTC.`);
  if (target < Date.now())
    throw new Error(`${clock} is over. Only a moment that lies ahead can be shown to PostgreSQL.`);
  const began = performance.now();
  const isGood = await runAt(movedBy(Math.round((target - Date.now()) / 1000)));
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  told.push(`${isGood ? "✓" : "✗"} ${clock} UTC, ${name}: ${minutes} minutes`);
  console.log(`\n${told.join("\n")}\n`);
  if (!isGood) process.exitCode = 1;
}

async function runAt(moved: Record<string, string>): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "waybill-clock-"));
  if (process.getuid?.() === 0) chmodSync(folder, 0o711); // PostgreSQL runs as another user then
  const made = await startEmbedded({ folder: join(folder, "postgres"), durable: false });
  await made.stop(); // it is started again with its clock moved
  const { address, server } = await startMoved(made.superUrl, join(folder, "postgres", "cluster"), moved);
  try {
    const shown = spawnSync("date", ["-u"], { env: { ...process.env, ...moved }, encoding: "utf8" }).stdout.trim();
    console.log(`Every clock shows ${shown}; PostgreSQL's ${await nowAt(address)}.`);
    const { status } = spawnSync(
      join(root, "node_modules", ".bin", "vitest"),
      ["run", "--project", values.project, ...positionals],
      {
        cwd: root,
        stdio: "inherit",
        env: { ...process.env, ...moved, WAYBILL_TEST_DATABASE_ADMIN_URL: address },
      },
    );
    return status === 0;
  } finally {
    server.kill("SIGINT");
    await once(server, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The product starts PostgreSQL with a bare environment, on purpose; this one gets the moved clock. */
async function startMoved(
  superUrl: string,
  cluster: string,
  moved: Record<string, string>,
): Promise<{ address: string; server: ChildProcess }> {
  const user = postgresUser(cluster);
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: 100,
    timezone: "UTC",
    log_timezone: "UTC",
    jit: "off",
  };
  const server = spawn(
    join(runnablePostgres(user), "postgres"),
    ["-D", cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    {
      ...user,
      cwd: cluster,
      env: { PATH: "/usr/bin:/bin", LC_ALL: "C", ...moved },
      stdio: ["ignore", "ignore", "ignore"],
    },
  );
  const address = new URL(superUrl);
  address.port = String(port);
  address.search = ""; // it has no socket
  for (let waited = 0; waited < 60_000; waited += 100) {
    if (server.exitCode !== null) break;
    try {
      await nowAt(address.href);
      return { address: address.href, server };
    } catch {
      await pause(100); // it is starting up
    }
  }
  server.kill("SIGKILL");
  throw new Error("PostgreSQL does not start with a moved clock.");
}

async function nowAt(address: string): Promise<string> {
  const client = new pg.Client({ connectionString: address });
  try {
    await client.connect();
    const { rows } = await client.query<{ now: string }>("select now()::text");
    return rows[0]?.now ?? "";
  } finally {
    await client.end().catch(() => {}); // it never came up
  }
}
