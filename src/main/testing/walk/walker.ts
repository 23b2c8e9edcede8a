import pg from "pg";
import { kebab } from "#shared/contract/contract.ts";
import { ordersPath, saved } from "#main/testing/records/orders.ts";
import type { Answer, Body, Client, TestApp } from "#main/testing/test-app.ts";
import type { Chance } from "./chance.ts";
import { brokenMeanings } from "./meanings.ts";
import { Oracle } from "./oracle.ts";

/** What the walk goes over: two yards, a vendor, products; and who takes the steps. */
export interface Ground {
  readonly vendorId: string;
  readonly yards: readonly Yard[];
  readonly products: readonly GroundProduct[];
  readonly people: Readonly<Record<"buyer" | "approver" | "docks" | "receiver" | "admin", Client>>;
}
export type Yard = { readonly locationId: string; readonly dockIds: readonly string[] };
export interface GroundProduct {
  readonly id: string;
  /** Tracked by lot. */
  readonly lot: boolean;
  /** Pieces of a carton; 1 where there is none. */
  readonly pack: number;
}
export type Person = keyof Ground["people"] | "vendor";

/** What was tried, in words, and what was answered. */
export interface Told {
  readonly step: string;
  readonly answer: Answer;
}

interface Taking {
  readonly path: string;
  readonly client: Client;
  readonly body: Record<string, unknown>;
  /** The server says that this person may take it now. */
  readonly offered: boolean;
}

/** How the database talks, where a person should have been told what to do. */
const unworded = /A rule of the data forbids|violates|constraint|duplicate key|null value|named here does not exist/;
/** What a vendor answers to an order names no version: the link is bound to a revision. */
const byLink = new Set(["confirm", "propose", "decline"]);
/** Who tries a step so often takes it once, or the walk does not say what it takes. */
const often = 150;
/** So many records of a kind are walked over at a time; older ones stay as they are. */
const recent = 10;

/** Keeps what a walk has done, and judges each answer; what is tried is decided elsewhere. */
export class Walker {
  readonly oracle = new Oracle();
  readonly faults: string[] = [];
  readonly counts = new Map<string, { taken: number; refused: number }>();
  readonly orders: string[] = [];
  readonly deliveries: string[] = [];
  readonly receipts: string[] = [];
  readonly #log: string[] = [];
  readonly #database: pg.Client;
  /** Steps that were answered with 200. */
  valid = 0;

  readonly testApp: TestApp;
  readonly ground: Ground;
  readonly chance: Chance;

  constructor(testApp: TestApp, ground: Ground, chance: Chance) {
    this.testApp = testApp;
    this.ground = ground;
    this.chance = chance;
    this.#database = new pg.Client({ connectionString: testApp.superUrl });
  }

  /** Walks so many valid steps; ends at the first fault. The meanings are judged now and then, and at the end. */
  async walk(steps: number, every: number, turn: (walker: Walker) => Promise<void>): Promise<void> {
    await this.#database.connect();
    try {
      for (let at = 1; this.valid < steps && at < steps * 8 && this.faults.length === 0; at += 1) {
        await turn(this);
        if (at % every === 0) await this.#judgeMeanings();
      }
      await this.#judgeMeanings();
      for (const [name, { taken, refused }] of this.counts)
        if (taken === 0 && refused >= often) this.faults.push(`${name} was tried ${refused} times and never taken`);
    } finally {
      await this.#database.end();
    }
  }

  /** What was done with the records of the faults, and the last steps, as they were tried and answered. */
  story(): string {
    const named = this.faults.flatMap((fault) => fault.split("\n")[0]?.match(/\b(?:PO-\d+-\d+|[A-Z]+-\d+)\b/g) ?? []);
    const about = this.#log.slice(0, -40).filter((line) => named.some((number) => line.includes(number)));
    return [...about, "…", ...this.#log.slice(-40)].join("\n");
  }

  fault(what: string, { step, answer }: Told): void {
    this.faults.push(`${what}\n  by ${step}: ${answer.status} ${answer.text.slice(0, 300)}`);
  }

  /** Keeps what was answered, and judges what no answer may be. */
  tell(told: Told, name: string): Answer {
    const { step, answer } = told;
    const count = this.counts.get(name) ?? { taken: 0, refused: 0 };
    const isTaken = answer.status === 200;
    this.counts.set(name, {
      taken: count.taken + Number(isTaken),
      refused: count.refused + Number(!isTaken),
    });
    if (isTaken) this.valid += 1;
    this.#log.push(`${step} -> ${answer.status} ${isTaken ? answer.body.status : answer.text.slice(0, 200)}`);
    if (answer.status >= 500) this.fault("a fault of the server", told);
    if (!isTaken && unworded.test(answer.text)) this.fault("the database's own words", told);
    return answer;
  }

  /** Takes a step of a flow. What is offered is never a wrong state; what is not offered is refused. */
  async take(record: Body, person: Person, name: string, { path, client, body, offered }: Taking): Promise<Told> {
    const seen = path === ordersPath && byLink.has(name) ? body : { version: record["version"], ...body };
    const answer = await client.post(`${path}/${record.id}/${kebab(name)}`, seen);
    const step = `${person} ${name} ${String(record["number"])} (${record.status}) ${JSON.stringify(body).slice(0, 500)}`;
    const told = { step, answer };
    this.tell(told, name);
    const isWrong = [401, 403, 404, 405].includes(answer.status) || answer.body.code === "wrong_state";
    if (offered && isWrong) this.fault("a step that was offered", told);
    if (!offered && answer.status === 200) this.fault("a step that was not offered", told);
    return told;
  }

  /** A step that is offered, and now and then one that is not. */
  stepOf(record: Body, all: readonly string[]): { name: string; offered: boolean } {
    const offered = record["steps"] as string[]; // every record of a flow has them
    if (offered.length > 0 && !this.chance.of(0.08)) return { name: this.chance.one(offered), offered: true };
    const name = this.chance.one(all);
    return { name, offered: offered.includes(name) };
  }

  client(person: Person): Client {
    return person === "vendor" ? this.testApp.visitor() : this.ground.people[person];
  }

  read = (path: string, id: string, client = this.ground.people.admin): Promise<Body> =>
    saved(client.get(`${path}/${id}`));

  keep(list: string[], id: string): void {
    list.push(id);
    if (list.length > recent) list.shift();
  }

  yardOf = (record: Body): Yard | undefined =>
    this.ground.yards.find(({ locationId }) => locationId === (record["locationId"] ?? record["shipToLocationId"]));

  /** Compares orders and their products with the sums. */
  async judgeOrders(ids: Iterable<unknown>, told: Told): Promise<void> {
    const products = new Set<string>();
    for (const id of new Set(ids)) {
      if (typeof id !== "string") continue;
      const order = await this.read(ordersPath, id);
      for (const item of order.items) products.add(String(item["productId"]));
      for (const fault of this.oracle.judgeOrder(order)) this.fault(fault, told);
    }
    await this.judgeProducts(products, told);
  }

  async judgeProducts(ids: Iterable<string>, told: Told): Promise<void> {
    for (const id of ids) {
      const product = await this.read("/api/warehouse/products", id);
      for (const fault of this.oracle.judgeProduct(product)) this.fault(fault, told);
    }
  }

  async #judgeMeanings(): Promise<void> {
    this.faults.push(...(await brokenMeanings(this.#database)));
    // No door is free under a truck.
    const { rows } = await this.#database.query<{ dockId: string; number: string }>(
      `select dock_id as "dockId", number from delivery_schedules
        where status in ('in_progress', 'unloaded') and dock_cleared_at is null and gate_out_at is null and dock_id is not null`,
    );
    for (const { dockId, number } of rows) {
      const liveStatus = String((await this.read("/api/warehouse/docks", dockId))["liveStatus"]);
      if (!["occupied", "overrun"].includes(liveStatus))
        this.faults.push(`${number} stands at a door that is ${liveStatus}`);
    }
  }
}
