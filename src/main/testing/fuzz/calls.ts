import type { Known } from "./values.ts";
import type { JsonSchema } from "../conform/samples.ts";

interface Operation {
  readonly summary: string;
  readonly "x-can": readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: "path" | "query";
    readonly required: boolean;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content: { readonly "application/json"?: { readonly schema: JsonSchema } } };
}

/** As much of the OpenAPI document as is read here. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly template: string;
  readonly operation: Operation;
}

export const nameOf = ({ method, template }: Call): string => `${method} ${template}`;
/** `/api/warehouse/purchase-orders/{id}/approve` → purchase-orders */
export const kindOf = (template: string): string =>
  (template.split("/{")[0] ?? "")
    .split("/")
    .filter((part) => !part.includes("."))
    .at(-1) ?? "";
export const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);
/** The address of a call with this id and these values. */
export function pathOf(
  { template, operation }: Call,
  id: string,
  query: ReadonlyMap<string, unknown>,
  known: Known,
): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === "id") return id;
    const texts = known.textsFor(name);
    return encodeURIComponent(texts[operation.summary.length % (texts.length || 1)] ?? "some");
  });
  const pairs = [...query].map(
    ([name, value]) => `${name}=${encode(typeof value === "string" ? value : JSON.stringify(value))}`,
  );
  return pairs.length > 0 ? `${path}?${pairs.join("&").slice(0, 4000)}` : path;
}

/** Half a character cannot be encoded; a browser would not send it, an attacker sends something like it. */
const encode = (text: string): string => (text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80");

/** A body as text; `names` are put in a second time in front, with another value. */
export function asJson(body: unknown, names: readonly string[]): string {
  const text = JSON.stringify(body).replace(/"\\u0001raw:([^"]+)"/g, "$1");
  return names.length > 0 && text.startsWith("{")
    ? `{${names.map((name) => `${JSON.stringify(name)}:{"x":1}`).join()}${text === "{}" ? "" : ","}${text.slice(1)}`
    : text;
}
