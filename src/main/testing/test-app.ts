import type { FastifyInstance, InjectOptions } from "fastify";
import { sql } from "kysely";
import pg from "pg";
import { ask, inTransaction, openDatabase, type Database } from "#server/db/database.ts";
import type { Modules } from "#server/http/modules.ts";
import type { Patience } from "#server/http/transport.ts";
import { Passwords } from "#server/crypto/passwords.ts";
import { standardRoles, type StandardRole } from "#shared/permissions/permission-entry.ts";
import { createTestDatabase, dropTestDatabase, type TestDatabase } from "#main/testing/database/database.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { buildApp } from "../app.ts";
import { modules } from "../modules.ts";

export const testPassword = "a sentence for the tests";
export type TestRole = "COMPANY_ADMIN" | StandardRole | "SUPER_ADMIN" | "NOBODY";

/** What a test may expect of a reply without saying more; a wrong expectation fails where it is read. */
export interface Body {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly code: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly items: readonly Body[];
  readonly nextCursor: string | null;
  readonly [key: string]: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: Body;
  readonly text: string;
  readonly headers: Record<string, unknown>;
}

/** A plain HTTP client with its cookies and the anti-forgery pair; it knows nothing else of the product. */
export class Client {
  readonly #app: FastifyInstance;
  readonly cookies = new Map<string, string>();

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  get = (path: string, headers?: Record<string, string>): Promise<Answer> => this.send("GET", path, undefined, headers);
  post = (path: string, body: unknown = {}, headers?: Record<string, string>): Promise<Answer> =>
    this.send("POST", path, body, headers);
  put = (path: string, body: unknown = {}, headers?: Record<string, string>): Promise<Answer> =>
    this.send("PUT", path, body, headers);
  remove = (path: string, headers?: Record<string, string>): Promise<Answer> =>
    this.send("DELETE", path, undefined, headers);

  async send(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const request: InjectOptions = {
      method,
      url: path,
      headers: {
        accept: "application/json",
        ...(this.cookies.has("XSRF-TOKEN") ? { "x-xsrf-token": this.cookies.get("XSRF-TOKEN") ?? "" } : {}),
        ...(this.cookies.size
          ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ") }
          : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    };
    const response = await this.#app.inject(request);
    for (const { name, value } of response.cookies)
      value === "" ? this.cookies.delete(name) : this.cookies.set(name, value);
    const isJson = String(response.headers["content-type"] ?? "").startsWith("application/json");
    return {
      status: response.statusCode,
      body: (isJson && response.body ? JSON.parse(response.body) : {}) as Body,
      text: response.body,
      headers: response.headers,
    };
  }

  async signIn(email: string, password = testPassword): Promise<Answer> {
    await this.get("/api/settings");
    return this.post("/api/auth/logins", { email, password });
  }
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly superUrl: string;
  readonly dataDir: string;
  readonly database: Database;
  /** Two companies, so that isolation can be seen. */
  readonly companies: { readonly a: string; readonly b: string };
  readonly users: Readonly<Record<TestRole, string>>;
  /** A signed-in client of company A (or B) holding that role only. */
  as(role: TestRole, company?: "a" | "b"): Promise<Client>;
  visitor(): Client;
  close(): Promise<void>;
}

export const testRoles: readonly TestRole[] = ["COMPANY_ADMIN", ...standardRoles, "SUPER_ADMIN", "NOBODY"];
const hashed = new Passwords().hash(testPassword);

/** The real app over a fresh database with two companies and a user of each role in both. */
export async function startTestApp(
  options: {
    smtpUrl?: string;
    jobs?: boolean;
    database?: TestDatabase;
    dataDir?: string;
    appUrl?: string;
    webFolder?: string;
    registration?: boolean;
    trustedProxies?: readonly string[];
    heartbeatMs?: number;
    callsPerMinute?: number;
    patience?: Patience;
    modules?: Modules;
  } = {},
): Promise<TestApp> {
  const testDatabase = options.database ?? (await createTestDatabase());
  const { url: directUrl, superUrl, pooledUrl } = testDatabase;
  const address = { url: pooledUrl ?? directUrl, directUrl, prepare: pooledUrl === undefined };
  const dataDir = options.dataDir ?? temporaryFolder();
  const app = await buildApp({
    databaseUrl: address.url,
    databaseDirectUrl: directUrl,
    prepare: address.prepare,
    appUrl: options.appUrl ?? "http://127.0.0.1:4400",
    dataDir,
    smtpUrl: options.smtpUrl ?? null,
    demo: false,
    jobs: options.jobs ?? false,
    webFolder: options.webFolder ?? null,
    registration: options.registration ?? true,
    trustedProxies: options.trustedProxies ?? [],
    ...(options.heartbeatMs ? { heartbeatMs: options.heartbeatMs } : {}),
    callsPerMinute: options.callsPerMinute ?? null,
    ...(options.patience ? { patience: options.patience } : {}),
    ...(options.modules ? { modules: options.modules } : {}),
    log: "warn",
  });
  const database = openDatabase(address, { work: 3, auth: 1, owner: 1 });
  const a = await addCompany(database, "Alpha", "EUR");
  const b = await addCompany(database, "Beta", "USD");
  const clients = new Map<string, Promise<Client>>();
  return {
    app,
    url: directUrl,
    superUrl,
    dataDir,
    database,
    companies: { a: a.id, b: b.id },
    users: a.users,
    as(role, company = "a") {
      const email = emailOf(role, company === "a" ? "Alpha" : "Beta");
      const known = clients.get(email) ?? signedIn(app, email);
      clients.set(email, known);
      return known;
    },
    visitor: () => new Client(app),
    async close() {
      await app.close();
      await database.close();
      if (!options.database) await dropTestDatabase(testDatabase);
    },
  };
}

async function signedIn(app: FastifyInstance, email: string): Promise<Client> {
  const client = new Client(app);
  const answer = await client.signIn(email);
  if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.text}`);
  return client;
}

const emailOf = (role: TestRole, company: string): string =>
  `${role.toLowerCase().replaceAll("_", "-")}@${company.toLowerCase()}.example`;

async function addCompany(
  database: Database,
  name: string,
  currency: string,
): Promise<{ id: string; users: Record<TestRole, string> }> {
  const [company] = await ask<{ id: string }>(
    database.auth,
    { role: "waybill_auth", companyId: null },
    {
      text: `insert into companies (code, legal_name, company_type_id, default_currency, timezone, email)
        select $1, $2, id, $3, 'Europe/Amsterdam', $4 from company_types where code = 'WAREHOUSE_OPERATOR' returning id`,
      values: [name.toUpperCase(), `${name} Logistics`, currency, `office@${name.toLowerCase()}.example`],
    },
  );
  const id = company?.id ?? "";
  const passwordHash = await hashed;
  const users = {} as Record<TestRole, string>; // filled for every role below
  await inTransaction(database.work, { role: "waybill_auth", companyId: id }, async (db) => {
    await modules.fillCompany(db);
    for (const role of testRoles) {
      const user = await db
        .insertInto("users")
        .values({
          company_id: id,
          email: emailOf(role, name),
          first_name: role.toLowerCase(),
          last_name: name,
          status: "active",
          password_hash: passwordHash,
          is_super_admin: role === "SUPER_ADMIN",
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      users[role] = user.id;
      await sql`insert into user_roles (user_id, role_id) select ${user.id}, id from roles
        where code = ${role} and company_id = ${id}`.execute(db);
    }
  });
  return { id, users };
}

/** Runs SQL on a test database as its superuser, for arranging and looking only. */
export async function asSuper<Row extends pg.QueryResultRow>(
  testApp: { superUrl: string },
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: testApp.superUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
