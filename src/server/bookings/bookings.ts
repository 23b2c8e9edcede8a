import { sql, type RawBuilder } from "kysely";
import type { Db } from "../db/database.ts";

/*
 * Whatever can be taken for a time is a resource, registered by its own table (`resource_table` in
 * migrations/20261123T1005_resources.sql). A booking gives one lane of it to a subject; a subject may hold several resources.
 * Lock the records first (`lockById`, `lockMany`), then book: the lock is the queue, the constraint `bookings_never_overlap`
 * the proof. Without the lock many tries on one lane take seconds and end in deadlocks.
 */

/** What is taken: a lane of a resource, from one instant until just before another. */
export interface Booking {
  readonly resourceId: string;
  readonly lane: number;
  readonly from: string;
  readonly until: string;
  readonly reason: string;
  readonly subjectId: string;
}

export interface Wanted {
  readonly resourceId: string;
  /** How many lanes the resource has. */
  readonly lanes: number;
  readonly from: string;
  readonly until: string;
  /** One of those that the table knows. */
  readonly reason: string;
  /** For whom. */
  readonly subjectId: string;
  /**
   * What the subject gives up for it: what it holds of that resource, or of whichever is of the same kind. Without it the
   * subject keeps what it has; only a booking of this same resource is moved.
   */
  readonly insteadOf?: { readonly resourceId: string } | "sameKind";
  /** The lane to take if it is free; else the one that the subject has. */
  readonly preferred?: number;
  /** The subject is there with it, and holds its lane beyond the end of its range until it is released. */
  readonly standing?: boolean;
}

/** What a subject holds of one resource. */
export interface Held {
  readonly subjectId: string;
  readonly resourceId: string;
}

const range = ({ from, until }: { from: string; until: string }) =>
  sql`tstzrange(${from}::timestamptz, ${until}::timestamptz)`;

/**
 * What is in the way of a stretch, to be selected from: the bookings of these resources (of all where null) in that time;
 * what stands there is for half an hour more at least.
 */
export const inTheWay = (
  { from, until }: { readonly from: string; readonly until: string },
  resources: RawBuilder<unknown> | null,
) => sql`bookings_in_the_way(${from}::timestamptz, ${until}::timestamptz, ${resources ?? sql`null`})`;

/** The one booking of the subject that would be moved: that which it gives up before that of the same resource. */
function own({ resourceId, subjectId, insteadOf }: Wanted) {
  const givenUp = typeof insteadOf === "object" ? insteadOf.resourceId : null;
  const isSameKind = sql`exists (select from resources held join resources wanted
    on (wanted.company_id, wanted.kind) = (held.company_id, held.kind)
    where held.company_id = b.company_id and held.id = b.resource_id and wanted.id = ${resourceId})`;
  return sql`select b.id, b.lane from bookings b where b.company_id = current_company() and b.subject_id = ${subjectId}
    and b.active and (b.resource_id in (${resourceId}, ${givenUp}) ${insteadOf === "sameKind" ? sql`or ${isSameKind}` : sql``})
    order by b.resource_id is distinct from ${givenUp}, b.resource_id <> ${resourceId} limit 1`;
}

/**
 * Takes the first lane that is free, or moves a booking of the subject to it, preferably in the lane it has. Returns the
 * lane, or null when all are taken. What the subject holds of other resources stays as it is.
 */
export async function book(db: Db, wanted: Wanted): Promise<number | null> {
  const { rows } = await sql<{ lane: number }>`
    with own as (${own(wanted)}),
    free as (
      select lane::smallint from generate_series(1, ${wanted.lanes}::int) as lane
      where not exists (
        select from ${inTheWay(wanted, sql`array[${wanted.resourceId}::uuid]`)} b
          where b.lane = lane.lane and b.id is distinct from (select own.id from own))
      order by lane <> coalesce(${wanted.preferred ?? null}::int, (select own.lane from own), 1), lane limit 1
    ), moved as (
      update bookings b set resource_id = ${wanted.resourceId}, lane = free.lane, during = ${range(wanted)},
        reason = ${wanted.reason}, standing = ${wanted.standing ?? false} from free, own
      where b.company_id = current_company() and b.id = own.id returning b.lane
    ), added as (
      insert into bookings (resource_id, lane, during, reason, subject_id, standing)
      select ${wanted.resourceId}, free.lane, ${range(wanted)}, ${wanted.reason}, ${wanted.subjectId},
        ${wanted.standing ?? false} from free
        where not exists (select from own) returning lane
    ) select lane from moved union all select lane from added`.execute(db);
  return rows[0]?.lane ?? null;
}

/** Takes every lane of a resource. Whatever is in the way must be gone before. */
export async function bookEveryLane(db: Db, wanted: Wanted): Promise<void> {
  await sql`
    insert into bookings (resource_id, lane, during, reason, subject_id)
    select ${wanted.resourceId}, lane, ${range(wanted)}, ${wanted.reason}, ${wanted.subjectId}
      from generate_series(1, ${wanted.lanes}::int) as lane`.execute(db);
}

/**
 * Two subjects exchange a resource with its lane and time, in one UPDATE: the constraint is asked once, at its end. What
 * else they hold stays theirs.
 */
export async function swapBookings(db: Db, one: Held, other: Held): Promise<void> {
  const holds = (alias: "b" | "o", { subjectId, resourceId }: Held) =>
    sql`${sql.ref(`${alias}.subject_id`)} = ${subjectId} and ${sql.ref(`${alias}.resource_id`)} = ${resourceId}`;
  await sql`
    update bookings b set resource_id = o.resource_id, lane = o.lane, during = o.during from bookings o
    where b.company_id = current_company() and o.company_id = b.company_id and b.active and o.active
      and ((${holds("b", one)} and ${holds("o", other)}) or (${holds("b", other)} and ${holds("o", one)}))`.execute(db);
}

/** Two subjects exchange what they hold of these resources, each for its own time, in one UPDATE as `swapBookings`. */
export async function exchangeResources(db: Db, one: Held, other: Held): Promise<void> {
  await sql`
    update bookings b set resource_id = case b.subject_id when ${one.subjectId} then ${other.resourceId}::uuid
      else ${one.resourceId}::uuid end
    where b.company_id = current_company() and b.active
      and (b.subject_id, b.resource_id) in ((${one.subjectId}::uuid, ${one.resourceId}::uuid), (${other.subjectId}::uuid, ${other.resourceId}::uuid))`.execute(
    db,
  );
}

/** A subject is there with what it holds: that is its own beyond its time, until it gives it back. Refused by nothing. */
export async function stand(db: Db, subjectId: string): Promise<void> {
  await sql`
    update bookings set standing = true
    where company_id = current_company() and subject_id = ${subjectId} and active`.execute(db);
}

/** What a subject gives back: all that it holds, what it holds of a kind (its dock), or these resources. */
export type GivenBack = "everything" | { readonly kind: string } | { readonly resourceIds: readonly string[] };

/** Gives back what these subjects hold from a moment on, now unless given; what lies behind it stays as history, inactive. */
export async function release(
  db: Db,
  subjectIds: readonly string[],
  what: GivenBack,
  at: string | null = null,
): Promise<void> {
  const moment = at === null ? sql`now()` : sql`${at}::timestamptz`;
  await sql`
    update bookings set active = false, standing = false, during = case when lower(during) < ${moment}
      and ${moment} < upper(during) then tstzrange(lower(during), ${moment}) else during end
    where company_id = current_company() and subject_id = any(${[...subjectIds]}) and active
      ${isOf(what)}`.execute(db);
}

function isOf(what: GivenBack) {
  if (what === "everything") return sql``;
  if ("resourceIds" in what) return sql`and resource_id = any(${[...what.resourceIds]})`;
  return sql`and resource_id in (select id from resources
    where company_id = current_company() and kind = ${what.kind})`;
}

/** What these subjects hold of a lane begins later than they wanted: something stands there until then. */
export async function giveWay(
  db: Db,
  which: { resourceId: string; lane: number; subjectIds: readonly string[]; until: string },
): Promise<void> {
  if (which.subjectIds.length === 0) return;
  await sql`
    update bookings set active = upper(during) > ${which.until}::timestamptz,
      during = case when upper(during) > ${which.until}::timestamptz
        then tstzrange(${which.until}::timestamptz, upper(during)) else during end
    where company_id = current_company() and resource_id = ${which.resourceId} and lane = ${which.lane}
      and subject_id = any(${[...which.subjectIds]}) and active`.execute(db);
}

/** Subjects that gave way hold the resource again for the time that they wanted, on each of their lanes that is free. */
export async function restoreBookings(
  db: Db,
  resourceId: string,
  wanted: readonly Pick<Booking, "subjectId" | "from" | "until">[],
): Promise<void> {
  if (wanted.length === 0) return;
  await sql`
    with w as (
      select subject_id, tstzrange(starts_at, ends_at) as during from unnest(${wanted.map(({ subjectId }) => subjectId)}::uuid[],
        ${wanted.map(({ from }) => from)}::timestamptz[], ${wanted.map(({ until }) => until)}::timestamptz[])
        as t(subject_id, starts_at, ends_at)
    )
    update bookings b set active = true, during = w.during from w
    where b.company_id = current_company() and b.resource_id = ${resourceId} and b.subject_id = w.subject_id
      and (not b.active or b.during <> w.during)
      and not exists (select from bookings o where o.company_id = b.company_id and o.resource_id = b.resource_id
        and o.lane = b.lane and o.active and o.id <> b.id and o.during && w.during)`.execute(db);
}

/** What is booked of these resources in a stretch of time, by its start. */
export async function bookingsDuring(
  db: Db,
  which: { resourceIds: readonly string[]; from: string; until: string },
): Promise<Booking[]> {
  const { rows } = await sql<Booking>`
    select b.resource_id as "resourceId", b.lane, lower(b.during) as "from",
      case when b.standing then greatest(upper(b.during), now() + interval '30 minutes') else upper(b.during) end as "until",
      b.reason, b.subject_id as "subjectId"
    from ${inTheWay(which, sql`${[...new Set(which.resourceIds)]}::uuid[]`)} b
    order by lower(b.during), b.lane`.execute(db);
  return rows;
}
