/** JSON Schema, as far as the contracts make it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly values?: readonly string[];
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Ref {
  readonly $ref: string;
}

interface Answer {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly [string];
  readonly "x-can": readonly string[];
  readonly parameters: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Readonly<Record<string, Answer | Ref>>;
}

/** The document of /api/openapi.json, as far as the screen reads it. */
export interface ApiDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: unknown;
}

export interface Call extends Operation {
  readonly method: string;
  readonly path: string;
}

/** What a reference leads to; anything else is itself. */
export function found<T extends object>(document: ApiDocument, one: T | Ref): T {
  if (!("$ref" in one) || typeof one.$ref !== "string") return one as T; // no reference
  return one.$ref
    .slice(2)
    .split("/")
    .reduce<unknown>((here, key) => (here as Readonly<Record<string, unknown>>)[key], document) as T; // the document refers to what it has
}

/** The calls whose path, summary or permission has these words, in groups of module and entity. */
export function groupsOf(document: ApiDocument, q: string): (readonly [name: string, calls: readonly Call[]])[] {
  const words = q.toLowerCase().split(/\s+/);
  const calls = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, one]): Call => ({ ...one, path, method: method.toUpperCase() })),
  );
  const shown = calls.filter((one) =>
    words.every((word) =>
      `${one.method} ${one.path} ${one.summary} ${one["x-can"].join(" ")}`.toLowerCase().includes(word),
    ),
  );
  return [...Map.groupBy(shown, ({ tags }) => tags[0])].sort(([a], [b]) => (a < b ? -1 : 1));
}
