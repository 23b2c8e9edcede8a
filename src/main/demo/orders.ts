import { add, lineTotal, orderTotals } from "#shared/money.ts";
import { dayOf, daysFrom, minutesFrom, type Row } from "./bulk.ts";
import type { DemoVendor } from "./goods.ts";
import type { DemoSite, DemoUsers } from "./ground.ts";
import type { Random } from "./random.ts";

type Status =
  | "draft"
  | "pending_approval"
  | "rejected"
  | "approved"
  | "sent"
  | "change_proposed"
  | "confirmed"
  | "declined"
  | "closed"
  | "cancelled";

export interface DemoLine {
  readonly id: string;
  readonly productId: string;
  readonly sku: string;
  readonly name: string;
  readonly uom: string;
  readonly holds: number;
  readonly expires: boolean;
  readonly ordered: number;
  readonly row: Record<string, unknown>;
}

export interface DemoOrder {
  readonly id: string;
  readonly number: string;
  readonly status: Status;
  readonly vendor: DemoVendor;
  readonly site: DemoSite;
  readonly createdAt: Date;
  readonly dueAt: Date;
  readonly row: Record<string, unknown>;
  readonly lines: DemoLine[];
  readonly events: Row[];
  readonly proposals: Row[];
  readonly charges: Row[];
  /** Share of the goods that has come: 0, a part, 1. */
  readonly received: number;
}

interface Stage {
  readonly random: Random;
  readonly now: Date;
  readonly users: DemoUsers;
  readonly sites: readonly DemoSite[];
  readonly vendors: readonly DemoVendor[];
  readonly threshold: number;
}

/** How the orders of an age are spread over the states; the last number says how much has come. */
const spread: readonly {
  readonly fromDay: number;
  readonly states: readonly (readonly [status: Status, share: number, received: number])[];
}[] = [
  {
    fromDay: 40,
    states: [
      ["closed", 0.86, 1],
      ["closed", 0.07, 0.92],
      ["cancelled", 0.05, 0],
      ["declined", 0.02, 0],
    ],
  },
  {
    fromDay: 12,
    states: [
      ["closed", 0.45, 1],
      ["confirmed", 0.2, 0.6],
      ["confirmed", 0.2, 0],
      ["sent", 0.05, 0],
      ["closed", 0.05, 0.9],
      ["cancelled", 0.05, 0],
    ],
  },
  {
    fromDay: 0,
    states: [
      ["draft", 0.12, 0],
      ["pending_approval", 0.09, 0],
      ["rejected", 0.03, 0],
      ["approved", 0.07, 0],
      ["sent", 0.2, 0],
      ["change_proposed", 0.12, 0],
      ["confirmed", 0.26, 0],
      ["confirmed", 0.06, 0.5],
      ["declined", 0.03, 0],
      ["cancelled", 0.02, 0],
    ],
  },
];

/** One order as it would stand today, with everything that has happened to it. */
export function makeOrder(stage: Stage, position: number, ageDays: number): DemoOrder {
  const { random, now, users } = stage;
  const createdAt = minutesFrom(daysFrom(now, -ageDays), -random.whole(30, 300));
  const [status, , received] = choose(random, ageDays);
  const vendor = random.pick(stage.vendors.filter((one) => one.offers.length > 3));
  const site = stage.sites[random.chance(0.65) ? 0 : 1] ?? (stage.sites[0] as DemoSite); // there are two
  const dueAt = daysFrom(createdAt, Math.max(2, vendor.leadTimeDays + random.whole(-1, 3)));
  const id = random.id(createdAt);
  const number = `PO-${createdAt.getUTCFullYear()}-${String(position).padStart(5, "0")}`;
  const lines = makeLines(stage, vendor, { orderId: id, dueAt, createdAt });
  const charges: Row[] = random.chance(0.35)
    ? [
        {
          id: random.id(createdAt),
          purchase_order_id: id,
          position: 0,
          type: "freight",
          description: "Road freight",
          amount: String(random.whole(60, 480)),
          tax_rate_pct: "0",
          allocation: "by_weight",
        },
      ]
    : [];
  const minorUnit = vendor.currency === "JPY" ? 0 : 2;
  const totals = orderTotals(
    lines.map(({ row }) => ({
      orderedQty: String(row["ordered_qty"]),
      unitPrice: String(row["unit_price"]),
      discountPct: String(row["discount_pct"]),
      taxRatePct: "0",
    })),
    charges.map((charge) => ({ type: "freight" as const, amount: String(charge["amount"]), taxRatePct: "0" })),
    minorUnit,
  );
  const row: Record<string, unknown> = {
    id,
    number,
    revision: 0,
    vendor_id: vendor.id,
    ship_to_location_id: site.id,
    status,
    currency: vendor.currency,
    order_date: dayOf(createdAt),
    requested_date: dayOf(dueAt),
    payment_terms_days: 30,
    incoterm: "DAP",
    incoterm_place: site.timezone === "Europe/Amsterdam" ? "Tilburg" : "Newark",
    buyer_id: users.buyer,
    ...totalsRow(totals),
    line_count: lines.length,
    created_at: createdAt,
    updated_at: createdAt,
    created_by: users.buyer,
    search_text: `${number} ${vendor.name} ${vendor.code} ${lines.map((line) => line.sku).join(" ")}`.toLowerCase(),
    vendor_response: "none",
    on_hold: false,
    hold_reason: null,
    submitted_by: null,
    submitted_at: null,
    approved_by: null,
    approved_at: null,
    approved_total: null,
    reject_reason: null,
    sent_at: null,
    vendor_responded_at: null,
    vendor_responded_by: null,
    vendor_note: null,
    vendor_reference: null,
    promised_date: null,
    original_promised_date: null,
    closed_at: null,
    closed_by: null,
    close_reason: null,
    cancelled_at: null,
    cancel_reason: null,
    changed_lines: 0,
    vendor_notes: random.chance(0.3)
      ? "EPAL pallets only, at most 1.80 m high. Call the gate 30 minutes before you arrive."
      : null,
  };
  const order: DemoOrder = {
    id,
    number,
    status,
    vendor,
    site,
    createdAt,
    dueAt,
    row,
    lines,
    events: [],
    proposals: [],
    charges,
    received,
  };
  tellStory(stage, order);
  return order;
}

function choose(random: Random, ageDays: number): readonly [Status, number, number] {
  const states = spread.find(({ fromDay }) => ageDays >= fromDay)?.states ?? [];
  let rest = random.next();
  const found = states.find(([, share]) => (rest -= share) < 0);
  return found ?? (states[0] as readonly [Status, number, number]); // rounding: the shares add up to one
}

function makeLines(
  { random }: Stage,
  vendor: DemoVendor,
  order: { orderId: string; dueAt: Date; createdAt: Date },
): DemoLine[] {
  const wanted = random.whole(2, Math.min(9, vendor.offers.length));
  const start = random.whole(0, vendor.offers.length - 1);
  const offers = Array.from({ length: wanted }, (_, n) => vendor.offers[(start + n * 3) % vendor.offers.length]).filter(
    (offer, at, all) => offer !== undefined && all.indexOf(offer) === at,
  );
  return offers.flatMap((offer, at) => {
    if (!offer) return [];
    const ordered = random.pick([4, 6, 8, 12, 20, 24, 40, 48, 60, 120]);
    const id = random.id(order.createdAt);
    const row = {
      id,
      purchase_order_id: order.orderId,
      line_no: at + 1,
      product_id: offer.productId,
      sku: offer.sku,
      description: offer.name,
      ordered_qty: String(ordered),
      uom: offer.uom,
      qty_per_uom: String(offer.holds),
      unit_price: offer.price,
      discount_pct: random.chance(0.1) ? "5" : "0",
      tax_rate_pct: "0",
      line_total: "0",
      requested_date: dayOf(order.dueAt),
      original_promised_date: null as string | null,
      promised_date: null as string | null,
      confirmed_qty: null as string | null,
      received_qty: "0",
      accepted_qty: "0",
      damaged_qty: "0",
      rejected_qty: "0",
      scheduled_qty: "0",
      over_receipt_pct: "0",
      status: "open",
      close_reason: null as string | null,
    };
    row.line_total = lineTotal({
      orderedQty: row.ordered_qty,
      unitPrice: row.unit_price,
      discountPct: row.discount_pct,
    });
    return [
      {
        id,
        productId: offer.productId,
        sku: offer.sku,
        name: offer.name,
        uom: offer.uom,
        holds: offer.holds,
        expires: offer.expires,
        ordered,
        row,
      },
    ];
  });
}

const totalsRow = ({ subtotal, chargesTotal, taxTotal, total }: ReturnType<typeof orderTotals>): Row => ({
  subtotal,
  charges_total: chargesTotal,
  tax_total: taxTotal,
  total,
});

/** Walks the order from its first draft to where it stands, and notes each step. */
function tellStory(stage: Stage, order: DemoOrder): void {
  const { random, users, now } = stage;
  const { row, status } = order;
  let at = order.createdAt;
  const later = (from: number, to: number): Date =>
    (at = new Date(Math.min(minutesFrom(at, random.whole(from, to)).getTime(), now.getTime() - 60_000)));
  const note = (step: string, who: Row, more: Row = {}) =>
    order.events.push({
      id: random.id(at),
      at,
      entity: "purchase-order",
      entity_id: order.id,
      step,
      ...who,
      ...empty,
      ...more,
    });
  const buyer: Row = { actor_kind: "user", actor_id: users.buyer, actor_name: "Ada Okoye" };
  const vendor: Row = { actor_kind: "link", actor_id: null, actor_name: order.vendor.contact };
  note("created", buyer);
  if (status === "draft") return;
  const isOver = Number(row["total"]) > stage.threshold;
  Object.assign(row, { submitted_by: users.buyer, submitted_at: later(10, 90) });
  note("submitted", buyer, {
    from_status: "draft",
    to_status: isOver || status === "pending_approval" ? "pending_approval" : "approved",
  });
  if (status === "pending_approval") return;
  if (status === "rejected") {
    Object.assign(row, { reject_reason: "Too much for one month. Split it, or wait for December." });
    later(60, 600);
    return void note(
      "rejected",
      { actor_kind: "user", actor_id: users.admin, actor_name: "Jolanda Mulder" },
      { from_status: "pending_approval", to_status: "rejected", reason: row["reject_reason"] },
    );
  }
  Object.assign(row, {
    approved_at: isOver ? later(60, 900) : at,
    approved_by: isOver ? users.admin : null,
    approved_total: row["total"],
  });
  if (isOver)
    note(
      "approved",
      { actor_kind: "user", actor_id: users.admin, actor_name: "Jolanda Mulder" },
      { from_status: "pending_approval", to_status: "approved" },
    );
  if (status === "approved") return;
  if (status === "cancelled" && random.chance(0.5)) return cancel(order, note, buyer, later(60, 900));
  Object.assign(row, { sent_at: later(10, 240) });
  note("sent", buyer, { from_status: "approved", to_status: "sent" });
  if (status === "cancelled") return cancel(order, note, buyer, later(60, 900));
  if (status === "sent") return;
  later(60, 1500);
  note("linkOpened", vendor);
  answer(stage, order, { note, vendor, at: later(10, 600) });
  if (status === "closed" || status === "confirmed") order.row["updated_at"] = at;
}

const empty: Row = { from_status: null, to_status: null, reason: null, note: null };

function cancel(order: DemoOrder, note: (step: string, who: Row, more?: Row) => unknown, who: Row, at: Date): void {
  Object.assign(order.row, { cancelled_at: at, cancel_reason: "Ordered twice by mistake" });
  for (const line of order.lines) line.row["status"] = "cancelled";
  note("cancelled", who, { to_status: "cancelled", reason: "Ordered twice by mistake" });
}

interface Answering {
  readonly note: (step: string, who: Row, more?: Row) => unknown;
  readonly vendor: Row;
  readonly at: Date;
}

function answer({ random }: Stage, order: DemoOrder, { note, vendor, at }: Answering): void {
  const { row, status } = order;
  const by = order.vendor.contact;
  Object.assign(row, {
    vendor_responded_at: at,
    vendor_responded_by: by,
    vendor_reference: `${order.vendor.code.slice(2)}-${random.whole(10_000, 99_999)}`,
  });
  if (status === "declined") {
    Object.assign(row, {
      vendor_response: "declined",
      vendor_note: "Our price list ended last month. Please ask for a new offer.",
    });
    return void note("declined", vendor, { from_status: "sent", to_status: "declined", reason: row["vendor_note"] });
  }
  if (status === "change_proposed") return propose(random, order, { note, vendor, at });
  const late = random.chance(0.15) ? random.whole(2, 7) : 0;
  const promised = dayOf(daysFrom(order.dueAt, late));
  Object.assign(row, { vendor_response: "accepted", promised_date: promised, original_promised_date: promised });
  for (const line of order.lines)
    Object.assign(line.row, {
      promised_date: promised,
      original_promised_date: promised,
      confirmed_qty: line.row["ordered_qty"],
      status: "confirmed",
    });
  note("confirmed", vendor, { from_status: "sent", to_status: "confirmed" });
}

function propose(random: Random, order: DemoOrder, { note, vendor, at }: Answering): void {
  const changed = order.lines.slice(0, random.whole(1, Math.min(3, order.lines.length)));
  const lines = order.lines.map((line, n) => {
    const row = line.row;
    const asked = {
      qty: String(row["ordered_qty"]),
      unitPrice: String(row["unit_price"]),
      date: String(row["requested_date"]),
      lineTotal: String(row["line_total"]),
    };
    const isChanged = changed.includes(line);
    const rejected = isChanged && n > 0 && random.chance(0.25);
    const qty = isChanged && random.chance(0.6) ? String(Math.max(1, Math.floor(line.ordered * 0.66))) : asked.qty;
    const date = isChanged ? dayOf(daysFrom(order.dueAt, 7)) : asked.date;
    const offered = {
      qty,
      unitPrice: asked.unitPrice,
      date,
      lineTotal: lineTotal({ orderedQty: qty, unitPrice: asked.unitPrice, discountPct: String(row["discount_pct"]) }),
    };
    return {
      itemId: line.id,
      lineNo: row["line_no"],
      sku: line.sku,
      description: line.name,
      uom: line.uom,
      answer: rejected ? "reject" : isChanged ? "change" : "accept",
      asked,
      offered: rejected ? null : offered,
      note: rejected ? "Out until January" : null,
    };
  });
  const total = (side: "asked" | "offered") => add(...lines.map((line) => line[side]?.lineTotal ?? "0"));
  order.proposals.push({
    id: random.id(at),
    purchase_order_id: order.id,
    revision: 0,
    submitted_by: order.vendor.contact,
    submitted_at: at,
    lines,
    asked_total: order.row["total"],
    offered_total: total("offered"),
    note: "The crop is short this year. We can send the rest a week later.",
    state: "pending",
  });
  Object.assign(order.row, {
    vendor_response: "change_proposed",
    vendor_note: "The crop is short this year. We can send the rest a week later.",
    changed_lines: changed.length,
  });
  note("changeProposed", vendor, { from_status: "sent", to_status: "change_proposed", note: order.row["vendor_note"] });
}
