import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import pg from "pg";
import { on } from "#main/testing/database/address.ts";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { migrate } from "#ops/migrate/migrate.ts";
import { startEmbedded, type Embedded } from "#ops/postgres/embedded.ts";
import { aYard } from "#main/testing/records/docks.ts";
import { orderRecords, type OrderRecords } from "#main/testing/records/orders.ts";
import { sessionOf } from "#main/testing/records/people.ts";
import { anActiveDriver } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { dataFolder } from "#main/testing/product/product.ts";
import { inLittleMemory } from "../scripts/launcher.mjs";
import type { ByHand } from "./statement.ts";
import type { Target } from "./measure.ts";
import { seedFleet } from "./seed-fleet.ts";
import { seedNeighbours, seedOrders } from "./seed.ts";

const project = fileURLToPath(new URL("../", import.meta.url));

/** A child process that answers at an address. */
export interface Running {
  readonly address: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a program of ours and waits for the address that it prints. */
export async function startProgram(
  file: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: project,
    env: {
      PATH: "/usr/bin:/bin",
      RATE_LIMIT: "off",
      ...(file === "src/main/server.ts" ? inLittleMemory({}) : {}), // as `npm start` does
      ...variables,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => (text = `${text}${part.toString()}`.slice(-20_000)));
  for (const until = Date.now() + 60_000; Date.now() < until; await pause(2)) {
    const address = /Open (http:\S+)/.exec(text)?.[1];
    if (address) return { address, child, stop: () => stopChild(child) };
    if (child.exitCode !== null) break;
  }
  throw new Error(`${file} did not start:\n${text}`);
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** A database of some size with the product over it, and the world that made it, for looking and arranging. */
export interface Environment {
  /** Orders, or trips where it is the fleet that is measured. */
  readonly rows: number;
  readonly testApp: TestApp;
  readonly product: Running;
  readonly databaseUrl: string;
  readonly records: OrderRecords;
  readonly docks: readonly string[];
  readonly yardId: string;
  readonly client: Client;
  /** What a signed-in browser sends along. */
  readonly headers: Readonly<Record<string, string>>;
  ours(next: Target["next"], status?: number): Target;
}

/** The PostgreSQL of a run, with fsync on, and the stages that were built on it. */
export class Environments {
  readonly #folder = dataFolder("waybill-bench-");
  readonly #stages = new Map<string, Promise<Environment>>();
  readonly #children: Running[] = [];
  #database: Embedded | undefined;

  get dataDir(): string {
    return this.#folder.path;
  }

  async database(): Promise<Embedded> {
    return (this.#database ??= await this.#begin());
  }

  async #begin(): Promise<Embedded> {
    const database = await startEmbedded({ folder: join(this.#folder.path, "postgres") });
    await migrate(database.url);
    return database;
  }

  /** The product over so many orders, and over those of other companies where there are any; made once. */
  stage(rows: number, neighbours?: { companies: number; orders: number }): Promise<Environment> {
    const name = `bench_${rows}${neighbours ? `_beside_${neighbours.companies}` : ""}`;
    const known = this.#stages.get(name) ?? this.#build(name, rows, neighbours);
    this.#stages.set(name, known);
    return known;
  }

  /** The product over a fleet with so many trips, beside some orders; made once. */
  fleet(trips: number): Promise<Environment> {
    const name = `bench_fleet_${trips}`;
    const known = this.#stages.get(name) ?? this.#build(name, 1000, undefined, trips);
    this.#stages.set(name, known);
    return known;
  }

  async #build(
    name: string,
    rows: number,
    neighbours?: { companies: number; orders: number },
    trips?: number,
  ): Promise<Environment> {
    const { url, superUrl } = await this.database();
    await this.#asSuper(superUrl, `create database ${name} template waybill owner waybill_owner`);
    const database = { url: on(url, name), superUrl: on(superUrl, name) };
    const dataDir = join(this.#folder.path, name);
    const testApp = await startTestApp({ database, dataDir });
    const client = await sessionOf(testApp, testApp.users.COMPANY_ADMIN);
    const records = await orderRecords(client, { products: 10 });
    const yard = await aYard(client, { docks: 50 });
    const seeded = {
      companyId: testApp.companies.a,
      locationId: records.shipToLocationId,
      buyerId: testApp.users.BUYER,
      dockIds: yard.dockIds,
    };
    await seedOrders(database.superUrl, seeded, rows);
    if (neighbours) await seedNeighbours(database.superUrl, seeded, neighbours);
    if (trips !== undefined) {
      const templates = { vehicleId: (await aVehicle(client)).id, driverId: (await anActiveDriver(testApp)).id };
      await seedFleet(database.superUrl, { companyId: testApp.companies.a, ...templates }, trips);
    }
    const product = this.own(
      await startProgram("src/main/server.ts", [], {
        PORT: "0",
        DEMO: "off",
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
      }),
    );
    const headers = {
      accept: "application/json",
      cookie: [...client.cookies].map(([key, value]) => `${key}=${value}`).join("; "),
      "x-xsrf-token": client.cookies.get("XSRF-TOKEN") ?? "",
    };
    return {
      rows: trips ?? rows,
      testApp,
      product,
      databaseUrl: database.url,
      records,
      docks: yard.dockIds,
      yardId: yard.locationId,
      client,
      headers,
      ours: (next, status = 200) => ({ address: product.address, status, next: () => withHeaders(next(), headers) }),
    };
  }

  /** The bare server over a stage's database. */
  async floor(
    environment: Environment,
    statements: Readonly<Record<string, ByHand>>,
    works: Readonly<Record<string, readonly ByHand[]>> = {},
  ): Promise<Running> {
    return this.own(
      await startProgram("bench/floor.ts", [
        JSON.stringify({
          databaseUrl: environment.databaseUrl,
          companyId: environment.testApp.companies.a,
          statements,
          works,
        }),
      ]),
    );
  }

  own(running: Running): Running {
    this.#children.push(running);
    return running;
  }

  async #asSuper(superUrl: string, sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: superUrl });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  async close(): Promise<void> {
    for (const child of this.#children) await child.stop();
    for (const environment of await Promise.allSettled(this.#stages.values()))
      if (environment.status === "fulfilled") await environment.value.testApp.close();
    await this.#database?.stop();
    this.#folder.remove();
  }
}

function withHeaders(
  request: ReturnType<Target["next"]>,
  headers: Readonly<Record<string, string>>,
): ReturnType<Target["next"]> {
  return { ...request, headers: { ...headers, ...request.headers } };
}
