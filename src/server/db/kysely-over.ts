import { createHash } from "node:crypto";
import {
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
} from "kysely";
import type pg from "pg";
import type { Tables } from "./types.ts";

const prepared = "/* prepared */";
/** Begins a reading statement whose best plan depends on its values, such as a search: it is planned at each call. */
export const plannedByValue = sql`/* planned by its values */`;
/** Whether a statement says so. */
export const isPlannedByValue = (text: string): boolean => text.startsWith("/* planned by its values */");
/** All columns there are: kept, it would fail after a migration by another node had added one. */
const takesAllColumns = /^\s*select (?:distinct )?(?:"?\w+"?\.)?\*/;

/** As many texts as are remembered, of either kind; beyond, all are counted anew. */
const mostTexts = 300;
const askedOften = 3;
const names = new Map<string, string>();
/** How often what has no name was asked lately. */
const asked = new Map<string, number>();

/** The name of a text that is asked often, which is always the same. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  const times = (asked.get(text) ?? 0) + 1;
  if (times < askedOften) {
    if (asked.size >= mostTexts) asked.clear();
    asked.set(text, times);
    return undefined;
  }
  asked.delete(text);
  if (names.size >= mostTexts) names.clear();
  const name = createHash("sha1").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

export type Send = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error("there is no connection but the transaction's")),
});
const parts = { dialect, config: { dialect }, driver: new DummyDriver() };
const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();

interface How {
  readonly prepare: boolean;
  readonly readOnly: boolean;
}

/**
 * A Kysely that sends everything this way. A statement that is asked often gets a name, so that a connection parses and plans
 * it once and not for each call: in a transaction that only reads any but those that begin with `plannedByValue`, in others
 * only one that begins with the comment `prepared`.
 */
export function kyselyOver(send: Send, { prepare, readOnly }: How): Kysely<Tables> {
  const isKept = (text: string) =>
    prepare && (readOnly ? !isPlannedByValue(text) && !takesAllColumns.test(text) : text.startsWith(prepared));
  const executeQuery = async <R>({ sql: text, parameters }: CompiledQuery) => {
    const name = isKept(text) ? nameOf(text) : undefined;
    const { rows, rowCount } = await send({ text, values: [...parameters], ...(name === undefined ? {} : { name }) });
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }; // the statement's author says what its rows are
  };
  const streamQuery = () => {
    throw new Error("long lists are read in pages");
  };
  const connection = { executeQuery, streamQuery };
  return new Kysely<Tables>({
    ...parts,
    executor: new DefaultQueryExecutor(compiler, adapter, { provideConnection: (consumer) => consumer(connection) }),
  });
}
