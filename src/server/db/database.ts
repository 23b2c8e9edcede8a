import { sql, type Kysely } from "kysely";
import pg from "pg";
import { unavailable } from "#shared/contract/problem.ts";
import { types } from "./value-parsers.ts";
import type { Tables } from "./types.ts";
import { kyselyOver, type Send } from "./kysely-over.ts";
import { patience } from "./patience.ts";

export type { Tables };
/** The one database handle in scope: already inside the transaction, the role and the company. */
export type Db = Kysely<Tables>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Whether a text is a uuid; anything else is no record's id. */
export const isUuid = (text: string): boolean => uuid.test(text);

/** Where the database is. */
export interface DatabaseAddress {
  /** For requests and jobs; may lead through a PgBouncer in transaction mode. */
  readonly url: string;
  /** Straight to PostgreSQL, for what keeps a connection or a session to itself; as `url` where nothing is said. */
  readonly directUrl?: string;
  /** Whether statements are prepared under names, which a PgBouncer older than 1.21 cannot follow; yes where nothing is said. */
  readonly prepare?: boolean;
}

/** The pools of one process. `work` carries requests, `auth` session checks and health, so that they never wait behind work. */
export interface Database {
  readonly work: Pool;
  readonly auth: Pool;
  /** Migrations apart, what the owner does: move the outbox, make partitions. Never through a pooler. */
  readonly owner: pg.Pool;
  close(): Promise<void>;
}

/** Connections that may be a pooler's: everything on them happens in a transaction that says role and limits itself. */
export interface Pool extends pg.Pool {
  readonly prepare: boolean;
}

/** How long a connection may take to stand, so that a caller hears within two seconds that the database is away. */
const longestConnectMs = 1_800;
/** How long a statement may take that has nothing to do but to be answered: a database that hangs does not answer it. */
const longestAnswerMs = 1_800;
/** Sends a statement whose connection is cut where its answer takes longer. */
function answeredSoon(client: pg.Client, text: string): Promise<pg.QueryResult> {
  const answered = client.query(text);
  const end = patience(longestAnswerMs, () => cut(client));
  answered.then(end, end);
  return answered;
}

const cut = (client: pg.Client) => void client.connection.stream.destroy(new Error("timeout expired"));

/** The pool's own limit is longer: it also counts the wait for a connection that others use. */
class Client extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: 0 });
    const end = patience(longestConnectMs, () => cut(this));
    this.once("connect", end).once("end", end);
  }
}

const limits = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 10_000, lock_timeout: 5_000 };

export function openDatabase(
  { url, directUrl = url, prepare = true }: DatabaseAddress,
  sizes = { work: 12, auth: 4, owner: 7 },
): Database {
  const open = (max: number, name: string, options: pg.PoolConfig = {}) => {
    const pool = new pg.Pool({
      connectionString: url,
      Client: Client as typeof pg.Client & pg.PoolConfig["Client"],
      max,
      pipeline: true,
      types,
      application_name: `waybill-${name}`,
      connectionTimeoutMillis: 3_000,
      idleTimeoutMillis: 60_000,
      ...options,
    });
    pool.on("error", () => undefined); // an idle connection was cut; the pool opens another when it is needed
    pool.on("connect", (client) => client.on("error", () => undefined)); // the query that was running reports it
    return pool;
  };
  const work = Object.assign(open(sizes.work, "work", { maxLifetimeSeconds: longestLifeSeconds }), { prepare });
  const auth = Object.assign(open(sizes.auth, "auth", { connectionTimeoutMillis: longestConnectMs }), { prepare });
  const asOwner = { connectionString: directUrl, pipeline: false, options: "-c role=waybill_owner", ...limits };
  const owner = open(sizes.owner, "owner", asOwner);
  return { work, auth, owner, close: async () => void (await Promise.all([work.end(), auth.end(), owner.end()])) };
}

export type Role = "waybill_app" | "waybill_auth" | "waybill_owner";
export interface Scope {
  readonly role: Role;
  readonly companyId: string | null;
  readonly readOnly?: boolean;
  /** Everything is read as it was at the first statement, however long it takes. */
  readonly snapshot?: boolean;
}

const retryable = new Set(["40001", "40P01"]);

/** Thrown in a transaction that would have to wait for a lock in the wrong order: it is run again from its start. */
export class RunAgain extends Error {
  readonly code = "40001";
}

/**
 * Runs `work` in one transaction with that role and company. A serialisation failure or deadlock runs it again, at most
 * three times, so it must have no effects outside the database. Throws 503 when the database cannot be had.
 */
export async function inTransaction<T>(pool: Pool, scope: Scope, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(pool, scope, work);
    } catch (error) {
      const code = sqlState(error);
      if (code && retryable.has(code) && attempt < 4) {
        await new Promise((done) => setTimeout(done, 10 * attempt + Math.random() * 20));
        continue;
      }
      throw isAway(error) ? unavailable() : error;
    }
  }
}

async function once<T>(pool: Pool, scope: Scope, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let opened: Promise<unknown> | undefined;
  let planned = "";
  let isOver = false;
  const send: Send = (asked) => {
    if (isOver) throw new Error("this transaction has ended; somebody did not wait for a statement");
    const query = asKept(client, asked);
    const planning = planningOf(query);
    if (opened && planning === planned) return client.query(query);
    // What is said first is not waited for: it goes out together with the statement (docs/decisions/0009).
    client.connection.stream.cork();
    const said = opened
      ? client.query(planning) // behind statements that may take their time
      : answeredSoon(client, `${opening(scope)}${pool.prepare ? forgetting(client) : ""}; ${planning}`);
    said.catch(() => undefined); // the opening is asked below; after either fails, so does the statement
    opened ??= said;
    planned = planning;
    const sent = client.query(query);
    client.connection.stream.uncork();
    return sent;
  };
  try {
    const result = await work(kyselyOver(send, { prepare: pool.prepare, readOnly: scope.readOnly === true }));
    isOver = true;
    await opened;
    if (!opened) client.release();
    else if (scope.readOnly) leave(client);
    else await commit(client);
    return result;
  } catch (error) {
    isOver = true;
    if (opened)
      await client.query("rollback").then(
        () => client.release(),
        () => client.release(true),
      );
    else client.release();
    await opened; // had it failed, that is why the rest did
    throw error;
  }
}

/**
 * How a statement is planned: one that has a name once for each connection, without looking at its values, because planning
 * under row-level security takes longer than most of them take; any other by its values, as PostgreSQL does without the
 * setting (docs/decisions/0037).
 */
const planningOf = ({ name }: pg.QueryConfig): string =>
  `set local plan_cache_mode = ${name === undefined ? "auto" : "force_generic_plan"}`;

/** A connection keeps each statement that it was sent with a name, so it is sent this many at most, and lives for some minutes. */
const mostKept = 300;
const longestLifeSeconds = 600;
const kept = new WeakMap<object, Set<string>>();

/** The statement as this connection takes it: without its name where it keeps too many others already. */
function asKept(client: pg.PoolClient, query: pg.QueryConfig): pg.QueryConfig {
  const { name, ...nameless } = query;
  if (name === undefined) return query;
  const names = kept.get(client) ?? new Set();
  kept.set(client, names);
  if (names.size >= mostKept && !names.has(name)) return nameless;
  names.add(name);
  return query;
}

/** When a connection forgot its plans. */
const forgot = new WeakMap<object, number>();
const forgetEveryMs = 20_000;

/** A plan that was made while a table was small is not kept for long. */
function forgetting(client: pg.PoolClient): string {
  if (performance.now() - (forgot.get(client) ?? -forgetEveryMs) < forgetEveryMs) return "";
  forgot.set(client, performance.now());
  return "; discard plans";
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query("commit");
  if (command !== "COMMIT") throw new Error("a statement had failed, so nothing was saved");
  client.release();
}

/** Nothing was written that a failing commit could lose, so nobody waits for it. */
function leave(client: pg.PoolClient): void {
  client.query("commit").then(
    () => client.release(),
    () => client.release(true),
  );
}

/**
 * Goes on in another company, within the transaction and role at hand: `await enterCompany(ctx.installation, company.id)`.
 * This and the opening of a transaction are the only places that say in whose name the database is asked.
 */
export async function enterCompany(db: Db, companyId: string): Promise<void> {
  if (!isUuid(companyId)) throw new Error("a company id that is no uuid");
  await sql`select set_config('waybill.company_id', ${companyId}, true)`.execute(db);
}

/**
 * Runs one statement in a transaction of its own, all of it in one write to the server: `await ask(database.auth, scope,
 * { name: "session", text, values })`. A name prepares the statement where the pool does.
 */
export async function ask<R extends pg.QueryResultRow>(
  pool: Pool,
  scope: Scope,
  { name, ...query }: pg.QueryConfig,
): Promise<R[]> {
  const client = await pool.connect();
  client.connection.stream.cork();
  const sent = [
    answeredSoon(client, opening(scope)),
    client.query<R>({ ...query, ...(name && pool.prepare ? { name } : {}) }),
    client.query("commit"),
  ] as const;
  client.connection.stream.uncork();
  const [opened, asked, ended] = await Promise.allSettled(sent);
  client.release(ended.status === "rejected");
  if (opened.status === "rejected") throw opened.reason;
  if (asked.status === "rejected") throw asked.reason;
  if (ended.status === "rejected") throw ended.reason;
  return asked.value.rows;
}

const limitsOfTransaction = Object.entries(limits)
  .map(([name, ms]) => `; set local ${name} = ${ms}`)
  .join("");

/**
 * A request is answered by one process of PostgreSQL: starting others for it takes longer than most statements, and they are
 * missing to other requests. Nor is a statement compiled, which costs a tenth of a second where an installation has that on.
 */
const oneProcess = "; set local max_parallel_workers_per_gather = 0; set local jit = off";

function opening({ role, companyId, readOnly, snapshot }: Scope): string {
  if (companyId !== null && !isUuid(companyId)) throw new Error("a company id that is no uuid");
  const begin = `begin${snapshot ? " isolation level repeatable read" : ""}${readOnly ? " read only" : ""}`;
  return `${begin}; set local role ${role}; set local waybill.company_id = '${companyId ?? ""}'${limitsOfTransaction}${oneProcess}`;
}

/** The SQLSTATE of a PostgreSQL error, else undefined. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined;
}

/** Whether the database answers at all: throws where it does not, within two seconds. */
export async function ping(pool: Pick<pg.Pool, "connect">): Promise<void> {
  const client = await pool.connect();
  await answeredSoon(client, "select 1").then(
    () => client.release(),
    (error: unknown) => {
      client.release(true);
      throw error;
    },
  );
}

/** Whether the database could not be reached, is stopping, or had no connection to give. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (/^(08|57P|53)/.test(code) || ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT"].includes(code))
    return true;
  return /timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error/.test(
    error.message,
  );
}
