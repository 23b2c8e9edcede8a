import type pg from "pg";

/** A transaction of the owner, for itself: `sealing` holds the lease, so that of several nodes one seals. */
const lease = "select pg_try_advisory_xact_lock(hashtextextended('the sealer of events', 0)) as held";
const cursorName = "event-seals";
const most = 2_000;

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
    `select coalesce(max(position ->> 'tx'), '0') as since, max(position ->> 'at') as complete_at, pg_snapshot_xmin(pg_current_snapshot())::text as until, now()::text as now from job_cursors where name = $1`,
    [cursorName],
  );
  const bounds = rows[0];
  if (!bounds) return null;
  const { rows: companies } = await owner.query<{ id: string }>("select distinct company_id as id from events where tx >= $1::xid8 and tx < $2::xid8", [bounds.since, bounds.until]);
  let sealed = 0;
  for (const { id } of companies) {
    for (let last = most; last === most; sealed += last) {
      const count = await sealSome(owner, id, bounds);
      if (count === null) return null;
      last = count;
    }
  }
  // Whatever these transactions wrote is in the chains now; after a restore there is no cursor, and all is looked through.
  await owner.query("insert into job_cursors (name, position) values ($1, jsonb_build_object('tx', $2::text, 'at', $3::text)) on conflict (name) do update set position = excluded.position, updated_at = now()", [cursorName, bounds.until, bounds.now]);
  return sealed;
}

async function sealSome(owner: pg.Pool, companyId: string, { since, until, complete_at: completeAt }: Bounds): Promise<number | null> {
  const client = await owner.connect();
  try {
    await client.query("begin");
    const { rows: held } = await client.query<{ held: boolean }>(lease);
    const { rows } = held[0]?.held ? await client.query<{ count: number }>("select seal_events($1, $2::xid8, $3::xid8, $4, $5) as count", [companyId, since, until, completeAt, most]) : { rows: [] };
    await client.query("commit");
    return rows[0]?.count ?? null;
  } catch (error) {
    await client.query("rollback").catch(() => undefined); // the connection is gone, and the transaction with it
    throw error;
  } finally {
    client.release();
  }
}
