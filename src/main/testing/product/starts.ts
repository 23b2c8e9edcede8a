import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("../../../../", import.meta.url));

/** One start of the whole product, as `npm start` makes it. */
export interface Started {
  readonly child: ChildProcess;
  /** Everything that it printed. */
  said(): string;
}

/** Starts of the product on one data folder, whose name has a space; `end` stops what still runs and removes it. */
export interface Starts {
  readonly folder: string;
  start(variables?: Record<string, string>): Started;
  /** The process number of the database. */
  postgres(): number;
  end(): Promise<void>;
}

/** A data folder to start the product on. */
export function startsOn(): Starts {
  const folder = mkdtempSync(join(tmpdir(), "waybill start "));
  const started: Started[] = [];
  return {
    folder,
    start(variables = {}) {
      const env = { PATH: "/usr/bin:/bin", PORT: "0", DEMO: "off", DATA_DIR: join(folder, "data"), ...variables };
      const child = spawn(process.execPath, ["src/main/server.ts"], {
        cwd: project,
        env,
        stdio: ["ignore", "pipe", "pipe", "ipc"], // the launcher has a channel to it
      });
      let text = "";
      for (const stream of [child.stdout, child.stderr])
        stream?.on("data", (part: Buffer) => (text += part.toString()));
      const one = { child, said: () => text };
      started.push(one);
      return one;
    },
    postgres: () => Number(readFileSync(join(folder, "data/postgres/cluster/postmaster.pid"), "utf8").split("\n")[0]),
    async end() {
      for (const { child } of started) if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await Promise.all(started.map(ended));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for its end; answers its exit code. */
export async function ended({ child }: Started): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

/** Waits for the message and gives the address in it. */
export async function addressOf(one: Started): Promise<string> {
  for (const until = Date.now() + 60_000; Date.now() < until; await pause(50)) {
    const address = /Open (http:\S+)/.exec(one.said())?.[1];
    if (address) return address;
    if (one.child.exitCode !== null) break;
  }
  throw new Error(`Waybill did not start:\n${one.said()}`);
}

/** Whether it serves requests. */
export const isReady = async (address: string): Promise<boolean> => (await fetch(`${address}/readyz`)).status === 200;
