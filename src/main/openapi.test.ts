import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startTestApp, type Answer, type TestApp } from "./testing/test-app.ts";

const schema = z.record(z.string(), z.unknown());
const media = z.record(
  z.string().regex(/^(?:[\w-]+|\*)\/(?:[\w.+-]+|\*)$/),
  z.strictObject({ schema: schema.optional() }),
);
const reference = z.strictObject({ $ref: z.string().regex(/^#\/components\/(?:parameters|responses)\/\w+$/) });
const parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(["path", "query", "header"]),
  required: z.boolean(),
  description: z.string().optional(),
  schema,
});
const response = z.strictObject({
  description: z.string().min(1),
  headers: schema.optional(),
  content: media.optional(),
});
const operation = z.strictObject({
  operationId: z.string().regex(/^[a-z]+(?:[A-Z0-9][A-Za-z0-9]*)+$/),
  summary: z.string().min(3),
  description: z.string(),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  "x-can": z.array(z.string()).min(1),
  parameters: z.array(z.union([parameter, reference])),
  requestBody: z.strictObject({ required: z.literal(true), content: media }).optional(),
  responses: z.record(z.string().regex(/^[2-5]\d\d$/), z.union([response, reference])),
});
/** As much of OpenAPI 3.1 as we write; strict, so that a slip of the pen is seen. */
const openApi = z.strictObject({
  openapi: z.literal("3.1.0"),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.url() })).length(1),
  tags: z.array(z.strictObject({ name: z.string() })),
  paths: z.record(z.string().startsWith("/api/"), z.partialRecord(z.enum(["get", "post", "put", "delete"]), operation)),
  components: z.strictObject({
    securitySchemes: schema,
    parameters: z.record(z.string(), parameter),
    responses: z.record(z.string(), response),
    schemas: z.record(z.string().regex(/^[A-Z]\w+$/), schema),
  }),
});

let testApp: TestApp;
let document: z.output<typeof openApi>;
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
formats.default(ajv);
ajv.addVocabulary(["filter", "values", "list", "start", "scale", "multiline"]); // ours: how filters and fields are offered to people
for (const name of ["decimal", "base64"]) ajv.addFormat(name, true);

beforeAll(async () => {
  testApp = await startTestApp();
  document = (await testApp.visitor().get("/api/openapi.json")).body as never; // judged below
  ajv.addVocabulary(Object.keys(document)); // what stands around the schemas
  ajv.addSchema(document, "doc");
});
afterAll(() => testApp.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, one]) => ({ path, method, ...one })),
  );
const pointer = (...parts: string[]) =>
  `doc#/${parts.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;

/** What Ajv finds wrong with a reply, by what the document says of its status. */
function faults(method: string, path: string, { status, body }: Answer): string {
  const told = document.paths[path]?.[method as "get"]?.responses[status];
  if (!told) return `${status} is not told of`;
  const at =
    "$ref" in told
      ? pointer(...told.$ref.slice(2).split("/"), "content", "application/json", "schema")
      : pointer("paths", path, method, "responses", String(status), "content", "application/json", "schema");
  const validate = ajv.compile({ $ref: at });
  return validate(body) ? "" : ajv.errorsText(validate.errors);
}

describe("the OpenAPI document", () => {
  test("is OpenAPI 3.1 as far as we use it: every operation has its name, group, summary, security and answers", () => {
    expect(openApi.safeParse(document).error?.issues ?? []).toEqual([]);
    const names = operations().map(({ operationId }) => operationId);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(
      operations()
        .filter(({ tags }) => !document.tags.some(({ name }) => name === tags[0]))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test("names every part of a path, and refers to nothing that is not there", () => {
    const wrong = operations().filter(({ path, parameters }) =>
      [...path.matchAll(/\{(\w+)\}/g)].some(
        ([, name]) => !parameters.some((one) => "in" in one && one.in === "path" && one.name === name && one.required),
      ),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
    const refs = [...new Set([...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, at = ""]) => at))];
    const missing = refs.filter(
      (at) =>
        at.split("/").reduce<unknown>((here, key) => (here as Record<string, unknown> | undefined)?.[key], document) ===
        undefined,
    ); // walks down
    expect(missing).toEqual([]);
    expect(
      operations()
        .flatMap(({ security }) => security.flatMap(Object.keys))
        .filter((name) => !(name in document.components.securitySchemes)),
    ).toEqual([]);
  });

  test("holds only schemas that a validator of JSON Schema 2020-12 takes", () => {
    const distinct = new Map<string, string>(); // by their text: pages, sorts and versions are the same everywhere
    const add = (one: unknown, ...at: string[]) => void distinct.set(JSON.stringify(one), pointer(...at));
    for (const [name, one] of Object.entries(document.components.schemas)) add(one, "components", "schemas", name);
    for (const { path, method, parameters, requestBody, responses } of operations()) {
      parameters.forEach(
        (one, index) =>
          "schema" in one && add(one.schema, "paths", path, method, "parameters", String(index), "schema"),
      );
      for (const [kind, { schema: one }] of Object.entries(requestBody?.content ?? {}))
        add(one, "paths", path, method, "requestBody", "content", kind, "schema");
      for (const [status, told] of Object.entries(responses))
        if ("content" in told && told.content?.["application/json"])
          add(
            told.content["application/json"].schema,
            "paths",
            path,
            method,
            "responses",
            status,
            "content",
            "application/json",
            "schema",
          );
    }
    expect(distinct.size).toBeGreaterThan(100);
    for (const at of distinct.values()) expect(() => ajv.compile({ $ref: at }), at).not.toThrow();
  });

  test("asks for the anti-forgery pair with every write, and for a key where sending twice could do a thing twice", () => {
    const writes = operations().filter(({ method }) => method !== "get");
    expect(
      writes
        .filter(
          ({ security }) => security.length === 0 || security.some((one) => !one["csrfCookie"] || !one["csrfHeader"]),
        )
        .map(({ path }) => path),
    ).toEqual([]);
    const keyed = operations().filter(({ parameters }) =>
      parameters.some((one) => "$ref" in one && one.$ref.endsWith("/IdempotencyKey")),
    );
    expect(keyed.map(({ method }) => method).filter((method) => method !== "post")).toEqual([]);
    expect(keyed.map(({ operationId }) => operationId)).toContain("postWarehousePurchaseOrders");
  });

  test("tells of answers as they come: records, lists, files, and each kind of refusal", async () => {
    const client = await testApp.as("SUPER_ADMIN");
    const path = "/api/warehouse/vendors";
    const one = `${path}/{id}`;
    const made = await client.post(path, { name: "Told Ltd", code: "TOLD", currency: "EUR", contacts: [] });
    expect([made.status, faults("post", path, made)]).toEqual([200, ""]);
    const at = `${path}/${made.body.id}`;
    const answers: [number, string, string, Answer][] = [
      [200, "get", one, await client.get(at)],
      [200, "get", path, await client.get(path)],
      [200, "get", `${one}/history`, await client.get(`${at}/history`)],
      [200, "get", "/api/auth/users/me", await client.get("/api/auth/users/me")],
      [200, "get", "/api/settings", await testApp.visitor().get("/api/settings")],
      [401, "get", path, await testApp.visitor().get(path)],
      [403, "get", path, await (await testApp.as("NOBODY")).get(path)],
      [404, "get", one, await client.get(`${path}/0190a000-0000-7000-8000-000000000000`)],
      [422, "get", path, await client.get(`${path}?surprise=1`)],
      [422, "post", path, await client.post(path, { name: 1 })],
      [400, "post", path, await client.post(path, {}, { "x-xsrf-token": "" })],
      [409, "delete", one, await client.remove(`${at}?version=${made.body.version + 7}`)],
    ];
    for (const [status, method, template, answer] of answers)
      expect([method, template, answer.status, faults(method, template, answer)]).toEqual([
        method,
        template,
        status,
        "",
      ]);
    for (const [file, query] of [
      [`${path}/export.csv`, ""],
      ["/api/imports/template.csv", "?entity=vendor"],
    ] as const) {
      const told = response.parse(document.paths[file]?.get?.responses[200]);
      expect((await client.get(`${file}${query}`)).headers["content-type"], file).toContain(
        Object.keys(told.content ?? {})[0],
      );
    }
  });
});
