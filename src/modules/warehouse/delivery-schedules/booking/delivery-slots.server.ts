import { closedBecause, readSite, type Site } from "#modules/settings/locations/site.server.ts";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { book, bookingsDuring } from "#server/bookings/bookings.ts";
import type { Ctx } from "#server/http/context.ts";
import { lockMany, type RecordOf } from "#server/records/records.ts";
import { wallTime } from "#shared/format/wall-time.ts";
import { firstFreeLane, iso, leadRule, occupied } from "../../docks/free-starts.server.ts";
import { usableDocks } from "../../docks/availability.server.ts";
import type { Binding, Slot } from "./slot.ts";
import { taken } from "./slot-taken.server.ts";

const minute = 60_000;
const longest = 24 * 60 * minute;
/** What was agreed on the phone is written down the same day; a plan for a time before that is a slip in the date. */
const longestAgo = 24 * 60 * minute;

export interface Placed {
  readonly dockId: string;
  readonly lane: number;
  readonly occupiedFrom: string;
  readonly occupiedUntil: string;
  /** Until when it would be kept for somebody who has to answer first. */
  readonly keptUntil: string;
}

/** Gives a delivery a lane of a dock for a time, or moves it there; 409 with the reason when that cannot be. */
export async function place(ctx: Ctx, deliveryId: string, slot: Slot, binding: Binding): Promise<Placed> {
  const site = await readSite(ctx.db, slot.locationId);
  mustFit(site, slot, binding);
  const docks = (await usableDocks(ctx.db, { ...slot, dockId: slot.dockId ?? undefined })).filter(
    (dock) => binding !== "link" || dock.allowCarrierBooking,
  );
  if (docks.length === 0) throw noDock(slot);
  const spans = docks.map((dock) => ({ dock, ...occupied(dock, slot.plannedStart, slot.plannedEnd) }));
  const lookAround = async () => {
    const booked = await bookingsDuring(ctx.db, {
      resourceIds: docks.map(({ id }) => id),
      from: least(spans.map(({ from }) => from)),
      until: most(spans.map(({ until }) => until)),
    });
    return booked.filter(({ subjectId }) => subjectId !== deliveryId);
  };
  const others = await lookAround();
  // Who is refused already by what everybody can see does not join the queue for the docks.
  const visiblyFree = spans.filter((span) => firstFreeLane(span.dock, others, span) > 0).map(({ dock }) => dock.id);
  const locked = await lockMany(ctx.db, "docks", visiblyFree);
  for (const id of visiblyFree) {
    const dock = locked.find((one) => one.id === id && one.status === "active");
    const placed = dock && (await bookAt(ctx, deliveryId, dock, slot)); // the next one only if this was lost while waiting
    if (placed) return { ...placed, keptUntil: keptUntil(site, slot.plannedStart) };
  }
  throw await taken(ctx, {
    site,
    slot,
    spans,
    others: visiblyFree.length > 0 ? await lookAround() : others,
    deliveryId,
    binding,
  });
}

async function bookAt(
  ctx: Ctx,
  deliveryId: string,
  dock: RecordOf<"docks">,
  slot: Slot,
): Promise<Omit<Placed, "keptUntil"> | null> {
  const { from, until } = occupied(dock, slot.plannedStart, slot.plannedEnd);
  const lane = await book(ctx.db, {
    resourceId: dock.id,
    lanes: dock.parallelCapacity,
    from,
    until,
    reason: "delivery",
    subjectId: deliveryId,
    insteadOf: "sameKind",
  });
  return lane === null ? null : { dockId: dock.id, lane, occupiedFrom: from, occupiedUntil: until };
}

/** Until when a time is kept for somebody who has to answer first: a day, or until it could no longer be called off. */
export function keptUntil(site: Site, plannedStart: string): string {
  const start = Date.parse(plannedStart);
  const soonest = Date.now() + 30 * minute;
  return iso(Math.max(soonest, Math.min(Date.now() + 24 * 60 * minute, start - site.cancelCutoffMinutes * minute)));
}

function mustFit(site: Site, { plannedStart, plannedEnd }: Slot, binding: Binding): void {
  const planned = { from: Date.parse(plannedStart), until: Date.parse(plannedEnd) };
  if (planned.until <= planned.from) throw invalid({ plannedEnd: message("It has to end after it starts.") });
  if (planned.until - planned.from > longest) throw invalid({ plannedEnd: message("A delivery takes a day at most.") });
  if (!site.isUsable) throw invalid({ locationId: message("{location} is not in use.", { location: site.name }) });
  if (planned.until < Date.now() - longestAgo) throw outsideRules("past", message("This time has passed already."));
  if (binding === "override") return;
  if (planned.from < Date.now() - minute) throw outsideRules("past", message("This time has passed already."));
  const because = closedBecause(site, planned);
  if (because === "closed")
    throw outsideRules(
      "closed",
      message("{location} is closed at {time} on {date}.", {
        location: site.name,
        ...wallTime(planned.from, site.timezone),
      }),
    );
  if (because !== null)
    throw outsideRules(
      "closure",
      message("{location} is closed then: {reason}.", { location: site.name, reason: because }),
    );
  if (binding === "staff") return;
  const rule = leadRule(planned.from, { now: Date.now(), ...site });
  if (rule === "too_soon")
    throw outsideRules(
      rule,
      message("This is too soon. {location} needs to know {minutes} minutes before.", {
        location: site.name,
        minutes: site.minLeadMinutes,
      }),
    );
  if (rule === "too_far")
    throw outsideRules(
      rule,
      message("{location} takes bookings at most {days} days ahead.", { location: site.name, days: site.maxLeadDays }),
    );
}

/** 409 that staff may answer with `override`. */
const outsideRules = (
  rule: "past" | "closed" | "closure" | "too_soon" | "too_far",
  sentence: ReturnType<typeof message>,
) => conflict("outside_rules", sentence, { rule });

function noDock({ dockId }: Slot) {
  return dockId === null
    ? conflict("no_dock", message("No dock of this location is in service for it."))
    : conflict("dock_not_usable", message("This dock is not in service, or does not take such deliveries."));
}

const least = (instants: readonly string[]): string => instants.toSorted()[0] ?? "";
const most = (instants: readonly string[]): string => instants.toSorted().at(-1) ?? "";

/** A delivery's slot as it stands. */
export const slotOf = (
  delivery: Pick<RecordOf<"delivery_schedules">, "locationId" | "direction" | "dockId" | "plannedStart" | "plannedEnd">,
): Slot => ({
  ...delivery,
  direction: delivery.direction === "outbound" ? "outbound" : "inbound",
});
