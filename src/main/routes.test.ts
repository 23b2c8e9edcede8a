import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RouteShape } from "#shared/contract/contract.ts";
import { permissionsOf } from "#shared/flow/flow.ts";
import { clientByLink } from "#main/testing/records/people.ts";
import { inputSchema, sample } from "#main/testing/conform/samples.ts";
import { served } from "./app.ts";
import { startTestApp, type Client, type TestApp } from "./testing/test-app.ts";

/** Every route of the product; none is left out. */
const routes = served.flatMap(({ contract }) => Object.values(contract));
const named = (some: readonly RouteShape[]) => some.map((route) => [`${route.method} ${route.path}`, route] as const);
const isOpen = ({ can }: RouteShape) => [can].flat().includes("anyone");
const id = "0190a000-0000-7000-8000-000000000000";

let testApp: TestApp;
/** By purpose: the holder of a mailed link to that id. */
const byLink = new Map<string, Client>();
beforeAll(async () => {
  testApp = await startTestApp();
  const purposes = routes
    .flatMap(({ can }) => [can].flat())
    .flatMap((name) => (name.startsWith("link:") ? [name.slice(5)] : []));
  for (const purpose of new Set(purposes)) byLink.set(purpose, await clientByLink(testApp, { purpose, subjectId: id }));
});
afterAll(() => testApp.close());

const at = ({ path }: RouteShape, query = "") => path.replace(":id", id).replace(/:\w+/g, "some") + query;
const call = (
  client: Client,
  route: RouteShape,
  over: { query?: string; body?: unknown; headers?: Record<string, string> } = {},
) =>
  client.send(
    route.method,
    at(route, over.query),
    route.method === "GET" || route.method === "DELETE"
      ? undefined
      : (over.body ?? (route.body ? sample(inputSchema(route.body)) : {})),
    over.headers,
  );

/** Somebody who may call it. */
async function allowed({ can }: RouteShape): Promise<Client> {
  const purpose = [can].flat().find((name) => name.startsWith("link:"));
  return (
    (permissionsOf(can).length === 0 && purpose ? byLink.get(purpose.slice(5)) : undefined) ?? testApp.as("SUPER_ADMIN")
  );
}

test.each(named(routes.filter((route) => !isOpen(route))))("%s asks a visitor to sign in", async (_, route) => {
  expect(await call(testApp.visitor(), route)).toMatchObject({ status: 401, body: { code: "sign_in_required" } });
});

test.each(named(routes.filter((route) => !isOpen(route) && ![route.can].flat().includes("signed_in"))))(
  "%s refuses a user without a role",
  async (_, route) => {
    expect(await call(await testApp.as("NOBODY"), route)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  },
);

test.each(named(routes))("%s names a key that it does not know", async (_, route) => {
  const client = await allowed(route);
  const known = (key: string) => ({ status: 422, body: { fields: { [key]: expect.any(String) } } });
  expect(await call(client, route, { query: "?surprise=1" })).toMatchObject(known("surprise"));
  if (route.method === "GET" || route.method === "DELETE") return;
  const body = route.body ? (sample(inputSchema(route.body)) as object) : {}; // bodies are objects
  expect(await call(client, route, { body: { ...body, surprise: 1 } })).toMatchObject(known("surprise"));
});

describe("text that is no text", () => {
  const inQuery = ["?a=%00", "?%00=a", "?a=%ED%A0%80", "?a=%", "?a=%C0%80"];
  const inBody: unknown[] = [{ a: "\0" }, { "\0": 1 }, { a: "\ud800" }, { a: [{ b: "x\udfffy" }] }, ["\0"]];

  test.each(named(routes))("is refused by %s", async (_, route) => {
    const client = await allowed(route);
    for (const query of inQuery) expect((await call(client, route, { query })).status, query).toBe(400);
    if (route.method === "GET" || route.method === "DELETE") return;
    for (const body of inBody)
      expect(await call(client, route, { body }), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { code: "ill_formed_text" },
      });
  });

  test.each(named(routes.filter(({ path }) => path.includes(":id"))))("is no id of %s", async (_, route) => {
    const client = await allowed(route);
    // What has nothing after its last slash is the address above it, where that takes the same method and removes nothing.
    const isOther =
      route.method !== "DELETE" &&
      routes.some(({ method, path }) => method === route.method && `${path}/:id` === route.path);
    for (const bad of [
      ...(isOther ? [] : [""]),
      "%00",
      "%ED%A0%80",
      "%F0%9F%98%80",
      "..%2F..%2Fetc%2Fpasswd",
      "1' or '1'='1",
    ]) {
      const path = route.path.replace(":id", bad).replace(/:\w+/g, "some");
      expect(
        (
          await client.send(
            route.method,
            encodeURI(path).replaceAll("%25", "%"),
            route.method === "GET" || route.method === "DELETE" ? undefined : {},
          )
        ).status,
        bad,
      ).toBeOneOf(bad === "" ? [400, 404] : [400, 404, 422]);
    }
  });
});

describe("a write from another site", () => {
  const writes = routes.filter(({ method }) => method !== "GET");

  test.each(named(writes))("is refused by %s", async (_, route) => {
    const client = await allowed(route);
    const refused = { status: 400, body: { code: "csrf" } };
    expect(await call(client, route, { headers: { "x-xsrf-token": "" } }), "without the pair").toMatchObject(refused);
    expect(await call(client, route, { headers: { "x-xsrf-token": "made.up" } }), "made up").toMatchObject(refused);
    expect(await call(client, route, { headers: { origin: "https://evil.example" } }), "foreign origin").toMatchObject(
      refused,
    );
    expect(await call(client, route, { headers: { "sec-fetch-site": "cross-site" } }), "cross-site").toMatchObject(
      refused,
    );
  });

  test.each(named(writes.filter(({ method }) => method !== "DELETE")))(
    "cannot be a form: %s takes JSON",
    async (_, route) => {
      const client = await allowed(route);
      const file = "multipart/form-data; boundary=x";
      for (const type of ["text/plain", "application/x-www-form-urlencoded", ...(route.takesFile ? [] : [file])])
        expect((await call(client, route, { headers: { "content-type": type } })).status, type).toBe(415);
    },
  );
});

test("what is no JSON, or would change what objects are, cannot be read", async () => {
  const client = await testApp.as("SUPER_ADMIN");
  const [route] = routes.filter(({ method, body }) => method === "POST" && body);
  for (const text of [
    "{",
    "",
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"admin":true}}}',
    `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
  ]) {
    expect(
      (await client.send("POST", at(route!), text, { "content-type": "application/json" })).status,
      text.slice(0, 40),
    ).toBe(400);
  }
  expect((await client.send("POST", at(route!), { a: "x".repeat(1_100_000) })).status).toBe(413);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});

test("what is not served is not found, in the words of every other answer", async () => {
  for (const path of ["/api/none", "/api/warehouse/vendors/a/b/c/d", "/api/%ED%A0%80"])
    expect(await testApp.visitor().get(path)).toMatchObject({
      status: expect.toBeOneOf([400, 404]),
      body: { code: expect.any(String), message: expect.any(String), requestId: expect.any(String) },
    });
});
