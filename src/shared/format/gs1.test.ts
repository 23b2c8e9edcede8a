import fc from "fast-check";
import { expect, test } from "vitest";
import { readScan } from "./gs1.ts";

const now = new Date("2026-11-20T00:00:00Z");
const fnc1 = "\u001d";
const read = (text: string) => {
  const scan = readScan(text, now);
  return scan.kind === "gs1" ? scan.data : scan;
};

test("GTIN, expiry and lot of one GS1-128 scan are told apart", () => {
  expect(read("]C101095060001343521728063010ABC123")).toEqual({
    gtin: "09506000134352",
    expiryDate: "2028-06-30",
    lot: "ABC123",
  });
});

test("a field of variable length ends at FNC1, whatever stands before or after", () => {
  expect(read(`]d2${fnc1}0109506000134352${"10L-7/A"}${fnc1}21S99${fnc1}17280630`)).toEqual({
    gtin: "09506000134352",
    lot: "L-7/A",
    serial: "S99",
    expiryDate: "2028-06-30",
  });
  expect(read(`0109506000134352${"10LOT"}${fnc1}`)).toEqual({ gtin: "09506000134352", lot: "LOT" });
});

test("a pallet says what it contains and how many", () => {
  expect(read("]C1001061414123456789080209506000134352" + "3748")).toEqual({
    sscc: "106141412345678908",
    contentGtin: "09506000134352",
    count: 48,
  });
});

test("day 00 is the last of the month, also in a leap year", () => {
  expect(read("]C11728020010A")).toEqual({ expiryDate: "2028-02-29", lot: "A" });
  expect(read("]C1" + "15270200")).toEqual({ bestBefore: "2027-02-28" });
});

test("the century is the one nearest to now: 49 years back, 50 ahead", () => {
  expect(read("]C117760101")).toEqual({ expiryDate: "2076-01-01" });
  expect(read("]C117770101")).toEqual({ expiryDate: "1977-01-01" });
  const old = readScan("]C117400101", new Date("2095-06-01T00:00:00Z"));
  expect(old).toEqual({ kind: "gs1", data: { expiryDate: "2140-01-01" } });
});

test("net weight has as many decimals as the identifier says", () => {
  expect(read("]C13103012500")).toEqual({ netKg: "12.5" });
  expect(read("]C13100000007")).toEqual({ netKg: "7" });
  expect(read("]C13105000120")).toEqual({ netKg: "0.0012" });
  expect(read("]C13102000000")).toEqual({ netKg: "0" });
});

test("identifiers that we have no use for are passed over", () => {
  expect(read(`]C10109506000134352400PO-4711${fnc1}13261101${"410"}5412345000013` + "10X")).toEqual({
    gtin: "09506000134352",
    lot: "X",
  });
  // zbar's sample of GS1 DataBar Expanded.
  expect(read("]e0019876543210987905012345")).toEqual({ gtin: "98765432109879" });
});

test("what people copy from a label, with brackets, reads the same", () => {
  expect(read("(01)09506000134352(10)ABC(17)280630")).toEqual({
    gtin: "09506000134352",
    lot: "ABC",
    expiryDate: "2028-06-30",
  });
});

test("without a symbology id a whole GS1 string is still seen, and an ordinary code stays one", () => {
  expect(read("0109506000134352")).toEqual({ gtin: "09506000134352" });
  expect(read("00106141412345678908")).toEqual({ sscc: "106141412345678908" });
  for (const code of ["6291041500213", "036000291452", "SKU-01", "0100", "https://github.com/mchehab/zbar", "01"])
    expect(read(code)).toEqual({ kind: "plain", code });
});

test("the symbology id of an ordinary barcode is taken off", () => {
  expect(read("]E06291041500213\r\n")).toEqual({ kind: "plain", code: "6291041500213" });
  expect(read("]C0SKU-01\t")).toEqual({ kind: "plain", code: "SKU-01" });
});

test.each([
  ["]C10109506000134353", /last digit/],
  ["]C100106141412345678901", /pallet number/],
  ["]C1010950600013", /14 digits/],
  ["]C117281301", /no date/],
  ["]C117280231", /no date/],
  ["]C110", /1 to 20/],
  ["]C110123456789012345678901", /separator/],
  ["]C137AB", /number of pieces/],
  ["]C110LÖT", /characters/],
  ["]C1XY", /no GS1 code/],
  ["]C1", /empty/],
  ["", /Nothing/],
])("%j is refused in words", (code, words) => {
  expect(read(code)).toMatchObject({ kind: "unreadable" });
  expect((read(code) as { problem: string }).problem).toMatch(words);
});

test("any text at all is read or refused, never thrown over", () => {
  const pieces = fc.constantFrom(
    "]C1",
    "]d2",
    "01",
    "09506000134352",
    "10",
    "17",
    "280630",
    "3103",
    "37",
    "(",
    ")",
    fnc1,
  );
  const junk = fc.array(fc.oneof(pieces, fc.string({ unit: "binary", maxLength: 12 }))).map((parts) => parts.join(""));
  fc.assert(fc.property(junk, (text) => ["gs1", "plain", "unreadable"].includes(readScan(text, now).kind)));
});
