import type { Client } from "#main/testing/test-app.ts";
import { importFile } from "#main/testing/files/imports.ts";
import { cartonOf12, offerOf } from "./offers.ts";
import { inDays, orderBody, orderRecords, ordersPath, saved, sentOrder, type OrderRecords } from "./orders.ts";

/** Open orders of each kind: a draft with everything that a line has, one that was sent, one of another program. */
export async function openOrders(admin: Client, buyer: Client): Promise<void> {
  const records = await orderRecords(admin);
  const { code } = await saved(admin.get(`/api/warehouse/vendors/${records.vendorId}`));
  const site = (await saved(admin.get(`/api/settings/locations/${records.shipToLocationId}`))).code;
  const [{ id, sku } = { id: "", sku: "" }] = records.products;
  await offerOf(buyer, records, 0, { unitPrice: "120" });
  const terms = { discountPct: "2.5", taxRatePct: "19", notes: "-at the gate", requestedDate: inDays(20) };
  const items = [{ productId: id, orderedQty: "3", uom: "XCT", qtyPerUom: "12", unitPrice: "0.0035", ...terms }];
  await saved(buyer.post(ordersPath, orderBody(records, { items, paymentTermsDays: 45 })));
  await sentOrder(buyer, records);
  const head = "Order,Line,Vendor,Location,Needed by,SKU,Quantity,Received,Unit,Price";
  const line = `'=47,10,${code},${site},${inDays(9)},${sku},7,3,piece,2`;
  await importFile(buyer, "purchase-order", `${head}\n${line}\n`);
}

const cells = ["order", "line", "sku", "qty", "received", "unit", "price"] as const;
/** What a row of such a file says, where it is not the usual. */
export type Cells = Partial<Record<(typeof cells)[number], string>>;

/** What files of open orders to one vendor are written with. */
export interface OrderFiles {
  readonly records: OrderRecords;
  /** Of three products; the first is also sold in cartons of 12. */
  readonly skus: readonly [string, string, string];
  /** A file with a row for each of these: 10 pieces at 1 of the second product, where nothing else is said. */
  file(...rows: readonly Cells[]): string;
  /** The same without the column of what was received. */
  withoutReceived(...rows: readonly Cells[]): string;
}

/** A vendor with three products, of which files of open orders are written as another program would. */
export async function orderFiles(admin: Client, buyer: Client): Promise<OrderFiles> {
  const records = await orderRecords(admin);
  await offerOf(buyer, records, 0, { vendorSku: "their-0" }, [cartonOf12]);
  for (const at of [1, 2]) await offerOf(buyer, records, at, { vendorSku: `their-${at}` }, []);
  const { code } = await saved(admin.get(`/api/warehouse/vendors/${records.vendorId}`));
  const site = (await saved(admin.get(`/api/settings/locations/${records.shipToLocationId}`))).code;
  const [one = "", two = "", three = ""] = records.products.map(({ sku }) => sku);
  const usual = { order: "", line: "", sku: two, qty: "10", received: "", unit: "", price: "1" };
  const write = (columns: readonly (typeof cells)[number][], rows: readonly Cells[]) =>
    [
      ["vendor", "location", "needed by", ...columns].join(","),
      ...rows.map((row) => [code, site, inDays(10), ...columns.map((name) => row[name] ?? usual[name])].join(",")),
      "",
    ].join("\n");
  return {
    records,
    skus: [one, two, three],
    file: (...rows) => write(cells, rows),
    withoutReceived: (...rows) =>
      write(
        cells.filter((name) => name !== "received"),
        rows,
      ),
  };
}
