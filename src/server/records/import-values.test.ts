import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readRow, type Importer } from "./importer.ts";
import { csvCell } from "./export.ts";
import { readCell } from "./import-values.ts";

test.each([
  ["Germany", "DE"],
  ["Deutschland", "DE"],
  ["Vietnam", "VN"],
  ["Serbia", "RS"],
  ["Zimbabwe", "ZW"],
  ["niederlande", "NL"],
  ["UK", "GB"],
  ["nl", "NL"],
])("the country %s is %s: no name leads to a code that was withdrawn", (text, value) => {
  expect(readCell("country", text, { numbers: null, dates: null })).toEqual({ value });
});

test.each(["DD", "East Germany", "YU"])("%s is no country of today", (text) => {
  expect(readCell("country", text, { numbers: null, dates: null })).toHaveProperty("error");
});

const unsaid = { numbers: null, dates: null };

test.each(["#N/A", "#DIV/0!", "#NV", "#BEZUG!"])(
  "%s, which a spreadsheet shows for a formula that failed, is no value of anything",
  (text) => {
    for (const kind of ["text", "decimal", "date", "yes_no"] as const)
      expect(readCell(kind, text, unsaid), kind).toHaveProperty("error");
  },
);

test.each(["1.24E+05", "1,24E+05", "4.02E+12", "1E+11", "-1,5e-07"])(
  "%s, which a spreadsheet writes for a long number, is no value of anything: its digits are lost",
  (text) => {
    for (const kind of ["text", "words", "decimal", "integer"] as const)
      expect(readCell(kind, text, unsaid), kind).toMatchObject({
        error: { message: expect.stringContaining("looks like a number that the spreadsheet has rounded") },
      });
  },
);

test.each(["1E5", "12E+05", "E+05", "1.2E", "A1E+05"])("the code %s is one as people write them", (text) => {
  expect(readCell("text", text, unsaid)).toEqual({ value: text });
});

test("a date may be written without signs, as databases do, where the calendar has it", () => {
  expect(readCell("date", "20261231", unsaid)).toEqual({ value: "2026-12-31" });
  expect(readCell("date", "20261331", unsaid)).toHaveProperty("error");
});

test.each(["=1+1", "+1", "@sum(a1)", "\uff1d1+1", "\uff0b1", "\uff0dcmd", "\uff20a"])(
  "%s leaves in a list with an apostrophe, and comes back from it as it was",
  (text) => {
    expect(csvCell(text)).toBe(`'${text}`);
    expect(readCell("text", csvCell(text), unsaid)).toEqual({ value: text });
  },
);

test("a share of a hundred may have its sign, and nothing else may", () => {
  expect(readCell("decimal", "19 %", unsaid, "percent")).toEqual({ value: "19" });
  expect(readCell("decimal", "19%", unsaid)).toHaveProperty("error");
  expect(readCell("decimal", "€10", unsaid)).toHaveProperty("error");
});

describe("a price with the sign of a currency", () => {
  const importer = {
    fields: [
      { name: "price", label: "Price", kind: "decimal", currencyIn: "currency" },
      { name: "currency", label: "Currency", kind: "text" },
    ],
    row: z.object({ price: z.string(), currency: z.string().nullable().default(null) }),
  } as unknown as Importer; // the parts that reading a row asks for
  const read = (price: string, currency: string) =>
    readRow(
      importer,
      new Map([
        ["p", price],
        ["c", currency],
      ]),
      { price: { column: "p" }, currency: { column: "c" } },
      () => unsaid,
    );

  test.each([
    ["€12", "EUR"],
    ["12 £", "gbp"],
    ["$12", "USD"],
    ["$12", "CAD"],
    ["12", "EUR"],
  ])("%s is taken beside %s", (price, currency) => {
    expect(read(price, currency)).toMatchObject({ value: { price: "12" } });
  });

  test.each([
    ["$12", "EUR"],
    ["£12", "USD"],
    ["€12", ""],
  ])("%s is refused beside %s", (price, currency) => {
    expect(read(price, currency)).toMatchObject({ errors: { price: { message: expect.any(String) } } });
  });
});
