import { append, broken, documents, law, lost, replace, screen, sources, test, type Break } from "./laws.break.ts";

export const written: readonly Break[] = [
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
    "what a user sends is opened in a thread",
    append(broken, 'import { parse } from "csv-parse/sync"; export const broken = parse("a,b");'),
    sources("is opened in the threads"),
    /server\/broken\.ts/,
  ),
  law(
    "a file of a user is never taken whole",
    append(broken, "export const broken = (part: { toBuffer(): Promise<Buffer> }) => part.toBuffer();"),
    sources("is opened in the threads"),
    /server\/broken\.ts/,
  ),
  law(
    "what keeps a page busy is counted",
    append("src/web/chunk.ts", 'export const broken = () => fetch("/api/settings");'),
    sources("goes by what counts it"),
    /web\/chunk\.ts/,
  ),
  law(
    "no test in the browser waits for a time",
    append("e2e/print.test.ts", "export const broken = () => new Promise((done) => setTimeout(done, 100));"),
    sources("waits for a time"),
    /e2e\/print\.test\.ts/,
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
    "the company is set by the kit alone",
    append(
      "src/modules/warehouse/vendors/broken.server.ts",
      'import { sql } from "kysely"; export const broken = sql`select set_config(\'waybill.company_id\', ${"a"}, true)`;',
    ),
    sources("by the kit alone"),
    /vendors\/broken\.server\.ts/,
  ),
  law(
    "the role is set by the kit alone",
    append("src/modules/warehouse/vendors/broken.server.ts", 'export const broken = "set local role waybill_auth";'),
    sources("by the kit alone"),
    /vendors\/broken\.server\.ts/,
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
