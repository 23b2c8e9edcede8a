import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";

// Not conformed: an import is a file on its way, not a record that one writes and lists.
let testApp: TestApp;
let buyer: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  buyer = await testApp.as("BUYER");
});
afterAll(() => testApp.close());

interface Import {
  id: string;
  state: string;
  badCount: number;
  createdCount: number;
  updatedCount: number;
  unchangedCount: number;
  columns: string[];
  mapping: Record<string, { column?: string; value?: string }>;
  isRemembered: boolean;
}

const northwind = fileURLToPath(
  new URL("../../../../../shared/data/products/northwind/suppliers.csv", import.meta.url),
);

async function upload(
  client: Client,
  entity: string,
  name: string,
  content: string | Buffer,
): Promise<{ status: number; body: Import }> {
  const boundary = "waybillboundary";
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const { status, text } = await client.send("POST", `/api/imports?entity=${entity}`, payload, {
    "content-type": `multipart/form-data; boundary=${boundary}`,
  });
  return { status, body: JSON.parse(text) as Import };
}

async function applied(client: Client, id: string, mode = "all_or_nothing"): Promise<Import> {
  const answer = await client.post(`/api/imports/${id}/apply`, { mode });
  expect(answer.status, answer.text).toBe(200);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { text } = await client.get(`/api/imports/${id}`);
    const now = JSON.parse(text) as Import;
    if (now.state !== "applying") return now;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("the import was not applied in 10 s");
}

async function checked(client: Client, record: Import, more: object = {}): Promise<Import> {
  const answer = await client.post(`/api/imports/${record.id}/check`, { mapping: record.mapping, ...more });
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text) as Import;
}

test("the vendors of a real file are imported with the mapping that its headings suggest, and a second time each of them is unchanged", async () => {
  const own =
    "SupplierID,CompanyName,Address,City,Region,PostalCode,Country\n1,Exotic Liquids,49 Gilbert St.,London,,EC1 4SD,UK\n2,Kaffee Kontor,Hafen 1,Bremen,,28309,Germany\n";
  const real = existsSync(northwind);
  if (!real) console.log("The Northwind file is absent; a small file of our own stands in for it.");
  const file = real ? readFileSync(northwind) : Buffer.from(own);
  const first = await upload(buyer, "vendor", "suppliers.csv", file);
  expect(first.status).toBe(200);
  expect(first.body.mapping).toMatchObject({
    code: { column: "SupplierID" },
    name: { column: "CompanyName" },
    countryCode: { column: "Country" },
  });
  const tried = await checked(buyer, first.body);
  expect(tried.badCount).toBe(0);
  const done = await applied(buyer, first.body.id);
  expect(done.createdCount).toBe(real ? 29 : 2);
  const again = await upload(buyer, "vendor", "suppliers.csv", file);
  expect(again.body.isRemembered).toBe(true);
  await checked(buyer, again.body);
  const second = await applied(buyer, again.body.id);
  expect([second.createdCount, second.updatedCount, second.unchangedCount]).toEqual([0, 0, real ? 29 : 2]);
  const events = await asSuper<{ n: number }>(
    testApp,
    "select count(*)::int as n from events where entity = 'vendor' and actor_kind = 'import'",
  );
  expect(events[0]?.n).toBe(real ? 29 : 2); // the second time nothing was changed
});

test("BOM, semicolons and leading zeros survive; bad rows say what to correct; all or nothing means nothing", async () => {
  const file =
    "\uFEFFCode;Name;Postal code;Country;Lead time\r\n0042;Käse & Söhne;01067;Germany;7\r\n0043;;28309;Nowhere;7,5\r\n0042;Again;1;NL;1\r\n";
  const { body } = await upload(buyer, "vendor", "lieferanten.csv", file);
  const tried = await checked(buyer, body, { decimalComma: true });
  expect(tried.badCount).toBe(2);
  const refused = await buyer.post(`/api/imports/${body.id}/apply`, { mode: "all_or_nothing" });
  expect(refused.status).toBe(409);
  const { text } = await buyer.get(`/api/imports/${body.id}/rows?outcome=bad`);
  expect(text).toContain("Fill this in.");
  expect(text).toContain("no country that we know");
  expect(text).toContain("Give a whole number.");
  expect(text).toContain("Row 2 has the same.");
  const done = await applied(buyer, body.id, "skip_bad");
  expect(done.createdCount).toBe(1);
  const rows = await asSuper<{ postal_code: string; name: string }>(
    testApp,
    "select postal_code, name from vendors where code = '0042'",
  );
  expect(rows).toEqual([{ postal_code: "01067", name: "Käse & Söhne" }]);
  const result = await buyer.get(`/api/imports/${body.id}/result.csv`);
  expect(result.text).toContain("created");
  expect(result.text).toContain("Nowhere");
});

test("an import belongs to its company and needs the entity's permission", async () => {
  const { body } = await upload(buyer, "vendor", "v.csv", "Code,Name\nA1,Anna\n");
  const other = await testApp.as("BUYER", "b");
  expect((await other.get(`/api/imports/${body.id}`)).status).toBe(404);
  const viewer = await testApp.as("VIEWER");
  for (const path of ["", "/rows", "/progress", "/result.csv"])
    expect((await viewer.get(`/api/imports/${body.id}${path}`)).status, path).toBe(404);
  expect((await viewer.post(`/api/imports/${body.id}/apply`, { mode: "skip_bad" })).status).toBe(404);
  expect((await upload(viewer, "vendor", "v.csv", "Code,Name\nA1,Anna\n")).status, "which names no import").toBe(403);
});

test("what somebody typed for all rows is suggested to them again, and to nobody else", async () => {
  const file = "Code,Name,Remark\nM1,Mine,x\n";
  const first = await upload(buyer, "vendor", "m.csv", file);
  const mapping = { ...first.body.mapping, notes: { value: "owed to me" } };
  await checked(buyer, { ...first.body, mapping });
  expect((await upload(buyer, "vendor", "m.csv", file)).body).toMatchObject({ isRemembered: true, mapping });
  const other = await testApp.as("WAREHOUSE_MANAGER");
  const theirs = await upload(other, "vendor", "m.csv", file);
  expect(theirs.status).toBe(200);
  expect(theirs.body).toMatchObject({ isRemembered: false, mapping: first.body.mapping });
  expect(JSON.stringify(theirs.body)).not.toContain("owed to me");
  expect((await upload(buyer, "vendor", "m.csv", file)).body.mapping).toEqual(mapping);
});

test("what is no spreadsheet is refused with a sentence", async () => {
  const { status, body } = await upload(buyer, "vendor", "x.csv", Buffer.from([0, 1, 2, 3]));
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain("spreadsheet");
});

test("products with their categories, vendors and prices come from the real catalogue, GTINs keep their zeros, and a wrong check digit is told", async () => {
  const folder = fileURLToPath(new URL("../../../../../shared/data/products/", import.meta.url));
  const catalogue = `${folder}northwind/products.csv`;
  const real = existsSync(catalogue);
  if (!real) console.log("The Northwind catalogue is absent; a small file of our own stands in for it.");
  const categories = real
    ? readFileSync(`${folder}northwind/categories.csv`)
    : "CategoryID,CategoryName\n1,Beverages\n";
  const categoryImport = await upload(buyer, "product-category", "categories.csv", categories);
  await checked(buyer, categoryImport.body);
  await applied(buyer, categoryImport.body.id);
  const file = real
    ? readFileSync(catalogue)
    : "ProductID,ProductName,SupplierID,CategoryID,UnitPrice,Discontinued\n1,Chai,1,1,18,0\n2,Chang,1,1,19,0\n";
  const first = await upload(buyer, "product", "products.csv", file);
  const tried = await checked(buyer, first.body);
  const { text: bad } = await buyer.get(`/api/imports/${first.body.id}/rows?outcome=bad`);
  expect(tried.badCount, bad).toBe(0);
  const done = await applied(buyer, first.body.id);
  expect(done.createdCount).toBe(real ? 77 : 2);
  const [chai] = await asSuper<{ category: string; price: string; vendor: string }>(
    testApp,
    `select c.name as category, pv.unit_price::text as price, v.name as vendor from products p
      join product_categories c on c.id = p.category_id join product_vendors pv on pv.product_id = p.id
      join vendors v on v.id = pv.vendor_id where p.sku = '1'`,
  );
  expect(chai).toMatchObject({ category: "Beverages", price: "18.000000", vendor: "Exotic Liquids" });
  const gtins = await upload(
    buyer,
    "product",
    "gtins.csv",
    "sku;name;category;gtin\nA;Zero;Food;036000291452\nB;Wrong;Food;036000291453\n",
  );
  expect((await checked(buyer, gtins.body)).badCount).toBe(1);
  await applied(buyer, gtins.body.id, "skip_bad");
  expect(await asSuper(testApp, "select gtin from products where sku = 'A'")).toEqual([{ gtin: "00036000291452" }]);
});

test("others read how many rows are checked while the check goes on, and how many were written", async () => {
  const rows = Array.from({ length: 1_200 }, (_, n) => `P${n},Progress ${n}`);
  const { body } = await upload(buyer, "vendor", "progress.csv", `Code,Name\n${rows.join("\n")}\nNAMELESS,\n`);
  const rowsDone = async () => (await buyer.get(`/api/imports/${body.id}/progress`)).body["rowsDone"];
  expect(await rowsDone()).toBe(0);
  const gate = new pg.Client({ connectionString: testApp.superUrl });
  await gate.connect();
  await gate.query("begin; lock table import_mappings in share mode"); // the last that a check writes
  const check = buyer.post(`/api/imports/${body.id}/check`, { mapping: body.mapping });
  await expect.poll(rowsDone, { timeout: 30_000 }).toBe(1_201);
  expect((await buyer.get(`/api/imports/${body.id}`)).body["state"]).toBe("uploaded");
  await gate.end();
  expect((await check).body["state"]).toBe("checked");
  await applied(buyer, body.id, "skip_bad");
  expect(await rowsDone()).toBe(1_200);
  expect((await (await testApp.as("BUYER", "b")).get(`/api/imports/${body.id}/progress`)).status).toBe(404);
});

test("a bin that a file has twice, once by its site's code and once by its name, is told however far apart", async () => {
  const admin = await testApp.as("SUPER_ADMIN");
  const site = { code: "TWICE", name: "Twice named", timezone: "Europe/Amsterdam" };
  expect((await admin.post("/api/settings/locations", site)).status).toBe(200);
  const between = Array.from({ length: 600 }, (_, n) => `B${n},TWICE`);
  const file = ["Code,Location", "Z1,TWICE", ...between, "z1,Twice named", ""].join("\n");
  const { body } = await upload(admin, "storage-location", "bins.csv", file);
  const check = await admin.post(`/api/imports/${body.id}/check`, { mapping: body.mapping });
  expect(check.body).toMatchObject({ badCount: 1, newCount: 601 });
  const { items } = (await admin.get(`/api/imports/${body.id}/rows?outcome=bad`)).body;
  expect(items).toMatchObject([{ rowNo: 603, errors: { code: "Row 2 has the same." } }]);
});
