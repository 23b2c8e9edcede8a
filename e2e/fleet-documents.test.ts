import type { Page } from "playwright/test";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { addDays } from "#shared/format/wall-time.ts";
import type { DocumentCalendarReply } from "#modules/fleet/documents/calendar/calendar.contract.ts";
import { asSuper } from "#main/testing/test-app.ts";
import { startBrowserApp, type BrowserApp } from "#main/testing/browser-app.ts";
import { see } from "#main/testing/browser.ts";
import { visit } from "#main/testing/screens.ts";
import { aDocument, documentsPath, typeCalled, uploadScan, verified } from "#main/testing/records/documents.ts";
import { aDriver, dayIn } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";

let testApp: BrowserApp;
let page: Page;
beforeAll(async () => {
  testApp = await startBrowserApp();
  page = await testApp.signedIn("fleet-manager@alpha.example");
});
afterAll(() => testApp.close());

const rowOf = (name: string) => page.getByRole("listitem").filter({ hasText: name });
const weeks = () => page.getByRole("group", { name: "Weeks" }).getByRole("button");

test("[ROUTE:/fleet/documents/calendar] a fleet manager sees which papers end when and the trip that an end stops, narrows them, and renews one from its row", async () => {
  onTestFailed(() => testApp.shoot("fleet-documents"));
  const manager = await testApp.as("FLEET_MANAGER");
  const chief = await testApp.as("COMPANY_ADMIN");
  const { id: vehicleId } = await aVehicle(manager, { unitNumber: "ENDS-1", plateNumber: "12-ABC-3" });
  const { today, weeks: named } = (await saved(
    manager.get(`${documentsPath}/calendar`),
  )) as unknown as DocumentCalendarReply; // as the contract says
  const trip = await aTrip(testApp, { vehicleId, from: 24 * 20 });
  await asSuper(testApp, "update trips set planned_start = $2, planned_end = $3 where id = $1", [
    trip.id,
    `${addDays(today, 20)}T10:00:00Z`,
    `${addDays(today, 20)}T12:00:00Z`,
  ]);
  const paper = async (code: string, holder: object, expiresOn: string) => {
    const document = await aDocument(manager, await typeCalled(manager, code), null, { ...holder, expiresOn });
    return verified(chief, document.id);
  };
  await paper("INSURANCE", { vehicleId }, addDays(today, 17));
  await paper("LEASE", { vehicleId }, addDays(today, -2));
  await paper("LIABILITY", {}, addDays(today, 3));

  await visit(page, `${testApp.base}/fleet/documents`);
  await page.getByRole("link", { name: "What ends when" }).click();
  await see(page.getByRole("heading", { name: "What ends when", level: 1 })).toBeVisible();
  const insurance = rowOf("Vehicle insurance");
  await see(insurance.getByRole("link", { name: "ENDS-1" })).toBeVisible();
  await see(insurance.getByText(`Stops ${String(trip["tripNumber"])}`)).toBeVisible();
  await see(insurance.getByText("in 17 days")).toBeVisible();
  await see(rowOf("Lease contract").getByText("Stops nothing")).toBeVisible();
  await see(rowOf("Carrier's liability insurance").getByText("The company")).toBeVisible();
  expect(await weeks().count()).toBe(named.length);

  await weeks().first().focus();
  await page.keyboard.press("Enter");
  await see(rowOf("Lease contract")).toBeVisible();
  await see(insurance).toHaveCount(0);
  expect(new URL(page.url()).searchParams.get("week")).toBe("ended");
  await page.getByRole("button", { name: "Show all weeks" }).click();
  await page.getByRole("tab", { name: "Vehicles" }).click();
  await see(insurance).toBeVisible();
  await see(rowOf("Carrier's liability insurance")).toHaveCount(0);
  expect(new URL(page.url()).searchParams.get("subject")).toBe("vehicle");

  await insurance.getByRole("button", { name: "Renew" }).click();
  const dialog = page.getByRole("dialog", { name: "Renew Vehicle insurance" });
  await see(dialog.getByText("No day without a paper")).toBeVisible();
  const end = dialog.getByRole("textbox", { name: "Expires on", exact: true });
  await end.fill("");
  await dialog.getByRole("button", { name: "Renew" }).click();
  await see(dialog.getByText("Fill this in."), "its type needs one").toBeVisible();
  await see(end).toBeFocused();
  await dialog.getByRole("button", { name: "+ 1 year" }).click();
  await dialog.getByRole("button", { name: "Renew" }).click();
  await see(page.getByRole("heading", { name: "Vehicle insurance", level: 1 })).toBeVisible();
  const renewalId = new URL(page.url()).searchParams.get("id") ?? "";
  await page.goBack();
  await see(insurance.getByText("No scan yet")).toBeVisible();
  await see(insurance.getByRole("button", { name: "Renew" })).toHaveCount(0);
  await uploadScan(manager, renewalId);
  await visit(page, page.url());
  await see(insurance.getByText("Waits for a check")).toBeVisible();

  await page.getByRole("navigation").getByRole("link", { name: "Documents", exact: true }).last().click();
  await see(page.getByRole("heading", { name: "Documents", level: 1 })).toBeVisible();
  expect(testApp.faults).toEqual([]);
});

const scan = { name: "paper.csv", mimeType: "text/csv", buffer: Buffer.from("a,b") };

test("a document without a file says so and takes it there; who attached it reads that somebody else checks it, who then does", async () => {
  onTestFailed(() => testApp.shoot("fleet-documents-waiting"));
  const dispatcher = await testApp.as("DISPATCHER");
  const { id: driverId } = await aDriver(await testApp.as("FLEET_MANAGER"));
  const body = { typeId: await typeCalled(dispatcher, "TACHO"), driverId, number: "TA-999", expiresOn: dayIn(900) };
  const { id } = await saved(dispatcher.post(documentsPath, body));
  const address = `${testApp.base}/fleet/documents/details?id=${id}`;
  await visit(page, address);
  await see(page.getByText("It has no file yet: attach the paper, then somebody else checks it.")).toBeVisible();
  await see(page.getByRole("button", { name: "Verify" })).toHaveCount(0);
  await see(page.getByRole("button", { name: "Reject" }), "it is not what one comes for").toHaveCount(0);
  await page.getByLabel("Scan").setInputFiles(scan);
  await see(
    page.getByText(/You attached its file or changed it, so somebody else checks it\. \d+ (person|people) may\./),
  ).toBeVisible();
  const chief = await testApp.signedIn("company-admin@alpha.example");
  await visit(chief, address);
  await see(chief.getByText("somebody else checks it")).toHaveCount(0);
  await chief.getByRole("button", { name: "Verify" }).click();
  await see(chief.getByRole("button", { name: "Renew" })).toBeVisible();
  expect(testApp.faults).toEqual([]);
});

test("a renewal is proposed from the day after the old end for as long as its type is usually renewed, takes its file with it, and counts the days without a paper", async () => {
  onTestFailed(() => testApp.shoot("fleet-documents-renewal"));
  const manager = await testApp.as("FLEET_MANAGER");
  const { id: vehicleId } = await aVehicle(manager, { unitNumber: "RENEW-1" });
  const typeId = await typeCalled(manager, "INSURANCE");
  const days = { validFrom: "2025-01-01", expiresOn: "2029-12-31" };
  const old = await aDocument(manager, typeId, null, { vehicleId, ...days });
  await verified(await testApp.as("COMPANY_ADMIN"), old.id);
  await visit(page, `${testApp.base}/fleet/documents/details?id=${old.id}`);
  await page.getByRole("button", { name: "Renew" }).click();
  const dialog = page.getByRole("dialog", { name: "Renew Vehicle insurance" });
  await see(dialog.getByText("1 Jan 2025 to 31 Dec 2029")).toBeVisible();
  await see(dialog.getByText("1 Jan 2030 to 31 Dec 2030")).toBeVisible();
  await see(dialog.getByText("No day without a paper")).toBeVisible();
  const begin = dialog.getByRole("textbox", { name: "Valid from optional" });
  await begin.fill("04/01/2030");
  await begin.blur();
  await see(dialog.getByText("3 days without a paper")).toBeVisible();
  await begin.fill("01/01/2030");
  await begin.blur();
  await dialog.getByRole("button", { name: "+ 2 years" }).click();
  await see(dialog.getByText("1 Jan 2030 to 31 Dec 2031")).toBeVisible();
  await dialog.getByLabel("Scan").setInputFiles(scan);
  await see(dialog.getByText("paper.csv")).toBeVisible();
  await dialog.getByRole("button", { name: "Renew" }).click();
  await see(page.getByText("You entered it, so somebody else checks it.")).toBeVisible();
  await see(page.getByRole("link", { name: "paper.csv" })).toBeVisible();
  const renewalId = new URL(page.url()).searchParams.get("id") ?? "";
  expect(renewalId).not.toBe(old.id);
  expect(await saved(manager.get(`${documentsPath}/${renewalId}`))).toMatchObject({
    validFrom: "2030-01-01",
    expiresOn: "2031-12-31",
    issuer: "CBR",
    fileCount: 1,
  });
  expect(testApp.faults).toEqual([]);
});
