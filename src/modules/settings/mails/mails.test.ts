import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startWorld, type World } from "#main/testing.ts";
import { clientWith } from "#server/testing/people.ts";
import { defaultRoles } from "../roles/default-roles.server.ts";

// Not conformed: mails are written by jobs, never by a person; one can only look.
let world: World;
beforeAll(async () => {
  world = await startWorld({ jobs: true });
});
afterAll(() => world.close());

async function kept(): Promise<{ id: string; status: string; recipient: string }> {
  const admin = await world.as("COMPANY_ADMIN");
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { items } = (await admin.get("/api/settings/mails")).body;
    const mail = items.find(({ status }) => status === "kept");
    if (mail) return { id: mail.id, status: mail.status, recipient: String(mail["recipient"]) };
    await new Promise((later) => setTimeout(later, 100));
  }
  throw new Error("no mail was kept in 10 s");
}

test("without an SMTP server mails are kept, and an administrator reads them; others and other companies do not", async () => {
  const admin = await world.as("COMPANY_ADMIN");
  const [role] = await asSuper<{ id: string }>(
    world,
    "select id from roles where code = 'VIEWER' and company_id = $1",
    [world.companies.a],
  );
  const invited = await admin.post("/api/auth/users", {
    email: "new.colleague@alpha.example",
    firstName: "New",
    lastName: "Colleague",
    roleIds: [role?.id],
  });
  expect(invited.status, invited.text).toBe(200);
  const mail = await kept();
  expect(mail.recipient).toBe("new.colleague@alpha.example");
  const whole = await admin.get(`/api/settings/mails/${mail.id}`);
  expect(whole.text).toContain("/accept-invite#t=");
  expect((await (await world.as("BUYER")).get("/api/settings/mails")).status).toBe(403);
  expect((await (await world.as("BUYER")).get(`/api/settings/mails/${mail.id}`)).status).toBe(403);
  expect((await (await world.as("COMPANY_ADMIN", "b")).get(`/api/settings/mails/${mail.id}`)).status).toBe(404);
});

test("the outbox is for whoever holds its own permission, and of the roles only the administrator does", async () => {
  const reader = await clientWith(world, ["CAN_VIEW", "CAN_VIEW_MAILS"]);
  expect((await reader.get("/api/settings/mails")).status).toBe(200);
  const manager = await clientWith(world, ["CAN_VIEW", "CAN_MANAGE_USERS"]);
  for (const path of ["/api/settings/mails", "/api/settings/mails/export.csv"])
    expect((await manager.get(path)).status, path).toBe(403);
  expect(
    defaultRoles.filter(({ permissions }) => permissions.includes("CAN_VIEW_MAILS")).map(({ code }) => code),
  ).toEqual(["COMPANY_ADMIN"]);
});
