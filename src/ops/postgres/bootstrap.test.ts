import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { on } from "#main/testing/database/address.ts";
import { prepareDatabase } from "./bootstrap.ts";
import { startEmbedded, type Embedded } from "./embedded.ts";

/** Roles belong to a whole server, so these tests have one of their own. */
const folder = mkdtempSync(join(tmpdir(), "waybill-bootstrap-"));
let server: Embedded;

beforeAll(async () => {
  chmodSync(folder, 0o711);
  server = await startEmbedded({ folder: join(folder, "postgres"), durable: false });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
}

function as(user: string, database: string): string {
  const url = new URL(server.superUrl);
  [url.username, url.password, url.pathname] = [user, "secret", `/${database}`];
  return url.href;
}

async function forgetRoles(): Promise<void> {
  await run(server.superUrl, "drop database if exists waybill with (force)");
  await run(server.superUrl, "drop role if exists waybill, waybill_owner, waybill_app, waybill_auth");
}

const powers = `select pg_has_role('waybill_owner', 'usage') as inherits, pg_has_role('waybill_owner', 'set') as may_take,
    (select nspowner::regrole::text from pg_namespace where nspname = 'public') as owner`;
const right = [{ inherits: false, may_take: true, owner: "waybill_owner" }];

test("a user that may create roles is enough, and a second start changes nothing", async () => {
  await forgetRoles();
  await run(server.superUrl, "create role maker login createrole password 'secret'");
  await run(server.superUrl, "create database making owner maker");
  expect((await prepareDatabase(as("maker", "making"))).notes).toEqual([]);
  expect((await prepareDatabase(as("maker", "making"))).notes).toEqual([]);
  expect(await run(as("maker", "making"), powers)).toEqual(right);
  await run(as("maker", "making"), "begin; set local role waybill_owner; create schema its_own; rollback");
  await run(server.superUrl, "drop database making");
});

test("a user without rights gets the SQL that an administrator has to run, and then starts", async () => {
  await forgetRoles();
  await run(server.superUrl, "create role \"poor user\" login password 'secret'");
  await run(server.superUrl, 'create database "our data"');
  const refused = await prepareDatabase(as("poor user", "our data")).catch((error: Error) => error.message);
  expect(refused).toMatch(/may not prepare the database our data .*Run this once as an administrator/);
  const [ofServer, ofDatabase] = String(refused)
    .slice(String(refused).indexOf("create role waybill_owner"))
    .split(/\\connect .*\n/);
  await run(server.superUrl, ofServer!);
  await run(on(server.superUrl, "our data"), ofDatabase!);
  expect((await prepareDatabase(as("poor user", "our data"))).notes).toEqual([]);
  expect(await run(as("poor user", "our data"), powers)).toEqual(right);
});

test("roles that could sign in or see every company are refused", async () => {
  await run(server.superUrl, "alter role waybill_app bypassrls");
  await expect(prepareDatabase(server.superUrl)).rejects.toThrow(
    "alter role waybill_app nologin nosuperuser nobypassrls",
  );
  await run(server.superUrl, "alter role waybill_app nobypassrls");
});

test("a superuser is taken, with a note", async () => {
  const { notes } = await prepareDatabase(server.superUrl);
  expect(notes).toEqual([expect.stringContaining("is a superuser")]);
});

test("the server that the tests run on is prepared the same way", async () => {
  const url = inject("testServer").url;
  await expect(run(url, "select * from companies")).rejects.toThrow("permission denied");
  await run(url, "begin; set local role waybill_auth; select * from companies; rollback");
});
