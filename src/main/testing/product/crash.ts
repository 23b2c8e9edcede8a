import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Client } from "#main/testing/test-app.ts";
import { orderBody, orderRecords, ordersPath, type OrderRecords } from "../records/orders.ts";
import {
  clientOf,
  dataFolder,
  killDatabase,
  setUpAdmin,
  startProduct,
  stopProduct,
  superUrlOf,
  type Product,
} from "./product.ts";

export interface CrashOptions {
  readonly cycles: number;
  readonly writers?: number;
  /** `off` is the negative control: commits are acknowledged before they are written, and some must be lost. */
  readonly sync?: "on" | "off";
  readonly onCycle?: (line: string) => void;
}

export interface CrashResult {
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** Refusals that a repeated request must not get. */
  readonly wrong: readonly string[];
  /** From each kill to the next acknowledged write, in milliseconds. */
  readonly recoveries: readonly number[];
}

const kinds = ["app", "database", "both"] as const;

/**
 * Kills the app, PostgreSQL and both in turn under writers that repeat each request with its key until it is acknowledged;
 * then looks whether every acknowledged write is there exactly once, with its event.
 */
export async function crash(options: CrashOptions): Promise<CrashResult> {
  const folder = dataFolder("waybill-crash-");
  const run = new CrashRun(folder.path, options);
  try {
    return await run.all();
  } finally {
    await run.end();
    folder.remove();
  }
}

class CrashRun {
  readonly #dataDir: string;
  readonly #options: CrashOptions;
  readonly #acknowledged = new Map<string, string>();
  readonly #wrong: string[] = [];
  readonly #recoveries: number[] = [];
  #product: Product | undefined;
  #address = "";
  #cookies = new Map<string, string>();
  #ground: OrderRecords | undefined;
  #ending = false;

  constructor(dataDir: string, options: CrashOptions) {
    this.#dataDir = dataDir;
    this.#options = options;
  }

  async all(): Promise<CrashResult> {
    await this.#begin();
    const writers = Array.from({ length: this.#options.writers ?? 8 }, (_, writer) => this.#write(writer));
    for (let cycle = 0; cycle < this.#options.cycles; cycle += 1) await this.#cycle(cycle);
    this.#ending = true;
    await Promise.all(writers);
    return this.#look();
  }

  async end(): Promise<void> {
    this.#ending = true;
    if (this.#product) await stopProduct(this.#product);
  }

  async #begin(): Promise<void> {
    this.#product = await startProduct(this.#dataDir);
    this.#address = this.#product.address;
    const admin = await setUpAdmin(this.#product);
    this.#ground = await orderRecords(admin, { products: 2 });
    this.#cookies = admin.cookies;
    if (this.#options.sync === "off") {
      await this.#super("alter database waybill set synchronous_commit = off");
      await this.#super("alter system set wal_writer_delay = '1s'"); // more than a blink to be lost
      await this.#super("select pg_reload_conf()");
      await stopProduct(this.#product); // the pools' sessions are older than the setting
      await this.#restart();
    }
  }

  async #restart(): Promise<void> {
    this.#product = await startProduct(this.#dataDir, { PORT: new URL(this.#address).port });
  }

  async #cycle(cycle: number): Promise<void> {
    await this.#flowing(this.#acknowledged.size + 20);
    await pause(200 + Math.random() * 800);
    const kind = kinds[cycle % kinds.length] ?? "both";
    const before = this.#acknowledged.size;
    const killed = Date.now();
    if (kind !== "database" && this.#product) await stopProduct(this.#product, "SIGKILL");
    if (kind !== "app") killDatabase(this.#dataDir);
    await pause(100); // answers that were under way arrive
    const at = this.#acknowledged.size;
    if (kind !== "database") await this.#restart();
    await this.#flowing(at + 1);
    this.#recoveries.push(Date.now() - killed);
    this.#options.onCycle?.(
      `cycle ${cycle + 1}: killed ${kind} after ${before} acknowledged writes, next one after ${Date.now() - killed} ms`,
    );
  }

  async #flowing(count: number): Promise<void> {
    for (const until = Date.now() + 120_000; this.#acknowledged.size < count; await pause(5)) {
      if (Date.now() > until)
        throw new Error(`no write was acknowledged for two minutes:\n${this.#product?.said().slice(-2000) ?? ""}`);
    }
  }

  async #write(writer: number): Promise<void> {
    const client = clientOf(this.#address);
    for (const [name, value] of this.#cookies) client.cookies.set(name, value);
    for (let n = 0; !this.#ending; n += 1) {
      const code = `W${writer}-${n}`;
      const isOrder = n % 4 === 3 && this.#ground;
      const [path, body] =
        isOrder && this.#ground
          ? [ordersPath, orderBody(this.#ground, { internalNotes: code })]
          : ["/api/warehouse/vendors", { code, name: `Vendor ${code}`, currency: "EUR" }];
      const id = await this.#until(client, path, body);
      if (id) this.#acknowledged.set(code, id);
    }
  }

  /** Repeats one request with one key until it is acknowledged. */
  async #until(client: Client, path: string, body: unknown): Promise<string | undefined> {
    const key = { "idempotency-key": randomUUID() };
    for (;;) {
      const answer = await client.post(path, body, key).catch(() => null); // no answer: it may have happened or not
      if (answer?.status === 200) return answer.body.id;
      const isBusy = answer === null || answer.status >= 500 || answer.body.code === "in_progress";
      if (!isBusy) {
        this.#wrong.push(`${path} ${answer.status} ${answer.text.slice(0, 200)}`);
        return undefined;
      }
      await pause(20 + Math.random() * 60);
    }
  }

  async #look(): Promise<CrashResult> {
    const rows = await this.#super<{ code: string; id: string; events: number }>(`
      select code, id, (select count(*)::int from events e where e.entity_id = v.id and e.step = 'created') as events
        from vendors v where code like 'W%'
      union all select internal_notes, id, (select count(*)::int from events e
        where e.entity_id = o.id and e.step = 'created') from purchase_orders o where internal_notes like 'W%'`);
    const stored = Map.groupBy(rows, ({ code }) => code);
    const lost = [...this.#acknowledged]
      .filter(([code, id]) => !stored.get(code)?.some((row) => row.id === id && row.events === 1))
      .map(([code]) => code);
    const doubled = [...stored].filter(([, same]) => same.length > 1).map(([code]) => code);
    return { acknowledged: this.#acknowledged.size, lost, doubled, wrong: this.#wrong, recoveries: this.#recoveries };
  }

  async #super<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: superUrlOf(this.#dataDir) });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }
}
