import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Answer, type Client, type TestApp } from "#main/testing/test-app.ts";
import { sha256 } from "#server/crypto/keys.ts";
import { clientWith } from "#main/testing/records/people.ts";
import type { Role } from "../roles/roles.contract.ts";

// Not conformed: an invitation's link is made and shown, never kept. No mail server is set here.
const path = "/api/auth/users";
let testApp: TestApp;
let admin: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  admin = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());

const roleId = async (code: string) =>
  ((await admin.get("/api/auth/roles")).body as unknown as Role[]).find((role) => role.code === code)?.id ?? "";
async function invited(email: string, ...codes: string[]): Promise<string> {
  const roleIds = await Promise.all(codes.map(roleId));
  const { status, body, text } = await admin.post(path, { email, firstName: "New", lastName: "Person", roleIds });
  expect(status, text).toBe(200);
  return String(body["userId"]);
}
const show = (userId: string, client = admin, headers: Record<string, string> = {}): Promise<Answer> =>
  client.post(`${path}/${userId}/invitation-link`, {}, headers);
const secretIn = ({ body }: Answer) =>
  /^http:\/\/127\.0\.0\.1:4400\/accept-invite#t=([\w.-]{45})$/.exec(String(body["url"]))?.[1] ?? "";
async function accept(token: string): Promise<Answer> {
  const visitor = testApp.visitor();
  await visitor.get("/api/settings");
  const password = "quite a long sentence of hers";
  return visitor.post("/api/auth/accept-invite", { token, firstName: "Noor", lastName: "Bakker", password });
}

describe("where no mail server is set, the link of an invitation", () => {
  test("is shown to who invites, and lets the invited person in", async () => {
    const secret = secretIn(await show(await invited("noor@example.com", "BUYER")));
    expect((await accept(secret)).body).toEqual({ email: "noor@example.com" });
    const noor = testApp.visitor();
    expect((await noor.signIn("noor@example.com", "quite a long sentence of hers")).status).toBe(200);
  });

  test("is shown once: asked for again, also as a repeat of the same call, it is another one and the first is over", async () => {
    const userId = await invited("once@example.com");
    const key = { "idempotency-key": "the-same-call" };
    const [first, second] = [await show(userId, admin, key), await show(userId, admin, key)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(secretIn(first)).not.toBe(secretIn(second));
    expect((await accept(secretIn(first))).status).toBe(410);
    expect((await accept(secretIn(second))).status).toBe(200);
    expect(await show(userId)).toMatchObject({ status: 409 });
  });

  test("stands nowhere but in the answer: no stored reply, no event, no mail, no queue", async () => {
    const userId = await invited("nowhere@example.com");
    const secret = secretIn(await show(userId, admin, { "idempotency-key": "kept-nowhere" }));
    expect(secret).toHaveLength(45);
    const own = secret.slice(2); // without the cell
    const tables = await asSuper<{ name: string }>(
      testApp,
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')",
    );
    for (const { name } of tables)
      expect(await asSuper(testApp, `select 1 from ${name} t where t::text like $1`, [`%${own}%`]), name).toEqual([]);
    expect(await asSuper(testApp, "select purpose from password_tokens where token_hash = $1", [sha256(own)])).toEqual([
      { purpose: "invite" },
    ]);
    const { items } = (await admin.get(`${path}/${userId}/history`)).body;
    expect(items.map(({ step }) => step)).toEqual(["invitationShown", "invited"]);
  });

  test("is shown to nobody who could not give the roles that the invited person has", async () => {
    const userId = await invited("above@example.com", "COMPANY_ADMIN");
    const manager = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_USERS", "CAN_MANAGE_USERS"]);
    expect(await show(userId, manager)).toMatchObject({ status: 409, body: { code: "user_above_own" } });
    expect((await show(userId, await testApp.as("WAREHOUSE_MANAGER"))).status).toBe(403);
    expect((await show(userId, await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_MAILS"]))).status).toBe(403);
    expect((await show(userId, await testApp.as("COMPANY_ADMIN", "b"))).status).toBe(404);
    expect((await show(userId, testApp.visitor())).status).toBe(401);
  });

  test("is for invited people only: nobody's account is opened by it", async () => {
    expect((await show(testApp.users.BUYER)).status).toBe(409);
    expect((await show(testApp.users.SUPER_ADMIN)).status).toBe(409);
  });

  test("is what there is instead of a mail: none is written, and inviting again by mail says so", async () => {
    const userId = await invited("unmailed@example.com");
    expect(await admin.post(`${path}/${userId}/invite-again`)).toMatchObject({
      status: 409,
      body: { code: "mails_are_kept" },
    });
    expect(
      await asSuper(
        testApp,
        `select task from outbox union all select task_identifier from graphile_worker.jobs
          where task_identifier = 'mail-invitation'`,
      ),
    ).toEqual([]);
    expect(await asSuper(testApp, "select 1 from mails where recipient = 'unmailed@example.com'")).toEqual([]);
  });
});

test("where no mail server is set, nobody can register, and a reset says where its link is made", async () => {
  const visitor = testApp.visitor();
  expect((await visitor.get("/api/settings")).body).toMatchObject({ registration: false, mails_are_kept: true });
  const asked = await visitor.post("/api/auth/registrations", {
    firstName: "Mira",
    lastName: "Holt",
    email: "mira@example.com",
    password: "nine lorries under the rain",
  });
  expect(asked).toMatchObject({ status: 409, body: { code: "registration_closed" } });
  const answers = [];
  for (const email of ["buyer@alpha.example", "nobody@example.com"])
    answers.push(await visitor.post("/api/auth/reset-password", { email }));
  expect(answers.map(({ body }) => body.message)).toEqual(
    Array(2).fill(expect.stringContaining("npm run reset-password")),
  );
  expect(await asSuper(testApp, "select 1 from password_tokens where purpose = 'reset'")).toEqual([]);
});
