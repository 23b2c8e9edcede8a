import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

/*
 * Whatever can be taken for a time: docks, later vehicles and people. Lock the resource's record first (`lockById`, `lockMany`),
 * then book: the lock is the queue, the constraint `bookings_never_overlap` the proof. Without the lock many tries on one
 * lane take seconds and end in deadlocks.
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
  readonly reason: "delivery" | "downtime";
  /** For whom; a subject has one booking, `bookEveryLane` apart. */
  readonly subjectId: string;
  /** The lane to take if it is free; else the one that the subject has. */
  readonly preferred?: number;
  /** It stands there, and holds its lane beyond the end of its range until it is released. */
  readonly standing?: boolean;
}

const range = ({ from, until }: { from: string; until: string }) =>
  sql`tstzrange(${from}::timestamptz, ${until}::timestamptz)`;

/** Whether a booking `b` is in the way of a stretch: what stands there is for half an hour more at least. */
const isInTheWay = ({ from, until }: { from: string; until: string }) => sql`(b.during && ${range({ from, until })}
  or (b.standing and lower(b.during) < ${until}::timestamptz
    and now() + interval '30 minutes' > ${from}::timestamptz))`;

/**
 * Takes the first lane that is free, or moves the subject's booking to it, preferably in the lane it has. Returns the
 * lane, or null when all are taken.
 */
export async function book(db: Db, wanted: Wanted): Promise<number | null> {
  const { rows } = await sql<{ lane: number }>`
    with own as (select lane from bookings where company_id = current_company() and subject_id = ${wanted.subjectId}
      and active),
    free as (
      select lane::smallint from generate_series(1, ${wanted.lanes}::int) as lane
      where not exists (
        select from bookings b where b.company_id = current_company() and b.resource_id = ${wanted.resourceId}
          and b.lane = lane.lane and b.active
          and b.subject_id <> ${wanted.subjectId} and ${isInTheWay(wanted)})
      order by lane <> coalesce(${wanted.preferred ?? null}::int, (select own.lane from own), 1), lane limit 1
    ), moved as (
      update bookings b set resource_id = ${wanted.resourceId}, lane = free.lane, during = ${range(wanted)},
        standing = ${wanted.standing ?? false} from free
      where b.company_id = current_company() and b.subject_id = ${wanted.subjectId} and b.active returning b.lane
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

/** Two subjects exchange what they have booked, in one UPDATE: the constraint is asked once, at its end. */
export async function swapBookings(db: Db, one: string, other: string): Promise<void> {
  await sql`
    update bookings b set resource_id = o.resource_id, lane = o.lane, during = o.during from bookings o
    where b.company_id = current_company() and o.company_id = b.company_id and b.active and o.active
      and ((b.subject_id = ${one} and o.subject_id = ${other}) or (b.subject_id = ${other} and o.subject_id = ${one}))`.execute(
    db,
  );
}

/** Gives back what these subjects hold from now on; what lies behind them stays as history, inactive. */
export async function release(db: Db, subjectIds: readonly string[]): Promise<void> {
  await sql`
    update bookings set active = false, standing = false, during = case when lower(during) < now()
      and now() < upper(during) then tstzrange(lower(during), now()) else during end
    where company_id = current_company() and subject_id = any(${[...subjectIds]}) and active`.execute(db);
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

/** Downtimes of a dock that gave way to what stood there hold it again, on each lane that is free. */
export async function restoreDowntimes(db: Db, dockId: string): Promise<void> {
  await sql`
    update bookings b set active = true, during = tstzrange(w.starts_at, w.ends_at) from dock_downtimes w
    where b.company_id = current_company() and b.resource_id = ${dockId} and b.reason = 'downtime'
      and (w.company_id, w.id) = (b.company_id, b.subject_id) and w.archived_at is null and w.ends_at > now()
      and (not b.active or b.during <> tstzrange(w.starts_at, w.ends_at))
      and not exists (select from bookings o where o.company_id = b.company_id and o.resource_id = b.resource_id
        and o.lane = b.lane and o.active and o.id <> b.id and o.during && tstzrange(w.starts_at, w.ends_at))`.execute(
    db,
  );
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
    from bookings b where b.company_id = current_company() and b.resource_id = any(${[...which.resourceIds]}) and b.active
      and ${isInTheWay(which)}
    order by lower(b.during), b.lane`.execute(db);
  return rows;
}
