import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { prepareDatabase } from "./bootstrap.ts";
import { postgresUser, readKeys, runnablePostgres, secure, writeKeys } from "./files.ts";
import {
  addressOf,
  forgetDeadPostmaster,
  freePort,
  initialise,
  isPortFree,
  isServing,
  logTail,
  launch,
  livePostmaster,
  promises,
  type Cluster,
} from "./process.ts";

interface EmbeddedOptions {
  /** Holds the cluster, its keys and its log; made when absent. */
  folder: string;
  /** False only for tests: no fsync, so that they run fast on a database that is thrown away. */
  durable?: boolean;
  /** Told when PostgreSQL ended by itself and is started again. */
  onTrouble?: (sentence: string) => void;
}

/** An embedded PostgreSQL that answers, and is started again whenever it ends by itself. */
export interface Embedded {
  /** The bootstrap superuser, for bootstrapping and tests only. */
  superUrl: string;
  /** The login role of the application; it can do nothing before `set role`. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that npm installed on a folder of its own, or adopts one that outlived an earlier Waybill:
 * `const database = await startEmbedded({ folder: "data/postgres" })`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const server = await openFolder(options);
  const supervisor = new Supervisor(server, options.onTrouble ?? ((sentence) => console.error(sentence)));
  try {
    await supervisor.begin();
    const superUrl = superAddress(server);
    const { url } = await prepareDatabase(superUrl, {
      database: "waybill",
      login: { name: "waybill", password: server.keys.password },
    });
    return { superUrl, url, stop: () => supervisor.stop() };
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

/** How to reach the server that another Waybill runs on this folder. */
export function runningUrl(folder: string): string {
  const cluster = resolve(folder, "cluster");
  const keys = readKeys(folder, cluster);
  return addressOf(cluster, keys, { name: "waybill", password: keys.password }, "waybill");
}

async function openFolder(options: EmbeddedOptions): Promise<Cluster> {
  const folder = resolve(options.folder);
  const cluster = join(folder, "cluster");
  const isRoot = process.getuid?.() === 0;
  mkdirSync(folder, { recursive: true, mode: isRoot ? 0o711 : 0o700 });
  const user = postgresUser(cluster);
  const server = {
    folder,
    cluster,
    user,
    bin: runnablePostgres(user),
    durable: options.durable ?? true,
    keys: readKeys(folder, cluster),
  };
  if (existsSync(cluster)) secure(user, cluster);
  return initialise(server);
}

const superAddress = ({ cluster, keys }: Cluster): string =>
  addressOf(cluster, keys, { name: "postgres", password: keys.superPassword }, "postgres");

class Supervisor {
  private child: ChildProcess | null = null;
  private readonly stopping = new AbortController();
  private watching: Promise<void> = Promise.resolve();
  private readonly server: Cluster;
  private readonly report: (sentence: string) => void;

  constructor(server: Cluster, report: (sentence: string) => void) {
    this.server = server;
    this.report = report;
  }

  /** First start: finds or chooses the port, and checks what the promises rest on. */
  async begin(): Promise<void> {
    const { server } = this;
    const adopted = livePostmaster(server);
    if (!adopted && (server.keys.port === 0 || !(await isPortFree(server.keys.port)))) this.keepPort(await freePort());
    let pid = await this.bringUp();
    if (adopted && !(await this.keepsPromises())) {
      await this.end(pid);
      pid = await this.bringUp();
    }
    if (!(await this.keepsPromises())) {
      await this.end(pid);
      throw new Error(
        `The database in ${server.folder} runs without fsync, full_page_writes, synchronous_commit or data ` +
          "checksums, so a crash could lose what was saved. Restore a backup into an empty data folder.",
      );
    }
    this.watching = this.watch(pid);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.watching;
    const live = livePostmaster(this.server);
    if (live) await this.end(live.pid);
  }

  private keepPort(port: number): void {
    this.server.keys = { ...this.server.keys, port };
    writeKeys(this.server.folder, this.server.keys);
  }

  /** Never trusts that a started process lives: starts one whenever none does, until one answers. Returns its pid. */
  private async bringUp(): Promise<number> {
    let launches = 0;
    for (let wait = 50; ; wait = Math.min(wait * 1.3, 1_000)) {
      const live = livePostmaster(this.server);
      if (live && live.port > 0 && live.port !== this.server.keys.port) this.keepPort(live.port);
      if (live && (await this.answers())) return live.pid;
      if (this.stopping.signal.aborted) throw new Error("Waybill is stopping.");
      if (!live && !this.isLaunching()) {
        if (launches++ >= 12)
          throw new Error(
            `PostgreSQL in ${this.server.folder} does not start. Its last words:\n${logTail(this.server)}`,
          );
        forgetDeadPostmaster(this.server);
        this.child = launch(this.server);
      }
      await pause(wait);
    }
  }

  private isLaunching(): boolean {
    return this.child?.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  private async answers(): Promise<boolean> {
    try {
      await this.ask("select 1");
      return true;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code?.startsWith("28"))
        throw new Error(
          `The password in ${join(this.server.folder, "keys.json")} does not fit its database. Put the right ` +
            "file back, or restore a backup into an empty folder.",
          { cause: error },
        );
      return false; // it is starting up, recovering or already gone
    }
  }

  private async keepsPromises(): Promise<boolean> {
    const wanted = { ...promises(this.server.durable), data_checksums: "on" };
    const found = await this.ask(
      "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums')",
    );
    return Object.entries(wanted).every(([name, setting]) =>
      found.some((row) => row["name"] === name && row["setting"] === setting),
    );
  }

  private async ask(query: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({
      connectionString: superAddress(this.server),
      connectionTimeoutMillis: 3_000,
      query_timeout: 10_000,
    });
    client.on("error", () => {}); // the query itself fails too
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(query)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Starts PostgreSQL again, with growing pauses, for as long as we are not stopping. */
  private async watch(first: number): Promise<void> {
    let pid = first;
    let wait = 250;
    for (;;) {
      await pause(wait, undefined, { ref: false, signal: this.stopping.signal }).catch(() => {}); // a stop wakes it
      if (this.stopping.signal.aborted) return;
      wait = isServing(this.server, pid) ? 250 : Math.min(wait * 2, 10_000);
      if (wait === 250) continue;
      this.report("PostgreSQL ended unexpectedly; Waybill starts it again.");
      try {
        pid = await this.bringUp();
      } catch (error) {
        if (!this.stopping.signal.aborted) this.report(error instanceof Error ? error.message : String(error));
      }
    }
  }

  /** Fast shutdown; after half a minute the immediate one, which loses nothing either but makes the next start recover. */
  private async end(pid: number): Promise<void> {
    for (const [signal, seconds] of [
      ["SIGINT", 30],
      ["SIGQUIT", 15],
      ["SIGKILL", 5],
    ] as const) {
      if (isServing(this.server, pid)) process.kill(pid, signal);
      for (const until = Date.now() + seconds * 1_000; Date.now() < until; await pause(25)) {
        if (!isServing(this.server, pid)) return;
      }
    }
    throw new Error(`PostgreSQL (process ${pid}) does not end.`);
  }
}
