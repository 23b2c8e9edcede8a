import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compare, divide, multiply, round, subtract } from "./money.ts";
import { countText, unitText, unitTyped } from "./unit-names.ts";
import { convertAtLeast, convertPrice, packNow, spokenQuantity, writtenQuantity, writtenTogether } from "./units.ts";

const piece = { uom: "EA", qtyPerUom: "1" };
const carton = { uom: "XCT", qtyPerUom: "12" };
const pallet = { uom: "XPX", qtyPerUom: "480" };

const decimal = (max: number, scale: number) =>
  fc.integer({ min: 1, max: max * 10 ** scale }).map((n) => divide(String(n), String(10 ** scale), scale));
const unit = decimal(2000, 3).map((qtyPerUom) => ({ uom: "XCT", qtyPerUom }));
const money = (orderedQty: string, unitPrice: string) => multiply(orderedQty, unitPrice);
const size = (value: string) => value.replace("-", "");

describe("a price in another unit", () => {
  test("is for as many goods as before: 10 per piece is 120 per carton of 12", () => {
    expect(convertPrice("10", piece, carton)).toEqual({ price: "120", isExact: true });
    expect(convertPrice("120", carton, piece)).toEqual({ price: "10", isExact: true });
    expect(convertPrice("120", carton, pallet)).toEqual({ price: "4800", isExact: true });
    expect(convertPrice("12.35", { uom: "EA", qtyPerUom: "100" }, piece)).toEqual({ price: "0.1235", isExact: true });
  });

  test("says that it was rounded where it does not divide evenly", () => {
    expect(convertPrice("10", carton, piece)).toEqual({ price: "0.833333", isExact: false });
    expect(convertPrice("0.000001", carton, piece)).toEqual({ price: "0", isExact: false });
  });

  test(`and back again moves the money of a line by no more than the rounding of six decimals, and by nothing
    where it divides`, () => {
    fc.assert(
      fc.property(decimal(5000, 6), unit, unit, decimal(10_000, 3), (price, from, to, qty) => {
        const there = convertPrice(price, from, to);
        const back = convertPrice(there.price, to, from);
        const moved = size(subtract(money(qty, back.price), money(qty, price)));
        if (there.isExact) return void expect(moved).toBe("0");
        // Half a millionth of the other unit, seen from this one, and half a millionth of its own.
        const share = divide(multiply("0.0000005", from.qtyPerUom), to.qtyPerUom, 15);
        const most = multiply(qty, subtract(share, "-0.000000500000001"));
        expect(compare(moved, most)).toBeLessThanOrEqual(0);
      }),
    );
  });

  test("is the same line in whole packs: twelve pieces cost what a carton of them costs", () => {
    fc.assert(
      fc.property(
        decimal(5000, 6),
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 1, max: 500 }),
        (price, holds, packs) => {
          const pack = { uom: "XCT", qtyPerUom: String(holds) };
          const converted = convertPrice(price, piece, pack);
          const total = (orderedQty: string, unitPrice: string) => round(multiply(orderedQty, unitPrice), 4);
          expect(converted.isExact).toBe(true);
          expect(total(String(packs), converted.price)).toBe(total(String(packs * holds), price));
        },
      ),
    );
  });

  test("an amount to order at least is never less in another unit", () => {
    expect(convertAtLeast("2", carton, piece)).toBe("24");
    expect(convertAtLeast("10", piece, carton)).toBe("0.833334");
    fc.assert(
      fc.property(decimal(5000, 3), unit, unit, (qty, from, to) => {
        const there = multiply(convertAtLeast(qty, from, to), to.qtyPerUom);
        expect(compare(there, multiply(qty, from.qtyPerUom))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("a pack that the product has otherwise now is told, and the base unit never", () => {
    expect(packNow(carton, [carton, pallet], "EA")).toBeNull();
    expect(packNow(carton, [{ uom: "XCT", qtyPerUom: "10" }], "EA")).toEqual({ now: "10" });
    expect(packNow(carton, [pallet], "EA")).toEqual({ now: null });
    expect(packNow(piece, [], "EA")).toBeNull();
  });
});

describe("a unit in words", () => {
  const speech = (language: string, own: { code: string; label: string }[] = []) => ({
    language,
    own,
    quantity: (value: string) => value,
  });

  test("has its pack, in the reader's language", () => {
    expect(unitText(carton, speech("en"))).toBe("carton of 12");
    expect(unitText(carton, speech("de"))).toBe("Karton à 12");
    expect(unitText({ uom: "KGM", qtyPerUom: "1" }, speech("de"), "KGM")).toBe("kg");
    expect(unitText({ uom: "XBG", qtyPerUom: "60" }, speech("en"), "KGM")).toBe("bag of 60 kg");
    expect(unitText({ uom: "EA", qtyPerUom: "100" }, speech("en"))).toBe("100 pieces");
    expect(countText("5", carton, speech("en"))).toBe("5 cartons of 12");
    expect(countText("1", piece, speech("en"))).toBe("1 piece");
    expect(countText("1.916666", carton, speech("en"), "EA")).toBe("23 pieces");
    expect(countText("0.083333", carton, speech("de"), "EA")).toBe("1 Stück");
    expect(countText("1.5", carton, speech("en"), "EA")).toBe("1.5 cartons of 12");
  });

  test("is what the company calls it, where it says otherwise, and its code where nobody names it", () => {
    expect(unitText(carton, speech("de", [{ code: "XCT", label: "Überkarton" }]))).toBe("Überkarton à 12");
    expect(unitText({ uom: "XYZ", qtyPerUom: "1" }, speech("en"))).toBe("XYZ");
  });

  test("is understood as people type it", () => {
    const carton12 = { uom: "XCT", qtyPerUom: "12" };
    for (const text of ["carton of 12", "Carton (12)", "per cartons of 12", "Karton à 12", "XCT 12", "ctn of 12"])
      expect(unitTyped(text), text).toEqual(carton12);
    for (const text of ["piece", "Stück", "EA", "each", "per piece"])
      expect(unitTyped(text), text).toEqual({ uom: "EA", qtyPerUom: null });
    expect(unitTyped("12-pack")).toEqual({ uom: null, qtyPerUom: "12" });
    expect(unitTyped("per 100")).toEqual({ uom: null, qtyPerUom: "100" });
    expect(unitTyped("100 pieces")).toEqual({ uom: "EA", qtyPerUom: "100" });
    expect(unitTyped("board", [{ code: "XBD", label: "Board" }])).toEqual({ uom: "XBD", qtyPerUom: null });
    for (const text of ["", "something else", "12 cartons of 12"]) expect(unitTyped(text), text).toBeNull();
  });
});

test("a part of a pack is said in base units, as many as there are", () => {
  expect(spokenQuantity("0.833333", carton, "EA")).toEqual({ qty: "10", unit: piece });
  expect(spokenQuantity("1.166667", carton, "EA")).toEqual({ qty: "14", unit: piece });
  expect(spokenQuantity("3", carton, "EA")).toEqual({ qty: "3", unit: carton });
  expect(spokenQuantity("0.25", { uom: "KGM", qtyPerUom: "1" }, "KGM")).toEqual({
    qty: "0.25",
    unit: { uom: "KGM", qtyPerUom: "1" },
  });
});

test("what six decimals lack of whole base units is never said, however large the pack", () => {
  expect(writtenQuantity("1.833333", { uom: "XCT", qtyPerUom: "6" }, "EA")).toEqual({ qty: "11", unit: piece });
  expect(writtenQuantity("0.002083", pallet, "EA")).toEqual({ qty: "1", unit: piece });
  expect(writtenQuantity("22.5", { uom: "TNE", qtyPerUom: "1000" }, "KGM").qty).toBe("22.5");
  expect(writtenQuantity("0.333333", { uom: "XBG", qtyPerUom: "25" }, "KGM").qty).toBe("8.3333");
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 2, max: 1500 }), (pieces, holds) => {
      const pack = { uom: "XCT", qtyPerUom: String(holds) };
      const exact = divide(String(pieces), pack.qtyPerUom, 6);
      const floor = compare(multiply(exact, pack.qtyPerUom), String(pieces)) > 0 ? subtract(exact, "0.000001") : exact;
      for (const qty of [exact, floor]) {
        const said = writtenQuantity(qty, pack, "EA");
        expect(said.unit === pack ? multiply(said.qty, pack.qtyPerUom) : said.qty).toBe(String(pieces));
      }
    }),
  );
});

test("quantities beside each other have one unit", () => {
  const both = writtenTogether(["2", "0.916667"], carton, "EA");
  expect([both.unit, both.in("2"), both.in("0.916667")]).toEqual([piece, "24", "11"]);
  expect(writtenTogether(["2", "0.5"], carton, "EA").unit).toBe(carton);
});
