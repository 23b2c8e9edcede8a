import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { longestHold, noticed } from "#main/testing/database/longest-hold.ts";
import { callFromOutside } from "#main/testing/product/outside.ts";
import { pixel } from "#main/testing/files/pictures.ts";
import { makeWorkbook, sheetPath, textRows } from "#main/testing/files/workbook.ts";
import { directoryEnd, makeZip, type Lies } from "#main/testing/files/zip.ts";

// Each file is made here, is small on its way, and would be large, endless or something else once it is opened.
let testApp: TestApp;
let buyer: Client;
let url: string;
let vendorId: string;
beforeAll(async () => {
  testApp = await startTestApp();
  buyer = await testApp.as("BUYER");
  url = await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  vendorId = (await buyer.post("/api/warehouse/vendors", { code: "H1", name: "H1", currency: "EUR" })).body.id;
});
afterAll(() => testApp.close());

const twoRows = textRows([
  ["Code", "Name"],
  ["1", "Anna"],
]);
const swollen = `${twoRows}${" ".repeat(24 * 1024 * 1024)}`;
const withLie = (lie: Lies, rows = twoRows) => makeWorkbook({ rows, lies: { [sheetPath]: lie } });
const withName = (name: string) => makeWorkbook({ rows: twoRows, more: { [name]: "x" } });
const cell = (address: string) => `<row><c r="${address}"><v>1</v></c></row>`;
const wide = (size: number) => {
  const field = Buffer.alloc(20);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(16, 2);
  field.writeBigUInt64LE(BigInt(size), 4);
  field.writeBigUInt64LE(BigInt(size), 12);
  return field;
};

const damaged = /is damaged/;
const tooLarge = /far too large/;

const archives: readonly (readonly [string, () => Buffer, RegExp])[] = [
  ["whose directory says that it is small", () => withLie({ directory: { unpacked: 2_000 } }, swollen), damaged],
  [
    "whose headers both say that it is small",
    () => withLie({ directory: { unpacked: 2_000 }, local: { unpacked: 2_000 } }, swollen),
    damaged,
  ],
  [
    "that says its sizes behind the data, and small ones in the directory",
    () => withLie({ directory: { unpacked: 2_000, flags: 8 }, local: { unpacked: 0, packed: 0, flags: 8 } }, swollen),
    damaged,
  ],
  ["that says truly that it swells", () => makeWorkbook({ rows: swollen }), tooLarge],
  [
    "whose 64-bit sizes are another matter than its data",
    () =>
      withLie({
        local: { unpacked: 0xffff_ffff, packed: 0xffff_ffff, extra: wide(2_000) },
        directory: { unpacked: 0xffff_ffff, packed: 0xffff_ffff, extra: wide(2_000) },
      }),
    damaged,
  ],
  [
    "of more parts than a document has",
    () =>
      makeWorkbook({ rows: twoRows, more: Object.fromEntries(Array.from({ length: 6_000 }, (_, n) => [`${n}`, ""])) }),
    tooLarge,
  ],
  [
    "that says it has a million parts",
    () => Buffer.concat([makeWorkbook({ rows: twoRows }).subarray(0, -22), million()]),
    tooLarge,
  ],
  ["whose parts lie over each other", () => withLie({ offset: 0 }), damaged],
  ["with a part that its directory does not list", () => withLie({ behind: hidden }), damaged],
  ["with a part under two names", () => withLie({ local: { name: "xl/worksheets/sheet9.xml" } }), damaged],
  [
    "whose contents are not those of its checksum",
    () => withLie({ local: { crc: 1 }, directory: { crc: 1 } }),
    damaged,
  ],
  ["that is encrypted", () => withLie({ local: { flags: 1 }, directory: { flags: 1 } }), /encrypted/],
  ["with a path that leads out of it", () => withName("../evil"), /leads out/],
  ["with a path that leads out of it by a detour", () => withName("a/../../evil"), /leads out/],
  ["with a path from the root", () => withName("/etc/passwd"), /leads out/],
  ["with a path of Windows", () => withName("C:\\evil"), /leads out/],
  ["with a path out of it as Windows writes it", () => withName("a\\..\\..\\b"), /leads out/],
  ["that is cut off", () => makeWorkbook({ rows: twoRows }).subarray(0, -10), damaged],
  ["that is its beginning alone", () => Buffer.from("PK\u0003\u0004 and nothing more"), damaged],
];
const hidden = makeZip({ "xl/worksheets/sheet2.xml": "hidden" }).subarray(0, 60);
const million = () => {
  const record = Buffer.alloc(56 + 20);
  record.write("PK\u0006\u0006", "latin1");
  record.writeBigUInt64LE(1_000_000n, 32);
  record.write("PK\u0006\u0007", 56, "latin1");
  record.writeBigUInt64LE(BigInt(makeWorkbook({ rows: twoRows }).length - 22), 64);
  return Buffer.concat([record, directoryEnd(0xffff, 0xffff_ffff, 0xffff_ffff)]);
};

const sheets: readonly (readonly [string, () => Buffer, RegExp])[] = [
  [
    "with entities that double themselves",
    () =>
      makeWorkbook({
        rows: textRows([["&b;"], ["1"]]),
        prolog: '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>',
      }),
    damaged,
  ],
  ["of tags within tags", () => makeWorkbook({ rows: "<a>".repeat(100_000) }), damaged],
  [
    "with a value in the last cell that there is",
    () => makeWorkbook({ rows: twoRows + cell("XFD1048576") }),
    /200 columns/,
  ],
  ["with a value in a cell that there is not", () => makeWorkbook({ rows: twoRows + cell("ZZZZZZ99999999") }), damaged],
  [
    "with one cell of 2 MB",
    () =>
      makeWorkbook({
        rows: textRows([["Code"], [Buffer.alloc(2_000_000, "cell of a workbook, ").toString()]]),
        more: { ballast },
      }),
    tooLarge,
  ],
  [
    "that says one long text again and again",
    () =>
      makeWorkbook({
        strings: `<si><t>${"x".repeat(30_000)}</t></si>`,
        rows: '<row><c t="s"><v>0</v></c></row>'.repeat(2_000),
      }),
    tooLarge,
  ],
  [
    "that refers to texts that it does not have",
    () => makeWorkbook({ rows: '<row><c t="s"><v>7</v></c></row>' }),
    damaged,
  ],
  [
    "with more rows than are taken",
    () => makeWorkbook({ rows: "<row><c><v>1</v></c></row>".repeat(50_002), more: { ballast } }),
    /more than 50,000 rows/,
  ],
  [
    "with more columns than are taken",
    () => makeWorkbook({ rows: `<row>${"<c><v>1</v></c>".repeat(201)}</row>` }),
    /200 columns/,
  ],
  ["without a sheet", () => makeWorkbook({ rows: twoRows, workbook: "<workbook><sheets/></workbook>" }), /no sheet/],
  [
    "with ten thousand sheets",
    () =>
      makeWorkbook({
        rows: twoRows,
        more: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`xl/worksheets/${n}.xml`, ""])),
      }),
    tooLarge,
  ],
];
/** What does not pack well, so that it is not the swelling that is refused. */
const ballast = Buffer.from(Uint8Array.from({ length: 500_000 }, (_, at) => (at * at * 2_654_435_761) >>> 13));

const texts: readonly (readonly [string, () => Buffer, RegExp])[] = [
  ["with one line of 19 MB", () => Buffer.alloc(19_000_000, "a"), /longer than a spreadsheet/],
  ["with a line of a million columns", () => Buffer.from(`Code\n${"1,".repeat(1_000_000)}`), /longer than|200 columns/],
  ["with more columns than are taken", () => Buffer.from(`Code\n${"1,".repeat(201)}`), /200 columns/],
  [
    "with a quotation mark that nothing closes",
    () => Buffer.from(`Code\n"${"1\n".repeat(1_000_000)}`),
    /quotation mark/,
  ],
  ["of empty lines", () => Buffer.alloc(19_000_000, "\n"), /no rows/],
  ["of ten million cells", () => Buffer.from(`${"1,".repeat(199)}1\n`.repeat(48_000)), tooLarge],
  ["with more rows than are taken", () => Buffer.from("1\n".repeat(60_000)), /more than 50,000 rows/],
  ["that is no text", () => Buffer.alloc(1_000_000), /no spreadsheet/],
];

async function send(path: string, name: string, content: Buffer) {
  return longestHold(() =>
    callFromOutside(`${url}${path}`, { method: "POST", cookies: buyer.cookies, file: { name, content } }),
  );
}

describe("a file that is to be imported is refused with a sentence, and nobody waits for it", () => {
  test.each([
    ...archives.map(([what, make, sentence]) => [`an archive ${what}`, "book.xlsx", make, sentence] as const),
    ...sheets.map(([what, make, sentence]) => [`a workbook ${what}`, "book.xlsx", make, sentence] as const),
    ...texts.map(([what, make, sentence]) => [`a table ${what}`, "table.csv", make, sentence] as const),
  ])("%s", async (_, name, make, sentence) => {
    const { result, longest } = await send("/api/imports?entity=vendor", name, make());
    expect(result).toMatchObject({ status: 422, text: expect.stringMatching(sentence) });
    expect(longest).toBeLessThan(noticed);
  });
});

describe("a file is refused with a sentence when it is", () => {
  test.each(archives)("an archive %s", async (_, make, sentence) => {
    const { result, longest } = await send(`/api/files?entity=vendor&entityId=${vendorId}`, "book.xlsx", make());
    expect(result).toMatchObject({ status: 415, text: expect.stringMatching(sentence) });
    expect(longest).toBeLessThan(noticed);
  });
});

describe("a picture of more pixels than anybody can look at is refused", () => {
  const be = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
  const size24 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, value >> 16]);
  const riff = (kind: string, rest: Buffer) =>
    Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP"), Buffer.from(kind), Buffer.alloc(4), rest, Buffer.alloc(64)]);
  const png = Buffer.concat([
    Buffer.from("\u0089PNG\r\n\u001a\n\0\0\0\rIHDR", "latin1"),
    be(0, 60_000, 0, 60_000),
    Buffer.alloc(64),
  ]);
  const profile = Buffer.concat([be(0xffe2, 60_002), Buffer.alloc(60_000)]);
  const jpeg = Buffer.concat([
    be(0xffd8),
    profile,
    profile,
    be(0xffc2, 17),
    Buffer.from([8]),
    be(60_000, 60_000),
    Buffer.alloc(9),
  ]);
  test.each([
    ["PNG", "a.png", png],
    ["JPEG behind two profiles", "a.jpg", jpeg],
    [
      "WebP with transparency",
      "a.webp",
      riff("VP8X", Buffer.concat([Buffer.alloc(4), size24(16_383 * 4), size24(16_383)])),
    ],
    ["WebP without loss", "a.webp", riff("VP8L", Buffer.from([0x2f, 0xff, 0xff, 0xff, 0x0f]))],
    ["WebP", "a.webp", riff("VP8 ", Buffer.concat([Buffer.alloc(6), Buffer.from([0xff, 0x3f, 0xff, 0x3f])]))],
  ])("as a %s", async (_, name, content) => {
    const { result } = await send(`/api/files?entity=vendor&entityId=${vendorId}`, name, content);
    expect(result).toMatchObject({ status: 415, text: expect.stringMatching(/too many pixels/) });
  });
});

describe("a picture that no program can show is refused, whatever it begins like", () => {
  const begins = (...bytes: number[]) => Buffer.concat([Buffer.from(bytes), Buffer.from("and no picture behind it")]);
  test.each([
    ["PNG", "a.png", begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
    ["PNG of no pixels", "a.png", Buffer.concat([pixel.subarray(0, 16), Buffer.alloc(8), pixel.subarray(24)])],
    ["JPEG", "a.jpg", begins(0xff, 0xd8, 0xff)],
    ["JPEG whose first segment is longer than the file", "a.jpg", begins(0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff)],
    ["WebP", "a.webp", Buffer.from("RIFF\0\0\0\0WEBPand no picture behind it")],
  ])("as a %s", async (_, name, content) => {
    const { result } = await send(`/api/files?entity=vendor&entityId=${vendorId}`, name, content);
    expect(result).toMatchObject({ status: 415, text: expect.stringMatching(/No program can show this picture/) });
  });
});

describe("a file that only looks dangerous is taken", () => {
  test("a photo whose size stands behind a megabyte of what a camera has written", async () => {
    const segment = Buffer.concat([Buffer.from([0xff, 0xe2, 0xff, 0xff]), Buffer.alloc(0xffff - 2)]);
    const frame = Buffer.from([0xff, 0xff, 0xc0, 0, 17, 8, 0, 1, 0, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const photo = Buffer.concat([Buffer.from([0xff, 0xd8]), ...Array<Buffer>(20).fill(segment), frame]);
    const { result } = await send(`/api/files?entity=vendor&entityId=${vendorId}`, "photo.jpg", photo);
    expect(result).toMatchObject({ status: 200 });
  });

  test("a sheet that says it reaches to the last cell, and has two rows", async () => {
    const file = makeWorkbook({ rows: twoRows, before: '<dimension ref="A1:XFD1048576"/>' });
    const { result } = await send("/api/imports?entity=vendor", "book.xlsx", file);
    expect(result).toMatchObject({ status: 200, text: expect.stringContaining('"rowCount":1') });
  });

  test("a sheet with characters that the database cannot hold, without them", async () => {
    const file = makeWorkbook({
      rows: textRows([
        ["Code", "Name"],
        ["Z_x0000_9", "half _xD83D_ a sign"],
      ]),
    });
    const { result } = await send("/api/imports?entity=vendor", "book.xlsx", file);
    expect(result).toMatchObject({ status: 200, text: expect.stringContaining('["Z9","half \ufffd a sign"]') });
  });
});

test("reading ends when whoever sent the file has left, and nothing of it is kept", async () => {
  const before = await asSuper(testApp, "select id from imports");
  const content = Buffer.from(`${"12345,".repeat(59)}1\n`.repeat(49_000)); // takes seconds to read
  const leaving = new AbortController();
  const form = new FormData();
  form.append("file", new Blob([content]), "large.csv");
  const cookie = [...buyer.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, "x-xsrf-token": buyer.cookies.get("XSRF-TOKEN") ?? "" };
  const request = { method: "POST", body: form, headers, signal: leaving.signal };
  const sent = fetch(`${url}/api/imports?entity=vendor`, request).then(
    () => "answered",
    () => "left",
  );
  await vi.waitUntil(async () => (await incoming()).includes(content.length), { timeout: 20_000 });
  leaving.abort();
  expect(await sent).toBe("left");
  await vi.waitUntil(async () => (await incoming()).length === 0, { timeout: 20_000 });
  expect(await asSuper(testApp, "select id from imports")).toEqual(before);
});

/** The sizes of the files that are on their way. */
async function incoming(): Promise<number[]> {
  const folder = join(testApp.dataDir, "incoming");
  const names = await readdir(folder).catch(() => []); // made by the first upload
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null))); // gone meanwhile
  return found.flatMap((file) => (file ? [file.size] : []));
}

test("what came in for an import is not kept beside it", async () => {
  await send("/api/imports?entity=vendor", "table.csv", Buffer.from("Code,Name\n1,Anna\n"));
  expect(await incoming()).toEqual([]);
});

test("a packed body is not unpacked", async () => {
  const packed = gzipSync(Buffer.alloc(50_000_000, " "));
  const answer = await buyer.send("POST", "/api/warehouse/vendors", packed, {
    "content-type": "application/json",
    "content-encoding": "gzip",
  });
  expect([400, 415]).toContain(answer.status);
  expect(await asSuper(testApp, "select 1 from imports where state <> 'uploaded'")).toEqual([]);
});
