import { found, type ApiDocument, type Schema } from "./document.web.ts";

/** One line of the table: a field, and how deep inside others it stands. */
export interface SchemaRow {
  readonly name: string;
  readonly depth: number;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** `string`, `uuid`, `Vendor[]`: as programs call it. */
  readonly type: string;
  readonly schema: Schema;
}

/** The fields of a schema, those of inner objects below their own field; a record that is inside itself is told once. */
export function rowsOf(document: ApiDocument, schema: Schema, depth = 0, inside: readonly string[] = []): SchemaRow[] {
  const { whole, refs } = opened(document, schema);
  if (refs.some((ref) => inside.includes(ref))) return [];
  const within = [...inside, ...refs];
  const { properties = {}, required = [], additionalProperties, anyOf = whole.oneOf ?? [] } = whole;
  const named = Object.entries(properties).map(([name, inner]) => ({
    name,
    inner,
    isRequired: required.includes(name),
  }));
  const others =
    typeof additionalProperties === "object" ? [{ name: "*", inner: additionalProperties, isRequired: false }] : [];
  const fields = [...named, ...others].flatMap(({ name, inner, isRequired }) => {
    const known = opened(document, inner);
    return [
      { name, depth, isRequired, isNullable: known.isNullable, type: typeOf(document, inner), schema: known.whole },
      ...rowsOf(document, inner, depth + 1, within),
    ];
  });
  return [...fields, ...anyOf.flatMap((one) => rowsOf(document, one, depth, within))];
}

/** What a schema is called. */
export function typeOf(document: ApiDocument, schema: Schema): string {
  const { outer, refs } = opened(document, schema, false);
  if (refs.length > 0) return refs.at(-1) ?? "";
  if (outer.items) return `${typeOf(document, outer.items)}[]`;
  const several = outer.anyOf ?? outer.oneOf;
  if (several) return [...new Set(several.map((one) => typeOf(document, one)))].join(" | ");
  return (
    outer.format ??
    [outer.type ?? (outer.enum ? "string" : "any")]
      .flat()
      .filter((type) => type !== "null")
      .join(" | ")
  );
}

/** Without its wrappings: null, reference, and, where asked, list. */
function opened(
  document: ApiDocument,
  schema: Schema,
  throughLists = true,
): { whole: Schema; outer: Schema; refs: string[]; isNullable: boolean } {
  const refs: string[] = [];
  let isNullable = false;
  let whole = schema;
  for (;;) {
    const rest = whole.anyOf?.filter(({ type }) => type !== "null");
    if (rest && rest.length < (whole.anyOf?.length ?? 0)) isNullable = true;
    if (Array.isArray(whole.type) && whole.type.includes("null")) isNullable = true;
    const inner: Schema | undefined =
      rest?.length === 1 ? rest[0] : whole.$ref ? found(document, whole) : throughLists ? whole.items : undefined;
    if (whole.$ref) refs.push(whole.$ref.split("/").at(-1) ?? "");
    if (!inner) return { whole, outer: whole, refs, isNullable };
    whole = inner;
  }
}
