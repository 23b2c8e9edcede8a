import type { Row } from "./bulk.ts";
import type { Person } from "./users.ts";
import { dateAt } from "./hours.ts";
import type { DemoOrder, Stage } from "./orders.ts";
import { propose } from "./proposals.ts";

/** Who did something, as events have it. */
export const byUser = ({ id, name }: Person): Row => ({ actor_kind: "user", actor_id: id, actor_name: name });
export const byLink = (name: string): Row => ({ actor_kind: "link", actor_id: null, actor_name: name });
export const bySystem: Row = { actor_kind: "system", actor_id: null, actor_name: null };

const nothingMore: Row = { from_status: null, to_status: null, reason: null, note: null, changes: null };

/** One event of an order; the order was last changed then. */
export function note(order: DemoOrder, at: Date, step: string, who: Row, more: Row = {}): void {
  order.events.push(eventOf(order.random.id(at), at, { entity: "purchase-order", id: order.id, step, who, more }));
  order.row["updated_at"] = at;
  if (more["to_status"]) order.row["status"] = more["to_status"];
}

export function eventOf(
  id: string,
  at: Date,
  { entity, id: entityId, step, who, more }: { entity: string; id: string; step: string; who: Row; more: Row },
): Row {
  return { id, at, entity, entity_id: entityId, step, ...who, ...nothingMore, ...more };
}

/** Walks the order from its first draft to where it stands with its vendor, and notes each step. */
export function tellOrder(stage: Stage, order: DemoOrder): void {
  const { line, row, isOver } = order;
  const buyer = byUser(stage.users.buyer);
  const admin = byUser(stage.users.admin);
  note(order, line.created, "created", buyer, { to_status: "draft" });
  if (!line.submitted) return;
  Object.assign(row, { submitted_by: stage.users.buyer.id, submitted_at: line.submitted });
  const waits = isOver ? "pending_approval" : "approved";
  note(order, line.submitted, "submitted", buyer, { from_status: "draft", to_status: waits });
  if (line.rejected) {
    const reason = "Too much for one month. Split it, or wait for the next.";
    row["reject_reason"] = reason;
    note(order, line.rejected, "rejected", admin, { from_status: "pending_approval", to_status: "rejected", reason });
  }
  if (!isOver) row["approved_at"] = line.submitted;
  else if (line.approved) {
    Object.assign(row, {
      approved_at: line.approved,
      approved_by: stage.users.admin.id,
      approved_total: row["total"],
    });
    note(order, line.approved, "approved", admin, { from_status: "pending_approval", to_status: "approved" });
  }
  if (line.sent) {
    row["sent_at"] = line.sent;
    note(order, line.sent, "sent", buyer, { from_status: "approved", to_status: "sent" });
  }
  if (line.cancelled) cancel(order, line.cancelled, buyer);
  if (line.opened) note(order, line.opened, "linkOpened", byLink(order.vendor.contact));
  if (line.answered) answer(order, line.answered);
  if (line.held) hold(order, line.held, buyer);
}

function cancel(order: DemoOrder, at: Date, who: Row): void {
  const reason = "Ordered twice by mistake";
  Object.assign(order.row, { cancelled_at: at, cancel_reason: reason });
  for (const { row } of order.lines) Object.assign(row, { status: "cancelled", close_reason: reason });
  note(order, at, "cancelled", who, { from_status: "sent", to_status: "cancelled", reason });
}

function hold(order: DemoOrder, at: Date, who: Row): void {
  const reason = "Quality check of the last lot";
  Object.assign(order.row, { on_hold: true, hold_reason: reason });
  note(order, at, "held", who, { reason });
}

function answer(order: DemoOrder, at: Date): void {
  const { row, vendor, random } = order;
  const who = byLink(vendor.contact);
  Object.assign(row, {
    vendor_responded_at: at,
    vendor_responded_by: vendor.contact,
    vendor_reference: `${vendor.code.slice(2)}-${random.whole(10_000, 99_999)}`,
  });
  if (order.fate === "declined") {
    const reason = "Our price list ended last month. Please ask for a new offer.";
    Object.assign(row, { vendor_response: "declined", vendor_note: reason });
    return note(order, at, "declined", who, { from_status: "sent", to_status: "declined", reason });
  }
  if (order.fate === "proposed") {
    const proposal = propose(order, at);
    order.proposals.push(proposal);
    return note(order, at, "changeProposed", who, {
      from_status: "sent",
      to_status: "change_proposed",
      note: row["vendor_note"],
    });
  }
  const promised = dateAt(order.site.plan.timezone, order.needed);
  Object.assign(row, { vendor_response: "accepted", promised_date: promised, original_promised_date: promised });
  for (const { row: item } of order.lines)
    Object.assign(item, {
      promised_date: promised,
      original_promised_date: promised,
      confirmed_qty: item["ordered_qty"],
      status: "confirmed",
    });
  note(order, at, "confirmed", who, { from_status: "sent", to_status: "confirmed" });
}
