/**
 * `npm run new -- warehouse strap-types --fields "code:code name:name length:millimetres isActive:flag"`: the files of a new
 * entity, its migration and its permissions, named in its module. CONTRIBUTING.md tells what they are and what is left.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { standardRoles } from "#shared/permissions/permission-entry.ts";
import { permissionAreas, permissionNames, type PermissionGroup } from "#shared/permissions/permission-list.ts";
import { entityFrom, kinds, Refusal, type Entity } from "./new/entity.ts";
import { referredFrom } from "./new/referred.ts";
import { addImport, groupsIn, insert } from "./new/manifest.ts";
import { filesOf, migration } from "./new/texts.ts";

const permissionsFile = "src/shared/permissions/permission-list.ts";
const root = fileURLToPath(new URL("..", import.meta.url));
const usage = `npm run new -- <module> <entities> [--fields "code:code name:name isActive:flag"] [--one "strap type"]
  [--page] [--group "Catalogue"] [--icon package] [--area products]
  [--view CAN_VIEW_PRODUCTS] [--edit CAN_EDIT_PRODUCTS]

Kinds of fields: ${Object.keys(kinds).join(", ")}; write choice(light|heavy) and reference(carriers).`;

const read = (path: string) => readFileSync(join(root, path), "utf8");
const written: string[] = [];

try {
  await main();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(`${error.message}\n\n${usage}`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values, positionals } = given();
  if (values.help) return console.log(usage);
  const [module, list, ...more] = positionals;
  if (!module || !list || more.length > 0) throw new Refusal("Say which module, and what its new records are called.");
  const modules = readdirSync(join(root, "src/modules"));
  const withRecords = modules.filter((name) => name in permissionAreas);
  if (!withRecords.includes(module))
    throw new Refusal(`There is no module ${module} that holds records; there are ${withRecords.join(", ")}.`);
  refuseUnknownIcon(values.icon);
  const refer = (other: string) => referredFrom(root, module, other);
  const entity = entityFrom({ ...values, module, list, hasPage: values.page, refer });
  refuseWhatIsThere(entity, modules);
  const newPermissions = [entity.view, entity.edit].filter((name) => !(permissionNames as string[]).includes(name));
  if (newPermissions.length > 0 && (values.view ?? values.edit))
    throw new Refusal(
      `There is no permission ${newPermissions.join(", ")}; leave out --view and --edit to get new ones.`,
    );

  if (newPermissions.length > 0) addPermissions(entity, newPermissions, values.area);
  for (const [name, text] of Object.entries(filesOf(entity))) write(`src/modules/${module}/${list}/${name}`, text);
  write(`migrations/${nextMigration()}_${entity.table}.sql`, migration(entity, await grants(newPermissions)));
  addToManifest(entity, values);
  format();
  tellRest(entity, newPermissions.length > 0);
}

function given() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        fields: { type: "string", default: "code:code name:name isActive:flag" },
        one: { type: "string" },
        page: { type: "boolean", default: false },
        group: { type: "string" },
        icon: { type: "string", default: "list-details" },
        view: { type: "string" },
        edit: { type: "string" },
        area: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
}

/** An icon that the menu lacks would be a plain circle. */
function refuseUnknownIcon(icon: string): void {
  const path = "src/web/shell/menu-icons.tsx";
  const icons = [...read(path).matchAll(/^ {2}"?([\w-]+)"?: <Icon/gm)].map(([, name]) => name);
  if (!icons.includes(icon))
    throw new Refusal(`The menu has no icon ${icon}; it has ${icons.join(", ")}, and ${path} takes another.`);
}

function refuseWhatIsThere({ list, table }: Entity, modules: readonly string[]): void {
  const folder = modules.map((name) => `src/modules/${name}/${list}`).find((path) => existsSync(join(root, path)));
  if (folder) throw new Refusal(`There are ${list} already: ${folder}.`);
  const made = new RegExp(`\\bcreate table ${table} `);
  const file = readdirSync(join(root, "migrations")).find((name) => made.test(read(`migrations/${name}`)));
  if (file) throw new Refusal(`There is a table ${table} already: migrations/${file}.`);
}

/**
 * In the area that was asked for, or one of their own; with meanings and holders that can be made better. Who manages the
 * module changes the records and sees them, also where `shows` names other roles.
 */
function addPermissions(entity: Entity, permissions: readonly string[], area = entity.table): void {
  const { module, view, many } = entity;
  const manager = standardRoles.find((role) => role === `${module.toUpperCase()}_MANAGER`);
  const entry = (name: string) =>
    name === view
      ? `shows("See ${many}"${manager && manager !== "WAREHOUSE_MANAGER" ? `, "${manager}"` : ""})`
      : `lets("everyday", "Add, change and archive ${many}"${manager ? `, "${manager}"` : ""})`;
  const added = permissions.map((name) => `${name}: ${entry(name)}`).join(", ");
  const text = read(permissionsFile);
  const isThere = area in permissionAreas[module as PermissionGroup]; // asked when the module was
  write(
    permissionsFile,
    isThere ? insert(text, [module, area], added) : insert(text, [module], `${area}: { ${added} }`),
  );
}

/** Which roles of a new company hold the new permissions, by what the default roles say now. */
async function grants(permissions: readonly string[]): Promise<Record<string, readonly string[]>> {
  if (permissions.length === 0) return {};
  const probe = `import { defaultRoles } from ${JSON.stringify(
    pathToFileURL(join(root, "src/modules/settings/roles/default-roles.server.ts")).href,
  )}; console.log(JSON.stringify(defaultRoles))`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", probe], { encoding: "utf8" });
  if (!stdout) throw new Error(stderr);
  const roles = JSON.parse(stdout) as { code: string; permissions: string[] }[]; // what was just printed
  return Object.fromEntries(
    permissions.map((permission) => [
      permission,
      roles.filter((role) => role.permissions.includes(permission)).map(({ code }) => code),
    ]),
  );
}

/** This minute, or the one after the newest migration where that is later. */
function nextMigration(): string {
  const stamp = (at: Date) => at.toISOString().slice(0, 16).replaceAll(/[-:]/g, "");
  const newest = readdirSync(join(root, "migrations")).sort().at(-1) ?? "";
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(newest) ?? [];
  const after = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`).getTime() + 60_000;
  return stamp(new Date(Math.max(Date.now(), Number.isNaN(after) ? 0 : after)));
}

function addToManifest(entity: Entity, { group, icon }: { group?: string | undefined; icon: string }): void {
  const { module, list, contract, record, type, view, one, label, hasPage } = entity;
  const folder = `src/modules/${module}`;
  const path = `/${module}/${list}`;
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const about = entity.fields.filter(({ kind, name }) => kind === "code" && name !== label).map(({ name }) => name);

  const screens = read(`${folder}/module.ts`);
  const menu = JSON.stringify({ group: group ?? groupsIn(screens).at(-1) ?? "Lists", icon });
  const parts = (from: string, name: string) => `part(() => import("./${list}/${from}"), "${name}")`;
  const find = `find: { one: "${capital(one)}", icon: "${icon}", from: "/api${path}", label: "${label}", about: ${JSON.stringify(about)} },`;
  const listed = `{ path: "${path}", title: "${capital(entity.many)}", can: "${view}", menu: ${menu}, ${
    hasPage ? find : `keeps: ["${entity.entity}"],`
  } }`;
  const paged = `{ path: "${path}/details", title: "${capital(one)}", can: "${view}", shows: "${entity.entity}" }`;
  write(`${folder}/module.ts`, insert(screens, ["screens"], hasPage ? `${listed}, ${paged}` : listed));

  let server = read(`${folder}/module.server.ts`);
  server = addImport(server, `import ${contract} from "./${list}/${list}.server.ts";`);
  server = addImport(server, `import { ${record}Record } from "./${list}/${list}.contract.ts";`);
  server = insert(insert(server, ["serves"], contract), ["records"], `${record}Record`);
  write(`${folder}/module.server.ts`, server);

  let web = read(`${folder}/module.web.tsx`);
  if (!/\bpart\b/.test(web)) web = web.replace("{ webModule }", "{ part, webModule }");
  web = insert(web, ["screens"], `"${path}": ${parts(`${list}.web.tsx`, `${type}List`)}`);
  if (hasPage) {
    web = insert(web, ["screens"], `"${path}/details": ${parts(`${list}.web.tsx`, `${type}Detail`)}`);
    web = insert(web, ["previews"], `"${path}": ${parts(`${list}.web.tsx`, `${type}Preview`)}`);
  }
  write(`${folder}/module.web.tsx`, web);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  written.push(path);
}

function format(): void {
  const code = written.filter((path) => /\.tsx?$/.test(path));
  const program = join(root, "node_modules", ".bin", "oxfmt");
  const { status, stderr } = spawnSync(program, code, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

function tellRest({ many, list, hasPage }: Entity, hasNewPermissions: boolean): void {
  const rest: readonly (readonly [string, string])[] = [
    ["npm run db-types", "the types of the new table"],
    ...(hasNewPermissions
      ? ([
          [permissionsFile, "what the two new permissions let somebody do, and which roles have them"],
          ["the migration", "the same roles, for companies that exist"],
        ] as const)
      : []),
    [
      "the contract and the migration",
      "limits, what has to be given (`not null`), other kinds of fields, columns that may name a person: a name is taken for a thing's",
    ],
    ["the server", "rules of more than one field, before create and update"],
    ["the screen", "a sentence `about` the list, units of quantities, help for fields"],
    ["npm run words", "then write the German in src/shared/language/de.po"],
    ...(hasPage
      ? ([
          [
            "src/main/demo/",
            `${many} in the demo, written at the end of addMasterData (fill.ts): e2e/screens.test.ts opens the first`,
          ],
        ] as const)
      : []),
    ["UPDATE_DOCS=1 npm test -- conventions/docs", "docs/api.md"],
    ["CHANGELOG.md", `a line on ${many}`],
    [`npm run check; npm test -- ${list}`, "see whether it all holds"],
    [`npm run screenshots -- ${list}`, "see what it looks like, wide and on a phone, light and dark"],
  ];
  console.log(`Written:\n  ${written.join("\n  ")}\n\nLeft to do:`);
  for (const [where, what] of rest) console.log(`  ${where}\n      ${what}`);
}
