import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { add, compare, divide, multiply, negate, percent, round, subtract } from "./money.ts";

const integer = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
const decimal = fc.record({ digits: integer, scale: fc.integer({ min: 0, max: 6 }) }).map(({ digits, scale }) => {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  const whole = text.slice(0, text.length - scale);
  return `${digits < 0n ? "-" : ""}${whole}${scale > 0 ? `.${text.slice(-scale)}` : ""}`;
});

describe("exact decimals", () => {
  test("are not the floats of the machine", () => {
    expect(add("0.1", "0.2")).toBe("0.3");
    expect(multiply("3", "0.0035")).toBe("0.0105");
    expect(multiply("999999999999.999999", "999999999999.999999")).toBe("999999999999999998000000.000000000001");
    expect(percent("59.90", "21")).toBe("12.579");
    expect(subtract("5", "5.000")).toBe("0");
    expect(add()).toBe("0");
  });

  test("a half goes away from zero", () => {
    expect(["0.125", "0.124", "0.135", "-0.125", "-0.124", "1.005"].map((text) => round(text, 2))).toEqual([
      "0.13",
      "0.12",
      "0.14",
      "-0.13",
      "-0.12",
      "1.01",
    ]);
    expect(round("1234.5", 0)).toBe("1235");
    expect(round("-0.4", 0)).toBe("0");
    expect(round("7", 2)).toBe("7");
  });

  test("text that is no number is refused", () => {
    for (const text of ["", "1e3", "1,5", " 1", "NaN", "--1", "."]) expect(() => add(text)).toThrow("not a decimal");
  });

  test("addition commutes, associates and is undone by subtraction", () => {
    fc.assert(
      fc.property(decimal, decimal, decimal, (a, b, c) => {
        expect(add(a, b)).toBe(add(b, a));
        expect(add(add(a, b), c)).toBe(add(a, add(b, c)));
        expect(compare(subtract(add(a, b), b), a)).toBe(0);
        expect(add(a, negate(a))).toBe("0");
      }),
    );
  });

  test("multiplication distributes over addition", () => {
    fc.assert(
      fc.property(
        decimal,
        decimal,
        decimal,
        (a, b, c) => void expect(multiply(a, add(b, c))).toBe(add(multiply(a, b), multiply(a, c))),
      ),
    );
  });

  test("rounding moves a number by at most half a unit, and twice is once", () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 4 }), (a, places) => {
        const rounded = round(a, places);
        const moved = subtract(rounded, a).replace("-", "");
        const half = places === 0 ? "0.5" : `0.${"0".repeat(places)}5`;
        expect(compare(moved, half)).toBeLessThanOrEqual(0);
        expect(round(rounded, places)).toBe(rounded);
      }),
    );
  });

  test("a quotient is rounded as every number is, and text that is no number is refused", () => {
    expect(divide("10", "12", 6)).toBe("0.833333");
    expect(divide("-1", "8", 2)).toBe("-0.13");
    expect(divide("1", "-8", 2)).toBe("-0.13");
    expect(divide("6", "0.5", 0)).toBe("12");
    expect(divide("-0.001", "3", 2)).toBe("0");
    expect(() => divide("1", "0.00", 2)).toThrow("division by zero");
    expect(() => divide("1e3", "2", 2)).toThrow("not a decimal");
  });

  test("a quotient times its divisor is off by at most half a unit of the divisor, and exact if it can be", () => {
    fc.assert(
      fc.property(decimal, decimal, fc.integer({ min: 0, max: 6 }), (a, b, places) => {
        fc.pre(compare(b, "0") !== 0);
        const left = subtract(multiply(divide(a, b, places), b), a).replace("-", "");
        const half = multiply(b.replace("-", ""), places === 0 ? "0.5" : `0.${"0".repeat(places)}5`);
        expect(compare(left, half)).toBeLessThanOrEqual(0);
        expect(divide(multiply(a, b), b, 6)).toBe(round(a, 6));
      }),
    );
  });

  test("a quotient is that of whole numbers, digit by digit", () => {
    const millionths = (a: bigint, b: bigint): string => {
      const digits = String((a * 1_000_000n + b / 2n) / b).padStart(7, "0");
      return add(`${digits.slice(0, -6)}.${digits.slice(-6)}`);
    };
    const whole = fc.bigInt({ min: 1n, max: 10n ** 14n });
    fc.assert(fc.property(whole, whole, (a, b) => void expect(divide(String(a), String(b), 6)).toBe(millionths(a, b))));
  });

  test("order is that of the numbers", () => {
    fc.assert(
      fc.property(
        integer,
        integer,
        (a, b) => void expect(Math.sign(compare(String(a), String(b)))).toBe(a < b ? -1 : a > b ? 1 : 0),
      ),
    );
  });
});
