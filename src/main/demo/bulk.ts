import { sql } from "kysely";
import { columns } from "#server/db/columns.ts";
import type { Db, Tables } from "#server/db/database.ts";

export type Row = Readonly<Record<string, unknown>>;

/**
 * Inserts many rows with one statement; keys are columns, and all rows have the same. A record that says when it was
 * created was last changed then too, unless it says more: no row takes the clock of the database.
 */
export async function addRows(db: Db, table: keyof Tables, rows: readonly Row[]): Promise<void> {
  const isRecord = "updated_at" in columns[table];
  const timed = rows.map((row) => (isRecord ? { updated_at: row["created_at"], ...row } : row));
  const [first] = timed;
  if (!first) return;
  const names = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${names}) select ${names}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(timed)}::jsonb)`.execute(db);
}

/** Days from an instant, as an instant. */
export const daysFrom = (at: Date, days: number): Date => new Date(at.getTime() + days * 86_400_000);
export const minutesFrom = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000);
/** What people plan is on full five minutes. */
export const onFiveMinutes = (at: Date): Date => new Date(Math.floor(at.getTime() / 300_000) * 300_000);
export const latest = (...times: readonly Date[]): Date => new Date(Math.max(...times.map(Number)));
