import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { follow, type Followed } from "#main/testing/live.ts";
import { clientOf, startProduct, stopProduct, type Product } from "#main/testing/product/product.ts";
import { startTestApp, testPassword, type Client, type TestRole, type TestApp } from "./testing/test-app.ts";

/** The heartbeat of the product is 25 s. */
const twoHeartbeats = { timeout: 50_000, interval: 50 };

let testApp: TestApp;
let nodes: readonly [Product, Product];
let admin: Client;
const open: Followed[] = [];
beforeAll(async () => {
  testApp = await startTestApp();
  const start = () => startProduct(testApp.dataDir, { DATABASE_URL: testApp.url });
  nodes = await Promise.all([start(), start()]);
  admin = await signedIn("COMPANY_ADMIN");
});
afterAll(async () => {
  for (const { close } of open) close();
  await Promise.all(nodes.map((node) => stopProduct(node)));
  await testApp.close();
});

const at = (node: 0 | 1): Client => clientOf(nodes[node].address);
const emailOf = (role: TestRole) => `${role.toLowerCase().replaceAll("_", "-")}@alpha.example`;

/** Somebody who signed in on the first node. */
async function signedIn(role: TestRole): Promise<Client> {
  const client = at(0);
  expect((await client.signIn(emailOf(role))).status).toBe(200);
  return client;
}

/** The same session on the second node. */
function onTheSecond({ cookies }: Client): Client {
  const there = at(1);
  for (const [name, value] of cookies) there.cookies.set(name, value);
  return there;
}

/** That, and its event stream there. */
async function onTheOther(client: Client): Promise<{ there: Client; stream: Followed }> {
  const there = onTheSecond(client);
  expect((await there.get("/api/auth/users/me")).status).toBe(200);
  const stream = await follow(nodes[1].address, there);
  expect(stream.status).toBe(200);
  open.push(stream);
  return { there, stream };
}

async function endsWith(stream: Followed, word: "over" | "changed"): Promise<void> {
  await expect.poll(stream.isOver, twoHeartbeats).toBe(true);
  expect(stream.names().at(-1)).toBe(word);
}

describe("what happens on one node is felt on the other at the next request, and closes its event stream", () => {
  test("signing out", async () => {
    const here = await signedIn("RECEIVER");
    const { there, stream } = await onTheOther(here);
    expect((await here.remove("/api/auth/logins")).status).toBe(204);
    expect(await there.get("/api/auth/users/me")).toMatchObject({ status: 401, body: { code: "sign_in_required" } });
    await endsWith(stream, "over");
  });

  test("suspending a user", async () => {
    const { there, stream } = await onTheOther(await signedIn("BUYER"));
    const answer = await admin.post(`/api/auth/users/${testApp.users.BUYER}/suspend`, { reason: "Left the company" });
    expect(answer.status, answer.text).toBe(200);
    expect((await there.get("/api/auth/users/me")).status).toBe(401);
    await endsWith(stream, "over");
  });

  test("changing a password", async () => {
    const { there, stream } = await onTheOther(await signedIn("DISPATCHER"));
    const elsewhere = await signedIn("DISPATCHER");
    const answer = await elsewhere.post("/api/auth/change-password", {
      currentPassword: testPassword,
      password: "another sentence for the tests",
    });
    expect(answer.status, answer.text).toBe(200);
    expect((await there.get("/api/auth/users/me")).status).toBe(401);
    await endsWith(stream, "over");
  });

  test("giving a role and taking it", async () => {
    const { there, stream } = await onTheOther(await signedIn("VIEWER"));
    const write = (code: string) => there.post("/api/warehouse/vendors", { code, name: code, currency: "EUR" });
    expect((await write("TWO-1")).status).toBe(403);
    const roles = (await admin.get("/api/auth/roles")).body as unknown as { id: string; code: string }[]; // an array, by its contract
    const roleId = roles.find(({ code }) => code === "BUYER")?.id;
    const given = await admin.post("/api/auth/user-role", { userId: testApp.users.VIEWER, roleId });
    expect(given.status, given.text).toBe(200);
    expect((await write("TWO-1")).status).toBe(200);
    await endsWith(stream, "changed");

    const again = await follow(nodes[1].address, there);
    open.push(again);
    // as users.contract.ts has it
    const held = (given.body["roles"] as { id: string; roleId: string }[]).find((one) => one.roleId === roleId);
    const taken = await admin.remove(`/api/auth/user-role/${held?.id}`);
    expect(taken.status, taken.text).toBe(200);
    expect((await write("TWO-2")).status).toBe(403);
    await endsWith(again, "changed");
  });
});

test("what one node writes is heard on the other", async () => {
  const { stream } = await onTheOther(await signedIn("WAREHOUSE_MANAGER"));
  const { body } = await admin.post("/api/warehouse/vendors", { code: "TWO-3", name: "Heard", currency: "EUR" });
  await expect.poll(stream.changes, { timeout: 10_000 }).toContain(`vendor ${body.id}`);
});

test("wrong passwords are counted across both", async () => {
  const [one, other] = [at(0), at(1)];
  const statuses: number[] = [];
  for (let n = 0; n < 12 && statuses.at(-1) !== 429; n += 1)
    statuses.push((await (n % 2 ? other : one).signIn(emailOf("DRIVER"), "not the password")).status);
  const alone = [422, 422, 422, 422, 422, 422, 429];
  expect(statuses).toEqual(alone);
  for (const client of [at(0), at(1)]) expect((await client.signIn(emailOf("DRIVER"))).status).toBe(429);
});

describe("whoever followed a node that is gone loses nothing on the other", () => {
  /** What was written in between is heard on the second node. */
  async function goesOnThere(stream: Followed, client: Client): Promise<void> {
    const code = `GONE-${open.length}`;
    const written = await onTheSecond(client).post("/api/warehouse/vendors", { code, name: code, currency: "EUR" });
    expect(written.status, written.text).toBe(200);
    const again = await follow(nodes[1].address, client, { "last-event-id": stream.last() });
    open.push(again);
    await expect.poll(again.changes, { timeout: 10_000 }).toContain(`vendor ${written.body.id}`);
  }

  test("when it stops: it says goodbye, and waits for no stream", async () => {
    const client = await signedIn("WAREHOUSE_MANAGER");
    const stream = await follow(nodes[0].address, client);
    nodes[0].child.kill("SIGTERM");
    await expect.poll(() => nodes[0].child.exitCode, { timeout: 15_000 }).toBe(0);
    expect(stream.names().at(-1)).toBe("bye");
    await goesOnThere(stream, client);
  });

  test("when it is killed", async () => {
    nodes = [await startProduct(testApp.dataDir, { DATABASE_URL: testApp.url }), nodes[1]];
    const client = await signedIn("WAREHOUSE_MANAGER");
    const stream = await follow(nodes[0].address, client);
    await expect.poll(stream.last, { timeout: 10_000 }).not.toBe("");
    await stopProduct(nodes[0], "SIGKILL");
    await expect.poll(stream.isOver, { timeout: 10_000 }).toBe(true);
    await goesOnThere(stream, client);
  });
});
