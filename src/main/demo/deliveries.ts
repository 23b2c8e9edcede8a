import { Temporal } from "temporal-polyfill";
import { atMost, minutesFrom, type Row } from "./bulk.ts";
import { demoCarriers } from "./catalogue.ts";
import type { DemoSite, DemoUsers } from "./ground.ts";
import type { DemoLine, DemoOrder } from "./orders.ts";
import type { Random } from "./random.ts";

/** Everything that came or is to come; filled order by order. */
export interface Arrivals {
  readonly deliveries: Row[];
  readonly items: Row[];
  readonly bookings: Row[];
  readonly receipts: Row[];
  readonly receiptLines: Row[];
  readonly moves: Row[];
  readonly issues: Row[];
  readonly events: Row[];
}

interface Stage {
  readonly random: Random;
  readonly now: Date;
  readonly users: DemoUsers;
  readonly arrivals: Arrivals;
  /** Dock and lane → until when it is taken, for the days of the board. */
  readonly taken: { dock: string; lane: number; from: Date; until: Date }[];
}

const empty: Row = { from_status: null, to_status: null, reason: null, note: null };
const docker = (users: DemoUsers): Row => ({
  actor_kind: "user",
  actor_id: users.docks,
  actor_name: "Jonas Lindqvist",
});
const receiver = (users: DemoUsers): Row => ({
  actor_kind: "user",
  actor_id: users.receiver,
  actor_name: "Sjoerd Visser",
});

export const newArrivals = (): Arrivals => ({
  deliveries: [],
  items: [],
  bookings: [],
  receipts: [],
  receiptLines: [],
  moves: [],
  issues: [],
  events: [],
});

/** A local time of a site's day as an instant: `atSite(site, 0, "08:30")` is today's. */
export function atSite(site: DemoSite, now: Date, days: number, time: string): Date {
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(site.timezone)
    .toPlainDate()
    .add({ days });
  return new Date(day.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(site.timezone).epochMilliseconds);
}

/** A delivery that is long over: the goods were counted and put away. */
export function addPast(stage: Stage, order: DemoOrder, at: Date): void {
  const number = deliveryNumber(stage);
  const id = stage.random.id(at);
  const end = minutesFrom(at, 45);
  delivery(stage, order, {
    id,
    number,
    dock: stage.random.pick(order.site.docks),
    lane: 1,
    start: at,
    end,
    status: "completed",
    gateIn: minutesFrom(at, stage.random.whole(-20, 25)),
  });
  planLines(stage, id, order.lines, order.received);
  receive(stage, order, { deliveryId: id, deliveryNumber: number, at: minutesFrom(end, -5) });
}

/** A delivery of today or the next days, in the state that its time asks for. */
export function addUpcoming(
  stage: Stage,
  order: DemoOrder,
  slot: { days: number; time: string; minutes: number; kind?: "late" | "proposed" },
): boolean {
  const start = atSite(order.site, stage.now, slot.days, slot.time);
  const end = minutesFrom(start, slot.minutes);
  const place = freePlace(stage, order.site, start, minutesFrom(end, 10));
  if (!place) return false;
  const number = deliveryNumber(stage);
  const id = stage.random.id(atMost(stage.now, minutesFrom(start, -3 * 24 * 60)));
  const status = statusAt(stage.now, start, end, slot.kind);
  if (!["completed", "no_show"].includes(status)) {
    stage.arrivals.bookings.push({
      id: stage.random.id(atMost(stage.now, start)),
      resource_id: place.dock,
      lane: place.lane,
      during: `[${start.toISOString()},${minutesFrom(end, 10).toISOString()})`,
      reason: "delivery",
      subject_id: id,
      active: true,
    });
  }
  delivery(stage, order, {
    id,
    number,
    ...place,
    start,
    end,
    status,
    gateIn: ["scheduled", "proposed"].includes(status)
      ? null
      : atMost(stage.now, minutesFrom(start, stage.random.whole(-25, 12))),
  });
  planLines(stage, id, order.lines, 1);
  if (status === "completed")
    receive(
      stage,
      { ...order, received: 1 },
      { deliveryId: id, deliveryNumber: number, at: atMost(minutesFrom(stage.now, -1), end) },
    );
  else for (const line of order.lines) line.row["scheduled_qty"] = line.row["ordered_qty"];
  return true;
}

function statusAt(now: Date, start: Date, end: Date, kind: "late" | "proposed" | undefined): string {
  if (end < now) return "completed";
  if (kind === "proposed" && start > now) return "proposed";
  if (start <= now) return kind === "late" ? "scheduled" : "in_progress";
  return start.getTime() - now.getTime() < 25 * 60_000 ? "arrived" : "scheduled";
}

const deliveryNumber = ({ arrivals }: Stage): string => `DS-${String(arrivals.deliveries.length + 1).padStart(5, "0")}`;

function freePlace(stage: Stage, site: DemoSite, from: Date, until: Date): { dock: string; lane: number } | null {
  const dock = site.docks.find(
    (id) => !stage.taken.some((one) => one.dock === id && one.from < until && from < one.until),
  );
  if (!dock) return null;
  stage.taken.push({ dock, lane: 1, from, until });
  return { dock, lane: 1 };
}

interface Planned {
  id: string;
  number: string;
  dock: string;
  lane: number;
  start: Date;
  end: Date;
  status: string;
  gateIn: Date | null;
}

function delivery({ random, now, arrivals, users }: Stage, order: DemoOrder, plan: Planned): void {
  const isOver = plan.status === "completed";
  const isWorked = isOver || plan.status === "in_progress";
  const carrier = random.pick(demoCarriers);
  const made = atMost(minutesFrom(now, -random.whole(60, 600)), minutesFrom(plan.start, -random.whole(1, 4) * 24 * 60));
  const until = (at: Date) => atMost(now, at);
  arrivals.deliveries.push({
    id: plan.id,
    number: plan.number,
    location_id: order.site.id,
    dock_id: plan.dock,
    lane: plan.lane,
    direction: "inbound",
    status: plan.status,
    awaiting_party: plan.status === "proposed" ? "vendor" : "none",
    planned_start: plan.start,
    planned_end: plan.end,
    original_planned_start: plan.start,
    occupied_from: plan.start,
    occupied_until: minutesFrom(plan.end, 10),
    hold_expires_at: plan.status === "proposed" ? plan.start : null,
    gate_in_at: plan.gateIn,
    docked_at: isWorked ? plan.start : null,
    unload_start_at: isWorked ? until(minutesFrom(plan.start, 4)) : null,
    unload_end_at: isOver ? plan.end : null,
    dock_cleared_at: isOver ? plan.end : null,
    gate_out_at: isOver ? until(minutesFrom(plan.end, 8)) : null,
    vendor_id: order.vendor.id,
    carrier_name: carrier,
    driver_name: plan.gateIn ? random.pick(["T. Bakker", "R. Lind", "M. Kowalska", "J. Ortiz", "D. Peeters"]) : null,
    tractor_plate: plan.gateIn ? `NL-${random.whole(100, 999)}` : null,
    expected_pallets: random.whole(2, 26),
    requested_via: "staff",
    created_at: made,
    updated_at: made,
    created_by: users.docks,
    search_text: `${plan.number} ${order.number} ${order.vendor.name} ${carrier}`.toLowerCase(),
  });
  const note = (step: string, at: Date, who: Row, more: Row) =>
    arrivals.events.push({
      id: random.id(at),
      at,
      entity: "delivery-schedule",
      entity_id: plan.id,
      step,
      ...who,
      ...empty,
      ...more,
    });
  note("created", made, docker(users), { to_status: plan.status === "proposed" ? "proposed" : "scheduled" });
  if (plan.gateIn) note("arrived", plan.gateIn, docker(users), { from_status: "scheduled", to_status: "arrived" });
  if (isWorked) note("started", plan.start, receiver(users), { from_status: "arrived", to_status: "in_progress" });
  if (isOver)
    note("completed", until(minutesFrom(plan.end, 8)), docker(users), {
      from_status: "unloaded",
      to_status: "completed",
    });
}

function planLines({ random, arrivals }: Stage, deliveryId: string, lines: readonly DemoLine[], share: number): void {
  for (const line of lines)
    arrivals.items.push({
      id: random.id(new Date()),
      delivery_schedule_id: deliveryId,
      purchase_order_item_id: line.id,
      planned_qty: String(Math.max(1, Math.floor(line.ordered * Math.max(share, 0.1)))),
    });
}

/** The goods of a delivery are counted: receipt, stock, and an issue for what was damaged. */
function receive(stage: Stage, order: DemoOrder, from: { deliveryId: string; deliveryNumber: string; at: Date }): void {
  const { random, arrivals, users } = stage;
  const { at } = from;
  const id = random.id(at);
  const number = `GR-${String(arrivals.receipts.length + 1).padStart(5, "0")}`;
  const counted = order.lines.map((line) => {
    const total = Math.max(1, Math.floor(line.ordered * order.received));
    const damaged = random.chance(0.04) ? Math.min(total, random.whole(1, 3)) : 0;
    return {
      line,
      total,
      damaged,
      lineId: random.id(at),
      lot: line.expires ? `L${String(random.whole(10_000, 99_999))}` : null,
    };
  });
  arrivals.receipts.push({
    id,
    number,
    client_receipt_key: random.id(at),
    content_hash: "\\x00",
    delivery_schedule_id: from.deliveryId,
    location_id: order.site.id,
    status: "posted",
    received_at: at,
    posted_at: at,
    posted_by: users.receiver,
    line_count: counted.length,
    created_at: at,
    updated_at: at,
    created_by: users.receiver,
    search_text: `${number} ${order.number} ${from.deliveryNumber} ${order.vendor.name}`.toLowerCase(),
  });
  for (const [position, { line, total, damaged, lineId, lot }] of counted.entries()) {
    Object.assign(line.row, {
      received_qty: String(total),
      accepted_qty: String(total - damaged),
      damaged_qty: String(damaged),
      scheduled_qty: "0",
    });
    arrivals.receiptLines.push({
      id: lineId,
      receipt_id: id,
      position,
      purchase_order_item_id: line.id,
      product_id: line.productId,
      uom: line.uom,
      qty_per_uom: String(line.holds),
      counted_qty: String(total),
      accepted_qty: String(total - damaged),
      damaged_qty: String(damaged),
      rejected_qty: "0",
      lot_number: lot,
      expiry_date: lot
        ? minutesFrom(at, 300 * 24 * 60)
            .toISOString()
            .slice(0, 10)
        : null,
      storage_location_id: order.site.bins.receiving,
      damaged_storage_location_id: damaged ? order.site.bins.damaged : null,
      scan_source: "scan",
      condition_code: damaged ? "01" : "07",
      is_unexpected: false,
    });
    const move = (quantity: number, bin: string) =>
      arrivals.moves.push({
        id: random.id(at),
        product_id: line.productId,
        storage_location_id: bin,
        quantity: String(quantity * line.holds),
        reason: "receipt",
        receipt_line_id: lineId,
        lot_number: lot,
        at,
      });
    if (total > damaged) move(total - damaged, order.site.bins.receiving);
    if (damaged) {
      move(damaged, order.site.bins.damaged);
      addIssue(stage, order, { kind: "damaged", line, quantity: damaged, at, receiptId: id, lineId });
    }
    if (total < line.ordered && order.status === "closed")
      Object.assign(line.row, { status: "short_closed", close_reason: "The rest will not come" });
  }
  arrivals.events.push({
    id: random.id(at),
    at,
    entity: "receipt",
    entity_id: id,
    step: "posted",
    ...receiver(users),
    ...empty,
    to_status: "posted",
  });
  order.events.push({
    id: random.id(at),
    at,
    entity: "purchase-order",
    entity_id: order.id,
    step: "received",
    ...receiver(users),
    ...empty,
    note: `${number}, ${from.deliveryNumber}`,
  });
}

function addIssue(
  { random, now, arrivals, users }: Stage,
  order: DemoOrder,
  what: { kind: string; line: DemoLine; quantity: number; at: Date; receiptId: string; lineId: string },
): void {
  const { line, at } = what;
  const resolvedAt = minutesFrom(at, 900);
  const isOld = arrivals.issues.length % 3 !== 0 && resolvedAt < now;
  arrivals.issues.push({
    id: random.id(at),
    number: `ISS-${String(arrivals.issues.length + 1).padStart(5, "0")}`,
    kind: what.kind,
    severity: "medium",
    status: isOld ? "resolved" : "open",
    purchase_order_id: order.id,
    purchase_order_item_id: line.id,
    receipt_id: what.receiptId,
    receipt_line_id: what.lineId,
    vendor_id: order.vendor.id,
    qty_affected: String(what.quantity),
    uom: line.uom,
    description: `${what.quantity} of ${line.name} arrived damaged`,
    discovered_at: at,
    responsible_party: "vendor",
    due_at: minutesFrom(at, 3 * 24 * 60),
    resolution: isOld ? "credit" : null,
    resolved_at: isOld ? resolvedAt : null,
    resolved_by: isOld ? users.buyer : null,
    created_at: at,
    created_by: users.receiver,
  });
}
