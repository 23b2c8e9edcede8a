import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { asSuper, startTestApp, type Answer, type Client, type TestApp } from "#main/testing/test-app.ts";
import { inTransaction } from "#server/db/database.ts";
import { orderRecords, sentOrder } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { unzip } from "#main/testing/files/unzip.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultRoles } from "../roles/default-roles.server.ts";

// Not conformed: mails are written by jobs, never by a person; one can only look.
const path = "/api/settings/mails";
const vendor = "orders@vendor.example";
let testApp: TestApp;
let reader: Client;
let root: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  reader = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_MAILS"]);
  root = await testApp.as("SUPER_ADMIN");
  await sentOrder(
    await testApp.as("WAREHOUSE_MANAGER"),
    await orderRecords(await testApp.as("COMPANY_ADMIN"), { vendor: { orderEmail: vendor } }),
  );
  // Three mails about access: to somebody of the company, to a stranger, and to a SUPER_ADMIN.
  await enqueued("mail-account-notice", { userId: testApp.users.BUYER, kind: "new_device" });
  await enqueued("mail-password-reset", { userId: testApp.users.VIEWER });
  await enqueued("mail-password-reset", { userId: testApp.users.SUPER_ADMIN });
  await vi.waitFor(
    async () =>
      expect(
        await asSuper(testApp, "select id from mails where status = 'kept' and company_id = $1", [alpha()]),
      ).toHaveLength(4),
    15_000,
  );
});
afterAll(() => testApp.close());

const alpha = () => testApp.companies.a;
const enqueued = (task: string, payload: unknown) =>
  asSuper(testApp, "insert into outbox (company_id, task, payload) values ($1, $2, $3)", [
    alpha(),
    task,
    JSON.stringify(payload),
  ]);
const recipients = ({ body }: Answer) => body.items.map((mail) => mail["recipient"]).sort();
const idsOf = async (condition: string): Promise<string[]> =>
  (
    await asSuper<{ id: string }>(testApp, `select id from mails where company_id = $1 and ${condition}`, [alpha()])
  ).map(({ id }) => id);

describe("the text of a mail that is kept", () => {
  test("holds no secret, for nobody, neither on the page nor in its files", async () => {
    for (const id of await idsOf("true")) {
      const { body } = await root.get(`${path}/${id}`);
      const kept = ["json", "eml"].map((kind) =>
        readFileSync(join(testApp.dataDir, "mail", alpha(), `${id}.${kind}`), "utf8"),
      );
      for (const text of [JSON.stringify(body), ...kept])
        expect(text.replace(/=\r\n/g, "")).not.toMatch(/#t=(3D)?[\w.-]{5}/);
    }
    const [order = ""] = await idsOf(`recipient = '${vendor}'`);
    const { body } = await reader.get(`${path}/${order}`);
    expect(body).toMatchObject({ isMasked: true, text: expect.stringMatching(/\/po\/confirm\/[0-9a-f-]{36}#t=•+/) });
  });

  test("is for the company's readers only", async () => {
    const [order = ""] = await idsOf(`recipient = '${vendor}'`);
    expect((await (await testApp.as("BUYER")).get(path)).status).toBe(403);
    expect((await (await testApp.as("BUYER")).get(`${path}/${order}`)).status).toBe(403);
    expect((await (await testApp.as("COMPANY_ADMIN", "b")).get(`${path}/${order}`)).status).toBe(404);
    expect((await (await testApp.as("SUPER_ADMIN", "b")).get(`${path}/${order}`)).status).toBe(404);
  });
});

describe("mails about access, and mails to a SUPER_ADMIN", () => {
  test("are listed for SUPER_ADMINs and for nobody else, in lists, counts, searches and files", async () => {
    const all = await root.get(path);
    expect([recipients(all), all.body["total"]]).toEqual([
      ["buyer@alpha.example", vendor, "super-admin@alpha.example", "viewer@alpha.example"],
      { count: 4, more: false },
    ]);
    for (const client of [reader, await testApp.as("COMPANY_ADMIN")]) {
      const some = await client.get(path);
      expect([recipients(some), some.body["total"]]).toEqual([[vendor], { count: 1, more: false }]);
      for (const q of ["super-admin", "password", "device"])
        expect((await client.get(`${path}?q=${q}`)).body).toMatchObject({ items: [], total: { count: 0 } });
      const ids = (await idsOf("about = 'access'")).join(",");
      expect((await client.get(`${path}?ids=${ids}&archived=with`)).body.items).toEqual([]);
      const file = (await client.get(`${path}/export.csv`)).text;
      expect(file).toContain(vendor);
      expect(file).not.toMatch(/super-admin|viewer|buyer/);
    }
    expect((await root.get(`${path}/export.csv`)).text).toContain("super-admin@alpha.example");
  });

  test("are not there for others who know their id", async () => {
    for (const id of await idsOf("about = 'access'")) {
      expect((await root.get(`${path}/${id}`)).status).toBe(200);
      expect((await reader.get(`${path}/${id}`)).body).toMatchObject({ code: "not_found" });
    }
  });

  test("whoever is a SUPER_ADMIN now counts, in whatever letters the mail was addressed", async () => {
    const [order = ""] = await idsOf(`recipient = '${vendor}'`);
    const rename = (address: string) =>
      asSuper(testApp, "update mails set recipient = $2 where id = $1", [order, address]);
    await rename("Super-Admin@BETA.example");
    expect((await reader.get(`${path}/${order}`)).status).toBe(404);
    await rename("driver@beta.example");
    expect((await reader.get(`${path}/${order}`)).status).toBe(200);
    await asSuper(testApp, "update users set is_super_admin = true where email = 'driver@beta.example'");
    expect((await reader.get(`${path}/${order}`)).status).toBe(404);
    await asSuper(testApp, "update users set is_super_admin = false where email = 'driver@beta.example'");
    await rename(vendor);
  });

  test("the database itself keeps them from the role in which companies work", async () => {
    const seen = (role: "waybill_app" | "waybill_auth", companyId: string) =>
      inTransaction(testApp.database.work, { role, companyId }, (db) =>
        db.selectFrom("mails").select("recipient").orderBy("recipient").execute(),
      );
    expect((await seen("waybill_app", alpha())).map(({ recipient }) => recipient)).toEqual([vendor]);
    expect(await seen("waybill_auth", alpha())).toHaveLength(4);
    expect(await seen("waybill_auth", testApp.companies.b)).toEqual([]);
  });

  test("a mail of which nothing is known is hidden rather than shown", async () => {
    const [{ id } = { id: "" }] = await asSuper<{ id: string }>(
      testApp,
      `insert into mails (company_id, recipient, subject, status)
        values ($1, 'somebody@example.com', 'What is this?', 'sent') returning id`,
      [alpha()],
    );
    expect((await reader.get(`${path}/${id}`)).status).toBe(404);
    await asSuper(testApp, "delete from mails where id = $1", [id]);
  });

  test("stand in no export of the company", async () => {
    const admin = await testApp.as("COMPANY_ADMIN");
    const { body: asked } = await admin.post("/api/settings/company-exports");
    const file = join(testApp.dataDir, "exports", alpha(), `${asked.id}.zip`);
    await vi.waitFor(
      async () =>
        expect((await admin.get("/api/settings/company-exports")).body.items[0]).toMatchObject({ state: "ready" }),
      20_000,
    );
    const mails = unzip(readFileSync(file)).get("tables/mails.jsonl")?.toString() ?? "";
    expect(mails).toContain(vendor);
    expect(mails).not.toMatch(/super-admin@|viewer@|"access"/);
  });
});

test("who reads mails cannot come in as a SUPER_ADMIN: ask for a reset, read the mail, set the password", async () => {
  const visitor = testApp.visitor();
  await visitor.get("/api/settings");
  const asked = await visitor.post("/api/auth/reset-password", { email: "super-admin@alpha.example" });
  await enqueued("mail-password-reset", { userId: testApp.users.SUPER_ADMIN });
  await vi.waitFor(
    async () => expect(await idsOf("recipient like 'super-admin%' and status = 'kept'")).toHaveLength(2),
    15_000,
  );
  const seen: string[] = [];
  for (const { id } of (await reader.get(`${path}?limit=200`)).body.items)
    seen.push((await reader.get(`${path}/${id}`)).text);
  for (const id of await idsOf("true")) seen.push((await reader.get(`${path}/${id}`)).text);
  expect(seen.join("\n")).not.toMatch(/change-password|#t=[\w.-]/);
  expect(asked.body.message).toMatch(/npm run reset-password/);
});

test("the outbox is for whoever holds its own permission, and of the roles only the administrator does", async () => {
  expect((await reader.get(path)).status).toBe(200);
  const manager = await clientWith(testApp, ["CAN_VIEW", "CAN_MANAGE_USERS"]);
  for (const one of [path, `${path}/export.csv`]) expect((await manager.get(one)).status, one).toBe(403);
  expect(
    defaultRoles.filter(({ permissions }) => permissions.includes("CAN_VIEW_MAILS")).map(({ code }) => code),
  ).toEqual(["COMPANY_ADMIN"]);
});
