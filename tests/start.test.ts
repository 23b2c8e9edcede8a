import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";

const project = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "waybill start "));
const started: ChildProcess[] = [];

interface Started {
  child: ChildProcess;
  said: () => string;
}

function startWaybill(variables: Record<string, string> = {}): Started {
  const env = { PATH: "/usr/bin:/bin", PORT: "0", DEMO: "off", DATA_DIR: join(folder, "data"), ...variables };
  const child = spawn(process.execPath, ["src/main/server.ts"], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (text += part.toString()));
  return { child, said: () => text };
}

async function ended({ child }: Started): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

/** Waits for the message and gives the address in it. */
async function addressOf(one: Started): Promise<string> {
  for (const until = Date.now() + 60_000; Date.now() < until; await pause(50)) {
    const address = /Open (http:\S+)/.exec(one.said())?.[1];
    if (address) return address;
    if (one.child.exitCode !== null) break;
  }
  throw new Error(`Waybill did not start:\n${one.said()}`);
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // no such process
  }
}

const postgres = () =>
  Number(readFileSync(join(folder, "data/postgres/cluster/postmaster.pid"), "utf8").split("\n")[0]);
const isReady = async (address: string) => (await fetch(`${address}/readyz`)).status === 200;

afterAll(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
  await Promise.all(started.map((child) => ended({ child, said: () => "" })));
  rmSync(folder, { recursive: true, force: true });
});

describe("a start", () => {
  let running: Started;

  test("says where to open it, and gives the link that makes the first administrator", async () => {
    running = startWaybill();
    const address = await addressOf(running);
    expect(await isReady(address)).toBe(true);
    expect(running.said()).toContain(`${address}/set-up#t=`);
  });

  test("a second one on the same data says where the first runs", async () => {
    const second = startWaybill();
    expect(await ended(second)).toBe(0);
    expect(second.said()).toContain(
      `Waybill is running already on ${join(folder, "data")}: open ${await addressOf(running)}`,
    );
  });

  test("after SIGTERM Waybill and its PostgreSQL are gone, and nothing was wrong", async () => {
    const database = postgres();
    running.child.kill("SIGTERM");
    expect(await ended(running)).toBe(0);
    // An ended process keeps its number until the system has taken note of it.
    await expect.poll(() => isThere(database), { timeout: 5_000 }).toBe(false);
  });

  test("works after kill -9 of Waybill", async () => {
    running = startWaybill();
    await addressOf(running);
    running.child.kill("SIGKILL");
    await ended(running);
    running = startWaybill();
    expect(await isReady(await addressOf(running))).toBe(true);
  });

  test("goes on by itself after kill -9 of PostgreSQL", async () => {
    const address = await addressOf(running);
    process.kill(postgres(), "SIGKILL");
    let ready = false;
    for (const until = Date.now() + 20_000; !ready && Date.now() < until; await pause(100))
      ready = running.said().includes("starts it again") && (await isReady(address));
    expect(ready).toBe(true);
  });

  test("works after kill -9 of both", async () => {
    process.kill(postgres(), "SIGKILL");
    running.child.kill("SIGKILL");
    await ended(running);
    running = startWaybill();
    expect(await isReady(await addressOf(running))).toBe(true);
    running.child.kill("SIGTERM");
    expect(await ended(running)).toBe(0);
  });
});

test("a bad value stops the start with a sentence that names it", async () => {
  const one = startWaybill({ PORT: "http" });
  expect(await ended(one)).toBe(1);
  expect(one.said()).toContain("Waybill cannot start. PORT must be a number");
});

test("a taken port stops the start, and its database with it", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const one = startWaybill({ PORT: String(port) });
  expect(await ended(one)).toBe(1);
  other.close();
  expect(one.said()).toContain(`Port ${port} on 127.0.0.1 is taken by another program.`);
  expect(postgres).toThrow("ENOENT");
});
