import { currencyOf, type Entity, type Field } from "./entity.ts";

/** The files of a new entity, by their names in its folder; oxfmt lays them out. */
export function filesOf(entity: Entity): Readonly<Record<string, string>> {
  const { list } = entity;
  return {
    [`${list}.contract.ts`]: contract(entity),
    [`${list}.server.ts`]: server(entity),
    [`${list}.web.tsx`]: web(entity),
    [`${list}.test.ts`]: test(entity),
  };
}

const joined = (parts: readonly string[]) => parts.filter(Boolean).join("\n");
/** `name: name` is written `name`. */
const pair = (name: string, value: string) => (name === value ? `${name},` : `${name}: ${value},`);
const isOn = ({ name }: Field) => /^(?:is)?active$/i.test(name);
const sortsOf = ({ fields }: Entity) => [
  ...fields.filter(({ isGiven }) => isGiven).map(({ name }) => name),
  "createdAt",
];
const moneyOf = ({ fields }: Entity) => fields.filter(({ kind }) => kind === "money");
const choicesOf = ({ fields }: Entity) => fields.flatMap(({ name, choice }) => (choice ? [{ name, ...choice }] : []));
const referencesOf = ({ fields }: Entity) =>
  fields.flatMap(({ name, columnName, says, of }) => (of ? [{ name, columnName, says, ...of }] : []));
/** One import of each contract that is referred to. */
const importsOf = (entity: Entity) =>
  [...new Map(referencesOf(entity).map((one) => [one.path, one])).values()].map(
    ({ contract: name, path }) => `import { ${name} } from "${path}";`,
  );
const typeOf = ({ choice, type }: Field) => (choice ? `${choice.called}.default("${choice.values[0]}")` : type);
const flagsOf = ({ fields }: Entity) => fields.filter(({ kind }) => kind === "flag");
const columnOf = ({ fields }: Entity, name: string) => fields.find((field) => field.name === name)?.columnName ?? name;
const addressOf = ({ module, list }: Entity) => `/api/${module}/${list}`;
const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");

function contract(entity: Entity): string {
  const { fields, record, type, table } = entity;
  const flags = flagsOf(entity);
  const choices = choicesOf(entity);
  const references = referencesOf(entity);
  const filters = [
    ...references.map(({ name }) => `${name}: anyOf(z.uuid())`),
    ...choices.map(({ name, called }) => `${name}: anyOf(${called})`),
    ...flags.map(({ name }) => `${name}: yesNo()`),
  ];
  const own = [
    ...(choices.length + references.length > 0 ? ["anyOf"] : []),
    "crud",
    ...(fields.some(({ kind }) => kind === "date") ? ["date"] : []),
    "saved",
  ];
  const types = [...new Set(fields.flatMap(({ fields: names }) => names))].sort();
  const texts = (wanted: readonly string[]) => fields.filter(({ kind }) => wanted.includes(kind));
  const personal = texts(["text", "notes"]).map(({ columnName }) => `"${columnName}"`);
  return joined([
    'import { z } from "zod";',
    `import { ${[...own, ...(flags.length > 0 ? ["yesNo"] : [])].join(", ")} } from "#shared/contract/contract.ts";`,
    `import { ${types.join(", ")} } from "#shared/fields/fields.ts";`,
    'import { record } from "#shared/contract/record.ts";\n',
    ...choices.map(({ called, values }) => `export const ${called} = z.enum([${quoted(values)}]);`),
    `export const ${record}Input = z.object({`,
    ...fields.map((field) => pair(field.name, isOn(field) ? "flag.default(true)" : typeOf(field))),
    "});",
    `export const ${record} = saved(${record}Input, {${references.map(({ shown }) => `${shown}: z.string().nullable()`).join(", ")}});`,
    `export type ${type} = z.output<typeof ${record}>;\n`,
    `export const ${entity.contract} = crud("${addressOf(entity)}", {`,
    `name: "${entity.one}", record: ${record}, input: ${record}Input,`,
    `sort: [${quoted(sortsOf(entity))}],`,
    `filter: { ${filters.join(", ")} },`,
    `view: "${entity.view}", edit: "${entity.edit}",`,
    "});\n",
    `export const ${record}Record = record({`,
    `entity: "${entity.entity}", table: "${table}", label: "${columnOf(entity, entity.label)}",`,
    personal.length > 0 ? `personal: { ${table}: [${personal.join(", ")}] },` : "",
    texts(["name"]).length > 0
      ? `notPersonal: { ${texts(["name"])
          .map(({ columnName }) => `"${table}.${columnName}": "the name of a thing"`)
          .join(", ")} },`
      : "",
    "});\n",
  ]);
}

function server(entity: Entity): string {
  const { contract: name, list, record, label } = entity;
  const money = moneyOf(entity);
  const shown = referencesOf(entity).map(
    ({ shown: field, columnName, table, labelColumn }) =>
      `${field}: sql\`(select r.${labelColumn} from ${table} r where r.company_id = t.company_id and r.id = t.${columnName})\``,
  );
  const added = shown.length > 0 ? `, add: { ${shown.join(", ")} }` : "";
  const standard = `crudHandlers(${name}, { record: ${record}Record, defaultSort: "${label}"${added} })`;
  const served = money.length === 0 ? `export default serve(${name}, ${standard});\n` : checked(entity, standard);
  return joined([
    shown.length > 0 ? 'import { sql } from "kysely";' : "",
    money.length > 0 ? 'import type { z } from "zod";' : "",
    money.length > 0 ? 'import { invalid, message } from "#shared/contract/problem.ts";' : "",
    'import { crudHandlers } from "#server/records/crud.ts";',
    'import { serve } from "#server/http/serve.ts";',
    `import { ${name}, ${money.length > 0 ? `type ${record}Input, ` : ""}${record}Record } from "./${list}.contract.ts";\n`,
    served,
  ]);
}

/** The handlers with a rule of two fields before each write: an amount has its currency. */
function checked(entity: Entity, standard: string): string {
  const { contract: name, record } = entity;
  const handler = (verb: string) =>
    `async ${verb}(ctx, req) { refuseContradictions(req.body); return standard.${verb}(ctx, req); },`;
  return joined([
    `const standard = ${standard};\n`,
    `export default serve(${name}, {\n...standard,\n${handler("create")}\n${handler("update")}\n});\n`,
    `function refuseContradictions(input: z.output<typeof ${record}Input>): void {`,
    ...moneyOf(entity).map(({ name: amount, says }) => {
      const missing = `input.${amount} === null ? "${amount}" : "${currencyOf(amount)}"`;
      return joined([
        `if ((input.${amount} === null) !== (input.${currencyOf(amount)} === null))`,
        `throw invalid({ [${missing}]: message("${says} needs an amount and a currency, or neither.") });`,
      ]);
    }),
    "}\n",
  ]);
}

function web(entity: Entity): string {
  const { contract: name, fields, label, record, type, list, module, hasPage } = entity;
  const labelled = fields.find((field) => field.name === label);
  const others = fields.filter((field) => field !== labelled);
  const filters = [
    ...referencesOf(entity).map(
      ({ name: field, contract: of, label: named }) => `{ name: "${field}", of: ${of}, field: "${named}" }`,
    ),
    ...[...choicesOf(entity), ...flagsOf(entity)].map((field) => `"${field.name}"`),
  ];
  const shown = detail(entity);
  return joined([
    'import { msg } from "@lingui/core/macro";',
    hasPage && isKept(entity) ? 'import type { StatusStyles } from "#web/ui/status/chip.tsx";' : "",
    hasPage && shown.values.length > 0 ? `import { ${shown.values.join(", ")} } from "#web/ui/values/values.tsx";` : "",
    hasPage ? 'import { DetailScreen } from "#web/detail/detail-screen.tsx";' : "",
    hasPage ? 'import { FieldList } from "#web/detail/field-list.tsx";' : "",
    'import { fieldsOf } from "#web/form/fields/fields.tsx";',
    'import { columnsOf } from "#web/list/grid/columns.tsx";',
    'import { ListScreen } from "#web/list/list-screen.tsx";',
    hasPage ? 'import { previewOf } from "#web/list/record-preview.tsx";' : "",
    ...importsOf(entity),
    `import { ${name}, ${record}Input, type ${type} } from "./${list}.contract.ts";\n`,
    `const naming = { one: msg\`${entity.one}\`, many: msg\`${entity.many}\` };`,
    hasPage && isKept(entity)
      ? 'const statusStyles: StatusStyles<"active" | "inactive"> = { active: "open", inactive: "ended" };'
      : "",
    `const columns = columnsOf<${type}>((c) => [`,
    `c.link("${label}"),`,
    ...others.map((field) => `c.${field.column}("${field.of?.shown ?? field.name}"${columnOptions(field)}),`),
    'c.date("createdAt", { hidden: true }),',
    hasPage ? `]);\nexport const ${type}Preview = previewOf(columns);\n` : "]);\n",
    `const Field = fieldsOf(${record}Input);`,
    `const ${type}Form = () => (<>`,
    ...fields
      .toSorted((a, b) => Number(b === labelled) - Number(a === labelled))
      .map(
        (field, at) =>
          `<Field.${field.input} name="${field.name}"${fieldOptions(field)}${at === 0 ? " autoFocus" : ""} />`,
      ),
    "</>);\n",
    `export const ${type}List = () => (<ListScreen of={${name}} naming={naming} columns={columns} filters={[${filters.join(", ")}]}`,
    `form={${type}Form}${hasPage ? ` opens="/${module}/${list}/details"` : ""} />);\n`,
    hasPage ? shown.text : "",
  ]);
}

const isKept = ({ fields }: Entity) => fields.some(isOn);
const measured = ({ says, unit }: Field) => `msg\`${says}, ${unit}\``;

function columnOptions(field: Field): string {
  if (field.kind === "notes" || field.kind === "currency") return ", { hidden: true }";
  if (field.of) return `, { label: msg\`${field.says}\` }`;
  if (field.kind === "money") return `, { currency: "${currencyOf(field.name)}" }`;
  return field.unit ? `, { label: ${measured(field)} }` : "";
}

function fieldOptions(field: Field): string {
  if (field.kind === "currency") return ' label="currency"';
  if (field.of) return ` of={${field.of.contract}} label="${field.of.label}" title={msg\`${field.says}\`}`;
  return field.unit ? ` label={msg\`${field.says}\`} unit="${field.unit}"` : "";
}

/** The page of one: its state and its code in the head line, what is measured or costs money in the strip, the rest below. */
function detail(entity: Entity): { text: string; values: readonly string[] } {
  const { contract: name, fields, label, record, type } = entity;
  const code = fields.find((field) => field.kind === "code" && field.name !== label);
  const facts = fields.filter(({ kind, unit, of }) => unit || of || kind === "money");
  const cell = (field: Field) =>
    field.of
      ? `{ label: msg\`${field.says}\`, value: ${record}.${field.of.shown} },`
      : field.unit
        ? `{ label: msg\`${field.says}\`, value: <Quantity value={${record}.${field.name}} unit="${field.unit}" /> },`
        : `{ label: "${field.name}", value: <Money amount={${record}.${field.name}} currency={${record}.${currencyOf(field.name)}} /> },`;
  const on = fields.find(isOn)?.name;
  const shown = [
    label,
    ...[code?.name ?? "", on ?? ""].filter(Boolean),
    ...facts.flatMap(({ kind, name: fact }) => (kind === "money" ? [fact, currencyOf(fact)] : [fact])),
  ];
  const values = [
    ...(code ? ["Code"] : []),
    ...(moneyOf(entity).length > 0 ? ["Money"] : []),
    ...(facts.some(({ unit }) => unit) ? ["Quantity"] : []),
  ];
  const text = joined([
    `export const ${type}Detail = () => (`,
    `<DetailScreen of={${name}} naming={naming} form={${type}Form} title={(${record}) => ${record}.${label}}`,
    on ? `state={{ of: (${record}) => (${record}.${on} ? "active" : "inactive"), statusStyles }}` : "",
    code ? `summary={(${record}) => <Code>{${record}.${code.name}}</Code>}` : "",
    facts.length > 0 ? `strip={(${record}) => [${facts.map(cell).join("\n")}]}` : "",
    `>{(${record}) => <FieldList schema={${record}Input} record={${record}} except={[${quoted(shown)}]} />}`,
    "</DetailScreen>);\n",
  ]);
  return { text, values };
}

function test(entity: Entity): string {
  const { contract: name, fields, list, many, one, once } = entity;
  const changed = fields.find(({ name: field, kind }) => field !== once && kind !== "reference");
  const referred = referencesOf(entity).map(({ name: field }) => field);
  const article = /^[aeiou]/.test(one) ? "an" : "a";
  return joined([
    'import { afterAll, beforeAll, expect, test } from "vitest";',
    'import { startTestApp, type TestApp } from "#main/testing/test-app.ts";',
    'import { conform } from "#main/testing/conform/conform.ts";',
    `import { ${name} } from "./${list}.contract.ts";\n`,
    `const valid = (n: number) => ({`,
    ...fields.map((field) => pair(field.name, field.example(one))),
    "});\n",
    `conform(${name}, { name: "${many}", valid, change: { ${changed?.name}: ${changedTo(changed)} }${
      entity.label === "name" ? "" : `, text: "${entity.label}"`
    }${referred.length > 0 ? `, filters: { ${referred.map((field) => `${field}: crypto.randomUUID()`).join(", ")} }` : ""} });\n`,
    "let testApp: TestApp;",
    "beforeAll(async () => void (testApp = await startTestApp()));",
    "afterAll(() => testApp.close());\n",
    `test("${article} ${one} has a ${once} that no other one of the company has, in any case of letters", async () => {`,
    'const add = async (over: object, company: "a" | "b" = "a") =>',
    `(await testApp.as("COMPANY_ADMIN", company)).post(${name}.create.path, { ...valid(1), ...over });`,
    `expect((await add({ ${once}: "Twice" })).status).toBe(200);`,
    `expect(await add({ ${once}: "TWICE" })).toMatchObject({ status: 409, body: { fields: { ${once}: expect.any(String) } } });`,
    `expect((await add({ ${once}: "Twice" }, "b")).status).toBe(200);`,
    "});\n",
    ...moneyOf(entity).map(({ name: amount, says }) =>
      joined([
        `test("the ${says.toLowerCase()} of ${article} ${one} has an amount and a currency, or neither", async () => {`,
        'const admin = await testApp.as("COMPANY_ADMIN");',
        `for (const missing of ["${amount}", "${currencyOf(amount)}"])`,
        `expect(await admin.post(${name}.create.path, { ...valid(2), [missing]: null })).toMatchObject({ status: 422, body: { fields: { [missing]: expect.any(String) } } });`,
        "});\n",
      ]),
    ),
  ]);
}

/** Another value than the example has. */
function changedTo(field: Field | undefined): string {
  const values: Partial<Record<Field["kind"], string>> = {
    flag: "false",
    date: '"2028-04-02"',
    instant: '"2028-04-02T16:00:00.000Z"',
    count: "7",
    millimetres: "7",
    currency: '"USD"',
  };
  if (field?.choice) return `"${field.choice.values[1]}"`;
  const isNumber = ["quantity", "kilograms", "amount", "money"].includes(field?.kind ?? "");
  return (field && values[field.kind]) ?? (isNumber ? '"7"' : '"Renamed"');
}

/** The table with its keys and indexes; `grants` are the roles that hold each new permission. */
export function migration(entity: Entity, grants: Readonly<Record<string, readonly string[]>>): string {
  const { table, fields, once } = entity;
  const key = columnOf(entity, once);
  const searched = fields
    .filter(({ kind }) => ["code", "name", "text"].includes(kind))
    .map(({ columnName, isGiven }) => (isGiven ? columnName : `coalesce(${columnName}, '')`));
  const paid = moneyOf(entity).map(
    ({ name, columnName }) => `  check ((${columnName} is null) = (${columnOf(entity, currencyOf(name))} is null))`,
  );
  const references = referencesOf(entity);
  const keys = references.map(
    (one) => `  foreign key (company_id, ${one.columnName}) references ${one.table} (company_id, id)`,
  );
  const sql = (field: Field) => (isOn(field) ? "boolean not null default true" : field.sql(field.columnName));
  return joined([
    `create table ${table} (`,
    "  like company_record,",
    ...fields.map((field) => `  ${field.columnName} ${sql(field)},`),
    [`  search_text text generated always as (lower(${searched.join(" || ' ' || ")})) stored`, ...paid, ...keys].join(
      ",\n",
    ),
    ");",
    `select company_table('${table}');`,
    `create unique index ${table}_${key}_once on ${table} (company_id, lower(${key}));`,
    ...fields
      .filter(({ isGiven }) => isGiven)
      .map(({ columnName }) => `create index ${table}_by_${columnName} on ${table} (company_id, ${columnName}, id);`),
    ...references.map(
      ({ columnName }) => `create index ${table}_by_${columnName} on ${table} (company_id, ${columnName});`,
    ),
    `create index ${table}_by_age on ${table} (company_id, created_at, id);`,
    `create index ${table}_search on ${table} using gin (company_id, search_text gin_trgm_ops);`,
    Object.keys(grants).length > 0
      ? "\n-- Companies that exist give the rights to the roles that have them in new ones."
      : "",
    ...Object.entries(grants).map(([permission, roles]) =>
      [
        `update roles set permissions = array_append(permissions, '${permission}')`,
        `where is_default and code in (${roles.map((role) => `'${role}'`).join(", ")}) and not '${permission}' = any(permissions);`,
      ].join("\n"),
    ),
    "",
  ]);
}
