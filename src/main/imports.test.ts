import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { fleetImports, type ImportCase } from "#main/testing/files/fleet-imports.ts";
import * as samples from "#main/testing/files/import-samples.ts";
import { applyFile, badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { openOrders } from "#main/testing/records/open-orders.ts";
import { openingStock } from "#main/testing/records/opening-stock.ts";
import { saved } from "#main/testing/records/orders.ts";
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

  const events = () => asSuper(testApp, "select count(*)::int as n from events where actor_kind = 'import'");

  /** A file for other programs. */
  const oneForm = ["opening-stock"];
  /** Their moments are by the clock of the company, as all files are read. */
  const byOneClock = ["price-list", "purchase-order", "delivery"];
  const ways = [
    ["", "en"],
    ["?values=words&timezone=Europe/Amsterdam", "en"],
    ["?values=words&timezone=Europe/Berlin", "de"],
  ];

  test.each(Object.keys(cases))("%s: in codes, and in the words of whoever exports it", async (entity) => {
    const { path, table, by, make } = cases[entity] as ImportCase;
    await make();
    const read = () => asSuper(testApp, `select * from ${table} order by id`);
    const speak = (language = "en") =>
      asSuper(testApp, "update users set locale = $1 where company_id = $2", [language, testApp.companies.a]);
    const [before, told] = [await read(), await events()];

    for (const [query, language] of oneForm.includes(entity) ? ways.slice(0, 1) : ways)
      try {
        await speak(language);
        const asked = byOneClock.includes(entity) ? query?.split("&")[0] : query;
        const { text } = await by().get(`${path}/export.csv${asked}`);
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

  // Files of lines have what is at work only; the others cannot be archived.
  const neverArchived = [...byOneClock, ...oneForm, "meter-reading", "exchange-rate"];
  const archivable = Object.keys(cases).filter((entity) => !neverArchived.includes(entity));
  test.each([
    ["price-list", "Price unit", /carton of 12|\bkg\b/],
    ["purchase-order", "Order number", /piece|carton/],
    ["delivery", "Consignee", /KGM|T\d\d:\d\d:00/],
  ])("%s: for people in their own words, for programs in English and codes", async (entity, heading, code) => {
    const { path, by } = cases[entity] as ImportCase;
    const speak = (language: string) =>
      asSuper(testApp, "update users set locale = $1 where company_id = $2", [language, testApp.companies.a]);
    await speak("de");
    try {
      const [coded, said] = [
        (await by().get(`${path}/export.csv`)).text,
        (await by().get(`${path}/export.csv?values=words`)).text,
      ];
      expect(coded).toContain(heading);
      expect(coded).toMatch(code);
      expect(said).not.toContain(heading);
      expect(said).not.toMatch(entity === "price-list" ? /carton/ : code);
      expect(said).toMatch(/;(Stück|Karton|kg)/);
    } finally {
      await speak("en");
    }
  });

  const retires = ["asset", "vehicle"]; // before they are archived
  test.each(archivable)("%s: what is in the archive stays there", async (entity) => {
    const { path, table, by } = cases[entity] as ImportCase;
    const { items } = await saved(by().get(path));
    if (retires.includes(entity)) await saved(by().post(`${path}/${items[0]?.id}/retire`, { reason: "worn out" }));
    let id: string | undefined;
    for (const one of items)
      // what is in use is in no archive
      if (!id && (await by().post(`${path}/${one.id}/archive`)).status === 200) ({ id } = one);
    expect(id).toBeDefined();
    try {
      const read = () => asSuper(testApp, `select * from ${table} order by id`);
      const [before, told] = [await read(), await events()];
      for (const archived of ["with", "only"]) {
        const done = await importFile(by(), entity, (await by().get(`${path}/export.csv?archived=${archived}`)).text);
        expect(done).toMatchObject({ createdCount: 0, updatedCount: 0, unchangedCount: done["rowCount"] });
        expect(Number(done["rowCount"])).toBeGreaterThan(0);
      }
      expect(await read()).toEqual(before);
      expect(await events()).toEqual(told);
    } finally {
      await saved(by().post(`${path}/${id}/restore`));
    }
  });

  /** What tells some records apart besides: where a category stands, and in what a meter was read. */
  const alsoNeeded: Readonly<Record<string, string>> = {
    "product-category": "parentCode",
    "meter-reading": "enteredUnit",
  };

  test.each(Object.keys(cases))("%s: also where a file has no column but those that it needs", async (entity) => {
    const { path, table, by } = cases[entity] as ImportCase;
    const read = () => asSuper(testApp, `select * from ${table} order by id`);
    const [before, told] = [await read(), await events()];
    const importer = modules.all.flatMap(({ importers = [] }) => importers).find((one) => one.entity === entity);
    const needed = new Set([
      alsoNeeded[entity],
      ...[importer?.key ?? []].flat(),
      ...(importer?.fields ?? []).filter(({ required }) => required).map(({ name }) => name),
    ]);
    const uploaded = await saved(uploadFile(by(), entity, (await by().get(`${path}/export.csv`)).text));
    const mapping = Object.entries(uploaded["mapping"] as object).filter(([field]) => needed.has(field));
    const tried = await checkFile(by(), uploaded, { mapping: Object.fromEntries(mapping) });
    expect(await badRows(by(), tried)).toEqual({});
    const done = await applyFile(by(), tried);
    expect(done).toMatchObject({ state: "done", createdCount: 0, updatedCount: 0, unchangedCount: done["rowCount"] });
    expect(Number(done["rowCount"])).toBeGreaterThan(0);
    expect(await read()).toEqual(before);
    expect(await events()).toEqual(told);
  });
});

test("a row that would change an archived record is to correct, and its record stays in the archive", async () => {
  const { id } = await saved(admin.post("/api/warehouse/vendors", { code: "GONE", name: "Gone", currency: "EUR" }));
  const file = (name: string) => `Code,Name\nGONE,${name}\n`;
  const early = await checkFile(admin, await saved(uploadFile(admin, "vendor", file("Back"))));
  await saved(admin.post(`/api/warehouse/vendors/${id}/archive`));
  const late = await checkFile(admin, await saved(uploadFile(admin, "vendor", file("Back"))));
  expect(await badRows(admin, late)).toEqual({
    2: { code: "GONE is archived. Restore it first, or leave its rows out." },
  });
  expect(await applyFile(admin, early)).toMatchObject({
    state: "failed",
    failure: "Row 2 cannot be imported any more: what it names was changed. Check the file again.",
  });
  expect(await saved(admin.get(`/api/warehouse/vendors/${id}`))).toMatchObject({
    name: "Gone",
    archivedAt: expect.any(String),
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
