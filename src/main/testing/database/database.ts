import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { prepareDatabase } from "#ops/postgres/bootstrap.ts";
import { on } from "./address.ts";

/** The addresses of one database: as the application signs in, and as the superuser for what tests have to see. */
export interface TestDatabase {
  url: string;
  superUrl: string;
  /** The same through the pooler, where the tests run through one. */
  pooledUrl?: string;
}

/**
 * A migrated, empty database of its own for a test file: `const { url } = await createTestDatabase()`. The whole server is
 * thrown away after the run; who makes many drops each when it is done with (`dropTestDatabase`).
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyOf(inject("testServer").template);
}

/** The same with the demo company in it, for tests in the browser. */
export function createDemoDatabase(): Promise<TestDatabase> {
  return copyOf(inject("demoTemplate"));
}

/** Gives its files back, and ends whatever still asks it. */
export async function dropTestDatabase({ superUrl }: TestDatabase): Promise<void> {
  await asAdmin(`drop database ${new URL(superUrl).pathname.slice(1)} with (force)`);
}

/** Files are copied, which takes a fifth of what writing each page to the log does. */
async function copyOf(template: string): Promise<TestDatabase> {
  const { adminUrl, url } = inject("testServer");
  const name = `${template}_${randomBytes(6).toString("hex")}`;
  await asAdmin(`create database ${name} template ${template} strategy file_copy owner waybill_owner`);
  return addresses(on(url, name), on(adminUrl, name));
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("testServer").adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** With `WAYBILL_TEST_POOLER` (host:port) what the application asks goes through a PgBouncer. */
function addresses(url: string, superUrl: string): TestDatabase {
  const pooler = inject("pooler");
  if (!pooler) return { url, superUrl };
  const pooled = new URL(url);
  pooled.host = pooler;
  return { url, superUrl, pooledUrl: pooled.href };
}

/** A database without a schema: what an operator has before the first start or a restore. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const { adminUrl } = inject("testServer");
  const name = `waybill_empty_${randomBytes(6).toString("hex")}`;
  const { url } = await prepareDatabase(adminUrl, {
    database: name,
    login: { name: "waybill_test", password: "waybill-test" },
  });
  return { url, superUrl: on(adminUrl, name) };
}
