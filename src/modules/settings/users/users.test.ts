// Not conformed: users are invited, never written whole, and listed as the specification has it, without pages.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, testPassword, type Client } from "#main/testing/test-app.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";
import { clientWith } from "#main/testing/records/people.ts";
import type { Role } from "../roles/roles.contract.ts";
import type { User } from "./users.contract.ts";

const path = "/api/auth/users";
let testApp: MailApp;
let admin: Client;
beforeAll(async () => {
  testApp = await startMailApp();
  admin = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());

// Plain arrays, as section 7 of the specification has them.
const list = async (client = admin, query = "") => (await client.get(`${path}${query}`)).body as unknown as User[];
const roleId = async (code: string, client = admin) =>
  ((await client.get("/api/auth/roles")).body as unknown as Role[]).find((role) => role.code === code)?.id ?? "";
const invite = async (email: string, over: Record<string, unknown> = {}) =>
  admin.post(path, { email, firstName: "New", lastName: "Person", ...over });
const byEmail = async (email: string) => (await list(admin, "?archived=with")).find((user) => user.email === email);

const mailTo = async (recipient: string) => (await testApp.sink.next(recipient, "invites you")).text;
const secretIn = (text: string) => /#t=([\w.-]{45})/.exec(text)?.[1] ?? "";
const accept = (token: string, client = testApp.visitor()) =>
  client.get("/api/settings").then(() =>
    client.post("/api/auth/accept-invite", {
      token,
      firstName: "Noor",
      lastName: "Bakker",
      password: "quite a long sentence of hers",
    }),
  );

describe("the users of a company", () => {
  test("[CALL:GET /api/auth/users?companyId=] [CALL-X2] are a plain array, each with its userId", async () => {
    const all = await list(admin, `?companyId=${testApp.companies.a}`);
    expect(all).toHaveLength(11);
    expect(all.find(({ userId }) => userId === testApp.users.BUYER)).toMatchObject({
      email: "buyer@alpha.example",
      status: "active",
      roles: [{ code: "BUYER", name: "Buyer" }],
    });
    expect(all.map(({ email }) => email).join()).not.toContain("beta");
    expect(JSON.stringify(all)).not.toMatch(/argon|passwordHash/);
    expect((await admin.get(`${path}?companyId=${testApp.companies.b}`)).status).toBe(404);
    expect((await list(admin, "?q=BUYER")).map(({ email }) => email)).toEqual(["buyer@alpha.example"]);
    expect(await list(admin, "?status=suspended")).toEqual([]);
  });

  test("are invited by an address as it was pasted, with blanks around it and in whatever case", async () => {
    expect(await invite(" Pasted.Person@Alpha.example\t")).toMatchObject({
      status: 200,
      body: { email: "pasted.person@alpha.example" },
    });
    expect((await invite("pasted person@alpha.example")).body["fields"]).toHaveProperty("email");
  });

  test("[PERM-3] are for administrators only", async () => {
    const { userId = "" } = (await list())[0] ?? {};
    const calls = (client: Client) =>
      Promise.all([
        client.get(path),
        client.get(`${path}/${userId}`),
        client.post(path, {}),
        client.put(`${path}/${userId}`, {}),
        client.remove(`${path}/${userId}`),
        client.post("/api/auth/user-role", {}),
        client.remove(`/api/auth/user-role/${userId}`),
      ]);
    for (const answer of await calls(await testApp.as("WAREHOUSE_MANAGER")))
      expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
    for (const answer of await calls(testApp.visitor())) expect(answer.status).toBe(401);
  });
});

describe("an invitation", () => {
  test("[CALL:POST /api/auth/users] is mailed, works once, and its secret stands nowhere but in the mail", async () => {
    const { status, body, text } = await invite("Noor@Example.com", { roleIds: [await roleId("BUYER")] });
    expect(status, text).toBe(200);
    expect(body).toMatchObject({
      email: "noor@example.com",
      status: "invited",
      roles: [{ code: "BUYER" }],
      steps: ["inviteAgain"],
    });
    const secret = secretIn(await mailTo("noor@example.com"));
    expect(secret).toHaveLength(45);
    const dump = await asSuper(
      testApp,
      `select (select jsonb_agg(e) from events e)::text || (select jsonb_agg(m)
        from mails m)::text || coalesce((select jsonb_agg(o) from outbox o)::text, '') || (select jsonb_agg(j)
        from graphile_worker._private_jobs j)::text as everything`,
    );
    expect(JSON.stringify(dump)).not.toContain(secret);
    expect((await accept(secret)).body).toEqual({ email: "noor@example.com" });
    expect((await accept(secret)).status).toBe(410);
    const noor = testApp.visitor();
    expect((await noor.signIn("noor@example.com", "quite a long sentence of hers")).status).toBe(200);
    expect((await noor.get("/api/auth/users/me")).body).toMatchObject({ firstName: "Noor", roleMap: { BUYER: true } });
  });

  test("to an address that the company knows is refused", async () => {
    await invite("twice@example.com");
    for (const email of ["BUYER@alpha.example", "Twice@example.com"])
      expect(await invite(email)).toMatchObject({ status: 409, body: { fields: { email: expect.any(String) } } });
  });

  test("is mailed again on demand, but not twice within a minute; the old link is over then", async () => {
    const { body } = await invite("again@example.com");
    const first = secretIn(await mailTo("again@example.com"));
    expect((await admin.post(`${path}/${body["userId"]}/invite-again`)).status).toBe(429);
    await asSuper(
      testApp,
      "update password_tokens set created_at = created_at - interval '2 minutes' where user_id = $1",
      [body["userId"]],
    );
    expect((await admin.post(`${path}/${body["userId"]}/invite-again`)).body).toMatchObject({ status: "invited" });
    const second = secretIn(await mailTo("again@example.com"));
    expect((await accept(first)).status).toBe(410);
    expect((await accept(second)).status).toBe(200);
  });

  test("that is mailed is shown to nobody else", async () => {
    const { body } = await invite("mailed@example.com");
    expect(await admin.post(`${path}/${body["userId"]}/invitation-link`)).toMatchObject({
      status: 409,
      body: { code: "mails_are_sent" },
    });
  });

  test("gives no role with more than one holds oneself", async () => {
    const inviter = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_USERS", "CAN_MANAGE_USERS"]);
    const person = { email: "above@example.com", firstName: "A", lastName: "B" };
    expect(await inviter.post(path, { ...person, roleIds: [await roleId("COMPANY_ADMIN")] })).toMatchObject({
      status: 409,
      body: { code: "role_above_own" },
    });
    expect(
      await inviter.post("/api/auth/user-role", { userId: testApp.users.DRIVER, roleId: await roleId("BUYER") }),
    ).toMatchObject({ status: 409, body: { code: "role_above_own" } });
    const elsewhere = await testApp.as("COMPANY_ADMIN", "b");
    expect((await admin.post(path, { ...person, roleIds: [await roleId("VIEWER", elsewhere)] })).status).toBe(404);
    expect(await byEmail("above@example.com")).toBeUndefined();
  });
});

describe("a user", () => {
  test("[CALL:PUT /api/auth/users/{id}] is changed, with a version where one is sent", async () => {
    const one = `${path}/${testApp.users.VIEWER}`;
    const change = { firstName: "Ines", lastName: "Marques", phone: "+31 20 123", timezone: "Europe/Lisbon" };
    expect((await admin.put(one, change)).body).toMatchObject({ ...change, userId: testApp.users.VIEWER, version: 2 });
    expect(await admin.put(one, { ...change, version: 1 })).toMatchObject({
      status: 409,
      body: { code: "stale_version" },
    });
    expect(await admin.put(one, { ...change, email: "other@example.com" })).toMatchObject({
      status: 422,
      body: { fields: { email: expect.any(String) } },
    });
    expect((await admin.get(`${one}/history`)).body["items"]).toMatchObject([
      { step: "updated", actorName: "company_admin Alpha" },
    ]);
  });

  test("[CALL:POST /api/auth/user-role] [CALL:DELETE /api/auth/user-role/{id}] gets and loses a role at once", async () => {
    const driver = await testApp.as("DRIVER");
    expect((await driver.get("/api/warehouse/vendors")).status).toBe(403);
    const given = await admin.post("/api/auth/user-role", {
      userId: testApp.users.DRIVER,
      roleId: await roleId("BUYER"),
    });
    const { roles } = given.body as unknown as User;
    expect(roles.map(({ code }) => code)).toEqual(["BUYER", "DRIVER"]);
    expect((await driver.get("/api/warehouse/vendors")).status).toBe(200);
    expect(
      (await admin.post("/api/auth/user-role", { userId: testApp.users.DRIVER, roleId: await roleId("BUYER") })).body,
    ).toEqual(given.body);
    const taken = await admin.remove(`/api/auth/user-role/${roles.find(({ code }) => code === "BUYER")?.id}`);
    expect(taken).toMatchObject({ status: 200, body: { roles: [{ code: "DRIVER" }] } });
    expect((await driver.get("/api/warehouse/vendors")).status).toBe(403);
    expect((await admin.remove(`/api/auth/user-role/${roles.find(({ code }) => code === "BUYER")?.id}`)).status).toBe(
      404,
    );
  });

  test("is suspended with a reason: signed out at once, and signs in again only when reactivated", async () => {
    const dispatcher = await testApp.as("DISPATCHER");
    const one = `${path}/${testApp.users.DISPATCHER}`;
    expect((await dispatcher.get("/api/auth/users/me")).status).toBe(200);
    expect((await admin.post(`${one}/suspend`, {})).status).toBe(422);
    expect((await admin.post(`${one}/suspend`, { reason: "left the laptop on a train" })).body).toMatchObject({
      status: "suspended",
      steps: ["reactivate"],
    });
    expect((await dispatcher.get("/api/auth/users/me")).status).toBe(401);
    expect((await testApp.visitor().signIn("dispatcher@alpha.example")).status).toBe(422);
    expect((await admin.post(`${one}/reactivate`)).body).toMatchObject({ status: "active" });
    expect((await dispatcher.get("/api/auth/users/me")).status).toBe(401);
    expect((await testApp.visitor().signIn("dispatcher@alpha.example")).status).toBe(200);
  });

  test("[CALL:DELETE /api/auth/users/{userId}] is removed: signed out, without roles, and can be invited again later", async () => {
    const receiver = await testApp.as("RECEIVER");
    expect((await admin.remove(`${path}/${testApp.users.RECEIVER}`)).status).toBe(204);
    expect((await receiver.get("/api/auth/users/me")).status).toBe(401);
    expect((await list()).map(({ email }) => email)).not.toContain("receiver@alpha.example");
    expect(await byEmail("receiver@alpha.example")).toMatchObject({ status: "deactivated", roles: [] });
    expect((await admin.remove(`${path}/${testApp.users.RECEIVER}`)).status).toBe(409);
    const back = await invite("receiver@alpha.example", { roleIds: [await roleId("RECEIVER")] });
    expect(back.body).toMatchObject({
      userId: testApp.users.RECEIVER,
      status: "invited",
      archivedAt: null,
      roles: [{ code: "RECEIVER" }],
    });
    expect((await testApp.visitor().signIn("receiver@alpha.example")).status).toBe(422);
  });

  test("does none of it to the own account", async () => {
    const one = `${path}/${testApp.users.COMPANY_ADMIN}`;
    const own = (await list()).find(({ userId }) => userId === testApp.users.COMPANY_ADMIN);
    const refused = { status: 409, body: { code: "own_account" } };
    expect(own?.steps).toEqual([]);
    expect(await admin.remove(one)).toMatchObject(refused);
    expect(await admin.post(`${one}/suspend`, { reason: "for fun" })).toMatchObject(refused);
    expect(
      await admin.post("/api/auth/user-role", { userId: testApp.users.COMPANY_ADMIN, roleId: await roleId("DRIVER") }),
    ).toMatchObject(refused);
    expect(await admin.remove(`/api/auth/user-role/${own?.roles[0]?.id}`)).toMatchObject(refused);
  });

  test("that is the last administrator stays one, whoever asks", async () => {
    const root = await testApp.as("SUPER_ADMIN");
    const refused = { status: 409, body: { code: "last_administrator" } };
    const before = (await list(root)).find(({ userId }) => userId === testApp.users.COMPANY_ADMIN);
    await asSuper(
      testApp,
      "delete from user_roles where role_id in (select id from roles where code like 'R________________________________')",
    );
    expect(await root.remove(`${path}/${testApp.users.COMPANY_ADMIN}`)).toMatchObject(refused);
    expect(await root.post(`${path}/${testApp.users.COMPANY_ADMIN}/suspend`, { reason: "no reason" })).toMatchObject(
      refused,
    );
    expect(await root.remove(`/api/auth/user-role/${before?.roles[0]?.id}`)).toMatchObject(refused);
    await root.post("/api/auth/user-role", { userId: testApp.users.BUYER, roleId: await roleId("COMPANY_ADMIN") });
    expect((await root.remove(`/api/auth/user-role/${before?.roles[0]?.id}`)).status).toBe(200);
    expect((await admin.get(path)).status).toBe(403);
    await root.post("/api/auth/user-role", {
      userId: testApp.users.COMPANY_ADMIN,
      roleId: await roleId("COMPANY_ADMIN", root),
    });
  });

  test("who holds the whole installation is changed by SUPER_ADMIN only", async () => {
    expect(await admin.remove(`${path}/${testApp.users.SUPER_ADMIN}`)).toMatchObject({
      status: 409,
      body: { code: "super_admin" },
    });
    expect(await admin.put(`${path}/${testApp.users.SUPER_ADMIN}`, { firstName: "X", lastName: "Y" })).toMatchObject({
      status: 409,
      body: { code: "super_admin" },
    });
  });

  test("of another company is not found", async () => {
    const elsewhere = await testApp.as("COMPANY_ADMIN", "b");
    const theirs = (await list(elsewhere)).find(({ email }) => email === "buyer@beta.example");
    const id = theirs?.userId;
    const answers = [
      await admin.get(`${path}/${id}`),
      await admin.put(`${path}/${id}`, { firstName: "X", lastName: "Y" }),
      await admin.remove(`${path}/${id}`),
      await admin.post(`${path}/${id}/suspend`, { reason: "not ours" }),
      await admin.post("/api/auth/user-role", { userId: id, roleId: await roleId("DRIVER") }),
      await admin.remove(`/api/auth/user-role/${theirs?.roles[0]?.id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await testApp.visitor().signIn("buyer@beta.example", testPassword)).status).toBe(200);
  });

  test("two administrators who remove each other at the same moment leave one", async () => {
    const rolePair = await roleId("COMPANY_ADMIN", await testApp.as("COMPANY_ADMIN", "b"));
    const first = await testApp.as("COMPANY_ADMIN", "b");
    const all = await list(first);
    const id = (email: string) => all.find((user) => user.email === email)?.userId ?? "";
    await first.post("/api/auth/user-role", { userId: id("viewer@beta.example"), roleId: rolePair });
    const second = testApp.visitor();
    await second.signIn("viewer@beta.example");
    const answers = await Promise.all([
      first.remove(`${path}/${id("viewer@beta.example")}`),
      second.remove(`${path}/${id("company-admin@beta.example")}`),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(
      (await list(await testApp.as("SUPER_ADMIN", "b"), "?status=active")).filter(({ roles }) =>
        roles.some(({ code }) => code === "COMPANY_ADMIN"),
      ),
    ).toHaveLength(1);
  });
});
