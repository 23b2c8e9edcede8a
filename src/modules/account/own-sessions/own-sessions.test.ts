// Not conformed: sessions are one's own, and no records.
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, testPassword, type Client } from "#main/testing/test-app.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";
import { deviceOf } from "./device.server.ts";

const path = "/api/auth/sessions";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
let testApp: MailApp;
beforeAll(async () => void (testApp = await startMailApp()));
afterAll(() => testApp.close());

async function signedIn(email: string, client = testApp.visitor()): Promise<Client> {
  await client.get("/api/settings");
  await client.post("/api/auth/logins", { email, password: testPassword }, { "user-agent": firefox });
  return client;
}

test("one sees the own sessions, with device, address and last use, and ends one or all of them", async () => {
  const [here, there] = [await signedIn("buyer@alpha.example"), await signedIn("buyer@alpha.example")];
  await signedIn("viewer@alpha.example");
  const { items } = (await here.get(path)).body;
  expect(items).toHaveLength(2);
  expect(items[0]).toMatchObject({
    isCurrent: true,
    device: "Firefox, Linux",
    address: "127.0.0.1",
    lastSeenAt: expect.any(String),
  });
  const theirs = items.find((one) => one["isCurrent"] === false);
  expect((await here.remove(`${path}/${theirs?.id}`)).status).toBe(204);
  expect((await there.get("/api/auth/users/me")).status).toBe(401);
  expect((await here.remove(`${path}/${theirs?.id}`)).status).toBe(404);
  const again = await signedIn("buyer@alpha.example");
  expect((await here.remove(path)).status).toBe(204);
  for (const client of [here, again]) expect((await client.get("/api/auth/users/me")).status).toBe(401);
});

test("one does not see or end another's", async () => {
  const [buyer, viewer] = [await signedIn("buyer@alpha.example"), await signedIn("viewer@alpha.example")];
  const [one] = (await viewer.get(path)).body.items;
  expect((await buyer.remove(`${path}/${one?.id}`)).status).toBe(404);
  expect((await viewer.get("/api/auth/users/me")).status).toBe(200);
  expect((await testApp.visitor().get(path)).status).toBe(401);
});

test("a sign-in on a device that was not seen before is told by mail, the first ever and a known one are not", async () => {
  const laptop = await signedIn("driver@alpha.example");
  await laptop.remove("/api/auth/logins");
  await signedIn("driver@alpha.example", laptop);
  await signedIn("driver@alpha.example");
  const { text } = await testApp.sink.next("driver@alpha.example", "You signed in on a new device");
  expect(text).toMatch(/Device: Firefox, Linux[^]*Address: 127\.0\.0\.1[^]*Time: .*Europe\/Amsterdam/);
  await signedIn("driver@alpha.example", laptop);
  await signedIn("dispatcher@alpha.example", laptop);
  await signedIn("dispatcher@alpha.example");
  await testApp.sink.next("dispatcher@alpha.example", "You signed in on a new device");
  expect(
    testApp.sink.mails
      .map(({ to }) => to)
      .filter((to) => to === "driver@alpha.example" || to === "dispatcher@alpha.example"),
  ).toHaveLength(2);
});

test("a program that keeps no cookies is not told of at every sign-in", async () => {
  for (let n = 0; n < 8; n += 1) await signedIn("dock-supervisor@alpha.example");
  const rows = await asSuper<{ n: number }>(
    testApp,
    "select count(*)::int as n from known_devices where user_id = $1",
    [testApp.users.DOCK_SUPERVISOR],
  );
  expect(rows[0]?.n).toBe(8);
  for (let n = 0; n < 5; n += 1)
    await testApp.sink.next("dock-supervisor@alpha.example", "You signed in on a new device");
  await signedIn("viewer@alpha.example");
  await testApp.sink.next("viewer@alpha.example", "You signed in on a new device"); // the queue has come so far
  expect(testApp.sink.mails.filter(({ to }) => to === "dock-supervisor@alpha.example")).toHaveLength(5);
});

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
    "Edge, Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
      "Version/18.6 Mobile/15E148 Safari/604.1",
    "Safari, iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
    "Chrome, Android",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
    "Safari, Mac",
  ],
  ["curl/8.9", "Unknown device"],
])("%s is called %s", (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
