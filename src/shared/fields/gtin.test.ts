import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkDigit, gtin, gtinProblem, hasCheckDigit, normaliseGtin } from "./gtin.ts";

const food = new URL("../../../../shared/data/products/gtin-food-products.csv", import.meta.url);

test("the check digits of published GTINs and an SSCC fit", () => {
  for (const code of [
    "6291041500213",
    "036000291452",
    "96385074",
    "9789876543217",
    "98765430",
    "0987654321012",
    "98765432109879",
  ])
    expect(gtinProblem(code), code).toBeNull();
  expect(hasCheckDigit("106141412345678908")).toBe(true);
  expect(checkDigit("629104150021")).toBe("3");
});

test("any single wrong digit is found", () => {
  const good = "6291041500213";
  for (let at = 0; at < good.length; at += 1) {
    const wrong = `${good.slice(0, at)}${(Number(good[at]) + 1) % 10}${good.slice(at + 1)}`;
    expect(gtinProblem(wrong), wrong).toMatch(/typing error/);
  }
});

test("a GTIN has 14 digits once it is stored, whatever its length was", () => {
  expect(normaliseGtin("96385074")).toBe("00000096385074");
  expect(normaliseGtin("0 36000 29145 2")).toBe("00036000291452");
  expect(gtin.parse("6291041500213")).toBe("06291041500213");
  expect(gtin.parse("")).toBeNull();
  expect(gtin.parse(undefined)).toBeNull();
});

test("a GTIN that lost its leading zero says so, and letters are refused", () => {
  expect(gtin.safeParse("36000291452").error?.issues[0]?.message).toMatch(/leading zero/);
  expect(gtin.safeParse("ABC").success).toBe(false);
  expect(gtin.safeParse("00000000000000").success).toBe(false);
});

test.skipIf(!existsSync(food))(
  "every GTIN of the food catalogue is good (skipped where the sample data is absent)",
  () => {
    const codes = readFileSync(food, "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.split(",")[0]?.trim() ?? "")
      .filter(Boolean);
    expect(codes.length).toBeGreaterThan(30);
    expect(codes.filter((code) => gtinProblem(code) !== null)).toEqual([]);
  },
);
