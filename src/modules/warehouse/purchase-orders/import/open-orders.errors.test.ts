import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, uploadFile } from "#main/testing/files/imports.ts";
import { cartonOf12, offerOf } from "#main/testing/records/offers.ts";
import { inDays, orderRecords, ordersPath, saved, type OrderRecords } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let buyer: Client;
let admin: Client;
let records: OrderRecords;
let vendor: Body;
let place: string;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  [buyer, admin] = [await testApp.as("BUYER"), await testApp.as("SUPER_ADMIN")];
});
afterAll(() => testApp.close());
beforeEach(async () => {
  records = await orderRecords(admin, { products: 3 });
  await offerOf(buyer, records, 0, {}, []);
  await offerOf(buyer, records, 1, {}, [cartonOf12]);
  vendor = await saved(buyer.get(`/api/warehouse/vendors/${records.vendorId}`));
  place = (await saved(admin.get(`/api/settings/locations/${records.shipToLocationId}`))).code;
});

const head = "Order number;Line;Vendor;Location;Order date;Needed by;Currency;Buyer;SKU;Quantity;Received;Unit;Price";
type Cells = Partial<
  Record<"order" | "line" | "vendor" | "location" | "ordered" | "by" | "currency" | "buyer", string>
> &
  Partial<Record<"sku" | "qty" | "received" | "unit" | "price", string>>;
function row(cells: Cells): string {
  const all = {
    order: "A",
    line: "",
    vendor: vendor.code,
    location: place,
    ordered: "",
    by: inDays(10),
    currency: "",
    buyer: "",
    sku: records.products[0]?.sku ?? "",
    qty: "5",
    received: "",
    unit: "",
    price: "1",
    ...cells,
  };
  return Object.values(all).join(";");
}
const tried = async (...rows: Cells[]) =>
  checkFile(buyer, await saved(uploadFile(buyer, "purchase-order", [head, ...rows.map(row), ""].join("\n"))));
/** What is wrong with rows of which each is an order of its own. */
const wrong = async (...rows: Cells[]) =>
  badRows(buyer, await tried(...rows.map((cells, at) => ({ order: `O${at}`, ...cells }))));

test("a row of an unknown vendor, place, buyer, product, unit or currency is to correct, by its field", async () => {
  const carton = records.products[1]?.sku ?? "";
  const foreign = records.products[2]?.sku ?? "";
  expect(
    await wrong(
      { vendor: "nobody" },
      { location: "nowhere" },
      { buyer: "nobody@example.com" },
      { sku: "nothing" },
      { sku: foreign },
      { unit: "crumb of 3" },
      { unit: "ZZZ 3" },
      { sku: carton },
      { currency: "QQQ" },
    ),
  ).toEqual({
    2: { vendorCode: "There is no vendor nobody. Import the vendors first." },
    3: { location: "There is no location nowhere. Import it first." },
    4: { buyer: "Nobody here has the address nobody@example.com." },
    5: { sku: "There is no product nothing. Import the products first." },
    6: { sku: `${vendor["name"]} does not sell ${foreign}. Import its price list first.` },
    7: { unit: "crumb of 3 is no unit that is known here." },
    8: { unit: "There is no unit ZZZ. Choose one from the list." },
    9: { unit: `${carton} is ordered in several units. Say which one this is.` },
    10: { currency: "There is no currency QQQ." },
  });
});

test("a row of which all has come, of half a piece, or ordered on a day to come is to correct; one that is late is told", async () => {
  expect(await wrong({ received: "5" }, { qty: "2.5" }, { ordered: "2199-01-01" })).toEqual({
    2: { receivedQty: "Nothing of this line is still to come. Leave the row out." },
    3: { quantity: "This is counted in whole pieces." },
    4: { orderDate: "This day is still to come." },
  });
  const late = await tried({ by: "2026-01-31" }, { order: "B" });
  expect(late).toMatchObject({ badCount: 0, newCount: 2 });
  expect(late["notes"]).toContain("1 line should have come before today.");
});

test("a vendor that is on hold, and a location that is closed, take no new order", async () => {
  const held = await orderRecords(admin, { products: 1 });
  await offerOf(buyer, held, 0, {}, []);
  const { code, name } = await saved(buyer.get(`/api/warehouse/vendors/${held.vendorId}`));
  await saved(admin.post(`/api/warehouse/vendors/${held.vendorId}/hold`, { reason: "late three times" }));
  await asSuper(testApp, "update locations set is_active = false where id = $1", [held.shipToLocationId]);
  const closed = await saved(admin.get(`/api/settings/locations/${held.shipToLocationId}`));
  expect(await wrong({ vendor: code, sku: held.products[0]?.sku ?? "" }, { location: closed.code })).toEqual({
    2: { vendorCode: `Nothing is ordered from ${String(name)} now.` },
    3: { location: `${String(closed["name"])} takes no goods now.` },
  });
});

test("rows of one order agree in what they say of it, and fall together; the other orders of the file come in", async () => {
  const other = await orderRecords(admin, { products: 1 });
  const { code } = await saved(buyer.get(`/api/warehouse/vendors/${other.vendorId}`));
  const [one, two] = records.products.map(({ sku }) => sku);
  const check = await tried(
    { order: "A", sku: one ?? "", currency: "EUR" },
    { order: "a", sku: two ?? "", unit: "piece", currency: "USD" },
    { order: "B", sku: one ?? "" },
    { order: "B", sku: two ?? "", vendor: code },
    { order: "C", sku: one ?? "" },
  );
  expect(check).toMatchObject({ badCount: 4, newCount: 1 });
  expect(await badRows(buyer, check)).toMatchObject({
    2: { orderNumber: "Row 3 belongs to it and has an error." },
    3: { currency: "Row 2 says otherwise." },
    4: { orderNumber: "Row 5 belongs to it and has an error." },
    5: { vendorCode: "Row 4 says otherwise." },
  });
  expect(await applyFile(buyer, check, "skip_bad")).toMatchObject({ state: "done", createdCount: 1 });
  const made = await asSuper(testApp, "select external_number from purchase_orders where vendor_id = any($1)", [
    [records.vendorId, other.vendorId],
  ]);
  expect(made).toEqual([{ external_number: "C" }]);
});

test("a line stands once in its order: by its number, or by its product where none has a number", async () => {
  const [one = "", two = ""] = records.products.map(({ sku }) => sku);
  expect(
    await badRows(
      buyer,
      await tried(
        { order: "A", line: "1", sku: one },
        { order: "A", line: "1", sku: two, unit: "piece" },
        { order: "B", sku: one },
        { order: "B", sku: one, qty: "9" },
        { order: "D", sku: one },
        { order: "D", line: "7", sku: two, unit: "piece" },
      ),
    ),
  ).toMatchObject({
    3: { lineNo: "Row 2 has the same." },
    5: { orderNumber: "Row 4 has the same." },
    7: { lineNo: "Row 6 says otherwise. Give this in all rows that belong together, or in none." },
  });
});

test("an order that is there is neither given to another vendor nor to another currency", async () => {
  const other = await orderRecords(admin, { products: 1 });
  await offerOf(buyer, other, 0, {}, []);
  const { code } = await saved(buyer.get(`/api/warehouse/vendors/${other.vendorId}`));
  await applyFile(buyer, await tried({ order: "X-1" }));
  const { items } = await saved(buyer.get(`${ordersPath}?q=x-1`));
  const number = String(items.find((order) => order["externalNumber"] === "X-1")?.["number"]);
  expect(await wrong({ order: "X-1", vendor: code, sku: other.products[0]?.sku ?? "" })).toMatchObject({
    2: { vendorCode: `${number} is an order to ${String(vendor["name"])}.` },
  });
  expect(await wrong({ order: "X-1", currency: "USD" })).toMatchObject({
    2: { currency: `${number} is an order in EUR.` },
  });
});

test("an order has at most 500 lines", async () => {
  const lines = Array.from({ length: 501 }, (_, n) => ({ order: "long", line: String(n + 1) }));
  const check = await tried(...lines);
  expect(check).toMatchObject({ badCount: 501, newCount: 0 });
  expect(await badRows(buyer, check)).toMatchObject({ 2: { orderNumber: "Row 502 belongs to it and has an error." } });
});
