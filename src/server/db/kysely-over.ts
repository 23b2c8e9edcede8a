import { createHash } from "node:crypto";
import {
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type CompiledQuery,
} from "kysely";
import type pg from "pg";
import type { Tables } from "./types.ts";

const prepared = "/* prepared */";
const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = createHash("sha1").update(text).digest("base64url")));
  return name;
}

export type Send = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error("there is no connection but the transaction's")),
});
const parts = { dialect, config: { dialect }, driver: new DummyDriver() };
const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();

/**
 * A Kysely that sends everything this way. A statement that begins with the comment `prepared` is planned once for each
 * connection and not for each call; only for texts that are always the same, as a connection keeps all of them.
 */
export function kyselyOver(send: Send, { prepare }: { readonly prepare: boolean }): Kysely<Tables> {
  const executeQuery = async <R>({ sql: text, parameters }: CompiledQuery) => {
    const { rows, rowCount } = await send({
      text,
      values: [...parameters],
      ...(prepare && text.startsWith(prepared) ? { name: nameOf(text) } : {}),
    });
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
