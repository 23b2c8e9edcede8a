import { expect, test } from "vitest";
import { anExpectation, anExpectedLine } from "#main/testing/expectation.ts";
import { acceptedAsExpected, uncounted } from "./accept-expected.web.ts";
import {
  accepted,
  batchFor,
  divided,
  hasSerial,
  inUnit,
  linesOf,
  overBy,
  packsOf,
  withoutLast,
  type Entry,
} from "./counting.web.ts";

const rice = anExpectedLine({
  sku: "RICE",
  openQty: "10",
  orderedQty: "10",
  maxQty: "11",
  uom: "XBX",
  qtyPerUom: "12",
});
const expected = anExpectation([rice]);
const key = rice.purchaseOrderItemId;
let made = 0;
interface Done {
  readonly kind: Entry["kind"];
  readonly [part: string]: unknown;
}
const done = (...deeds: readonly Done[]) =>
  deeds.map(
    (deed) =>
      ({
        id: String((made += 1)),
        how: "scan",
        line: key,
        batch: 0,
        lot: null,
        expiry: null,
        ...deed,
      }) as unknown as Entry,
  ); // each test gives the parts of its kind
const line = (...deeds: readonly Done[]) => linesOf(expected, done(...deeds))[0]!;

test("a line begins at nothing, with what the delivery is to bring as due in base units", () => {
  expect(line()).toMatchObject({ counted: "0", due: "120", uom: "XBX", qtyPerUom: "12" });
  expect(linesOf(anExpectation([{ ...rice, plannedQty: "4" }]), [])[0]?.due).toBe("48");
  expect(linesOf(anExpectation([{ ...rice, plannedQty: "40" }]), [])[0]?.due).toBe("120");
});

test("what is left of a pack after loose pieces is due in pieces, and all of them are within the order", () => {
  const left = { openQty: "36.833333", receivedQty: "3.166667", orderedQty: "40", maxQty: "40", plannedQty: "40" };
  const some = anExpectation([{ ...rice, ...left }]);
  expect(linesOf(some, [])[0]).toMatchObject({ due: "442", uom: "EA", qtyPerUom: "1" });
  const [all] = linesOf(some, done({ kind: "count", by: "442" }));
  expect(overBy(all!)).toBeNull();
  const [more] = linesOf(some, done({ kind: "count", by: "443" }));
  expect(overBy(more!)).toBe("1");
  const halves = anExpectation([{ ...rice, openQty: "22.5" }]);
  expect(linesOf(halves, [])[0]).toMatchObject({ due: "270", uom: "XBX" });
});

test("each scan adds, and never goes below nothing", () => {
  expect(line({ kind: "count", by: "12" }, { kind: "count", by: "12" }).counted).toBe("24");
  expect(line({ kind: "count", by: "12" }, { kind: "count", by: "-30" }).counted).toBe("0");
});

test("serial numbers count their pieces, beyond what was counted already; each once, and a wrong one goes again", () => {
  const serial = (text: string, isGone = false) => ({ kind: "serial", serial: text, isGone }) as const;
  expect(line(serial("A-1"), serial("A-2"), serial("a-1")).batches[0]).toMatchObject({
    counted: "2",
    serials: ["A-2", "a-1"],
  });
  expect(line({ kind: "count", by: "12" }, serial("A-1"))).toMatchObject({ counted: "12" });
  const gone = line(serial("A-1"), serial("A-2"), serial("A-2", true));
  expect(gone.batches[0]).toMatchObject({ serials: ["A-1"] });
  expect(hasSerial(gone, "a-1")).toBe(true);
  expect(hasSerial(gone, "A-2")).toBe(false);
});

test("damaged and rejected goods are among the counted, and the rest is accepted", () => {
  const counted = line(
    { kind: "count", by: "24" },
    { kind: "split", damaged: "5", rejected: "1", wrong: "torn", note: "", onPaper: false },
  );
  expect([counted.counted, counted.damaged, counted.rejected, accepted(counted)]).toEqual(["24", "5", "1", "18"]);
  expect(line({ kind: "split", damaged: "5", rejected: "0", wrong: "wet", note: "", onPaper: false }).counted).toBe(
    "5",
  );
  expect(
    line(
      { kind: "split", damaged: "5", rejected: "0", wrong: "wet", note: "", onPaper: false },
      { kind: "set", counted: "2" },
    ).counted,
  ).toBe("5");
});

test("a line is counted in packs as long as they are whole, else in single pieces", () => {
  expect(line({ kind: "count", by: "24" })).toMatchObject({ uom: "XBX" });
  expect(line({ kind: "count", by: "25" })).toMatchObject({ uom: "EA", qtyPerUom: "1" });
  expect(inUnit("24", line())).toEqual({ qty: "2", uom: "XBX" });
  expect(packsOf(line()).map(({ uom }) => uom)).toEqual(["XBX", "EA"]);
  expect(divided("1", "3")).toBeNull();
});

test("each lot has a batch of its own; one without a lot yet takes the first", () => {
  const entries = done({ kind: "count", by: "12", lot: "A" }, { kind: "count", by: "12", lot: "B", batch: 1 });
  const [both] = linesOf(expected, entries);
  expect(both!.batches.map(({ lot, counted }) => [lot, counted])).toEqual([
    ["A", "12"],
    ["B", "12"],
  ]);
  expect([
    batchFor(both!, "A", null),
    batchFor(both!, "B", null),
    batchFor(both!, "C", null),
    batchFor(both!, null, null),
  ]).toEqual([0, 1, 2, 1]);
  expect(batchFor(line(), "A", null)).toBe(0);
});

test("what is above the order and its tolerance is told; what is rejected does not count towards it", () => {
  expect(overBy(line({ kind: "count", by: "132" }))).toBeNull();
  expect(overBy(line({ kind: "count", by: "133" }))).toBe("1");
  expect(
    overBy(
      line(
        { kind: "count", by: "140" },
        { kind: "split", damaged: "0", rejected: "8", wrong: "wet", note: "", onPaper: false },
      ),
    ),
  ).toBeNull();
});

test("goods that nobody ordered come after the lines, and go when they are taken back", () => {
  const product = {
    productId: "p",
    sku: "NEW",
    name: "New",
    baseUom: "EA",
    trackingMode: "none",
    expiryTracked: false,
  };
  const entries = done({ kind: "count", by: "3", line: "u:p", product });
  expect(linesOf(expected, entries).map(({ key: one, item }) => [one, item === null])).toEqual([
    [key, false],
    ["u:p", true],
  ]);
  expect(linesOf(expected, withoutLast(entries))).toHaveLength(1);
});

test("accepting as expected takes what nobody touched, leaves lots and dates to be read, and is taken back at once", () => {
  const [tea, milk, salt, oats] = [
    anExpectedLine({ sku: "TEA" }),
    anExpectedLine({ sku: "MILK", expiryTracked: true }),
    anExpectedLine({ sku: "SALT" }),
    anExpectedLine({ sku: "OATS", openQty: "0" }),
  ];
  const many = anExpectation([rice, tea, milk, salt, oats]);
  const before = done({ kind: "count", by: "12" }, { kind: "set", counted: "0", line: salt.purchaseOrderItemId });
  const { ready, toRead } = uncounted(many, linesOf(many, before), before);
  expect([ready.map(({ product }) => product.sku), toRead.map(({ product }) => product.sku)]).toEqual([
    ["TEA"],
    ["MILK"],
  ]);

  const all = anExpectation([rice, tea]);
  const entries = acceptedAsExpected(uncounted(all, linesOf(all, []), []).ready, "once").map((deed, n): Entry => ({
    ...deed,
    id: `a${n}`,
  }));
  expect(linesOf(all, entries).map(({ counted, due }) => counted === due)).toEqual([true, true]);
  expect(withoutLast([...before, ...entries])).toEqual(before);
  expect(
    uncounted({ ...all, orders: all.orders.map((order) => ({ ...order, canReceive: false })) }, linesOf(all, []), [])
      .ready,
  ).toEqual([]);
});
