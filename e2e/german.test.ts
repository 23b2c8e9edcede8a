import type { Page } from "playwright";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { see } from "#main/testing/browser.ts";
import { ownDemo, type DemoProduct } from "#main/testing/demo.ts";
import { openLook, visit } from "#main/testing/screens.ts";

let demo: DemoProduct;
let page: Page;
beforeAll(async () => {
  demo = await ownDemo();
  page = await (await openLook(demo, "super", { width: 1440, height: 900, scheme: "light" })).newPage();
});
afterAll(() => demo.close());

test("whoever chooses German on the profile reads menu, lists, states, figures and refusals in German", async () => {
  onTestFailed(async () => void (await page.screenshot({ path: "test-results/german.png" })));
  await visit(page, `${demo.base}/profile`);
  await page.locator("[data-path=locale]").click();
  await page.getByRole("option", { name: "Deutsch" }).click();
  await page.getByRole("button", { name: /^Save/ }).first().click();
  await visit(page, `${demo.base}/warehouse/purchase-orders`);
  await see(page.locator("html")).toHaveAttribute("lang", "de");
  await see(page.getByRole("heading", { level: 1, name: "Bestellungen" })).toBeVisible();
  await see(page.getByRole("navigation").getByRole("link", { name: "Lieferanten" })).toBeVisible();
  await visit(page, `${demo.base}/warehouse/purchase-orders?status=closed`); // which orders come first depends on the day
  await see(page.getByRole("grid").getByText("Geschlossen").first()).toBeVisible();
  await see(
    page
      .getByRole("grid")
      .getByText(/^\d{1,3}(\.\d{3})*,\d\d\s€$/)
      .first(),
  ).toBeVisible();
  await visit(page, `${demo.base}/warehouse/vendors?form=new`);
  await page
    .getByRole("button", { name: /anlegen|erstellen/i })
    .last()
    .click();
  await see(page.getByRole("dialog").getByText("Füllen Sie dieses Feld aus.").first()).toBeVisible();
  expect(
    await (
      await page.request.get(`${demo.base}/api/warehouse/vendors/01890000-0000-7000-8000-000000000000`, {
        headers: { "accept-language": "de" },
      })
    ).json(),
  ).toMatchObject({ message: "Dieser Datensatz existiert nicht oder wurde entfernt." });
});
