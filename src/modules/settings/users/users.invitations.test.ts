// Not conformed: users are invited, never written whole.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, type Client } from "#main/testing/test-app.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";
import type { User } from "./users.contract.ts";

const path = "/api/auth/users";
const password = "quite a long sentence of hers";
let testApp: MailApp;
let admin: Client;
let elsewhere: Client;
beforeAll(async () => {
  testApp = await startMailApp();
  admin = await testApp.as("COMPANY_ADMIN");
  elsewhere = await testApp.as("COMPANY_ADMIN", "b");
});
afterAll(() => testApp.close());

// Plain arrays, as section 7 of the specification has them.
const list = async (client = admin) => (await client.get(path)).body as unknown as User[];
const invite = (email: string, client = admin) => client.post(path, { email, firstName: "New", lastName: "Person" });
const byEmail = async (email: string, client = admin) => (await list(client)).find((user) => user.email === email);
const mailTo = async (recipient: string) => (await testApp.sink.next(recipient, "invites you")).text;
const secretIn = (text: string) => /#t=([\w.-]{45})/.exec(text)?.[1] ?? "";
async function accept(token: string) {
  const visitor = testApp.visitor();
  await visitor.get("/api/settings");
  return visitor.post("/api/auth/accept-invite", { token, firstName: "Noor", lastName: "Bakker", password });
}

describe("an invitation", () => {
  describe("to an address that has an account in another company", () => {
    const told = (person: Record<string, unknown> | undefined) => ({
      ...person,
      userId: "",
      email: "",
      createdAt: "",
      updatedAt: "",
    });

    test("looks, here and when it is sent again, like one to an address that nobody has", async () => {
      const [theirs, nobodys] = [await invite("buyer@beta.example"), await invite("nobody@example.com")];
      expect([theirs.status, told(theirs.body)]).toEqual([200, told(nobodys.body)]);
      expect(told(await byEmail("buyer@beta.example"))).toEqual(told(await byEmail("nobody@example.com")));
      await testApp.sink.next("nobody@example.com", "invites you");
      await testApp.sink.next("buyer@beta.example", "invites you");
      const again = await Promise.all(
        [theirs, nobodys].map(({ body }) => admin.post(`${path}/${body["userId"]}/invite-again`)),
      );
      expect(again.map(({ status }) => status)).toEqual([429, 429]);
    });

    test("is answered by a mail that says so, without a link that lets in; the account there stays as it is", async () => {
      const { body } = await invite("viewer@beta.example");
      const { text } = await testApp.sink.next("viewer@beta.example", "invites you");
      expect(text).toMatch(/this\s+address\s+has\s+an\s+account\s+in\s+another\s+company/);
      expect(secretIn(text)).toBe("");
      expect(text).not.toContain("Beta");
      expect((await testApp.visitor().signIn("viewer@beta.example")).status).toBe(200);
      expect((await admin.remove(`${path}/${body["userId"]}`)).status).toBe(204);
      expect((await testApp.visitor().signIn("viewer@beta.example")).status).toBe(200);
    });
  });

  test("reaches one address five times within an hour, also after a removal; the sixth is refused and says when it can leave", async () => {
    const email = "many.mails@example.com";
    const id = String((await invite(email)).body["userId"]);
    const aMinuteOn = async () => {
      await mailTo(email);
      await asSuper(
        testApp,
        "update password_tokens set created_at = created_at - interval '2 minutes' where user_id = $1",
        [id],
      );
    };
    const again = () => admin.post(`${path}/${id}/invite-again`);
    for (let n = 2; n <= 4; n += 1) {
      await aMinuteOn();
      expect((await again()).status, `mail ${n}`).toBe(200);
    }
    await aMinuteOn();
    await admin.remove(`${path}/${id}`);
    expect((await invite(email)).status, "mail 5").toBe(200);
    await aMinuteOn();
    const refused = { status: 429, headers: { "retry-after": expect.stringMatching(/^\d{4}$/) } };
    expect(await again()).toMatchObject({
      ...refused,
      body: { message: "This was mailed 5 times within the last hour. Try again in 60 minutes." },
    });
    await admin.remove(`${path}/${id}`);
    expect(await invite(email)).toMatchObject(refused);
  });

  test("from two companies to one address: whichever is accepted first, the other one is over with a sentence", async () => {
    const email = "wanted@example.com";
    const secrets: string[] = [];
    for (const client of [admin, elsewhere]) {
      expect((await invite(email, client)).status).toBe(200);
      secrets.push(secretIn(await mailTo(email)));
    }
    const answers = await Promise.all(secrets.map((secret) => accept(secret)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "already_exists" });
    expect((await testApp.visitor().signIn(email, password)).status).toBe(200);
  });

  test("reaches who was removed from another company, and then they are in", async () => {
    const theirs = await byEmail("receiver@beta.example", elsewhere);
    await elsewhere.remove(`${path}/${theirs?.userId}`);
    expect((await invite("receiver@beta.example")).status).toBe(200);
    expect((await accept(secretIn(await mailTo("receiver@beta.example")))).status).toBe(200);
    const moved = testApp.visitor();
    await moved.signIn("receiver@beta.example", password);
    expect((await moved.get("/api/auth/users/me")).body).toMatchObject({ company: { id: testApp.companies.a } });
  });

  test("hinders nobody from registering a company with that address", async () => {
    await invite("founder@example.com");
    await mailTo("founder@example.com");
    const founder = testApp.visitor();
    await founder.get("/api/settings");
    await founder.post("/api/auth/registrations", {
      email: "founder@example.com",
      firstName: "F",
      lastName: "M",
      password,
    });
    const secret = secretIn((await testApp.sink.next("founder@example.com", "Confirm your address")).text);
    expect(await founder.post("/api/auth/registrations/confirm", { token: secret, password })).toMatchObject({
      status: 200,
    });
    expect((await founder.signIn("founder@example.com", password)).status).toBe(200);
  });
});
