import { expect, test } from "vitest";
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
