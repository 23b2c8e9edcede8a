import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { demoMark } from "#main/config.ts";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { startMailSink } from "#main/testing/mail/mail-sink.ts";

const path = "/api/settings/mails";
type Options = NonNullable<Parameters<typeof startTestApp>[0]>;

/** A world that is the demo on somebody's own machine, as far as nothing else is said. */
function startDemoApp(over: Options = {}): Promise<TestApp> {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, demoMark), "");
  return startTestApp({ jobs: true, dataDir, ...over });
}

/** The reset of the VIEWER, mailed; its id. */
async function mailedReset(testApp: TestApp): Promise<string> {
  await asSuper(testApp, "insert into outbox (company_id, task, payload) values ($1, 'mail-password-reset', $2)", [
    testApp.companies.a,
    JSON.stringify({ userId: testApp.users.VIEWER }),
  ]);
  return vi.waitFor(async () => {
    const [mail] = await asSuper<{ id: string }>(testApp, "select id from mails where status in ('kept', 'sent')");
    expect(mail).toBeDefined();
    return mail?.id ?? "";
  }, 60_000);
}

describe("whole mails are shown", () => {
  let testApp: TestApp;
  let root: Client;
  let id: string;
  beforeAll(async () => {
    testApp = await startDemoApp();
    root = await testApp.as("SUPER_ADMIN");
    id = await mailedReset(testApp);
  });
  afterAll(() => testApp.close());

  const ask = async (over: { peer?: string; host?: string; headers?: Record<string, string> } = {}) => {
    const { peer = "127.0.0.1", host = "127.0.0.1:4400", headers = {} } = over;
    const cookie = [...root.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await testApp.app.inject({
      method: "GET",
      url: `${path}/${id}`,
      remoteAddress: peer,
      headers: { cookie, host, ...headers },
    });
    expect(answer.statusCode).toBe(200);
    return answer.json<{ text: string; html: string; isMasked: boolean }>();
  };

  test("on the demo's own machine, and their links work", async () => {
    for (const over of [
      {},
      { host: "localhost:4400" },
      { host: "[::1]:4400", peer: "::1" },
      { peer: "::ffff:127.0.0.1" },
    ]) {
      const { text, html, isMasked } = await ask(over);
      expect([text, html, isMasked], JSON.stringify(over)).toEqual([
        expect.stringMatching(/change-password#t=[\w.-]{45}/),
        expect.stringMatching(/change-password#t=[\w.-]{45}/),
        false,
      ]);
    }
    const token = /#t=([\w.-]{45})/.exec((await ask()).text)?.[1];
    const visitor = testApp.visitor();
    await visitor.get("/api/settings");
    const password = "der graue Reiher wartet am Tor";
    expect((await visitor.post("/api/auth/change-password", { token, password })).status).toBe(200);
  });

  test.each([
    ["from another machine", { peer: "192.168.1.20" }],
    ["from another machine that calls itself this one", { peer: "10.0.0.1", host: "localhost" }],
    ["under another name, which somebody may have pointed here", { host: "waybill.example.com" }],
    ["under an address of the network", { host: "192.168.1.2:4400" }],
    ["under a name that only begins like this machine's", { host: "localhost.example.com" }],
    ["through a web server that says for whom", { headers: { "x-forwarded-for": "203.0.113.9" } }],
    ["through one that says from which host", { headers: { "x-forwarded-host": "localhost" } }],
    ["through one that says how", { headers: { "x-forwarded-proto": "https" } }],
    ["through one that says it in the newer way", { headers: { forwarded: "for=203.0.113.9" } }],
    ["through one that says who asked", { headers: { "x-real-ip": "127.0.0.1" } }],
    ["through one that names itself", { headers: { via: "1.1 proxy" } }],
  ])("not %s", async (_, over) => {
    const { text, html, isMasked } = await ask(over);
    expect(`${text}${html}`).not.toMatch(/#t=[\w.-]/);
    expect([text, isMasked]).toEqual([expect.stringContaining("/change-password#t=•"), true]);
  });

  test("to nobody who may not read them masked", async () => {
    expect((await (await testApp.as("COMPANY_ADMIN")).get(`${path}/${id}`)).status).toBe(404);
  });

  test("and stand whole in no row and no file", async () => {
    const secret = /#t=0\.([\w-]{43})/.exec((await ask()).text)?.[1] ?? "";
    expect(secret, "without the cell").toHaveLength(43);
    const files = readdirSync(testApp.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.map(({ name }) => name)).toContain(`${id}.eml`);
    for (const { parentPath, name } of files) {
      const content = readFileSync(join(parentPath, name), "utf8");
      for (const text of [content, content.replace(/=\r\n/g, "")]) expect(text, name).not.toContain(secret);
    }
    const tables = await asSuper<{ name: string }>(
      testApp,
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')",
    );
    for (const { name } of tables)
      expect(await asSuper(testApp, `select 1 from ${name} t where t::text like $1`, [`%${secret}%`]), name).toEqual(
        [],
      );
  });
});

test.each<[string, () => Promise<TestApp>]>([
  ["without the demo's mark in the data folder", () => startTestApp({ jobs: true })],
  ["where APP_URL is an address of others", () => startDemoApp({ appUrl: "http://192.168.1.2:4400" })],
  ["where APP_URL is a name", () => startDemoApp({ appUrl: "http://waybill.example.com" })],
  ["where proxies are trusted", () => startDemoApp({ trustedProxies: ["127.0.0.1"] })],
])("whole mails are not shown, nor held, %s", async (_, start) => {
  const testApp = await start();
  const id = await mailedReset(testApp);
  const { body } = await (await testApp.as("SUPER_ADMIN")).get(`${path}/${id}`);
  expect(body).toMatchObject({ isMasked: true, text: expect.stringContaining("/change-password#t=•") });
  await testApp.close();
});

test("a mail that left is not shown at all", async () => {
  const sink = await startMailSink();
  const testApp = await startDemoApp({ smtpUrl: sink.url });
  const id = await mailedReset(testApp);
  const { body } = await (await testApp.as("SUPER_ADMIN")).get(`${path}/${id}`);
  expect(body).toMatchObject({ status: "sent", text: null, html: null, isMasked: false });
  await testApp.close();
  await sink.close();
});
