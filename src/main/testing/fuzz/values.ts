import fc from "fast-check";
import type { JsonSchema } from "../conform/samples.ts";

/** What replies have taught us: ids by the kind of thing they name, versions by id, texts by their field. */
export class Known {
  readonly #ids = new Map<string, string[]>();
  readonly #versions = new Map<string, number>();
  readonly #texts = new Map<string, string[]>();
  /** What the call at hand is about. */
  kind = "";

  /** Remembers what stands in the reply of a route. */
  learn(kind: string, value: unknown): void {
    if (Array.isArray(value)) for (const one of value) this.learn(kind, one);
    else if (value && typeof value === "object") this.#learnObject(kind, value);
  }

  #learnObject(kind: string, value: object): void {
    const { id, version } = value as { id?: unknown; version?: unknown }; // both are looked at below
    if (typeof id === "string" && isUuid.test(id)) add(this.#ids, stem(kind), id);
    if (typeof id === "string" && typeof version === "number") this.#versions.set(id, version);
    for (const [name, inner] of Object.entries(value)) {
      if (name.endsWith("Id") && typeof inner === "string" && isUuid.test(inner))
        add(this.#ids, stem(name.slice(0, -2)), inner);
      else if (typeof inner === "string" && inner.length <= 60) add(this.#texts, name, inner);
      else this.learn(name === "items" && kind !== "items" && "nextCursor" in value ? kind : kebab(name), inner);
    }
  }

  /** Ids of what a field or a path names, best guess first: `shipToLocationId` → ship-to-location, to-location, location. */
  idsFor(name: string): readonly string[] {
    const words = kebab(name).split("-");
    for (let from = 0; from < words.length; from += 1) {
      const wanted = stem(words.slice(from).join("-"));
      const exact = this.#ids.get(wanted) ?? [];
      if (exact.length > 0) return exact;
      const found = [...this.#ids].filter(([kind]) => kind.endsWith(`-${wanted}`)).flatMap(([, ids]) => ids);
      if (found.length > 0) return found;
    }
    if (/buyer|assignee|user/i.test(name)) return this.#ids.get("user") ?? [];
    const same = this.#ids.get(stem(this.kind)) ?? []; // parentId, withId
    return same.length > 0 ? same : [...this.#ids.values()].flat();
  }

  /** It was removed, or it never was. */
  forget(id: string): void {
    for (const [kind, ids] of this.#ids)
      this.#ids.set(
        kind,
        ids.filter((one) => one !== id),
      );
  }

  versionOf(id: string): number | undefined {
    return this.#versions.get(id);
  }

  textsFor(name: string): readonly string[] {
    return this.#texts.get(name) ?? [];
  }
}

const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** `categories` and `categoryId` name the same kind of thing. */
const stem = (name: string): string =>
  kebab(name)
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch)es$/, "$1")
    .replace(/s$/, "");

function add(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key) ?? [];
  if (known.includes(value)) return;
  known.push(value);
  if (known.length > 60) known.splice(Math.floor(known.length / 2), 1); // the first and the latest stay
  map.set(key, known);
}

const day = 86_400_000;
const words = fc.constantFrom(
  "Pallet",
  "Nord",
  "Ada Lovelace",
  "12 mm",
  "café",
  "Žluťoučký kůň",
  "北京",
  "😀 pallets",
  "O'Neil & Sons",
  "a-1",
  "1..2",
  "../../etc/passwd",
  "=1+1",
  "x".repeat(60),
  "\u202Eright to left",
);
const near = fc.integer({ min: -40, max: 80 }).map((days) => new Date(Date.now() + days * day));
const soon = fc
  .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 6, max: 15 }), fc.constantFrom(0, 30))
  .map(
    ([days, hours, minutes]) =>
      new Date(Math.floor(Date.now() / day + days) * day + hours * 3_600_000 + minutes * 60_000),
  );

/** Values that a contract takes, as far as its schema says; ids are of records that are there. */
export function fitting(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices)
    return fc.oneof(
      ...choices.map((choice) => ({ weight: choice.type === "null" ? 1 : 3, arbitrary: fitting(choice, name, known) })),
    );
  switch (schema.type) {
    case "object":
      return fittingObject(schema, known);
    case "array":
      return fc.array(fitting(schema.items ?? {}, name.replace(/s$/, ""), known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, Math.max(3, schema.minItems ?? 0)),
      });
    case "integer":
    case "number":
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, (schema.exclusiveMinimum ?? -1) + 1),
        max: Math.min(schema.maximum ?? 1000, 1_000_000),
      });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fittingText(schema, name, known);
  }
}

/** Now and then one that nothing has. */
function idOf(ids: readonly string[]): fc.Arbitrary<string> {
  const none = fc.uuid({ version: [4, 7] });
  return ids.length > 0
    ? fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: none })
    : none;
}

function fittingObject({ properties = {}, required = [] }: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const model = Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, fitting(inner, key, known)]));
  return fc.record(model, { requiredKeys: [...required] });
}

function fittingText(
  { format, list, filter, values, pattern, minLength = 0, maxLength = 200 }: JsonSchema,
  name: string,
  known: Known,
): fc.Arbitrary<unknown> {
  if (filter === "any")
    return fc
      .array(
        values ? fc.constantFrom(...values) : fittingText({ format: "uuid" }, name.replace(/^ids$/, "id"), known),
        { minLength: 1, maxLength: 3 },
      )
      .map((all) => all.join());
  if (filter === "range")
    return fc.tuple(near, near).map(([a, b]) => `${a.toISOString().slice(0, 10)}..${b.toISOString().slice(0, 10)}`);
  if (filter === "yes") return fc.constantFrom("true", "false");
  if (format === "uuid") return idOf(known.idsFor(name.replace(/Ids?$|^ids?$/, "")));
  if (format === "date") return near.map((date) => date.toISOString().slice(0, 10));
  if (format === "date-time") return soon.map((date) => date.toISOString());
  if (format === "email") return fc.nat(99_999).map((n) => `person${n}@example.com`);
  if (format === "decimal") return fc.constantFrom("1", "2.5", "10", "12.25", "0.5", "100");
  if (list === "currencies") return fc.constantFrom("EUR", "USD", "GBP", "JPY");
  if (list === "timezones") return fc.constantFrom("Europe/Amsterdam", "America/New_York", "Asia/Kolkata");
  const seen = known.textsFor(name);
  const fits = pattern ? new RegExp(pattern, "u") : null;
  const proven = seen.filter((one) => fits?.test(one));
  if (proven.length > 0)
    return fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...proven) },
      { weight: 1, arbitrary: fc.stringMatching(fits ?? /x/).map((one) => one.slice(0, maxLength)) },
    );
  const text = fits
    ? fc.oneof(fc.stringMatching(fits), fc.constantFrom("EUR", "NL", "08:00", "1", "0001", "2026-11-01..2026-12-01"))
    : fc.oneof(
        words,
        fc.nat(99_999).map((n) => `${name} ${n}`),
        ...(seen.length ? [fc.constantFrom(...seen)] : []),
      );
  return text.map((one) => one.slice(0, maxLength).padEnd(minLength, "x"));
}

const identifying = /^(?:code|sku|name|number|email|clientReceiptKey|barcode)$/;

/** A body that worked once, with some of its fields anew, and always those that must not repeat. */
export function varied(
  body: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  known: Known,
): fc.Arbitrary<unknown> {
  const properties = schema.properties ?? {};
  const free = Object.keys(properties).filter((key) => key !== "version");
  const again = (keys: readonly string[]) =>
    fc.record(
      Object.fromEntries(
        keys.map((key) => [
          key,
          key === "clientReceiptKey"
            ? fc.uuid()
            : identifying.test(key) && typeof body[key] === "string" && !properties[key]?.pattern
              ? fc.nat(999_999).map((n) => (key === "email" ? `person${n}@example.com` : `${key} ${n}`))
              : fitting(properties[key] ?? {}, key, known),
        ]),
      ),
    );
  const must = Object.keys(body).filter((key) => identifying.test(key) && key in properties);
  const some =
    free.length === 0 ? fc.constant<string[]>([]) : fc.subarray(free, { maxLength: Math.min(2, free.length) });
  return some
    .chain((keys) => again([...new Set([...must, ...keys])]))
    .map((fresh) => ({ ...body, ...(fresh as object) }));
}

/** Stands for a number that JSON.stringify cannot write. */
const rawNumber = "\u0001raw:";

/** What nobody should send, and everybody who attacks does. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    -0,
    1e15,
    2_147_483_648,
    `${rawNumber}9007199254740993`,
    `${rawNumber}1e309`,
    `${rawNumber}-1e309`,
    `${rawNumber}1e-400`,
    `${rawNumber}123456789012345678901234567890`,
  ),
  fc.constantFrom<unknown>(
    "",
    " ",
    "\r\nSet-Cookie: a=b",
    "\n",
    "\t",
    "\u0000",
    "a\ud800",
    "\udc00",
    "\u202e",
    "😀",
    "' or '1'='1",
    "'; drop table vendors; --",
    "%",
    "_",
    "\\",
    "${7*7}",
    "{{7*7}}",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "null",
    "undefined",
    "NaN",
    "true",
    "0",
    "-0",
    "1e309",
    "Infinity",
  ),
  fc.constantFrom<unknown>(
    "0000-00-00",
    "2026-02-30",
    "9999-12-31",
    "10000-01-01",
    "-000001-01-01",
    "2026-11-20T25:61:00Z",
    "+275760-09-13T00:00:00.000Z",
    "0001-01-01T00:00:00Z",
    "294277-01-01T00:00:00Z",
    "2026-11-20T10:00:00+99:00",
    "99:99",
    "..",
    "2026-01-01..",
    "9999-12-31..9999-12-31",
    "2026-13-01..2026-14-01",
  ),
  fc.constantFrom<unknown>(
    "999999999999.999999",
    "-1",
    "1.0000001",
    "1e5",
    "0x10",
    "٣",
    "1,5",
    "00000000000000000000000000000001",
    "99999999999999999999999999999999",
  ),
  fc.constantFrom<unknown>(
    [],
    {},
    [[]],
    [null],
    { length: 5 },
    { toString: 1 },
    { then: "x" },
    { constructor: { prototype: { x: 1 } } },
  ),
  fc.constant("x".repeat(100_000)),
  fc
    .integer({ min: 30, max: 3000 })
    .map((depth) => Array.from({ length: depth }).reduce((inner) => [inner], 1 as unknown)),
  fc.uuid(),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as unknown), // any JSON
);
