import type { Entity, Field } from "./entity.ts";

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
const flagsOf = ({ fields }: Entity) => fields.filter(({ kind }) => kind === "flag");
const columnOf = ({ fields }: Entity, name: string) => fields.find((field) => field.name === name)?.columnName ?? name;
const addressOf = ({ module, list }: Entity) => `/api/${module}/${list}`;
const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");

function contract(entity: Entity): string {
  const { fields, record, type, table } = entity;
  const flags = flagsOf(entity);
  const own = ["crud", ...(fields.some(({ kind }) => kind === "date") ? ["date"] : []), "saved"];
  const types = [...new Set(fields.flatMap(({ fields: names }) => names))].sort();
  const texts = (wanted: readonly string[]) => fields.filter(({ kind }) => wanted.includes(kind));
  const personal = texts(["text", "notes"]).map(({ columnName }) => `"${columnName}"`);
  return joined([
    'import { z } from "zod";',
    `import { ${[...own, ...(flags.length > 0 ? ["yesNo"] : [])].join(", ")} } from "#shared/contract/contract.ts";`,
    `import { ${types.join(", ")} } from "#shared/fields/fields.ts";`,
    'import { record } from "#shared/contract/record.ts";\n',
    `export const ${record}Input = z.object({`,
    ...fields.map((field) => pair(field.name, isOn(field) ? "flag.default(true)" : field.type)),
    "});",
    `export const ${record} = saved(${record}Input, {});`,
    `export type ${type} = z.output<typeof ${record}>;\n`,
    `export const ${entity.contract} = crud("${addressOf(entity)}", {`,
    `name: "${entity.one}", record: ${record}, input: ${record}Input,`,
    `sort: [${quoted(sortsOf(entity))}],`,
    flags.length > 0 ? `filter: { ${flags.map(({ name }) => `${name}: yesNo()`).join(", ")} },` : "filter: {},",
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

function server({ contract: name, list, table, entity, label }: Entity): string {
  return joined([
    'import { crudHandlers } from "#server/records/crud.ts";',
    'import { serve } from "#server/http/serve.ts";',
    `import { ${name} } from "./${list}.contract.ts";\n`,
    `export default serve(${name}, crudHandlers(${name}, { table: "${table}", entity: "${entity}", defaultSort: "${label}" }));\n`,
  ]);
}

function web(entity: Entity): string {
  const { contract: name, fields, label, record, type, list, module, hasPage } = entity;
  const labelled = fields.find((field) => field.name === label);
  const others = fields.filter((field) => field !== labelled);
  const flags = flagsOf(entity).map((flag) => flag.name);
  return joined([
    'import { msg } from "@lingui/core/macro";',
    hasPage ? 'import { DetailScreen } from "#web/detail/detail-screen.tsx";' : "",
    hasPage ? 'import { FieldList } from "#web/detail/field-list.tsx";' : "",
    'import { fieldsOf } from "#web/form/fields/fields.tsx";',
    'import { columnsOf } from "#web/list/grid/columns.tsx";',
    'import { ListScreen } from "#web/list/list-screen.tsx";',
    `import { ${name}, ${record}Input, type ${type} } from "./${list}.contract.ts";\n`,
    `const naming = { one: msg\`${entity.one}\`, many: msg\`${entity.many}\` };`,
    `const columns = columnsOf<${type}>((c) => [`,
    `c.link("${label}"),`,
    ...others.map(
      (field) => `c.${field.column}("${field.name}"${field.kind === "notes" ? ", { hidden: true }" : ""}),`,
    ),
    'c.date("createdAt", { hidden: true }),',
    "]);\n",
    `const Field = fieldsOf(${record}Input);`,
    `const ${type}Form = () => (<>`,
    ...fields.map((field, at) => `<Field.${field.input} name="${field.name}"${at === 0 ? " autoFocus" : ""} />`),
    "</>);\n",
    `export const ${type}List = () => (<ListScreen of={${name}} naming={naming} columns={columns} filters={[${quoted(flags)}]}`,
    `form={${type}Form}${hasPage ? ` opens="/${module}/${list}/details"` : ""} />);\n`,
    hasPage
      ? joined([
          `export const ${type}Detail = () => (`,
          `<DetailScreen of={${name}} naming={naming} form={${type}Form} title={(${record}) => ${record}.${label}}>`,
          `{(${record}) => <FieldList schema={${record}Input} record={${record}} except={["${label}"]} />}`,
          "</DetailScreen>);\n",
        ])
      : "",
  ]);
}

function test(entity: Entity): string {
  const { contract: name, fields, list, many, one, once } = entity;
  const changed = fields.find((field) => field.name !== once);
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
    } });\n`,
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
  ]);
}

/** Another value than the example has. */
function changedTo(field: Field | undefined): string {
  const values: Partial<Record<Field["kind"], string>> = { flag: "false", date: '"2028-04-02"', count: "7" };
  const isNumber = field?.kind === "quantity" || field?.kind === "amount";
  return (field && values[field.kind]) ?? (isNumber ? '"7"' : '"Renamed"');
}

/** The table with its keys and indexes; `grants` are the roles that hold each new permission. */
export function migration(entity: Entity, grants: Readonly<Record<string, readonly string[]>>): string {
  const { table, fields, once } = entity;
  const key = columnOf(entity, once);
  const searched = fields
    .filter(({ kind }) => ["code", "name", "text"].includes(kind))
    .map(({ columnName, isGiven }) => (isGiven ? columnName : `coalesce(${columnName}, '')`));
  const sql = (field: Field) => (isOn(field) ? "boolean not null default true" : field.sql(field.columnName));
  return joined([
    `create table ${table} (`,
    "  like company_record,",
    ...fields.map((field) => `  ${field.columnName} ${sql(field)},`),
    `  search_text text generated always as (lower(${searched.join(" || ' ' || ")})) stored`,
    ");",
    `select company_table('${table}');`,
    `create unique index ${table}_${key}_once on ${table} (company_id, lower(${key}));`,
    ...fields
      .filter(({ isGiven }) => isGiven)
      .map(({ columnName }) => `create index ${table}_by_${columnName} on ${table} (company_id, ${columnName}, id);`),
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
