import { z } from "zod";

/** The part of JSON Schema that contracts turn into. */
export interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  /** Our own: the list that a text is chosen from; how a filter is written, and by which values. */
  readonly list?: string;
  readonly filter?: "any" | "range" | "yes";
  readonly values?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** What a caller may send, as JSON Schema. */
export function inputSchema(type: z.ZodType): JsonSchema {
  // the same object, as far as we read it
  return z.toJSONSchema(type, { io: "input", unrepresentable: "any", reused: "inline", cycles: "ref" }) as JsonSchema;
}

/** The smallest value that fits a schema: required keys only. For bodies whose contents do not matter to a test. */
export function sample(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sample(choices.find(({ type }) => type !== "null") ?? {});
  switch (schema.type) {
    case "object":
      return Object.fromEntries((schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {})]));
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}));
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return sampleText(schema);
  }
}

const texts: Readonly<Record<string, string>> = {
  uuid: "0190a000-0000-7000-8000-000000000000",
  email: "somebody@example.com",
  date: "2027-03-01",
  "date-time": "2027-03-01T10:00:00.000Z",
  decimal: "1",
  time: "10:00",
  uri: "https://example.com",
  timezones: "Europe/Amsterdam",
  currencies: "EUR",
};

function sampleText({ format, list, pattern, minLength = 0, maxLength = 1000 }: JsonSchema): string {
  const known = texts[list ?? format ?? ""];
  if (known !== undefined) return known;
  const candidates = ["sample text", "EUR", "NL", "01", "1", "10:00", "2027-03-01", "..", "A"];
  const fitting = candidates.filter(
    (text) =>
      text.length >= Math.min(minLength, 11) &&
      text.length <= maxLength &&
      (!pattern || new RegExp(pattern, "u").test(text)),
  );
  return (fitting[0] ?? "sample text").padEnd(minLength, ".");
}

/** Of a value, what a schema has room for, at every depth: what a form sends back of a record that it has read. */
export function fitted(schema: JsonSchema, value: unknown): unknown {
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) =>
    value === null ? type === "null" : type !== "null",
  );
  const { items, properties } = choice ?? schema;
  if (Array.isArray(value)) return value.map((one) => fitted(items ?? {}, one));
  if (value === null || typeof value !== "object" || !properties) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key in properties)
      .map(([key, one]) => [key, fitted(properties[key] ?? {}, one)]),
  );
}
