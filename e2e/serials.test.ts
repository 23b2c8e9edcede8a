import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { see } from "#main/testing/browser.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { scan } from "#main/testing/inputs.ts";
import { aDelivery, anOrder, aPackage, aProduct, aSite } from "#main/testing/records/receiving.ts";

let testApp: BrowserApp;
beforeAll(async () => {
  testApp = await startBrowserApp();
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});

test("pieces with serial numbers are counted by them, each once; what is missing is said before it is posted", async () => {
  onTestFailed(() => testApp.shoot("serials"));
  const site = await aSite(testApp);
  const product = await aProduct(testApp, { tracking_mode: "serial" });
  const po = await anOrder(testApp, site, [{ productId: product.id, orderedQty: "3" }], { status: "confirmed" });
  const delivery = await aDelivery(testApp, site, [{ itemId: po.items[0]!.id, qty: "3" }]);
  const phone = await testApp.signedIn("receiver@alpha.example", { width: 390, height: 844 });
  await phone.goto(`${testApp.base}/warehouse/receiving`);
  await phone.getByText(delivery.number).click();
  await phone.getByRole("button", { name: "Start unloading" }).click();
  await see(phone.getByText("1 line to count")).toBeVisible();
  await phone
    .getByText(`Product ${product.sku.slice(4)}`)
    .first()
    .click();
  await scan(phone, "SN-1001");
  await see(phone.getByText("Serial numbers, 1 of 1")).toBeVisible();
  await scan(phone, "SN-1002");
  await scan(phone, "sn-1001");
  await see(phone.getByText("This piece was counted already.")).toBeVisible();
  await see(phone.getByText("Serial numbers, 2 of 2")).toBeVisible();
  await phone.getByLabel(/^Serial numbers/).fill("SN-10O3");
  await phone.getByLabel(/^Serial numbers/).press("Enter");
  await phone.getByRole("button", { name: "Remove SN-10O3" }).click();
  await see(phone.getByText("Serial numbers, 2 of 3")).toBeVisible();
  await testApp.shoot("serials-count");
  await phone.getByRole("button", { name: "Scan next" }).click();
  await phone.getByRole("button", { name: "Review and post" }).click();
  await see(phone.getByText("not each piece has its serial number")).toBeVisible();
  await phone.getByRole("button", { name: /^Post/ }).click();
  await see(phone.getByText(/is posted$/)).toBeVisible();
  await see(phone.getByText(/ISS-\d+/).first()).toBeVisible();
  const manager = await testApp.signedIn("warehouse-manager@alpha.example");
  await manager.goto(`${testApp.base}/warehouse/receipts?q=SN-1002`);
  await manager.getByRole("link", { name: /^GR-/ }).first().click();
  await see(manager.getByText("SN-1001")).toBeVisible();
});

test("a number that is being typed when a scan comes counts for the goods that it was typed for", async () => {
  onTestFailed(() => testApp.shoot("typed-and-scanned"));
  const site = await aSite(testApp);
  const [typed, scanned] = [await aProduct(testApp, {}), await aProduct(testApp, {})];
  const items = [typed, scanned].map(({ id }) => ({ productId: id, orderedQty: "9" }));
  const po = await anOrder(testApp, site, items, { status: "confirmed" });
  const delivery = await aDelivery(
    testApp,
    site,
    po.items.map(({ id }) => ({ itemId: id, qty: "9" })),
  );
  const phone = await testApp.signedIn("receiver@alpha.example", { width: 390, height: 844 });
  await phone.goto(`${testApp.base}/warehouse/receiving`);
  await phone.getByText(delivery.number).click();
  await phone.getByRole("button", { name: "Start unloading" }).click();
  const line = (sku: string) => phone.getByText(`Product ${sku.slice(4)}`).first();
  await line(typed.sku).click();
  await phone.getByLabel(/^Counted, in/).fill("7");
  await scan(phone, scanned.sku);
  await see(phone.getByRole("heading", { name: `Product ${scanned.sku.slice(4)}` })).toBeVisible();
  await see(phone.getByLabel(/^Counted, in/)).toHaveValue("1");
  await phone.getByRole("button", { name: "Scan next" }).click();
  await line(typed.sku).click();
  await see(phone.getByLabel(/^Counted, in/)).toHaveValue("7");
});

test("a scan of the product's own number counts the ordered unit, or the pack that the toggle says", async () => {
  onTestFailed(() => testApp.shoot("scanned-packs"));
  const site = await aSite(testApp);
  const product = await aProduct(testApp, {});
  await aPackage(testApp, product.id, { uom: "XCT", quantity_in_base: "12" });
  const items = [{ productId: product.id, orderedQty: "10", uom: "XBX", qtyPerUom: "6" }];
  const po = await anOrder(testApp, site, items, { status: "confirmed" });
  const delivery = await aDelivery(testApp, site, [{ itemId: po.items[0]!.id, qty: "10" }]);
  const phone = await testApp.signedIn("receiver@alpha.example", { width: 390, height: 844 });
  await phone.goto(`${testApp.base}/warehouse/receiving`);
  await phone.getByText(delivery.number).click();
  await phone.getByRole("button", { name: "Start unloading" }).click();
  await see(phone.getByText("1 line to count")).toBeVisible();
  await scan(phone, product.sku);
  await see(phone.getByLabel("Counted, in box of 6")).toHaveValue("1");
  await phone.getByRole("radio", { name: "carton of 12" }).click();
  await scan(phone, product.sku);
  await see(phone.getByLabel("Counted, in box of 6")).toHaveValue("3");
  await see(phone.getByText("+ 2 boxes of 6")).toBeVisible();
});
