import { daysFrom, type Row } from "./bulk.ts";
import { dateAt } from "./hours.ts";
import { byUser, eventOf, note } from "./order-events.ts";
import type { DemoLine } from "./order-lines.ts";
import type { Stage } from "./orders.ts";
import type { Trip } from "./trips.ts";

/** What was counted at the docks, and what follows from it. */
export interface Received {
  readonly receipts: Row[];
  readonly lines: Row[];
  readonly moves: Row[];
  readonly issues: Row[];
  readonly events: Row[];
}

type Counted = Trip & { readonly counted: Date; readonly out: Date };

/** The receipts of all trucks that have left, in the order in which they were posted. */
export function receiveAll(stage: Stage, trips: readonly Trip[]): Received {
  const all: Received = { receipts: [], lines: [], moves: [], issues: [], events: [] };
  const counted = trips.filter((trip): trip is Counted => trip.counted !== null && trip.out !== null);
  for (const trip of counted.toSorted((a, b) => a.counted.getTime() - b.counted.getTime())) receive(stage, trip, all);
  return all;
}

/** How much of a line came. */
function cameOf({ order: { fate } }: Trip, line: DemoLine, position: number): number {
  if (fate === "part") return Math.max(1, Math.floor(line.ordered / 2));
  return fate === "short" && position % 2 === 0 ? Math.floor(line.ordered * 0.92) : line.ordered;
}

function receive(stage: Stage, trip: Counted, all: Received): void {
  const { order, counted: at } = trip;
  const { random, site } = order;
  const id = random.id(at);
  const number = `GR-${String(all.receipts.length + 1).padStart(5, "0")}`;
  const receiver = site.receiver(at);
  all.receipts.push({
    id,
    number,
    client_receipt_key: random.id(at),
    content_hash: "\\x00",
    delivery_schedule_id: trip.id,
    location_id: site.id,
    status: "posted",
    received_at: at,
    posted_at: at,
    posted_by: receiver.id,
    line_count: order.lines.length,
    created_at: at,
    created_by: receiver.id,
    search_text: `${number} ${order.number} ${trip.number} ${order.vendor.name}`.toLowerCase(),
  });
  for (const [position, line] of order.lines.entries())
    countLine(stage, { trip, receiptId: id, position, line, came: cameOf(trip, line, position) }, all);
  all.events.push(
    eventOf(random.id(at), at, {
      entity: "receipt",
      id,
      step: "posted",
      who: byUser(receiver),
      more: { to_status: "posted" },
    }),
  );
  note(order, at, "received", byUser(receiver), { note: `${number}, ${trip.number}` });
  close(stage, trip);
}

interface LineCount {
  readonly trip: Counted;
  readonly receiptId: string;
  readonly position: number;
  readonly line: DemoLine;
  readonly came: number;
}

function countLine(stage: Stage, { trip, receiptId, position, line, came }: LineCount, all: Received): void {
  const { order, counted: at } = trip;
  const { random, site } = order;
  const { offer } = line;
  const damaged = random.chance(0.04) ? Math.min(came, random.whole(1, 3)) : 0;
  const id = random.id(at);
  const lot = offer.expires ? `L${String(random.whole(10_000, 99_999))}` : null;
  const accepted = came - damaged;
  Object.assign(line.row, {
    received_qty: String(came),
    kept_base_qty: String(came * offer.holds),
    accepted_qty: String(accepted),
    damaged_qty: String(damaged),
  });
  all.lines.push({
    id,
    receipt_id: receiptId,
    position,
    purchase_order_item_id: line.id,
    product_id: offer.productId,
    uom: offer.uom,
    qty_per_uom: String(offer.holds),
    counted_qty: String(came),
    accepted_qty: String(accepted),
    damaged_qty: String(damaged),
    rejected_qty: "0",
    lot_number: lot,
    expiry_date: lot ? dateAt(site.plan.timezone, daysFrom(at, 300)) : null,
    storage_location_id: site.bins.receiving,
    damaged_storage_location_id: damaged ? site.bins.damaged : null,
    scan_source: "scan",
    condition_code: damaged ? "01" : "07",
    is_unexpected: false,
  });
  for (const [quantity, bin] of [
    [accepted, site.bins.receiving],
    [damaged, site.bins.damaged],
  ] as const)
    if (quantity > 0)
      all.moves.push({
        id: random.id(at),
        product_id: offer.productId,
        storage_location_id: bin,
        quantity: String(quantity * offer.holds),
        reason: "receipt",
        receipt_line_id: id,
        lot_number: lot,
        at,
      });
  if (damaged) report(stage, { trip, line, quantity: damaged, receiptId, lineId: id }, all);
}

/** Damaged goods are an issue of the vendor's; two of three are settled within some working days. */
function report(
  { moment, office, users }: Stage,
  what: { trip: Counted; line: DemoLine; quantity: number; receiptId: string; lineId: string },
  all: Received,
): void {
  const { trip, line, quantity } = what;
  const { order, counted: at } = trip;
  const { random, site } = order;
  const id = random.id(at);
  const resolved = office.after(at, random.whole(300, 1500));
  const isOver = all.issues.length % 3 !== 0 && resolved < moment;
  const receiver = site.receiver(at);
  all.issues.push({
    id,
    number: `ISS-${String(all.issues.length + 1).padStart(5, "0")}`,
    kind: "damaged",
    severity: "medium",
    status: isOver ? "resolved" : "open",
    purchase_order_id: order.id,
    purchase_order_item_id: line.id,
    receipt_id: what.receiptId,
    receipt_line_id: what.lineId,
    vendor_id: order.vendor.id,
    qty_affected: String(quantity),
    uom: line.offer.uom,
    description: `${quantity} of ${line.offer.name} arrived damaged`,
    discovered_at: at,
    responsible_party: "vendor",
    due_at: daysFrom(at, 3),
    resolution: isOver ? "credit" : null,
    resolved_at: isOver ? resolved : null,
    resolved_by: isOver ? users.buyer.id : null,
    created_at: at,
    updated_at: isOver ? resolved : at,
    created_by: receiver.id,
  });
  const event = (when: Date, step: string, who: Row, more: Row) =>
    all.events.push(eventOf(random.id(when), when, { entity: "issue", id, step, who, more }));
  event(at, "opened", byUser(receiver), { to_status: "open" });
  if (isOver) event(resolved, "resolved", byUser(users.buyer), { from_status: "open", to_status: "resolved" });
}

/** An order of which all came closes by itself when the truck leaves; of one that came short the buyer gives up the rest. */
function close({ moment, office, users }: Stage, { order, out }: Counted): void {
  const { fate, row, random } = order;
  if (fate === "full" || fate === "booked") {
    row["closed_at"] = out;
    note(order, out, "closed", byUser(order.site.receiver(out)), {
      from_status: "confirmed",
      to_status: "closed",
      changes: { automatic: true },
    });
  }
  const at = office.after(out, random.whole(30, 240));
  if (fate !== "short" || at > moment) return;
  const reason = "The rest will not come";
  Object.assign(row, { closed_at: at, closed_by: users.buyer.id, close_reason: reason });
  for (const line of order.lines)
    if (line.row["received_qty"] !== line.row["ordered_qty"])
      Object.assign(line.row, { status: "short_closed", close_reason: reason });
  note(order, at, "closed", byUser(users.buyer), { from_status: "confirmed", to_status: "closed", reason });
}
