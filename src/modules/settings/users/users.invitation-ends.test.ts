// Not conformed: an invitation's link is made and shown, never kept. No mail server is set in the first part, one in the second.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientWith } from "#main/testing/records/people.ts";
import { saved } from "#main/testing/records/orders.ts";
import { untilDone } from "#main/testing/jobs.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
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
