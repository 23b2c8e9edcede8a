import { randomUUID } from "node:crypto";
import { kebab } from "#shared/contract/contract.ts";
import type { Step } from "#shared/flow/flow.ts";
import type { Answer, Body, Client } from "#main/testing/test-app.ts";
import { purchaseOrderFlow } from "#modules/warehouse/purchase-orders/purchase-orders.flow.ts";

/** What orders stand on, made through the API: a vendor, a place, products. */
export interface OrderRecords {
  readonly vendorId: string;
  readonly shipToLocationId: string;
  readonly products: readonly { readonly id: string; readonly sku: string }[];
}

export const ordersPath = "/api/warehouse/purchase-orders";

/** Makes the ground of orders in a company; `admin` may do everything there. */
export async function orderRecords(
  admin: Client,
  over: { vendor?: Record<string, unknown>; products?: number } = {},
): Promise<OrderRecords> {
  const tag = randomUUID().slice(0, 8);
  const vendor = await saved(
    admin.post("/api/warehouse/vendors", {
      code: `V-${tag}`,
      name: `Kontor ${tag}`,
      currency: "EUR",
      orderEmail: `orders-${tag}@vendor.example`,
      ...over.vendor,
    }),
  );
  const location = await saved(
    admin.post("/api/settings/locations", {
      code: `L-${tag}`,
      name: `Site ${tag}`,
      timezone: "Europe/Amsterdam",
      receivingInstructions: "Gate B",
    }),
  );
  const category = await saved(admin.post("/api/warehouse/product-categories", { name: `Goods ${tag}` }));
  const products: { id: string; sku: string }[] = [];
  for (let n = 1; n <= (over.products ?? 3); n += 1) {
    const sku = `SKU-${tag}-${n}`;
    const { id } = await saved(
      admin.post("/api/warehouse/products", { sku, name: `Product ${n} of ${tag}`, categoryId: category.id }),
    );
    products.push({ id, sku });
  }
  return { vendorId: vendor.id, shipToLocationId: location.id, products };
}

/** The moment of the run, the same until its end. */
const start = Date.now();
export const inDays = (days: number): string => new Date(start + days * 86_400_000).toISOString().slice(0, 10);

/** The body of an order of one line per product: 10, 20, 30 … pieces at 2.50. */
export function orderBody({ vendorId, shipToLocationId, products }: OrderRecords, over: Record<string, unknown> = {}) {
  const items = products.map(({ id }, at) => ({
    productId: id,
    orderedQty: String(10 * (at + 1)),
    uom: "EA",
    unitPrice: "2.5",
  }));
  return { vendorId, shipToLocationId, requestedDate: inDays(14), items, ...over };
}

/** The record that a call answered; a refusal fails the test with what it said. */
export async function saved(answer: Promise<Answer>): Promise<Body> {
  const { status, body, text } = await answer;
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return body;
}

/** Takes a step at its address, deciding about the record as it is now: as somebody does who has just read it. */
export async function decide(
  client: Client,
  path: string,
  body: object = {},
  headers?: Record<string, string>,
): Promise<Answer> {
  const { version } = (await client.get(path.slice(0, path.lastIndexOf("/")))).body;
  return client.post(path, { version, ...body }, headers);
}

/** Takes a step of an order, which has to succeed. */
export function step(client: Client, id: string, name: string, body: object = {}): Promise<Body> {
  const path = `${ordersPath}/${id}/${name}`;
  return saved(decisions.has(name) ? decide(client, path, body) : client.post(path, body));
}
/** Only these: the others are taken by people too who read nothing. */
const decisions = new Set(
  Object.entries<Step>(purchaseOrderFlow.steps).flatMap(([name, { decides }]) => (decides ? [kebab(name)] : [])),
);

/** An order that went to its vendor. */
export async function sentOrder(
  client: Client,
  records: OrderRecords,
  over: Record<string, unknown> = {},
): Promise<Body> {
  const { id } = await saved(client.post(ordersPath, orderBody(records, over)));
  await step(client, id, "submit");
  return step(client, id, "send");
}

/** Posts a receipt of an order: quantities by the place of the line. */
export async function receive(
  client: Client,
  records: OrderRecords,
  order: Body,
  counted: Readonly<Record<number, { accepted?: string; damaged?: string; rejected?: string }>>,
): Promise<Body> {
  const lines = Object.entries(counted).map(([at, { accepted = "0", damaged = "0", rejected = "0" }]) => {
    const item = order.items[Number(at)];
    return {
      purchaseOrderItemId: item?.id,
      productId: item?.["productId"],
      uom: item?.["uom"],
      qtyPerUom: item?.["qtyPerUom"],
      acceptedQty: accepted,
      damagedQty: damaged,
      rejectedQty: rejected,
    };
  });
  return saved(
    client.post("/api/warehouse/receipts", {
      clientReceiptKey: randomUUID(),
      locationId: records.shipToLocationId,
      lines,
    }),
  );
}
