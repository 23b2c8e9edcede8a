import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "#ops/migrate/migrate.ts";
import { startEmbedded } from "#ops/postgres/embedded.ts";
import { prepareDatabase } from "#ops/postgres/bootstrap.ts";
import { roomForDatabases, testFolders } from "#main/testing/room.ts";

/** The server that the tests use, and the migrated database that each test file gets a copy of. */
export interface TestServer {
  adminUrl: string;
  /** The login role on the template. */
  url: string;
  template: string;
  /** Removed after the run. */
  folder: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    externalDatabaseAdminUrl: string;
    /** `host:port` of a PgBouncer in transaction mode before that server; empty without. */
    pooler: string;
    /** Where what the tests of the modules send is kept; empty where it is not. */
    statements: string;
    testServer: TestServer;
    /** The database with the demo company; only the tests in the browser have it (src/main/testing/setup.ts). */
    demoTemplate: string;
  }
}

/** Vitest runs it once before the tests of a project; what it returns runs after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeLeftovers();
  const folder = mkdtempSync(join(roomForDatabases(), `${prefix}${process.pid}-`));
  if (process.getuid?.() === 0) chmodSync(folder, 0o711); // PostgreSQL runs as another user then
  const external = project.getProvidedContext().externalDatabaseAdminUrl;
  const server = external ? await takeExternal(external) : await startOwn(folder);
  project.provide("testServer", { ...(await migratedTemplate(server.adminUrl)), folder });
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

interface Running {
  adminUrl: string;
  stop: () => Promise<void>;
}

const prefix = "waybill-test-";

async function startOwn(folder: string): Promise<Running> {
  const { superUrl, stop } = await startEmbedded({ folder: join(folder, "postgres"), durable: false });
  return { adminUrl: superUrl, stop };
}

async function takeExternal(adminUrl: string): Promise<Running> {
  const [row] = await ask(adminUrl, "select version() as version");
  console.log(`Server tests run against ${String(row?.["version"]).split(" on ")[0]}.`);
  return { adminUrl, stop: async () => {} };
}

async function migratedTemplate(adminUrl: string): Promise<Omit<TestServer, "folder">> {
  const template = `waybill_test_${randomBytes(4).toString("hex")}`;
  const { url } = await prepareDatabase(adminUrl, {
    database: template,
    login: { name: "waybill_test", password: "waybill-test" },
  });
  await migrate(url);
  return { adminUrl, url, template };
}

async function ask(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
}

/** Servers of test runs that were killed live on; their folder names tell whose they were. */
function removeLeftovers(): void {
  const left = testFolders.flatMap((parent) =>
    readdirSync(parent).map((name) => ({ name, folder: join(parent, name) })),
  );
  for (const { name, folder } of left.filter((one) => one.name.startsWith(prefix))) {
    const owner = Number(/^waybill-test-(\d+)-/.exec(name)?.[1] ?? process.pid);
    if (isAlive(owner) || statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue;
    const postmaster = postmasterOf(folder);
    if (postmaster !== null && isAlive(postmaster)) process.kill(postmaster, "SIGQUIT");
    rmSync(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // no such process, or another user's
  }
}

function postmasterOf(folder: string): number | null {
  try {
    const pid = Number(readFileSync(join(folder, "postgres", "cluster", "postmaster.pid"), "utf8").split("\n")[0]);
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("cluster_name=waybill-") ? pid : null;
  } catch {
    return null; // it has ended
  }
}
