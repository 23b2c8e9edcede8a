import { z } from "zod";
import type { RouteShape } from "#shared/contract.ts";
import type { Served } from "./serve.ts";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of everything that is served, made from the contracts. */
export function openApi(served: readonly Served[], about: { version: string; appUrl: string }): Json {
  const paths: Record<string, Json> = {};
  for (const route of served.flatMap(({ contract }) => Object.values(contract))) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Waybill", version: about.version, description: "Every write needs the anti-forgery pair: cookie XSRF-TOKEN, header X-XSRF-TOKEN, both from GET /api/settings. POST takes an Idempotency-Key.", license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: about.appUrl }],
    tags: tagsOf(served),
    paths,
    components: { securitySchemes: { session: { type: "apiKey", in: "cookie", name: "waybill-session" } }, schemas: { Problem: problem } },
  };
}

const problem = {
  type: "object",
  required: ["code", "message", "requestId"],
  properties: { code: { type: "string" }, message: { type: "string" }, fields: { type: "object", additionalProperties: { type: "string" } }, details: {}, requestId: { type: "string" } },
};

function operation(route: RouteShape): Json {
  const can = [route.can].flat();
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: "path", required: true, schema: name === "id" ? { type: "string", format: "uuid" } : { type: "string" } }));
  return {
    operationId: operationId(route),
    summary: route.summary,
    description: `May be called by: ${can.join(", ")}.`,
    tags: [tagOf(route.path)],
    security: can.includes("anyone") ? [] : [{ session: [] }],
    "x-can": can,
    parameters: [...inPath, ...queryParameters(route)],
    ...(route.body ? { requestBody: { required: true, content: { "application/json": { schema: schemaOf(route.body, "input") } } } } : {}),
    responses: {
      ...(route.reply ? { 200: { description: "Done", content: { "application/json": { schema: schemaOf(route.reply, "output") } } } } : { 204: { description: "Done" } }),
      default: { description: "Refused; the message says why", content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } } },
    },
  };
}

function queryParameters(route: RouteShape): Json[] {
  if (!route.query) return [];
  const { properties = {}, required = [] } = schemaOf(route.query, "input") as { properties?: Record<string, Json>; required?: string[] }; // queries are objects
  return Object.entries(properties).map(([name, schema]) => ({ name, in: "query", required: required.includes(name), schema }));
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline", cycles: "ref" }) as Json; // the same object, as plain JSON
  return rest;
}

const operationId = ({ method, path }: RouteShape): string => `${method.toLowerCase()}${path.replace(/^\/api/, "").replace(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
const tagOf = (path: string): string => path.split("/").slice(2, 4).join(" ");
const tagsOf = (served: readonly Served[]) => [...new Set(served.flatMap(({ contract }) => Object.values(contract).map(({ path }) => tagOf(path))))].map((name) => ({ name }));
