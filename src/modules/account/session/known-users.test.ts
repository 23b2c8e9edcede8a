import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, testPassword, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

const vendors = "/api/warehouse/vendors";
const me = "/api/auth/users/me";

/** A buyer whose session this process has looked up already, so that their next read begins with a guess. */
async function knownBuyer(): Promise<Client> {
  const client = testApp.visitor();
  await client.signIn("buyer@alpha.example", testPassword);
  for (const path of [me, vendors, vendors]) expect((await client.get(path)).status).toBe(200);
  return client;
}

const ofBuyer = "(select id from users where email = 'buyer@alpha.example')";

test("a session that another process has ended reads nothing more, though this process knew it", async () => {
  const client = await knownBuyer();
  await asSuper(testApp, `delete from sessions where user_id = ${ofBuyer}`);
  expect(await client.get(vendors)).toMatchObject({ status: 401 });
  expect(await client.get(vendors)).toMatchObject({ status: 401 });
});

test("who has lost a permission is refused at the very next read, and reads again once they have it back", async () => {
  const client = await knownBuyer();
  const roles = await asSuper<{ id: string; permissions: string[] }>(
    testApp,
    `select r.id, r.permissions from roles r join user_roles x on x.role_id = r.id where x.user_id = ${ofBuyer}`,
  );
  await asSuper(testApp, "update roles set permissions = '{}' where id = any($1)", [roles.map(({ id }) => id)]);
  expect(await client.get(vendors)).toMatchObject({ status: 403 });
  expect((await client.get(me)).body).toMatchObject({ permissions: {} });
  for (const { id, permissions } of roles)
    await asSuper(testApp, "update roles set permissions = $2 where id = $1", [id, permissions]);
  expect(await client.get(vendors)).toMatchObject({ status: 200 });
});

test("what has changed of a person is in the very next answer", async () => {
  const client = await knownBuyer();
  await asSuper(testApp, `update users set last_name = 'Renamed', status = 'active' where id = ${ofBuyer}`);
  expect((await client.get(me)).body).toMatchObject({ lastName: "Renamed" });
  await asSuper(testApp, `update users set status = 'suspended' where id = ${ofBuyer}`);
  expect(await client.get(me)).toMatchObject({ status: 401 });
  await asSuper(testApp, `update users set status = 'active' where id = ${ofBuyer}`);
});

test("whoever acts in another company reads nothing of the one before, from the very next call on", async () => {
  const root = await testApp.as("SUPER_ADMIN");
  const seen = async () => ((await root.get(me)).body as unknown as { company: { id: string } }).company.id;
  const { a, b } = testApp.companies;
  for (const company of [a, b, a, b]) {
    await asSuper(
      testApp,
      "update sessions set company_id = $1 where user_id in (select id from users where is_super_admin)",
      [company],
    );
    expect(await seen()).toBe(company);
  }
});

test("a read that is refused for what was asked is refused in the same words, known or not", async () => {
  const fresh = testApp.visitor();
  await fresh.signIn("buyer@alpha.example", testPassword);
  const paths = [`${vendors}?sort=nothing`, `${vendors}/42`, `${vendors}/00000000-0000-7000-8000-000000000000`];
  for (const path of paths) {
    const first = await fresh.get(path);
    const again = await fresh.get(path);
    expect(first.status).toBeGreaterThanOrEqual(400);
    expect({ ...again.body, requestId: "" }).toEqual({ ...first.body, requestId: "" });
  }
});
