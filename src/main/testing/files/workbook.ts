import { makeZip, type Lies } from "./zip.ts";

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

interface Parts {
  /** What stands in `<sheetData>`. */
  readonly rows: string;
  /** What stands before it. */
  readonly before?: string;
  readonly strings?: string;
  readonly styles?: string;
  readonly workbook?: string;
  /** Before the root of the sheet. */
  readonly prolog?: string;
  readonly more?: Readonly<Record<string, string | Buffer>>;
  readonly lies?: Readonly<Record<string, Lies>>;
}

export const sheetPath = "xl/worksheets/sheet1.xml";

/** An XLSX file of one sheet, from its XML. */
export function makeWorkbook({ rows, before = "", strings, styles, workbook, prolog = "", more, lies }: Parts): Buffer {
  const related = [
    ["worksheet", "worksheets/sheet1.xml"],
    ...(strings === undefined ? [] : [["sharedStrings", "sharedStrings.xml"]]),
    ...(styles === undefined ? [] : [["styles", "styles.xml"]]),
  ].map(([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${relations}/${kind}" Target="${target}"/>`);
  return makeZip(
    {
      "[Content_Types].xml": "<Types/>",
      "xl/workbook.xml":
        workbook ??
        `<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships>${related.join("")}</Relationships>`,
      ...(strings === undefined ? {} : { "xl/sharedStrings.xml": `<sst ${main}>${strings}</sst>` }),
      ...(styles === undefined ? {} : { "xl/styles.xml": `<styleSheet ${main}>${styles}</styleSheet>` }),
      [sheetPath]: `${prolog}<worksheet ${main}>${before}<sheetData>${rows}</sheetData></worksheet>`,
      ...more,
    },
    lies,
  );
}

/** Rows of texts as they stand in a sheet. */
export function textRows(table: readonly (readonly string[])[]): string {
  return table
    .map((row) => `<row>${row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`)
    .join("");
}
