// Not conformed: what holds for several nodes over one database is no record.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildApp } from "#main/app.ts";
import { asSuper, Client, startWorld, testPassword, type World } from "#main/testing.ts";

const me = "/api/auth/users/me";
let world: World;
/** Another node over the same database and the same folder. */
let node: FastifyInstance;
beforeAll(async () => {
  world = await startWorld();
  node = await buildApp({ databaseUrl: world.url, appUrl: "http://127.0.0.1:4400", dataDir: world.dataDir, smtpUrl: null, demo: false, jobs: false, webFolder: null, log: "warn" });
});
beforeEach(() => asSuper(world, "delete from sign_in_attempts"));
afterAll(async () => {
  await node.close();
  await world.close();
});

/** The same browser, answered by the other node. */
function there(client: Client): Client {
  const same = new Client(node);
  for (const [name, value] of client.cookies) same.cookies.set(name, value);
  return same;
}

test("wrong tries are counted over all nodes together", async () => {
  const here = world.visitor();
  await here.get("/api/settings");
  const other = there(here);
  for (let n = 0; n < 3; n += 1) for (const client of [here, other]) await client.post("/api/auth/logins", { email: "driver@alpha.example", password: "wrong wrong wrong" });
  expect((await other.post("/api/auth/logins", { email: "driver@alpha.example", password: testPassword })).status).toBe(429);
});

test.each([
  ["viewer", "signed out", (client: Client) => client.remove("/api/auth/logins")],
  ["receiver", "ended everywhere", (client: Client) => client.remove("/api/auth/sessions")],
  ["dispatcher", "ended by a new password", (client: Client) => client.post("/api/auth/change-password", { currentPassword: testPassword, password: "the grey heron waits at dock nine" })],
  ["buyer", "ended with the account", () => asSuper(world, "update users set status = 'suspended' where email = 'buyer@alpha.example'")],
])("the session of a %s that is %s on one node is over on every other at once", async (role, _, end) => {
  const client = world.visitor();
  expect((await client.signIn(`${role}@alpha.example`)).status).toBe(200);
  const other = there(client);
  expect((await other.get(me)).status).toBe(200);
  await end(client);
  expect((await other.get(me)).status).toBe(401);
});
