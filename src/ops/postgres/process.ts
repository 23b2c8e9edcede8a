import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { totalmem } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { bareEnvironment, canEnter, giveTo, writeFor, type Keys, type OsUser } from "./files.ts";

/** One embedded server: where its files are and who runs it. */
export interface Server {
  readonly folder: string;
  readonly cluster: string;
  readonly bin: string;
  readonly user: OsUser;
  readonly durable: boolean;
  keys: Keys;
}

/** A server whose cluster is there; `name` tells this very folder apart from a copy of it, also after it was moved. */
export type Cluster = Server & { readonly name: string };

/** The longest name that a socket may have everywhere. */
const longestSocket = 103;

/** Where a role signs in: the socket in the cluster, which takes a third less time than the loopback, where there is one. */
export function addressOf(
  cluster: string,
  { port }: Keys,
  login: { name: string; password: string },
  database: string,
) {
  const socket = join(cluster, `.s.PGSQL.${port}`);
  const host = socket.length <= longestSocket && existsSync(socket) ? `?host=${encodeURIComponent(cluster)}` : "";
  return `postgres://${login.name}:${login.password}@127.0.0.1:${port}/${database}${host}`;
}

const logFile = (server: Server) => join(server.folder, "postgresql.log");

/** Makes the cluster. Half a cluster of an interrupted start is thrown away: it becomes one only by its last name. */
export async function initialise(server: Server): Promise<Cluster> {
  if (existsSync(server.cluster)) refuseOtherMajor(server);
  else await makeCluster(server);
  const { dev, ino } = statSync(server.cluster, { bigint: true });
  return { ...server, name: `waybill-${dev}-${ino}` };
}

async function makeCluster(server: Server): Promise<void> {
  const fresh = join(server.folder, "cluster.new");
  const password = join(server.folder, "password.new");
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  giveTo(server.user, fresh);
  writeFor(server.user, password, server.keys.superPassword);
  const passwordFd = openSync(password, "r");
  rmSync(password);
  const child = spawn(
    join(server.bin, "initdb"),
    [
      `--pgdata=${seenBy(server.user, fresh)}`,
      "--pwfile=/dev/fd/3",
      "--username=postgres",
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--data-checksums",
      ...(server.durable ? [] : ["--no-sync"]),
    ],
    { ...server.user, cwd: fresh, env: bareEnvironment, stdio: ["ignore", "ignore", "pipe", passwordFd] },
  );
  const [problems, code] = await Promise.all([text(child.stderr as Readable), exitOf(child)]); // stderr is a pipe as asked for above
  closeSync(passwordFd);
  if (code !== 0) throw new Error(`PostgreSQL could not make a database in ${server.folder}:\n${problems}`);
  renameSync(fresh, server.cluster);
}

const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });

function refuseOtherMajor(server: Server): void {
  const written = readFileSync(join(server.cluster, "PG_VERSION"), "utf8").trim();
  const { stdout } = spawnSync(join(server.bin, "postgres"), ["--version"], { encoding: "utf8", env: bareEnvironment });
  const ours = /(\d+)\./.exec(stdout)?.[1];
  if (written === ours) return;
  throw new Error(
    `The database in ${server.folder} was written by PostgreSQL ${written}; this Waybill brings PostgreSQL ` +
      `${ours}. Make a backup with the Waybill that wrote it and restore it into an empty data folder.`,
  );
}

/**
 * How the folder is called by the user that runs PostgreSQL. Below a home folder closed to others no absolute path
 * leads to it, but a process that we start inside it reaches it as its own working folder; and PostgreSQL's processes
 * never leave theirs.
 */
function seenBy(user: OsUser, folder: string): string {
  if (!("uid" in user) || canEnter(user, folder)) return folder;
  if (existsSync("/proc/self/cwd")) return "/proc/self/cwd";
  throw new Error(
    `The user that runs PostgreSQL may not enter ${folder}. Set DATA_DIR to a folder outside closed home ` +
      "folders, or start Waybill as an ordinary user.",
  );
}

/** Starts the server in its own session, so that Ctrl-C reaches us and not it. Says nothing about whether it will live. */
export function launch(server: Cluster): ChildProcess {
  keepLogSmall(server);
  const log = openSync(logFile(server), "a", 0o600);
  const settings = Object.entries(settingsOf(server)).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(server.bin, "postgres"), ["-D", seenBy(server.user, server.cluster), ...settings], {
    ...server.user,
    cwd: server.cluster,
    env: bareEnvironment,
    detached: true,
    stdio: ["ignore", log, log],
  });
  child.on("error", () => {}); // the caller sees that nothing answers, and gives the log
  child.unref();
  closeSync(log);
  return child;
}

/** Settings that the promises rest on; given at each start so that nothing in the cluster can change them. */
export function promises(durable: boolean): Record<string, string> {
  const kept = durable ? "on" : "off";
  return { fsync: kept, full_page_writes: kept, synchronous_commit: kept };
}

function settingsOf(server: Cluster): Record<string, string | number> {
  const megabytes = Math.floor(totalmem() / 1024 / 1024);
  return {
    ...promises(server.durable),
    cluster_name: server.name,
    listen_addresses: "127.0.0.1",
    port: server.keys.port,
    unix_socket_directories: ".", // the cluster, which nobody else may enter; from there its name is never too long
    password_encryption: "scram-sha-256",
    max_connections: server.durable ? 100 : 500, // tests run as many products at once as the machine has cores
    shared_buffers: `${Math.min(1024, Math.max(128, Math.floor(megabytes / 8)))}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(megabytes / 2))}MB`,
    maintenance_work_mem: "64MB",
    wal_compression: "pglz",
    random_page_cost: 1.1,
    autovacuum_naptime: "15s", // a table that has just been filled is planned by guesses until it is analyzed
    jit: "off", // costs more than it saves on short queries
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
    log_line_prefix: "%m [%p] ",
    log_error_verbosity: "terse", // details repeat the values of a row
    log_checkpoints: "off",
  };
}

function keepLogSmall(server: Server): void {
  const file = logFile(server);
  if (existsSync(file) && statSync(file).size > 10_000_000) renameSync(file, `${file}.1`);
}

/** The last lines that PostgreSQL wrote, for a message about a start that failed. */
export function logTail(server: Server): string {
  const file = logFile(server);
  return existsSync(file)
    ? readFileSync(file, "utf8").trimEnd().split("\n").slice(-8).join("\n")
    : "(it wrote nothing)";
}

/** The process that serves this folder now, ours or one that outlived an earlier Waybill; null if there is none. */
export function livePostmaster(server: Cluster): { pid: number; port: number } | null {
  const file = join(server.cluster, "postmaster.pid");
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, "utf8").split("\n");
  const pid = Math.abs(Number(lines[0]));
  return pid > 1 && isServing(server, pid) ? { pid, port: Number(lines[3] ?? 0) } : null;
}

/** Whether this process serves the folder; a number alone may belong to any process after a restart of the machine. */
export function isServing(server: Cluster, pid: number): boolean {
  return commandOf(pid).includes(`cluster_name=${server.name}`);
}

function commandOf(pid: number): string {
  if (process.platform !== "linux")
    return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // it has ended
  }
}

/** A lock file of a server that is gone would keep the next one from starting if its number was given to another process. */
export function forgetDeadPostmaster(server: Cluster): void {
  if (!livePostmaster(server)) rmSync(join(server.cluster, "postmaster.pid"), { force: true });
}

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Below the range that systems give to outgoing connections, so that it is still free next time. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isPortFree(port)) return port;
  }
}
