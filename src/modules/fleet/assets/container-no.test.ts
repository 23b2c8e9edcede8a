import { describe, expect, test } from "vitest";
import { containerCheckDigit, containerNo, containerWords } from "./container-no.ts";

const wholes = ["CSQU3054383", "TOLU4734787", "MSKU9070323"];
const read = (text: string) => containerNo.safeParse(text);
const said = (text: string) => read(text).error?.issues.map(({ message }) => message);
const misread = ["The last digit does not fit the others: one of them is wrong."];

describe("the number of a container", () => {
  test("ends with the digit that ISO 6346 counts from the ten signs before it", () => {
    for (const number of wholes) expect(containerCheckDigit(number), number).toBe(number.at(-1));
  });

  test("counts 10 as 0: no number ends with two digits", () => {
    const ends = Array.from({ length: 200 }, (_, n) => containerCheckDigit(`WAYU${String(n).padStart(6, "0")}`));
    expect(new Set(ends)).toEqual(new Set("0123456789"));
  });

  test("is refused with any one of its digits wrong, and with two neighbours swapped", () => {
    const [number = ""] = wholes;
    for (let at = 4; at < 11; at += 1)
      for (const digit of "0123456789".replace(number[at] ?? "", "")) {
        const wrong = number.slice(0, at) + digit + number.slice(at + 1);
        expect(said(wrong), wrong).toEqual(misread);
      }
    for (const swapped of ["CSQU3504383", "CQSU3054383"]) expect(said(swapped), swapped).toEqual(misread);
  });

  test("is read as it is copied from a door, and shown so", () => {
    for (const text of ["csqu3054383", "CSQU 305438 3", "CSQU 305438-3", " CSQU 305438/3 "])
      expect(read(text).data, text).toBe("CSQU3054383");
    expect(containerWords("CSQU3054383")).toBe("CSQU 305438 3");
    for (const text of ["", null, undefined]) expect(containerNo.parse(text), String(text)).toBeNull();
  });

  test("has four letters and seven digits", () => {
    for (const text of ["CSQ3054383", "CSQU305438", "CSQU30543833", "C5QU3054383", "CSQUO054383"])
      expect(said(text), text).toEqual(["Give four letters and seven digits, like CSQU 305438 3."]);
  });
});
