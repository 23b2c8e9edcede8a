import type { RouteShape } from "#shared/contract/contract.ts";
import { permissionsOf } from "#shared/flow/flow.ts";
import { cookieNames } from "../http/access.ts";
import { components, errorsOf, intro, pair } from "./parts.ts";
import { Schemas, type Json } from "./schemas.ts";
import type { Served } from "../http/serve.ts";

/** The OpenAPI 3.1 document of everything that is served, made from the contracts. */
export function openApi(served: readonly Served[], about: { version: string; appUrl: string }): Json {
  const { paths, tags, named } = described.get(served) ?? describe(served);
  return {
    openapi: "3.1.0",
    info: {
      title: "Waybill",
      version: about.version,
      description: intro,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: about.appUrl }],
    tags,
    paths,
    components: components(named, cookieNames(about.appUrl.startsWith("https:"))),
  };
}

interface Described {
  readonly paths: Readonly<Record<string, Json>>;
  readonly tags: readonly Json[];
  readonly named: Schemas["named"];
}

/** What was described stays so: it takes more than the rest of an app's start, and tests start many of the same in one process. */
const described = new WeakMap<readonly Served[], Described>();

function describe(served: readonly Served[]): Described {
  const routes = served.flatMap(({ contract }) => Object.values(contract));
  const schemas = new Schemas(served);
  const tags = tagsOf(routes);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: { ...operation(route, schemas), tags: [tags.get(route)] },
    };
  }
  const result = { paths, tags: [...new Set(tags.values())].map((name) => ({ name })), named: schemas.named };
  described.set(served, result);
  return result;
}

function operation(route: RouteShape, schemas: Schemas): Json {
  const can = [route.can].flat();
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: name === "id" ? { type: "string", format: "uuid" } : { type: "string" },
  }));
  const takesKey = route.method === "POST" && route.transaction !== "none" && !can.includes("anyone");
  return {
    operationId: operationId(route),
    summary: route.summary,
    description: `May be called by: ${can.join(", ")}.`,
    security: securityOf(route),
    "x-can": can,
    parameters: [
      ...inPath,
      ...queryParameters(route, schemas),
      ...(takesKey ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ],
    ...requestBody(route, schemas),
    responses: { ...answer(route, schemas), ...errorsOf(route) },
  };
}

/** Each entry is enough by itself; what stands in one entry is needed together. */
function securityOf({ method, can }: RouteShape): Json[] {
  const names = [can].flat();
  const also = method === "GET" ? {} : pair;
  if (names.includes("anyone")) return method === "GET" ? [] : [{ visitor: [], ...also }];
  const bySession = permissionsOf(can).length > 0 || names.includes("signed_in") ? [{ session: [], ...also }] : [];
  const byLink = names.some((name) => name.startsWith("link:"))
    ? [{ link: [], ...(method === "GET" ? {} : { visitor: [] }), ...also }]
    : [];
  return [...bySession, ...byLink];
}

function requestBody({ body, takesFile }: RouteShape, schemas: Schemas): Json {
  if (takesFile)
    return {
      requestBody: {
        required: true,
        content: {
          "multipart/form-data": {
            schema: {
              type: "object",
              required: ["file"],
              properties: { file: { type: "string", contentMediaType: "application/octet-stream" } },
            },
          },
        },
      },
    };
  return body
    ? { requestBody: { required: true, content: { "application/json": { schema: schemas.of(body, "input") } } } }
    : {};
}

function answer({ reply, gives }: RouteShape, schemas: Schemas): Json {
  if (gives) return { 200: { description: "The file", content: { [gives]: {} } } };
  return reply
    ? { 200: { description: "Done", content: { "application/json": { schema: schemas.of(reply, "output") } } } }
    : { 204: { description: "Done" } };
}

function queryParameters(route: RouteShape, schemas: Schemas): Json[] {
  if (!route.query) return [];
  const { properties = {}, required = [] } = schemas.of(route.query, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  }; // queries are objects
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    ...(description ? { description } : {}),
    schema,
  }));
}

/** Module and entity; a call that is the only one of its kind stands with its module. */
function tagsOf(routes: readonly RouteShape[]): Map<RouteShape, string> {
  const wholes = routes.map(({ path }) =>
    path
      .split("/")
      .slice(2, 4)
      .filter((part) => !/[:.]/.test(part))
      .join("/"),
  );
  return new Map(
    routes.map((route, at) => {
      const whole = wholes[at] ?? "";
      return [route, wholes.filter((one) => one === whole).length > 1 ? whole : (whole.split("/")[0] ?? "")];
    }),
  );
}

const operationId = ({ method, path }: RouteShape): string =>
  `${method.toLowerCase()}${path.replace(/^\/api/, "").replace(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
