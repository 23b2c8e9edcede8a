import { lineTotal } from "#modules/warehouse/purchase-orders/lines/order-totals.ts";
import type { Row } from "./bulk.ts";
import type { DemoOffer, DemoVendor } from "./goods.ts";
import type { Random } from "./random.ts";

export interface DemoLine {
  readonly id: string;
  readonly offer: DemoOffer;
  readonly ordered: number;
  readonly row: Record<string, unknown>;
}

/** Two to nine goods of a vendor, in sensible quantities: dear ones a few, cheap ones many. */
export function makeLines(random: Random, vendor: DemoVendor, order: { id: string; createdAt: Date }): DemoLine[] {
  const wanted = random.whole(2, Math.min(9, vendor.offers.length));
  const start = random.whole(0, vendor.offers.length - 1);
  const offers = Array.from({ length: wanted }, (_, n) => vendor.offers[(start + n * 3) % vendor.offers.length]).filter(
    (offer, at, all) => offer !== undefined && all.indexOf(offer) === at,
  ) as DemoOffer[]; // the filter takes undefined out
  return offers.map((offer, at) => {
    const most = 6_000 / offer.euros;
    const ordered = random.pick([4, 6, 8, 12, 20, 24, 40, 48, 60, 120].filter((many) => many <= Math.max(4, most)));
    const id = random.id(order.createdAt);
    return line(offer, ordered, {
      id,
      purchase_order_id: order.id,
      line_no: at + 1,
      discount_pct: random.chance(0.1) ? "5" : "0",
    });
  });
}

function line(offer: DemoOffer, ordered: number, own: { id: string } & Row): DemoLine {
  return {
    id: own.id,
    offer,
    ordered,
    row: {
      ...own,
      product_id: offer.productId,
      sku: offer.sku,
      description: offer.name,
      vendor_sku: offer.vendorSku,
      ordered_qty: String(ordered),
      uom: offer.uom,
      qty_per_uom: String(offer.holds),
      unit_price: offer.price,
      tax_rate_pct: "0",
      line_total: lineTotal({
        orderedQty: String(ordered),
        unitPrice: offer.price,
        discountPct: String(own["discount_pct"]),
      }),
      original_promised_date: null,
      promised_date: null,
      confirmed_qty: null,
      received_qty: "0",
      kept_base_qty: "0",
      accepted_qty: "0",
      damaged_qty: "0",
      rejected_qty: "0",
      scheduled_qty: "0",
      over_receipt_pct: "0",
      status: "open",
      close_reason: null,
    },
  };
}

/** The same goods, so many times as much. */
export const enlarged = (lines: readonly DemoLine[], times: number): DemoLine[] =>
  lines.map(({ id, offer, ordered, row }) =>
    line(offer, ordered * times, {
      id,
      purchase_order_id: row["purchase_order_id"],
      line_no: row["line_no"],
      discount_pct: row["discount_pct"],
    }),
  );
