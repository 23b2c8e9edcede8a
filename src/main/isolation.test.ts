import { afterAll, beforeAll, describe, expect, test } from "vitest";
import pg from "pg";
import type { RouteShape } from "#shared/contract/contract.ts";
import { permissionsOf } from "#shared/flow/flow.ts";
import { idOfRow, fillTable, madeText } from "#main/testing/conform/many.ts";
import { clientByLink } from "#main/testing/records/people.ts";
import { inputSchema, sample } from "#main/testing/conform/samples.ts";
import { served } from "./app.ts";
import { startTestApp, type Client, type TestApp } from "./testing/test-app.ts";

// Every table holds rows 1 to 10; rows 5 and 10 are the other company's. Row n of one table refers to rows n of the others.
const ours = idOfRow(1);
const theirs = idOfRow(5);
const canary = madeText(5).slice(0, 6);
const routes = served.flatMap(({ contract }) => Object.values(contract));
const named = (some: readonly RouteShape[]) => some.map((route) => [`${route.method} ${route.path}`, route] as const);
/** Tables of the installation, or filled by the start of the world. */
const leaveOut = [
  "companies",
  "company_types",
  "currencies",
  "job_cursors",
  "migrations",
  "password_tokens",
  "sign_in_attempts",
  "sessions",
  "user_photos",
  "second_factors",
  "recovery_codes",
  "known_devices",
  "sign_in_steps",
  "roles",
  "user_roles",
];

describe.each([
  ["by the policies of the database and the conditions of the queries", false],
  ["by the conditions of the queries alone, with the policies taken away", true],
])("companies are kept apart %s", (_, withoutPolicies) => {
  let testApp: TestApp;
  let us: Client;
  let them: Client;
  const byLink = new Map<string, Client>();

  beforeAll(async () => {
    testApp = await startTestApp();
    us = await testApp.as("COMPANY_ADMIN");
    them = await testApp.as("COMPANY_ADMIN", "b");
    const database = new pg.Client({ connectionString: testApp.superUrl });
    await database.connect();
    const { rows } = await database.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname <> all($1)`,
      [leaveOut],
    );
    for (const { name } of rows) await fillTable(database, name, 10, [testApp.companies.a, testApp.companies.b]);
    if (withoutPolicies) {
      const { rows: policies } = await database.query<{ name: string }>(
        "select format('%I', tablename) as name from pg_policies where policyname = 'company' and cmd = 'ALL'",
      );
      for (const { name } of policies)
        await database.query(`alter policy company on ${name} using (true) with check (true)`);
    }
    await database.end();
    for (const { can } of routes)
      for (const name of [can].flat())
        if (name.startsWith("link:"))
          byLink.set(name, await clientByLink(testApp, { purpose: name.slice(5), subjectId: ours }));
  });
  afterAll(() => testApp.close());

  const mayCall = (route: RouteShape) =>
    permissionsOf(route.can).some((name) => !["CAN_VIEW_COMPANIES", "CAN_MANAGE_COMPANIES", "anyone"].includes(name));
  function call(client: Client, route: RouteShape, id: string) {
    const body =
      route.method === "GET" || route.method === "DELETE"
        ? undefined
        : route.body
          ? sample(inputSchema(route.body))
          : {};
    const query = route.query
      ? Object.entries(sample(inputSchema(route.query)) as object)
          .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
          .join("&")
      : "";
    return client.send(
      route.method,
      `${route.path.replace(":id", id).replace(/:\w+/g, "some")}${query ? `?${query}` : ""}`,
      body,
    );
  }

  describe("another company's record", () => {
    const onRecords = routes.filter(({ path }) => path.includes("/:id"));

    test.each(named(onRecords.filter(mayCall)))(
      "is not found by %s, and nothing tells it from an id that nobody has",
      async (_, route) => {
        const answer = await call(us, route, theirs);
        expect(answer, answer.text).toMatchObject({ status: 404 });
        const { body, status } = await call(us, route, idOfRow(4242));
        expect({ status, code: body.code }).toEqual({ status: answer.status, code: answer.body.code });
      },
    );

    test.each(named(onRecords.filter(({ method, path }) => method === "GET" && path.endsWith("/:id")).filter(mayCall)))(
      "is there: its own people find it by %s",
      async (_, route) => {
        for (const answer of [await call(them, route, theirs), await call(us, route, ours)])
          expect(answer.body.code, answer.text.slice(0, 300)).not.toBe("not_found");
      },
    );

    test.each(named(onRecords.filter(({ can }) => [can].flat().some((name) => name.startsWith("link:")))))(
      "is not found by %s with a link to ours",
      async (_, route) => {
        const purpose = [route.can].flat().find((name) => name.startsWith("link:")) ?? "";
        expect(await call(byLink.get(purpose)!, route, theirs)).toMatchObject({ status: 404 });
      },
    );
  });

  describe("an id that the query of a read names", () => {
    const required = ({ query }: RouteShape) =>
      ((query && inputSchema(query).required) ?? []).filter((name) => name.endsWith("Id"));
    const reads = routes.filter((route) => route.method === "GET" && required(route).length > 0);

    test.each(named(reads.filter(mayCall)))(
      "is not found by %s where another company has it, or nobody",
      async (_, route) => {
        const given = Object.entries(sample(inputSchema(route.query!)) as object);
        for (const id of [theirs, idOfRow(4242)]) {
          const query = given.map(([key, value]): [string, string] => [
            key,
            required(route).includes(key) ? id : String(value),
          ]);
          const answer = await us.get(`${route.path.replace(":id", ours)}?${new URLSearchParams(query).toString()}`);
          const isMarked = answer.status === 422 && required(route).some((name) => answer.body.fields?.[name]);
          expect(answer.status === 404 || isMarked, answer.text).toBe(true);
        }
      },
    );
  });

  describe("another company's words", () => {
    const lists = routes.filter(({ method, path }) => method === "GET" && !path.includes(":"));

    test.each(named(lists.filter(mayCall)))("are in no answer of %s", async (_, route) => {
      const shape = (route.query && inputSchema(route.query).properties) ?? {};
      const queries = [
        "",
        ...("q" in shape ? [`?q=${canary}`, "?q=canary"] : []),
        ...("archived" in shape ? ["?archived=with"] : []),
        ...("ids" in shape ? [`?ids=${theirs}`] : []),
      ];
      for (const query of queries) {
        const { text, status } = await us.get(`${route.path}${query}`);
        expect(status, `${query} ${text.slice(0, 300)}`).toBeOneOf([200, 422]);
        expect(text, query).not.toContain(canary);
        expect(text, query).not.toContain(theirs);
      }
    });

    test("are in their own lists, so that not to see them means something", async () => {
      const { text } = await them.get("/api/warehouse/vendors");
      expect(text).toContain(canary);
      expect(text).toContain(theirs);
    });

    test("are not in the OpenAPI document, nor in anything else that a visitor gets", async () => {
      for (const path of ["/api/openapi.json", "/api/settings", "/livez", "/readyz"])
        expect((await testApp.visitor().get(path)).text).not.toContain(canary);
    });
  });
});
