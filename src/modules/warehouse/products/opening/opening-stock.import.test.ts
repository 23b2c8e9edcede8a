import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { untilDone } from "#main/testing/jobs.ts";
import { makeWorkbook, textRows } from "#main/testing/files/workbook.ts";
import { statementsOf } from "#main/testing/database/statements.ts";
import { cartonOf12, changeProduct, productsPath } from "#main/testing/records/offers.ts";
import { orderRecords, receive, saved, sentOrder, type OrderRecords } from "#main/testing/records/orders.ts";
import { stockOf } from "#main/testing/records/receiving.ts";

// Not conformed: a file of lines has no list and no form.
let testApp: TestApp;
let admin: Client;
let manager: Client;
let records: OrderRecords;
let place: Body;
let shelf: string;
let skus: string[];

beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  [admin, manager] = [await testApp.as("SUPER_ADMIN"), await testApp.as("WAREHOUSE_MANAGER")];
});
afterAll(() => testApp.close());
beforeEach(async () => {
  records = await orderRecords(admin, { products: 3 });
  place = await saved(admin.get(`/api/settings/locations/${records.shipToLocationId}`));
  const bin = { locationId: place.id, code: "A1", kind: "storage" };
  shelf = (await saved(admin.post("/api/settings/storage-locations", bin))).id;
  skus = records.products.map(({ sku }) => sku);
});

const head = "SKU,Location,Bin,Lot,Expiry date,Quantity,Unit";
/** A row of goods that lie at the place of the test. */
const row = (cells: string): string => {
  const [sku, bin, ...rest] = cells.split(",");
  return [sku, place.code, bin, ...rest].join(",");
};
const fileOf = (...rows: string[]) => [head, ...rows.map(row), ""].join("\n");
const bring = (...rows: string[]) => importFile(manager, "opening-stock", fileOf(...rows));
const tried = async (...rows: string[]) =>
  checkFile(manager, await saved(uploadFile(manager, "opening-stock", fileOf(...rows))));
const idAt = (at: number) => records.products[at]?.id ?? "";
const onHand = async (at: number) => (await saved(manager.get(`${productsPath}/${idAt(at)}`)))["onHand"];
const movesOf = (at: number) =>
  asSuper(
    testApp,
    `select reason, trim_scale(quantity)::text as quantity, lot_number as lot, expiry_date::text as expires
      from stock_moves where product_id = $1 order by at, id`,
    [idAt(at)],
  );

test("what lay in the bins at the beginning is stock, by bin, lot and day of expiry, and no receipt", async () => {
  await saved(changeProduct(admin, idAt(1), { trackingMode: "lot", expiryTracked: true, packages: [cartonOf12] }));
  expect(
    await bring(
      `${skus[0]},A1,,,7,`,
      `${skus[0]},RECEIVING,,,3,piece`,
      `${skus[1]},a1,L1,2027-01-31,2,carton`,
      `${skus[1]},A1,L2,2027-02-28,5,piece`,
    ),
  ).toMatchObject({ createdCount: 4 });
  expect([await onHand(0), await onHand(1)]).toEqual(["10", "29"]);
  expect(await stockOf(testApp, idAt(0), shelf)).toBe("7");
  expect(await movesOf(1)).toEqual([
    { reason: "opening", quantity: "24", lot: "L1", expires: "2027-01-31" },
    { reason: "opening", quantity: "5", lot: "L2", expires: "2027-02-28" },
  ]);
  expect(await asSuper(testApp, "select 1 from receipts")).toEqual([]);
  const { items } = await saved(manager.get(`${productsPath}/${idAt(0)}/history`));
  expect(items[1]).toMatchObject({
    step: "updated",
    actorKind: "import",
    actorName: "warehouse_manager Alpha",
    note: `file.csv: ${String(place["name"])}, A1`,
    changes: { openingStock: { from: null, to: "7 EA" } },
  });
});

test("the same file twice doubles nothing; another one writes the difference, and the dry run shows it", async () => {
  await bring(`${skus[0]},A1,,,7,`);
  expect(await bring(`${skus[0]},A1,,,7.00,piece`)).toMatchObject({ createdCount: 0, unchangedCount: 1 });
  expect(await movesOf(0)).toHaveLength(1);
  const other = await tried(`${skus[0]},A1,,,4,`, `${skus[1]},A1,,,0,`);
  expect(other).toMatchObject({ newCount: 0, changedCount: 1, unchangedCount: 1 });
  const { items } = await saved(manager.get(`/api/imports/${other.id}/rows?outcome=changed`));
  expect(items[0]?.["changes"]).toEqual({ quantity: { from: "7 EA", to: "4 EA" } });
  expect(await onHand(0)).toBe("7");
  await applyFile(manager, other);
  expect([await onHand(0), await onHand(1)]).toEqual(["4", "0"]);
  await bring(`${skus[0]},A1,,,0,`);
  expect((await movesOf(0)).map(({ quantity }) => quantity)).toEqual(["7", "-3", "-4"]);
});

test("a row without what its product is tracked by, or of what is not there, is to correct by its field", async () => {
  await saved(changeProduct(admin, idAt(1), { trackingMode: "lot", expiryTracked: true }));
  const byName = [skus[0], place["name"], "A1", "d", "", "2", ""].join(",");
  const file = fileOf(
    `${skus[1]},A1,,,5,`,
    "nothing,A1,,,5,",
    `${skus[0]},Z9,,,5,`,
    `${skus[0]},A1,,,2.5,`,
    `${skus[0]},A1,a,,-1,`,
    `${skus[0]},A1,b,,1,crumb of 3`,
    `${skus[0]},A1,c,,1,carton of 7`,
    `${skus[0]},A1,d,,1,`,
  );
  const check = await checkFile(manager, await saved(uploadFile(manager, "opening-stock", `${file}${byName}\n`)));
  expect(await badRows(manager, check)).toEqual({
    2: { lot: `${skus[1]} is tracked by lot. Give the lot.`, expiryDate: `${skus[1]} expires. Give the date.` },
    3: { sku: "There is no product nothing. Import the products first." },
    4: { bin: `${String(place["name"])} has no bin Z9. Import the bins first.` },
    5: { quantity: "This is counted in whole pieces." },
    6: { quantity: "It has to be 0 or more." },
    7: { unit: "crumb of 3 is no unit that is known here." },
    8: { unit: "carton of 7 is none of the product's packs." },
    10: { sku: "Row 9 has the same." },
  });
  const elsewhere = `${head}\n${skus[0]},nowhere,A1,,,1,\n`;
  const strange = await checkFile(manager, await saved(uploadFile(manager, "opening-stock", elsewhere)));
  expect(await badRows(manager, strange)).toEqual({
    2: { location: "There is no location nowhere. Import it first." },
  });
});

test("goods that have expired come in, for they lie there, and the dry run says so", async () => {
  await saved(changeProduct(admin, idAt(0), { expiryTracked: true }));
  expect((await tried(`${skus[0]},A1,,2019-12-31,4,`, `${skus[0]},A1,,2999-12-31,4,`))["notes"]).toContain(
    "1 row is of goods that have expired. They come in as what lies there; put them aside or scrap them.",
  );
});

test("goods that are tracked by serial number come in without their numbers, and the dry run says so", async () => {
  await saved(changeProduct(admin, idAt(0), { trackingMode: "serial" }));
  expect((await tried(`${skus[0]},A1,,,2,`))["notes"]).toEqual([
    "1 row is of goods that are tracked by serial number. They come in without their numbers.",
  ]);
});

test("once something else came to a bin of a product, what lay there before stays as it was said", async () => {
  await bring(`${skus[0]},RECEIVING,,,5,`, `${skus[0]},A1,,,1,`);
  const order = await sentOrder(await testApp.as("BUYER"), records);
  await receive(manager, records, order, { 0: { accepted: "10" } });
  expect(await onHand(0)).toBe("16");
  const check = await tried(`${skus[0]},RECEIVING,,,6,`, `${skus[0]},A1,,,2,`);
  expect(await badRows(manager, check)).toEqual({
    2: { quantity: `Since the beginning ${skus[0]} came to RECEIVING or went from it. What lay there before stays.` },
  });
  await applyFile(manager, check, "skip_bad");
  expect(await bring(`${skus[0]},RECEIVING,,,5,`)).toMatchObject({ unchangedCount: 1 });
  expect(await onHand(0)).toBe("17");
});

test("a workbook with German headings is read as one in English", async () => {
  const table = [
    ["Artikelnummer", "Standort", "Lagerplatz", "Charge", "MHD", "Bestand", "Einheit"],
    [skus[0] ?? "", place.code, "A1", "C7", "31.12.2027", "1.200,00", "Stück"],
  ];
  const file = makeWorkbook({ rows: textRows(table) });
  const upload = await saved(uploadFile(manager, "opening-stock", file, { name: "bestand.xlsx" }));
  const check = await checkFile(manager, upload);
  expect(await badRows(manager, check)).toEqual({});
  await applyFile(manager, check);
  expect(await movesOf(0)).toEqual([{ reason: "opening", quantity: "1200", lot: "C7", expires: "2027-12-31" }]);
});

test("only who may say what lay there imports it, and in their own company", async () => {
  for (const role of ["BUYER", "RECEIVER", "DOCK_SUPERVISOR", "VIEWER"] as const)
    expect((await uploadFile(await testApp.as(role), "opening-stock", head)).status, role).toBe(403);
  const elsewhere = await testApp.as("WAREHOUSE_MANAGER", "b");
  const check = await checkFile(
    elsewhere,
    await saved(uploadFile(elsewhere, "opening-stock", fileOf(`${skus[0]},A1,,,5,`))),
  );
  expect(await badRows(elsewhere, check)).toEqual({
    2: {
      sku: `There is no product ${skus[0]}. Import the products first.`,
      location: `There is no location ${place.code}. Import it first.`,
    },
  });
});

test("ten rows and four hundred take as many statements, and a thousand at most twice as many", async () => {
  const ofStock = (texts: string[]) => texts.filter((text) => /stock_moves|products/.test(text)).length;
  const counted = async (count: number, bin: string) => {
    const rows = Array.from({ length: count }, (_, n) => `${skus[n % 3]},${bin},${n},,${n + 1},`);
    let check: Body | undefined;
    const record = await saved(uploadFile(manager, "opening-stock", fileOf(...rows)));
    const checking = await statementsOf(async () => void (check = await checkFile(manager, record)));
    expect(check).toMatchObject({ newCount: count, badCount: 0 });
    const applying = await statementsOf(async () => {
      expect(await applyFile(manager, check as Body)).toMatchObject({ state: "done", createdCount: count });
    });
    return [ofStock(checking), ofStock(applying)];
  };
  await untilDone(testApp);
  const [checks = 0, writes = 0] = await counted(10, "A1");
  expect(await counted(400, "RECEIVING")).toEqual([checks, writes]);
  const [moreChecks, moreWrites] = await counted(1000, "QUARANTINE");
  expect(moreChecks).toBeLessThanOrEqual(2 * checks);
  expect(moreWrites).toBeLessThanOrEqual(2 * writes);
  const [sum] = await asSuper<{ stray: number }>(
    testApp,
    `select count(*)::int as stray from products p where on_hand <>
      (select coalesce(sum(quantity), 0) from stock_moves m where m.product_id = p.id)`,
  );
  expect(sum).toEqual({ stray: 0 });
});
