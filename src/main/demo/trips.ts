import type { DemoSite } from "./add-site.ts";
import { daysFrom, latest, minutesFrom } from "./bulk.ts";
import type { DemoOrder, Stage } from "./orders.ts";
import type { SlotKind } from "./slots.ts";

/** A truck that brings the goods of one order: its plan, and what happened to it until the demo's moment. */
export interface Trip {
  readonly id: string;
  readonly order: DemoOrder;
  readonly kind: SlotKind;
  readonly dock: string;
  readonly start: Date;
  readonly end: Date;
  readonly status: string;
  readonly booked: Date;
  /** What happened, as far as it did. */
  readonly gateIn: Date | null;
  readonly docked: Date | null;
  readonly emptied: Date | null;
  readonly counted: Date | null;
  readonly out: Date | null;
  /** When it was given up, missed or sent away. */
  readonly ended: Date | null;
  number: string;
}

/** The deliveries of all orders that have one, each at a dock that is free then; those of the moment choose first. */
export function planTrips(stage: Stage, orders: readonly DemoOrder[]): Trip[] {
  const taken: Taken[] = [];
  const trips = orders
    .filter(({ line }) => line.booked)
    .toSorted((a, b) => Number(b.slot !== null) - Number(a.slot !== null))
    .map((order) => planTrip(stage, order, taken));
  for (const [n, trip] of trips.toSorted((a, b) => a.booked.getTime() - b.booked.getTime()).entries())
    trip.number = `DS-${String(n + 1).padStart(5, "0")}`;
  return trips;
}

interface Taken {
  readonly dock: string;
  readonly from: Date;
  readonly until: Date;
}

const buffer = 10;

function planTrip(stage: Stage, order: DemoOrder, taken: Taken[]): Trip {
  const { random, site, slot, line } = order;
  const minutes = slot?.minutes ?? random.pick([60, 60, 75, 90]);
  const cameLate = daysFrom(order.needed, random.whole(1, 3));
  const isLate = !slot && random.chance(0.15) && cameLate < daysFrom(stage.moment, -4);
  const place = freePlace(site, taken, {
    at: isLate ? cameLate : order.needed,
    minutes,
    chilled: order.lines.some(({ offer }) => offer.chilled),
  });
  const end = minutesFrom(place.start, minutes);
  taken.push({ dock: place.dock, from: place.start, until: minutesFrom(end, buffer) });
  const booked = line.booked ?? line.created; // only orders with a booking get here
  return {
    id: random.id(booked),
    order,
    kind: slot?.kind ?? "planned",
    dock: place.dock,
    start: place.start,
    end,
    booked,
    number: "",
    ...whatHappened(stage, order, { start: place.start, end, booked, kind: slot?.kind ?? "planned" }),
  };
}

/** The first half hour at which a door that fits is free: a reefer for chilled goods, the others for all else. */
function freePlace(
  site: DemoSite,
  taken: readonly Taken[],
  wanted: { at: Date; minutes: number; chilled: boolean },
): { dock: string; start: Date } {
  const docks = site.docks.toSorted(
    (a, b) => Number(b.chilled === wanted.chilled) - Number(a.chilled === wanted.chilled),
  );
  for (let at = wanted.at; ; at = minutesFrom(at, 30)) {
    const start = site.hours.fit(at, wanted.minutes + buffer);
    const until = minutesFrom(start, wanted.minutes + buffer);
    const free = docks.find(({ id }) => !taken.some((one) => one.dock === id && one.from < until && start < one.until));
    if (free) return { dock: free.id, start };
    at = start;
  }
}

type Happened = Pick<Trip, "status" | "gateIn" | "docked" | "emptied" | "counted" | "out" | "ended">;
const nothing: Happened = {
  status: "scheduled",
  gateIn: null,
  docked: null,
  emptied: null,
  counted: null,
  out: null,
  ended: null,
};

function whatHappened(
  stage: Stage,
  { random, site }: DemoOrder,
  plan: { start: Date; end: Date; booked: Date; kind: SlotKind },
): Happened {
  const { moment, office } = stage;
  const { start, end, booked } = plan;
  switch (plan.kind) {
    case "late":
      return nothing;
    case "noShow":
      return { ...nothing, status: "no_show", ended: minutesFrom(start, 120) };
    case "refused":
      return { ...nothing, status: "refused", gateIn: minutesFrom(start, -6), ended: minutesFrom(start, 14) };
    case "requested":
      return { ...nothing, status: "requested" };
    case "proposed":
      return { ...nothing, status: "proposed" };
    case "cancelled":
    case "declined":
    case "expired": {
      const ended = office.after(booked, random.whole(30, 70));
      return ended < moment ? { ...nothing, status: plan.kind, ended } : { ...nothing, status: "proposed" };
    }
    case "waiting":
      return { ...nothing, status: "arrived", gateIn: minutesFrom(moment, -random.whole(3, 9)) };
    case "emptied":
    case "planned": {
      const early = minutesFrom(start, random.whole(-20, 12));
      const gateIn = site.hours.isOpen(early) ? early : start;
      const docked = minutesFrom(latest(start, gateIn), 2);
      const emptied = plan.kind === "emptied" ? minutesFrom(moment, -5) : minutesFrom(end, -random.whole(5, 12));
      const out = minutesFrom(plan.kind === "emptied" ? moment : end, random.whole(4, 9));
      if (gateIn > moment) return nothing;
      if (docked > moment) return { ...nothing, status: "arrived", gateIn };
      if (emptied > moment) return { ...nothing, status: "in_progress", gateIn, docked };
      if (out > moment) return { ...nothing, status: "unloaded", gateIn, docked, emptied };
      return { status: "completed", gateIn, docked, emptied, counted: minutesFrom(out, -2), out, ended: null };
    }
    default:
      return plan.kind satisfies never;
  }
}
