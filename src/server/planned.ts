import type { QueryResult, RawBuilder } from "kysely";
import type { Db } from "./db.ts";

const texts = new Set<string>();
const mostTexts = 100;

/**
 * Runs a statement of a list. It is planned once for each connection if its plan cannot depend on a value: whatever it
 * filters by stands in its text, and only so many values, the cursor's, are bound (docs/decisions/0009).
 */
export async function planned<Row>(db: Db, bound: number, statement: RawBuilder<Row>): Promise<QueryResult<Row>> {
  const compiled = statement.compile(db);
  const isAlike = compiled.parameters.length === bound && (texts.has(compiled.sql) || texts.size < mostTexts);
  if (!isAlike) return db.executeQuery<Row>(compiled);
  texts.add(compiled.sql);
  return db.executeQuery<Row>({ ...compiled, sql: `/* kept */ ${compiled.sql}` });
}
