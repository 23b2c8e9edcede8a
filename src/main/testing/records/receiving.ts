import { randomUUID } from "node:crypto";
import { asSuper, type Client, type TestApp } from "../test-app.ts";
import { inDays, saved } from "./orders.ts";

/** A site with its bins, a vendor and products of company A, as goods are received there. */
export interface Site {
  readonly locationId: string;
  readonly bins: Readonly<Record<"receiving" | "storage" | "quarantine" | "damaged", string>>;
  readonly vendorId: string;
}

interface Row {
  id: string;
  [column: string]: unknown;
}

async function row(testApp: TestApp, table: string, values: Record<string, unknown>): Promise<Row> {
  const all = { company_id: testApp.companies.a, ...values };
  const names = Object.keys(all);
  const rows = await asSuper<Row>(
    testApp,
    `insert into ${table} (${names.join(", ")}) values (${names.map((_, at) => `$${at + 1}`).join(", ")}) returning *`,
    Object.values(all),
  );
  return rows[0] as Row; // an insert returns its row
}

export async function aSite(testApp: TestApp): Promise<Site> {
  const mark = randomUUID().slice(0, 8);
  const location = await row(testApp, "locations", {
    code: `L-${mark}`,
    name: `Site ${mark}`,
    timezone: "Europe/Amsterdam",
  });
  const bins: Record<string, string> = {};
  for (const kind of ["receiving", "storage", "quarantine", "damaged"])
    bins[kind] = (
      await row(testApp, "storage_locations", { location_id: location.id, code: kind.toUpperCase(), kind })
    ).id;
  const vendor = await row(testApp, "vendors", {
    code: `V-${mark}`,
    name: `Vendor ${mark}`,
    currency: "EUR",
    order_email: "orders@vendor.example",
  });
  return { locationId: location.id, bins: bins as Site["bins"], vendorId: vendor.id }; // one of each kind, just above
}

export async function aProduct(
  testApp: TestApp,
  values: Record<string, unknown> = {},
): Promise<{ id: string; sku: string }> {
  const mark = randomUUID().slice(0, 8);
  const category = await row(testApp, "product_categories", { name: `Category ${mark}` });
  const product = await row(testApp, "products", {
    sku: `SKU-${mark}`,
    name: `Product ${mark}`,
    category_id: category.id,
    ...values,
  });
  return { id: product.id, sku: String(product["sku"]) };
}

export async function aPackage(
  testApp: TestApp,
  productId: string,
  values: { uom: string; quantity_in_base: string; gtin?: string; gross_weight_g?: number },
): Promise<void> {
  await row(testApp, "product_packages", { product_id: productId, ...values });
}

interface NewLine {
  productId: string;
  orderedQty: string;
  uom?: string;
  qtyPerUom?: string;
  overReceiptPct?: string;
  status?: string;
}

export interface Order {
  readonly id: string;
  readonly number: string;
  readonly items: readonly {
    readonly id: string;
    readonly productId: string;
    readonly uom: string;
    readonly qtyPerUom: string;
  }[];
}

/** An order that the vendor has; `status` and `onHold` for those that take nothing. */
export async function anOrder(
  testApp: TestApp,
  site: Site,
  lines: readonly NewLine[],
  values: Record<string, unknown> = {},
): Promise<Order> {
  const number = `PO-${randomUUID().slice(0, 8)}`;
  const order = await row(testApp, "purchase_orders", {
    number,
    vendor_id: site.vendorId,
    ship_to_location_id: site.locationId,
    status: "sent",
    currency: "EUR",
    order_date: "2026-01-05",
    requested_date: "2026-02-01",
    buyer_id: testApp.users.BUYER,
    line_count: lines.length,
    sent_at: "2026-01-06T09:00:00Z",
    ...values,
  });
  const items = [];
  for (const [at, line] of lines.entries()) {
    const { productId, orderedQty, uom = "EA", qtyPerUom = "1", overReceiptPct = "0", status = "open" } = line;
    const item = await row(testApp, "purchase_order_items", {
      purchase_order_id: order.id,
      line_no: at + 1,
      product_id: productId,
      sku: `sku-${at + 1}`,
      description: `Line ${at + 1}`,
      ordered_qty: orderedQty,
      uom,
      qty_per_uom: qtyPerUom,
      unit_price: "1",
      line_total: orderedQty,
      requested_date: "2026-02-01",
      over_receipt_pct: overReceiptPct,
      status,
    });
    items.push({ id: item.id, productId, uom, qtyPerUom });
  }
  return { id: order.id, number, items };
}

/** Before anything that a test records, whatever the clock says. */
const arrival = inDays(-20);

/** A delivery that stands at its dock. */
export async function aDelivery(
  testApp: TestApp,
  site: Site,
  planned: readonly { itemId: string; qty: string }[],
  values: Record<string, unknown> = {},
): Promise<{ id: string; number: string }> {
  const number = `DS-${randomUUID().slice(0, 8)}`;
  const dock = await row(testApp, "docks", { location_id: site.locationId, code: randomUUID().slice(0, 8) });
  const delivery = await row(testApp, "delivery_schedules", {
    number,
    location_id: site.locationId,
    dock_id: dock.id,
    lane: 1,
    status: "arrived",
    planned_start: `${arrival}T08:00:00Z`,
    planned_end: `${arrival}T09:00:00Z`,
    original_planned_start: `${arrival}T08:00:00Z`,
    occupied_from: `${arrival}T08:00:00Z`,
    occupied_until: `${arrival}T09:10:00Z`,
    gate_in_at: `${arrival}T08:00:00Z`,
    vendor_id: site.vendorId,
    ...values,
  });
  for (const { itemId, qty } of planned)
    await row(testApp, "delivery_schedule_items", {
      delivery_schedule_id: delivery.id,
      purchase_order_item_id: itemId,
      planned_qty: qty,
    });
  return { id: delivery.id, number };
}

/** A receipt of these lines of an order, all accepted unless said otherwise. */
export function aReceipt(
  site: Site,
  lines: readonly Record<string, unknown>[],
  values: Record<string, unknown> = {},
): Record<string, unknown> {
  return { clientReceiptKey: randomUUID(), locationId: site.locationId, lines, ...values };
}

export function aLine(item: Order["items"][number], values: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    purchaseOrderItemId: item.id,
    productId: item.productId,
    uom: item.uom,
    qtyPerUom: item.qtyPerUom,
    ...values,
  };
}

/** What lies of a product, in base units; in one bin, or everywhere. */
export async function stockOf(testApp: TestApp, productId: string, bin?: string): Promise<string> {
  const [row] = await asSuper<{ sum: string }>(
    testApp,
    `select trim_scale(coalesce(sum(quantity), 0))::text as sum from stock_moves
      where product_id = $1 and ($2::uuid is null or storage_location_id = $2::uuid)`,
    [productId, bin ?? null],
  );
  return row?.sum ?? "0";
}

export interface Sums {
  /** Order lines whose quantities are not the sum over the lines of receipts. */
  strayItems: number;
  /** Products whose stock is not the sum of their moves. */
  strayProducts: number;
  /** Moves that do not add up to what their receipt line counted. */
  strayLines: number;
}

/** What has to hold over the whole database at any time. */
export async function conservation(testApp: TestApp): Promise<Sums> {
  const [sums] = await asSuper<{ stray_items: string; stray_products: string; stray_lines: string }>(
    testApp,
    `select
      (select count(*) from purchase_order_items i cross join lateral (
        select coalesce(sum(accepted_qty * qty_per_uom), 0) as a, coalesce(sum(damaged_qty * qty_per_uom), 0) as d,
          coalesce(sum(rejected_qty * qty_per_uom), 0) as r from receipt_lines l where l.purchase_order_item_id = i.id) s
        where (i.accepted_qty, i.damaged_qty, i.rejected_qty) <> (round(s.a / i.qty_per_uom, 6),
          round(s.d / i.qty_per_uom, 6), round(s.r / i.qty_per_uom, 6))) as stray_items,
      (select count(*) from products p where on_hand <> (select coalesce(sum(quantity), 0) from stock_moves m
        where m.product_id = p.id)) as stray_products,
      (select count(*) from receipt_lines l
        where l.product_id is not null and counted_qty * qty_per_uom <> (select coalesce(sum(quantity), 0) from stock_moves m
        where m.receipt_line_id = l.id and m.reason not in ('return', 'scrap'))) as stray_lines`,
  );
  return {
    strayItems: Number(sums?.stray_items),
    strayProducts: Number(sums?.stray_products),
    strayLines: Number(sums?.stray_lines),
  };
}

/** Somebody looks into an issue: it can be resolved then. */
export async function lookInto(client: Client, { id }: { readonly id: string }): Promise<void> {
  for (const step of ["acknowledge", "investigate"]) await saved(client.post(`/api/warehouse/issues/${id}/${step}`));
}
