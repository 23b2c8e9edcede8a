import { sql } from "kysely";
import type { Site } from "#modules/settings/locations/site.server.ts";
import { conflict, message, type Problem } from "#shared/contract/problem.ts";
import type { Booking } from "#server/bookings/bookings.ts";
import type { Ctx } from "#server/http/context.ts";
import { wallTime } from "#shared/format/wall-time.ts";
import { freeOn, type UsableDock } from "../../docks/availability.server.ts";
import type { Binding, Slot } from "./slot.ts";

interface Refused {
  readonly site: Site;
  readonly slot: Slot;
  readonly spans: readonly { readonly dock: UsableDock; readonly from: string; readonly until: string }[];
  /** What others hold at these docks around that time. */
  readonly others: readonly Booking[];
  readonly deliveryId: string;
  readonly binding: Binding;
}

/** One thing that is in the way. */
interface Blocking {
  readonly kind: "delivery" | "downtime";
  readonly id: string;
  readonly number: string | null;
  readonly status: string | null;
  readonly reason: string | null;
  readonly dockId: string;
  readonly dockCode: string;
  readonly lane: number;
  readonly from: string;
  readonly until: string;
}

/**
 * 409 `taken`: says what is in the way, where and from when until when, and offers the two free starts that are nearest.
 * Whoever comes by link learns only that it is taken.
 */
export async function taken(ctx: Ctx, refused: Refused): Promise<Problem> {
  if (refused.binding === "link") return conflict("taken", "This time is no longer free. Choose another one.");
  const { site, slot, spans } = refused;
  const blocking = await blockingOf(ctx, refused);
  const alternatives = await nearest(ctx, refused);
  const first = blocking[0];
  if (!first || spans.length > 1)
    return conflict("taken", message("Every dock of {location} is taken then.", { location: site.name }), {
      blocking,
      alternatives,
    });
  const window = {
    dock: first.dockCode,
    from: wallTime(first.from, site.timezone).time,
    until: wallTime(first.until, site.timezone).time,
  };
  const sentence =
    first.kind === "downtime"
      ? message("Dock {dock} is out of use from {from} to {until}: {reason}.", {
          ...window,
          reason: first.reason ?? "",
        })
      : message("Dock {dock} is taken from {from} to {until} by {number}.", { ...window, number: first.number ?? "" });
  return conflict("taken", sentence, {
    blocking,
    alternatives,
    wanted: { dockId: slot.dockId, plannedStart: slot.plannedStart, plannedEnd: slot.plannedEnd },
  });
}

async function blockingOf(ctx: Ctx, { spans, others }: Refused): Promise<Blocking[]> {
  const inTheWay = others
    .filter((one, at) => others.findIndex(({ subjectId }) => subjectId === one.subjectId) === at)
    .slice(0, 20); // a downtime holds every lane
  const { rows } = await sql<{ id: string; number: string | null; status: string | null; reason: string | null }>`
    select id, number, status, null as reason from delivery_schedules
      where company_id = current_company() and id = any(${inTheWay.map(({ subjectId }) => subjectId)})
    union all select id, null, null, reason from dock_downtimes
      where company_id = current_company() and id = any(${inTheWay.map(({ subjectId }) => subjectId)})`.execute(ctx.db);
  return inTheWay.map(({ subjectId, resourceId, lane, from, until, reason }) => {
    const subject = rows.find(({ id }) => id === subjectId);
    const dockCode = spans.find(({ dock }) => dock.id === resourceId)?.dock.code ?? "";
    return {
      kind: reason === "downtime" ? "downtime" : "delivery",
      id: subjectId,
      number: subject?.number ?? null,
      status: subject?.status ?? null,
      reason: subject?.reason ?? null,
      dockId: resourceId,
      dockCode,
      lane,
      from,
      until,
    };
  });
}

/** The two free starts of the same day that are nearest to what was wanted; at the same distance the same dock first. */
async function nearest(ctx: Ctx, { site, slot, deliveryId }: Refused) {
  const wanted = Date.parse(slot.plannedStart);
  const minutes = Math.ceil((Date.parse(slot.plannedEnd) - wanted) / 60_000);
  const { docks } = await freeOn(ctx.db, site, {
    locationId: site.id,
    date: wallTime(wanted, site.timezone).date,
    minutes,
    direction: slot.direction,
    exceptSubject: deliveryId,
  });
  const offers = docks.flatMap(({ dock, free }) =>
    free.map(({ start, end }) => ({
      away: Math.abs(Date.parse(start) - wanted),
      isSame: dock.id === slot.dockId,
      offer: { dockId: dock.id, dockCode: dock.code, plannedStart: start, plannedEnd: end },
    })),
  );
  return offers
    .toSorted((a, b) => a.away - b.away || Number(b.isSame) - Number(a.isSame))
    .slice(0, 2)
    .map(({ offer }) => offer);
}
