import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { fleetImports, type ImportCase } from "#main/testing/files/fleet-imports.ts";
import * as samples from "#main/testing/files/import-samples.ts";
import { badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { offerOf } from "#main/testing/records/offers.ts";
import { openOrders } from "#main/testing/records/open-orders.ts";
import { openingStock } from "#main/testing/records/opening-stock.ts";
import { orderRecords, saved } from "#main/testing/records/orders.ts";
import { countingRate, dayAt, ratesPath, treasurers } from "#main/testing/records/rates.ts";
import { modules } from "./modules.ts";

const { bin, carrier, dock, location, offer, product, vendor } = samples;

let testApp: TestApp;
let admin: Client;
let buyer: Client;
let people: [Client, Client];
let categoryId: string;
let locationId: string;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  admin = await testApp.as("SUPER_ADMIN");
  buyer = await testApp.as("BUYER");
  people = await treasurers(testApp);
  const top = await saved(admin.post("/api/warehouse/product-categories", { name: "Goods", code: "G" }));
  const below = { name: "Tinned", parentId: top.id, defaultHandling: "-keep dry", sortOrder: 7, isActive: false };
  categoryId = (await saved(admin.post("/api/warehouse/product-categories", below))).id;
  const elsewhere = await saved(admin.post("/api/warehouse/product-categories", { name: "Other", code: "O" }));
  await saved(admin.post("/api/warehouse/product-categories", { name: "Tinned", parentId: elsewhere.id }));
});
afterAll(() => testApp.close());

const cases: Readonly<Record<string, ImportCase>> = {
  vendor: {
    path: "/api/warehouse/vendors",
    table: "vendors",
    by: () => admin,
    make: () => saved(admin.post("/api/warehouse/vendors", vendor)),
  },
  "product-category": {
    path: "/api/warehouse/product-categories",
    table: "product_categories",
    by: () => admin,
    make: async () => undefined, // made above
  },
  product: {
    path: "/api/warehouse/products",
    table: "products",
    by: () => admin,
    make: async () => {
      const { id, version } = await saved(admin.post("/api/warehouse/products", { ...product, categoryId }));
      await saved(admin.post(`/api/warehouse/products/${id}/discontinue`, { version, reason: "No longer made" }));
    },
  },
  carrier: {
    path: "/api/warehouse/carriers",
    table: "carriers",
    by: () => admin,
    make: () => saved(admin.post("/api/warehouse/carriers", carrier)),
  },
  location: {
    path: "/api/settings/locations",
    table: "locations",
    by: () => admin,
    make: async () => void (locationId = (await saved(admin.post("/api/settings/locations", location))).id),
  },
  "storage-location": {
    path: "/api/settings/storage-locations",
    table: "storage_locations",
    by: () => admin,
    make: () => saved(admin.post("/api/settings/storage-locations", { ...bin, locationId })),
  },
  dock: {
    path: "/api/warehouse/docks",
    table: "docks",
    by: () => admin,
    make: () => saved(admin.post("/api/warehouse/docks", { ...dock, locationId })),
  },
  ...fleetImports({ admin: () => admin, locationId: () => locationId }),
  "price-list": {
    path: "/api/warehouse/products/prices",
    table: "product_vendors",
    by: () => admin,
    make: async () => {
      const other = await saved(admin.post("/api/warehouse/vendors", { code: "+2", name: "Other", currency: "EUR" }));
      const [vendorId] = (await saved(admin.get("/api/warehouse/vendors?q=007"))).items.map(({ id }) => id);
      const packages = [{ uom: "XCT", quantityInBase: "12", isPurchaseDefault: true }];
      const vendors = [
        { ...offer, vendorId },
        { vendorId: other.id, unitPrice: "0.5", priceUom: "KGM", priceQtyPerUom: "100", isPreferred: true },
      ];
      await saved(
        admin.post("/api/warehouse/products", {
          ...product,
          gtin: null,
          sku: "-P1",
          name: "Beans",
          categoryId,
          packages,
          vendors,
        }),
      );
    },
  },
  "purchase-order": {
    path: "/api/warehouse/purchase-orders/lines",
    table: "purchase_orders",
    by: () => buyer,
    make: () => openOrders(admin, buyer),
  },
  "opening-stock": {
    path: "/api/warehouse/products/opening-stock",
    table: "stock_moves",
    by: () => admin,
    make: () => openingStock(admin),
  },
  "exchange-rate": {
    path: ratesPath,
    table: "exchange_rates",
    by: () => people[0],
    make: async () =>
      countingRate(people, { fromCurrency: "USD", rate: "0.92", asOf: await dayAt(testApp, "Europe/Amsterdam", -1) }),
  },
};

describe("what a list exports is imported again and changes nothing", () => {
  test("and each importer is tried", () => {
    const entities = modules.all.flatMap(({ importers = [] }) => importers.map(({ entity }) => entity));
    expect(Object.keys(cases).toSorted()).toEqual(entities.toSorted());
  });

  /** Files for other programs. */
  const oneForm = ["price-list", "purchase-order", "opening-stock", "delivery"];
  const ways = [
    ["", "en"],
    ["?values=words&timezone=Europe/Amsterdam", "en"],
    ["?values=words&timezone=Europe/Berlin", "de"],
  ];

  test.each(Object.keys(cases))("%s: in codes, and in the words of whoever exports it", async (entity) => {
    const { path, table, by, make } = cases[entity] as ImportCase;
    await make();
    const read = () => asSuper(testApp, `select * from ${table} order by id`);
    const events = () => asSuper(testApp, "select count(*)::int as n from events where actor_kind = 'import'");
    const speak = (language = "en") =>
      asSuper(testApp, "update users set locale = $1 where company_id = $2", [language, testApp.companies.a]);
    const [before, told] = [await read(), await events()];

    for (const [query, language] of oneForm.includes(entity) ? ways.slice(0, 1) : ways)
      try {
        await speak(language);
        const { text } = await by().get(`${path}/export.csv${query}`);
        const done = await importFile(by(), entity, text);
        expect(done).toMatchObject({
          state: "done",
          createdCount: 0,
          updatedCount: 0,
          unchangedCount: done["rowCount"],
        });
        expect(Number(done["rowCount"])).toBeGreaterThan(0);
        expect(await read()).toEqual(before);
        expect(await events()).toEqual(told);
      } finally {
        await speak();
      }
  });
});

test.each(Object.keys(cases))(
  "the template of %s in German names its columns so, and each is known again",
  async (entity) => {
    const { by } = cases[entity] as ImportCase;
    const speak = (language: string) =>
      asSuper(testApp, "update users set locale = $1 where company_id = $2", [language, testApp.companies.a]);
    await speak("de");
    try {
      const { text } = await by().get(`/api/imports/template.csv?entity=${entity}`);
      const { fields, mapping } = await saved(uploadFile(by(), entity, `${text.trimEnd()}\r\nx\r\n`));
      const labels = fields as unknown as { name: string; label: string }[];
      expect(text).toContain(labels[0]?.label);
      expect(mapping).toEqual(Object.fromEntries(labels.map(({ name, label }) => [name, { column: label }])));
    } finally {
      await speak("en");
    }
  },
);

test("a column that the file does not have, and a cell that is empty, leave what is saved as it is", async () => {
  const read = () => saved(admin.get("/api/warehouse/products?q=Peas")).then(({ items }) => items[0]);
  const before = await read();
  const file = "SKU,Name,Category,Discontinued,Tracking mode\n0001,Peas and more,Tinned,,\n";
  const done = await importFile(admin, "product", file);
  expect(done).toMatchObject({ createdCount: 0, updatedCount: 1, unchangedCount: 0 });
  const { version: _v, updatedAt: _u, ...kept } = before as Body;
  expect(await read()).toMatchObject({
    ...kept,
    name: "Peas and more",
    status: "discontinued",
    trackingMode: "serial",
  });
});

test("the dry run shows each value that changes, old and new, and changes nothing", async () => {
  const file = "Code;Name;Payment terms;City\n007;New name;45;Bremen\nNEW;Somebody;1;\n";
  const tried = await checkFile(admin, await saved(uploadFile(admin, "vendor", file)));
  expect(tried).toMatchObject({ newCount: 1, changedCount: 1, unchangedCount: 0, badCount: 0 });
  const { items } = await saved(admin.get(`/api/imports/${tried.id}/rows?outcome=changed`));
  expect(items).toMatchObject([
    { rowNo: 2, changes: { name: { from: vendor.name, to: "New name" }, paymentTermsDays: { from: "30", to: "45" } } },
  ]);
  expect(Object.keys(items[0]?.["changes"] as object)).toEqual(["name", "paymentTermsDays"]);
});

describe("a price", () => {
  beforeAll(() => saved(admin.post("/api/warehouse/vendors", { code: "W1", name: "Weber", currency: "EUR" })));

  test("keeps its currency and unit where the file does not say them; a change of them stands in the file and in the dry run", async () => {
    const records = await orderRecords(await testApp.as("SUPER_ADMIN"), { products: 1 });
    const offer = { unitPrice: "120", priceUom: "XCT", priceQtyPerUom: "12", currency: "USD" };
    await offerOf(buyer, records, 0, offer);
    const one = records.products[0] as { id: string; sku: string };
    const { code } = await saved(buyer.get(`/api/warehouse/vendors/${records.vendorId}`));
    const now = await saved(buyer.get(`/api/warehouse/products/${one.id}`));
    const row = [one.sku, now["name"], now["categoryName"], code].join(",");
    const head = "SKU,Name,Category,Vendor,Price";
    const changes = async (file: string) => {
      const tried = await checkFile(buyer, await saved(uploadFile(buyer, "product", file)));
      expect(await badRows(buyer, tried)).toEqual({});
      return (await saved(buyer.get(`/api/imports/${tried.id}/rows?outcome=changed`))).items.map(
        (item) => item["changes"],
      );
    };
    expect(await changes(`${head}\n${row},120\n`)).toEqual([]);
    const from = "120 USD per carton of 12";
    expect(await changes(`${head}\n${row},11\n`)).toEqual([{ unitPrice: { from, to: "11 USD per carton of 12" } }]);
    await importFile(buyer, "product", `${head}\n${row},11\n`);
    const offered = async () => (await saved(buyer.get(`/api/warehouse/products/${one.id}`)))["vendors"];
    expect(await offered()).toMatchObject([{ ...offer, unitPrice: "11" }]);
    const said = `${head},Price currency,Price unit\n${row},11,EUR,piece\n`;
    expect(await changes(said)).toEqual([{ unitPrice: { from: "11 USD per carton of 12", to: "11 EUR per piece" } }]);
    await importFile(buyer, "product", said);
    expect(await offered()).toMatchObject([{ unitPrice: "11", currency: "EUR", priceUom: "EA", priceQtyPerUom: "1" }]);
  });

  test("without a vendor is a row to correct, not one that loses its price", async () => {
    const tried = await checkFile(
      admin,
      await saved(uploadFile(admin, "product", "SKU,Name,Category,Price\nP,P,Goods,3\n")),
    );
    expect(await badRows(admin, tried)).toEqual({
      2: { vendorCode: "Say whose price this is, or take the price out of the mapping." },
    });
  });

  test("what says nothing without a vendor or a price is a row to correct, not one that loses it", async () => {
    const file = [
      "SKU,Name,Category,Vendor,Vendor's own number,Price,Price unit,Price currency",
      "P,P,Goods,,V1,,,",
      "Q,Q,Goods,,,,piece,EUR",
      "R,R,Goods,W1,,,kg,",
    ];
    const tried = await checkFile(admin, await saved(uploadFile(admin, "product", `${file.join("\n")}\n`)));
    const priceUnit = "Give the price as well, or take the price unit out of the mapping.";
    expect(await badRows(admin, tried)).toEqual({
      2: { vendorSku: "Say whose number this is, or take it out of the mapping." },
      3: { priceUnit, currency: "Give the price as well, or take the currency out of the mapping." },
      4: { priceUnit },
    });
    const list = "SKU,Vendor,Price unit\nR,W1,kg\n";
    const other = await checkFile(admin, await saved(uploadFile(admin, "price-list", list)));
    expect(await badRows(admin, other)).toMatchObject({ 2: { priceUnit } });
  });

  test("that a vendor has yet to say has a currency already: another one is a change", async () => {
    const records = await orderRecords(await testApp.as("SUPER_ADMIN"), { products: 1 });
    await offerOf(buyer, records, 0, { unitPrice: null, currency: "EUR" });
    const { code } = await saved(buyer.get(`/api/warehouse/vendors/${records.vendorId}`));
    const file = (currency: string) => `SKU,Vendor,Price currency\n${records.products[0]?.sku},${code},${currency}\n`;
    const same = await importFile(buyer, "price-list", file("EUR"));
    expect(same).toMatchObject({ updatedCount: 0, unchangedCount: 1 });
    expect(await importFile(buyer, "price-list", file("USD"))).toMatchObject({ updatedCount: 1 });
    const product = await saved(buyer.get(`/api/warehouse/products/${records.products[0]?.id}`));
    expect(product["vendors"]).toMatchObject([{ unitPrice: null, currency: "USD" }]);
  });

  test("or a product in a unit that the list does not have is a row to correct", async () => {
    const file = "SKU,Name,Category,Base unit,Vendor,Price,Price unit\nZ1,Z,Goods,ZZZ,,,\nZ2,Z,Goods,,W1,1,ZZZ 12\n";
    const tried = await checkFile(admin, await saved(uploadFile(admin, "product", file)));
    const unknown = "There is no unit ZZZ. Choose one from the list.";
    expect(await badRows(admin, tried)).toEqual({ 2: { baseUom: unknown }, 3: { priceUnit: unknown } });
    const [{ sku } = { sku: "" }] = (await orderRecords(await testApp.as("SUPER_ADMIN"), { products: 1 })).products;
    const list = `SKU,Vendor,Ordered in\n${sku},W1,ZZZ 12\n`;
    const other = await checkFile(admin, await saved(uploadFile(admin, "price-list", list)));
    expect(await badRows(admin, other)).toEqual({ 2: { orderUnit: unknown } });
  });
});
