import { sources } from "#main/testing/sources.ts";

/** Records of the platform itself, which the kits and every module may name: they carry the others. */
export const platform: ReadonlySet<string> = new Set(["company", "company-type", "reference-value", "role", "user"]);

/** Where a new kind of record is written down by hand, apart from its folder and its migration. */
const places: Readonly<Record<string, RegExp>> = {
  manifest: /^src\/modules\/[^/]+\/[^/]+$/,
  "permissions with default roles":
    /^src\/(?:shared\/permissions\/permission-list\.ts|modules\/settings\/roles\/separated-duties\.web\.tsx)$/,
  German: /^src\/shared\/language\/de\.po$/,
  demo: /^src\/(?:main\/demo\/|modules\/account\/session\/demo-accounts\.ts$)/,
};

/** The place that a file belongs to; null where a record has no business to be named. */
export const placeOf = (file: string): string | null =>
  Object.entries(places).find(([, pattern]) => pattern.test(file))?.[0] ?? null;

/** The same word for something else, or a record that is meant: why it may stand there. */
const meant: Readonly<Record<string, string>> = {
  "product src/modules/account/session/session.contract.ts": "the product is Waybill",
  "product src/modules/account/session/session.server.ts": "the product is Waybill",
  "product src/modules/settings/company-exports/write-export.server.ts": "the product is Waybill",
  "document src/modules/settings/api/call-row.web.tsx": "that of the API",
  "document src/modules/settings/api/curl.web.ts": "that of the API",
  "document src/modules/settings/api/document.web.ts": "that of the API",
  "document src/modules/settings/api/schema-rows.web.ts": "that of the API",
  "document src/modules/settings/api/schema-table.web.tsx": "that of the API",
  "document src/modules/settings/files/files.contract.ts": "where files were served while they were called documents",
  "driver src/server/db/kysely-over.ts": "what Kysely speaks to a database by",
  "issue src/shared/contract/sentences.ts": "what Zod found wrong with a value",
  "location src/modules/settings/storage-locations/storage-locations.contract.ts":
    "whoever sees or changes a location sees or changes its bins",
  "asset src/modules/settings/asset-types/asset-types.contract.ts": "whoever sees assets sees their types",
  "dock src/modules/settings/locations/locations.server.ts":
    "a site says how many docks it has, which stand in its company",
};

const kinds = sources("src/modules/**/*.contract.ts").flatMap(({ path, code }) =>
  [...code.matchAll(/\brecord\(\{\s*entity: "([\w-]+)",\s*table: "(\w+)"/g)].map(([, entity = "", table = ""]) => ({
    entity,
    table,
    module: path.split("/")[2] ?? "",
    folder: path.split("/").slice(0, 4).join("/"),
  })),
);

const generated = /server\/db\/(?:types|columns)\.ts$/;
const files = [
  ...sources("src/**/*.{ts,tsx}")
    .filter(({ path }) => !/\.test\.|testing/.test(path) && !generated.test(path))
    .map(({ path, code }) => ({ path, code })),
  ...sources("src/shared/language/de.po").map(({ path, text }) => ({ path, code: text })),
];

/**
 * The files that name a kind of record and are no use of it. An entity that works with another (an order has a vendor) names
 * it in its own folder. In settings, where registers used to stand, only a file that imports from the record's folder works
 * with it, and none works with a record of another module. Comments do not count: a kit's example may say "vendor".
 */
export function namingFiles(entity: string): string[] {
  const kind = kinds.find((one) => one.entity === entity);
  if (!kind) throw new Error(`no contract describes ${entity}`);
  const { table, module, folder } = kind;
  const list = folder.split("/").at(-1) ?? "";
  const camel = entity.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const inCode = new RegExp(
    [
      `["'\`]${entity}["'\`]`,
      `(?:^|[{,(])\\s*"?${entity}"?: `,
      `["'\`]${table}["'\`]`,
      `\\b(?:from|join|into|update|table)\\s+${table}\\b`,
      `["'\`/][\\w/-]*/${list}\\b`,
      `\\bCAN_\\w+_${list.replaceAll("-", "_").toUpperCase()}\\b`,
      ...(entity.includes("-") ? [`\\b${camel}`, `\\b${camel.charAt(0).toUpperCase()}${camel.slice(1)}`] : []),
    ].join("|"),
    "m",
  );
  const inWords = new RegExp(`\\b${entity.replaceAll("-", " ")}s?\\b`, "i");
  return files
    .filter(({ path, code }) => {
      const [, itsModule, itsFolder] = /^src\/modules\/([^/]+)\/([^/]+)\//.exec(path) ?? [];
      const works =
        itsModule === "settings" ? module === "settings" && code.includes(`/${list}/`) : itsFolder !== undefined;
      const isUse = works && placeOf(path) === null;
      if (path.startsWith(`${folder}/`) || isUse || `${entity} ${path}` in meant) return false;
      return (placeOf(path) === "German" ? inWords : inCode).test(code);
    })
    .map(({ path }) => path);
}
