import type { FastifyRequest } from "fastify";
import type { RouteShape } from "#shared/contract/contract.ts";
import { invalid, malformed, message, notFound } from "#shared/contract/problem.ts";
import { fieldsOfIssues, mostFieldsTold } from "#shared/contract/sentences.ts";
import { isUuid } from "../db/database.ts";
import { notJson } from "./errors.ts";

/** What a handler is given of a request. */
export interface Input {
  readonly id: string;
  readonly params: Record<string, string>;
  readonly query: unknown;
  readonly body: unknown;
}

/** What the handler is given of the request, checked by the contract; 404 for an id that cannot be one, 400 with the fields. */
export function inputOf(route: RouteShape, request: FastifyRequest): Input {
  const params = request.params as Record<string, string>; // Fastify's path parameters are texts
  const id = params["id"] ?? "";
  if (Object.values(params).includes("") || (id !== "" && !isUuid(id))) throw notFound();
  return { id, params, ...validate(route, request) };
}

/** Refuses (400) what cannot have been written by anybody, in address or body, and (404) a removal that names no record. */
export function refuseIllFormed({ method, url, query, body, params }: FastifyRequest): void {
  // Everywhere else a slash at the end changes nothing; here the name of the one record that was meant is missing.
  if (method === "DELETE" && /^[^?]*\/(?:\?|$)/.test(url)) throw notFound();
  if (!isWellEncoded(url)) throw malformed("ill_formed_address", "The address contains characters that are no text.");
  refuseIllFormedIn([query, body, params]);
}

function validate(route: RouteShape, request: FastifyRequest): { query: unknown; body: unknown } {
  const fields = Object.create(null) as Record<string, ReturnType<typeof message>>; // a field may be called "constructor"
  const check = (schema: RouteShape["body"], value: unknown): unknown => {
    if (!schema) {
      for (const key of value && typeof value === "object" ? Object.keys(value).slice(0, mostFieldsTold) : [])
        fields[key] = message("There is no such field.");
      return undefined;
    }
    const result = schema.safeParse(value ?? {}, { reportInput: true });
    if (!result.success) Object.assign(fields, fieldsOfIssues(result.error.issues));
    return result.data;
  };
  const query = check(route.query, request.query);
  const isMultipart = request.headers["content-type"]?.startsWith("multipart/form-data") === true;
  const isFile = isMultipart && route.takesFile === true; // its handler reads it
  const isRead = route.method !== "GET" && route.method !== "DELETE" && !isFile;
  if (isRead && isMultipart) throw notJson();
  const body = isRead ? check(route.body, request.body) : undefined;
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return { query, body };
}

/** Fastify leaves a badly encoded query as it is, so that `%ED%A0%80` would be searched for as these nine characters. */
function isWellEncoded(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    return decodeURIComponent(url).isWellFormed();
  } catch {
    return false; // decodeURIComponent throws for nothing else
  }
}

/** PostgreSQL cannot store U+0000 and JSON can carry half a character; neither is text that a person wrote. */
function refuseIllFormedIn(values: readonly unknown[], depth = 0): void {
  if (depth > 40) throw malformed("too_deep", "The request is nested too deeply.");
  for (const value of values) {
    if (typeof value === "string") {
      if (value.includes("\0") || !value.isWellFormed())
        throw malformed(
          "ill_formed_text",
          "The request contains characters that are no text (U+0000 or half a character).",
        );
    } else if (value && typeof value === "object")
      refuseIllFormedIn([...Object.keys(value), ...Object.values(value)], depth + 1);
  }
}
