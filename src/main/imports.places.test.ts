import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { aYard, booked } from "#main/testing/records/docks.ts";
import { saved } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let admin: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  admin = await testApp.as("SUPER_ADMIN");
});
afterAll(() => testApp.close());

describe("what is new", () => {
  test("is a location with hours and bins of its own, in the company's time zone where the file says none", async () => {
    const done = await importFile(admin, "location", "Nummer;Bezeichnung;PLZ;Ort;Land\nN1;Neu;01067;Dresden;Germany\n");
    expect(done).toMatchObject({ createdCount: 1 });
    const [{ id } = { id: "" }] = (await saved(admin.get("/api/settings/locations?q=Neu"))).items;
    const made = await saved(admin.get(`/api/settings/locations/${id}`));
    const [company] = await asSuper(testApp, "select timezone from companies where id = $1", [testApp.companies.a]);
    expect(made).toMatchObject({ postalCode: "01067", countryCode: "DE", timezone: company?.["timezone"] });
    expect(made["hours"]).toHaveLength(5);
    const bins = await saved(admin.get(`/api/settings/storage-locations?locationId=${id}`));
    expect(bins.items.map(({ code }) => code)).toEqual(["DAMAGED", "QUARANTINE", "RECEIVING"]);
  });

  test("is a bin or a dock of the location that the file names, and one that it does not know is to correct", async () => {
    await saved(admin.post("/api/settings/locations", { code: "T", name: "Tilburg", timezone: "UTC" }));
    const file = "Code,Location\nB1,n1\nB1,Tilburg\nB1,nowhere\n";
    for (const entity of ["storage-location", "dock"]) {
      const tried = await checkFile(admin, await saved(uploadFile(admin, entity, file)));
      expect(await badRows(admin, tried)).toEqual({
        4: { location: "There is no location nowhere. Import it first." },
      });
      expect(await applyFile(admin, tried, "skip_bad")).toMatchObject({ createdCount: 2 });
    }
  });

  test("is refused where somebody else has its SCAC", async () => {
    const first = { code: "first", name: "First", scac: "ODFL", dispatchEmail: "first@carrier.example" };
    await saved(admin.post("/api/warehouse/carriers", first));
    const tried = await checkFile(
      admin,
      await saved(uploadFile(admin, "carrier", "Code,Name,E-mail,SCAC\nC9,C9,c9@carrier.example,odfl\n")),
    );
    expect(await badRows(admin, tried)).toEqual({ 2: { scac: "Carrier first has this SCAC already." } });
  });
});

test("a dock keeps the lanes in which something is planned", async () => {
  const yard = await aYard(admin, { dock: { parallelCapacity: 2 } });
  const { code } = await saved(admin.get(`/api/settings/locations/${yard.locationId}`));
  await booked(admin, yard);
  await booked(admin, yard);
  const tried = await checkFile(
    admin,
    await saved(uploadFile(admin, "dock", `Code,Location,Trucks at once\nD1,${code},1\n`)),
  );
  expect(await badRows(admin, tried)).toEqual({
    2: { parallelCapacity: "More deliveries than that are planned here at once. Move them first." },
  });
});
