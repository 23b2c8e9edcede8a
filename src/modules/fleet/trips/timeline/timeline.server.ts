import { sql } from "kysely";
import { utc } from "#server/db/utc.ts";
import type { QueryOf } from "#shared/contract/contract.ts";
import type { Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { undone } from "../planner/undone.server.ts";
import { moveTrip } from "./move-trip.server.ts";
import { rowSource } from "./row-source.server.ts";
import { tripTimeline, type TimelineDay, type TimelineRow, type TimelineRows } from "./timeline.contract.ts";
import { barsDuring } from "./trip-bars.server.ts";
import { weekOf } from "./week/week.server.ts";

type Frame = Omit<TimelineDay, "rows" | "day" | "trips" | "nextAfter" | "total"> & {
  readonly from: string;
  readonly until: string;
  readonly count: number;
};

/** A page of vehicles or drivers and the company's day: one statement. */
async function frameOf(ctx: Ctx, query: QueryOf<typeof tripTimeline.day>) {
  const { date } = query;
  const { table, which, page, order, facts, onTrip, planned } = await rowSource(ctx, query);
  const { rows: found } = await sql<Frame>`${planned}
    with frame as (
      select c.timezone, coalesce(${date ?? null}::date, (now() at time zone c.timezone)::date) as on_date
      from companies c where c.id = current_company()
    ), day as (
      select f.timezone, f.on_date, f.on_date::timestamp at time zone f.timezone as starts,
        (f.on_date + 1)::timestamp at time zone f.timezone as ends from frame f
    ), ${onTrip}
    select day.timezone, day.on_date::text as date, ${utc(sql`day.starts`)} as "from", ${utc(sql`day.ends`)} as "until",
      ${utc(sql`now()`)} as now,
      (select count(*)::int from (select from ${table} where ${which} limit 1001) counted) as count,
      (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'plateNumber', p.plate_number, 'isHeld', p.is_held,
          'away', p.away, 'held', p.held) order by p.place), '[]') from (
        select row_number() over (order by ${order}, t.id) as place, ${facts}
        from ${page} order by ${order}, t.id) p) as items
    from day`.execute(ctx.db);
  const [frame] = found;
  if (!frame) throw new Error("a company has a zone");
  return frame;
}

/** A day of vehicles or drivers: two statements, however many there are, and one more for a search. */
async function dayOf(ctx: Ctx, query: QueryOf<typeof tripTimeline.day>): Promise<TimelineDay> {
  const { from, until, count, items: found, ...frame } = await frameOf(ctx, query);
  const items: TimelineRow[] = found.slice(0, query.limit);
  const rows: TimelineRows = query.rows;
  const span = { from, until };
  return {
    ...frame,
    rows,
    day: span,
    items,
    nextAfter: found.length > query.limit ? (items.at(-1)?.id ?? null) : null,
    total: { count: Math.min(count, 1000), more: count > 1000 },
    trips: await barsDuring(
      ctx,
      rows,
      items.map(({ id }) => id),
      span,
    ),
  };
}

export default serve(tripTimeline, {
  day: (ctx, { query }) => dayOf(ctx, query),
  week: (ctx, { query }) => weekOf(ctx, query),
  move: (ctx, { id, body }) => moveTrip(ctx, id, body),
  previewMove: async (bare, { id, body }) => {
    const { checks } = await undone(bare, (ctx) => moveTrip(ctx, id, body));
    return { checks };
  },
});
