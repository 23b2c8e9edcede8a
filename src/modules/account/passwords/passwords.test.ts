// Not conformed: the calls of a password are no records.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, testPassword, type Answer, type Client } from "#main/testing/test-app.ts";
import { untilDone } from "#main/testing/jobs.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";

const fresh = "the grey heron waits at dock nine";
let testApp: MailApp;
beforeAll(async () => void (testApp = await startMailApp()));
afterAll(() => testApp.close());

async function visitor(): Promise<Client> {
  const client = testApp.visitor();
  await client.get("/api/settings");
  return client;
}
const ask = async (email: string, client?: Client): Promise<Answer> =>
  (client ?? (await visitor())).post("/api/auth/reset-password", { email });
const change = async (body: unknown, client?: Client): Promise<Answer> =>
  (client ?? (await visitor())).post("/api/auth/change-password", body);
/** Each test begins without the tries of the one before. */
const forgetTries = () => asSuper(testApp, "delete from sign_in_attempts");
const tokenFor = async (email: string): Promise<string> => {
  expect((await ask(email)).status).toBe(200);
  return (
    /change-password#t=([\w.-]{45})/.exec(
      (await testApp.sink.next(email, "Choose a new password for Waybill")).text,
    )?.[1] ?? ""
  );
};

describe("a reset", () => {
  test("[PUB-3] [CALL:POST /api/auth/reset-password] is answered alike for a known, an unknown and a suspended address, and not before the work is done", async () => {
    await forgetTries();
    await asSuper(testApp, "update users set status = 'suspended' where email = 'driver@alpha.example'");
    const answers: Answer[] = [];
    for (const email of ["buyer@alpha.example", "nobody-at-all@alpha.example", "driver@alpha.example"])
      answers.push(await ask(email));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await testApp.sink.next("buyer@alpha.example", "Choose a new password for Waybill");
    expect(testApp.sink.mails.filter(({ to }) => to !== "buyer@alpha.example")).toEqual([]);
  });

  test("[PUB-4] [CALL:POST /api/auth/change-password] by the mailed token changes the password once, and ends every session", async () => {
    await forgetTries();
    const open = testApp.visitor();
    await open.signIn("viewer@alpha.example");
    const token = await tokenFor("viewer@alpha.example");
    expect(await change({ token, password: fresh })).toMatchObject({
      status: 200,
      body: { message: "Your password was changed. Sign in with the new one." },
    });
    expect((await open.get("/api/auth/users/me")).status).toBe(401);
    expect((await testApp.visitor().signIn("viewer@alpha.example", testPassword)).status).toBe(422);
    expect((await testApp.visitor().signIn("viewer@alpha.example", fresh)).status).toBe(200);
    expect(await change({ token, password: `${fresh} again` })).toMatchObject({
      status: 410,
      body: { code: "link_over" },
    });
    expect((await testApp.sink.next("viewer@alpha.example", "Your password was changed")).text).toContain("127.0.0.1");
  });

  test("is over after an hour, and when a newer one was mailed; its secret does not stand in the database", async () => {
    await forgetTries();
    const first = await tokenFor("receiver@alpha.example");
    const second = await tokenFor("receiver@alpha.example");
    expect((await change({ token: first, password: fresh })).status).toBe(410);
    const rows = await asSuper<{ found: boolean }>(
      testApp,
      "select bool_or(t::text like '%' || $1 || '%') as found from password_tokens t",
      [second],
    );
    expect(rows[0]?.found).toBe(false);
    await asSuper(
      testApp,
      "update password_tokens set expires_at = now() - interval '1 second' where purpose = 'reset'",
    );
    expect((await change({ token: second, password: fresh })).status).toBe(410);
    const [kept] = await asSuper<{ minutes: number }>(
      testApp,
      `select extract(epoch from max(expires_at - created_at))::int / 60 as minutes from password_tokens
        where purpose = 'reset' and expires_at > now() + interval '1 minute'
        or created_at > now() - interval '1 minute'`,
    );
    expect(kept?.minutes ?? 0).toBeLessThanOrEqual(60);
  });

  test("that is refused for a weak password leaves the link good", async () => {
    await forgetTries();
    const token = await tokenFor("dispatcher@alpha.example");
    expect((await change({ token, password: "short" })).status).toBe(422);
    expect((await change({ token, password: fresh })).status).toBe(200);
  });

  test("is asked for a few times only from one place, and mailed five times only to one account", async () => {
    await forgetTries();
    const client = await visitor();
    for (let n = 0; n < 3; n += 1) expect((await ask("nobody@alpha.example", client)).status).toBe(200);
    await ask("nobody@alpha.example", client);
    expect(await ask("nobody@alpha.example", client)).toMatchObject({
      status: 429,
      headers: { "retry-after": expect.any(String) },
    });
    await forgetTries();
    await asSuper(
      testApp,
      `insert into sign_in_attempts (bucket, failures, blocked_until)
        values ('reset-account fleet-manager@alpha.example', 6, now() + interval '1 minute')`,
    );
    expect((await ask("fleet-manager@alpha.example")).status).toBe(200);
    const left = await asSuper<{ n: number }>(
      testApp,
      "select count(*)::int as n from outbox where payload->>'userId' = $1",
      [testApp.users.FLEET_MANAGER],
    );
    expect([left[0]?.n, testApp.sink.mails.filter(({ to }) => to.startsWith("fleet-manager"))]).toEqual([0, []]);
  });

  test("is mailed five times within an hour to one account, however patiently somebody asks, and the answer does not tell", async () => {
    const email = "warehouse-manager@alpha.example";
    const answers = new Set<string>();
    for (let n = 0; n < 9; n += 1) {
      await forgetTries(); // as after a wait
      answers.add((await ask(email)).text);
    }
    expect(answers.size).toBe(1);
    await untilDone(testApp);
    expect(testApp.sink.mails.filter(({ to }) => to === email)).toHaveLength(5);
  });
});

describe("a change by a signed-in user", () => {
  test("[PUB-4] needs the current password, and ends this session with the others", async () => {
    await forgetTries();
    const [here, there] = [testApp.visitor(), testApp.visitor()];
    for (const client of [here, there]) await client.signIn("warehouse-manager@alpha.example");
    expect(await change({ password: fresh }, here)).toMatchObject({
      status: 422,
      body: { fields: { currentPassword: expect.any(String) } },
    });
    expect(await change({ currentPassword: "not it at all", password: fresh }, here)).toMatchObject({
      status: 422,
      body: { code: "wrong_password", message: "The current password is wrong." },
    });
    expect((await here.get("/api/auth/users/me")).status).toBe(200);
    const token = here.cookies.get("waybill-session") ?? "";
    expect((await change({ currentPassword: testPassword, password: fresh }, here)).status).toBe(200);
    here.cookies.set("waybill-session", token);
    for (const client of [here, there]) expect((await client.get("/api/auth/users/me")).status).toBe(401);
    expect((await testApp.visitor().signIn("warehouse-manager@alpha.example", fresh)).status).toBe(200);
  });

  test("without a session and without a token is a matter of signing in", async () => {
    expect((await change({ currentPassword: testPassword, password: fresh })).status).toBe(401);
    expect((await change({ token: "a".repeat(43), password: fresh })).status).toBe(410);
  });

  test("is throttled like a sign-in, so that a stolen session does not tell the password", async () => {
    await forgetTries();
    const client = testApp.visitor();
    await client.signIn("dock-supervisor@alpha.example");
    for (let n = 0; n < 7; n += 1) await change({ currentPassword: `guess number ${n}`, password: fresh }, client);
    expect((await change({ currentPassword: testPassword, password: fresh }, client)).status).toBe(429);
  });

  test("is the same password however its letters were put together", async () => {
    await forgetTries();
    const client = testApp.visitor();
    await client.signIn("buyer@alpha.example");
    expect(
      (await change({ currentPassword: testPassword, password: "caf\u00e9 am Hafen, um f\u00fcnf Uhr" }, client))
        .status,
    ).toBe(200);
    expect(
      (await testApp.visitor().signIn("buyer@alpha.example", "cafe\u0301 am Hafen, um fu\u0308nf Uhr")).status,
    ).toBe(200);
  });
});
