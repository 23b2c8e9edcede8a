// Not conformed: what is sent with an old version, of users, who are never written whole.
import { afterAll, beforeAll, expect, test } from "vitest";
import { saved } from "#main/testing/records/orders.ts";
import { asSuper, startTestApp, type Answer, type Client, type TestApp } from "#main/testing/test-app.ts";

const path = "/api/auth/users";
let testApp: TestApp;
let admin: Client;
beforeAll(async () => {
  testApp = await startTestApp({ smtpUrl: "smtp://127.0.0.1:1" }); // no job runs, so none is sent
  admin = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());

const change = { firstName: "Ines", lastName: "Marques" };
/** What is written about a user, what happened to them, who is signed in, and what waits to be mailed. */
const all = async (id: string) => ({
  record: await saved(admin.get(`${path}/${id}`)),
  history: (await saved(admin.get(`${path}/${id}/history`))).items,
  rest: await asSuper(
    testApp,
    `select (select count(*) from sessions where user_id = $1) as sessions, (select count(*) from outbox) as outbox,
      (select array_agg(role_id) from user_roles where user_id = $1) as roles`,
    [id],
  ),
});

const calls: readonly (readonly [
  name: string,
  status: "active" | "suspended" | "invited",
  (one: string, version: number) => Promise<Answer>,
])[] = [
  ["removed", "active", (one, version) => admin.remove(`${one}?version=${version}`)],
  ["suspended", "active", (one, version) => admin.post(`${one}/suspend`, { reason: "left", version })],
  ["reactivated", "suspended", (one, version) => admin.post(`${one}/reactivate`, { version })],
  ["invited again", "invited", (one, version) => admin.post(`${one}/invite-again`, { version })],
  ["left without a second factor", "active", (one, version) => admin.post(`${one}/drop-second-factor`, { version })],
];

test.each(calls)(
  "nobody is %s by whoever sends an old version of them, and nothing is changed",
  async (_, status, call) => {
    const id = await anybody(status);
    const before = await all(id);
    const { version } = before.record;
    expect(await call(`${path}/${id}`, version - 1)).toMatchObject({
      status: 409,
      body: { code: "stale_version", details: { current: { userId: id, version } } },
    });
    expect(await all(id)).toEqual(before);
    // With the version as it is the same call goes through, so it was the version that refused it.
    expect((await call(`${path}/${id}`, version)).status).toBeOneOf([200, 204]);
  },
);

/** A user in that state who was changed once, who is signed in where they may be. */
async function anybody(status: "active" | "suspended" | "invited"): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  const { userId } = await saved(admin.post(path, { email, firstName: "New", lastName: "Person" }));
  const id = String(userId);
  await saved(admin.put(`${path}/${id}`, change));
  if (status === "invited") return id;
  await asSuper(
    testApp,
    `update users set status = 'active', password_hash = (select password_hash from users where id = $2) where id = $1`,
    [id, testApp.users.VIEWER],
  );
  expect((await testApp.visitor().signIn(email)).status).toBe(200);
  if (status === "suspended") await saved(admin.post(`${path}/${id}/suspend`, { reason: "left" }));
  return id;
}
