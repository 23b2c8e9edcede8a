import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { badRows, checkFile, uploadFile } from "#main/testing/files/imports.ts";
import { makeWorkbook } from "#main/testing/files/workbook.ts";
import { offerOf } from "#main/testing/records/offers.ts";
import { inDays, orderRecords, saved, type OrderRecords } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let buyer: Client;
let records: OrderRecords;
let sku: string;
let site: string;
let vendor: string;
beforeAll(async () => {
  testApp = await startTestApp();
  buyer = await testApp.as("BUYER");
});
afterAll(() => testApp.close());
beforeEach(async () => {
  const admin = await testApp.as("SUPER_ADMIN");
  records = await orderRecords(admin, { products: 1 });
  await offerOf(buyer, records, 0, {}, []);
  sku = String(records.products[0]?.sku);
  vendor = String((await saved(buyer.get(`/api/warehouse/vendors/${records.vendorId}`))).code); // in EUR
  site = String((await saved(admin.get(`/api/settings/locations/${records.shipToLocationId}`))).code);
});

const cellOf = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
/** A workbook of one row whose price of 13.5 is shown in this format. */
const workbook = (format: string, head: readonly string[], row: readonly string[]) => {
  const code = format.replaceAll('"', "&quot;");
  return makeWorkbook({
    styles: `<numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`,
    rows: `<row>${[...head, "Price"].map(cellOf).join("")}</row><row>${row.map(cellOf).join("")}<c s="1"><v>13.5</v></c></row>`,
  });
};
const files = () =>
  ({
    "price-list": [
      ["SKU", "Vendor"],
      [sku, vendor],
    ],
    product: [
      ["SKU", "Name", "Category", "Vendor", "Price unit"],
      [sku, "Dowel", "Hardware", vendor, "piece"],
    ],
    "purchase-order": [
      ["Order", "Vendor", "Location", "Needed by", "SKU", "Quantity"],
      [`of ${sku}`, vendor, site, inDays(9), sku, "3"],
    ],
  }) satisfies Record<string, readonly [readonly string[], readonly string[]]>;
type Kind = keyof ReturnType<typeof files>;
const problems = async (entity: Kind, content: string | Buffer, name?: string) => {
  const record = await saved(uploadFile(buyer, entity, content, name === undefined ? {} : { name }));
  return badRows(buyer, await checkFile(buyer, record));
};
const inBook = async (entity: Kind, format: string, currency?: string) => {
  const [head, row] = files()[entity];
  const more = currency === undefined ? [[], []] : [["Currency"], [currency]];
  return problems(entity, workbook(format, [...head, ...more[0]!], [...row, ...more[1]!]), "prices.xlsx");
};
const inText = async (entity: Kind, price: string) => {
  const [head, row] = files()[entity];
  return problems(entity, `${[...head, "Price"].join(";")}\n${[...row, price].join(";")}\n`);
};

describe.each(["price-list", "product", "purchase-order"] as const)("the prices of a file, %s,", (entity) => {
  test.each([
    ["#,##0.00 [$$-409]", "$ 13.5"],
    ["$#,##0.00", "$ 13.5"],
    ['"CHF" #,##0.00', "CHF 13.5"],
    ["[$zł-415] 0.00", "zł 13.5"],
  ])("that a workbook shows as %s are not taken for euros", async (format, text) => {
    expect(await inBook(entity, format)).toEqual({ 2: { unitPrice: `"${text}" is not in EUR.` } });
  });

  test.each([
    "[$€-407] 0.00",
    '#,##0.00 "€"',
    "#,##0.00\\ [$€-407];[Red]-#,##0.00",
    "0.00",
    '0.00 "each"',
    "[$-409]0.00",
  ])("that a workbook shows as %s are those of a vendor in euros", async (format) => {
    expect(await inBook(entity, format)).toEqual({});
  });

  test("may be in another currency that their row says, and in no third one", async () => {
    expect(await inBook(entity, '"USD" 0.00', "USD")).toEqual({});
    expect(await inBook(entity, '"CHF" 0.00', "USD")).toEqual({ 2: { unitPrice: '"CHF 13.5" is not in USD.' } });
  });

  test("are the same in a file of text", async () => {
    expect(await inText(entity, "$13.50")).toEqual({ 2: { unitPrice: '"$13.50" is not in EUR.' } });
    expect(await inText(entity, "CHF 13.50")).toEqual({ 2: { unitPrice: '"CHF 13.50" is not in EUR.' } });
    expect(await inText(entity, "13,50 €")).toEqual({});
  });
});
