import { sql } from "kysely";
import type { Db, Tables } from "#server/db.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Inserts many rows with one statement; keys are columns, and all rows have the same. */
export async function addRows(db: Db, table: keyof Tables, rows: readonly Row[]): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  );
}

/** Days from an instant, as an instant. */
export const daysFrom = (at: Date, days: number): Date => new Date(at.getTime() + days * 86_400_000);
export const minutesFrom = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000);
/** The earlier of the two: what has happened never lies ahead of now. */
export const atMost = (limit: Date, at: Date): Date => (at < limit ? at : limit);
/** YYYY-MM-DD. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
