import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { oneOfEverything } from "#main/testing/conform/everything.ts";
import { clientWith, sessionOf } from "#main/testing/records/people.ts";
import { unzip } from "#main/testing/files/unzip.ts";
import { leftOutColumns, leftOutTables } from "./company-tables.server.ts";

// Not conformed: an export is asked for and written by a job; it is never changed by a person.
let testApp: TestApp;
let admin: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  admin = await testApp.as("COMPANY_ADMIN");
  await oneOfEverything(await sessionOf(testApp, testApp.users.SUPER_ADMIN));
  await (
    await testApp.as("COMPANY_ADMIN", "b")
  ).post("/api/warehouse/vendors", { code: "B-ONLY", name: "Quarantined Beta Parts", currency: "USD" });
});
afterAll(() => testApp.close());

const path = "/api/settings/company-exports";

async function within<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 400; tries += 1, await new Promise((later) => setTimeout(later, 50))) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error("it did not happen within 20 s");
}

async function exported(client = admin): Promise<Body> {
  const asked = await client.post(path);
  expect(asked.status, asked.text).toBe(200);
  return within(async () =>
    (await client.get(path)).body.items.find(
      ({ id, state }: Body & { state?: unknown }) => id === asked.body.id && state === "ready",
    ),
  );
}

const fileOf = ({ id }: Body) => join(testApp.dataDir, "exports", testApp.companies.a, `${id}.zip`);

/** The archive as it is downloaded; texts survive the client as they are bytes of a file on disk. */
async function archive(one: Body): Promise<Map<string, Buffer>> {
  const answer = await admin.get(`${path}/${one.id}/download`);
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/zip"]);
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="waybill-export-\d{4}-\d\d-\d\d\.zip"$/);
  return unzip(readFileSync(fileOf(one)));
}

const linesOf = (files: Map<string, Buffer>, table: string) =>
  (files.get(`tables/${table}.jsonl`)?.toString() ?? "")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test("an export tells nobody what others look for", async () => {
  const buyer = await testApp.as("BUYER");
  const view = { list: "/api/warehouse/vendors", name: "Quiet search", search: { q: "olive oil of Lucca" } };
  expect((await buyer.post("/api/settings/saved-views", view)).status).toBe(200);
  for (const [name, content] of await archive(await exported()))
    for (const own of ["Lucca", "saved_views"]) expect(content.toString(), name).not.toContain(own);
});

test("an export holds every table of the company, row by row, the files, and a list of it all; nothing of another company", async () => {
  const one = await exported();
  const files = await archive(one);
  const catalogue = await asSuper<{ name: string }>(
    testApp,
    `select table_name as name from information_schema.columns c join information_schema.tables t
        using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'company_id' and not exists (select 1 from pg_inherits i
      where i.inhrelid = ('public.' || table_name)::regclass)`,
  );
  const expected = [
    ...catalogue.map(({ name }) => name).filter((name) => !(name in leftOutTables)),
    "companies",
  ].sort();
  const there = [...files.keys()].flatMap((name) => /^tables\/(\w+)\.jsonl$/.exec(name)?.slice(1) ?? []);
  expect(there.sort()).toEqual(expected);
  expect(expected.length).toBeGreaterThan(35);

  const manifest = JSON.parse(files.get("manifest.json")!.toString()) as {
    company: { legalName: string };
    askedBy: string;
    version: string;
    rows: Record<string, number>;
    missingFiles: string[];
    files: { name: string; bytes: number; sha256: string }[];
  };
  expect(manifest).toMatchObject({
    company: { legalName: "Alpha Logistics" },
    askedBy: "company_admin Alpha",
    missingFiles: [],
  });
  expect(manifest.files.map(({ name }) => name)).toEqual([...files.keys()].filter((name) => name !== "manifest.json"));
  for (const { name, bytes, sha256 } of manifest.files)
    expect([files.get(name)!.length, createHash("sha256").update(files.get(name)!).digest("hex")], name).toEqual([
      bytes,
      sha256,
    ]);
  for (const table of expected) {
    const lines = linesOf(files, table);
    const cells = parse(files.get(`tables/${table}.csv`)!, { bom: true, columns: true }) as unknown[];
    const [count] =
      table === "companies"
        ? [{ n: 1 }]
        : await asSuper<{ n: number }>(testApp, `select count(*)::int as n from ${table} where company_id = $1`, [
            testApp.companies.a,
          ]);
    expect([lines.length, cells.length], table).toEqual([manifest.rows[table], manifest.rows[table]]);
    if (!["events", "event_seals", "seal_checks", "company_exports", "mails"].includes(table))
      expect(lines.length, table).toBe(count!.n); // these go on meanwhile
  }
  expect(one["rowsDone"]).toBe(Object.values(manifest.rows).reduce((sum, n) => sum + n, 0));

  const vendors = linesOf(files, "vendors");
  expect(vendors.length).toBeGreaterThan(0);
  const people = linesOf(files, "users");
  expect(people.find(({ email }) => email === "buyer@alpha.example")).toMatchObject({
    first_name: "buyer",
    phone: null,
    status: "active",
    units: "metric",
  });
  const file = linesOf(files, "files")[0]!;
  expect(files.get(`files/vendor/${String(file["id"])}/terms.csv`)?.toString()).toBe("a,b\r\n1,2\r\n");
  expect(files.get("README.txt")!.toString()).toContain("All data of Alpha Logistics in Waybill.");
  const text = Buffer.concat([...files.values()]).toString("latin1");
  expect(text).not.toMatch(/Quarantined|beta\.example|B-ONLY/);
  expect(text).not.toContain(testApp.companies.b);
});

test("no secret leaves with it: no password, session, second factor, key or fingerprint of a link", async () => {
  const files = await archive(await exported());
  const columns = [...files]
    .filter(([name]) => name.endsWith(".csv") && name.startsWith("tables/"))
    .flatMap(([name, content]) =>
      content
        .toString()
        .replace(/^\ufeff/, "")
        .split("\r\n")[0]!
        .split(",")
        .map((column) => `${name.slice(7, -4)}.${column}`),
    );
  const harmless = [
    "company_exports.sha256",
    "files.sha256",
    "import_files.sha256",
    "event_seals.hash",
    "companies.hard_limit_factor",
    "companies.second_factor_required",
    "event_seals.salt",
    "event_seals.sealed_at",
    "erased_events.salt",
    "receipts.client_receipt_key",
    "receipts.content_hash",
  ];
  expect(
    columns.filter(
      (name) =>
        /hash|token|secret|password|sealed|salt|sha256|key|code_|factor/.test(name.replace(/.*\./, "")) &&
        !harmless.includes(name),
    ),
  ).toEqual([]);
  for (const left of Object.keys(leftOutColumns)) expect(columns).not.toContain(left);
  const text = Buffer.concat([...files.values()]).toString("latin1");
  expect(text).not.toContain("$argon2");
  for (const { hash } of await asSuper<{ hash: string }>(
    testApp,
    `select encode(token_hash, 'hex') as hash from sessions union select encode(token_hash, 'hex')
      from links union select encode(token_hash, 'hex') from password_tokens`,
  ))
    expect(text).not.toContain(hash);
});

test("the asker is told by mail, by the screen's address and no secret one; asking, finishing and downloading are in the trail", async () => {
  const one = await exported();
  const mail = await within(
    async () =>
      (await admin.get("/api/settings/mails?q=export%20is%20ready")).body.items[0] ??
      (await admin.get("/api/settings/mails?q=data%20of%20Alpha")).body.items.find(({ status }) => status === "kept"),
  );
  expect(mail).toMatchObject({ recipient: "company-admin@alpha.example" });
  const { text } = (await admin.get(`/api/settings/mails/${mail.id}`)).body;
  expect(text).toContain("http://127.0.0.1:4400/settings/data\n");
  expect(text).not.toContain(one.id);
  await archive(one);
  const { items } = (
    await admin.get("/api/settings/audit?entity=company,company-export&step=exportAsked,exported,downloaded")
  ).body;
  expect(items.slice(0, 3).map(({ step, entity, actorName, address }) => [step, entity, actorName, address])).toEqual([
    ["downloaded", "company-export", "company_admin Alpha", "127.0.0.1"],
    ["exported", "company", "company_admin Alpha", null],
    ["exportAsked", "company", "company_admin Alpha", null],
  ]);
});

test("there is one at a time, and a job that runs again makes one file", async () => {
  const both = await Promise.all([admin.post(path), admin.post(path)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { id } = both.find(({ status }) => status === 200)!.body;
  const ready = await within(async () =>
    (await admin.get(path)).body.items.find((one) => one.id === id && one["state"] === "ready"),
  );
  const before = readFileSync(fileOf(ready));
  for (let n = 0; n < 2; n += 1)
    await asSuper(
      testApp,
      "insert into outbox (company_id, task, payload) values ($1, 'export-company', jsonb_build_object('exportId', $2::text))",
      [testApp.companies.a, id],
    );
  await within(async () =>
    (
      await asSuper(
        testApp,
        "select 1 from outbox where run_at <= clock_timestamp() union all select 1 from graphile_worker._private_jobs where locked_at is not null",
      )
    ).length === 0
      ? true
      : undefined,
  );
  expect(readFileSync(fileOf(ready)).equals(before)).toBe(true);
  expect(
    readdirSync(join(testApp.dataDir, "exports", testApp.companies.a)).filter((name) => name.startsWith(id)),
  ).toEqual([`${id}.zip`]);
});

test("after its days, or once somebody is erased, the file is gone and says so", async () => {
  const one = await exported();
  const [left] = await asSuper<{ days: number }>(
    testApp,
    "select extract(day from expires_at - ready_at)::int as days from company_exports where id = $1",
    [one.id],
  );
  expect(left!.days).toBe(7);
  await asSuper(testApp, "update users set status = 'deactivated', archived_at = now() where id = $1", [
    testApp.users.DRIVER,
  ]);
  expect(
    (await admin.post("/api/settings/erasures", { userId: testApp.users.DRIVER, name: "driver Alpha" })).status,
  ).toBe(200);
  await within(async () => (existsSync(fileOf(one)) ? undefined : true));
  expect((await admin.get(path)).body.items.find(({ id }) => id === one.id)).toMatchObject({ state: "expired" });
  expect((await admin.get(`${path}/${one.id}/download`)).body.code).toBe("export_gone");
  expect((await exported()).id).not.toBe(one.id);
});

test("it is for whoever holds its permission, and for their own company", async () => {
  const one = await exported();
  for (const way of [path, `${path}/${one.id}/download`]) {
    expect((await (await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_AUDIT"])).get(way)).status, way).toBe(403);
    expect((await testApp.visitor().get(way)).status, way).toBe(401);
  }
  expect((await (await testApp.as("BUYER")).post(path)).status).toBe(403);
  const them = await testApp.as("COMPANY_ADMIN", "b");
  expect((await them.get(`${path}/${one.id}/download`)).status).toBe(404);
  expect((await them.get(path)).body.items).toEqual([]);
});
