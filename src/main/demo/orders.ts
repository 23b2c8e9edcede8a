import { compare, multiply, round } from "#shared/format/money.ts";
import { orderTotals } from "#modules/warehouse/purchase-orders/lines/order-totals.ts";
import type { DemoSite } from "./add-site.ts";
import { daysFrom, latest, minutesFrom, type Row } from "./bulk.ts";
import { ageOf, fateOf, timelineOf, type Fate, type Timeline } from "./fates.ts";
import type { DemoCarrier, DemoVendor } from "./goods.ts";
import type { DemoUsers } from "./users.ts";
import { dateAt, type Hours } from "./hours.ts";
import { enlarged, makeLines, type DemoLine } from "./order-lines.ts";
import { Random } from "./random.ts";
import type { SiteName } from "./sites.ts";
import { slotsOf, type Slot } from "./slots.ts";
import { demoRates } from "./trade.ts";

export interface DemoOrder {
  readonly id: string;
  readonly number: string;
  readonly fate: Fate;
  readonly random: Random;
  readonly vendor: DemoVendor;
  readonly site: DemoSite;
  readonly line: Timeline;
  /** Where its goods come in these days; else they come about the day on which they are needed. */
  readonly slot: Slot | null;
  readonly needed: Date;
  /** The total is above the company's threshold. */
  readonly isOver: boolean;
  readonly row: Record<string, unknown>;
  readonly lines: DemoLine[];
  readonly events: Row[];
  readonly proposals: Row[];
  readonly charges: Row[];
}

export interface Stage {
  readonly moment: Date;
  readonly users: DemoUsers;
  readonly sites: Readonly<Record<SiteName, DemoSite>>;
  readonly vendors: readonly DemoVendor[];
  readonly carriers: readonly DemoCarrier[];
  /** When buyers, approvers and vendors work. */
  readonly office: Hours;
  readonly threshold: string;
}

/** The orders of a year, the oldest first. Each draws its own lots, so that it is the same one whatever the clock says. */
export function makeOrders(stage: Stage, count: number): DemoOrder[] {
  const slots = slotsOf(stage.sites, stage.moment);
  return Array.from({ length: count }, (_, n) => {
    const random = new Random(20_260_101 + 7919 * n);
    const rank = count - 1 - n;
    const fate = fateOf(rank, random.next());
    const created = stage.office.after(stage.moment, -ageOf(rank) + random.whole(-15, 15));
    const slot = fate === "booked" ? (slots.shift() ?? null) : null; // what was ordered first comes first
    return makeOrder(stage, { random, fate, created, sequence: n + 1, slot });
  });
}

interface Plan {
  readonly random: Random;
  readonly fate: Fate;
  readonly created: Date;
  readonly sequence: number;
  readonly slot: Slot | null;
}

function makeOrder(stage: Stage, { random, fate, created, sequence, slot }: Plan): DemoOrder {
  const { moment, users, office } = stage;
  const drawn = random.next();
  const site = stage.sites[slot?.site ?? (drawn < 0.4 ? "tilburg" : drawn < 0.75 ? "antwerp" : "newark")];
  const isAmerican = site.plan.region === "US";
  const vendor = random.pick(
    stage.vendors.filter(
      ({ country, offers }) =>
        offers.length > 3 && (isAmerican ? ["US", "CO", "ET", "JP"].includes(country) : country !== "US"),
    ),
  );
  const id = random.id(created);
  const waits = fate === "pending" || fate === "rejected";
  const { lines, charges, totals, isOver } = priced(stage, vendor, { id, created, random, waits });
  const line = timelineOf(created, fate, {
    moment,
    after: (at, minutes) => office.after(at, minutes),
    minutes: (from, until) => random.whole(from, until),
    skipApproval: !isOver,
  });
  const needed = neededOn({ fate, line, slot, moment, random, vendor, site });
  const zone = site.plan.timezone;
  const isSent = line.sent !== undefined;
  const orderedOn = dateAt(office.zone, created);
  const neededBy = dateAt(zone, needed);
  const number = `PO-${orderedOn.slice(0, 4)}-${String(sequence).padStart(5, "0")}`;
  for (const { row } of lines) row["requested_date"] = neededBy;
  return {
    id,
    number,
    fate,
    random,
    vendor,
    site,
    line,
    slot,
    needed,
    isOver,
    lines,
    charges,
    events: [],
    proposals: [],
    row: {
      id,
      number,
      revision: isSent ? 1 : 0,
      vendor_id: vendor.id,
      ship_to_location_id: site.id,
      status: "draft",
      currency: vendor.currency,
      order_date: orderedOn,
      requested_date: neededBy,
      payment_terms_days: 30,
      incoterm: "DAP",
      incoterm_place: site.plan.city,
      buyer_id: users.buyer.id,
      subtotal: totals.subtotal,
      charges_total: totals.chargesTotal,
      tax_total: totals.taxTotal,
      total: totals.total,
      line_count: lines.length,
      created_at: created,
      updated_at: created,
      created_by: users.buyer.id,
      search_text:
        `${number} ${vendor.name} ${vendor.code} ${lines.map(({ offer }) => offer.sku).join(" ")}`.toLowerCase(),
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
    },
  };
}

/** The lines and what they come to; where somebody has to approve it, as much more as that takes. */
function priced(
  { threshold }: Stage,
  vendor: DemoVendor,
  order: { id: string; created: Date; random: Random; waits: boolean },
) {
  const { id, created, random } = order;
  const charges: Row[] = random.chance(0.35)
    ? [
        {
          id: random.id(created),
          purchase_order_id: id,
          position: 0,
          type: "freight",
          description: "Road freight",
          amount: round(String(random.whole(60, 480) / (demoRates[vendor.currency] ?? 1)), 0),
          tax_rate_pct: "0",
          allocation: "by_weight",
        },
      ]
    : [];
  const once = makeLines(random, vendor, { id, createdAt: created });
  const euros = once.reduce((sum, { offer, ordered }) => sum + offer.euros * ordered, 0);
  const enough = order.waits ? Math.max(1, Math.ceil(Number(threshold) / euros)) : 1;
  for (let times = enough; ; times += 1) {
    const lines = times === 1 ? once : enlarged(once, times);
    const totals = orderTotals(
      lines.map(({ row }) => ({
        orderedQty: String(row["ordered_qty"]),
        unitPrice: String(row["unit_price"]),
        discountPct: String(row["discount_pct"]),
        taxRatePct: "0",
      })),
      charges.map((charge) => ({ type: "freight" as const, amount: String(charge["amount"]), taxRatePct: "0" })),
      vendor.currency === "JPY" ? 0 : 2,
    );
    const worth = multiply(totals.total, String(demoRates[vendor.currency]));
    const isOver = compare(worth, threshold) > 0;
    const isFarOver = compare(worth, multiply(threshold, "1.03")) > 0; // at the rate of any day
    if (isFarOver || !order.waits) return { lines, charges, totals, isOver };
  }
}

/** When the goods are needed, and come if nothing goes wrong. */
function neededOn(order: {
  fate: Fate;
  line: Timeline;
  slot: Slot | null;
  moment: Date;
  random: Random;
  vendor: DemoVendor;
  site: DemoSite;
}): Date {
  const { fate, line, slot, moment, random, vendor, site } = order;
  if (slot) return slot.start;
  const usual = daysFrom(line.created, Math.max(2, vendor.leadTimeDays + random.whole(-1, 3)));
  if (fate === "late") return latest(daysFrom(moment, -random.whole(1, 6)), daysFrom(line.created, 2));
  if (!line.booked) return line.cancelled ? usual : latest(usual, daysFrom(moment, random.whole(2, 12)));
  const soonest = minutesFrom(line.booked, 20 * 60);
  const planned = site.hours.fit(latest(soonest, minutesFrom(usual, 30 * random.whole(-6, 6))), 90);
  return planned < daysFrom(moment, -1.5) ? planned : site.hours.fit(soonest, 90);
}
