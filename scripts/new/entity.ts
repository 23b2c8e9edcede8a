import { entityOf } from "#shared/contract/entity.ts";

/** What a field of a new entity is in each place that names it. `n` in an example is the number of the record. */
interface Kind {
  /** For the contract: what it is there, and what of it comes from `#shared/fields/fields.ts`. */
  readonly type: string;
  readonly fields: readonly string[];
  readonly sql: (column: string) => string;
  /** The builders in a list and in a form: `c.code`, `Field.Text`. */
  readonly column: string;
  readonly input: string;
  readonly example: (words: string) => string;
  /** Never empty, so a list may sort by it. */
  readonly isGiven: boolean;
  /** What it is measured in; the field's name ends with it: `lengthMm`. */
  readonly unit?: string;
}

const aboveZero = "decimal(3, { above: 0, max: 10_000_000 }).nullable().default(null)";

export const kinds = {
  code: {
    type: "code",
    fields: ["code"],
    sql: () => "text not null",
    column: "code",
    input: "Text",
    example: () => "`N-${n}`",
    isGiven: true,
  },
  name: {
    type: "name",
    fields: ["name"],
    sql: () => "text not null",
    column: "text",
    input: "Text",
    example: (words) => `\`${words.charAt(0).toUpperCase()}${words.slice(1)} \${n}\``,
    isGiven: true,
  },
  text: {
    type: "line()",
    fields: ["line"],
    sql: () => "text",
    column: "text",
    input: "Text",
    example: () => '"a few words"',
    isGiven: false,
  },
  notes: {
    type: "notes",
    fields: ["notes"],
    sql: () => "text",
    column: "text",
    input: "Textarea",
    example: () => '"what to know"',
    isGiven: false,
  },
  count: {
    type: "wholeNumber(0, 1_000_000).nullable().default(null)",
    fields: ["wholeNumber"],
    sql: (column) => `integer check (${column} between 0 and 1000000)`,
    column: "count",
    input: "Number",
    example: () => "3",
    isGiven: false,
  },
  quantity: {
    type: aboveZero,
    fields: ["decimal"],
    sql: (column) => `numeric(12, 3) check (${column} > 0)`,
    column: "quantity",
    input: "Decimal",
    example: () => '"12.5"',
    isGiven: false,
  },
  millimetres: {
    type: "wholeNumber(1, 100_000).nullable().default(null)",
    fields: ["wholeNumber"],
    sql: (column) => `integer check (${column} between 1 and 100000)`,
    column: "count",
    input: "Number",
    example: () => "1200",
    isGiven: false,
    unit: "mm",
  },
  kilograms: {
    type: aboveZero,
    fields: ["decimal"],
    sql: (column) => `numeric(12, 3) check (${column} > 0)`,
    column: "quantity",
    input: "Decimal",
    example: () => '"12.5"',
    isGiven: false,
    unit: "kg",
  },
  amount: {
    type: "amount.nullable().default(null)",
    fields: ["amount"],
    sql: (column) => `numeric(19, 4) check (${column} >= 0)`,
    column: "quantity",
    input: "Decimal",
    example: () => '"9.99"',
    isGiven: false,
  },
  /** An amount, and after it the field that says its currency. */
  money: {
    type: "amount.nullable().default(null)",
    fields: ["amount"],
    sql: (column) => `numeric(19, 4) check (${column} >= 0)`,
    column: "money",
    input: "Decimal",
    example: () => '"9.99"',
    isGiven: false,
  },
  currency: {
    type: "currency.nullable().default(null)",
    fields: ["currency"],
    sql: () => "char(3) references currencies (code)",
    column: "text",
    input: "Listed",
    example: () => '"EUR"',
    isGiven: false,
  },
  date: {
    type: "date.nullable().default(null)",
    fields: [],
    sql: () => "date",
    column: "date",
    input: "Date",
    example: () => '"2027-03-01"',
    isGiven: false,
  },
  /** A moment, in UTC; the screens show it in the zone of the site or of who looks. */
  instant: {
    type: "pointInTime.nullable().default(null)",
    fields: ["pointInTime"],
    sql: () => "timestamptz(3)",
    column: "date",
    input: "Moment",
    example: () => '"2027-03-01T08:30:00.000Z"',
    isGiven: false,
  },
  /** One of some words, `choice(light|heavy)`, the first of them unless another is said. */
  choice: {
    type: "",
    fields: [],
    sql: () => "text not null",
    column: "choice",
    input: "Select",
    example: () => "",
    isGiven: false,
  },
  /** A record of another entity, `reference(carriers)`; the field's name ends with Id. */
  reference: {
    type: "z.uuid().nullable().default(null)",
    fields: [],
    sql: () => "uuid",
    column: "text",
    input: "Reference",
    example: () => "null",
    isGiven: false,
  },
  flag: {
    type: "flag",
    fields: ["flag"],
    sql: () => "boolean not null default false",
    column: "boolean",
    input: "Switch",
    example: () => "true",
    isGiven: false,
  },
} as const satisfies Record<string, Kind>;

export interface Field extends Kind {
  readonly name: string;
  /** How people call it, without its unit: `Length`. */
  readonly says: string;
  readonly kind: keyof typeof kinds;
  readonly columnName: string;
  /** Of a choice: the words, and what the contract calls them. */
  readonly choice?: { readonly values: readonly string[]; readonly called: string };
  /** Of a reference: the other entity, and the field of ours that has its name. */
  readonly of?: Referred & { readonly shown: string };
}

/** An entity that is there already, as another one refers to it. */
export interface Referred {
  /** Its contract, from the folder of the new entity. */
  readonly path: string;
  readonly contract: string;
  readonly table: string;
  /** What names a record of it, as a field and as a column. */
  readonly label: string;
  readonly labelColumn: string;
}

/** A new entity by all its names: `pallet-types`, `palletTypes`, `PalletType`, `pallet_types`. */
export interface Entity {
  readonly module: string;
  /** Folder, files and the last part of the address. */
  readonly list: string;
  readonly table: string;
  /** The word of its events. */
  readonly entity: string;
  readonly one: string;
  readonly many: string;
  readonly contract: string;
  readonly record: string;
  readonly type: string;
  readonly fields: readonly Field[];
  /** The field that names a record. */
  readonly label: string;
  /** The field of which no two are alike. */
  readonly once: string;
  readonly view: string;
  readonly edit: string;
  /** Has a page beside its list. */
  readonly hasPage: boolean;
}

/** A request that cannot be met, in a sentence for whoever typed it. */
export class Refusal extends Error {}

const camel = (words: string) => words.replace(/[- ](\w)/g, (_, letter: string) => letter.toUpperCase());
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns that every record has, and words that SQL keeps for itself. */
const taken = new Set(
  (
    "id company_id version created_at updated_at archived_at created_by search_text all and asc case check column " +
    "default desc end false for from grant group in into limit not null offset on or order primary references select " +
    "table then to true union unique user using when where with"
  ).split(" "),
);

/** The entity that was asked for; throws a Refusal where the names cannot be right. */
export function entityFrom(asked: {
  module: string;
  list: string;
  one?: string | undefined;
  fields: string;
  view?: string | undefined;
  edit?: string | undefined;
  hasPage: boolean;
  /** The entity with this list; throws a Refusal where there is none. */
  refer: (list: string) => Referred;
}): Entity {
  const { module, list } = asked;
  const entity = entityOf(`/${list}`);
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(list) || entity === list)
    throw new Refusal(`"${list}" is no plural in kebab case: call it like pallet-types.`);
  const one = (asked.one ?? entity).replaceAll("-", " ").toLowerCase();
  if (!/^[a-z][a-z0-9]*(?: [a-z0-9]+)*$/.test(one))
    throw new Refusal(`"${one}" cannot be what one of them is called: give words like "pallet type".`);
  const fields = asked.fields
    .split(/[\s,]+/)
    .filter(Boolean)
    .flatMap((text) => fieldsFrom(text, { one, refer: asked.refer }));
  const label = fields.find(({ kind }) => kind === "name") ?? fields.find(({ kind }) => kind === "code");
  if (!label) throw new Refusal("A record needs something to be called by: a field of kind name or code.");
  const once = fields.find(({ kind }) => kind === "code") ?? label;
  if (fields.length < 2) throw new Refusal(`A record has more than its ${once.name}: give it another field.`);
  const twice = fields.find(({ name }, at) => fields.findIndex((other) => other.name === name) !== at);
  if (twice) throw new Refusal(`The field ${twice.name} is there twice.`);
  const permission = list.replaceAll("-", "_").toUpperCase();
  return {
    module,
    list,
    table: list.replaceAll("-", "_"),
    entity,
    one,
    many: list.replaceAll("-", " "),
    contract: camel(list),
    record: camel(one),
    type: capital(camel(one)),
    fields,
    label: label.name,
    once: once.name,
    view: asked.view ?? `CAN_VIEW_${permission}`,
    edit: asked.edit ?? `CAN_EDIT_${permission}`,
    hasPage: asked.hasPage,
  };
}

interface Naming {
  readonly one: string;
  readonly refer: (list: string) => Referred;
}

/** One field, or the two of money. */
function fieldsFrom(text: string, naming: Naming): Field[] {
  const [, said = "", asked = "", more = ""] = /^([^:]*):([a-z]+)(?:\(([^()]*)\))?$/.exec(text) ?? [];
  if (!(asked in kinds))
    throw new Refusal(`"${text}" is no field: give name:kind, where kind is ${Object.keys(kinds).join(", ")}.`);
  const kind = asked as Field["kind"]; // asked just before
  if ((more !== "") !== ["choice", "reference"].includes(kind))
    throw new Refusal(`"${text}" is no field: write choice(light|heavy), reference(carriers), and other kinds alone.`);
  if (!/^[a-z][A-Za-z0-9]*$/.test(said)) throw new Refusal(`The field ${said} has to be in camel case, like isActive.`);
  const { unit = "" }: Kind = kinds[kind];
  const bare = said.endsWith(capital(unit)) ? said.slice(0, said.length - unit.length) : said;
  const name = `${bare}${capital(unit)}`;
  const columnName = snake(name);
  if (taken.has(columnName)) throw new Refusal(`No field can be called ${name}: SQL or every record has it already.`);
  const field = { ...kinds[kind], name, kind, columnName, says: capital(snake(bare).replaceAll("_", " ")) };
  if (kind === "choice") return [{ ...field, ...choiceOf(name, more, naming.one) }];
  if (kind === "reference") return [{ ...field, ...referenceOf(name, naming.refer(more)) }];
  return kind === "money" ? [field, ...fieldsFrom(`${currencyOf(name)}:currency`, naming)] : [field];
}

function choiceOf(name: string, words: string, one: string): Partial<Field> {
  const values = words.split("|");
  if (values.length < 2 || new Set(values).size < values.length || !values.every((word) => /^[a-z]\w*$/.test(word)))
    throw new Refusal(`"${words}" are no choices for ${name}: give two or more different words, light|heavy.`);
  return {
    choice: { values, called: `${camel(one)}${capital(name)}` },
    example: () => `"${values[0]}" as const`,
    sql: (column) =>
      `text not null default '${values[0]}' check (${column} in (${values.map((word) => `'${word}'`).join(", ")}))`,
  };
}

function referenceOf(name: string, of: Referred): Partial<Field> {
  if (!/.Id$/.test(name))
    throw new Refusal(`The field ${name} refers to a record: end its name with Id, like carrierId.`);
  const bare = name.slice(0, -2);
  return { of: { ...of, shown: `${bare}${capital(of.label)}` }, says: capital(snake(bare).replaceAll("_", " ")) };
}

/** The field that says what currency an amount is in. */
export const currencyOf = (name: string): string => `${name}Currency`;
