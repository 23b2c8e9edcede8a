import { add } from "#shared/format/money.ts";
import { lineTotal } from "#modules/warehouse/purchase-orders/lines/order-totals.ts";
import { daysFrom, type Row } from "./bulk.ts";
import { dateAt } from "./hours.ts";
import type { DemoOrder } from "./orders.ts";

const words = "We are short of stock this month. We can send the rest a week later.";

/** What the vendor offers instead: less of some lines, or later, or one not at all. */
export function propose(order: DemoOrder, at: Date): Row {
  const { random } = order;
  const changed = order.lines.slice(0, random.whole(1, Math.min(3, order.lines.length)));
  const lines = order.lines.map((line, n) => {
    const { row, offer } = line;
    const asked = {
      qty: String(row["ordered_qty"]),
      unitPrice: String(row["unit_price"]),
      date: String(row["requested_date"]),
      lineTotal: String(row["line_total"]),
    };
    const isChanged = changed.includes(line);
    const isRefused = isChanged && n > 0 && random.chance(0.25);
    const qty = isChanged && random.chance(0.6) ? String(Math.max(1, Math.floor(line.ordered * 0.66))) : asked.qty;
    const date = isChanged ? dateAt(order.site.plan.timezone, daysFrom(order.needed, 7)) : asked.date;
    const offered = {
      qty,
      unitPrice: asked.unitPrice,
      date,
      lineTotal: lineTotal({ orderedQty: qty, unitPrice: asked.unitPrice, discountPct: String(row["discount_pct"]) }),
    };
    return {
      itemId: line.id,
      lineNo: row["line_no"],
      sku: offer.sku,
      description: offer.name,
      uom: offer.uom,
      answer: isRefused ? "reject" : isChanged ? "change" : "accept",
      asked,
      offered: isRefused ? null : offered,
      note: isRefused ? "Sold out until next month" : null,
    };
  });
  const total = (side: "asked" | "offered") => add(...lines.map((line) => line[side]?.lineTotal ?? "0"));
  Object.assign(order.row, {
    vendor_response: "change_proposed",
    vendor_note: words,
    changed_lines: changed.length,
  });
  return {
    id: random.id(at),
    purchase_order_id: order.id,
    revision: order.row["revision"],
    submitted_by: order.vendor.contact,
    submitted_at: at,
    lines,
    asked_total: order.row["total"],
    offered_total: total("offered"),
    note: words,
    state: "pending",
  };
}
