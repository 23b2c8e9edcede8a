import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { badRows, checkFile, uploadFile } from "#main/testing/files/imports.ts";
import { makeWorkbook, textRows } from "#main/testing/files/workbook.ts";
import { saved } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let buyer: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  buyer = await testApp.as("BUYER");
});
afterAll(() => testApp.close());

const upload = (content: string | Buffer, how: { name?: string; query?: string } = {}): Promise<Body> =>
  saved(uploadFile(buyer, "vendor", content, how));
const reading = (record: Body) => record["reading"] as Record<string, unknown>;
const rowsOf = async (record: Body) =>
  (await saved(buyer.get(`/api/imports/${record.id}/rows?outcome=all`))).items.map((row) => [
    row["rowNo"],
    row["cells"],
  ]);
const wide = (text: string) => Buffer.from(text, "utf16le");

/** A row of a sheet that says its number. */
const numbered = (row: number, ...texts: string[]) => textRows([texts]).replace("<row>", `<row r="${row}">`);

/** The text in a code page of one byte a sign, for the few signs that the test uses. */
const inCodePage = (text: string, page: string) => {
  const signs = new TextDecoder(page).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return Buffer.from([...text].map((sign) => signs.indexOf(sign)));
};

describe("a text file is read in the encoding that it has, and the import says which", () => {
  const polish = "Code;Name\nP1;Zażółć gęślą jaźń Łódź\n";
  const french = "Code;Name\nF1;Crème brûlée à l'été, señor Øre\n";
  const german = "Code;Name\nD1;Käse & Söhne Straße\n";
  test.each([
    ["utf-8", Buffer.from(polish), polish],
    ["utf-8-bom", Buffer.from(`\uFEFF${polish}`), polish],
    ["utf-16le", wide(`\uFEFF${polish}`), polish],
    ["utf-16be", wide(`\uFEFF${polish}`).swap16(), polish],
    ["utf-16le", wide(polish), polish],
    ["windows-1250", inCodePage(polish, "windows-1250"), polish],
    [
      "windows-1250",
      inCodePage("Code;Name\nC1;Příliš žluťoučký kůň\n", "windows-1250"),
      "x;x\nC1;Příliš žluťoučký kůň",
    ],
    ["windows-1252", inCodePage(french, "windows-1252"), french],
    ["windows-1252", inCodePage(german, "windows-1252"), german],
  ])("%s", async (encoding, content, text) => {
    const record = await upload(content);
    expect(reading(record)).toMatchObject({ encoding });
    expect(await rowsOf(record)).toEqual([[2, text.trim().split("\n")[1]?.split(";")]]);
  });

  test("and in another one where somebody chooses it", async () => {
    const content = inCodePage("Code;Name\nX1;³\n", "windows-1252");
    expect(await rowsOf(await upload(content))).toEqual([[2, ["X1", "³"]]]);
    const again = await upload(content, { query: "&encoding=windows-1250" });
    expect(reading(again)).toMatchObject({ encoding: "windows-1250" });
    expect(await rowsOf(again)).toEqual([[2, ["X1", "ł"]]]);
  });
});

describe("the table in a file is found", () => {
  test("behind a line that says its separator, which is no row of it", async () => {
    const record = await upload("sep=|\r\nCode|Name, long; short\r\nA|Anna\r\n");
    expect(record["columns"]).toEqual(["Code", "Name, long; short"]);
    expect(await rowsOf(record)).toEqual([[2, ["A", "Anna"]]]);
  });

  test("below titles and empty rows; its rows have the numbers that a spreadsheet program shows", async () => {
    const record = await upload('Our vendors;;\n"as of\n1 May";;\n;;\nLieferantennr.;Code;Name\n;A;Anna\n\n;B;\n');
    expect(record["columns"]).toEqual(["Lieferantennr.", "Code", "Name"]);
    expect(reading(record)).toMatchObject({ headRow: 4 });
    expect(await rowsOf(record)).toEqual([
      [5, ["", "A", "Anna"]],
      [7, ["", "B", ""]],
    ]);
    expect(await badRows(buyer, await checkFile(buyer, record))).toEqual({ 7: { name: "Fill this in." } });
  });

  test("where it has no headings, with its first row as data; the row of the headings can be chosen", async () => {
    const headless = "4001,Anna,12\n4002,Berta,7\n";
    const record = await upload(headless);
    expect(record["columns"]).toEqual(["Column 1", "Column 2", "Column 3"]);
    expect(reading(record)).toMatchObject({ headRow: 0, top: [{ rowNo: 1 }, { rowNo: 2 }] });
    expect(await rowsOf(record)).toHaveLength(2);
    expect(await rowsOf(await upload(headless, { query: "&headRow=1" }))).toEqual([[2, ["4002", "Berta", "7"]]]);
    expect((await uploadFile(buyer, "vendor", headless, { query: "&headRow=9" })).status).toBe(422);
  });

  test("in the sheet of a workbook that is chosen, with the numbers of its rows", async () => {
    const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const related = [1, 2].map(
      (n) => `<Relationship Id="r${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
    );
    const book = makeWorkbook({
      rows: textRows([["About this file"], ["It is large"]]),
      workbook: `<workbook xmlns:r="${relations}"><sheets><sheet name="Read me" r:id="r1"/><sheet name="Data &amp; more" r:id="r2"/></sheets></workbook>`,
      more: {
        "xl/_rels/workbook.xml.rels": `<Relationships>${related.join("")}</Relationships>`,
        "xl/worksheets/sheet2.xml": `<worksheet><sheetData>${numbered(3, "Code", "Name")}${numbered(9, "A", "Anna")}</sheetData></worksheet>`,
      },
    });
    const first = await upload(book, { name: "book.xlsx" });
    expect(reading(first)).toMatchObject({ sheet: "Read me", sheets: ["Read me", "Data & more"], encoding: null });
    const second = await upload(book, { name: "book.xlsx", query: `&sheet=${encodeURIComponent("Data & more")}` });
    expect(await rowsOf(second)).toEqual([[9, ["A", "Anna"]]]);
    expect((await uploadFile(buyer, "vendor", book, { name: "book.xlsx", query: "&sheet=Other" })).status).toBe(422);
  });
});

describe("a quotation mark without its partner", () => {
  test.each([
    ["that swallows the rows below it", 'Code,Name\nA,Anna\nB,"Berta\nC,Carla\nD,"Dora"\n'],
    ["that goes to the end of the file", 'Code,Name\nA,Anna\nB,"Berta\nC,Carla\nD,Dora\n'],
  ])("%s is told with its row, and nothing is read", async (_, file) => {
    const { status, body } = await uploadFile(buyer, "vendor", file);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(
      "Row 3 is longer than a spreadsheet's can be, or swallows the rows below it",
    );
  });

  test("inside a word is a sign like others, and a cell may go over several lines", async () => {
    const record = await upload('Code,Name\nA,5" pipe\nB,"two\nlines, ""one"" cell"\nC,Carla\n');
    expect(await rowsOf(record)).toEqual([
      [2, ["A", '5" pipe']],
      [3, ["B", 'two\nlines, "one" cell']],
      [4, ["C", "Carla"]],
    ]);
  });
});

describe("numbers", () => {
  /** The errors of the rows, or the number in each. */
  async function numbers(values: readonly string[], more: object = {}) {
    const file = `Code;Name;Lead time;Min order total\n${values.map((value, at) => `N${at};Anna;;"${value}"`).join("\n")}\n`;
    const record = await upload(file);
    const mapping = { ...(record["mapping"] as object), minOrderTotal: { column: "Min order total" } };
    const answer = await buyer.post(`/api/imports/${record.id}/check`, { mapping, ...more });
    if (answer.status !== 200) return answer.body;
    const bad = await badRows(buyer, answer.body as Body);
    return values.map((_, at) => bad[at + 2]?.["minOrderTotal"] ?? "good");
  }

  test("are read as their whole column shows: no digit is lost by the wrong sign", async () => {
    expect(await numbers(["12,50", "1.240,5", "1.200"])).toEqual(["good", "good", "good"]);
    expect(await numbers(["12.50", "1,240.5", "1,200"])).toEqual(["good", "good", "good"]);
    expect(await numbers(["12,50"], { decimalComma: false })).toEqual(["good"]); // 12.5, and never 1250
  });

  test("whose groups have not three digits each are rows to correct", async () => {
    const answers = (await numbers(["12.50", "12,3456.78", "1,2,3", "1 24"])) as string[];
    expect(answers[0]).toBe("good");
    for (const answer of answers.slice(1)) expect(answer).toContain("is no number");
  });

  test("that could be either are asked about, and read as somebody says for their column", async () => {
    const question = { fields: { "mapping.minOrderTotal": expect.stringContaining('"1.200"') } };
    expect(await numbers(["1.200", "17"])).toMatchObject(question);
    const column = "Min order total";
    expect(await numbers(["1.200"], { numberStyles: { [column]: "comma" } })).toEqual(["good"]);
    expect(await numbers(["12,50", "12.50"])).toMatchObject({ fields: { "mapping.minOrderTotal": expect.anything() } });
    expect(await numbers(["12,50", "12.50"], { numberStyles: { [column]: "comma" } })).toEqual([
      "good",
      '"12.50" is not written as the numbers of this column are. Give 12.50, or choose the other way.',
    ]);
  });

  test("come with samples of what they are, and those that a workbook stores as numbers leave no doubt", async () => {
    const record = await upload("Code;Name;Total\nA;Anna;1.200\n");
    expect(reading(record)["styles"]).toEqual({
      Total: { numbers: { style: "open", samples: [{ text: "1.200", as: { dot: "1.200", comma: "1200" } }] } },
    });
    const head = textRows([["Code", "Name", "Total"]]);
    const rows = `${head}<row><c t="inlineStr"><is><t>A</t></is></c><c t="inlineStr"><is><t>A</t></is></c><c><v>1.234</v></c></row>`;
    const stored = await upload(makeWorkbook({ rows }), { name: "book.xlsx" });
    expect(reading(stored)["styles"]).toMatchObject({ Total: { numbers: { style: "dot" } } });
  });
});
