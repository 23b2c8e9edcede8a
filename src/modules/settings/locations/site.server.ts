import { sql } from "kysely";
import { invalid, message } from "#shared/contract/problem.ts";
import type { Db } from "#server/db/database.ts";
import { datesOf, openIntervals, overlaps, without, type Interval, type WeekHours } from "#shared/format/wall-time.ts";

/** A location as whoever plans there needs it: its clock, its hours, its rules. */
export interface Site {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  /** Neither archived nor switched off: something new may be planned here. */
  readonly isUsable: boolean;
  readonly slotMinutes: number;
  readonly minLeadMinutes: number;
  readonly maxLeadDays: number;
  readonly cancelCutoffMinutes: number;
  readonly noShowAfterMinutes: number;
  readonly lateGraceMinutes: number;
  readonly hours: readonly WeekHours[];
  readonly closures: readonly (Interval & { readonly reason: string })[];
}

/** Reads a location with its hours and closures; 422 on the field `locationId` when there is none. */
export async function readSite(db: Db, id: string): Promise<Site> {
  const { rows } = await sql<Site>`/* prepared */
    select l.id, l.name, l.timezone, l.is_active
      and l.archived_at is null as "isUsable", l.slot_minutes as "slotMinutes",
      l.min_lead_minutes as "minLeadMinutes", l.max_lead_days as "maxLeadDays",
      l.cancel_cutoff_minutes as "cancelCutoffMinutes", l.no_show_after_minutes as "noShowAfterMinutes",
      l.late_grace_minutes as "lateGraceMinutes",
      (select coalesce(jsonb_agg(jsonb_build_object('dayOfWeek', h.day_of_week, 'opensAt',
        to_char(h.opens_at, 'HH24:MI'), 'closesAt', to_char(h.closes_at, 'HH24:MI'))), '[]')
        from location_hours h where h.company_id = l.company_id and h.location_id = l.id) as hours,
      (select coalesce(jsonb_agg(jsonb_build_object('from', (extract(epoch from c.starts_at) * 1000)::bigint,
        'until', (extract(epoch from c.ends_at) * 1000)::bigint, 'reason', c.reason) order by c.starts_at), '[]')
        from location_closures c where c.company_id = l.company_id and c.location_id = l.id) as closures
    from locations l where l.company_id = current_company() and l.id = ${id}`.execute(db);
  if (!rows[0]) throw invalid({ locationId: message("Choose one from the list.") });
  return rows[0];
}

/** When a site is open on these days, closures taken out. */
export function openOn(site: Site, dates: readonly string[]): Interval[] {
  return without(openIntervals(site.hours, dates, site.timezone), site.closures);
}

/** Why nobody is there for the whole of a stretch: `closed`, or the reason of a closure; null when somebody is. */
export function closedBecause(site: Site, stretch: Interval): string | null {
  const hours = openIntervals(site.hours, datesOf(stretch, site.timezone), site.timezone);
  if (!hours.some((open) => open.from <= stretch.from && stretch.until <= open.until)) return "closed";
  return site.closures.find((closure) => overlaps(closure, stretch))?.reason ?? null;
}
