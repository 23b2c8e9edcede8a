import { createHash } from "node:crypto";
import type pg from "pg";

/** Where a company's chain is broken first; `seq` is the link, counted from 1. */
export interface Broken {
  readonly seq: number;
  readonly how: "removed" | "changed" | "inserted" | "backdated" | "chain" | "erasure";
}

/** What a verification of one company's audit trail found. */
export interface Verified {
  readonly companyId: string;
  readonly code: string;
  /** Links, and the hash of the last: kept elsewhere, it shows whether the end was cut off. */
  readonly seq: number;
  readonly head: string;
  readonly broken: Broken | null;
}

interface Link {
  seq: number;
  not_before: string | null;
  salt: Buffer | null;
  personal: Buffer;
  hash: Buffer;
  at: string | null;
  facts: string;
  persons: Buffer;
  erased_salt: Buffer | null;
  erased_digest: Buffer | null;
}

const batch = 5_000;
/** A transaction may have begun a little before others were sealed. */
const toleranceMs = 15 * 60_000;
const digest = (...parts: readonly (Buffer | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();

// Milliseconds, and no type of pg's own, so that any connection reads the same.
const links = `
  select s.seq::int as seq, (extract(epoch from s.not_before) * 1000)::bigint::text as not_before, s.salt,
    s.personal, s.hash,
    (extract(epoch from e.at) * 1000)::bigint::text as at, event_facts(e) as facts, event_persons(e) as persons,
      x.salt as erased_salt, x.digest as erased_digest
  from event_seals s
  left join events e on (e.company_id, e.at, e.id) = (s.company_id, s.event_at, s.event_id)
  left join lateral (select salt, digest from erased_events x
    join erasures r on (r.company_id, r.id) = (x.company_id, x.erasure_id)
    where x.company_id = s.company_id and x.event_id = s.event_id order by r.at desc, r.id desc limit 1) x on true
  where s.company_id = $1 and s.seq > $2 order by s.seq limit $3`;

/** Verifies the chain of every company, link by link; the connection is the owner's. */
export async function verifySeals(client: pg.Pool | pg.ClientBase): Promise<Verified[]> {
  const { rows } = await client.query<{ id: string; code: string }>("select id, code from companies order by code");
  const found: Verified[] = [];
  for (const { id, code } of rows) found.push(await verifyCompany(client, id, code)); // one after the other: each reads a whole chain
  return found;
}

async function verifyCompany(client: pg.Pool | pg.ClientBase, companyId: string, code: string): Promise<Verified> {
  const notes: Broken[] = [...(await neverSealed(client, companyId)), ...(await erasedOtherwise(client, companyId))];
  let seq = 0;
  let prev: Buffer = Buffer.alloc(0);
  for (;;) {
    const { rows } = await client.query<Link>(links, [companyId, seq, batch]);
    for (const link of rows) {
      const how = link.seq === seq + 1 ? faultOf(link, prev) : "chain";
      if (how) notes.push({ seq: seq + 1, how });
      seq = link.seq;
      prev = link.hash;
      if (how) break;
    }
    if (rows.length < batch || notes.some((note) => note.seq <= seq)) break;
  }
  const [broken = null] = notes.toSorted((a, b) => a.seq - b.seq);
  return { companyId, code, seq, head: prev.toString("hex"), broken };
}

function faultOf(link: Link, prev: Buffer): Broken["how"] | null {
  if (link.at === null) return "removed";
  const hash = digest(prev, link.personal, `${link.seq} ${link.not_before ?? "-"} ${link.facts}`);
  if (!hash.equals(link.hash)) return "changed";
  const isSame = link.salt ? digest(link.salt, link.persons).equals(link.personal) : link.erased_digest !== null;
  const isAsErased =
    !link.erased_digest || (link.erased_salt && digest(link.erased_salt, link.persons).equals(link.erased_digest));
  if (!isSame || !isAsErased) return "changed";
  return link.not_before !== null && Number(link.at) < Number(link.not_before) - toleranceMs ? "backdated" : null;
}

/** Events among those that were sealed long ago, and are in no chain: somebody put them there. */
async function neverSealed(client: pg.Pool | pg.ClientBase, companyId: string): Promise<Broken[]> {
  const { rows } = await client.query<{ seq: number }>(
    `select coalesce((select max(s.seq) from event_seals s where s.company_id = e.company_id and s.event_at <= e.at),
      0)::int + 1 as seq from events e
     where e.company_id = $1 and e.tx < (select (position ->> 'tx')::xid8 from job_cursors where name = 'event-seals')
       and not exists (select from event_seals s where s.company_id = e.company_id and s.event_id = e.id)
         order by e.at, e.id limit 1`,
    [companyId],
  );
  return rows.map(({ seq }) => ({ seq, how: "inserted" }));
}

/** Each erasure says in a sealed event of its own which events it changed, and to what. */
async function erasedOtherwise(client: pg.Pool | pg.ClientBase, companyId: string): Promise<Broken[]> {
  const { rows } = await client.query<{ seq: number }>(
    `select s.seq::int as seq from erasures r
     left join lateral
       (select encode(sha256(coalesce(string_agg(uuid_send(x.event_id) || x.digest, ''::bytea
       order by x.event_id), '')), 'hex') as digest,
       min(x.event_id::text)::uuid as first from erased_events x
         where (x.company_id, x.erasure_id) = (r.company_id, r.id)) x on true
     left join event_seals s on (s.company_id, s.event_id) = (r.company_id, x.first)
     where r.company_id = $1 and not exists (select from events e
       where e.company_id = r.company_id and e.entity = r.entity and e.entity_id = r.user_id
       and e.changes ->> 'digest' = x.digest)`,
    [companyId],
  );
  return rows.map(({ seq }) => ({ seq: seq ?? 1, how: "erasure" }));
}
