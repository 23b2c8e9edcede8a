import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { modules } from "#main/modules.ts";
import { asSuper, startTestApp, testPassword, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { backUp } from "#ops/backup/backup.ts";
import { eraseAgain } from "#server/audit/erasure-log.ts";
import { restore } from "#ops/backup/restore.ts";
import { sealEvents } from "#server/audit/seals.ts";
import { verifySeals } from "#server/audit/verify-seals.ts";
import { createEmptyDatabase } from "#main/testing/database/database.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { clientWith } from "#main/testing/records/people.ts";

// Not conformed: an erasure is no record; it is asked for once and can be neither read back nor changed.
let testApp: TestApp;
let admin: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  admin = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());

const path = "/api/settings/erasures";
const [first, last, email, phone] = [
  "Wilhelmina",
  `van der "Wil" Zuurköol-O'Neill`,
  "wilhelmina_z+1@alpha.example",
  "+31 6 5550 1234",
];
const formerLast = "Oudenaam-Pieterse";
const name = `${first} ${last}`;
const traces = [name, "Zuurköol-O'Neill", formerLast, email, phone];

async function within<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 200; tries += 1, await new Promise((later) => setTimeout(later, 50))) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error("it did not happen within 10 s");
}

/** Somebody who was invited, works, writes and is written about, changes their name, and leaves. */
async function worker(): Promise<{ userId: string; client: Client }> {
  const [role] = await asSuper<{ id: string }>(
    testApp,
    "select id from roles where code = 'COMPANY_ADMIN' and company_id = $1",
    [testApp.companies.a],
  );
  const invited = await admin.post("/api/auth/users", {
    email,
    firstName: first,
    lastName: formerLast,
    phone,
    roleIds: [role!.id],
  });
  expect(invited.status, invited.text).toBe(200);
  const userId = String(invited.body["userId"]);
  // Without a mail server nobody is mailed an invitation; one of a time with one names her in a kept mail.
  await asSuper(testApp, "insert into outbox (company_id, task, payload) values ($1, 'mail-invitation', $2)", [
    testApp.companies.a,
    JSON.stringify({ userId }),
  ]);
  await within(
    async () => (await asSuper(testApp, "select 1 from mails where status = 'kept' and recipient = $1", [email]))[0],
  );
  const link = (await admin.post(`/api/auth/users/${userId}/invitation-link`)).body;
  const [, secret] = /accept-invite#t=([\w.-]{45})/.exec(String(link["url"])) ?? [];
  const client = testApp.visitor();
  await client.get("/api/settings");
  expect(
    (
      await client.post("/api/auth/accept-invite", {
        token: secret,
        firstName: first,
        lastName: formerLast,
        password: testPassword,
      })
    ).status,
  ).toBeLessThan(300);
  expect((await client.signIn(email)).status).toBe(200);
  const { version } = (await admin.get(`/api/auth/users/${userId}`)).body;
  expect(
    (await admin.put(`/api/auth/users/${userId}`, { firstName: first, lastName: last, phone, version })).status,
  ).toBe(200);
  await client.signIn(email, "not the password");
  return { userId, client };
}

async function tracesIn(where: { superUrl: string; dataDir: string }, wanted = traces): Promise<string[]> {
  const found: string[] = [];
  for (const { name: table } of await asSuper<{ name: string }>(
    where,
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')",
  )) {
    const [row] = await asSuper<{ n: number }>(
      where,
      `select count(*)::int as n from ${table} t where t::text ilike any($1)`,
      [wanted.map((text) => `%${text}%`)],
    );
    if (row!.n > 0) found.push(table);
  }
  for (const file of readdirSync(where.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )) {
    if (
      wanted.some((text) =>
        readFileSync(join(file.parentPath, file.name), "latin1").toLowerCase().includes(text.toLowerCase()),
      )
    )
      found.push(file.name);
  }
  return found;
}

const vendorsOf = (client: Client) =>
  client
    .get("/api/warehouse/vendors")
    .then(({ body }) => body.items.map(({ id, ...rest }: Body) => [id, rest["name"], rest["notes"]]));
const whole = async () => (await verifySeals(testApp.database.owner)).filter(({ broken }) => broken);

test("once a person is erased, neither name nor address nor phone is anywhere, all else is as it was, and the trail stays whole", async () => {
  const { userId, client } = await worker();
  const made = (
    await client.post("/api/warehouse/vendors", {
      code: "ERA-1",
      name: "Steady Pallets",
      currency: "EUR",
      phone,
      notes: `Ask ${name} (${email}).`,
      contacts: [
        { name, email, phone, isPrimary: true },
        { name: `${name}en`, email: `x${email}`, isPrimary: false },
      ],
    })
  ).body;
  await client.post(`/api/warehouse/vendors/${made.id}/hold`, { reason: `${name.toUpperCase()} has doubts` });
  await asSuper(
    testApp,
    "update companies set hr_message = trim(repeat($2 || ' ', 1000 / (length($2) + 1))) where id = $1",
    [testApp.companies.a, email],
  ); // as full as a notice can be
  await asSuper(
    testApp,
    `insert into links (company_id, token_hash, purpose, subject_id, subject_revision, recipient, expires_at,
      used_by_name) values ($1, sha256('x'), 'po.view', $2, 0, $3, now() + interval '1 hour', $4)`,
    [testApp.companies.a, made.id, email, name],
  );
  await asSuper(
    testApp,
    `insert into imports (company_id, entity, file_name, sheet_columns, row_count, started_by, started_by_name)
      values ($1, 'vendor', 'list.csv', $2, 1, $3, $4)`,
    [testApp.companies.a, ["Code", name], userId, name],
  );
  await sealEvents(testApp.database.owner);
  const [before] = await asSuper<{ n: number }>(testApp, "select count(*)::int as n from events where actor_id = $1", [
    userId,
  ]);
  expect(before!.n).toBeGreaterThan(2);
  expect((await tracesIn(testApp)).length).toBeGreaterThan(7);

  const early = await admin.post(path, { userId, name });
  expect([early.status, early.body.code], "somebody who works here").toEqual([409, "not_removed"]);
  await admin.remove(`/api/auth/users/${userId}`);
  expect((await admin.get(path)).body.items).toMatchObject([{ userId, email }]);
  expect((await admin.get(`${path}/preview?userId=${userId}`)).body).toMatchObject({
    userId,
    lastName: last,
    mails: 1,
  });
  expect((await admin.post(path, { userId, name: first })).status, "a name that is not typed whole").toBe(422);
  const others = await asSuper<{ text: string }>(
    testApp,
    "select u::text as text from users u where id <> $1 order by id",
    [userId],
  );
  const erased = await admin.post(path, { userId, name });
  expect(erased.status, erased.text).toBe(200);

  await within(async () =>
    readFileSync(join(testApp.dataDir, "erased.jsonl"), { encoding: "utf8", flag: "a+" }).includes(userId)
      ? true
      : undefined,
  );
  expect(
    await asSuper(testApp, "select name, email from vendor_contacts where email like 'x%'"),
    "who is called nearly so is somebody else",
  ).toEqual([{ name: `${name}en`, email: `x${email}` }]);
  await asSuper(testApp, "update vendor_contacts set name = 'N', email = 'n@example.com' where email like 'x%'");
  expect(await tracesIn(testApp)).toEqual([]);
  expect(
    await asSuper<{ text: string }>(testApp, "select u::text as text from users u where id <> $1 order by id", [
      userId,
    ]),
  ).toEqual(others);
  expect((await admin.get(`/api/warehouse/vendors/${made.id}`)).body).toMatchObject({
    code: "ERA-1",
    name: "Steady Pallets",
    status: "on_hold",
    notes: `Ask Erased person (erased-${userId}@erased.invalid).`,
    version: 2,
  });
  const { items } = (await admin.get(`/api/warehouse/vendors/${made.id}/history`)).body;
  expect(items.map(({ step, actorName, reason }) => [step, actorName, reason])).toEqual([
    ["held", "Erased person", "Erased person has doubts"],
    ["created", "Erased person", null],
  ]);
  expect((await admin.get(`/api/auth/users/${userId}`)).body).toMatchObject({
    firstName: "Erased",
    lastName: "person",
    phone: null,
    status: "deactivated",
    roles: [],
  });
  expect((await admin.get(`/api/auth/users/${userId}/history`)).body.items[0]).toMatchObject({
    step: "erased",
    actorName: "company_admin Alpha",
  });
  expect((await client.get("/api/warehouse/vendors")).status).toBe(401);

  expect(await whole(), "what was sealed before").toEqual([]);
  await sealEvents(testApp.database.owner);
  expect(await whole(), "and the erasure itself").toEqual([]);
  const again = await admin.post(path, { userId, name: "Erased person" });
  expect([again.status, again.body.code]).toEqual([409, "erased"]);

  const [touched] = await asSuper<{ event_id: string; actor_name: string }>(
    testApp,
    "select x.event_id, e.actor_name from erased_events x join events e on e.id = x.event_id order by x.event_at limit 1",
  );
  const rename = (to: string) =>
    asSuper(testApp, "update events set actor_name = $2 where id = $1", [touched!.event_id, to]);
  const digestAnew = () =>
    asSuper(
      testApp,
      "update erased_events x set digest = sha256(x.salt || event_persons(e)) from events e where e.id = x.event_id",
    );
  await asSuper(testApp, "alter table events disable trigger append_only");
  await rename("Somebody Else");
  expect((await whole())[0]?.broken, "an event that was changed after the erasure").toMatchObject({ how: "changed" });
  await digestAnew();
  expect((await whole())[0]?.broken, "also where its digest was made anew").toMatchObject({ how: "erasure" });
  await rename(touched!.actor_name);
  await digestAnew();
  await asSuper(testApp, "alter table events enable trigger append_only");
  expect(await whole()).toEqual([]);
});

test("a backup from before the erasure, restored beside the list, does not bring the person back", async () => {
  const person = await admin.post("/api/auth/users", {
    email: "brought.back@alpha.example",
    firstName: "Brought",
    lastName: "Back-Again",
    roleIds: [],
  });
  const userId = String(person.body["userId"]);
  const file = join(temporaryFolder(), "before.tar.gz");
  await sealEvents(testApp.database.owner);
  await backUp({ databaseUrl: testApp.url, dataDir: testApp.dataDir, file, version: "test" });
  await admin.remove(`/api/auth/users/${userId}`);
  expect((await admin.post(path, { userId, name: "Brought Back-Again" })).status).toBe(200);
  const list = await within(async () => {
    const text = readFileSync(join(testApp.dataDir, "erased.jsonl"), { encoding: "utf8", flag: "a+" });
    return text.includes(userId) ? text : undefined;
  });
  const target = { ...(await createEmptyDatabase()), dataDir: temporaryFolder() };
  writeFileSync(join(target.dataDir, "erased.jsonl"), list);
  await restore({ databaseUrl: target.url, dataDir: target.dataDir, file });
  const wanted = ["Back-Again", "brought.back@alpha.example"];
  expect((await tracesIn(target, wanted)).length).toBeGreaterThan(1);
  expect(
    await eraseAgain({ databaseUrl: target.url, dataDir: target.dataDir, register: modules.personalColumns }),
  ).toBe(1);
  expect(await tracesIn(target, wanted)).toEqual([]);
  expect(
    await eraseAgain({ databaseUrl: target.url, dataDir: target.dataDir, register: modules.personalColumns }),
    "once",
  ).toBe(0);
});

test("what somebody did in another company goes there too, and that company does not read who asked for it", async () => {
  const chief = await testApp.as("SUPER_ADMIN", "b");
  await chief.post(`/api/settings/companies/${testApp.companies.a}/act`);
  expect(
    (await chief.post("/api/warehouse/vendors", { code: "ELS-1", name: "Made Elsewhere", currency: "EUR" })).status,
  ).toBe(200);
  const [gone] = await asSuper<{ id: string }>(
    testApp,
    "update users set status = 'deactivated', archived_at = now() where is_super_admin and company_id = $1 returning id",
    [testApp.companies.b],
  );
  const userId = gone!.id;
  const theirs = await testApp.as("COMPANY_ADMIN", "b");
  expect((await admin.post(path, { userId, name: "super_admin Beta" })).status, "another company's person").toBe(404);
  expect((await theirs.post(path, { userId, name: "super_admin Beta" })).body.code).toBe("super_admin");
  await asSuper(testApp, "update users set is_super_admin = false where id = $1", [userId]);
  expect((await theirs.post(path, { userId, name: "super_admin Beta" })).status).toBe(200);
  const { items } = (await admin.get(`/api/settings/audit?entityId=${userId}`)).body;
  expect(items).toMatchObject([{ step: "erased", actorKind: "system", actorName: null }]);
  expect(await asSuper(testApp, "select 1 from events where actor_name = 'super_admin Beta'")).toEqual([]);
  await sealEvents(testApp.database.owner);
  expect(await whole()).toEqual([]);
});

test("it is for whoever holds its permission, and the events open for nothing else", async () => {
  const one = await clientWith(testApp, ["CAN_VIEW", "CAN_MANAGE_USERS"]);
  expect((await one.get(path)).status).toBe(403);
  expect((await one.post(path, { userId: testApp.users.VIEWER, name: "viewer Alpha" })).status).toBe(403);
  expect((await testApp.visitor().get(path)).status).toBe(401);
  expect((await (await clientWith(testApp, ["CAN_VIEW", "CAN_ERASE_PEOPLE"])).get(path)).status).toBe(200);
  const asOwner = (text: string) =>
    asSuper(
      testApp,
      `set role waybill_owner; set waybill.company_id = '${testApp.companies.a}'; begin; insert into erasures (user_id) values (uuidv7()); ${text}; commit`,
    );
  for (const text of [
    "update events set step = 'other'",
    "update events set actor_id = null",
    "delete from events",
    "update stock_moves set quantity = 1",
  ])
    await expect(asOwner(text), text)
      .rejects.toThrow(/never changed or removed/)
      .catch((error: unknown) => {
        if (!text.includes("stock_moves")) throw error; // there are none to change
      });
  expect((await vendorsOf(admin)).length).toBeGreaterThan(0);
});
