import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyFile, badRows, checkFile, uploadFile } from "#main/testing/files/imports.ts";
import { makeZip } from "#main/testing/files/zip.ts";
import { dayIn } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  manager = await testApp.as("FLEET_MANAGER");
});
afterAll(() => testApp.close());

const head = "Type;Vehicle;Driver;Asset;What it is;Number;Issued by;Issued on;Valid from;Expires on;File";
const table = (...rows: string[]) => `${[head, ...rows].join("\r\n")}\r\n`;
const pdf = (words: string) => Buffer.from(`%PDF-1.4\n% ${words}\n%%EOF\n`);
const tried = async (client: Client, content: string | Buffer, name = "papers.zip") =>
  checkFile(client, await saved(uploadFile(client, "document", content, { name })));
const refusal = (client: Client, content: Buffer) => uploadFile(client, "document", content, { name: "papers.zip" });

describe("a zip is read safely, or refused with a sentence", () => {
  const one = () => table(`LIABILITY;;;;;SAFE;;;;${dayIn(30)};`);
  const with_ = (files: Record<string, string | Buffer>, lies = {}) => makeZip({ "list.csv": one(), ...files }, lies);
  const link = () => {
    const zip = with_({ "passwd.pdf": "/etc/passwd" });
    const at = zip.lastIndexOf(Buffer.from("PK\u0001\u0002"));
    zip[at + 5] = 3; // written by a Unix
    zip.writeUInt32LE(0o120777 * 0x10000, at + 38);
    return zip;
  };

  test.each([
    ["a path that leads out of it", () => with_({ "../evil.pdf": pdf("x") }), /leads out/],
    ["a path of Windows that leads out of it", () => with_({ "..\\..\\evil.pdf": pdf("x") }), /leads out/],
    ["a path from the root", () => with_({ "/etc/evil.pdf": pdf("x") }), /leads out/],
    ["a link to another place", link, /link to another place/],
    [
      "an encrypted file",
      () => with_({ "a.pdf": pdf("x") }, { "a.pdf": { local: { flags: 1 }, directory: { flags: 1 } } }),
      /encrypted/,
    ],
    [
      "two files of one name",
      () =>
        with_(
          { "a.pdf": pdf("x"), "b.pdf": pdf("y") },
          { "b.pdf": { local: { name: "a.pdf" }, directory: { name: "a.pdf" } } },
        ),
      /damaged/,
    ],
    [
      "files that swell",
      () => with_(Object.fromEntries(["a", "b", "c"].map((name) => [`${name}.pdf`, Buffer.alloc(19_000_000)]))),
      /far too large/,
    ],
    [
      "a file that lies about its size",
      () =>
        with_(
          { "a.pdf": Buffer.alloc(9_000_000) },
          { "a.pdf": { local: { unpacked: 10 }, directory: { unpacked: 10 } } },
        ),
      /damaged/,
    ],
    [
      "more files than are taken",
      () => with_(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`${n}.pdf`, "%PDF-"]))),
      /more than 1,000 files/,
    ],
    ["no table", () => makeZip({ "a.pdf": pdf("x") }), /no table/],
    ["two tables", () => with_({ "other.csv": one() }), /several tables: list.csv, other.csv/],
    ["its end missing", () => with_({ "a.pdf": pdf("x") }).subarray(0, -30), /damaged/],
  ])("one with %s", async (_, make, sentence) => {
    expect(await refusal(manager, make())).toMatchObject({ status: 422, text: expect.stringMatching(sentence) });
    expect(
      await asSuper(
        testApp,
        "select 1 from import_files f join imports i on i.id = f.import_id where i.state = 'uploaded'",
      ),
    ).toEqual([]);
  });

  test("a zip with files is not taken where no files are", async () => {
    expect((await uploadFile(await testApp.as("BUYER"), "vendor", with_({ "a.pdf": pdf("x") }))).status).toBe(422);
  });

  test("names in other encodings are found as the table writes them, however the program that packed them did", async () => {
    const vehicle = String((await aVehicle(manager))["unitNumber"]);
    const name = "Prüfung für Łódź.pdf".normalize("NFD");
    const western = "Gebühr.pdf";
    const bytes = Buffer.from(western, "latin1"); // as programs of Windows write it, and say nothing of it
    const placeholder = "G".repeat(bytes.length - 4) + ".pdf";
    const zip = makeZip({
      "list.csv": table(
        `LEASE;${vehicle};;;;N-1;;;;${dayIn(30)};Prüfung für Łódź.pdf`,
        `LEASE;${vehicle};;;;N-2;;;;${dayIn(30)};${western}`,
      ),
      [name]: pdf("utf-8"),
      [placeholder]: pdf("windows-1252"),
    });
    for (let at = zip.indexOf(placeholder); at >= 0; at = zip.indexOf(placeholder)) bytes.copy(zip, at);
    const record = await tried(manager, zip);
    expect(await badRows(manager, record)).toEqual({});
    expect(await applyFile(manager, record)).toMatchObject({ createdCount: 2 });
  });
});
