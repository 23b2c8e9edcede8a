import type { Locator, Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import type { Body, Client } from "#main/testing/test-app.ts";
import { asSuper } from "#main/testing/test-app.ts";
import { see } from "#main/testing/browser.ts";
import { linkIn, startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { choose, fillDate, scan } from "#main/testing/inputs.ts";
import { aYard, booked, deliveriesPath, windowFromNow } from "#main/testing/records/docks.ts";
import { orderRecords, ordersPath, saved, sentOrder, type OrderRecords } from "#main/testing/records/orders.ts";
import { conservation, stockOf } from "#main/testing/records/receiving.ts";

const vendorMail = "orders@kontor.example";
let testApp: BrowserApp;
let admin: Client;
let yard: Awaited<ReturnType<typeof aYard>>;
let records: OrderRecords;
/** Of the order; of another order; of none. */
let [plain, expiring, fragile, foreign, unknown] = [] as unknown as [Goods, Goods, Goods, Goods, Goods];
type Goods = OrderRecords["products"][number];
let order: Body;
let other: Body;
let before: Body;
let truck: Body;

const line = ({ id }: Goods, orderedQty: string) => ({ productId: id, orderedQty, uom: "EA", unitPrice: "2.5" });
const onTruck = (at: number, plannedQty: string) => ({ purchaseOrderItemId: (order.items[at] as Body).id, plannedQty });
const read = (path: string): Promise<Body> => saved(admin.get(path));

beforeAll(async () => {
  testApp = await startBrowserApp();
  admin = await testApp.as("COMPANY_ADMIN");
  yard = await aYard(admin, { docks: 1 });
  const made = await orderRecords(admin, { vendor: { orderEmail: vendorMail }, products: 5 });
  records = { ...made, shipToLocationId: yard.locationId };
  [plain, expiring, fragile, foreign, unknown] = records.products as [Goods, Goods, Goods, Goods, Goods];
  await asSuper(testApp, "update products set expiry_tracked = true where id = $1", [expiring.id]);
  const buyer = await testApp.as("BUYER");
  order = await sentOrder(buyer, records, { items: [line(plain, "10"), line(expiring, "10"), line(fragile, "10")] });
  other = await sentOrder(buyer, records, { items: [line(foreign, "5")] });
  const docks = await testApp.as("DOCK_SUPERVISOR");
  before = await booked(docks, yard, windowFromNow(-40, 10));
  for (const name of ["arrive", "start"]) await saved(docks.post(`${deliveriesPath}/${before.id}/${name}`));
  const lines = [onTruck(0, "10"), onTruck(1, "10"), onTruck(2, "10")];
  truck = await booked(docks, yard, { ...windowFromNow(120, 180), lines });
});
afterAll(async () => {
  expect(await conservation(testApp)).toEqual({ strayItems: 0, strayProducts: 0, strayLines: 0 });
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});

const shoots = (name: string) => onTestFailed(() => testApp.shoot(`bad-day-${name}`));
const dialogOf = (page: Page): Locator => page.getByRole("dialog");
const openDelivery = (page: Page) => page.goto(`${testApp.base}/warehouse/delivery-schedules/details?id=${truck.id}`);
const openOrder = (page: Page) => page.goto(`${testApp.base}/warehouse/purchase-orders/details?id=${order.id}`);

test("the vendor proposes fewer of the last line while the truck is on its way", async () => {
  shoots("vendor");
  const { page } = await testApp.open({ width: 390, height: 844 });
  await page.goto(linkIn(await testApp.mailTo(vendorMail, String(order["number"]))));
  await page.getByRole("radiogroup").nth(2).getByText("Change").click();
  await page.getByLabel("Quantity we can supply, line 3").fill("8");
  await page.getByRole("button", { name: "Confirm the 2 open lines" }).click();
  await page.getByLabel("Your name").fill("Anke Lührs");
  await page.getByLabel(/I may answer for/).check();
  await page.getByRole("button", { name: "Send answer" }).click();
  await see(page.getByRole("heading", { name: "Your changes are with the buyer" })).toBeVisible();
});

test("the truck comes two hours early to a door that is taken, and starts there once that one has gone", async () => {
  shoots("gate");
  const page = await testApp.signedIn("dock-supervisor@alpha.example");
  await openDelivery(page);
  await page.getByRole("button", { name: "Check in" }).click();
  await dialogOf(page).getByRole("button", { name: "Check in" }).click();
  await see(page.getByText("Arrived").first()).toBeVisible();
  await page.getByRole("button", { name: "Start unloading" }).click();
  await dialogOf(page).getByRole("button", { name: "Start unloading" }).click();
  await dialogOf(page)
    .getByRole("button", { name: `${String(before["number"])} has gone, start here` })
    .click();
  await see(page.getByText("Unloading", { exact: true }).first()).toBeVisible();
});

test("the receiver counts what lies there: expired, damaged, of another order and of none", async () => {
  shoots("count");
  const phone = await testApp.signedIn("receiver@alpha.example", { width: 390, height: 844 });
  await phone.goto(`${testApp.base}/warehouse/receiving`);
  await phone.getByText(String(truck["number"])).click();
  await see(phone.getByText("3 lines to count")).toBeVisible();
  const count = async (goods: Goods, quantity: string) => {
    await scan(phone, goods.sku);
    await see(phone.getByRole("region", { name: /^Product/ }).getByText(goods.sku)).toBeVisible();
    await phone.getByLabel(/^Counted, in/).fill(quantity);
    await phone.getByLabel(/^Counted, in/).press("Enter");
  };
  const refuse = async (label: string, quantity: string) => {
    await phone.getByRole("button", { name: "Damaged" }).first().click();
    await phone.getByLabel(label, { exact: true }).getByRole("textbox").fill(quantity);
    await phone.getByRole("radio").first().check({ force: true });
    await phone.getByRole("button", { name: /^Keep / }).click();
  };
  await count(plain, "10");
  await count(expiring, "10");
  await fillDate(phone.getByLabel("Best before"), "1 Jan 2026");
  await refuse("Rejected, goes back", "10");
  await count(fragile, "8");
  await refuse("Damaged, kept apart", "1");
  await count(foreign, "5");
  await count(unknown, "1");
  await phone.getByRole("button", { name: "Scan next" }).click();
  await phone.getByRole("button", { name: "Review and post" }).click();
  await phone.getByRole("button", { name: /^Post/ }).click();
  await see(phone.getByText(/is posted$/)).toBeVisible();
  await phone.getByRole("button", { name: "Complete delivery" }).click();
  await expect.poll(async () => (await read(`${deliveriesPath}/${truck.id}`)).status).toBe("completed");
});

test("the buyer decides: the proposal, the goods of the other order, those of none, and the damage", async () => {
  shoots("buyer");
  const page = await testApp.signedIn("warehouse-manager@alpha.example");
  await openOrder(page);
  await page.getByRole("button", { name: "Accept the changes" }).click();
  await dialogOf(page).getByRole("button", { name: "Accept the changes" }).click();
  await see(dialogOf(page)).toHaveCount(0);
  const { items } = await read(`/api/warehouse/issues?deliveryScheduleId=${truck.id}`);
  const open = (kind: string, sku: string) => {
    const issue = items.find((one) => one["kind"] === kind && one["sku"] === sku);
    expect(issue, `${kind} ${sku}`).toBeDefined();
    return page.goto(`${testApp.base}/warehouse/issues/details?id=${issue?.id}`);
  };
  await open("unexpected", foreign.sku);
  await page.getByRole("button", { name: "Take them" }).click();
  await dialogOf(page).getByRole("combobox", { name: "Purchase order" }).fill(String(other["number"]));
  await page.getByRole("option", { name: String(other["number"]) }).click();
  await dialogOf(page).getByRole("button", { name: "Take them" }).click();
  await see(page.getByText("Accept as is.")).toBeVisible();
  await open("unexpected", unknown.sku);
  await page.getByRole("button", { name: "Return to the vendor" }).click();
  await dialogOf(page).getByRole("button", { name: "Return to the vendor" }).click();
  await see(page.getByText("Return.", { exact: true })).toBeVisible();
  for (const [kind, goods, way] of [
    ["damaged", fragile, "Credit"],
    ["quality", expiring, "Credit"],
  ] as const) {
    await open(kind, goods.sku);
    await page.getByRole("button", { name: "Acknowledge" }).click();
    await page.getByRole("button", { name: "Take it up" }).click();
    await page.getByRole("button", { name: "Resolve" }).click();
    await choose(dialogOf(page).getByRole("combobox", { name: "How it is resolved" }), way);
    await dialogOf(page).getByRole("button", { name: "Resolve" }).click();
    await see(page.getByText(`${way}.`, { exact: true })).toBeVisible();
  }
});

test("at the end order, issues, stock, dock and the vendor's page tell the same story, at the true times", async () => {
  shoots("end");
  const [told, taken, delivery, gone] = await Promise.all([
    read(`${ordersPath}/${order.id}`),
    read(`${ordersPath}/${other.id}`),
    read(`${deliveriesPath}/${truck.id}`),
    read(`${deliveriesPath}/${before.id}`),
  ]);
  // What was rejected is still expected; the vendor's eight are all there.
  expect(told).toMatchObject({ status: "sent", revision: 2, receiptStatus: "partial" });
  expect(told.items).toMatchObject([
    { status: "received", acceptedQty: "10", openQty: "0" },
    { rejectedQty: "10", acceptedQty: "0", openQty: "10" },
    { status: "received", orderedQty: "8", acceptedQty: "7", damagedQty: "1", openQty: "0" },
  ]);
  expect(taken.items).toMatchObject([{ acceptedQty: "5", openQty: "0" }]);
  expect(delivery).toMatchObject({ status: "completed", punctuality: "early" });
  expect(Date.parse(String(delivery["gateInAt"]))).toBeLessThan(Date.parse(String(delivery["plannedStart"])));
  expect(gone["dockClearedAt"] ?? gone["gateOutAt"]).not.toBeNull();
  const { items } = await read(`/api/warehouse/issues?deliveryScheduleId=${truck.id}`);
  expect(items.filter(({ status }) => status !== "resolved").map((one) => [one["kind"], one["sku"]])).toEqual([]);
  const stock = (goods: Goods) => stockOf(testApp, goods.id);
  expect([await stock(plain), await stock(fragile), await stock(foreign), await stock(unknown)]).toEqual([
    "10",
    "8",
    "5",
    "0",
  ]);
  const { page } = await testApp.open({ width: 390, height: 844 });
  await page.goto(linkIn(await testApp.mailTo(vendorMail, String(order["number"]))));
  await see(page.getByText("8 pieces").first()).toBeVisible();
  await page.getByRole("button", { name: /^Confirm the/ }).click();
  await page.getByLabel("Your name").fill("Anke Lührs");
  await page.getByLabel(/I may answer for/).check();
  await page.getByRole("button", { name: "Send answer" }).click();
  await see(page.getByRole("heading", { name: "You confirmed this order" })).toBeVisible();
  expect((await read(`${ordersPath}/${order.id}`)).status).toBe("confirmed");
});
