import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "csv-parse/sync";
import { asSuper, startTestApp, testPassword, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { backUp } from "#ops/backup/backup.ts";
import { appCode } from "#main/testing/authenticator.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { clientByLink, clientWith } from "#main/testing/records/people.ts";

// Not conformed: events are written by what happens, never by a person; one can only look.
let testApp: TestApp;
let admin: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());

const path = "/api/settings/audit";
async function happened(query = ""): Promise<readonly Body[]> {
  const answer = await admin.get(`${path}?limit=200&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.items;
}
const vendor = async (client: Client, code: string, name: string) =>
  (await client.post("/api/warehouse/vendors", { code, name, currency: "EUR" })).body;

test("what is written shows at once: who, what, which record, and what changed from what to what", async () => {
  const buyer = await testApp.as("BUYER");
  const made = await vendor(buyer, "AUD-1", "Audited Parts");
  const { id, version } = made;
  const put = await buyer.put(`/api/warehouse/vendors/${id}`, {
    code: "AUD-1",
    name: "Audited Parts and Sons",
    currency: "EUR",
    version,
  });
  expect(put.status, put.text).toBe(200);
  const [updated, created] = await happened("entity=vendor");
  expect(created).toMatchObject({
    step: "created",
    entityId: id,
    actorKind: "user",
    actorName: "buyer Alpha",
    recordName: "Audited Parts and Sons",
    address: null,
  });
  expect(updated).toMatchObject({
    step: "updated",
    entityId: id,
    changes: { name: { from: "Audited Parts", to: "Audited Parts and Sons" } },
  });
});

test("a sign-in, one with a wrong password, and a refusal are there with the address; who is unknown leaves nothing", async () => {
  await testApp.visitor().signIn("viewer@alpha.example", "not the password");
  await testApp.visitor().signIn("nobody.at.all@alpha.example", "not the password");
  const viewer = testApp.visitor();
  await viewer.signIn("viewer@alpha.example");
  expect((await viewer.post("/api/warehouse/vendors", { code: "NO", name: "No", currency: "EUR" })).status).toBe(403);
  const own = await happened(`entity=user&entityId=${testApp.users.VIEWER}`);
  expect(
    own.map(({ step, actorName, recordName, address, note, changes }) => ({
      step,
      actorName,
      recordName,
      address,
      note,
      changes,
    })),
  ).toEqual([
    {
      step: "accessRefused",
      actorName: "viewer Alpha",
      recordName: "viewer Alpha",
      address: "127.0.0.1",
      note: "POST /api/warehouse/vendors",
      changes: null,
    },
    {
      step: "signedIn",
      actorName: "viewer Alpha",
      recordName: "viewer Alpha",
      address: "127.0.0.1",
      note: null,
      changes: null,
    },
    {
      step: "signInRefused",
      actorName: "127.0.0.1",
      recordName: "viewer Alpha",
      address: "127.0.0.1",
      note: null,
      changes: { cause: "wrong_password" },
    },
  ]);
  expect(await happened("address=127.0.0.1&step=accessRefused")).toHaveLength(1);
  expect(await happened("address=10.9.8.7")).toEqual([]);
  expect(await happened("address=10.9..8.7")).toEqual([]); // two dots make a range of days, and nothing else
});

test("a rule that refuses inside of a call is noted too", async () => {
  const client = await clientWith(testApp, ["CAN_VIEW"]);
  const before = (await happened("step=accessRefused")).length;
  expect((await client.get(`/api/files?entity=vendor&entityId=${testApp.users.VIEWER}`)).status).toBe(403);
  expect((await happened("step=accessRefused")).length).toBe(before + 1);
});

test("an opened link is its recipient's, by link", async () => {
  const [order] = await asSuper<{ id: string }>(testApp, "select uuidv7() as id");
  const secret = "S".repeat(43);
  await asSuper(
    testApp,
    `insert into links (company_id, token_hash, purpose, subject_id, subject_revision, recipient, expires_at)
      values ($1, sha256($2::bytea), 'po.view', $3, 0, 'orders@vendor.example', now() + interval '1 hour')`,
    [testApp.companies.a, secret, order!.id],
  );
  const visitor = testApp.visitor();
  await visitor.get("/api/settings");
  const opened = await visitor.post("/api/links/open", { page: "purchase-order", subjectId: order!.id, secret });
  expect(opened.status, opened.text).toBe(200);
  expect((await happened("actor=link"))[0]).toMatchObject({
    step: "linkOpened",
    entity: "purchase-order",
    entityId: order!.id,
    actorKind: "link",
    actorName: "orders@vendor.example",
    address: "127.0.0.1",
  });
});

test("a wrong code after the right password is there too, and the sign-in only with the right one", async () => {
  const email = "dispatcher@alpha.example";
  const client = testApp.visitor();
  await client.signIn(email);
  const { body } = await client.post("/api/auth/second-factor/begin", { currentPassword: testPassword });
  await client.post("/api/auth/second-factor/confirm", { code: await appCode(String(body["secret"]), -30) });
  const other = testApp.visitor();
  expect((await other.signIn(email)).body).toEqual({ next: "code" });
  await other.post("/api/auth/logins/code", { code: "000000" });
  await other.post("/api/auth/logins/code", { code: await appCode(String(body["secret"])) });
  const own = await happened(`entity=user&entityId=${testApp.users.DISPATCHER}`);
  expect(own.map(({ step, changes }) => [step, changes])).toEqual([
    ["signedIn", null],
    ["signInRefused", { cause: "wrong_code" }],
    ["secondFactorAdded", null],
    ["signedIn", null],
  ]);
});

test("a backup is noted in every company, and holds that note itself", async () => {
  const manifest = await backUp({
    databaseUrl: testApp.url,
    dataDir: testApp.dataDir,
    file: join(temporaryFolder(), "backup.tar.gz"),
    version: "test",
  });
  const [all] = await asSuper<{ n: number }>(testApp, "select count(*)::int as n from events");
  expect(manifest.tables["events"]?.rows).toBe(all!.n);
  for (const client of [admin, await testApp.as("COMPANY_ADMIN", "b")]) {
    const { items } = (await client.get(`${path}?step=backupStarted`)).body;
    expect(items.map(({ actorKind, entity }) => [actorKind, entity])).toEqual([["system", "company"]]);
  }
});

test("whoever acts in another company and comes back is noted in both, each time; the one left reads of no other", async () => {
  const chief = await testApp.as("SUPER_ADMIN");
  const theirs = await testApp.as("COMPANY_ADMIN", "b");
  const act = async (company: string) =>
    expect((await chief.post(`/api/settings/companies/${company}/act`)).status).toBeLessThan(300);
  await act(testApp.companies.b);
  expect((await chief.get("/api/auth/users/me")).body["company"]).toMatchObject({ id: testApp.companies.b });
  const made = await vendor(chief, "AUD-ACT", "Made By A Guest");
  await act(testApp.companies.a);
  expect((await chief.get(`/api/warehouse/vendors/${made.id}`)).status, "back home").toBe(404);

  const atHome = (await happened("step=left,entered")).filter(({ actorName }) => actorName === "super_admin Alpha");
  expect(atHome.map(({ step, entityId, note, changes }) => ({ step, entityId, note, changes }))).toEqual(
    ["entered", "left"].map((step) => ({ step, entityId: testApp.companies.a, note: null, changes: null })),
  );
  expect(JSON.stringify(await happened())).not.toMatch(/Beta|Made By A Guest/);
  expect(JSON.stringify(await happened())).not.toContain(testApp.companies.b);
  const { items } = (await theirs.get(`${path}?actor=${testApp.users.SUPER_ADMIN}`)).body;
  expect(items.map(({ step, entity, entityId, actorName }) => [step, entity, entityId, actorName])).toEqual([
    ["left", "company", testApp.companies.b, "super_admin Alpha"],
    ["created", "vendor", made.id, "super_admin Alpha"],
    ["entered", "company", testApp.companies.b, "super_admin Alpha"],
  ]);
  expect((await theirs.get(`/api/warehouse/vendors/${made.id}/history`)).body.items).toMatchObject([
    { step: "created", actorName: "super_admin Alpha" },
  ]);
});

test("filters: by person, kind, action, days on the company's clock, and words of the record; a range that ends before it all is empty", async () => {
  const manager = await testApp.as("WAREHOUSE_MANAGER");
  const made = await vendor(manager, "AUD-2", "Zephyr Pallets");
  await admin.post(`/api/warehouse/vendors/${made.id}/archive`);
  expect(
    (await happened(`actor=${testApp.users.WAREHOUSE_MANAGER}&entity=vendor`)).map(({ entityId, step }) => [
      entityId,
      step,
    ]),
  ).toEqual([[made.id, "created"]]);
  expect((await happened("q=zephyr")).map(({ step }) => step)).toEqual(["archived", "created"]);
  expect((await happened("q=zephyr&step=archived")).map(({ recordName }) => recordName)).toEqual(["Zephyr Pallets"]);
  expect(await happened("q=nothing-is-called-so")).toEqual([]);
  const [at] = (await happened("q=zephyr&step=created")).map(({ at: when }) => String(when));
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Amsterdam" }).format(new Date(at!));
  expect(await happened(`q=zephyr&at=${day}..${day}`)).toHaveLength(2);
  expect(await happened(`at=..2001-01-01`)).toEqual([]);
});

test("a day is the company's: half an hour after its midnight belongs to it, half an hour before does not", async () => {
  for (const at of ["2026-06-30T21:30:00Z", "2026-06-30T22:30:00Z"])
    await asSuper(
      testApp,
      `insert into events (company_id, at, actor_kind, entity, entity_id, step)
        values ($1, $2, 'system', 'company', $1, 'midnight')`,
      [testApp.companies.a, at],
    );
  expect((await happened("step=midnight&at=2026-07-01..2026-07-01")).map(({ at }) => at)).toEqual([
    "2026-06-30T22:30:00.000Z",
  ]);
});

test("another company's events are never there, also not by its ids and its words", async () => {
  const them = await testApp.as("COMPANY_ADMIN", "b");
  const theirs = await vendor(them, "AUD-B", "Quarantined Beta Parts");
  expect((await them.get(`${path}?entity=vendor`)).text).toContain("Quarantined Beta Parts");
  for (const query of ["", `entity=vendor&entityId=${theirs.id}`, "q=quarantined", "actor=system,link,import"]) {
    const answer = await admin.get(`${path}?limit=200&${query}`);
    expect(answer.text).not.toMatch(/Quarantined|Beta/);
    expect(answer.text).not.toContain(theirs.id);
  }
  expect((await admin.get(`${path}/export.csv`)).text).not.toMatch(/Quarantined|Beta/);
});

test("it is for whoever holds its permission: others get 403, links and visitors 401", async () => {
  for (const way of [path, `${path}/export.csv`]) {
    for (const role of ["WAREHOUSE_MANAGER", "VIEWER"] as const)
      expect((await (await testApp.as(role)).get(way)).status, `${role} ${way}`).toBe(403);
    expect((await (await clientWith(testApp, ["CAN_VIEW", "CAN_MANAGE_USERS"])).get(way)).status).toBe(403);
    expect((await (await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_AUDIT"])).get(way)).status).toBe(200);
    expect((await testApp.visitor().get(way)).status).toBe(401);
    expect(
      (await (await clientByLink(testApp, { purpose: "po.view", subjectId: testApp.users.VIEWER })).get(way)).status,
    ).toBe(401);
  }
});

test("the export is the list, row by row; and it is itself noted, with what it was narrowed to", async () => {
  const list = await happened("entity=vendor,user");
  const { text } = await admin.get(`${path}/export.csv?entity=vendor,user&columns=id,step,recordName`);
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows).toEqual(
    list.map(({ id, step, recordName }) => ({ Id: id, Step: step, "Record name": recordName ?? "" })),
  );
  expect((await happened("step=exported"))[0]).toMatchObject({
    entityId: testApp.users.COMPANY_ADMIN,
    note: path,
    changes: { entity: ["vendor", "user"] },
    address: "127.0.0.1",
  });
});

test("events cannot be changed or removed, neither by a call nor by SQL in the app's name, nor by the owner", async () => {
  const [event] = await happened();
  for (const method of ["PUT", "DELETE", "POST"] as const)
    expect((await admin.send(method, `${path}/${event!.id}`, {})).status, method).toBe(404);
  const [month] = await asSuper<{ name: string }>(
    testApp,
    "select tableoid::regclass::text as name from events where id = $1",
    [event!.id],
  );
  const tries = [
    "update events set note = 'other'",
    "delete from events",
    "truncate events",
    `update ${month!.name} set note = 'other'`,
    `delete from ${month!.name}`,
  ];
  for (const role of ["waybill_app", "waybill_auth", "waybill_owner"] as const) {
    for (const text of tries) {
      if (role === "waybill_owner" && text.startsWith("truncate")) continue; // whoever owns a table may also drop it
      await expect(
        asSuper(testApp, `set role ${role}; set waybill.company_id = '${testApp.companies.a}'; ${text}`),
        `${role}: ${text}`,
      ).rejects.toThrow(/permission denied|never changed or removed/);
    }
  }
  expect((await happened()).map(({ id }) => id)).toContain(event!.id);
});
