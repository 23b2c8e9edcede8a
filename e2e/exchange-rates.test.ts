import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { fillDate } from "#main/testing/inputs.ts";
import { asSuper } from "#main/testing/test-app.ts";
import { orderBody, orderRecords, ordersPath, saved, step } from "#main/testing/records/orders.ts";
import { dayAt } from "#main/testing/records/rates.ts";

let testApp: BrowserApp;
beforeAll(async () => {
  testApp = await startBrowserApp();
});
afterAll(async () => {
  expect(testApp.faults).toEqual([]);
  await testApp.close();
});

test("[ROUTE:/settings/exchange-rates] [ROUTE:/settings/exchange-rates/details] one person enters a rate, another confirms it; the approver sees its worth, and what the buyer typed", async () => {
  onTestFailed(() => testApp.shoot("exchange-rates"));
  await asSuper(testApp, "update companies set po_approval_threshold = 100 where id = $1", [testApp.companies.a]);
  const first = await testApp.signedIn("company-admin@alpha.example");
  await first.goto(`${testApp.base}/settings/exchange-rates`);
  await first.getByRole("button", { name: "New exchange rate" }).first().click();
  const form = first.getByRole("form", { name: "New exchange rate" });
  await form.locator('[data-path="fromCurrency"]').fill("USD");
  await first.getByRole("option", { name: /^USD/ }).first().click();
  await form.locator('[data-path="rate"]').fill("0.92");
  await fillDate(form.locator('[data-path="asOf"]'), await dayAt(testApp, "Europe/Amsterdam"));
  await form.getByRole("button", { name: "Create exchange rate" }).click();
  await first.getByRole("link", { name: "1 USD = 0.92 EUR" }).click();
  await see(first.getByText("It does not count yet.")).toBeVisible();
  await see(first.getByRole("button", { name: "Confirm" })).toHaveCount(0);

  const second = await testApp.signedIn("super-admin@alpha.example");
  await second.goto(first.url());
  await second.getByRole("button", { name: "Confirm" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await see(second.getByText("It does not count yet.")).toHaveCount(0);
  await see(second.locator("header").getByText("Counts")).toBeVisible();
  await see(first.getByText("It does not count yet.")).toHaveCount(0); // told without a reload

  const buyer = await testApp.as("BUYER");
  const records = await orderRecords(await testApp.as("SUPER_ADMIN"));
  const { id } = await saved(buyer.post(ordersPath, orderBody(records, { currency: "USD", exchangeRate: "0.000001" })));
  await step(buyer, id, "submit");
  const approver = await testApp.signedIn("warehouse-manager@alpha.example");
  await approver.goto(`${testApp.base}/warehouse/purchase-orders/details?id=${id}`);
  const why = approver.getByRole("status").filter({ hasText: "needs an approver" });
  await see(why).toContainText("$150.00 needs an approver: it is above the limit of €100.00.");
  await see(why).toContainText(
    /€138\.00 at 1 USD = 0\.92 EUR of \d+ \w+ \(today\), entered by company_admin Alpha and confirmed by super_admin Alpha/,
  );
  await see(why).toContainText("The buyer typed a rate of their own: 1 USD = 0.000001 EUR. It decides nothing.");
  await approver.getByRole("button", { name: "Approve" }).click();
  const agreedTo = approver.getByRole("dialog");
  await see(agreedTo.getByText("Amount").locator("xpath=following-sibling::*[1]")).toHaveText("$150.00");
  await see(agreedTo.getByText("Limit", { exact: true }).locator("xpath=following-sibling::*[1]")).toHaveText(
    "€100.00",
  );
  await see(agreedTo.getByText("Above the limit by").locator("xpath=following-sibling::*[1]")).toHaveText("€38.00");
  await approver.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await see(why).toHaveCount(0);
  await see(approver.getByText(/at 1 USD = 0\.92 EUR of/)).toBeVisible();

  await step(buyer, id, "send");
  const reader = await testApp.signedIn("buyer@alpha.example");
  await reader.goto(`${testApp.base}/warehouse/purchase-orders`);
  const sum = reader.getByRole("button", { name: "1 open, €138.00 to come" });
  await sum.focus();
  await reader.keyboard.press("Enter"); // a pointer that rests on it is not all that there is
  const each = reader.getByRole("dialog", { name: "To come, by currency" });
  await see(each.getByRole("listitem")).toHaveText(["USD $150.00"]);
  await reader.keyboard.press("Escape");
  await see(each).toHaveCount(0);
  await see(sum).toBeFocused();
});
