/**
 * Writes src/server/db/types.ts and columns.ts from the real schema: boots an embedded PostgreSQL, migrates, reads the catalogue.
 * `--check` writes nothing and fails when the file is stale.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "#ops/migrate/migrate.ts";
import { startEmbedded } from "#ops/postgres/embedded.ts";

const files = {
  types: new URL("../src/server/db/types.ts", import.meta.url),
  columns: new URL("../src/server/db/columns.ts", import.meta.url),
};

const scalars: Record<string, string> = {
  uuid: "string",
  text: "string",
  bpchar: "string",
  citext: "string",
  date: "string",
  time: "string",
  numeric: "string",
  int8: "string",
  int2: "number",
  int4: "number",
  float8: "number",
  bool: "boolean",
  timestamptz: "Instant",
  jsonb: "Json",
  bytea: "Buffer",
  tstzrange: "string",
  xid8: "string",
  oid: "number",
};

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  has_default: boolean;
  generated: boolean;
}

const columnsQuery = `
  select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
         a.atthasdef and a.attgenerated = '' as has_default, a.attgenerated <> '' as generated
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
    and coalesce(obj_description(c.oid, 'pg_class'), '') not like 'For nodes of %' -- an old name, which no code here reads
    and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`;

/** The texts of types.ts and columns.ts for the schema behind this URL. */
export async function describeSchema(url: string): Promise<Record<keyof typeof files, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set role waybill_owner");
    const { rows } = await client.query<Column>(columnsQuery);
    return { types: renderTypes(rows), columns: renderColumns(rows) };
  } finally {
    await client.end();
  }
}

function renderTypes(columns: Column[]): string {
  const tables = Map.groupBy(columns, (column) => column.table);
  const body = [...tables].map(
    ([table, own]) =>
      `  ${table}: {\n${own.map((column) => `    ${column.column}: ${typeOf(column)};\n`).join("")}  };\n`,
  );
  return `// Written by scripts/db-types.ts from the migrated schema; do not edit.
import type { ColumnType, Generated } from "kysely";

/** Read as ISO text in UTC, written as text or Date. */
type Instant = ColumnType<string, string | Date, string | Date>;
type Json = ColumnType<unknown, unknown, unknown>;

export interface Tables {
${body.join("")}}
`;
}

function renderColumns(columns: Column[]): string {
  const tables = Map.groupBy(columns, (column) => column.table);
  const body = [...tables].map(
    ([table, own]) => `  ${table}: { ${own.map((column) => `${column.column}: "${column.type}"`).join(", ")} },\n`,
  );
  return `// Written by scripts/db-types.ts from the migrated schema; do not edit.
import type { Tables } from "./types.ts";

/** table → column → PostgreSQL type name, for SQL that is built from contracts. */
export const columns = {
${body.join("")}} as const satisfies { [T in keyof Tables]: { [C in keyof Tables[T]]: string } };
`;
}

function typeOf(column: Column): string {
  const list = column.type.startsWith("_");
  const base = scalars[list ? column.type.slice(1) : column.type];
  if (base === "Json") return base;
  if (!base) throw new Error(`${column.table}.${column.column}: no TypeScript type for ${column.type}`);
  const type = `${base}${list ? "[]" : ""}${column.nullable ? " | null" : ""}`;
  if (column.generated) return `ColumnType<${type}, never, never>`;
  if (!column.has_default) return type;
  return base === "Instant" && !column.nullable && !list
    ? "ColumnType<string, string | Date | undefined, string | Date>"
    : `Generated<${type}>`;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "waybill-types-"));
  const server = await startEmbedded({ folder, durable: false });
  try {
    await migrate(server.url);
    const texts = await describeSchema(server.url);
    for (const [name, file] of Object.entries(files)) {
      const text = texts[name as keyof typeof files]; // the keys of `files`
      if (!process.argv.includes("--check")) await writeFile(file, text);
      else if ((await readFile(file, "utf8")) !== text) {
        console.error(`${file.pathname.split("/").slice(-3).join("/")} is stale. Run: npm run db-types`);
        process.exitCode = 1;
      }
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await main();
