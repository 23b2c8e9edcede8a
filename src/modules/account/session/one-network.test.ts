// Not conformed: what is counted by address is no record.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ trustedProxies: ["127.0.0.1"], smtpUrl: "smtp://127.0.0.1:9" });
});
afterAll(() => testApp.close());

/** The nth address of one subscriber, and one of somebody else's. */
const from = (n: number) => ({ "x-forwarded-for": `2001:db8:0:7::${n.toString(16)}` });
const elsewhere = { "x-forwarded-for": "2001:db8:0:8::1" };

describe("whoever has a whole network of IPv6 has the tries of one address", () => {
  test("to ask for mails with a new password", async () => {
    const visitor = testApp.visitor();
    await visitor.get("/api/settings");
    const ask = async (n: number, headers = from(n)) =>
      (await visitor.post("/api/auth/reset-password", { email: `nobody${n}@example.com` }, headers)).status;
    expect(await Promise.all(Array.from({ length: 25 }, (_, n) => ask(n + 1)))).toContain(429);
    expect(await ask(99, elsewhere)).toBe(200);
    const email = "one.mailbox@example.com";
    const toOne = (n: number) => visitor.post("/api/auth/reset-password", { email }, from(n));
    await asSuper(testApp, "delete from sign_in_attempts");
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => toOne(n + 1)));
    expect(answers.map(({ status }) => status)).toContain(429);
  });

  test("to guess the code that switches a second factor on", async () => {
    const buyer = await testApp.as("BUYER");
    const guess = async (n: number) =>
      (await buyer.post("/api/auth/second-factor/confirm", { code: "000000" }, from(n))).status;
    const answers = [];
    for (let n = 1; n <= 7; n += 1) answers.push(await guess(n));
    expect([answers[0], answers[6]]).toEqual([422, 429]);
  });

  test("to ask for accounts of companies", async () => {
    const visitor = testApp.visitor();
    await visitor.get("/api/settings");
    const ask = async (n: number, headers = from(n)) => {
      const person = { firstName: "Mira", lastName: "Holt", password: "nine lorries under the rain" };
      const { status } = await visitor.post(
        "/api/auth/registrations",
        { ...person, email: `mira${n}@example.com` },
        headers,
      );
      return status;
    };
    expect(await ask(1)).toBe(200);
    await asSuper(
      testApp,
      `insert into registrations (email, first_name, last_name, address)
        select n || '@flood.example', 'F', 'L', address from registrations, generate_series(1, 19) n`,
    );
    expect([await ask(2), await ask(3, elsewhere)]).toEqual([429, 200]);
  });
});
