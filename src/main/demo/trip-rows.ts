import { deliveryScheduleFlow } from "#modules/warehouse/delivery-schedules/delivery-schedules.flow.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { daysFrom, minutesFrom, type Row } from "./bulk.ts";
import { byLink, bySystem, byUser, eventOf } from "./order-events.ts";
import type { DemoCarrier } from "./goods.ts";
import type { Stage } from "./orders.ts";
import type { Trip } from "./trips.ts";

interface TripRows {
  readonly delivery: Row;
  readonly items: readonly Row[];
  readonly booking: Row | null;
  readonly events: readonly Row[];
}

const isLive = ({ status }: Trip): boolean => inGroup(deliveryScheduleFlow, "live", status);
const drivers = ["T. Bakker", "R. Lind", "M. Kowalska", "J. Ortiz", "D. Peeters"];

/** A delivery with its lines, its hold on the dock, and its history. What is still to come counts as scheduled on the order's lines. */
export function tripRows(stage: Stage, trip: Trip): TripRows {
  const { order } = trip;
  const { random, site } = order;
  const until = minutesFrom(trip.end, 10);
  if (isLive(trip)) for (const { row } of order.lines) row["scheduled_qty"] = row["ordered_qty"];
  return {
    delivery: deliveryRow(stage, trip, until),
    items: order.lines.map(({ id, ordered }) => ({
      id: random.id(trip.booked),
      delivery_schedule_id: trip.id,
      purchase_order_item_id: id,
      planned_qty: String(order.fate === "part" ? Math.max(1, Math.floor(ordered / 2)) : ordered),
    })),
    booking: isLive(trip)
      ? {
          id: random.id(trip.booked),
          resource_id: trip.dock,
          lane: 1,
          during: `[${trip.start.toISOString()},${until.toISOString()})`,
          reason: "delivery",
          subject_id: trip.id,
          standing: inGroup(deliveryScheduleFlow, "atDock", trip.status),
          active: true,
        }
      : null,
    events: history(stage, trip).map(({ at, step, who, more }) =>
      eventOf(random.id(at), at, { entity: "delivery-schedule", id: trip.id, step, who: who(site), more }),
    ),
  };
}

function deliveryRow(stage: Stage, trip: Trip, until: Date): Row {
  const { order, gateIn, status } = trip;
  const { random, site, vendor } = order;
  const carrier = carrierOf(stage, trip);
  const isOpen = status === "proposed" || status === "requested";
  return {
    id: trip.id,
    number: trip.number,
    location_id: site.id,
    dock_id: trip.dock,
    lane: 1,
    direction: "inbound",
    status,
    awaiting_party: status === "proposed" ? "vendor" : status === "requested" ? "warehouse" : "none",
    planned_start: trip.start,
    planned_end: trip.end,
    original_planned_start: trip.start,
    occupied_from: trip.start,
    occupied_until: until,
    hold_expires_at: isOpen ? daysFrom(stage.moment, 1) : null,
    gate_in_at: gateIn,
    docked_at: trip.docked,
    unload_start_at: trip.docked,
    unload_end_at: trip.emptied,
    dock_cleared_at: trip.out,
    gate_out_at: trip.out,
    vendor_id: vendor.id,
    carrier_id: carrier.id,
    driver_name: gateIn ? random.pick(drivers) : null,
    tractor_plate: gateIn ? plate(trip) : null,
    expected_pallets: random.whole(2, 26),
    requested_via: status === "requested" ? "link" : "staff",
    cancel_reason: status === "cancelled" ? "The vendor sends it with the next truck" : null,
    decline_reason: status === "declined" ? "No truck on that day" : null,
    refused_reason: status === "refused" ? "The load is wet through" : null,
    created_at: trip.booked,
    updated_at: [trip.ended, trip.out, trip.emptied, trip.docked, gateIn, trip.booked].find((at) => at !== null),
    created_by: status === "requested" ? null : stage.users.docks.id,
    search_text: `${trip.number} ${order.number} ${vendor.name} ${carrier.name}`.toLowerCase(),
  };
}

/** One that drives there; what is still to come is with one that is not on hold. */
function carrierOf({ carriers }: Stage, trip: Trip): DemoCarrier {
  const { random, site } = trip.order;
  const all = carriers.filter(({ drives }) => drives === site.plan.region);
  const picked = random.pick(all);
  return isLive(trip) && !picked.isActive ? (all.find(({ isActive }) => isActive) ?? picked) : picked;
}

function plate({ order: { random, site } }: Trip): string {
  const digits = random.whole(100, 999);
  return site.plan.region === "US" ? `NJ ${digits}-TRK` : `${random.pick(["NL", "BE", "DE"])}-${digits}`;
}

interface Happening {
  readonly at: Date;
  readonly step: string;
  readonly who: (site: Trip["order"]["site"]) => Row;
  readonly more: Row;
}

function history({ users }: Stage, trip: Trip): Happening[] {
  const { status, order } = trip;
  const vendor = () => byLink(order.vendor.contact);
  const planner = () => byUser(users.docks);
  const asked = ["proposed", "declined", "expired"].includes(status);
  const first = status === "requested" ? "requested" : asked ? "proposed" : "scheduled";
  const happened: (Happening | null)[] = [
    { at: trip.booked, step: "created", who: first === "requested" ? vendor : planner, more: { to_status: first } },
    trip.gateIn && {
      at: trip.gateIn,
      step: "arrived",
      who: (site) => byUser(site.gate(trip.gateIn ?? trip.start)),
      more: { from_status: "scheduled", to_status: "arrived" },
    },
    trip.docked && {
      at: trip.docked,
      step: "started",
      who: (site) => byUser(site.receiver(trip.docked ?? trip.start)),
      more: { from_status: "arrived", to_status: "in_progress" },
    },
    trip.emptied && {
      at: trip.emptied,
      step: "unloaded",
      who: (site) => byUser(site.receiver(trip.emptied ?? trip.start)),
      more: { from_status: "in_progress", to_status: "unloaded" },
    },
    trip.out && {
      at: trip.out,
      step: "completed",
      who: (site) => byUser(site.gate(trip.out ?? trip.start)),
      more: { from_status: "unloaded", to_status: "completed" },
    },
    trip.ended && endOf(trip, trip.ended, { planner, vendor }),
  ];
  return happened.filter((one) => one !== null);
}

function endOf(
  { status }: Trip,
  at: Date,
  { planner, vendor }: { planner: () => Row; vendor: () => Row },
): Happening | null {
  switch (status) {
    case "no_show":
      return { at, step: "missed", who: () => bySystem, more: { from_status: "scheduled", to_status: "no_show" } };
    case "expired":
      return { at, step: "expired", who: () => bySystem, more: { from_status: "proposed", to_status: "expired" } };
    case "declined":
      return {
        at,
        step: "declined",
        who: vendor,
        more: { from_status: "proposed", to_status: "declined", reason: "No truck on that day" },
      };
    case "cancelled":
      return {
        at,
        step: "cancelled",
        who: planner,
        more: {
          from_status: "scheduled",
          to_status: "cancelled",
          reason: "The vendor sends it with the next truck",
        },
      };
    case "refused":
      return {
        at,
        step: "refused",
        who: (site) => byUser(site.gate(at)),
        more: { from_status: "arrived", to_status: "refused", reason: "The load is wet through" },
      };
    default:
      return null;
  }
}
