// Not conformed: the second factor is one's own, and no record.
import { decide } from "#main/testing/records/orders.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asSuper, testPassword, type Client } from "#main/testing/test-app.ts";
import { appCode } from "#main/testing/authenticator.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";

const path = "/api/auth/second-factor";
let testApp: MailApp;
beforeAll(async () => void (testApp = await startMailApp()));
afterAll(() => testApp.close());
beforeEach(() => asSuper(testApp, "delete from sign_in_attempts"));

interface Person {
  readonly client: Client;
  readonly email: string;
  readonly secret: string;
  readonly recoveryCodes: string[];
}

/** Somebody of company A who has switched the second factor on, with the code of the half minute before now. */
async function withFactor(role: string): Promise<Person> {
  const email = `${role}@alpha.example`;
  const client = testApp.visitor();
  await client.signIn(email);
  const { body, text } = await client.post(`${path}/begin`, { currentPassword: testPassword });
  expect(body["uri"], text).toContain(
    `otpauth://totp/Waybill:${encodeURIComponent(email)}?secret=${String(body["secret"])}`,
  );
  const secret = String(body["secret"]);
  const confirmed = await client.post(`${path}/confirm`, { code: await appCode(secret, -30) });
  expect(confirmed.status, confirmed.text).toBe(200);
  return { client, email, secret, recoveryCodes: confirmed.body["recoveryCodes"] as string[] };
}

async function afterPassword(email: string): Promise<Client> {
  const client = testApp.visitor();
  expect((await client.signIn(email)).body).toEqual({ next: "code" });
  return client;
}
const give = (client: Client, code: string) => client.post("/api/auth/logins/code", { code });

describe("a second factor", () => {
  test("is asked for after the password: there is no session before, and one after the right code", async () => {
    const { email, secret } = await withFactor("buyer");
    const client = await afterPassword(email);
    expect((await client.get("/api/auth/users/me")).status).toBe(401);
    expect(await give(client, "000000")).toMatchObject({ status: 422, body: { code: "wrong_code" } });
    expect((await give(client, await appCode(secret))).status).toBe(200);
    expect((await client.get("/api/auth/users/me")).body).toMatchObject({ email });
    expect((await testApp.sink.next(email, "Your second factor is on")).text).toContain("recovery codes");
  });

  test("does not show itself to somebody with a wrong password", async () => {
    const wrong = await testApp.visitor().signIn("buyer@alpha.example", "not the password");
    const unknown = await testApp.visitor().signIn("nobody-at-all@alpha.example", "not the password");
    expect([wrong.status, wrong.body["message"], wrong.body["code"]]).toEqual([
      unknown.status,
      unknown.body["message"],
      unknown.body["code"],
    ]);
  });

  test("takes each code once, from one of two at the same moment", async () => {
    const { email, secret } = await withFactor("viewer");
    const code = await appCode(secret);
    const both = [await afterPassword(email), await afterPassword(email)];
    const answers = await Promise.all(both.map((client) => give(client, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await give(await afterPassword(email), await appCode(secret, -30))).status).toBe(422);
  });

  test("lets nobody guess: five wrong codes end the step, and the account waits", async () => {
    const { email, secret } = await withFactor("driver");
    const client = await afterPassword(email);
    for (let n = 0; n < 5; n += 1) expect((await give(client, `00000${n}`)).status).toBe(422);
    expect(await give(client, await appCode(secret))).toMatchObject({ status: 422, body: { code: "sign_in_over" } });
    const again = await afterPassword(email);
    await give(again, "000009");
    expect((await give(again, await appCode(secret))).status).toBe(429);
  });

  test("without the step before it takes no code, and a step is of no use to another browser for long", async () => {
    const { email, secret } = await withFactor("receiver");
    const stranger = testApp.visitor();
    await stranger.get("/api/settings");
    expect(await give(stranger, await appCode(secret))).toMatchObject({ status: 422, body: { code: "sign_in_over" } });
    const late = await afterPassword(email);
    await asSuper(testApp, "update sign_in_steps set expires_at = now()");
    expect(await give(late, await appCode(secret))).toMatchObject({ status: 422, body: { code: "sign_in_over" } });
  });

  test("has ten recovery codes, each good once, told by mail when used, and replaced whole by new ones", async () => {
    const { client, email, recoveryCodes } = await withFactor("dispatcher");
    expect([recoveryCodes.length, new Set(recoveryCodes).size]).toEqual([10, 10]);
    const [first = "", second = ""] = recoveryCodes;
    expect((await give(await afterPassword(email), first.toUpperCase())).status).toBe(200);
    expect((await give(await afterPassword(email), first)).status).toBe(422);
    await testApp.sink.next(email, "A recovery code was used");
    expect((await client.get(path)).body).toMatchObject({ isOn: true, recoveryCodesLeft: 9 });
    const { body } = await client.post(`${path}/recovery-codes`, { currentPassword: testPassword });
    expect((await give(await afterPassword(email), second)).status).toBe(422);
    expect((await give(await afterPassword(email), (body["recoveryCodes"] as string[])[0] ?? "")).status).toBe(200);
  });

  test("leaves neither its secret nor a code readable in the database", async () => {
    const { secret, recoveryCodes } = await withFactor("dock-supervisor");
    for (const text of [secret, Buffer.from(secret).toString("hex"), ...recoveryCodes]) {
      const rows = await asSuper<{ found: boolean }>(
        testApp,
        `select exists (select 1 from second_factors f where f::text like '%' || $1 || '%')
          or exists (select 1 from recovery_codes r where r::text like '%' || $1 || '%')
          or exists (select 1 from events e where e::text like '%' || $1 || '%') as found`,
        [text],
      );
      expect(rows[0]?.found).toBe(false);
    }
  });

  test("is switched on and off with the password only; both end the other sessions", async () => {
    const other = testApp.visitor();
    await other.signIn("fleet-manager@alpha.example");
    const { client, email } = await withFactor("fleet-manager");
    expect((await other.get("/api/auth/users/me")).status).toBe(401);
    for (const action of ["begin", "recovery-codes", "switch-off"])
      expect(await client.post(`${path}/${action}`, { currentPassword: "not it" }), action).toMatchObject({
        status: 422,
        body: { code: "wrong_password" },
      });
    expect(await client.post(`${path}/begin`, { currentPassword: testPassword })).toMatchObject({
      status: 409,
      body: { code: "second_factor_on" },
    });
    expect((await client.post(`${path}/switch-off`, { currentPassword: testPassword })).status).toBe(204);
    expect((await testApp.visitor().signIn(email)).body).toEqual({ next: null });
    await testApp.sink.next(email, "Your second factor was switched off");
  });

  test("allows a shorter password, and stays on as long as the password is that short", async () => {
    const { client, email, secret } = await withFactor("warehouse-manager");
    const shorter = "hrn waits";
    expect(
      (await client.post("/api/auth/change-password", { currentPassword: testPassword, password: shorter })).status,
    ).toBe(200);
    await client.signIn(email, shorter);
    expect((await give(client, await appCode(secret))).status).toBe(200);
    expect(await client.post(`${path}/switch-off`, { currentPassword: shorter })).toMatchObject({
      status: 422,
      body: { code: "weak_password" },
    });
  });
});

test("an administrator takes away the second factor of somebody who has lost it, and nobody else does", async () => {
  await asSuper(testApp, "delete from second_factors where user_id = $1", [testApp.users.RECEIVER]);
  const { client, email } = await withFactor("receiver");
  const admin = await testApp.as("COMPANY_ADMIN");
  const one = `/api/auth/users/${testApp.users.RECEIVER}`;
  expect((await admin.get(one)).body).toMatchObject({ hasSecondFactor: true });
  expect((await client.post(`${one}/drop-second-factor`)).status).toBe(403);
  expect(
    (await (await testApp.as("COMPANY_ADMIN", "b")).post(`${one}/drop-second-factor`, { version: 1 })).status,
  ).toBe(404);
  expect(await decide(admin, `/api/auth/users/${testApp.users.COMPANY_ADMIN}/drop-second-factor`)).toMatchObject({
    status: 409,
    body: { code: "own_account" },
  });
  expect((await decide(admin, `${one}/drop-second-factor`)).body).toMatchObject({ hasSecondFactor: false });
  expect((await client.get("/api/auth/users/me")).status).toBe(401);
  expect((await testApp.visitor().signIn(email)).body).toEqual({ next: null });
  await testApp.sink.next(email, "Your second factor was switched off");
  expect((await admin.get(`${one}/history`)).body.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ step: "secondFactorRemoved", actorName: "company_admin Alpha" }),
    ]),
  );
});

describe("a company that asks for a second factor", () => {
  test("lets nobody in without: who has none sets it up between password and session", async () => {
    const admin = await testApp.as("COMPANY_ADMIN", "b");
    const { body: company } = await admin.get("/api/settings/company");
    const {
      id: _i,
      code: _c,
      status: _s,
      companyTypeName: _t,
      createdAt: _cr,
      updatedAt: _u,
      archivedAt: _a,
      abilities: _abilities,
      ...input
    } = company as Record<string, unknown>;
    expect((await admin.put("/api/settings/company", { ...input, secondFactorRequired: true })).body).toMatchObject({
      secondFactorRequired: true,
    });
    const client = testApp.visitor();
    expect((await client.signIn("buyer@beta.example")).body).toEqual({ next: "set_up" });
    expect((await client.get("/api/auth/users/me")).status).toBe(401);
    const { body } = await client.post("/api/auth/logins/second-factor");
    expect((await give(client, await appCode(String(body["secret"])))).status).toBe(422);
    expect((await client.post("/api/auth/logins/second-factor/confirm", { code: "000000" })).status).toBe(422);
    const { status, body: reply } = await client.post("/api/auth/logins/second-factor/confirm", {
      code: await appCode(String(body["secret"])),
    });
    expect([status, (reply["recoveryCodes"] as string[]).length]).toEqual([200, 10]);
    expect((await client.get("/api/auth/users/me")).body).toMatchObject({ email: "buyer@beta.example" });
    expect((await client.get(path)).body).toMatchObject({ isOn: true, isRequired: true });
    expect(await client.post(`${path}/switch-off`, { currentPassword: testPassword })).toMatchObject({
      status: 409,
      body: { code: "second_factor_required" },
    });
  });
});
