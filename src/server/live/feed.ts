import type pg from "pg";

/** A place in the stream of all events: everything behind it is still to be told. */
export interface Cursor {
  readonly tx: string;
  readonly id: string;
  readonly at: string;
}

/** An event as far as it is told: which record, and when. */
export interface FeedEvent extends Cursor {
  readonly company_id: string;
  readonly entity: string;
  readonly entity_id: string;
}

export const batch = 1000;
const keptMs = 24 * 3_600_000;
/** No transaction takes as long as this. */
const longestMs = 24 * 3_600_000;
const noId = "00000000-0000-0000-0000-000000000000";
const written = /^(\d{1,19})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{13})$/;

/** The place in the form of an event's id: transaction, event, time. */
export function writeCursor({ tx, id, at }: Cursor): string {
  return `${tx}.${id}.${Date.parse(at)}`;
}

export function readCursor(text: string): Cursor | null {
  const [, tx, id, at] = written.exec(text) ?? [];
  return tx && id && at ? { tx, id, at: new Date(Number(at)).toISOString() } : null;
}

export function isBehind(one: Cursor, other: Cursor): boolean {
  const [a, b] = [BigInt(one.tx), BigInt(other.tx)];
  return a > b || (a === b && one.id > other.id);
}

/** The place in front of an event. */
export function before({ tx, at }: Cursor): Cursor {
  return { tx, id: noId, at };
}

/** Now: whatever commits from here on is behind it. */
export async function head(pool: pg.Pool): Promise<Cursor> {
  const { rows } = await pool.query<{ tx: string; at: string }>(
    "select pg_snapshot_xmin(pg_current_snapshot())::text as tx, clock_timestamp() as at",
  );
  return { tx: rows[0]?.tx ?? "0", id: noId, at: rows[0]?.at ?? new Date().toISOString() };
}

// A transaction that is still open hides all that began after it, so that none is passed over which commits late. The time
// is there for the planner: of all months it looks at the last ones.
const after = `select tx::text as tx, id, at, company_id, entity, entity_id from events
    where (tx, id) > ($1::xid8, $2::uuid) and tx < pg_snapshot_xmin(pg_current_snapshot()) and at > $3
    order by events.tx, id limit $4`;
const afterInCompany = `select tx::text as tx, id, at, company_id, entity, entity_id from events
    where company_id = $5 and (tx, id) > ($1::xid8, $2::uuid) and tx < pg_snapshot_xmin(pg_current_snapshot())
    and at > $3 order by events.tx, id limit $4`;
const positionOf = ({ tx, id, at }: Cursor) => [tx, id, new Date(Date.parse(at) - longestMs).toISOString(), batch];

/** The next events of all companies. */
export async function eventsAfter(pool: pg.Pool, cursor: Cursor): Promise<FeedEvent[]> {
  const { rows } = await pool.query<FeedEvent>(after, positionOf(cursor));
  return rows;
}

/** What happened just now in a company: whoever begins has perhaps read their lists a moment before. */
export async function recent(pool: pg.Pool, companyId: string): Promise<FeedEvent[]> {
  const { rows } = await pool.query<FeedEvent>(
    `select tx::text as tx, id, at, company_id, entity, entity_id from events
      where company_id = $1 and at > now() - interval '10 seconds' and tx < pg_snapshot_xmin(pg_current_snapshot())
      order by events.tx, id limit $2`,
    [companyId, batch],
  );
  return rows;
}

/** All that a company's stream has missed; null when that is too long ago, too much, or of another database. */
export async function missed(pool: pg.Pool, companyId: string, cursor: Cursor): Promise<FeedEvent[] | null> {
  const now = await head(pool);
  if (BigInt(cursor.tx) > BigInt(now.tx) || Date.parse(now.at) - Date.parse(cursor.at) > keptMs) return null;
  const { rows } = await pool.query<FeedEvent>(afterInCompany, [...positionOf(cursor), companyId]);
  return rows.length < batch ? rows : null;
}
