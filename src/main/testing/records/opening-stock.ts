import type { Client } from "#main/testing/test-app.ts";
import { importFile } from "#main/testing/files/imports.ts";
import { changeProduct } from "./offers.ts";
import { orderRecords, saved } from "./orders.ts";

/** Goods that lay in two bins from the beginning: some as they are, some with a lot and a day on which they expire. */
export async function openingStock(admin: Client): Promise<void> {
  const { products, shipToLocationId: locationId } = await orderRecords(admin, { products: 2 });
  const { code } = await saved(admin.get(`/api/settings/locations/${locationId}`));
  const [plain, perishable] = products;
  await saved(admin.post("/api/settings/storage-locations", { locationId, code: "=B1", kind: "storage" }));
  await saved(changeProduct(admin, perishable?.id ?? "", { baseUom: "KGM", trackingMode: "lot", expiryTracked: true }));
  const rows = [`${plain?.sku},${code},RECEIVING,,,7`, `${perishable?.sku},${code},'=B1,-L1,2027-01-31,2.12`];
  await importFile(admin, "opening-stock", `SKU,Location,Bin,Lot,Expiry date,Quantity\n${rows.join("\n")}\n`);
}
