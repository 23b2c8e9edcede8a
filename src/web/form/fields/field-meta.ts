import type { z } from "zod";

export type FieldKind =
  | "text"
  | "number"
  | "decimal"
  | "date"
  | "moment"
  | "yes"
  | "choice"
  | "record"
  | "rows"
  | "words"
  | "other";

/** What a form needs to know of a field; all of it stands in the schema. */
export interface FieldMeta {
  readonly kind: FieldKind;
  /** May be left empty. */
  readonly isOptional: boolean;
  readonly isNullable: boolean;
  readonly isMultiline: boolean;
  readonly maxLength: number | undefined;
  /** The values of a choice or of words, as text. */
  readonly options: readonly string[];
  /** Whether it holds a number, be it typed or chosen. */
  readonly isNumber: boolean;
  /** A list that the values come from, e.g. "currencies". */
  readonly list: string | undefined;
  /** What one row of rows is made of. */
  readonly row: z.ZodObject | undefined;
  /** What a new record starts with. */
  readonly fallback: unknown;
}

const nothing: FieldMeta = {
  kind: "other",
  isOptional: false,
  isNullable: false,
  isMultiline: false,
  maxLength: undefined,
  options: [],
  isNumber: false,
  list: undefined,
  row: undefined,
  fallback: undefined,
};

/** The facts of one field of an object schema. */
export function fieldMetaOf(schema: z.ZodObject, name: string): FieldMeta {
  const type = schema.shape[name] as z.ZodType | undefined; // raw shapes hold Zod types
  if (!type) throw new Error(`The schema has no field ${name}.`);
  return read(type);
}

/** Goes through the wrappers from outside to the type itself; each adds what it knows. */
function read(type: z.ZodType): FieldMeta {
  const meta = wrapped(type) ?? plain(type);
  const declared = type.meta();
  return {
    ...meta,
    ...(declared?.["multiline"] === true ? { isMultiline: true } : {}),
    ...(typeof declared?.["list"] === "string" ? { list: declared["list"] } : {}),
    ...(declared?.["format"] === "decimal" ? { kind: "decimal" as const } : {}),
  };
}

function wrapped(type: z.ZodType): FieldMeta | undefined {
  // The tag of a definition names its class, in each case here and below.
  switch (type.def.type) {
    case "optional":
      return { ...read((type as z.ZodOptional<z.ZodType>).unwrap()), isOptional: true };
    case "nullable":
      return { ...read((type as z.ZodNullable<z.ZodType>).unwrap()), isOptional: true, isNullable: true };
    case "default":
    case "prefault": {
      const inner = type as z.ZodDefault<z.ZodType>;
      return { ...read(inner.unwrap()), fallback: inner.def.defaultValue };
    }
    case "pipe": {
      const pipe = type as z.ZodPipe<z.ZodType, z.ZodType>;
      return read(pipe.in.def.type === "transform" ? pipe.out : pipe.in);
    }
    default:
      return undefined;
  }
}

function plain(type: z.ZodType): FieldMeta {
  switch (type.def.type) {
    case "string":
      return {
        ...nothing,
        kind: stringKind((type as z.ZodString).format),
        maxLength: (type as z.ZodString).maxLength ?? undefined,
      };
    case "number":
      return { ...nothing, kind: "number", isNumber: true };
    case "boolean":
      return { ...nothing, kind: "yes" };
    case "enum":
      return { ...nothing, kind: "choice", options: (type as z.ZodEnum).options.map(String) };
    case "literal": {
      const values = [...(type as z.ZodLiteral).values];
      return {
        ...nothing,
        kind: "choice",
        options: values.map(String),
        isNumber: values.every((value) => typeof value === "number"),
      };
    }
    case "array": {
      const element = (type as z.ZodArray<z.ZodType>).element;
      if (element.def.type === "enum") return { ...plain(element), kind: "words", isOptional: true };
      return element.def.type === "object" ? { ...nothing, kind: "rows", row: element as z.ZodObject } : nothing;
    }
    default:
      return nothing;
  }
}

function stringKind(format: string | null): FieldKind {
  if (format === "date") return "date";
  if (format === "datetime") return "moment";
  return format === "uuid" || format === "guid" ? "record" : "text";
}
