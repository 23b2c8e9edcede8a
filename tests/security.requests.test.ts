import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, testPassword, type TestApp } from "#main/testing/test-app.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";

// What a browser is told by each kind of answer, over https as behind a proxy with TLS, and over plain http.
let secure: TestApp;
let plain: TestApp;
beforeAll(async () => {
  const webFolder = temporaryFolder();
  mkdirSync(join(webFolder, "assets"));
  writeFileSync(join(webFolder, "index.html"), '<!doctype html><script nonce="__NONCE__"></script>');
  writeFileSync(join(webFolder, "assets", "app-1a2b.js"), "export {};");
  secure = await startTestApp({ appUrl: "https://waybill.example.com", webFolder });
  plain = await startTestApp();
});
afterAll(async () => {
  await secure.close();
  await plain.close();
});

const html = { accept: "text/html" };

describe("an answer of any kind", () => {
  /** What is asked, and with what status it is answered: 500 while a table is away. */
  const kinds: readonly (readonly [
    what: string,
    status: number,
    ask: (testApp: TestApp) => Promise<Pick<LightMyRequestResponse, "statusCode" | "headers" | "body">>,
  ])[] = [
    ["the page", 200, ({ app }) => app.inject({ url: "/", headers: html })],
    ["a deep page", 200, ({ app }) => app.inject({ url: "/warehouse/vendors", headers: html })],
    ["the page by its file's name", 200, ({ app }) => app.inject({ url: "/index.html", headers: html })],
    ["a file of the page", 200, ({ app }) => app.inject("/assets/app-1a2b.js")],
    ["a file that is not there", 404, ({ app }) => app.inject("/assets/other.js")],
    ["a path that leads out", 404, ({ app }) => app.inject("/assets/..%2f..%2fpackage.json")],
    ["what is open", 200, ({ app }) => app.inject("/api/settings")],
    ["the description of the API", 200, ({ app }) => app.inject("/api/openapi.json")],
    ["health", 200, ({ app }) => app.inject("/livez")],
    ["without a session", 401, ({ app }) => app.inject("/api/auth/users/me")],
    ["without the permission", 403, (testApp) => as(testApp, "NOBODY", "GET", "/api/warehouse/vendors")],
    ["no such call", 404, ({ app }) => app.inject("/api/none")],
    [
      "no such record",
      404,
      (testApp) => as(testApp, "VIEWER", "GET", "/api/warehouse/vendors/0190a000-0000-7000-8000-000000000000"),
    ],
    ["an address that cannot be read", 400, ({ app }) => app.inject("/api/%ED%A0%80")],
    [
      "a write without the pair",
      400,
      (testApp) => as(testApp, "BUYER", "POST", "/api/warehouse/vendors", {}, { "x-xsrf-token": "" }),
    ],
    [
      "too much",
      413,
      (testApp) => as(testApp, "BUYER", "POST", "/api/warehouse/vendors", { name: "x".repeat(1_100_000) }),
    ],
    [
      "of another kind",
      415,
      (testApp) => as(testApp, "BUYER", "POST", "/api/warehouse/vendors", "name=x", { "content-type": "text/plain" }),
    ],
    ["fields that are wrong", 422, (testApp) => as(testApp, "BUYER", "POST", "/api/warehouse/vendors", {})],
    ["a method that there is not", 404, ({ app }) => app.inject({ method: "TRACE" as "GET", url: "/api/settings" })],
    [
      "a fault of ours",
      500,
      (testApp) => withoutTable(testApp, "currencies", () => as(testApp, "VIEWER", "GET", "/api/currencies")),
    ],
  ];

  test.each(kinds)(
    "%s (%i) forbids sniffing, framing, scripts of others and the Referer, and names no program",
    async (_, status, ask) => {
      const answer = await ask(secure);
      expect(answer.statusCode, answer.body).toBe(status);
      const { headers, body } = answer;
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "strict-transport-security": expect.stringMatching(/max-age=31536000/),
        "permissions-policy": expect.any(String),
      });
      expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers["content-security-policy"]).not.toMatch(/unsafe-(?:inline|eval)|\*/);
      expect([headers["server"], headers["x-powered-by"], headers["access-control-allow-origin"]]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      if (status >= 400) {
        expect(headers["content-type"]).toBe("application/json; charset=utf-8");
        expect(body).not.toMatch(/\bat .+\(|node_modules|\.ts\b|\bselect\b|relation|column/i);
      }
    },
  );

  test("that is the page has a nonce of its own, by whatever address it is asked for; a build that is not whole starts nothing", async () => {
    for (const url of ["/", "/index.html", "/warehouse/vendors"])
      expect((await secure.app.inject({ url, headers: html })).body, url).toMatch(/nonce="[\w-]{22}"/);
    expect((await secure.app.inject("/index.html")).body).not.toContain("__NONCE__");
    for (const page of ["", "<!doctype html>", '<script nonce="__NONCE__" src="/assets/gone-1a2b.js"></script>']) {
      const webFolder = temporaryFolder();
      writeFileSync(join(webFolder, "index.html"), page);
      await expect(startTestApp({ webFolder }), page).rejects.toThrow(
        /are not whole\. Delete that folder and start again\.$/,
      );
    }
  });

  test("of the API is kept by no cache; over plain http nobody is told to use https only", async () => {
    expect((await plain.app.inject("/api/settings")).headers).toMatchObject({ "cache-control": "no-store" });
    expect((await plain.app.inject("/api/none")).headers).toMatchObject({ "cache-control": "no-store" });
    expect((await plain.app.inject("/api/settings")).headers["strict-transport-security"]).toBeUndefined();
  });

  test("is the same for whoever asks from another site: nothing allows it", async () => {
    const { headers, statusCode } = await secure.app.inject({
      method: "OPTIONS",
      url: "/api/settings",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    });
    expect([statusCode, Object.keys(headers).filter((name) => name.startsWith("access-control"))]).toEqual([404, []]);
  });
});

describe("a cookie", () => {
  const signIn = async (testApp: TestApp) => {
    const visitor = testApp.visitor();
    const open = await testApp.app.inject("/api/settings");
    for (const { name, value } of open.cookies) visitor.cookies.set(name, value);
    const answer = await testApp.app.inject({
      method: "POST",
      url: "/api/auth/logins",
      headers: {
        cookie: [...visitor.cookies].map((pair) => pair.join("=")).join("; "),
        "x-xsrf-token": visitor.cookies.get("XSRF-TOKEN") ?? "",
      },
      payload: { email: "viewer@alpha.example", password: testPassword },
    });
    return { before: open.cookies, after: answer.cookies, answer };
  };

  test("is sent over TLS only, to this host only, read by no script and taken along by no other site; the pair is read by the page", async () => {
    const { before, after } = await signIn(secure);
    const names = new Set<string>();
    for (const cookie of [...before, ...after]) {
      names.add(cookie.name);
      const isPair = cookie.name === "XSRF-TOKEN";
      expect(cookie, cookie.name).toMatchObject({ secure: true, path: "/", sameSite: isPair ? "Strict" : "Lax" });
      expect([cookie.httpOnly ?? false, cookie.domain, cookie.name.startsWith("__Host-")], cookie.name).toEqual([
        !isPair,
        undefined,
        !isPair,
      ]);
    }
    expect([...names].toSorted()).toEqual([
      "XSRF-TOKEN",
      "__Host-waybill-device",
      "__Host-waybill-session",
      "__Host-waybill-visitor",
    ]);
  });

  test("over plain http goes without the prefix, which browsers refuse there", async () => {
    const { after } = await signIn(plain);
    for (const { name, secure: isSecure = false } of after)
      expect([name.startsWith("__Host-"), isSecure]).toEqual([false, false]);
  });

  test("holds the session's secret, and no answer does; each sign-in makes another", async () => {
    const [one, two] = [await signIn(secure), await signIn(secure)];
    const secretOf = ({ after }: typeof one) => after.find(({ name }) => name.endsWith("waybill-session"))?.value ?? "";
    expect(secretOf(one)).toMatch(/^[\w-]{43}$/);
    expect(secretOf(one)).not.toBe(secretOf(two));
    const cookie = `__Host-waybill-session=${secretOf(one)}`;
    for (const url of ["/api/auth/users/me", "/api/auth/sessions", "/api/settings"])
      expect((await secure.app.inject({ url, headers: { cookie } })).body).not.toContain(secretOf(one));
    expect(one.answer.body).not.toContain(secretOf(one));
  });
});

describe("the anti-forgery pair", () => {
  const refused = { status: 400, body: { code: "csrf" } };
  const credentials = { email: "viewer@alpha.example", password: testPassword };

  test("guards signing in as well: not without it, not with another visitor's, not from another site", async () => {
    const [visitor, other] = [plain.visitor(), plain.visitor()];
    for (const one of [visitor, other]) await one.get("/api/settings");
    const theirs = other.cookies.get("XSRF-TOKEN") ?? "";
    expect(await plain.visitor().post("/api/auth/logins", credentials)).toMatchObject(refused);
    expect(await visitor.post("/api/auth/logins", credentials, { "x-xsrf-token": theirs })).toMatchObject(refused);
    expect(await visitor.post("/api/auth/logins", credentials, { "sec-fetch-site": "cross-site" })).toMatchObject(
      refused,
    );
    visitor.cookies.set("XSRF-TOKEN", theirs);
    expect(await visitor.post("/api/auth/logins", credentials)).toMatchObject(refused);
  });

  test("that a sibling's page put into the browser, the same in cookie and header, is worth nothing unsigned, signed for somebody else, or from before signing in", async () => {
    const client = plain.visitor();
    await client.get("/api/settings");
    const early = client.cookies.get("XSRF-TOKEN") ?? "";
    expect((await client.post("/api/auth/logins", credentials)).status).toBe(200);
    const own = client.cookies.get("XSRF-TOKEN") ?? "";
    const foreign = (await plain.as("BUYER")).cookies.get("XSRF-TOKEN") ?? "";
    for (const pair of ["evil", "evil.evil", `${own.split(".")[0]}.`, `x${own}`, foreign, early]) {
      client.cookies.set("XSRF-TOKEN", pair);
      expect(await client.put("/api/auth/select-module/warehouse"), pair).toMatchObject(refused);
    }
    client.cookies.set("XSRF-TOKEN", own);
    expect((await client.put("/api/auth/select-module/warehouse")).status).toBe(200);
  });
});

async function as(
  testApp: TestApp,
  role: Parameters<TestApp["as"]>[0],
  method: "GET" | "POST",
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) {
  const { status, headers: sent, text } = await (await testApp.as(role)).send(method, path, body, headers);
  return { statusCode: status, headers: sent as LightMyRequestResponse["headers"], body: text }; // the client hands on what it got
}

async function withoutTable<T>(testApp: TestApp, table: string, work: () => Promise<T>): Promise<T> {
  await testApp.as("VIEWER");
  await asSuper(testApp, `alter table ${table} rename to ${table}_away`);
  try {
    return await work();
  } finally {
    await asSuper(testApp, `alter table ${table}_away rename to ${table}`);
  }
}
