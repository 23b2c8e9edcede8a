import pg from "pg";
import { expect, test } from "vitest";
import type { AppParts } from "#server/context.ts";
import { openDatabase } from "#server/db.ts";
import { Passwords } from "#server/passwords.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import { fillDemo } from "./fill.ts";

/** What may lie ahead: plans, deadlines, and when something ends. */
const ahead = /^(planned_|original_planned_|occupied_|hold_)|^(due_at|expires_at|run_at)$/;

/** The columns that tell of the future, with their latest moment. */
async function lateColumns(superUrl: string, now: Date): Promise<string[]> {
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ table_name: string; column_name: string }>(
      "select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name) where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'",
    );
    const told = rows
      .filter(({ column_name }) => !ahead.test(column_name))
      .map(
        ({ table_name, column_name }) =>
          `select '${table_name}.${column_name}' as name, max(${column_name}) as latest from ${table_name}`,
      );
    const { rows: late } = await client.query<{ name: string; latest: Date }>(
      `select * from (${told.join(" union all ")}) as found where latest > $1`,
      [now],
    );
    return late.map(({ name, latest }) => `${name}: ${latest.toISOString()}`).sort();
  } finally {
    await client.end();
  }
}

// Hours of tomorrow, so that moments which the database writes by itself lie before them; the board looks another at each.
test.each(["00:20", "09:41", "14:58", "21:30"])(
  "nothing in the demo has happened in the future, when it begins at %s",
  async (hour) => {
    const { url, superUrl } = await createTestDatabase();
    const database = openDatabase(url);
    try {
      const now = new Date(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T${hour}:00Z`);
      await database.owner.query("select ensure_event_months()");
      expect(
        await fillDemo(
          { database, app: { passwords: new Passwords() } as AppParts, within: [], wake: () => undefined },
          now,
        ),
      ).toBe(true); // the demo asks nothing else of the application
      expect(await lateColumns(superUrl, now)).toEqual([]);
    } finally {
      await database.close();
    }
  },
);
