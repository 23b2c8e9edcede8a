import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aVehicle, registered, vehicleBody, vehiclesPath } from "#main/testing/records/vehicles.ts";

let testApp: TestApp;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  manager = await testApp.as("FLEET_MANAGER");
});
afterAll(() => testApp.close());

const tried = async (file: string) => checkFile(manager, await saved(uploadFile(manager, "vehicle", file)));
const fieldsOf = async (file: string) =>
  Object.fromEntries(
    Object.entries(await badRows(manager, await tried(file))).map(([row, errors]) => [
      row,
      Object.keys(errors).toSorted(),
    ]),
  );
const changes = async (file: string) => {
  const one = await tried(file);
  expect(await badRows(manager, one)).toEqual({});
  const { items } = await saved(manager.get(`/api/imports/${one.id}/rows?outcome=changed`));
  return items.map((item) => item["changes"]);
};
const called = async (unitNumber: string) => {
  const { items } = await saved(manager.get(`${vehiclesPath}?q=${unitNumber}`));
  const found = items.find((item) => item["unitNumber"] === unitNumber);
  return found && saved(manager.get(`${vehiclesPath}/${found.id}`));
};

test("vehicles of a list come in by their number; what they belong to is named by code or name, and the model fills what is left empty", async () => {
  const chief = await testApp.as("COMPANY_ADMIN");
  await saved(chief.post("/api/settings/locations", { code: "TIL", name: "Tilburg", timezone: "Europe/Amsterdam" }));
  await saved(
    chief.post("/api/warehouse/carriers", { code: "SUB-1", name: "Subbie", dispatchEmail: "desk@subbie.example" }),
  );
  const known = await aVehicle(manager, { unitNumber: "Bus-1", notes: "kept", payloadKg: "900" });
  await importFile(
    manager,
    "vehicle",
    [
      "Wagennummer;Kennzeichen;Zulassungsland;Fahrzeugart;Hersteller;Modell;Fahrgestellnummer;Kraftstoff;Status;Standort;Spedition;Nutzlast",
      "bus-1;;;;;Ducato L3H2;;;spare;TIL;;1050",
      "N-1;B-GH 47;Deutschland;;;tgx;WMA13XZZ4KP123456;LNG;;Tilburg;sub-1;",
      "N-2;;;SEMI-TRAILER;krone;;;;Laid up;;;",
    ].join("\r\n"),
  );
  expect(await called("bus-1")).toMatchObject({
    id: known.id,
    status: "in_service",
    typeName: "Van up to 3.5 t",
    makerName: "Fiat",
    modelName: "Ducato L3H2",
    cargoVolumeM3: "13",
    payloadKg: "1050",
    plateNumber: known["plateNumber"],
    vehicleStatusName: "Spare",
    homeLocationName: "Tilburg",
    notes: "kept",
  });
  expect(await called("N-1")).toMatchObject({
    status: "onboarding",
    plateCountry: "DE",
    typeName: "Tractor unit",
    makerName: "MAN",
    modelName: "TGX",
    fuelTypeName: "Liquefied natural gas (LNG)",
    vehicleStatusName: "In use",
    carrierName: "Subbie",
  });
  expect(await called("N-2")).toMatchObject({ makerName: "Krone", vehicleStatusName: "Laid up", fuelTypeName: null });
});

test("the dry run shows what the chosen model fills as well, and nothing that the vehicle has already", async () => {
  await aVehicle(manager, { unitNumber: "F-1", fuelTypeId: await registered(manager, "fuel-types", "HVO") });
  expect(await changes("Unit number,Model\nF-1,Ducato L3H2\n")).toEqual([
    {
      model: { from: null, to: "Ducato L3H2" },
      maker: { from: null, to: "Fiat" },
      cargoVolumeM3: { from: null, to: "13" },
    },
  ]);
});

test("what cannot be is said row by row, in the field that is wrong", async () => {
  await aVehicle(manager, {
    unitNumber: "H-1",
    vin: "WMA13XZZ4KP999999",
    plateNumber: "XX-11-YY",
    fuelCardRef: "card-1",
  });
  const head =
    "Unit number,Type,Maker,Model,Fuel,Status,Home location,Carrier,VIN,Plate,Country,Fuel card,Payload,Gross weight,Empty weight";
  const row = (given: Record<string, string>) =>
    head
      .split(",")
      .map((name) => given[name] ?? "")
      .join(",");
  const rows: (readonly [Record<string, string>, string[]])[] = [
    [{ "Unit number": "X-1" }, ["type"]],
    [{ "Unit number": "X-2", Type: "NONE" }, ["type"]],
    [{ "Unit number": "X-3", Type: "VAN", Maker: "Nobody", Model: "None", Fuel: "Coal" }, ["fuelType", "maker"]],
    [{ "Unit number": "X-4", Type: "VAN", Model: "None" }, ["model"]],
    [{ "Unit number": "X-5", Maker: "Scania", Model: "TGX" }, ["model"]],
    [
      { "Unit number": "X-6", Type: "VAN", Status: "?", "Home location": "Nowhere", Carrier: "NONE" },
      ["carrier", "location", "vehicleStatus"],
    ],
    [{ "Unit number": "X-7", Type: "VAN", VIN: "1M8GDM9A1KP042788" }, ["vin"]],
    [{ "Unit number": "X-8", Type: "VAN", VIN: "wma13xzz4kp999999" }, ["vin"]],
    [{ "Unit number": "X-9", Type: "VAN", Plate: "XX 11 YY", Country: "NL" }, ["plateNumber"]],
    [{ "Unit number": "X-10", Type: "VAN", Plate: "AB-12-CD" }, ["plateCountry"]],
    [{ "Unit number": "X-11", Type: "VAN", "Fuel card": "CARD-1" }, ["fuelCardRef"]],
    [{ "Unit number": "X-17", Type: "VAN", "Fuel card": "4111 1111 1111 1111" }, ["fuelCardRef"]],
    [{ "Unit number": "X-12", Type: "VAN", Status: "disposed" }, ["vehicleStatus"]],
    [
      { "Unit number": "X-13", Type: "VAN", "Gross weight": "3500", "Empty weight": "2500", Payload: "1200" },
      ["payloadKg"],
    ],
    [{ "Unit number": "X-14", Maker: "DAF", Type: "VAN", VIN: "WMA13XZZ4KP123499" }, ["vin"]],
    [{ "Unit number": "X-15", Type: "VAN", Plate: "AB-99-CD", Country: "NL" }, []],
    [{ "Unit number": "X-16", Type: "VAN", Plate: "ab99cd", Country: "NL" }, ["plateNumber"]],
    [{ "Unit number": "x-15", Type: "VAN" }, ["unitNumber"]],
  ];
  const wanted = rows.flatMap(([, fields], at) => (fields.length > 0 ? [[at + 2, fields]] : []));
  expect(await fieldsOf([head, ...rows.map(([given]) => row(given))].join("\n"))).toEqual(Object.fromEntries(wanted));
});

test("a row that cannot be read whole says as well which of its names are not there", async () => {
  const rows = ["X-20,NOPE,abc,Nobody", "X-21,NOPE,-5,", "X-22,VAN,99999999999,", "X-22,NOPE,900,"];
  expect(await fieldsOf(["Unit number,Type,Payload,Maker", ...rows].join("\n"))).toEqual({
    2: ["maker", "payloadKg", "type"],
    3: ["payloadKg", "type"],
    4: ["payloadKg"],
    5: ["type"],
  });
});

test("a vehicle in service keeps what it has to have, whatever a file says", async () => {
  const { id } = await aVehicle(manager, { unitNumber: "S-1" });
  const forklift = await registered(manager, "vehicle-types", "FORKLIFT");
  await saved(
    manager.post(vehiclesPath, {
      ...(await vehicleBody(manager)),
      unitNumber: "S-2",
      typeId: forklift,
      payloadKg: null,
      plateNumber: null,
      plateCountry: null,
    }),
  ).then((one) => saved(manager.post(`${vehiclesPath}/${one.id}/put-in-service`)));
  expect(await fieldsOf("Unit number,Type\nS-1,SEMI-TRAILER\nS-2,VAN\n")).toEqual({ 3: ["payloadKg", "plateNumber"] });
  expect(await saved(manager.get(`${vehiclesPath}/${id}`))).toMatchObject({ typeName: "Van up to 3.5 t" });
});

test("a model's name that was given again is told by the maker and the year; of those without an end it is the newest", async () => {
  const typeId = await registered(manager, "vehicle-types", "RIGID");
  const [daf, volvo] = [
    await registered(manager, "vehicle-makers", "DAF"),
    await registered(manager, "vehicle-makers", "Volvo"),
  ];
  const add = (makerId: string, yearFrom: number, yearTo: number | null) =>
    saved(
      manager.post("/api/fleet/vehicle-models", {
        makerId,
        name: "Twice",
        yearFrom,
        yearTo,
        typeId,
        payloadKg: String(yearFrom),
      }),
    );
  await add(daf, 2001, 2010);
  await add(daf, 2011, null);
  await add(daf, 2018, null);
  await add(volvo, 2001, null);
  expect(await fieldsOf("Unit number,Maker,Model,Model year\nT-1,,Twice,2015\nT-2,DAF,Twice,\n")).toEqual({
    2: ["model"],
    3: ["model"],
  });
  await importFile(
    manager,
    "vehicle",
    "Unit number,Maker,Model,Model year\nT-1,DAF,Twice,2015\nT-2,Volvo Trucks,Twice,\nT-3,DAF,Twice,2021\n",
  );
  expect(await called("T-1")).toMatchObject({ makerName: "DAF", payloadKg: "2011" });
  expect(await called("T-3")).toMatchObject({ makerName: "DAF", payloadKg: "2018" });
  expect(await called("T-2")).toMatchObject({ makerName: "Volvo Trucks", payloadKg: "2001" });
  expect(await changes("Unit number,Model\nT-1,Twice\nT-2,Twice\n"), "of the maker and year that it has").toEqual([]);
});

test("a file changes no vehicle that is retired; with another VIN its number is another vehicle's", async () => {
  const gone = await aVehicle(manager, { unitNumber: "R-1", vin: "WMA13XZZ4KP777777" });
  await saved(manager.post(`${vehiclesPath}/${gone.id}/retire`, { reason: "sold" }));
  const before = await saved(manager.get(`${vehiclesPath}/${gone.id}`));
  expect(await fieldsOf("Unit number,Type\nr-1,VAN\n")).toEqual({ 2: ["unitNumber"] });
  await importFile(manager, "vehicle", "Unit number,Type,VIN\nR-1,VAN,WMA13XZZ4KP888888\n");
  expect(await saved(manager.get(`${vehiclesPath}/${gone.id}`))).toEqual(before);
  const { items } = await saved(manager.get(`${vehiclesPath}?q=R-1&status=onboarding`));
  expect(items).toMatchObject([{ unitNumber: "R-1", vin: "WMA13XZZ4KP888888" }]);
});

test("who plans imports no vehicles, and who manages them in one company none in another", async () => {
  const file = "Unit number,Type\nP-1,VAN\n";
  expect((await uploadFile(await testApp.as("DISPATCHER"), "vehicle", file)).status).toBe(403);
  await importFile(manager, "vehicle", file);
  const there = await testApp.as("FLEET_MANAGER", "b");
  expect((await saved(there.get(`${vehiclesPath}?q=P-1`))).items).toEqual([]);
});

const inventory = new URL(
  "../../../../../../shared/data/vehicles/ved-vehicles-combustion-hybrid.xlsx",
  import.meta.url,
);

test("the inventory of a real fleet comes in from its workbook, and once more without change", async (context) => {
  if (!existsSync(inventory)) return context.skip("The inventory of the Vehicle Energy Dataset is absent.");
  const file = readFileSync(inventory);
  const mapping = {
    unitNumber: { column: "VehId" },
    type: { value: "Car" },
    meterUnit: { value: "mi" },
    notes: { column: "Engine Configuration & Displacement" },
  };
  const read = async () => {
    const one = await saved(uploadFile(manager, "vehicle", file, { name: "inventory.xlsx" }));
    expect(one["mapping"]).toMatchObject({ unitNumber: { column: "VehId" } });
    const checked = await checkFile(manager, one, { mapping });
    expect(await badRows(manager, checked)).toEqual({});
    return applyFile(manager, checked);
  };
  expect(await read()).toMatchObject({ state: "done", createdCount: 357, updatedCount: 0 });
  expect(await read()).toMatchObject({ state: "done", createdCount: 0, unchangedCount: 357 });
});
