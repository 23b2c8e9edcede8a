import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { saved } from "#main/testing/records/orders.ts";
import { assetCommodities } from "./asset-commodities.contract.ts";

const path = assetCommodities.list.path;
let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp({ jobs: true })));
afterAll(() => testApp.close());
const manager = () => testApp.as("FLEET_MANAGER");

test("commodities come in by their code, units by their codes or their words, and those that are known are changed", async () => {
  const client = await manager();
  const head = "Warennummer;Bezeichnung;Zolltarifnummer;UN-Nummer;Gefahrklasse;PG;Einheit;Stackable";
  await importFile(
    client,
    "asset-commodity",
    [head, "B-1;Benzin;2710.12.45;1203;3;II;l;no", "W-1;Mineralwasser;22011011;;;;XPX;yes"].join("\r\n"),
  );
  const { items } = await saved(client.get(`${path}?sort=code`));
  expect(items).toMatchObject([
    { code: "B-1", hsCode: "27101245", unNumber: "UN1203", hazardClass: "3", quantityType: "LTR", isHazmat: true },
    { code: "W-1", hsCode: "22011011", quantityType: "XPX", isStackable: true, isHazmat: false },
  ]);
  const done = await importFile(client, "asset-commodity", "Code;Name;Unit;UN number\nb-1;Super;LTR;1268\n");
  expect(done).toMatchObject({ createdCount: 0, updatedCount: 1 });
  expect(await saved(client.get(`${path}/${items[0]!.id}`))).toMatchObject({
    code: "b-1",
    name: "Super",
    unNumber: "UN1268",
    hazardClass: "3",
    packingGroup: "II",
  });
});

test("what cannot be is said row by row", async () => {
  const client = await manager();
  const head = "Code,Name,Unit,HS code,UN number,Hazard class,Packing group,Coldest,Warmest";
  const rows = ["N-1,A,KGM,8703,,,,,", "N-2,A,KGM,,UN1203,,,,", "N-3,A,KGM,,UN1001,2.1,I,,", "N-4,A,ZZZ,,,,,,"];
  const file = [head, ...rows, "N-5,A,KGM,,,,,-18,-20", "N-6,A,KGM,,,10,,,"].join("\n");
  const tried = await checkFile(client, await saved(uploadFile(client, "asset-commodity", file)));
  const bad = await badRows(client, tried);
  expect(Object.fromEntries(Object.entries(bad).map(([row, errors]) => [row, Object.keys(errors)]))).toEqual({
    2: ["hsCode"],
    3: ["hazardClass"],
    4: ["packingGroup"],
    5: ["quantityType"],
    6: ["tempMaxC"],
    7: ["hazardClass"],
  });
});

const tariff = new URL("../../../../../shared/data/reference-codes/hs/harmonized-system.csv", import.meta.url);

test("the world's customs tariff comes in as it is published: each of its subheadings, and no chapter, heading or total", async (context) => {
  if (!existsSync(tariff)) {
    console.log(`The harmonized system is absent: nothing is at ${fileURLToPath(tariff)}.`);
    context.skip();
  }
  const client = await testApp.as("FLEET_MANAGER", "b");
  const text = readFileSync(tariff, "utf8");
  const levels = text.match(/,\d\r?$/gm)!.map((end) => Number(end.trim().slice(1)));
  const record = await saved(uploadFile(client, "asset-commodity", text));
  const mapping = {
    code: { column: "hscode" },
    hsCode: { column: "hscode" },
    name: { column: "description" },
    quantityType: { value: "KGM" },
  };
  const tried = await checkFile(client, record, { mapping });
  expect(tried["rowCount"]).toBe(levels.length);
  const bad = await asSuper<{ fields: string[]; level: string }>(
    testApp,
    `select distinct array(select jsonb_object_keys(errors) order by 1) as fields, cells[5] as level from import_rows
      where import_id = $1 and errors <> '{}' order by 2`,
    [record.id],
  );
  expect(bad).toEqual(["2", "4", "5"].map((level) => ({ fields: ["hsCode"], level })));
  const done = await applyFile(client, tried, "skip_bad");
  expect(done["createdCount"]).toBe(levels.filter((level) => level === 6).length);
  const wrong = await asSuper(testApp, "select code from asset_commodities where company_id = $1 and hs_code <> code", [
    testApp.companies.b,
  ]);
  expect(wrong).toEqual([]);
  expect(await saved(client.get(`${path}?q=010121`))).toMatchObject({
    items: [{ hsCode: "010121", name: "Horses; live, pure-bred breeding animals" }],
  });
});
