import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { aContainerNo, anAsset, assetsPath as path, assetTypeId } from "#main/testing/records/assets.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";

let testApp: TestApp;
let yard: string;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  const admin = await testApp.as("COMPANY_ADMIN");
  const place = { code: "TIL", name: "Tilburg", timezone: "Europe/Amsterdam" };
  yard = (await saved(admin.post("/api/settings/locations", place))).id;
});
afterAll(() => testApp.close());
const manager = () => testApp.as("FLEET_MANAGER");
const head = "Inventarnummer;Typ;Containernummer;Kennzeichen;Country of the plate;Anzahl;Standort;Fahrzeug;Tare";
const file = (...rows: string[]) => [head, ...rows].join("\r\n");

test("assets of a list come in by their number, with types by code or name, at places or on vehicles", async () => {
  const client = await manager();
  const vehicle = await aVehicle(client, { unitNumber: "NL-77" });
  await importFile(
    client,
    "asset",
    file(
      "A-1;CURTAIN;;OB-77-AA;NL;;TIL;;",
      "A-2;20 ft container;csqu 305438-3;;;;;nl-77;",
      "A-3;eur-pool;;;;430;Tilburg;;",
    ),
  );
  const { items } = (await client.get(`${path}?sort=assetNo`)).body;
  expect(items).toMatchObject([
    { assetNo: "A-1", plateNumber: "OB-77-AA", locationId: yard, tareKg: "6400", payloadKg: "32600" },
    { assetNo: "A-2", containerNo: "CSQU3054383", vehicleId: vehicle.id, locationId: null, maxGrossKg: "30480" },
    { assetNo: "A-3", quantity: 430, isSerialised: false, kind: "returnable" },
  ]);
  const kinds = await asSuper(testApp, "select distinct kind from resources where id = any($1)", [
    items.map(({ id }) => id),
  ]);
  expect(kinds).toEqual([{ kind: "asset" }]);
});

test("a file moves what is known: who says the vehicle takes it from its location, and the other way round", async () => {
  const client = await manager();
  const vehicle = await aVehicle(client, { unitNumber: "NL-78" });
  const { id } = await anAsset(client, yard, { assetNo: "M-1", name: "Kept as it is" });
  const place = async () => {
    const { locationId, vehicleId, name } = await saved(client.get(`${path}/${id}`));
    return { locationId, vehicleId, name };
  };
  const moved = await importFile(client, "asset", "Asset number,Type,On vehicle\nm-1,CURTAIN,NL-78\n");
  expect(moved).toMatchObject({ createdCount: 0, updatedCount: 1 });
  expect(await place()).toEqual({ locationId: null, vehicleId: vehicle.id, name: "Kept as it is" });
  await importFile(client, "asset", "Asset number,Type,Location,On vehicle\nm-1,CURTAIN,TIL,\n");
  expect(await place()).toEqual({ locationId: yard, vehicleId: null, name: "Kept as it is" });
});

test("what cannot be is said row by row", async () => {
  const client = await manager();
  const containerNo = aContainerNo();
  await anAsset(client, yard, { assetNo: "owner", containerNo, plateNumber: "OB-78-AA", plateCountry: "NL" });
  const gone = await anAsset(client, yard, { assetNo: "gone" });
  await saved(client.post(`${path}/${gone.id}/retire`, { reason: "scrapped" }));
  await anAsset(client, yard, { assetNo: "pool", typeId: await assetTypeId(client, "CAGE-POOL"), quantity: 12 });
  const tried = await checkFile(
    client,
    await saved(
      uploadFile(
        client,
        "asset",
        file(
          "N-1;SPACESHIP;;;;;TIL;;",
          "N-2;BOX;;;;;Nowhere;;",
          "N-3;BOX;;;;;;NONE;",
          "N-4;BOX;;;;;;;",
          "N-5;BOX;CSQU3054384;;;;TIL;;",
          `N-6;BOX;${containerNo};ob78aa;NL;;TIL;;`,
          "N-7;BOX;;;;5;TIL;;",
          "N-8;EUR-POOL;;;;;TIL;;",
          "gone;BOX;;;;;TIL;;",
          "N-10;BOX;;OB-79-AA;;;TIL;;",
          "N-11;BOX;;;;;TIL;;39001",
          "pool;BOX;;;;;;;",
          "owner;CURTAIN;;OB 78AA;NL;;;;",
        ),
      ),
    ),
  );
  const bad = await badRows(client, tried);
  expect(Object.fromEntries(Object.entries(bad).map(([row, errors]) => [row, Object.keys(errors).toSorted()]))).toEqual(
    {
      2: ["type"],
      3: ["location"],
      4: ["vehicle"],
      5: ["location"],
      6: ["containerNo"],
      7: ["containerNo", "plateNumber"],
      8: ["quantity"],
      9: ["quantity"],
      10: ["assetNo"],
      11: ["plateCountry"],
      13: ["quantity"],
    },
  );
});
