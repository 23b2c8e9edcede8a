import { z } from "zod";

/** Said instead of a value that Zod has to judge, because it does not fit or is more than plain data. */
export const unfit = Symbol("unfit");
type Keep = (value: unknown) => unknown;

const made = new WeakMap<z.ZodType, Keep>();

/**
 * Keeps of a value what its schema declares, exactly as `schema.parse` would, in half the time: replies are long lists of
 * plain rows. Whatever is not one of the plain types below is left to Zod itself. `reply.test.ts` compares the two.
 */
export function keep(schema: z.ZodType, value: unknown): unknown {
  return keeperOf(schema)(value);
}

function keeperOf(schema: z.ZodType): Keep {
  const known = made.get(schema) ?? make(schema);
  made.set(schema, known);
  return known;
}

function make(schema: z.ZodType): Keep {
  if (isChecked(schema))
    return schema instanceof z.ZodNumber && isInteger(schema) ? only(Number.isSafeInteger) : byZod(schema);
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined) return objectKeeper(schema.shape);
  if (schema instanceof z.ZodArray) return arrayKeeper(keeperOf(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return unless(null, keeperOf(schema.unwrap() as z.ZodType));
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
  (fits: (value: unknown) => boolean): Keep =>
  (value) =>
    fits(value) ? value : unfit;
const unless =
  (nothing: null, inner: Keep): Keep =>
  (value) =>
    value === nothing ? nothing : inner(value);

function oneOf(values: readonly unknown[]): Keep {
  const known = new Set(values);
  return only((value) => known.has(value));
}

/** A text of that form. */
function matching(pattern: RegExp | undefined, schema: z.ZodType): Keep {
  return pattern ? only((value) => typeof value === "string" && pattern.test(value)) : byZod(schema);
}

function arrayKeeper(inner: Keep): Keep {
  return (value) => {
    if (!Array.isArray(value)) return unfit;
    const kept: unknown[] = [];
    for (const one of value) {
      const part = inner(one);
      if (part === unfit) return unfit;
      kept.push(part);
    }
    return kept;
  };
}

function objectKeeper(shape: z.ZodRawShape): Keep {
  let fields: { key: string; keepField: Keep }[] | undefined; // made when it is first asked: a menu holds menus
  return (value) => {
    fields ??= Object.entries(shape).map(([key, type]) => ({ key, keepField: keeperOf(type as z.ZodType) })); // raw shapes hold Zod types
    if (typeof value !== "object" || value === null || Array.isArray(value)) return unfit;
    const row = value as Readonly<Record<string, unknown>>; // an object
    const kept: Record<string, unknown> = {};
    for (const { key, keepField } of fields) {
      const part = keepField(row[key]);
      if (part === unfit || (part === undefined && !(key in row))) return unfit; // what may be absent, Zod knows
      kept[key] = part;
    }
    return kept;
  };
}

function byZod(schema: z.ZodType): Keep {
  return (value) => {
    const result = schema.safeParse(value);
    return result.success ? result.data : unfit;
  };
}
