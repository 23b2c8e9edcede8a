import { expect, test } from "vitest";
import { checkDigitOf, hasCheckDigit, vin, vinDoubt } from "./vin.ts";

test("the check digit of a VIN is counted as makers in North America count it", () => {
  expect(
    ["1M8GDM9AXKP042788", "11111111111111111", "5GZCZ43D13S812715", "1HGCM82633A004352"].filter(
      (one) => !hasCheckDigit(one),
    ),
  ).toEqual([]);
  expect(checkDigitOf("1M8GDM9A0KP042788")).toBe("X");
  expect(hasCheckDigit("WVWZZZ1JZ3W386752")).toBe(false);
});

test("one wrong character of a VIN is found, and two neighbours that changed places mostly", () => {
  const right = "1M8GDM9AXKP042788";
  const wrong = [...right].flatMap((sign, at) =>
    at === 8
      ? []
      : ["2", "B", "Z"]
          .filter((other) => other !== sign)
          .map((other) => right.slice(0, at) + other + right.slice(at + 1)),
  );
  const missed = wrong.filter((one) => hasCheckDigit(one));
  expect(missed.length / wrong.length).toBeLessThan(0.15); // letters share values: B, K and S count the same
});

test("a VIN is taken as people copy it, and refused where it cannot be one", () => {
  expect(vin.parse(" 1m8gdm9a xkp-042788 ")).toBe("1M8GDM9AXKP042788");
  expect(vin.parse("wvwzzz1jz3w386752")).toBe("WVWZZZ1JZ3W386752");
  expect([vin.parse(""), vin.parse(null), vin.parse(undefined)]).toEqual([null, null, null]);
  for (const wrong of ["1M8GDM9AXKP04278", "1M8GDM9AXKP0427888", "WVWZZZ1JZ3W38675O", "WVWZZZ1JZ3W38675I"])
    expect(vin.safeParse(wrong).success, wrong).toBe(false);
});

test("in North America a wrong check digit is an error, elsewhere a doubt that is said", () => {
  expect(vin.safeParse("1M8GDM9A1KP042788").success).toBe(false);
  expect(vinDoubt("1M8GDM9AXKP042788")).toBeNull();
  expect(vinDoubt("WVWZZZ1JZ3W386752")).toMatchObject({ message: expect.stringContaining("no check digit") });
  expect(vinDoubt(null)).toBeNull();
});
