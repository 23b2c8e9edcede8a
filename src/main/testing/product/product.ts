import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, InjectOptions } from "fastify";
import { Client } from "#main/testing/test-app.ts";

const project = fileURLToPath(new URL("../../../../", import.meta.url));

/** The real product as its own process, over a data folder of its own. */
export interface Product {
  readonly address: string;
  readonly child: ChildProcess;
  /** Everything that it printed. */
  said(): string;
}

/** Starts src/main/server.ts as `npm start` does, and waits until it can be opened. */
export async function startProduct(
  dataDir: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const env = { PATH: "/usr/bin:/bin", PORT: "0", DEMO: "off", RATE_LIMIT: "off", DATA_DIR: dataDir, ...variables };
  const child = spawn(process.execPath, ["src/main/server.ts"], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (text += part.toString()));
  for (const until = Date.now() + 120_000; Date.now() < until; await pause(20)) {
    const address = /Open (http:\S+)/.exec(text)?.[1];
    if (address) return { address, child, said: () => text };
    if (child.exitCode !== null || child.signalCode !== null) break;
  }
  throw new Error(`Waybill did not start:\n${text}`);
}

/** Stops it as Ctrl-C does. */
export async function stopProduct({ child }: Product, signal: "SIGINT" | "SIGKILL" = "SIGINT"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

/** A data folder that is removed with `remove`. */
export function dataFolder(prefix: string): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), prefix));
  if (process.getuid?.() === 0) chmodSync(path, 0o711); // PostgreSQL runs as another user then
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A client that speaks real HTTP to an address. */
export function clientOf(address: string): Client {
  const inject = async ({ method = "GET", url, headers, payload }: InjectOptions) => {
    const isText = typeof payload === "string" || payload === undefined;
    const response = await fetch(`${address}${String(url)}`, {
      method,
      headers: { ...(headers as Record<string, string>), ...(isText ? {} : { "content-type": "application/json" }) },
      ...(payload === undefined ? {} : { body: isText ? payload : JSON.stringify(payload) }),
      signal: AbortSignal.timeout(20_000),
    });
    const cookies = response.headers.getSetCookie().map((cookie) => ({
      name: cookie.slice(0, cookie.indexOf("=")),
      value: cookie.slice(cookie.indexOf("=") + 1).split(";")[0] ?? "",
    }));
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
      cookies,
    };
  };
  return new Client({ inject } as unknown as FastifyInstance); // the client calls nothing else
}

export const adminEmail = "ada@example.com";
export const adminPassword = "a long sentence for the administrator";

/** Makes the first company with the link that a fresh product printed, and signs its SUPER_ADMIN in. */
export async function setUpAdmin(product: Product): Promise<Client> {
  const secret = /set-up#t=([\w.-]{45})/.exec(product.said())?.[1] ?? "";
  const client = clientOf(product.address);
  await client.get("/api/settings");
  const made = await client.post("/api/auth/set-up", {
    token: secret,
    firstName: "Ada",
    lastName: "Admin",
    password: adminPassword,
    email: adminEmail,
    companyName: "Crash Logistics",
    currency: "EUR",
    timezone: "Europe/Amsterdam",
  });
  if (made.status !== 200) throw new Error(`set-up failed: ${made.text}`);
  const signedIn = await client.signIn(adminEmail, adminPassword);
  if (signedIn.status !== 200) throw new Error(`sign-in failed: ${signedIn.text}`);
  return client;
}

/** The superuser's address of the product's own database, on a database of that name. */
export function superUrlOf(dataDir: string, database = "waybill"): string {
  const keys = JSON.parse(readFileSync(join(dataDir, "postgres", "keys.json"), "utf8")) as {
    superPassword: string;
    port: number;
  }; // written by postgres/files.ts
  return `postgres://postgres:${encodeURIComponent(keys.superPassword)}@127.0.0.1:${keys.port}/${database}`;
}

/** Kills PostgreSQL with all its processes at once, so that none can write what it still held in memory. */
export function killDatabase(dataDir: string): void {
  const postmaster = Number(
    readFileSync(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8").split("\n")[0],
  );
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
    .map(Number);
  for (const pid of [postmaster, ...children]) killOne(pid);
}

function killOne(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // it has ended by itself
  }
}

function parentOf(pid: string): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
  } catch {
    return null; // it has ended meanwhile
  }
}
