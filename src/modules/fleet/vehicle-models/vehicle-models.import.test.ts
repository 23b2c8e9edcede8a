import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { saved } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  manager = await testApp.as("FLEET_MANAGER");
});
afterAll(() => testApp.close());

const models = async (q: string) => (await saved(manager.get(`/api/fleet/vehicle-models?q=${q}`))).items;

test("makers and models come in by their names, however they are written; a maker that is not there is told", async () => {
  const makers = await importFile(manager, "vehicle-maker", "Marke;Herstellerkennung\nSINOTRUK;LZZ\nscania;\n");
  expect(makers).toMatchObject({ createdCount: 1, unchangedCount: 1 });
  const file = "Make,Model,Built from,Type,Fuel,Payload\nsinotruk,C9H,2024,TRACTOR,Diesel,\nMAN,tgx,,,,18000\n";
  expect(await importFile(manager, "vehicle-model", file)).toMatchObject({ createdCount: 1, updatedCount: 1 });
  expect(await models("C9H")).toMatchObject([
    { makerName: "SINOTRUK", yearFrom: 2024, typeName: "Tractor unit", fuelTypeName: "Diesel" },
  ]);
  expect(await models("TGX")).toMatchObject([{ name: "TGX", payloadKg: "18000" }]);
  const bad =
    "Make,Model,Built from,Built until,Type,Fuel\nNobody,A,,,,\nMAN,B,,,None,None\nMAN,C,2020,2019,,\nMAN,tgx,,,,\nMAN,TGX,,,,\n";
  const tried = await checkFile(manager, await saved(uploadFile(manager, "vehicle-model", bad)));
  expect(await badRows(manager, tried)).toEqual({
    2: { maker: "There is no maker Nobody. Import it first." },
    3: { type: "There is no vehicle type None. Add it first.", fuelType: "There is no fuel type None. Add it first." },
    4: { yearTo: "It was built from 2020 on: give that year or a later one." },
    6: { maker: "Row 5 has the same." },
  });
});

test("the same name from another year on is another generation", async () => {
  const file = "Make,Model,Built from,Built until\nDAF,Again,2001,2010\nDAF,Again,2011,\n";
  expect(await importFile(manager, "vehicle-model", file)).toMatchObject({ createdCount: 2 });
  expect(await importFile(manager, "vehicle-model", file)).toMatchObject({ createdCount: 0, unchangedCount: 2 });
});

test("who plans imports neither makers nor models", async () => {
  const dispatcher = await testApp.as("DISPATCHER");
  for (const entity of ["vehicle-maker", "vehicle-model"])
    expect((await uploadFile(dispatcher, entity, "Make,Model\nMAN,X\n")).status).toBe(403);
});

const catalogue = new URL("../../../../../shared/data/vehicles/us-make-model-2001-2015.csv", import.meta.url);

test("a real catalogue of fifteen years comes in: its makers, and each model once", async (context) => {
  if (!existsSync(catalogue)) return context.skip("The catalogue of makes and models is absent.");
  const file = readFileSync(catalogue, "utf8");
  const lines = file.split(/\r?\n/).filter(Boolean).slice(1);
  const makes = new Set(lines.map((line) => line.split(",")[1]));
  const names = new Set(lines.map((line) => line.split(",").slice(1).join(",").toUpperCase()));
  const read = async (entity: string) => {
    const tried = await checkFile(manager, await saved(uploadFile(manager, entity, file)));
    return applyFile(manager, tried, "skip_bad");
  };
  const count = async (table: string) =>
    Number(
      (
        await asSuper<{ n: number }>(testApp, `select count(*)::int as n from ${table} where company_id = $1`, [
          testApp.companies.a,
        ])
      )[0]?.n,
    );
  const before = { makers: await count("vehicle_makers"), models: await count("vehicle_models") };
  const made = await read("vehicle-maker");
  expect(Number(made["createdCount"]) + Number(made["unchangedCount"])).toBe(makes.size);
  expect(await count("vehicle_makers")).toBe(before.makers + Number(made["createdCount"]));
  const built = await read("vehicle-model");
  expect(Number(built["createdCount"]) + Number(built["unchangedCount"])).toBe(names.size);
  expect(await count("vehicle_models")).toBe(before.models + Number(built["createdCount"]));
});
