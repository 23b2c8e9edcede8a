import type { Client } from "#main/testing/test-app.ts";
import { importFile } from "#main/testing/files/imports.ts";
import { offerOf } from "./offers.ts";
import { inDays, orderBody, orderRecords, ordersPath, saved, sentOrder } from "./orders.ts";

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
