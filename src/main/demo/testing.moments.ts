import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "#main/testing/database/database.ts";
import { Passwords } from "#server/crypto/passwords.ts";
import { inTransaction, openDatabase, type Database } from "#server/db/database.ts";
import type { AppParts } from "#server/http/context.ts";
import { systemContext, type Parts } from "#server/http/routes.ts";
import { addMasterData } from "./fill.ts";
import { tellStory, type DemoRecords } from "./story.ts";
import { storyFaults, storySignature } from "./testing.story.ts";

const demoKeys = { signing: Buffer.alloc(32, 7) };

/** What the demo needs of the application. */
export const partsOf = (database: Database): Parts => ({
  database,
  app: { passwords: new Passwords(), keys: demoKeys } as AppParts, // the demo asks nothing else of the application
  reactions: [],
  named: new Map(),
  wake: () => undefined,
});

/** The rows that a query gives, on a connection of its own. */
export async function ask<R extends pg.QueryResultRow>(
  url: string,
  query: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(query, values)).rows;
  } finally {
    await client.end();
  }
}

/** Every weekday at every third hour, and the nights and days on which calendars are odd. */
export const moments: readonly string[] = [
  ...Array.from({ length: 56 }, (_, n) => new Date(Date.UTC(2026, 10, 16, 3 * n, n)).toISOString()),
  "2026-03-29T00:59:30.000Z", // the clock jumps in Europe
  "2026-03-29T01:30:00.000Z",
  "2026-10-25T00:30:00.000Z", // and is turned back
  "2026-10-25T01:30:00.000Z",
  "2027-03-14T07:15:00.000Z", // in America
  "2026-11-01T06:30:00.000Z",
  "2026-12-25T12:00:00.000Z",
  "2026-12-31T23:40:00.000Z",
  "2027-01-01T00:05:00.000Z",
  "2028-02-29T10:00:00.000Z",
  "2028-02-29T23:59:59.000Z",
];

const [earliest = ""] = moments.toSorted();

/** Declares the tests that the story of these moments is one and the same, and has what tests and screens count on. */
export function tellsTheSameStory(chosen: readonly string[]): void {
  describe("the demo tells the same story at every moment", () => {
    let database: Database;
    let superUrl: string;
    let companyId: string;
    let records: DemoRecords;
    beforeAll(async () => {
      const made = await createTestDatabase();
      superUrl = made.superUrl;
      database = openDatabase({ url: made.url });
      await inTransaction(database.work, { role: "waybill_auth", companyId: null }, async (db) => {
        ({ companyId, records } = await addMasterData(db, {
          moment: new Date(earliest),
          passwordHash: "",
          keys: demoKeys,
        }));
      });
    });
    afterAll(() => database.close());
    /** Stories that were taken back leave their rows behind, and every question would read them all. */
    afterEach(() => ask(superUrl, "vacuum (analyze)"));

    const taleAt = (moment: string, look: (found: { faults: string[]; signature: string[] }) => void): Promise<void> =>
      inTransaction(database.work, { role: "waybill_auth", companyId }, async (db) => {
        await tellStory(systemContext(partsOf(database), db, companyId), records, {
          moment: new Date(moment),
          orders: 130,
        });
        look({ faults: await storyFaults(db, new Date(moment)), signature: await storySignature(db) });
        await sql`rollback and chain`.execute(db); // what is committed then is empty
      });

    let first: string[] = [];
    beforeAll(() => taleAt(earliest, ({ signature }) => void (first = signature)));

    test.each(chosen)(
      "%s: each state in the first page, trucks on the board, something late, something to approve, no event before its cause or while nobody works",
      (moment) =>
        taleAt(moment, ({ faults, signature }) => {
          expect(faults).toEqual([]);
          expect(signature, "the orders, their vendors, goods and totals are those of every other moment").toEqual(
            first,
          );
        }),
    );
  });
}
