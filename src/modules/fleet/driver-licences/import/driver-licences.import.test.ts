import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { runTask } from "#main/testing/jobs.ts";
import { aDriver, dayIn, driversPath, licenceBody, licencesPath } from "#main/testing/records/drivers.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";

let testApp: TestApp;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  manager = await testApp.as("FLEET_MANAGER");
});
afterAll(() => testApp.close());

const file = (...rows: string[]) =>
  ["Personalnummer;Führerscheinnummer;Klassen;Ausgestellt am;Gültig bis;Land", ...rows].join("\n");
const number = ({ employeeNo }: Body) => String(employeeNo);
const licencesOf = async ({ id }: Body) => (await saved(manager.get(`${licencesPath}?driverId=${id}`))).items;

test("licences come in by the employee number, wait for somebody else to verify them, and their classes end apart", async () => {
  const driver = await aDriver(manager);
  const end = dayIn(900);
  await importFile(
    manager,
    "driver-licence",
    file(`${number(driver)};NL4471990231;B, CE 2031-05-01;01.02.2020;${end};Niederlande`),
  );
  const [licence] = await licencesOf(driver);
  expect(licence).toMatchObject({
    status: "pending",
    numberEnd: "0231",
    issuingCountry: "NL",
    issuedOn: "2020-02-01",
    expiresOn: end,
    classEnds: [`B ${end}`, "CE 2031-05-01"],
    enteredByName: "fleet_manager Alpha",
  });
  expect((await manager.post(`${licencesPath}/${licence?.id}/number`)).body).toEqual({ number: "NL4471990231" });
  const verify = { version: licence?.version };
  expect(await manager.post(`${licencesPath}/${licence?.id}/verify`, verify)).toMatchObject({
    body: { code: "own_entry" },
  });
  const chief = await testApp.as("COMPANY_ADMIN");
  expect((await chief.post(`${licencesPath}/${licence?.id}/verify`, verify)).status).toBe(200);
});

test("the same file again changes nothing, and enters no licence twice", async () => {
  const driver = await aDriver(manager);
  const rows = file(`${number(driver)};SAME-12345;B;2020-02-01;2031-01-01;NL`);
  await importFile(manager, "driver-licence", rows);
  const again = await importFile(manager, "driver-licence", rows);
  expect(again).toMatchObject({ createdCount: 0, updatedCount: 0, unchangedCount: 1 });
  expect(await licencesOf(driver)).toHaveLength(1);
});

test("what cannot be is said row by row", async () => {
  const [driver, gone] = [await aDriver(manager), await aDriver(manager)];
  await saved(manager.post(licencesPath, licenceBody(driver.id, { number: "KNOWN-1", expiresOn: "2033-01-01" })));
  await saved(manager.post(`${driversPath}/${gone.id}/leave`));
  const rows = [
    "NOBODY;X-12345;B;;2031-01-01;NL",
    `${number(gone)};X-12345;B;;2031-01-01;NL`,
    `${number(driver)};X-12345;Z9;;2031-01-01;NL`,
    `${number(driver)};X-12346;B;2032-01-01;2031-01-01;NL`,
    `${number(driver)};X-1;B;;2031-01-01;Atlantis`,
    `${number(driver)};1,24E+05;B;;2031-01-01;NL`,
    `${number(driver)};KNOWN-1;B;;2033-01-01;NL`,
    `${number(driver)};X-12347;B;;2031-01-01;NL`,
    `Jan Smit;X-12347;B;;2031-01-01;NL`,
  ];
  const check = await checkFile(manager, await saved(uploadFile(manager, "driver-licence", file(...rows))));
  expect(await badRows(manager, check)).toEqual({
    2: { driver: "There is no driver NOBODY. Enter them first." },
    3: { driver: "This driver has left the company: no papers are added any more." },
    4: { classes: "Write classes like B, CE or CE 2031-05-01." },
    5: { expiresOn: "It ends before it was issued." },
    6: { issuingCountry: expect.stringContaining("Atlantis") },
    7: { number: expect.stringContaining("looks like a number that the spreadsheet has rounded") },
    8: { classes: "This licence is there already with other classes. Change it on the page of its driver." },
    10: { driver: expect.stringContaining("Several drivers are called Jan Smit") },
  });
});

test("once a file is applied its rows keep no number; one that nobody applies is gone after a day", async () => {
  const driver = await aDriver(manager);
  const rows = file(`${number(driver)};SECRET-998877;B;;2031-01-01;NL`);
  const kept = () =>
    asSuper<{ text: string }>(
      testApp,
      `select concat_ws(' ', i::text, (select string_agg(r::text, ' ') from import_rows r where r.import_id = i.id)) as text
        from imports i where i.entity = 'driver-licence'`,
    );
  const done = await importFile(manager, "driver-licence", rows);
  expect(done).toMatchObject({ state: "done", createdCount: 1 });
  expect(JSON.stringify(await kept())).not.toContain("SECRET-9988");
  expect((await manager.get(`/api/imports/${done.id}/result.csv`)).text).toContain(`${number(driver)},…,B`);
  const waiting = await checkFile(manager, await saved(uploadFile(manager, "driver-licence", rows)));
  expect(JSON.stringify(await kept())).toContain("SECRET-9988");
  await runTask(testApp, "drop-import-files", { importId: waiting.id });
  expect((await manager.get(`/api/imports/${waiting.id}`)).status).toBe(404);
  expect(JSON.stringify(await kept())).not.toContain("SECRET-9988");
  expect((await manager.get(`/api/imports/${done.id}`)).status).toBe(200);
});

test("a number that was typed for all rows of a file is remembered for no other one, and gone once it is applied", async () => {
  const driver = await aDriver(manager);
  const upload = await saved(
    uploadFile(manager, "driver-licence", `Personalnummer;Klassen;Gültig bis;Land\n${number(driver)};B;2031-01-01;NL`),
  );
  const mapping = { ...(upload["mapping"] as object), number: { value: "TYPED-445566" } };
  const done = await applyFile(manager, await checkFile(manager, { ...upload, mapping }));
  expect(done).toMatchObject({ state: "done", createdCount: 1 });
  const kept = await asSuper(
    testApp,
    `select m::text from import_mappings m union all select i::text from imports i
      union all select r::text from import_rows r`,
  );
  expect(JSON.stringify(kept)).not.toContain("TYPED-4455");
});

test("a file is shown to nobody but who uploaded it, and tells who may not see licences nothing of those that are there", async () => {
  const driver = await aDriver(manager);
  const rows = file(`${number(driver)};PROBED-12345;B;;2031-01-01;NL`);
  const { id } = await importFile(manager, "driver-licence", rows);
  expect((await (await testApp.as("COMPANY_ADMIN")).get(`/api/imports/${id}/rows?outcome=all`)).status).toBe(404);
  const writer = await clientWith(testApp, ["CAN_VIEW", "CAN_EDIT_DRIVER_PAPERS"]);
  const check = await checkFile(writer, await saved(uploadFile(writer, "driver-licence", rows)));
  expect(check).toMatchObject({ newCount: 1, unchangedCount: 0 });
  expect((await uploadFile(await testApp.as("DISPATCHER"), "driver-licence", rows)).status).toBe(403);
  expect(await applyFile(writer, check)).toMatchObject({ state: "done", createdCount: 1 });
});

test("an erasure of the driver empties the rows of such files, too", async () => {
  const driver = await aDriver(manager, { employeeNo: "GONE-4711" });
  const waiting = await saved(uploadFile(manager, "driver-licence", file("GONE-4711;ERASED-1234;B;;2031-01-01;NL")));
  await saved(manager.post(`${driversPath}/${driver.id}/leave`));
  await saved(decide(await testApp.as("COMPANY_ADMIN"), `${driversPath}/${driver.id}/erase`));
  const rows = await asSuper<{ text: string }>(
    testApp,
    "select r::text as text from import_rows r where import_id = $1",
    [waiting.id],
  );
  expect(rows.map(({ text }) => text).join()).not.toContain("ERASED-1234");
});
