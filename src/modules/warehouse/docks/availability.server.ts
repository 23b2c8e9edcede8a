import { sql } from "kysely";
import { openOn, readSite, type Site } from "#modules/settings/locations/site.server.ts";
import { bookingsDuring, type Booking } from "#server/bookings/bookings.ts";
import type { Db } from "#server/db/database.ts";
import { addDays, dayAt, gridOf, overlaps, type Interval } from "#shared/format/wall-time.ts";
import { freeStarts, iso, type DockRules, type FreeStart } from "./free-starts.server.ts";
import type { Availability } from "./docks.contract.ts";

/** A dock in service. */
export type UsableDock = DockRules &
  Pick<Availability["docks"][number], "code" | "name" | "dockType" | "direction"> & {
    readonly allowCarrierBooking: boolean;
  };

interface Question {
  readonly locationId: string;
  readonly date: string;
  readonly minutes: number;
  readonly direction: "inbound" | "outbound";
  readonly dockId?: string | undefined;
  /** A delivery that would move: what it holds now is free for it. */
  readonly exceptSubject?: string | undefined;
}

interface DayAtSite {
  readonly day: Interval;
  readonly docks: readonly {
    readonly dock: UsableDock;
    readonly booked: readonly Booking[];
    readonly free: readonly FreeStart[];
  }[];
}

/** When the docks of a location are free on one of its days: two statements. */
export async function freeOn(db: Db, site: Site, question: Question): Promise<DayAtSite> {
  const docks = await usableDocks(db, question);
  const day = dayAt(question.date, site.timezone);
  const margin = (question.minutes + 480) * 60_000; // buffers are at most 4 hours on either side
  const found = await bookingsDuring(db, {
    resourceIds: docks.map(({ id }) => id),
    from: iso(day.from - margin),
    until: iso(day.until + margin),
  });
  const booked = found.filter(({ subjectId }) => subjectId !== question.exceptSubject);
  const open = openOn(site, [question.date, addDays(question.date, 1)]);
  const asked = {
    ...site,
    open,
    minutes: question.minutes,
    grid: gridOf(question.date, site.slotMinutes, site.timezone),
    now: Date.now(),
  };
  return {
    day,
    docks: docks.map((dock) => ({
      dock,
      booked: booked.filter(({ resourceId }) => resourceId === dock.id),
      free: freeStarts(dock, booked, asked),
    })),
  };
}

/** The answer to `GET /api/warehouse/docks/availability`. */
export async function availabilityOn(db: Db, question: Question): Promise<Availability> {
  const site = await readSite(db, question.locationId);
  const { day, docks } = await freeOn(db, site, question);
  const open = openOn(site, [question.date]);
  const names = await subjectNames(
    db,
    docks.flatMap(({ booked }) => booked.map(({ subjectId }) => subjectId)),
  );
  return {
    locationId: site.id,
    locationTimezone: site.timezone,
    date: question.date,
    minutes: question.minutes,
    slotMinutes: site.slotMinutes,
    day: range(day),
    open: open.map(range),
    closures: site.closures
      .filter((closure) => overlaps(closure, day))
      .map((closure) => ({ ...range(closure), reason: closure.reason })),
    docks: docks.map(({ dock, booked, free }) => ({
      ...dock,
      lanes: Array.from({ length: dock.parallelCapacity }, (_, at) => ({
        lane: at + 1,
        taken: takenOf(booked, at + 1, day, names),
      })),
      free: [...free],
    })),
    nothingFree: docks.some(({ free }) => free.length > 0) ? null : whyNothing(site, { day, docks }, open),
  };
}

const range = ({ from, until }: Interval) => ({ from: iso(from), until: iso(until) });

function whyNothing(site: Site, { day, docks }: DayAtSite, open: readonly Interval[]): Availability["nothingFree"] {
  if (docks.length === 0) return "no_docks";
  if (site.hours.length === 0) return "no_hours";
  if (open.length === 0) return "closed_that_day";
  return open.every(({ until }) => until <= Date.now()) || day.until <= Date.now() ? "past" : "full";
}

type Names = ReadonlyMap<string, { readonly number: string; readonly status: string }>;

function takenOf(booked: readonly Booking[], lane: number, day: Interval, names: Names) {
  return booked
    .filter((one) => one.lane === lane && overlaps({ from: Date.parse(one.from), until: Date.parse(one.until) }, day))
    .map((one) => ({
      from: one.from,
      until: one.until,
      reason: one.reason === "downtime" ? ("downtime" as const) : ("delivery" as const),
      subjectId: one.subjectId,
      number: names.get(one.subjectId)?.number ?? null,
      status: names.get(one.subjectId)?.status ?? null,
    }));
}

/** The docks of a location that are in service for deliveries of that direction, in their order. */
export async function usableDocks(
  db: Db,
  { locationId, dockId, direction }: Pick<Question, "locationId" | "dockId" | "direction">,
): Promise<UsableDock[]> {
  const { rows } = await sql<UsableDock>`
    select id, code, name, dock_type as "dockType", direction, parallel_capacity as "parallelCapacity",
      buffer_before_minutes as "bufferBeforeMinutes", buffer_after_minutes as "bufferAfterMinutes",
      allow_carrier_booking as "allowCarrierBooking"
    from docks where company_id = current_company() and location_id = ${locationId} and status = 'active'
      and archived_at is null
      and direction in (${direction}, 'both') ${dockId ? sql`and id = ${dockId}` : sql``}
    order by sort_order, code, id`.execute(db);
  return rows;
}

async function subjectNames(db: Db, ids: readonly string[]): Promise<Names> {
  const { rows } = await sql<{ id: string; number: string; status: string }>`
    select id, number, status from delivery_schedules where company_id = current_company() and id = any(${[...ids]})`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
