import { expect, test } from "vitest";
import { makeWorkbook, textRows } from "#main/testing/files/workbook.ts";
import { Archive } from "./archive.ts";
import { isDateFormat } from "./date-formats.ts";
import { readWorkbook } from "./workbook.ts";

const read = async (parts: Parameters<typeof makeWorkbook>[0]) => readWorkbook(await Archive.open(makeWorkbook(parts)));
const cell = (value: string, type = "n", style = 0) => `<c t="${type}" s="${style}"><v>${value}</v></c>`;
const head = (...names: string[]) => textRows([names]);

test("texts, numbers, yes and no, formulas and their errors come as a person reads them", async () => {
  const { columns, rows } = await read({
    strings:
      '<si><t xml:space="preserve"> plain &amp; simple </t></si><si><r><t>in two ' +
      "</t></r><r><rPr><b/></rPr><t>looks</t></r><rPh><t>aid</t></rPh></si>",
    rows: [
      `${head("a", "b", "c", "d", "e", "f", "g")}<row>`,
      `${cell("0", "s")}${cell("1", "s")}${cell("1", "b")}${cell("1.50")}${cell("1E3")}`,
      '<c t="str"><f>A1&amp;"x"</f><v>line_x000A_break</v></c>',
      `${cell("#DIV/0!", "e")}</row>`,
    ].join(""),
  });
  expect(columns).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
  expect(rows).toEqual([["plain & simple", "in two looks", "true", "1.5", "1000", "line\nbreak", "#DIV/0!"]]);
});

test("cells stand where their addresses say; empty rows are left out, and a column without a heading gets its number", async () => {
  const { columns, rows } = await read({
    rows: '<row r="2"><c r="B2"><v>1</v></c><c r="D2"><v>2</v></c></row><row r="5"/><row r="9"><c r="A9"><v>7</v></c><c r="AA9"><v>8</v></c></row>',
  });
  expect(columns.slice(0, 5)).toEqual(["Column 1", "1", "Column 3", "2", "Column 5"]);
  expect(rows).toEqual([["7", ...Array.from({ length: 25 }, () => ""), "8"]]);
});

test("numbers that are shown as dates come as dates, counted from 1900 or from 1904", async () => {
  const styles = [
    '<numFmts><numFmt numFmtId="164" formatCode="dd&quot;. &quot;mmm yyyy;@"/>',
    '<numFmt numFmtId="165" formatCode="0.00&quot; d&quot;"/></numFmts>',
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>',
    `<cellXfs>${[0, 14, 164, 165].map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs>`,
  ].join("");
  const cells = [0, 1, 2, 3].map((style) => cell("46023.75", "n", style));
  const rows = `${head("plain", "known", "own", "no date")}<row>${cells.join("")}</row>`;
  expect((await read({ styles, rows })).rows).toEqual([["46023.75", "2026-01-01", "2026-01-01", "46023.75"]]);
  const workbook = '<workbook><workbookPr date1904="1"/><sheets><sheet r:id="rId1"/></sheets></workbook>';
  expect((await read({ styles, rows, workbook })).rows[0]?.[1]).toBe("2030-01-02");
});

test("shares of a hundred come as they are shown, and numbers with the digits that a sheet shows", async () => {
  const styles = [
    '<numFmts><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="0&quot; %&quot;"/></numFmts>',
    `<cellXfs>${[0, 9, 164, 165].map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs>`,
  ].join("");
  const cells = `${cell("0.19", "n", 1)}${cell("0.055", "n", 2)}${cell("19", "n", 3)}${cell("0.30000000000000004")}`;
  const rows = `${head("known", "own", "a word", "sum")}<row>${cells}</row>`;
  expect((await read({ styles, rows })).rows).toEqual([["19%", "5.5%", "19", "0.3"]]);
});

test.each([
  ["yyyy\\-mm\\-dd", true],
  ["[$-409]d-mmm-yy", true],
  ["[h]:mm:ss.00", true],
  ["hh:mm AM/PM", true],
  ["0.00", false],
  ['#,##0 "days"', false],
  ["General", false],
])("the format %s is a date's: %s", (template, isDate) => {
  expect(isDateFormat(164, template)).toBe(isDate);
});
