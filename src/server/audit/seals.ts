import type pg from "pg";

/** A transaction of the owner, for itself: `sealing` holds the lease, so that of several nodes one seals. */
const lease = "select pg_try_advisory_xact_lock(hashtextextended('the sealer of events', 0)) as held";
const cursorName = "event-seals";
const most = 2_000;
const batchOf = "select seal_events($1, $2::xid8, $3::xid8, $4, $5) as count";
const lastOf = `select e.tx::text as tx from event_seals s
    join events e on (e.company_id, e.at, e.id) = (s.company_id, s.event_at, s.event_id) where s.company_id = $1
    order by s.seq desc limit 1`;

interface Bounds {
  since: string;
  until: string;
  complete_at: string | null;
  now: string;
}

/**
 * Seals every event that is committed and not sealed yet, company by company in the order of their commit, in short
 * transactions. Returns how many; null when another node is at it.
 */
export async function sealEvents(owner: pg.Pool): Promise<number | null> {
  const { rows } = await owner.query<Bounds>(
    `select coalesce(max(position ->> 'tx'), '0') as since, max(position ->> 'at') as complete_at,
      pg_snapshot_xmin(pg_current_snapshot())::text as until, now()::text as now from job_cursors where name = $1`,
    [cursorName],
  );
  const bounds = rows[0];
  if (!bounds) return null;
  const { rows: companies } = await owner.query<{ id: string }>(
    "select distinct company_id as id from events where tx >= $1::xid8 and tx < $2::xid8",
    [bounds.since, bounds.until],
  );
  let sealed = 0;
  for (const { id } of companies) {
    let { since } = bounds;
    for (let last = most; last === most; sealed += last) {
      const batch = await sealSome(owner, id, { ...bounds, since });
      if (!batch) return null;
      last = batch.count;
      since = batch.reached ?? since;
    }
  }
  // Whatever these transactions wrote is in the chains now; after a restore there is no cursor, and all is looked through.
  await owner.query(
    `insert into job_cursors (name, position) values ($1, jsonb_build_object('tx', $2::text, 'at', $3::text))
      on conflict (name) do update set position = excluded.position, updated_at = now()`,
    [cursorName, bounds.until, bounds.now],
  );
  return sealed;
}

/** One batch of one company: how many there were, and the transaction that the next one goes on from; null without the lease. */
async function sealSome(
  owner: pg.Pool,
  companyId: string,
  { since, until, complete_at: completeAt }: Bounds,
): Promise<{ count: number; reached: string | null } | null> {
  const client = await owner.connect();
  try {
    await client.query("begin; set local statement_timeout = 0"); // the first batch after an upgrade looks through all there is
    const { rows: held } = await client.query<{ held: boolean }>(lease);
    const { rows } = held[0]?.held
      ? await client.query<{ count: number }>(batchOf, [companyId, since, until, completeAt, most])
      : { rows: [] };
    const reached = rows[0] && (await client.query<{ tx: string }>(lastOf, [companyId])).rows[0]?.tx;
    await client.query("commit");
    return rows[0] ? { count: rows[0].count, reached: reached ?? null } : null;
  } catch (error) {
    await client.query("rollback").catch(() => undefined); // the connection is gone, and the transaction with it
    throw error;
  } finally {
    client.release();
  }
}
