// Not conformed: the calls of sign-in are no records; what they promise is tested here and in main/session.test.ts.
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, testPassword, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

test("[CALL:GET /api/settings] [REC-7] answers anybody, with the address of the product, and sets the anti-forgery cookie", async () => {
  const visitor = testApp.visitor();
  const { status, body } = await visitor.get("/api/settings");
  expect(status).toBe(200);
  expect(body).toMatchObject({ app_url: "http://127.0.0.1:4400", product: "Waybill", demo: null });
  expect(visitor.cookies.has("XSRF-TOKEN")).toBe(true);
});

test("[CALL:GET /api/currencies] [CALL-X2] answers a plain array with the minor units of ISO 4217", async () => {
  const { body } = await (await testApp.as("VIEWER")).get("/api/currencies");
  expect(body).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: "EUR", symbol: "€", minorUnit: 2 }),
      expect.objectContaining({ code: "JPY", minorUnit: 0 }),
      expect.objectContaining({ code: "BHD", minorUnit: 3 }),
    ]),
  );
  expect((await testApp.visitor().get("/api/currencies")).status).toBe(401);
});

test("[CALL:POST /api/auth/logins] [CALL:GET /api/auth/users/me] [CALL:DELETE /api/auth/logins] sign in, know who one is, sign out", async () => {
  const client = testApp.visitor();
  expect((await client.get("/api/auth/users/me")).status).toBe(401);
  expect((await client.signIn("BUYER@alpha.example", testPassword)).status).toBe(200);
  expect((await client.get("/api/auth/users/me")).body).toMatchObject({
    email: "buyer@alpha.example",
    company: { id: testApp.companies.a },
    selectedMenu: { to: expect.stringMatching(/^\//) },
  });
  expect((await client.remove("/api/auth/logins")).status).toBe(204);
  expect((await client.get("/api/auth/users/me")).status).toBe(401);
});

test("[CALL-X1] a write without the anti-forgery pair, or with another session's, is refused", async () => {
  const buyer = await testApp.as("BUYER");
  const viewer = await testApp.as("VIEWER");
  const vendor = { code: "X", name: "X", currency: "EUR" };
  const foreign = viewer.cookies.get("XSRF-TOKEN") ?? "";
  for (const headers of [
    { "x-xsrf-token": "" },
    { "x-xsrf-token": foreign },
    {
      "x-xsrf-token": foreign,
      cookie: `waybill-session=${buyer.cookies.get("waybill-session")}; XSRF-TOKEN=${foreign}`,
    },
  ]) {
    expect(await buyer.post("/api/warehouse/vendors", vendor, headers)).toMatchObject({
      status: 400,
      body: { code: "csrf" },
    });
  }
  expect((await buyer.post("/api/warehouse/vendors", vendor)).status).toBe(200);
});

test("[CALL:PUT /api/auth/select-module/{id}] chooses a module that the user has, and no other", async () => {
  const admin = await testApp.as("COMPANY_ADMIN");
  const { body } = await admin.get("/api/auth/users/me");
  const modules = (body["modules"] as unknown as { id: string }[]).map(({ id }) => id);
  for (const id of modules) {
    expect((await admin.put(`/api/auth/select-module/${id}`)).status, id).toBe(200);
    expect((await admin.get("/api/auth/users/me")).body).toMatchObject({ selectedModule: { id } });
  }
  expect(modules.length).toBeGreaterThan(0);
  expect((await admin.put("/api/auth/select-module/nonsense")).status).toBe(404);
});

test("where no mail leaves, whoever has guessed too often is not sent to a mail", async () => {
  await asSuper(
    testApp,
    `insert into sign_in_attempts (bucket, failures, blocked_until)
      values ('password dispatcher@alpha.example from anywhere', 100, 'infinity')`,
  );
  const { status, body } = await testApp.visitor().signIn("dispatcher@alpha.example");
  expect([status, body.message]).toEqual([
    429,
    "Too many tries. Sign in on a device where you did before, or ask whoever runs this server for a link to choose a new password: they make one there with npm run reset-password.",
  ]);
});
