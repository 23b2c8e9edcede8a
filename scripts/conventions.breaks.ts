import {
  append,
  broken,
  database,
  files,
  download,
  law,
  lost,
  migrate,
  replace,
  test,
  type Break,
} from "./conventions.break.ts";
import { written } from "./conventions.breaks.sources.ts";
import { words } from "./conventions.breaks.words.ts";

const routes: readonly Break[] = [
  law(
    "a route names a permission",
    replace(files, download, 'can: [], summary: "Download a file"'),
    test("conventions/product", "says who may call it"),
    /GET \/api\/files\/:id/,
  ),
  law(
    "a secret stands in no stored reply",
    replace(
      "src/modules/settings/users/users.contract.ts",
      'this one is kept nowhere.\n    transaction: "none",',
      "this one is kept nowhere.",
    ),
    test("conventions/product", "keeps it for no repeat"),
    /POST \/api\/auth\/users\/:id\/invitation-link/,
  ),
  law(
    "a route's permission exists",
    replace(files, download, 'can: "CAN_FLY" as never, summary: "Download a file"'),
    test("conventions/product", "says who may call it"),
    /GET \/api\/files\/:id/,
  ),
  law(
    "a route's permission exists, for the compiler",
    replace(files, download, 'can: "CAN_FLY", summary: "Download a file"'),
    ["tsc", "-p", "tsconfig.server.json"],
    /CAN_FLY/,
  ),
  law(
    "a route is open to anyone only where that was meant",
    replace(files, download, 'can: "anyone", summary: "Download a file"'),
    test("conventions/product", "open to anyone only"),
    /GET \/api\/files\/:id/,
  ),
  law(
    "a screen names a permission",
    replace(
      "src/modules/settings/module.ts",
      'title: "Company types",\n      can: "CAN_VIEW_COMPANIES"',
      'title: "Company types",\n      can: []',
    ),
    test("conventions/product", "gated by permissions that exist"),
    /\/settings\/companies\/types/,
  ),
  law(
    "a permission is asked somewhere",
    replace(
      "src/shared/permissions/permission-list.ts",
      "    general: {",
      '    general: {\n      CAN_FLY: lets("everyday", "Fly"),',
    ),
    test("conventions/product", "CAN_FLY"),
    /CAN_FLY is asked by a route/,
  ),
  law(
    "a contract is conformed",
    replace("src/modules/warehouse/vendors/vendors.test.ts", "conform(vendors,", "conform(others,"),
    test("conventions/product", "vendors is conformed"),
    /vendors\/\*\.test\.ts/,
  ),
  law("a flow reaches its states", lost, test("conventions/product", "names states that it has"), /lost/),
  law(
    "a write needs the anti-forgery pair",
    replace("src/server/http/access.ts", "if (!good) throw", "if (!good && !request) throw"),
    test("routes", "a write from another site.*is refused by POST /api/warehouse/vendors$"),
    /without the pair/,
  ),
  law(
    "a query names its company",
    replace("src/server/records/records.ts", 'return "company_id" in columns[table] ?', "return table.length === 0 ?"),
    test("isolation", "by the conditions of the queries alone.*is not found by GET /api/warehouse/vendors/:id"),
    /is not found by GET \/api\/warehouse\/vendors\/:id/,
  ),
  law(
    "the API document tells of every call",
    replace(files, 'summary: "Download a file"', 'summary: ""'),
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
    "a table begins with its id and its company",
    migrate(
      "create table broken (name text, id uuid not null, company_id uuid not null, primary key (company_id, id));",
    ),
    test("conventions/tables", "begin with their id"),
    /broken: name, id, company_id/,
  ),
  law(
    "company_table refuses a table that begins otherwise",
    migrate("create table broken (id uuid not null); select company_table('broken');"),
    test("conventions/tables", "begin with their id"),
    /create table broken \(like company_record/,
  ),
  law(
    "a table whose records can be booked registers them",
    migrate(
      "alter table vendors add constraint broken foreign key (company_id, id) references resources (company_id, id);",
    ),
    test("conventions/tables", "registers them itself"),
    /vendors: select resource_table/,
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
    test("conventions/plans", '/api/warehouse/vendors.*sorted by "name"'),
    /\+ +"(?:Seq Scan|Incremental Sort|Sort)/,
  ),
  law(
    "the written types are those of the schema",
    migrate("alter table vendors add column broken text;"),
    test("conventions/docs", "those of the migrated schema"),
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

const composed: readonly Break[] = [
  law(
    "a module folder is composed on the server",
    replace("src/main/modules.ts", "warehouseServer, fleetServer, settingsServer", "warehouseServer, settingsServer"),
    test("conventions/modules", "is composed"),
    /fleet is not in/,
  ),
  law(
    "a module folder is composed in the browser",
    replace("src/main/web.tsx", "#modules/fleet/module.web.tsx", "#modules/fleet/other.web.tsx"),
    test("conventions/modules", "is composed"),
    /fleet is not in/,
  ),
  law(
    "a new module folder is composed",
    append("src/modules/drill/module.ts", "export const drill = 1;"),
    test("conventions/modules", "is composed"),
    /drill is not in/,
  ),
  law(
    "a role with its permissions sees its menu",
    replace("src/server/http/modules.ts", "of: (user) => all.filter(", "of: (user) => all.slice(1).filter("),
    test("conventions/modules", "shows its menu"),
    /CAN_VIEW_VENDORS/,
  ),
  law(
    "a role that changes records sees them",
    replace(
      "src/shared/permissions/permission-list.ts",
      '"See drivers, how to reach them and what they may drive",\n        "DISPATCHER",\n        "FLEET_MANAGER",',
      '"See drivers, how to reach them and what they may drive",\n        "DISPATCHER",',
    ),
    test("conventions/modules", "may see them too"),
    /FLEET_MANAGER changes \/api\/fleet\/drivers/,
  ),
  law(
    "settings import no other module",
    append(
      "src/modules/settings/mails/broken.server.ts",
      'import { vendorRecord } from "../../warehouse/vendors/vendors.contract.ts"; export const broken = vendorRecord;',
    ),
    test("conventions/modules", "settings import no other module"),
    /mails\/broken\.server\.ts/,
  ),
  law(
    "a record is named in four places at most: a register in settings",
    append("src/modules/settings/audit/broken.web.ts", 'export const broken = { carrier: "/somewhere" };'),
    test("conventions/modules", "carrier is named by hand"),
    /audit\/broken\.web\.ts/,
  ),
  law(
    "a record is named in four places at most: a register of the settings' own",
    append("src/modules/settings/audit/broken.server.ts", 'export const broken = { "asset-type": "asset_types" };'),
    test("conventions/modules", "asset-type is named by hand"),
    /audit\/broken\.server\.ts/,
  ),
  law(
    "a record is named in four places at most: a kit",
    append(broken, 'export const broken = ["purchase-order"];'),
    test("conventions/modules", "purchase-order is named by hand"),
    /server\/broken\.ts/,
  ),
  law(
    "a kit names no record by words: a variable",
    append(broken, "export const broken = (vendorName: string) => vendorName;"),
    test("conventions/kits", "no kit names vendor,"),
    /server\/broken\.ts: export const broken/,
  ),
  law(
    "a kit names no record by words: a sentence",
    append("src/web/api/chunk.ts", 'export const broken = "Choose a carrier";'),
    test("conventions/kits", "no kit names carrier,"),
    /web\/api\/chunk\.ts: export const broken/,
  ),
  law(
    "a record that a contract describes is in a manifest",
    replace("src/modules/warehouse/module.server.ts", "    carrierRecord,\n", ""),
    test("conventions/modules", "that a contract describes"),
    /carrierRecord/,
  ),
  law(
    "a record is shown or kept by a screen",
    replace("src/modules/warehouse/module.ts", 'shows: "carrier"', ""),
    test("conventions/modules", "is shown or kept"),
    /"carrier"/,
  ),
  law(
    "what can be imported says where it is listed",
    replace("src/modules/warehouse/module.ts", 'imports: "vendor",', ""),
    test("conventions/modules", "that can be imported"),
    /"vendor"/,
  ),
];

const told: readonly Break[] = [
  law(
    "no row of the demo takes the clock of the database",
    replace("src/main/demo/bulk.ts", '{ updated_at: row["created_at"], ...row }', "{ ...row }"),
    test("demo/demo", "a moment two years away"),
    /updated_at: \d+ of these days/,
  ),
  law(
    "no event of the demo comes before its cause",
    replace(
      "src/main/demo/trips.ts",
      "docked = minutesFrom(latest(start, gateIn), 2)",
      "docked = minutesFrom(gateIn, -2)",
    ),
    ["vitest", "run", "--project", "processes", "src/main/demo/demo.moments.test.ts", "-t", "2028-02-29T10:00"],
    /a delivery or its receipt comes before its cause/,
  ),
  law(
    "the demo's code asks no clock",
    append("src/main/demo/bulk.ts", "export const begun = new Date();"),
    test("demo/demo", "asks no clock"),
    /demo\/bulk\.ts/,
  ),
];

export const breaks: readonly Break[] = [...routes, ...tables, ...composed, ...written, ...words, ...told];
