// Not conformed: how long a session lasts is no record.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";

const me = "/api/auth/users/me";
let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
beforeEach(() => asSuper(testApp, "delete from sign_in_attempts"));
afterAll(() => testApp.close());

async function signedIn(role = "viewer"): Promise<Client> {
  const client = testApp.visitor();
  expect((await client.signIn(`${role}@alpha.example`)).status).toBe(200);
  return client;
}
const aged = (column: string, by: string) =>
  asSuper(testApp, `update sessions set ${column} = now() - $1::interval`, [by]);
async function limits(over: Record<string, number>) {
  const admin = testApp.visitor();
  await admin.signIn("company-admin@alpha.example");
  const {
    id: _id,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    archivedAt: _archivedAt,
    abilities: _abilities,
    code: _code,
    status: _status,
    companyTypeName: _type,
    ...input
  } = (await admin.get("/api/settings/company")).body;
  return admin.put("/api/settings/company", { ...input, ...over });
}

describe("a session", () => {
  test("is over after 12 hours without use and after 7 days in any case, if the company says nothing else", async () => {
    const client = await signedIn();
    await aged("last_seen_at", "11 hours 59 minutes");
    expect((await client.get(me)).status).toBe(200);
    await aged("last_seen_at", "12 hours 1 minute");
    expect((await client.get(me)).status).toBe(401);
    const other = await signedIn();
    await aged("created_at", "6 days 23 hours");
    expect((await other.get(me)).status).toBe(200);
    await aged("created_at", "7 days 1 minute");
    expect((await other.get(me)).status).toBe(401);
  });

  test("is not kept open by a page that reads by itself, only by somebody who uses it", async () => {
    const client = await signedIn();
    for (const headers of [{ "x-by-itself": "1" }, { accept: "text/event-stream" }]) {
      await aged("last_seen_at", "11 hours");
      expect((await client.get(me, headers)).status).toBe(200);
      await asSuper(testApp, "update sessions set last_seen_at = last_seen_at - interval '2 hours'");
      expect((await client.get(me)).status).toBe(401);
      await client.signIn("viewer@alpha.example");
    }
    await aged("last_seen_at", "11 hours");
    expect((await client.get(me)).status).toBe(200);
    await asSuper(testApp, "update sessions set last_seen_at = last_seen_at - interval '2 hours'");
    expect((await client.get(me)).status).toBe(200);
  });

  test("lasts as long as the company says, those that are open already too", async () => {
    const open = await signedIn();
    expect((await limits({ sessionIdleHours: 1, sessionDays: 2 })).body).toMatchObject({
      sessionIdleHours: 1,
      sessionDays: 2,
    });
    await aged("last_seen_at", "61 minutes");
    expect((await open.get(me)).status).toBe(401);
    const next = await signedIn();
    const [kept] = await asSuper<{ days: string }>(
      testApp,
      "select extract(epoch from expires_at - now())::int / 86400.0 as days from sessions order by id desc limit 1",
    );
    expect(Number(kept?.days)).toBeCloseTo(2, 2);
    await aged("created_at", "49 hours");
    expect((await next.get(me)).status).toBe(401);
    expect((await next.get("/api/auth/sessions")).status).toBe(401);
    await limits({ sessionIdleHours: 12, sessionDays: 7 });
  });

  test.each([[{ sessionIdleHours: 0 }], [{ sessionIdleHours: 169 }], [{ sessionDays: 0 }], [{ sessionDays: 31 }]])(
    "does not last %o",
    async (over) => {
      expect(await limits(over)).toMatchObject({
        status: 422,
        body: { fields: { [Object.keys(over)[0] ?? ""]: expect.any(String) } },
      });
    },
  );

  test("is one of twenty at most: the oldest ends when another begins", async () => {
    const clients: Client[] = [];
    for (let n = 0; n < 21; n += 1) clients.push(await signedIn("receiver"));
    expect((await clients[0]?.get(me))?.status).toBe(401);
    expect((await clients[1]?.get(me))?.status).toBe(200);
    expect((await clients[20]?.get("/api/auth/sessions"))?.body.items).toHaveLength(20);
  });

  test("ends with what the browser kept of answers, not with what waits to be sent", async () => {
    const client = await signedIn();
    const { status, headers } = await client.remove("/api/auth/logins");
    expect([status, headers["clear-site-data"]]).toEqual([204, '"cache"']);
  });
});
