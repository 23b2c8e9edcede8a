import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { aDriver, driversPath } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp({ jobs: true })));
afterAll(() => testApp.close());
const manager = () => testApp.as("FLEET_MANAGER");
const file = (...rows: string[]) =>
  ["Personalnummer;Vorname;Nachname;Telefon;Employment;Home location;Carrier;Hired;RFID", ...rows].join("\r\n");

test("drivers of a list come in by their number: new ones invited, known ones changed", async () => {
  const chief = await testApp.as("COMPANY_ADMIN");
  await saved(chief.post("/api/settings/locations", { code: "TIL", name: "Tilburg", timezone: "Europe/Amsterdam" }));
  await saved(
    chief.post("/api/warehouse/carriers", { code: "SUB-1", name: "Subbie", dispatchEmail: "desk@subbie.example" }),
  );
  const known = await aDriver(await manager(), { employeeNo: "D-1", lastName: "Before" });
  await importFile(
    await manager(),
    "driver",
    file(
      "D-1;Jan;Smit;+31 6 5550 1111;employee;TIL;;2020-02-01;0A01",
      "D-2;Ewa;Nowak;+48 601 555 010;contractor;;SUB-1;;",
    ),
  );
  const { items } = (await (await manager()).get(`${driversPath}?sort=employeeNo`)).body;
  expect(items).toMatchObject([
    { id: known.id, lastName: "Smit", homeLocationName: "Tilburg", hiredOn: "2020-02-01" },
    { employeeNo: "D-2", status: "invited", employment: "contractor", carrierName: "Subbie" },
  ]);
  expect(await saved((await manager()).get(`${driversPath}/${known.id}`))).toMatchObject({ identificationTag: "0A01" });
  const told = await asSuper<{ text: string }>(
    testApp,
    "select changes::text as text from events where entity_id = $1 and step = 'updated'",
    [known.id],
  );
  expect(told.map(({ text }) => text).join()).toContain("lastName");
  expect(told.map(({ text }) => text).join()).not.toMatch(/Smit|Before|5550 \d/);
});

test("what cannot be is said row by row: a place or a carrier that is not there, somebody's tag, who has left", async () => {
  const client = await manager();
  await aDriver(client, { employeeNo: "tagged", identificationTag: "0B02" });
  const gone = await aDriver(client, { employeeNo: "gone" });
  await saved(client.post(`${driversPath}/${gone.id}/leave`));
  const tried = await checkFile(
    client,
    await saved(
      uploadFile(
        client,
        "driver",
        file(
          "N-1;A;B;;employee;Nowhere;;;",
          "N-2;A;B;;employee;;NONE;;",
          "N-3;A;B;;employee;;;;0b02",
          "gone;A;B;;employee;;;;",
          "N-5;A;B;no phone;boss;;;;",
        ),
      ),
    ),
  );
  const bad = await badRows(client, tried);
  expect(Object.fromEntries(Object.entries(bad).map(([row, errors]) => [row, Object.keys(errors).toSorted()]))).toEqual(
    {
      2: ["location"],
      3: ["carrier"],
      4: ["identificationTag"],
      5: ["employeeNo"],
      6: ["employment", "phone"],
    },
  );
});

test("the own list comes in again though some of it have left, and a change of one who has left does not", async () => {
  const client = await manager();
  const { id } = await aDriver(client, { employeeNo: "D-LEFT", lastName: "Gone" });
  await saved(client.post(`${driversPath}/${id}/leave`));
  const { text } = await client.get(`${driversPath}/export.csv`);
  expect(text).toContain("D-LEFT");
  await importFile(client, "driver", text);
  const tried = await checkFile(client, await saved(uploadFile(client, "driver", file("D-LEFT;Jan;Other;;;;;;"))));
  expect(Object.values(await badRows(client, tried))).toEqual([{ employeeNo: "This driver has left the company." }]);
});

test.each(["1.24E+05", "1,24E+05"])(
  "an employee number of which the spreadsheet has left %s is refused, and the row says what happened",
  async (number) => {
    const client = await manager();
    const tried = await checkFile(client, await saved(uploadFile(client, "driver", file(`${number};Jan;Smit;;;;;;`))));
    expect(await badRows(client, tried)).toEqual({
      2: { employeeNo: expect.stringContaining("looks like a number that the spreadsheet has rounded") },
    });
  },
);
