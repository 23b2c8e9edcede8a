// Not conformed: an invitation's link is made and shown, never kept. No mail server is set in the first part, one in the second.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientWith } from "#main/testing/records/people.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { untilDone } from "#main/testing/jobs.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";
import { asSuper, startTestApp, testPassword, type Client, type TestApp } from "#main/testing/test-app.ts";
import type { Role } from "../roles/roles.contract.ts";

const path = "/api/auth/users";
const password = "quite a long sentence of hers";

/** What an administrator of this installation does, and whoever has a link. */
function verbs(testApp: TestApp, admin: Client) {
  const roleId = async (code: string) =>
    ((await admin.get("/api/auth/roles")).body as unknown as Role[]).find((role) => role.code === code)?.id ?? "";
  const invite = async (email: string, roleIds: readonly string[] = [], by = admin): Promise<string> =>
    String((await saved(by.post(path, { email, firstName: "New", lastName: "Person", roleIds })))["userId"]);
  return {
    roleId,
    invite,
    give: async (userId: string, code: string) =>
      saved(admin.post("/api/auth/user-role", { userId, roleId: await roleId(code) })),
    accept: async (token: string) => {
      const visitor = testApp.visitor();
      await visitor.get("/api/settings");
      const { status } = await visitor.post("/api/auth/accept-invite", {
        token,
        firstName: "Noor",
        lastName: "Bakker",
        password,
      });
      return status;
    },
  };
}

describe("where no mail leaves, a link that was shown", () => {
  let testApp: TestApp;
  let admin: Client;
  let manager: Client;
  let { roleId, invite, give, accept } = {} as ReturnType<typeof verbs>;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await testApp.as("COMPANY_ADMIN");
    manager = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_USERS", "CAN_MANAGE_USERS"]);
    ({ roleId, invite, give, accept } = verbs(testApp, admin));
  });
  afterAll(() => testApp.close());
  const show = async (userId: string, by = admin) =>
    String((await saved(by.post(`${path}/${userId}/invitation-link`)))["url"]).split("#t=")[1] ?? "";
  const makeRole = async (name: string): Promise<Role> =>
    (await saved(admin.post("/api/auth/roles", { name, permissions: ["CAN_VIEW"] }))) as unknown as Role;

  test("is over once the invited person is given a role: whoever saw it does not become what they are now", async () => {
    const userId = await invite("grows@example.com", [], manager);
    const seen = await show(userId, manager);
    await give(userId, "COMPANY_ADMIN");
    expect(await accept(seen)).toBe(410);
    expect((await manager.post(`${path}/${userId}/invitation-link`)).status).toBe(409);
    expect(await accept(await show(userId))).toBe(200);
  });

  test("is over once a role of theirs holds more, whichever way it is written; not when it holds less", async () => {
    const role = await makeRole("Holds more");
    const userId = await invite("more@example.com", [role.id]);
    const one = `/api/auth/roles/${role.id}`;
    const seen = await show(userId);
    const changed = await saved(
      admin.put(one, { name: role.name, permissions: ["CAN_VIEW", "CAN_VIEW_USERS"], version: role.version }),
    );
    expect(await accept(seen)).toBe(410);
    const seenAgain = await show(userId);
    const held = { id: role.id, permissions: ["CAN_VIEW", "CAN_VIEW_USERS", "CAN_MANAGE_USERS"] };
    expect((await admin.put("/api/auth/roles", { roles: [{ ...held, version: changed["version"] }] })).status).toBe(
      200,
    );
    expect(await accept(seenAgain)).toBe(410);
    const last = await show(userId);
    const { version } = await saved(
      admin.get("/api/auth/roles").then(({ body, ...answer }) => ({
        ...answer,
        body: (body as unknown as Role[]).find(({ id }) => id === role.id) as never,
      })),
    );
    await saved(admin.put(one, { name: role.name, permissions: ["CAN_VIEW"], version }));
    expect(await accept(last)).toBe(200);
  });

  test("stays good for others, and where a role is given that they have", async () => {
    const [userId, other] = [
      await invite("same@example.com", [await roleId("VIEWER")]),
      await invite("other@example.com"),
    ];
    const [seen, theirs] = [await show(userId), await show(other)];
    await give(userId, "VIEWER");
    await give(userId, "BUYER");
    await give(userId, "RECEIVER"); // nothing is left to end
    expect([await accept(seen), await accept(theirs)]).toEqual([410, 200]);
    expect((await saved(admin.get(`${path}/${userId}/history`)))["items"]).toMatchObject([
      { step: "roleAssigned" },
      { step: "invitationEnded" },
      { step: "roleAssigned" },
      { step: "invitationShown" },
      { step: "invited" },
    ]);
  });

  test("is over once the invitation is withdrawn, also for the next one to the same person", async () => {
    const email = "withdrawn@example.com";
    const userId = await invite(email, [], manager);
    const seen = await show(userId, manager);
    expect((await admin.remove(`${path}/${userId}`)).status).toBe(204);
    expect(await accept(seen)).toBe(410);
    expect(await invite(email, [await roleId("COMPANY_ADMIN")])).toBe(userId);
    expect(await accept(seen)).toBe(410);
    expect(await accept(await show(userId))).toBe(200);
  });

  test("is over for an invitation anew, whatever was left of the first one", async () => {
    const userId = await invite("left.over@example.com");
    await admin.remove(`${path}/${userId}`);
    const seen = await show(await invite("left.over@example.com"));
    await asSuper(testApp, "update users set status = 'deactivated' where id = $1", [userId]); // as an earlier version did
    await invite("left.over@example.com", [await roleId("COMPANY_ADMIN")]);
    expect(await accept(seen)).toBe(410);
  });

  test("for whoever ran the installation and was removed makes them a user like others", async () => {
    const email = "ran.it@example.com";
    const userId = await invite(email);
    await admin.remove(`${path}/${userId}`);
    await asSuper(testApp, "update users set is_super_admin = true where id = $1", [userId]);
    expect(await invite(email)).toBe(userId);
    const rows = await asSuper(testApp, "select is_super_admin from users where id = $1", [userId]);
    expect(rows).toEqual([{ is_super_admin: false }]);
  });

  test("of a person who was removed or suspended nothing is left that lets in: no link, no half sign-in, no known browser", async () => {
    const left = (id: string) =>
      asSuper<{ what: string }>(
        testApp,
        `select purpose as what from password_tokens where user_id = $1 and used_at is null
          union all select kind from sign_in_steps where user_id = $1
          union all select 'session' from sessions where user_id = $1
          union all select 'browser' from known_devices where user_id = $1 order by what`,
        [id],
      ).then((rows) => rows.map(({ what }) => what));
    const give = async (id: string) => {
      for (const statement of [
        `insert into password_tokens (user_id, purpose, token_hash, expires_at)
          values ($1::uuid, 'reset', sha256(convert_to($1::text || now(), 'UTF8')), now() + interval '1 hour')`,
        `insert into sign_in_steps (user_id, kind, token_hash, expires_at)
          values ($1::uuid, 'code', sha256(convert_to($1::text || now(), 'UTF8')), now() + interval '1 hour')`,
        `insert into known_devices (user_id, token_hash) values ($1::uuid, sha256(convert_to($1::text, 'UTF8')))
          on conflict do nothing`,
      ])
        await asSuper(testApp, statement, [id]);
    };
    await testApp.visitor().signIn("buyer@alpha.example", testPassword);
    const id = testApp.users.BUYER;
    await give(id);
    await saved(admin.post(`${path}/${id}/suspend`, { reason: "on leave" }));
    expect([...new Set(await left(id))]).toEqual(["browser"]); // they come back to it
    await saved(decide(admin, `${path}/${id}/reactivate`));
    await give(id);
    expect((await admin.remove(`${path}/${id}`)).status).toBe(204);
    expect(await left(id)).toEqual([]);
  });
});

describe("where mails leave, an invitation", () => {
  let testApp: MailApp;
  let admin: Client;
  let { invite, give, accept } = {} as ReturnType<typeof verbs>;
  beforeAll(async () => {
    testApp = await startMailApp();
    admin = await testApp.as("COMPANY_ADMIN");
    ({ invite, give, accept } = verbs(testApp, admin));
  });
  afterAll(() => testApp.close());
  const mailTo = async (email: string) =>
    /#t=([\w.-]{45})/.exec((await testApp.sink.next(email, "invites you")).text)?.[1] ?? "";

  test("is mailed anew when the person is given a role: the first link is over, nobody has to send one", async () => {
    const email = "mailed.anew@example.com";
    const userId = await invite(email);
    const first = await mailTo(email);
    await give(userId, "BUYER");
    const second = await mailTo(email);
    expect([await accept(first), await accept(second)]).toEqual([410, 200]);
  });

  test("is mailed anew five times within an hour, like each; then somebody sends it again", async () => {
    const email = "many.roles@example.com";
    const userId = await invite(email);
    for (const code of ["BUYER", "RECEIVER", "VIEWER", "DISPATCHER"]) {
      await mailTo(email);
      await give(userId, code);
    }
    const last = await mailTo(email);
    await give(userId, "DOCK_SUPERVISOR");
    await untilDone(testApp);
    expect(testApp.sink.mails.filter(({ to }) => to === email)).toHaveLength(5);
    expect(await accept(last)).toBe(410);
  });
});
