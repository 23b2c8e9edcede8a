import { expect, test } from "vitest";
import { anExpectation, anExpectedLine } from "#main/testing/expectation.ts";
import { linesOf, type ChosenPacks, type Entry } from "../counting/counting.web.ts";
import { routeScan, type Found } from "./scan-route.web.ts";

const [gtin, boxGtin] = ["04006381333931", "14006381333938"];
const tea = anExpectedLine({
  sku: "TEA-1",
  gtin,
  uom: "XBX",
  qtyPerUom: "6",
  vendorSku: "V-77",
  packages: [{ uom: "XBX", quantityInBase: "6", gtin: boxGtin }],
});
const later = anExpectedLine({ sku: "TEA-1", gtin, productId: tea.productId, openQty: "2", orderedQty: "2" });
const milk = anExpectedLine({ sku: "MILK", gtin: "05000159407236", trackingMode: "lot", expiryTracked: true });
const phone = anExpectedLine({ sku: "PHONE", gtin: "05012345678900", trackingMode: "serial" });
const bin = { id: "b", code: "A-01", kind: "storage", barcode: "BIN-A01" };
const expected = { ...anExpectation([tea, later, milk, phone]), places: [bin] };

function scan(
  code: string,
  entries: readonly Entry[] = [],
  open: string | null = null,
  packs: ChosenPacks = {},
): Found {
  const lines = linesOf(expected, entries);
  return routeScan(code, { expected, lines, open: lines.find(({ key }) => key === open) ?? null, packs });
}
const counted = (by: string): Entry => ({
  id: "e",
  kind: "count",
  how: "scan",
  line: tea.purchaseOrderItemId,
  batch: 0,
  by,
  lot: null,
  expiry: null,
});
const by = (found: Found) => (found.kind === "count" ? [found.line.key, found.by] : found.kind);

test("a product's number counts one, its package's number what is in the package, our own or the vendor's number one ordered unit", () => {
  expect(by(scan("4006381333931"))).toEqual([tea.purchaseOrderItemId, "1"]);
  expect(by(scan(boxGtin))).toEqual([tea.purchaseOrderItemId, "6"]);
  expect(by(scan("tea-1"))).toEqual([tea.purchaseOrderItemId, "6"]);
  expect(by(scan("v-77"))).toEqual([tea.purchaseOrderItemId, "6"]);
  expect(by(scan("phone"))).toEqual([phone.purchaseOrderItemId, "1"]);
});

test("our own number counts the pack that the toggle of its line says; a number that names a pack counts that", () => {
  const pieces = { [tea.purchaseOrderItemId]: 1 };
  expect(by(scan("tea-1", [], null, pieces))).toEqual([tea.purchaseOrderItemId, "1"]);
  expect(by(scan(boxGtin, [], null, pieces))).toEqual([tea.purchaseOrderItemId, "6"]);
  expect(by(scan(gtin, [], null, { [tea.purchaseOrderItemId]: 0 }))).toEqual([tea.purchaseOrderItemId, "1"]);
});

test("the line that is due first is filled first, then the next; the open one goes before", () => {
  expect(by(scan(gtin, [counted("60")]))).toEqual([later.purchaseOrderItemId, "1"]);
  expect(by(scan(gtin, [], later.purchaseOrderItemId))).toEqual([later.purchaseOrderItemId, "1"]);
  expect(by(scan(gtin, [counted("60")], tea.purchaseOrderItemId))).toEqual([later.purchaseOrderItemId, "1"]);
});

test("a label brings its lot and its date along", () => {
  const found = scan("(01)05000159407236(17)271231(10)L-5");
  expect(found).toMatchObject({ kind: "count", deed: { lot: "L-5", expiry: "2027-12-31", batch: 0 } });
});

test("a lot alone belongs to the open line; without one it is nobody's", () => {
  expect(scan("(10)L-9", [], milk.purchaseOrderItemId)).toMatchObject({
    kind: "label",
    line: { key: milk.purchaseOrderItemId },
    deed: { lot: "L-9" },
  });
  expect(scan("(10)L-9")).toEqual({ kind: "elsewhere", code: "" });
});

test("a piece is counted by its serial number, with its product's code or alone where such pieces are counted", () => {
  const found = scan(`(01)05012345678900(21)SN-1`);
  expect(found).toMatchObject({ kind: "serial", line: { key: phone.purchaseOrderItemId }, deed: { serial: "SN-1" } });
  const alone = { kind: "serial", deed: { serial: "SN-2", line: phone.purchaseOrderItemId } };
  expect(scan("SN-2", [], phone.purchaseOrderItemId)).toMatchObject(alone);
  expect(scan("(21)SN-2", [], phone.purchaseOrderItemId)).toMatchObject(alone);
  expect(scan("SN-2", [], milk.purchaseOrderItemId)).toMatchObject({ kind: "elsewhere" });
  expect(scan("a-01", [], phone.purchaseOrderItemId)).toMatchObject({ kind: "place" });
  expect(scan("4012345678901", [], phone.purchaseOrderItemId)).toMatchObject({ kind: "elsewhere" });
});

test("a bin is known by its code and by its bar code", () => {
  expect(scan("a-01")).toEqual({ kind: "place", place: bin });
  expect(scan("BIN-A01")).toEqual({ kind: "place", place: bin });
});

test("a code of nothing here is for the server to know", () => {
  expect(scan("SOMETHING-ELSE")).toEqual({ kind: "elsewhere", code: "SOMETHING-ELSE" });
});
