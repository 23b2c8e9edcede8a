import type { Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { scan } from "#main/testing/inputs.ts";
import { aDelivery, aProduct, aSite, anOrder } from "#main/testing/records/receiving.ts";
import { checkDigit } from "#shared/fields/gtin.ts";

let testApp: BrowserApp;
let phone: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  phone = await testApp.signedIn("receiver@alpha.example", { width: 390, height: 844 });
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});

const dialog = () => phone.getByRole("dialog");
const lineOf = (product: { sku: string }) => phone.getByRole("listitem").filter({ hasText: product.sku });
const count = async (quantity: string) => {
  await phone.getByLabel(/^Counted, in/).fill(quantity);
  await phone.getByLabel(/^Counted, in/).press("Enter");
};
const open = async (delivery: { number: string }) => {
  await phone.goto(`${testApp.base}/warehouse/receiving`);
  await phone.getByText(delivery.number).click();
  await phone.getByRole("button", { name: "Start unloading" }).click();
};
const review = async () => {
  await phone.getByRole("button", { name: "Scan next" }).click();
  await phone.getByRole("button", { name: "Review and post" }).click();
};
const post = async () => {
  await review();
  await phone.getByRole("button", { name: /^Post/ }).click();
  await see(phone.getByText(/is posted$/)).toBeVisible();
};

test("a delivery with a line that nobody counted is completed on the phone with the reason why nothing came of it", async () => {
  onTestFailed(() => testApp.shoot("receiving-complete"));
  const site = await aSite(testApp);
  const [came, stayed] = [await aProduct(testApp), await aProduct(testApp)];
  const items = [came, stayed].map(({ id }) => ({ productId: id, orderedQty: "6", uom: "XCT", qtyPerUom: "12" }));
  const po = await anOrder(testApp, site, items, { status: "confirmed" });
  const planned = po.items.map(({ id }) => ({ itemId: id, qty: "6" }));
  const delivery = await aDelivery(testApp, site, planned);
  await open(delivery);
  await lineOf(came).getByRole("button").click();
  await count("6");
  await post();
  await phone.getByRole("button", { name: "Complete delivery" }).click();
  await see(dialog().getByRole("heading", { name: "Did not come" })).toBeVisible();
  await see(dialog().getByRole("listitem")).toHaveCount(1);
  for (const words of [`${po.number} / 2`, "6 cartons of 12"])
    await see(dialog().getByRole("listitem").getByText(words)).toBeVisible();
  const why = dialog().getByLabel("Why nothing came of them");
  await dialog().getByRole("button", { name: "Complete delivery" }).click();
  await see(dialog().getByText("Say why nothing came of them.")).toBeVisible();
  await see(why).toHaveAttribute("aria-invalid", "true");
  await why.fill("The vendor has no more");
  await dialog().getByRole("button", { name: "Complete delivery" }).click();
  await see(phone.getByText(`Delivery ${delivery.number} is complete`)).toBeVisible();
  const docks = await testApp.signedIn("dock-supervisor@alpha.example");
  await docks.goto(`${testApp.base}/warehouse/delivery-schedules/details?id=${delivery.id}`);
  await see(docks.getByText("The vendor has no more").first()).toBeVisible();
});

test("what lacks its lot or its date is opened from the review with that very part chosen, and the focus in the field", async () => {
  onTestFailed(() => testApp.shoot("receiving-lot"));
  const site = await aSite(testApp);
  const digits = `0400${String(Date.now()).slice(-9)}`;
  const gtin = `${digits}${checkDigit(digits)}`;
  const product = await aProduct(testApp, { tracking_mode: "lot", expiry_tracked: true, gtin });
  const po = await anOrder(testApp, site, [{ productId: product.id, orderedQty: "80" }], { status: "confirmed" });
  const delivery = await aDelivery(testApp, site, [{ itemId: po.items[0]!.id, qty: "80" }]);
  await open(delivery);
  await lineOf(product).getByRole("button").click();
  await count("37");
  await scan(phone, `(01)${gtin}(17)291231(10)LOT-A1`);
  const chosen = phone.getByRole("radiogroup", { name: "Lot" }).getByRole("radio", { checked: true });
  await see(chosen).toHaveText(/^LOT-A1/);
  await review();
  const add = (words: string) =>
    phone.getByRole("status").filter({ hasText: words }).getByRole("button", { name: "Add it" }).click();
  // What nobody can read stops nothing.
  await see(phone.getByText("What cannot be read is noted as missing.").first()).toBeVisible();
  await see(phone.getByRole("button", { name: "Post receipt" })).toBeEnabled();
  await add("expires: scan or type the date.");
  await see(chosen).toHaveText("No lot: 37");
  await see(phone.getByLabel("Best before")).toBeFocused();
  await phone.keyboard.type("31 Dec 2029", { delay: 150 }); // a person, and no scanner
  await phone.keyboard.press("Tab");
  await review();
  await see(phone.getByText("expires: scan or type the date.")).toHaveCount(0);
  await add("is tracked by lot: scan or type the lot.");
  await see(chosen).toHaveText("No lot: 37");
  await see(phone.getByLabel("Lot", { exact: true }).and(phone.getByRole("textbox"))).toBeFocused();
  await phone.keyboard.type("LOT-B2", { delay: 150 });
  await phone.keyboard.press("Enter");
  await see(chosen).toHaveText("LOT-B2: 37");
  await see(phone.getByRole("radio", { name: /^LOT-A1/ })).toBeVisible();
  await review();
  await see(phone.getByText("is tracked by lot: scan or type the lot.")).toHaveCount(0);
  await see(phone.getByRole("button", { name: "Post receipt" })).toBeEnabled();
});

test("what is left after loose pieces is counted in pieces; full lines are complete, and only the others are to count", async () => {
  onTestFailed(() => testApp.shoot("receiving-more"));
  const site = await aSite(testApp);
  const [loose, full, other] = [await aProduct(testApp), await aProduct(testApp), await aProduct(testApp)];
  const items = [loose, full, other].map(({ id }) => ({
    productId: id,
    orderedQty: "40",
    uom: "XCT",
    qtyPerUom: "12",
  }));
  const po = await anOrder(testApp, site, items, { status: "confirmed" });
  const planned = po.items.map(({ id }) => ({ itemId: id, qty: "40" }));
  const delivery = await aDelivery(testApp, site, planned);
  await open(delivery);
  await lineOf(full).getByRole("button").click();
  await count("40");
  await phone.getByRole("button", { name: "Scan next" }).click();
  await lineOf(loose).getByRole("button").click();
  await phone.getByRole("radio", { name: "piece", exact: true }).click();
  await phone.getByRole("button", { name: "1 piece", exact: true }).click();
  await see(phone.getByLabel("Counted, in piece")).toHaveValue("1");
  await count("38");
  await see(phone.getByLabel("Counted, in piece")).toHaveValue("38");
  await post();
  await phone.getByRole("button", { name: "Count more of this delivery" }).click();
  await see(phone.getByRole("heading", { name: "2 lines to count" })).toBeVisible();
  await see(phone.getByText("0 of 2 counted")).toBeVisible();
  const left = lineOf(loose);
  await see(left).toContainText("0 / 442");
  for (const words of ["expected 480 pieces", "received 38", "open 442"])
    await see(left.getByText(words, { exact: true })).toBeVisible();
  await see(left.getByText("pieces", { exact: true })).toBeVisible();
  await see(lineOf(full)).toContainText("Complete");
  await see(lineOf(full)).not.toContainText("0 / 0");
  await see(lineOf(other)).toContainText("0 / 40");
  await see(lineOf(other).getByText("expected 40 cartons of 12", { exact: true })).toBeVisible();
  await left.getByRole("button").click();
  await see(phone.getByText("Due 442 pieces")).toBeVisible();
  await count("442");
  await see(phone.getByText("more than the order allows")).toHaveCount(0);
  await post();
  await phone.getByRole("button", { name: "Count more of this delivery" }).click();
  await see(phone.getByRole("heading", { name: "1 line to count" })).toBeVisible();
  await see(lineOf(loose)).toContainText("Complete");
});
