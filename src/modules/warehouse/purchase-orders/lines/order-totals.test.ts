import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { add, multiply, percent, round } from "#shared/format/money.ts";
import { keptQty } from "./kept-qty.ts";
import { lineTotal, orderTotals } from "./order-totals.ts";

/** Not negative, with up to six decimals. */
const positive = fc
  .record({ digits: fc.bigInt({ min: 0n, max: 10n ** 14n }), scale: fc.integer({ min: 0, max: 6 }) })
  .map(({ digits, scale }) => {
    const text = String(digits).padStart(scale + 1, "0");
    const whole = text.slice(0, text.length - scale);
    return `${whole}${scale > 0 ? `.${text.slice(-scale)}` : ""}`;
  });
const rate = fc
  .integer({ min: 0, max: 10_000 })
  .map((hundredths) => round(percent("1", String(hundredths)), 2))
  .map((share) => multiply(share, "1"));
const pricedLine = fc.record({ orderedQty: positive, unitPrice: positive, discountPct: rate, taxRatePct: rate });
const charge = fc.record({ type: fc.constantFrom("freight", "discount", "other"), amount: positive, taxRatePct: rate });

describe("the totals of an order", () => {
  test("a line is quantity times price less its discount", () => {
    expect(lineTotal({ orderedQty: "180", unitPrice: "118.40", discountPct: "0" })).toBe("21312");
    expect(lineTotal({ orderedQty: "3", unitPrice: "9.99", discountPct: "12.5" })).toBe("26.2238");
  });

  test("are rounded to the minor unit of the currency", () => {
    const line = { orderedQty: "3", unitPrice: "0.335", discountPct: "0", taxRatePct: "21" };
    expect(orderTotals([line], [], 2)).toEqual({
      subtotal: "1.01",
      chargesTotal: "0",
      taxTotal: "0.21",
      total: "1.22",
    });
    expect(orderTotals([line], [], 0)).toEqual({ subtotal: "1", chargesTotal: "0", taxTotal: "0", total: "1" });
    expect(orderTotals([line], [], 3).subtotal).toBe("1.005");
  });

  test("charges are added, discounts taken off, both taxed at their own rate", () => {
    const charges = [
      { type: "freight", amount: "100", taxRatePct: "21" },
      { type: "discount", amount: "30", taxRatePct: "0" },
    ];
    expect(orderTotals([], charges, 2)).toEqual({ subtotal: "0", chargesTotal: "70", taxTotal: "21", total: "91" });
  });

  test("always add up, and never have more decimals than the currency", () => {
    fc.assert(
      fc.property(
        fc.array(pricedLine, { maxLength: 20 }),
        fc.array(charge, { maxLength: 5 }),
        fc.integer({ min: 0, max: 4 }),
        (lines, charges, minorUnit) => {
          const totals = orderTotals(lines, charges, minorUnit);
          expect(totals.total).toBe(add(totals.subtotal, totals.chargesTotal, totals.taxTotal));
          for (const part of Object.values(totals)) expect(round(part, minorUnit)).toBe(part);
        },
      ),
    );
  });

  test("do not depend on the order of the lines", () => {
    fc.assert(
      fc.property(
        fc.array(pricedLine, { maxLength: 12 }),
        (lines) => void expect(orderTotals(lines.toReversed(), [], 2)).toEqual(orderTotals(lines, [], 2)),
      ),
    );
  });
});

test("what was kept of a line is never more of its unit than came, so that who orders that has all of it", () => {
  expect(keptQty({ keptBaseQty: "11", qtyPerUom: "12" })).toBe("0.916666");
  expect(keptQty({ keptBaseQty: "24", qtyPerUom: "12" })).toBe("2");
});
