/** One way to break a law. */
export interface Break {
  readonly law: string;
  /** What is broken, in words. */
  readonly change: string;
  readonly file: string;
  edit(text: string): string;
  /** The program that holds the law, and what to ask it. */
  readonly ask: readonly [string, ...string[]];
  /** What it has to say, so that it fails for this reason and no other. */
  readonly says: RegExp;
}

type Part = Omit<Break, "law" | "ask" | "says">;

const replace = (file: string, from: string, to: string): Part => ({
  change: `${file}: ${from} → ${to || "nothing"}`,
  file,
  edit: (text) => text.replace(from, to),
});
const append = (file: string, more: string): Part => ({
  change: `${file}: ${more.split("\n").slice(0, 3).join("; ")}`,
  file,
  edit: (text) => `${text}\n${more}\n`,
});
const migrate = (sql: string): Part => ({ ...append("migrations/99991231T2359_broken.sql", sql), change: sql });
const law = (name: string, part: Part, ask: Break["ask"], says: RegExp): Break => ({ law: name, ...part, ask, says });
const test = (file: string, name: string): Break["ask"] => [
  "vitest",
  "run",
  "--project",
  "server",
  `src/main/${file}.test.ts`,
  "-t",
  name,
];

const documents = "src/modules/settings/documents/documents.contract.ts";
const orders = "src/modules/warehouse/purchase-orders/purchase-orders.flow.ts";
const broken = "src/server/broken.ts";
const screen = "src/modules/warehouse/vendors/broken.web.tsx";
const download = 'can: anyOf("view"), summary: "Download a document"';
const lost = replace(orders, 'states: ["draft",', 'states: ["lost", "draft",');
const sources = (name: string) => test("laws.sources", name);
const database = (name: string) => test("laws.database", name);

const routes: readonly Break[] = [
  law(
    "a route names a permission",
    replace(documents, download, 'can: [], summary: "Download a document"'),
    test("laws", "says who may call it"),
    /GET \/api\/documents\/:id/,
  ),
  law(
    "a route's permission exists",
    replace(documents, download, 'can: "CAN_FLY" as never, summary: "Download a document"'),
    test("laws", "says who may call it"),
    /GET \/api\/documents\/:id/,
  ),
  law(
    "a route's permission exists, for the compiler",
    replace(documents, download, 'can: "CAN_FLY", summary: "Download a document"'),
    ["tsc", "-p", "tsconfig.server.json"],
    /CAN_FLY/,
  ),
  law(
    "a route is open to anyone only where that was meant",
    replace(documents, download, 'can: "anyone", summary: "Download a document"'),
    test("laws", "open to anyone only"),
    /GET \/api\/documents\/:id/,
  ),
  law(
    "a screen names a permission",
    replace(
      "src/modules/settings/settings.contract.ts",
      'title: "Company types", can: "CAN_VIEW_COMPANIES"',
      'title: "Company types", can: []',
    ),
    test("laws", "gated by permissions that exist"),
    /\/settings\/companies\/types/,
  ),
  law(
    "a permission is asked somewhere",
    replace("src/shared/permissions.ts", "  general: {", '  general: {\n    CAN_FLY: "Fly",'),
    test("laws", "CAN_FLY"),
    /CAN_FLY is asked by a route/,
  ),
  law(
    "a contract is conformed",
    replace("src/modules/warehouse/vendors/vendors.test.ts", "conform(vendors,", "conform(others,"),
    test("laws", "vendors is conformed"),
    /vendors\/\*\.test\.ts/,
  ),
  law("a flow reaches its states", lost, test("laws", "names states that it has"), /lost/),
  law(
    "a write needs the anti-forgery pair",
    replace("src/server/access.ts", "if (!good) throw", "if (!good && !request) throw"),
    test("routes", "a write from another site.*is refused by POST /api/warehouse/vendors$"),
    /without the pair/,
  ),
  law(
    "a query names its company",
    replace("src/server/records.ts", 'return "company_id" in columns[table] ?', "return table.length === 0 ?"),
    test("isolation", "by the conditions of the queries alone.*is not found by GET /api/warehouse/vendors/:id"),
    /is not found by GET \/api\/warehouse\/vendors\/:id/,
  ),
  law(
    "the API document tells of every call",
    replace(documents, 'summary: "Download a document"', 'summary: ""'),
    test("openapi", "is OpenAPI 3.1"),
    /summary/,
  ),
];

const tables: readonly Break[] = [
  law(
    "a company table has row-level security",
    migrate("create table broken (company_id uuid not null, id uuid not null, primary key (company_id, id));"),
    database("row-level security, forced"),
    /"broken"/,
  ),
  law(
    "a policy shows one company's rows",
    migrate(
      "create table broken (company_id uuid not null, id uuid not null, primary key (company_id, id)); grant select on broken to waybill_app;",
    ),
    database("shows it the rows of its company only"),
    /"broken"/,
  ),
  law(
    "no policy lets the app see more",
    migrate("create policy broken on vendors for select to waybill_app using (true);"),
    database("no policy lets the app see more"),
    /vendors broken/,
  ),
  law(
    "a unique key begins with the company",
    migrate("create unique index broken on vendors (code);"),
    database("every unique key begins"),
    /"broken"/,
  ),
  law(
    "a view asks with the rights of who looks (security_invoker)",
    migrate("create view broken as select id from vendors;"),
    database("every view asks"),
    /"broken"/,
  ),
  law(
    "a foreign key carries the company",
    migrate("alter table docks add column broken uuid constraint broken_fkey references users (id);"),
    database("carries the company"),
    /"broken_fkey"/,
  ),
  law(
    "a foreign key has its index",
    migrate(
      "alter table docks add column broken uuid, add constraint broken_fkey foreign key (company_id, broken) references vendors (company_id, id);",
    ),
    database("carries the company"),
    /"broken_fkey"/,
  ),
  law(
    "no column is a float",
    migrate("alter table vendors add column broken double precision;"),
    database("nothing as a float"),
    /vendors\.broken/,
  ),
  law(
    "functions with the owner's rights are known",
    migrate("create function broken() returns integer language sql security definer as 'select 1';"),
    database("owner's rights"),
    /broken/,
  ),
  law(
    "the app cannot empty a table",
    migrate("grant truncate on vendors to waybill_app;"),
    database("may empty a table"),
    /"vendors"/,
  ),
  law(
    "what was done cannot be changed",
    migrate("grant update on events to waybill_app;"),
    database("cannot be changed or removed"),
    /"events"/,
  ),
  law("states are the same in flow and database", lost, database("purchase-orders.flow.ts"), /lost/),
  law(
    "a list sorts by what is never null",
    migrate("alter table vendors alter column name drop not null;"),
    database("never null"),
    /vendors\.name/,
  ),
  law(
    "a list sort has its index (plan law)",
    migrate("drop index vendors_by_name;"),
    test("laws.plans", '/api/warehouse/vendors.*sorted by "name"'),
    /\+ +"(?:Seq Scan|Incremental Sort|Sort)/,
  ),
  law(
    "the written types are those of the schema",
    migrate("alter table vendors add column broken text;"),
    test("laws.docs", "those of the migrated schema"),
    /npm run db-types/,
  ),
  law(
    "a column that may name people is known to an erasure",
    migrate("alter table vendors add column contact_name text;"),
    [
      "vitest",
      "run",
      "--project",
      "server",
      "src/modules/settings/erasures/personal-columns.test.ts",
      "-t",
      "is registered as personal",
    ],
    /vendors\.contact_name/,
  ),
];

const written: readonly Break[] = [
  law(
    "docs/api.md is current",
    replace(documents, "Download a document", "Fetch a document"),
    test("laws.docs", "docs/api.md"),
    /docs\/api\.md is stale/,
  ),
  law("docs/flows are current", lost, test("laws.docs", "is drawn as its flow says"), /purchase-orders\.md is stale/),
  law(
    "a file has at most 350 lines",
    append(broken, "// more\n".repeat(350)),
    sources("no file has more"),
    /server\/broken\.ts/,
  ),
  law(
    "there is no `any`",
    append(broken, "export const broken = (one: any) => one;"),
    sources("there is no"),
    /server\/broken\.ts/,
  ),
  law(
    "the environment is read in one place",
    append(broken, 'export const broken = process.env["HOME"];'),
    sources("environment is read"),
    /server\/broken\.ts/,
  ),
  law(
    "a suppressed finding says why",
    append(broken, `// ${"oxlint"}-disable-next-line no-empty\nexport const broken = 1;`),
    sources("suppressed lint finding"),
    /server\/broken\.ts/,
  ),
  law(
    "SQL is never put together of texts",
    append(broken, "export const broken = (name: string) => `select * from vendors where name = '${name}'`;"),
    sources("never put together"),
    /server\/broken\.ts/,
  ),
  law(
    "SQL is never marked as safe by hand",
    append(broken, 'import { sql } from "kysely"; export const broken = sql.raw("1");'),
    sources("marked as safe"),
    /server\/broken\.ts/,
  ),
  law(
    "a transaction sends no notice",
    append(broken, 'import { sql } from "kysely"; export const broken = sql`select pg_notify(${"a"}, ${"b"})`;'),
    sources("sends no notice"),
    /server\/broken\.ts/,
  ),
  law(
    "modules use the transaction at hand",
    append(
      "src/modules/warehouse/vendors/broken.server.ts",
      'import pg from "pg"; export const broken = new pg.Pool();',
    ),
    sources("transaction at hand"),
    /vendors\/broken\.server\.ts/,
  ),
  law(
    "a table is written from one folder",
    append(
      "src/modules/warehouse/docks/broken.server.ts",
      'import { sql } from "kysely"; export const broken = sql`update vendors set name = ${"a"}`;',
    ),
    sources("other entities ask"),
    /vendors: .*docks/,
  ),
  law(
    "no sentence stands outside the language layer",
    append(screen, "export const Broken = () => <p>A sentence of its own</p>;"),
    sources("stands bare between tags"),
    /A sentence of its own/,
  ),
  law(
    "no label stands outside the language layer",
    append(screen, 'export const Broken = () => <input placeholder="A label of its own" />;'),
    sources("is a bare text"),
    /A label of its own/,
  ),
  law(
    "a mail says nothing in English alone",
    append(
      "src/modules/settings/users/users.jobs.ts",
      `export const broken = [import("#server/mail-layout.ts"), { subject: "Something that nobody translated" }];`,
    ),
    test("laws.language", "each word of a mail"),
    /Something that nobody translated/,
  ),
  law(
    "left and right are said as start and end",
    append("src/web/shell/shell.module.css", ".broken { margin-left: 4px; padding: 1px 2px 3px 4px; }"),
    test("laws.styles", "read from right to left"),
    /margin-left: 4px/,
  ),
  law(
    "an export is used",
    append("src/shared/gtin.ts", "export const broken = 1;"),
    ["knip", "--no-progress"],
    /broken\s+src\/shared\/gtin\.ts/,
  ),
  law(
    "a file is used",
    append("src/shared/broken.ts", "export const broken = 1;"),
    ["knip", "--no-progress"],
    /src\/shared\/broken\.ts/,
  ),
  law(
    "a dependency is used",
    replace("package.json", '"dependencies": {', '"dependencies": {\n    "ms": "2.1.3",'),
    ["knip", "--no-progress"],
    /\bms\b/,
  ),
  law(
    "the import table is proven: cycles",
    replace(".oxlintrc.json", '"import/no-cycle": "error"', '"import/no-cycle": "off"'),
    test("import-law", "lint reports"),
    /lint reports a circle of files/,
  ),
  law(
    "the import table is proven: who may import whom",
    replace(".oxlintrc.json", '["*", "!zod", "!temporal-polyfill", "!#shared/*", "!./*"]', '["nothing"]'),
    test("import-law", "lint reports"),
    /lint reports shared code that imports Node/,
  ),
  law(
    "each file is under exactly one row of the import table",
    append("src/elsewhere/broken.ts", "export const broken = 1;"),
    test("import-law", "matches exactly one"),
    /src\/elsewhere\/broken\.ts/,
  ),
];

export const breaks: readonly Break[] = [...routes, ...tables, ...written];
