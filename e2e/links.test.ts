import type { Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import type { Body, Client } from "#main/testing/test-app.ts";
import { see, untilIdle } from "#main/testing/browser.ts";
import { linkIn, startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { aYard, deliveriesPath, from } from "#main/testing/records/docks.ts";
import { orderRecords, saved, sentOrder, type OrderRecords } from "#main/testing/records/orders.ts";

const vendorMail = "orders@kontor.example";
let testApp: BrowserApp;
let buyer: Client;
let records: OrderRecords;
beforeAll(async () => {
  testApp = await startBrowserApp();
  buyer = await testApp.as("WAREHOUSE_MANAGER");
  records = await orderRecords(await testApp.as("COMPANY_ADMIN"), { vendor: { orderEmail: vendorMail }, products: 2 });
});
afterAll(() => testApp.close());

/** An order that went to its vendor, and the address in the mail with another option than the mail's. */
async function mailed(option: string): Promise<{ order: Body; address: string }> {
  const order = await sentOrder(buyer, records);
  const link = linkIn(await testApp.mailTo(vendorMail, String(order["number"])));
  return { order, address: link.replace("/po/confirm/", `/po/${option}/`) };
}

async function asStranger(address: string): Promise<Page> {
  const { page } = await testApp.open();
  await page.goto(address);
  return page;
}

async function sendAnswer(page: Page): Promise<void> {
  await page.getByLabel("Your name").fill("Anke Lührs");
  await page.getByLabel(/I may answer for/).check();
  await page.getByRole("button", { name: "Send answer" }).click();
}

const statusOf = async (id: string) => (await buyer.get(`/api/warehouse/purchase-orders/${id}`)).body.status;

test("[PUB-6] the mailed link shows the order, and the page does what its option says: view, confirm, decline, propose", async () => {
  onTestFailed(() => testApp.shoot("po"));
  const viewed = await mailed("view");
  const view = await asStranger(viewed.address);
  await see(view.getByRole("heading", { level: 1, name: `Order ${viewed.order["number"]}` })).toBeVisible();
  await see(view.getByText(/^Product 2 of/)).toBeVisible();
  await see(view.getByRole("radiogroup")).toHaveCount(0);
  await view.getByRole("link", { name: "Answer this order" }).click();
  await see(view.getByRole("radiogroup")).toHaveCount(2);
  await view.getByRole("button", { name: "Confirm the 2 open lines" }).click();
  await sendAnswer(view);
  await see(view.getByRole("heading", { name: "You confirmed this order" })).toBeVisible();
  expect(await statusOf(viewed.order.id)).toBe("confirmed");

  const declined = await mailed("decline");
  const decline = await asStranger(declined.address);
  await see(decline.getByRole("radio", { name: "Decline" }).first()).toBeChecked();
  await decline.getByLabel("Why you decline").fill("We do not make it any more.");
  await sendAnswer(decline);
  await see(decline.getByRole("heading", { name: "You declined this order" })).toBeVisible();
  expect(await statusOf(declined.order.id)).toBe("declined");

  const proposed = await mailed("propose");
  const propose = await asStranger(proposed.address);
  await propose.getByLabel("Quantity we can supply, line 1").fill("8");
  await sendAnswer(propose);
  await see(propose.getByRole("heading", { name: "Your changes are with the buyer" })).toBeVisible();
  expect(await statusOf(proposed.order.id)).toBe("change_proposed");

  const unknown = await asStranger((await mailed("grant")).address);
  await see(unknown.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
});

test("[PUB-6] the fields of a change come when pointer or focus comes to the choices, and then stand with the click", async () => {
  onTestFailed(() => testApp.shoot("po-change"));
  const page = await asStranger((await mailed("confirm")).address);
  const parts: string[] = [];
  page.on("request", (request) => request.url().endsWith(".js") && parts.push(request.url()));
  await see(page.getByRole("radiogroup")).toHaveCount(2);
  await untilIdle(page);
  expect(parts.filter((url) => /line-change|date-input/.test(url))).toEqual([]);
  await page.getByRole("radiogroup").first().hover();
  await untilIdle(page);
  const loaded = parts.length;
  expect(loaded).toBeGreaterThan(0);
  const stands = await page.evaluate(
    `document.querySelectorAll("[role=radiogroup] input")[1].click(); document.querySelectorAll("input[aria-label$='line 1']").length`,
  );
  expect(stands).toBe(5); // quantity, price, its unit, date and reason
  expect(parts.length).toBe(loaded);
});

test("[PUB-6] the id alone opens nothing of an order", async () => {
  onTestFailed(() => testApp.shoot("po-id"));
  const { order, address } = await mailed("view");
  const bare = await asStranger(address.replace(/#.*/, ""));
  await see(bare.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
  expect(await bare.content()).not.toContain(String(order["number"]));
  const wrong = await asStranger(address.replace(/#t=.*/, `#t=${"A".repeat(43)}`));
  await see(wrong.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
  expect(await wrong.content()).not.toContain(String(order["number"]));
});

test("[PUB-7] the mailed link of a delivery approves it, declines it with a reason, or asks for another time; its id alone opens nothing", async () => {
  onTestFailed(() => testApp.shoot("ds"));
  const docks = await testApp.as("DOCK_SUPERVISOR");
  const yard = await aYard(await testApp.as("COMPANY_ADMIN"), { docks: 1 });
  const ask = async (hour: number) => {
    const delivery = await saved(
      docks.post(deliveriesPath, {
        locationId: yard.locationId,
        dockId: yard.dockIds[0],
        vendorId: records.vendorId,
        askParty: "vendor",
        ...from(hour, hour + 1),
      }),
    );
    return { delivery, address: linkIn(await testApp.mailTo(vendorMail, String(delivery["number"]))) };
  };
  const now = async ({ delivery }: { delivery: Body }) => (await docks.get(`${deliveriesPath}/${delivery.id}`)).body;
  const answer = async (page: Page, kind: string, words: RegExp) => {
    await page.getByRole("radiogroup", { name: "Your answer" }).getByText(kind).click();
    if (kind === "Decline") await page.getByLabel("Why you decline").fill("Our truck is in the workshop.");
    if (kind === "Another time")
      await page.getByRole("radiogroup", { name: "Free times" }).locator("label").last().click();
    await page.getByLabel("Your name").fill("Anke Lührs");
    await page.getByRole("button", { name: words }).click();
  };

  const first = await ask(8);
  const approves = await asStranger(first.address);
  await answer(approves, "Accept", /^Accept this time/);
  await see(approves.getByRole("heading", { name: "The time is confirmed" })).toBeVisible();
  expect((await now(first)).status).toBe("scheduled");

  const second = await ask(10);
  const declines = await asStranger(second.address);
  await answer(declines, "Decline", /^Decline/);
  await see(declines.getByRole("heading", { name: "This delivery was declined" })).toBeVisible();
  expect(await now(second)).toMatchObject({ status: "declined" });

  const third = await ask(12);
  const asks = await asStranger(third.address);
  await answer(asks, "Another time", /^Ask for/);
  await see(asks.getByRole("heading", { name: "Your wish is with the warehouse" })).toBeVisible();
  const moved = await now(third);
  expect(moved.status).toBe("requested");
  expect(moved["plannedStart"]).not.toBe(third.delivery["plannedStart"]);

  const fourth = await ask(14);
  for (const address of [fourth.address.replace(/#.*/, ""), fourth.address.replace(/#t=.*/, `#t=${"A".repeat(43)}`)]) {
    const page = await asStranger(address);
    await see(page.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
    expect(await page.content()).not.toContain(String(fourth.delivery["number"]));
  }
  expect(testApp.faults).toEqual([]);
});
