import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { asSuper, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { saved } from "#main/testing/records/orders.ts";
import { inHours } from "#main/testing/records/trips.ts";

/*
 * A fleet in every state that the database lets it be in, at random: for what has to hold whatever there is. It is written as
 * the superuser, since many of its states take days to come to be.
 */

export type Sampler = <T>(arbitrary: fc.Arbitrary<T>, count: number) => T[];

/** Values at random, the same for the same seed; it is told, to be set again. */
export function sampler(name: string): Sampler {
  let seed = Number(process.env[name] ?? Date.now() % 1_000_000_007);
  console.log(`${name}=${seed}`);
  return (arbitrary, numRuns) => fc.sample(arbitrary, { seed: (seed += 1), numRuns });
}

type Rows = readonly Record<string, unknown>[];

/** Writes rows of a table for the first company, all with the same columns. */
export async function insertRows(testApp: TestApp, table: string, rows: Rows): Promise<void> {
  const columns = ["company_id", ...Object.keys(rows[0] ?? {})].join(", ");
  const all = rows.map((row) => ({ company_id: testApp.companies.a, ...row }));
  await asSuper(
    testApp,
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(all)],
  );
}

/** All records of a list that a query finds, in its order. */
export async function everyOne(client: Client, path: string, query = ""): Promise<Body[]> {
  const found: Body[] = [];
  let cursor: string | null = null;
  do {
    const from = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Body = await saved(client.get(`${path}?limit=200${query}${from}`));
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

/** A whole number of hours and a half: nothing begins or ends while a test looks. */
export const halfHours = (min: number, max: number) => fc.integer({ min, max }).map((hours) => hours + 0.5);
/** Yes, as often as once in so many times. */
export const once = (of: number) => fc.nat({ max: of - 1 }).map((n) => n === 0);
/** One of some values. */
export const either = <T>(...values: T[]) => fc.constantFrom(...values);

/** What every record has. */
export const ofRecord = () => ({
  id: randomUUID(),
  version: 1,
  created_at: inHours(-50),
  updated_at: inHours(-1),
});
