import { z } from "zod";
import type { RouteShape } from "#shared/contract/contract.ts";
import type { Served } from "../http/serve.ts";

export type Json = Record<string, unknown>;

/** Turns contracts' types into JSON Schema, and keeps the records that many routes share under names of their own. */
export class Schemas {
  /** `components.schemas` of the document. */
  readonly named: Record<string, Json> = {};
  readonly #names: ReadonlyMap<unknown, string>;

  constructor(served: readonly Served[]) {
    const names = namesOf(served);
    this.#names = names;
    for (const [type, name] of names) this.named[name] = this.of(type, "output", type);
  }

  /** The schema of a type; records with a name are referred to, but for the one that is being told. */
  of(type: z.ZodType, io: "input" | "output", itself?: unknown): Json {
    const {
      $schema: _dialect,
      $defs = {},
      ...rest
    } = z.toJSONSchema(type, {
      io,
      unrepresentable: "any",
      reused: "inline",
      cycles: "ref",
      override: ({ zodSchema, jsonSchema }) => {
        const name = zodSchema === itself ? undefined : this.#names.get(zodSchema);
        if (name) replace(jsonSchema, { $ref: `#/components/schemas/${name}` });
        else tidy(jsonSchema);
      },
    }) as Json & { $defs?: Record<string, Json> }; // the same object, as plain JSON
    Object.assign(this.named, moved($defs));
    return moved(rest);
  }
}

/** What recurs stands among the named schemas, not inside each of its users. */
function moved<T>(json: T): T {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as T; // the same, with other addresses
}

function replace(json: Json, by: Json): void {
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, by);
}

/** Leaves out what says nothing: the limits of all safe integers, and patterns that a format already means. */
function tidy(json: Json): void {
  if (json["minimum"] === Number.MIN_SAFE_INTEGER) delete json["minimum"];
  if (json["maximum"] === Number.MAX_SAFE_INTEGER) delete json["maximum"];
  if (["uuid", "date", "date-time", "email"].includes(String(json["format"]))) delete json["pattern"];
  if (json["filter"] === "any") json["description"] = "One or more of these, separated by commas";
  if (json["filter"] === "range") json["description"] = "From..to; either end may be left open";
}

/** The records that can be read one by one, by the singular of their path: /api/warehouse/vendors/:id → Vendor. */
function namesOf(served: readonly Served[]): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  const taken = new Set<string>();
  for (const { read } of served.map(({ contract }): { read?: RouteShape } => contract)) {
    if (!(read?.reply instanceof z.ZodObject) || names.has(read.reply)) continue;
    const words = read.path
      .split("/")
      .filter((part) => part !== "" && !part.startsWith(":"))
      .map(singular);
    const last = words.at(-1) ?? "";
    const name = taken.has(last) ? `${words.at(-2)}${last}` : last;
    taken.add(name);
    names.set(read.reply, name);
  }
  return names;
}

const singular = (word: string): string =>
  word
    .replace(/ies$/, "y")
    .replace(/s$/, "")
    .replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
