import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "./testing/test-app.ts";

// Two calls a minute: the next one comes free after half a minute, longer than any of these tests takes.
let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ callsPerMinute: 2 });
});
afterAll(() => testApp.close());

const path = "/api/auth/users/me";
const statuses = async (client: Client, times: number) => {
  const answers: number[] = [];
  for (let n = 0; n < times; n += 1) answers.push((await client.get(path)).status);
  return answers;
};

test("sessions that call from one address, as behind a proxy, are held to their pace each for itself", async () => {
  expect(await statuses(await testApp.as("BUYER"), 3)).toEqual([200, 200, 429]);
  expect(await statuses(await testApp.as("RECEIVER"), 3)).toEqual([200, 200, 429]);
});

test("calls that a session sends all at once are counted, also before the session was ever seen", async () => {
  const client = await testApp.as("DISPATCHER");
  const answers = await Promise.all(Array.from({ length: 12 }, () => client.get(path)));
  expect(answers.filter(({ status }) => status === 200).length).toBe(2);
});

test("a made-up session is no session: it has no calls of its own to use up, and takes none from a true one", async () => {
  const spent = await testApp.as("VIEWER");
  expect(await statuses(spent, 3)).toEqual([200, 200, 429]);
  const stranger = testApp.visitor();
  for (const name of ["waybill-session", "waybill-link"]) {
    stranger.cookies.clear();
    stranger.cookies.set(name, "made up");
    expect(await statuses(stranger, 5)).toEqual([401, 401, 401, 401, 401]);
  }
  for (let n = 0; n < 300; n += 1) {
    stranger.cookies.set("waybill-session", `made up ${n}`);
    expect((await stranger.get(path)).status).toBe(401);
  }
  expect(await statuses(spent, 2)).toEqual([429, 429]);
  expect(await statuses(await testApp.as("WAREHOUSE_MANAGER"), 2)).toEqual([200, 200]);
});

test("a made-up cookie beside a true one does not get it more calls", async () => {
  const client = await testApp.as("DRIVER");
  expect(await statuses(client, 2)).toEqual([200, 200]);
  client.cookies.set("waybill-link", "made up");
  expect(await statuses(client, 2)).toEqual([429, 429]);
});

test("the refusal is a problem in the language that the browser asks for, and says when to come back", async () => {
  const client = await testApp.as("FLEET_MANAGER");
  expect(await statuses(client, 2)).toEqual([200, 200]);
  const { status, body, headers } = await client.get(path, { "accept-language": "de" });
  expect(status).toBe(429);
  expect(body).toMatchObject({ code: "too_many", message: expect.stringContaining("Zu viele Aufrufe") });
  const seconds = Number(headers["retry-after"]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(30);
});
