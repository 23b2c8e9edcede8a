// Not conformed: the calls of a registration are no records; what they promise is tested here and in e2e/registration.test.ts.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client } from "#main/testing/test-app.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";
import { aMinuteLater, aRequest, companyDetails as details, until } from "#main/testing/records/registration.ts";
import { decide } from "#main/testing/records/orders.ts";

let testApp: MailApp;
let root: Client;
beforeAll(async () => {
  testApp = await startMailApp();
  root = await testApp.as("SUPER_ADMIN");
});
afterAll(() => testApp.close());

const path = "/api/auth/registration";

async function ask(email: string, over: Record<string, unknown> = {}) {
  const visitor = testApp.visitor();
  await visitor.get("/api/settings");
  const answer = await visitor.post("/api/auth/registrations", { ...aRequest(email), ...over });
  return { visitor, answer };
}

async function secretFor(email: string): Promise<string> {
  const { text } = await testApp.sink.next(email, "Confirm your address for Waybill");
  return /\/register\/confirm#t=([\w.-]{45})/.exec(text)?.[1] ?? "";
}

/** Somebody whose address is confirmed, signed in. */
async function registering(email: string): Promise<Client> {
  const { visitor, answer } = await ask(email);
  expect(answer.status, answer.text).toBe(200);
  const { password } = aRequest(email);
  const confirmed = await visitor.post("/api/auth/registrations/confirm", { token: await secretFor(email), password });
  expect(confirmed, confirmed.text).toMatchObject({ status: 200, body: { email } });
  expect((await visitor.signIn(email, password)).status).toBe(200);
  return visitor;
}

async function submitted(
  email: string,
  over: Record<string, unknown> = {},
): Promise<{ person: Client; companyId: string }> {
  const person = await registering(email);
  const answer = await person.post(`${path}/submit`, await details(root, over));
  expect(answer.status, answer.text).toBe(200);
  const { company } = (await person.get("/api/auth/users/me")).body as unknown as { company: { id: string } };
  return { person, companyId: company.id };
}

describe("a person who registers", () => {
  test("[PUB-12] gets the same answer whether the address is known or not; the known one gets a mail that says so instead of a link", async () => {
    const known = await ask("buyer@alpha.example");
    const unknown = await ask("new.person@gamma.example");
    expect([known.answer.status, known.answer.text]).toEqual([unknown.answer.status, unknown.answer.text]);
    expect(unknown.answer.status).toBe(200);
    expect(
      (await testApp.sink.next("buyer@alpha.example", "You have an account in Waybill already")).text,
    ).not.toContain("/register/confirm");
    expect(await secretFor("new.person@gamma.example")).toHaveLength(45);
    expect(await asSuper(testApp, "select company_id from mails where recipient = 'buyer@alpha.example'")).toEqual([
      { company_id: testApp.companies.a },
    ]);
  });

  test("does not get a second mail within a minute, nor more than twenty from one place within an hour", async () => {
    const email = "impatient@gamma.example";
    expect((await ask(email)).answer.status).toBe(200);
    const again = (await ask(email)).answer;
    expect(again).toMatchObject({ status: 429, body: { code: "too_many" } });
    expect(Number(again.headers["retry-after"])).toBeGreaterThan(0);
    await aMinuteLater(testApp);
    await asSuper(
      testApp,
      `insert into registrations (email, first_name, last_name, address) select n || '@flood.example', 'F', 'L',
        '127.0.0.1' from generate_series(1, 20) n`,
    );
    expect((await ask("one.more@gamma.example")).answer.status).toBe(429);
    await asSuper(testApp, "delete from registrations where email like '%@flood.example'");
  });

  test("needs a password by the same rules as everywhere", async () => {
    expect((await ask("short@gamma.example", { password: "too short" })).answer).toMatchObject({
      status: 422,
      body: { fields: { password: expect.stringContaining("15") } },
    });
    expect((await ask("easy@gamma.example", { password: "Waybill Waybill Mira" })).answer).toMatchObject({
      status: 422,
      body: { fields: { password: expect.any(String) } },
    });
  });

  test("confirms the address with the link and the chosen password, once; only a hash of the secret is kept", async () => {
    const email = "mira@delta.example";
    const { visitor } = await ask(email);
    const token = await secretFor(email);
    expect(
      await asSuper(
        testApp,
        `select 1 from registrations where token_hash = sha256($1::text::bytea)
          and expires_at between now() + interval '2 days' and now() + interval '4 days'`,
        [token.slice(2)], // without the cell
      ),
    ).toHaveLength(1);
    const { password } = aRequest(email);
    const confirm = (body: object) => visitor.post("/api/auth/registrations/confirm", body);
    expect((await visitor.signIn(email, password)).status).toBe(422); // there is no account yet
    expect(await confirm({ token, password: "somebody else's password" })).toMatchObject({
      status: 422,
      body: { code: "wrong_credentials" },
    });
    const answers = await Promise.all([confirm({ token, password }), confirm({ token, password })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect((await confirm({ token: "A".repeat(43), password })).status).toBe(410);
  });

  test("keeps the own link when a stranger types in the same address, whose link wants the stranger's password", async () => {
    const email = "owner@delta.example";
    const { visitor: owner } = await ask(email);
    const own = await secretFor(email);
    await aMinuteLater(testApp);
    await ask(email, { password: "what only the stranger knows" });
    const strangers = await secretFor(email);
    const confirm = (token: string) =>
      owner.post("/api/auth/registrations/confirm", { token, password: aRequest(email).password });
    expect((await confirm(strangers)).status).toBe(422);
    expect((await confirm(own)).status).toBe(200);
    expect((await confirm(strangers)).status).toBe(410);
  });

  test("cannot confirm with a link that is too old, and is forgotten after some days", async () => {
    const email = "late@delta.example";
    const { visitor } = await ask(email);
    const token = await secretFor(email);
    await asSuper(testApp, "update registrations set expires_at = now() where email = $1", [email]);
    expect(
      (await visitor.post("/api/auth/registrations/confirm", { token, password: aRequest(email).password })).status,
    ).toBe(410);
    const [planned] = await asSuper<{ run_at: Date; id: string }>(
      testApp,
      "select run_at, id from outbox where task = 'forget-registration' order by id desc limit 1",
    );
    expect(planned?.run_at.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    await asSuper(testApp, "update outbox set run_at = now() where id = $1", [planned?.id]);
    await until(
      async () => (await asSuper(testApp, "select 1 from registrations where email = $1", [email])).length === 0,
    );
  });
});

describe("a company that registers", () => {
  test("[GATE-2] [SESS-1] its person is signed in and not registered until the details are sent in; what is typed is kept", async () => {
    const person = await registering("typing@epsilon.example");
    expect((await person.get("/api/auth/users/me")).body).toMatchObject({
      isUserRegistrationDone: false,
      isUserApproved: false,
      permissions: {},
    });
    expect((await person.get("/api/warehouse/vendors")).status).toBe(403);
    expect((await person.put(`${path}/draft`, { legalName: "Epsi", timezone: "" })).status).toBe(200);
    expect((await person.get(path)).body).toMatchObject({
      registration: { state: "registering", draft: { legalName: "Epsi", timezone: "" }, submittedAt: null },
    });
    const wrong = await person.post(`${path}/submit`, { ...(await details(root)), legalName: "", countryCode: "" });
    expect(wrong).toMatchObject({
      status: 422,
      body: { fields: { legalName: expect.any(String), countryCode: "Choose a country." } },
    });
    expect((await (await testApp.as("BUYER")).get(path)).body).toEqual({ registration: null });
    expect((await (await testApp.as("BUYER")).put(`${path}/draft`, {})).status).toBe(404);
    expect((await (await testApp.as("COMPANY_ADMIN")).post(`${path}/submit`, await details(root))).status).toBe(404);
  });

  test("[GATE-3] [SESS-1] waits once it was sent in, with the defaults that other companies get, and its person as administrator", async () => {
    const { person, companyId } = await submitted("wait@zeta.example", { legalName: "Alpha" });
    expect((await person.get("/api/auth/users/me")).body).toMatchObject({
      isUserRegistrationDone: true,
      isUserApproved: false,
      roleMap: { COMPANY_ADMIN: true },
      company: { name: "Alpha" },
    });
    expect((await person.get("/api/warehouse/vendors")).status).toBe(403); // a role, but not approved
    const { body } = await root.get(`/api/settings/companies/${companyId}`);
    expect(body).toMatchObject({
      status: "pending",
      code: expect.stringMatching(/^ALPHA-\w+$/),
      legalName: "Alpha",
      email: "wait@zeta.example",
      city: "Enschede",
      steps: ["approve", "reject"],
    });
    expect((await testApp.sink.next("wait@zeta.example", "Alpha: your registration has arrived")).text).toContain(
      "/approve-process",
    );
    expect((await person.post(`${path}/submit`, await details(root))).status).toBe(409);
    expect((await testApp.sink.next("super-admin@alpha.example", "Alpha waits for approval")).text).toContain(
      `/settings/companies/details?id=${companyId}`,
    );
    expect((await root.get(`/api/settings/companies/${companyId}/history`)).body.items).toMatchObject([
      { step: "submitted", actorName: "Mira Holt", toStatus: "pending" },
    ]);
  });

  test("[PUB-5] is approved by a SUPER_ADMIN only; then its administrator is in at once, and gets a mail", async () => {
    const { person, companyId } = await submitted("in@eta.example", { legalName: "Eta Freight" });
    expect(
      (await (await testApp.as("COMPANY_ADMIN")).post(`/api/settings/companies/${companyId}/approve`, { version: 1 }))
        .status,
    ).toBe(403);
    expect((await person.post(`/api/settings/companies/${companyId}/approve`, { version: 1 })).status).toBe(403);
    expect((await decide(root, `/api/settings/companies/${companyId}/approve`)).body).toMatchObject({
      status: "active",
    });
    expect((await person.get("/api/auth/users/me")).body).toMatchObject({ isUserApproved: true });
    expect((await person.get("/api/warehouse/vendors")).body.items).toEqual([]); // and sees nothing of others
    expect((await person.get("/api/settings/reference-lists/quantity_types")).body.items).not.toEqual([]);
    expect((await testApp.sink.next("in@eta.example", "Eta Freight is approved")).text).toContain("/login");
    expect((await person.post(`${path}/reopen`)).status).toBe(409);
  });

  test("that is refused reads why, and may correct the details and send them in again", async () => {
    const { person, companyId } = await submitted("again@theta.example", { legalName: "Theta" });
    await decide(root, `/api/settings/companies/${companyId}/reject`, { reason: "The tax number is not yours." });
    expect((await person.get(path)).body).toMatchObject({
      registration: {
        state: "rejected",
        rejectionReason: "The tax number is not yours.",
        draft: { legalName: "Theta" },
      },
    });
    expect((await testApp.sink.next("again@theta.example", "Theta was not approved")).text).toContain(
      "The tax number is not yours.",
    );
    expect((await person.post(`${path}/reopen`)).status).toBe(200);
    expect((await person.get("/api/auth/users/me")).body).toMatchObject({ isUserRegistrationDone: false });
    expect(
      (await person.post(`${path}/submit`, await details(root, { legalName: "Theta", taxId: "NL1" }))).status,
    ).toBe(200);
    expect((await person.get(path)).body).toMatchObject({ registration: { state: "pending", rejectionReason: null } });
    expect((await root.get(`/api/settings/companies/${companyId}`)).body).toMatchObject({
      taxId: "NL1",
      code: "THETA",
    });
    expect(
      await asSuper(
        testApp,
        "select count(*)::int as count from roles where company_id = $1 and code = 'COMPANY_ADMIN'",
        [companyId],
      ),
    ).toEqual([{ count: 1 }]);
  });

  test("that is taken back in the moment of its approval is either one or the other", async () => {
    const { person, companyId } = await submitted("race@theta.example", { legalName: "Race" });
    const { version } = (await root.get(`/api/settings/companies/${companyId}`)).body;
    const answers = await Promise.all([
      root.post(`/api/settings/companies/${companyId}/approve`, { version }),
      person.post(`${path}/reopen`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { status } = (await root.get(`/api/settings/companies/${companyId}`)).body;
    const { isUserRegistrationDone, isUserApproved } = (await person.get("/api/auth/users/me")).body;
    expect([status, isUserRegistrationDone, isUserApproved]).toEqual(
      answers[0]?.status === 200 ? ["active", true, true] : ["registering", false, false],
    );
  });

  test("that waits is counted in the menu of a SUPER_ADMIN, and found by its state", async () => {
    const { companyId } = await submitted("count@iota.example", { legalName: "Iota" });
    const { body } = await root.get("/api/settings/companies?status=pending&limit=200");
    expect(body.items.map(({ id }) => id)).toContain(companyId);
    await root.put("/api/auth/select-module/settings");
    const { text } = await root.get("/api/auth/users/me");
    expect(text).toContain(
      `"to":"/settings/companies","items":[],"badge":{"text":"${body.items.length}","kind":"late"}`,
    );
    const admin = await testApp.as("COMPANY_ADMIN");
    await admin.put("/api/auth/select-module/settings");
    expect((await admin.get("/api/auth/users/me")).text).not.toContain('"kind":"late"');
  });
});

test("where registration is switched off nobody registers, and the sign-in page is told", async () => {
  const closed = await startTestApp({ registration: false });
  const visitor = closed.visitor();
  expect((await visitor.get("/api/settings")).body).toMatchObject({ registration: false });
  expect(await visitor.post("/api/auth/registrations", aRequest("nobody@kappa.example"))).toMatchObject({
    status: 409,
    body: { code: "registration_closed" },
  });
  expect((await testApp.visitor().get("/api/settings")).body).toMatchObject({ registration: true });
  await closed.close();
});
