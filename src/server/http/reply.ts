import { z } from "zod";

/** Said instead of a value that Zod has to judge, because it does not fit or is more than plain data. */
export const mismatch = Symbol("unfit");
type Serializer = (value: unknown) => unknown;

const made = new WeakMap<z.ZodType, Serializer>();

/**
 * Keeps of a value what its schema declares, exactly as `schema.parse` would, in half the time: replies are long lists of
 * plain rows. Whatever is not one of the plain types below is left to Zod itself. `reply.test.ts` compares the two.
 */
export function serialize(schema: z.ZodType, value: unknown): unknown {
  return serializerOf(schema)(value);
}

function serializerOf(schema: z.ZodType): Serializer {
  const known = made.get(schema) ?? make(schema);
  made.set(schema, known);
  return known;
}

function make(schema: z.ZodType): Serializer {
  if (isChecked(schema))
    return schema instanceof z.ZodNumber && isInteger(schema) ? only(Number.isSafeInteger) : byZod(schema);
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined) return objectSerializer(schema.shape);
  if (schema instanceof z.ZodArray) return arraySerializer(serializerOf(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return unless(null, serializerOf(schema.unwrap() as z.ZodType));
  if (schema instanceof z.ZodEnum) return oneOf(schema.options);
  if (schema instanceof z.ZodBoolean && !schema.def.coerce) return only((value) => typeof value === "boolean");
  if (schema instanceof z.ZodNumber && !schema.def.coerce) return only(Number.isFinite);
  if (schema instanceof z.ZodUUID || schema instanceof z.ZodISODate) return matching(schema.def.pattern, schema);
  if (schema instanceof z.ZodString && !schema.def.coerce) return only((value) => typeof value === "string");
  return byZod(schema);
}

const isChecked = ({ def }: z.ZodType): boolean => (def.checks?.length ?? 0) > 0;

function isInteger({ def }: z.ZodNumber): boolean {
  const [check] = def.checks ?? [];
  return (
    !def.coerce &&
    def.checks?.length === 1 &&
    check instanceof z.core.$ZodCheckNumberFormat &&
    check._zod.def.format === "safeint"
  );
}

const only =
  (fits: (value: unknown) => boolean): Serializer =>
  (value) =>
    fits(value) ? value : mismatch;
const unless =
  (nothing: null, inner: Serializer): Serializer =>
  (value) =>
    value === nothing ? nothing : inner(value);

function oneOf(values: readonly unknown[]): Serializer {
  const known = new Set(values);
  return only((value) => known.has(value));
}

/** A text of that form. */
function matching(pattern: RegExp | undefined, schema: z.ZodType): Serializer {
  return pattern ? only((value) => typeof value === "string" && pattern.test(value)) : byZod(schema);
}

function arraySerializer(inner: Serializer): Serializer {
  return (value) => {
    if (!Array.isArray(value)) return mismatch;
    const kept: unknown[] = [];
    for (const one of value) {
      const part = inner(one);
      if (part === mismatch) return mismatch;
      kept.push(part);
    }
    return kept;
  };
}

function objectSerializer(shape: z.ZodRawShape): Serializer {
  let fields: { key: string; keepField: Serializer }[] | undefined; // made when it is first asked: a menu holds menus
  return (value) => {
    // raw shapes hold Zod types
    fields ??= Object.entries(shape).map(([key, type]) => ({ key, keepField: serializerOf(type as z.ZodType) }));
    if (typeof value !== "object" || value === null || Array.isArray(value)) return mismatch;
    const row = value as Readonly<Record<string, unknown>>; // an object
    const kept: Record<string, unknown> = {};
    for (const { key, keepField } of fields) {
      const part = keepField(row[key]);
      if (part === mismatch || (part === undefined && !(key in row))) return mismatch; // what may be absent, Zod knows
      kept[key] = part;
    }
    return kept;
  };
}

function byZod(schema: z.ZodType): Serializer {
  return (value) => {
    const result = schema.safeParse(value);
    return result.success ? result.data : mismatch;
  };
}
