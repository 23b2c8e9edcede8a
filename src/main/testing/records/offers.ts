import type { Answer, Body, Client } from "#main/testing/test-app.ts";
import { ordersPath, saved, type OrderRecords } from "./orders.ts";

export const productsPath = "/api/warehouse/products";
export const cartonOf12 = { uom: "XCT", quantityInBase: "12", isPurchaseDefault: true };

/** The body that changes a product as it was read. */
function inputOf(product: Body): Record<string, unknown> {
  const {
    id: _id,
    createdAt: _c,
    updatedAt: _u,
    archivedAt: _a,
    abilities: _abilities,
    status: _s,
    categoryName: _cn,
    onHand: _o,
    preferredVendorName: _p,
    steps: _st,
    vendors,
    packages,
    ...input
  } = product as Body & { vendors: Record<string, unknown>[]; packages: Record<string, unknown>[] };
  return {
    ...input,
    packages: packages.map(({ id: _rowId, ...pack }) => pack),
    vendors: vendors.map(({ vendorName: _name, isUnitConfirmed: _mark, ...offer }) => offer),
  };
}

/** Changes a product as a form does: everything that was read, and what is given. */
export async function changeProduct(client: Client, id: string, over: Record<string, unknown>): Promise<Answer> {
  const product = await saved(client.get(`${productsPath}/${id}`));
  return client.put(`${productsPath}/${id}`, { ...inputOf(product), ...over });
}

/** The product of an order's ground by its place, with these packs and this offer of the ground's vendor. */
export async function offerOf(
  client: Client,
  records: OrderRecords,
  at: number,
  offer: Record<string, unknown>,
  packages: readonly unknown[] = [cartonOf12],
): Promise<Body> {
  const product = records.products[at];
  if (!product) throw new Error(`the ground has no product ${at}`);
  const vendors = [{ vendorId: records.vendorId, currency: "EUR", ...offer }];
  return saved(changeProduct(client, product.id, { packages, vendors }));
}

/** What the line grid is offered for a product of the ground. */
export async function offered(client: Client, records: OrderRecords, at: number): Promise<Body> {
  const { items } = await saved(
    client.get(`${ordersPath}/products?vendorId=${records.vendorId}&q=${records.products[at]?.sku}`),
  );
  const found = items.find(({ id, ...item }) => id === undefined && item["productId"] === records.products[at]?.id);
  if (!found) throw new Error("the product is not offered");
  return found;
}
