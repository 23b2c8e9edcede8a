import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyFile, badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { makeZip } from "#main/testing/files/zip.ts";
import { runTask, untilDone } from "#main/testing/jobs.ts";
import { anAsset, aYard } from "#main/testing/records/assets.ts";
import { aDocument, documentsPath, typeCalled } from "#main/testing/records/documents.ts";
import { aDriver, dayIn, driversPath } from "#main/testing/records/drivers.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let manager: Client;
let dispatcher: Client;
let chief: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  [manager, dispatcher] = [await testApp.as("FLEET_MANAGER"), await testApp.as("DISPATCHER")];
  chief = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());

const head = "Type;Vehicle;Driver;Asset;What it is;Number;Issued by;Issued on;Valid from;Expires on;File";
const table = (...rows: string[]) => `${[head, ...rows].join("\r\n")}\r\n`;
const pdf = (words: string) => Buffer.from(`%PDF-1.4\n% ${words}\n%%EOF\n`);
const tried = async (client: Client, content: string | Buffer, name = "papers.zip") =>
  checkFile(client, await saved(uploadFile(client, "document", content, { name })));
const listOf = async (client: Client, query: string) =>
  (await saved(client.get(`${documentsPath}?${query}&sort=createdAt&limit=200`))).items;
const filesOf = async (client: Client, id: string) =>
  (await saved(client.get(`/api/files?entity=document&entityId=${id}`))).items;

describe("a zip with a table and scans", () => {
  test("becomes documents of a vehicle by number, plate or VIN, of a driver, an asset and the company, unverified, with their scans", async () => {
    const vehicle = await aVehicle(manager, { vin: "WMA06XZZ9KM000013", plateNumber: "ZZ-91-QQ", plateCountry: "NL" });
    const driver = await aDriver(manager, { employeeNo: "ZIP-1" });
    const asset = await anAsset(manager, await aYard(chief));
    const scans = [pdf("one"), pdf("two"), pdf("three")] as const;
    const zip = makeZip({
      "papers/list.csv": table(
        `INSURANCE;${String(vehicle["unitNumber"])};;;;POL-1;Allianz;2026-01-01;;${dayIn(90)};policy.pdf`,
        `Roadworthiness inspection;zz 91 qq;;;;APK-1;RDW;;;${dayIn(80)};"scans/apk.pdf; policy.pdf"`,
        `PERMIT;wma06xzz9km000013;;;Heavy loads;EX-1;RDW;;;${dayIn(70)};`,
        `ADR;;zip-1;;;ADR-9;CBR;;2026-02-01;${dayIn(60)};apk.pdf`,
        `ATP;;;${String(asset["assetNo"])};;A-1;;;;${dayIn(50)};`,
        `LIABILITY;;;;;L-1;Allianz;;;${dayIn(40)};SCANS\\LIABILITY.PDF`,
      ),
      "papers/policy.pdf": scans[0],
      "papers/scans/apk.pdf": scans[1],
      "papers/scans/liability.pdf": scans[2],
      "__MACOSX/papers/._policy.pdf": "resource fork",
    });
    const record = await tried(manager, zip);
    expect(await badRows(manager, record)).toEqual({});
    expect(record).toMatchObject({ newCount: 6, badCount: 0, notes: [] });
    expect(await listOf(manager, `vehicleId=${vehicle.id}`), "nothing is written by the dry run").toEqual([]);
    expect(await applyFile(manager, record)).toMatchObject({ state: "done", createdCount: 6 });

    const ofVehicle = await listOf(manager, `vehicleId=${vehicle.id}`);
    expect(new Map(ofVehicle.map(({ number, ...one }) => [number, one]))).toEqual(
      new Map([
        [
          "POL-1",
          expect.objectContaining({ status: "pending", issuer: "Allianz", issuedOn: "2026-01-01", fileCount: 1 }),
        ],
        ["APK-1", expect.objectContaining({ status: "pending", typeName: "Roadworthiness inspection", fileCount: 2 })],
        ["EX-1", expect.objectContaining({ title: "Heavy loads", fileCount: 0 })],
      ]),
    );
    const [adr] = await listOf(manager, `driverId=${driver.id}`);
    expect(adr).toMatchObject({ number: "ADR-9", validFrom: "2026-02-01", enteredByName: expect.any(String) });
    expect(await listOf(manager, `assetId=${asset.id}`)).toMatchObject([{ number: "A-1" }]);
    expect(await listOf(manager, "subject=company")).toMatchObject([{ number: "L-1", fileCount: 1 }]);

    const [file] = await filesOf(manager, adr?.id ?? "");
    expect(file).toMatchObject({ name: "apk.pdf", mediaType: "application/pdf" });
    expect((await manager.get(`/api/files/${file?.id}`)).text).toContain("% two");
    const { items } = await saved(manager.get(`${documentsPath}/${adr?.id}/history`));
    expect(items.map(({ step, actorKind }) => [step, actorKind]).toSorted()).toEqual([
      ["created", "import"],
      ["fileAttached", "import"],
    ]);
    const { version } = await saved(manager.get(`${documentsPath}/${adr?.id}`));
    expect((await manager.post(`${documentsPath}/${adr?.id}/verify`, { version })).body).toMatchObject({
      code: "own_entry",
    });
    expect((await chief.post(`${documentsPath}/${adr?.id}/verify`, { version })).status).toBe(200);
  });

  test("applied twice changes nothing, and says that the files of what is there are not added", async () => {
    const { unitNumber, id } = await aVehicle(manager);
    const zip = makeZip({
      "list.csv": table(`LEASE;${String(unitNumber)};;;;L-7;;;;${dayIn(30)};lease.pdf`),
      "lease.pdf": pdf("lease"),
    });
    expect(await applyFile(manager, await tried(manager, zip))).toMatchObject({ createdCount: 1 });
    const before = await listOf(manager, `vehicleId=${id}`);
    const again = await tried(manager, zip);
    expect(again).toMatchObject({ newCount: 0, unchangedCount: 1, notes: [expect.stringContaining("there already")] });
    expect(await applyFile(manager, again)).toMatchObject({ createdCount: 0, unchangedCount: 1 });
    expect(await listOf(manager, `vehicleId=${id}`)).toEqual(before);
    const { items } = await saved(manager.get(`${documentsPath}/${before[0]?.id}/history`));
    expect(items).toHaveLength(2);
  });

  test("may be a plain table without files, which then names none", async () => {
    const { unitNumber, id } = await aVehicle(manager);
    const row = (number: string, file: string) => `LEASE;${String(unitNumber)};;;;${number};;;;${dayIn(30)};${file}`;
    const record = await tried(manager, table(row("P-1", ""), row("P-2", "lease.pdf")), "papers.csv");
    expect(await badRows(manager, record)).toEqual({
      3: { file: "No file came with this table. Put lease.pdf beside it into one zip." },
    });
    expect(await applyFile(manager, record, "skip_bad")).toMatchObject({ createdCount: 1 });
    expect(await listOf(manager, `vehicleId=${id}`)).toMatchObject([{ number: "P-1", fileCount: 0 }]);
  });
});

describe("before anything is written, its row says", () => {
  const row = (over: Partial<Record<"type" | "vehicle" | "driver" | "asset" | "number" | "dates" | "file", string>>) =>
    [
      over.type ?? "LEASE",
      over.vehicle ?? "",
      over.driver ?? "",
      over.asset ?? "",
      "",
      over.number ?? "",
      "",
      over.dates ?? `;;${dayIn(9)}`,
      over.file ?? "",
    ].join(";");

  test("which file is not in the zip, is of a kind that is not taken, is not what it says, is empty, too large, or one of several", async () => {
    const vehicle = String((await aVehicle(manager))["unitNumber"]);
    const names = ["none.pdf", "tool.exe", "fake.pdf", "empty.pdf", "large.pdf", "twice.pdf", "a/twice.pdf", "old.zip"];
    const zip = makeZip({
      "list.csv": table(...names.map((file, n) => row({ vehicle, number: `F-${n}`, file }))),
      "tool.exe": "MZ",
      "fake.pdf": "no PDF at all",
      "empty.pdf": "",
      "large.pdf": Buffer.concat([pdf("large"), noise(20 * 1024 * 1024)]),
      "a/twice.pdf": pdf("a"),
      "b/twice.pdf": pdf("b"),
      "old.zip": makeZip({ "x.pdf": "x" }),
    });
    const record = await tried(manager, zip);
    const errors = await badRows(manager, record);
    expect(errors).toEqual({
      2: { file: "The zip has no file none.pdf." },
      3: { file: expect.stringMatching(/^tool\.exe: Files of this kind are not taken/) },
      4: { file: expect.stringMatching(/^fake\.pdf: Its contents are not what its name says/) },
      5: { file: "empty.pdf: This file is empty." },
      6: { file: "large.pdf: A file may have 20 MB at most." },
      7: { file: "Several files of the zip are called twice.pdf. Write its folder, too." },
      9: { file: expect.stringMatching(/^old\.zip: Files of this kind are not taken/) },
    });
    expect(await applyFile(manager, record, "skip_bad")).toMatchObject({ createdCount: 1 });
  });

  test("which vehicle, driver, asset or type is unknown or could be several, and what does not belong together", async () => {
    const one = await aVehicle(manager, { unitNumber: "QX11", plateNumber: "AA-11-AA", plateCountry: "NL" });
    await aVehicle(manager, { plateNumber: "QX-11", plateCountry: "BE" });
    for (const employeeNo of ["TWIN-1", "TWIN-2"])
      await aDriver(manager, { employeeNo, firstName: "Ada", lastName: "Twin" });
    const gone = await aDriver(manager, { employeeNo: "GONE-1" });
    await saved(manager.post(`${driversPath}/${gone.id}/leave`));
    for (const code of ["SAME-1", "SAME-2"])
      await saved(
        manager.post("/api/fleet/document-types", {
          code,
          name: "Same name",
          subject: "vehicle",
          requiresExpiry: false,
        }),
      );
    const record = await tried(
      manager,
      table(
        row({ vehicle: "nowhere" }),
        row({ vehicle: "qx11" }),
        row({ type: "ADR", driver: "nobody" }),
        row({ type: "ADR", driver: "Ada Twin" }),
        row({ type: "ADR", driver: "GONE-1" }),
        row({ type: "ATP", asset: "no-such" }),
        row({ type: "WHATEVER", vehicle: one.id }),
        row({ type: "Same name", vehicle: one.id }),
        row({ type: "LEASE", driver: "TWIN-1" }),
        row({ type: "LEASE" }),
        row({ type: "WAYBILL" }),
        row({ vehicle: one.id, dates: ";;" }),
        row({ vehicle: one.id, dates: "2026-05-01;;2026-04-01" }),
        row({ vehicle: one.id, number: "D-1" }),
        row({ vehicle: "aa11aa", number: "d-1" }),
      ),
      "papers.csv",
    );
    expect(await badRows(manager, record)).toEqual({
      2: { vehicle: "The fleet has no vehicle nowhere." },
      3: { vehicle: "Several vehicles are called qx11. Give the number of the one." },
      4: { driver: "There is no driver nobody. Enter them first." },
      5: { driver: "Several drivers are called Ada Twin. Give the employee number of the one." },
      6: { driver: "This driver has left the company: no papers are added any more." },
      7: { asset: "There is no asset no-such. Enter it first." },
      8: { type: "There is no document type WHATEVER. Enter it first." },
      9: { type: "Several document types are called Same name. Give the code of the one." },
      10: { driver: "Documents of this type are not of drivers." },
      11: { vehicle: "Say of which vehicle it is." },
      12: { type: "Documents of trips and deliveries are entered on their pages." },
      13: { expiresOn: "Fill this in." },
      14: { expiresOn: "It ends before it begins." },
      16: { type: "Row 15 has the same." },
    });
  });

  test("and a note names the files that no row names, which are not kept", async () => {
    const vehicle = String((await aVehicle(manager))["unitNumber"]);
    const zip = makeZip({
      "list.csv": table(row({ vehicle, file: "named.pdf" }), row({ vehicle: "nowhere", file: "of-a-bad-row.pdf" })),
      "named.pdf": pdf("named"),
      "of-a-bad-row.pdf": pdf("bad"),
      "left over.pdf": pdf("left over, of nobody"),
    });
    const record = await tried(manager, zip);
    expect(record["notes"]).toEqual(["No row names a file of the zip, and it is not kept: left over.pdf"]);
    await applyFile(manager, record, "skip_bad");
    expect(await asSuper(testApp, "select 1 from import_files where import_id = $1", [record.id])).toEqual([]);
  });
});

describe("who imports", () => {
  test("is who may enter documents; a confidential one is refused to who may not see those, and entered by who may", async () => {
    const { id } = await aDriver(manager, { employeeNo: "MED-1" });
    const csv = table(`MEDICAL;;MED-1;;;M-1;;;;${dayIn(30)};`);
    const viewer = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_DOCUMENTS"]);
    expect((await uploadFile(viewer, "document", csv)).status).toBe(403);
    const refused = await tried(dispatcher, csv, "papers.csv");
    expect(await badRows(dispatcher, refused)).toEqual({
      2: { type: "Documents of this type are entered by who may see confidential ones." },
    });
    expect(await importFile(manager, "document", csv)).toMatchObject({ createdCount: 1 });
    expect(await listOf(manager, `driverId=${id}`)).toMatchObject([{ number: "M-1", isConfidential: true }]);
    expect(await listOf(dispatcher, `driverId=${id}`)).toEqual([]);
    expect(await importFile(manager, "document", csv), "it is there already").toMatchObject({ unchangedCount: 1 });
  });

  test("alone reads what stands in the file", async () => {
    const record = await tried(manager, table(`MEDICAL;;MED-1;;;M-2;;;;${dayIn(30)};`), "papers.csv");
    for (const path of ["", "/rows?outcome=all", "/progress", "/result.csv"])
      expect((await dispatcher.get(`/api/imports/${record.id}${path}`)).status, path).toBe(404);
    expect((await manager.get(`/api/imports/${record.id}`)).status).toBe(200);
  });

  test("is told when the type was taken out of use between the check and the import", async () => {
    const type = { code: "BRIEF", name: "Briefly", subject: "company", requiresExpiry: false };
    const { id, version } = await saved(manager.post("/api/fleet/document-types", type));
    const record = await tried(manager, table("BRIEF;;;;;B-1;;;;;"), "papers.csv");
    await saved(manager.put(`/api/fleet/document-types/${id}`, { ...type, isActive: false, version }));
    expect(await applyFile(manager, record)).toMatchObject({
      state: "failed",
      failure: expect.stringContaining("what it names was changed"),
    });
    expect(await listOf(manager, `typeId=${id}`)).toEqual([]);
  });

  test("writes nothing confidential once they may not see that any more", async () => {
    const { id } = await aDriver(manager, { employeeNo: "MED-2" });
    const trusted = await clientWith(testApp, ["CAN_VIEW", "CAN_EDIT_DOCUMENTS", "CAN_VIEW_DRIVER_PAPERS"]);
    const record = await tried(trusted, table(`MEDICAL;;MED-2;;;M-3;;;;${dayIn(30)};`), "papers.csv");
    expect(await badRows(trusted, record)).toEqual({});
    await asSuper(
      testApp,
      `update roles r set permissions = array_remove(permissions, 'CAN_VIEW_DRIVER_PAPERS') from user_roles g, imports i
        where g.role_id = r.id and g.user_id = i.started_by and i.id = $1`,
      [record.id],
    );
    expect(await applyFile(trusted, record)).toMatchObject({ state: "failed" });
    expect(await listOf(manager, `driverId=${id}`)).toEqual([]);
  });
});

describe("what came in a zip", () => {
  test("is gone after a day, and a later check or import says so; what was taken over stays", async () => {
    const vehicle = String((await aVehicle(manager))["unitNumber"]);
    const zip = makeZip({
      "list.csv": table(`LEASE;${vehicle};;;;Z-1;;;;${dayIn(30)};z.pdf`),
      "z.pdf": pdf("waits for a day"),
    });
    const record = await tried(manager, zip);
    const [planned] = await asSuper<{ hours: number }>(
      testApp,
      `select round(extract(epoch from run_at - now()) / 3600)::int as hours from outbox
        where task = 'drop-import-files' and payload ->> 'importId' = $1`,
      [record.id],
    );
    expect(planned?.hours).toBe(24);
    await runTask(testApp, "drop-import-files", { importId: record.id });
    const goneNow = { status: 409, body: { code: "import_files_gone" } };
    expect(await manager.post(`/api/imports/${record.id}/apply`, { mode: "all_or_nothing" })).toMatchObject(goneNow);
    const mapping = { mapping: record["mapping"] };
    expect(await manager.post(`/api/imports/${record.id}/check`, mapping)).toMatchObject(goneNow);

    const taken = await tried(manager, zip);
    expect(await applyFile(manager, taken)).toMatchObject({ createdCount: 1 });
    await runTask(testApp, "drop-import-files", { importId: taken.id });
    await untilDone(testApp);
    const { id } = (await listOf(manager, "q=z-1"))[0] as Body;
    const [file] = await filesOf(manager, id);
    expect((await manager.get(`/api/files/${file?.id}`)).text).toContain("waits for a day");
  });

  test("goes with the rows of a driver who is erased before it is imported", async () => {
    const driver = await aDriver(manager, { employeeNo: "FORGET-1", lastName: "Zwanenburg" });
    const zip = makeZip({
      "list.csv": table(`ADR;;FORGET-1;;;E-1;;;;${dayIn(30)};zwanenburg.pdf`),
      "zwanenburg.pdf": pdf("of a driver"),
    });
    const record = await tried(manager, zip);
    await saved(manager.post(`${driversPath}/${driver.id}/leave`));
    const { version } = await saved(chief.get(`${driversPath}/${driver.id}`));
    await saved(decide(chief, `${driversPath}/${driver.id}/erase`, { version }));
    expect(await asSuper(testApp, "select 1 from import_files where import_id = $1", [record.id])).toEqual([]);
    expect(
      await asSuper(testApp, "select cells from import_rows where import_id = $1 and 'FORGET-1' = any(cells)", [
        record.id,
      ]),
    ).toEqual([]);
    expect(await saved(manager.get(`/api/imports/${record.id}`))).toMatchObject({ state: "failed" });
  });
});

test("a document that was entered by hand is known again, and one of another company is not", async () => {
  const vehicle = await aVehicle(manager);
  const over = { vehicleId: vehicle.id, number: "HAND-1", issuer: "RDW", expiresOn: dayIn(33) };
  await aDocument(dispatcher, await typeCalled(manager, "LEASE"), null, over);
  const csv = table(`Lease contract;${String(vehicle["unitNumber"])};;;;hand-1;Somebody else;;;${dayIn(33)};`);
  expect(await tried(manager, csv, "papers.csv")).toMatchObject({ newCount: 0, changedCount: 0, unchangedCount: 1 });
  const theirs = await testApp.as("FLEET_MANAGER", "b");
  expect(await badRows(theirs, await tried(theirs, csv, "papers.csv"))).toMatchObject({
    2: { vehicle: expect.any(String) },
  });
});

/** Bytes that do not pack well, so that it is not the swelling that is refused. */
function noise(size: number): Buffer {
  let state = 12_345;
  return Buffer.from(
    Uint8Array.from({ length: size }, () => (state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff) >>> 16),
  );
}
