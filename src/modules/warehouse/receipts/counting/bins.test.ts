import { expect, test } from "vitest";
import { anExpectation, anExpectedLine } from "#main/testing/expectation.ts";
import { binsFor, chosenBin, whyNotThere } from "./bins.web.ts";
import { linesOf, type Batch } from "./counting.web.ts";
import { receiptBody } from "./receipt-body.web.ts";

const place = (id: string, kind: string) => ({ id, code: id.toUpperCase(), kind, barcode: null });
const places = [
  place("broken", "damaged"),
  place("inspect", "inspection"),
  place("quiet", "quarantine"),
  place("ramp", "receiving"),
  place("shelf", "storage"),
];

/** A line of a product like this, of which one batch was counted. */
const counted = (over: Record<string, unknown>, given: Partial<Batch> = {}) => {
  const expected = { ...anExpectation([anExpectedLine({ sku: "RICE", ...over })]), places };
  const [line] = linesOf(expected, []);
  const batch: Batch = { ...line!.batches[0]!, counted: "5", ...given };
  return { expected, batch, line: { ...line!, counted: "5", batches: [batch] } };
};
const offered = (over: Record<string, unknown>, given: Partial<Batch> = {}) => {
  const { line, batch, expected } = counted(over, given);
  const { places: bins, usual } = binsFor(line, batch, expected);
  return { bins: bins.map(({ id }) => id), usual };
};
const anywhere = { bins: ["inspect", "quiet", "ramp", "shelf"], usual: "RAMP" };
const inspected = { bins: ["inspect", "quiet"], usual: "INSPECT" };

test("goods go to any bin but those for damaged ones, and usually to that of their order line", () => {
  expect(offered({})).toEqual(anywhere);
  expect(offered({ destinationStorageLocationId: "shelf" })).toEqual({ ...anywhere, usual: "SHELF" });
});

test("goods that have to be inspected, or whose lot or date is not said, go to bins for inspection or quarantine only", () => {
  expect(offered({ inspectionRequired: true })).toEqual(inspected);
  expect(offered({ trackingMode: "lot", destinationStorageLocationId: "shelf" })).toEqual(inspected);
  expect(offered({ expiryTracked: true })).toEqual(inspected);
  expect(offered({ trackingMode: "lot" }, { lot: "L1" })).toEqual(anywhere);
  expect(offered({ trackingMode: "lot" }, { counted: "0" })).toEqual(anywhere);
  expect(offered({ trackingMode: "lot" }, { rejected: "5" })).toEqual(anywhere);
});

test("goods that are put aside go to quarantine", () => {
  expect(offered({ isOver: true })).toEqual({ bins: ["quiet"], usual: "QUIET" });
});

test("a bin that was chosen counts as long as the goods may go there, and what is sent is what the phone shows", () => {
  const sent = (given: Partial<Batch>) => {
    const { line, batch, expected } = counted({ trackingMode: "lot" }, { placeId: "shelf", ...given });
    const head = { key: "k", deliveryNote: "", note: "", overrideReason: "" };
    const { lines } = receiptBody(expected, [line], head);
    expect(chosenBin(line, batch, expected)).toBe(lines[0]!.storageLocationId);
    return lines[0]!.storageLocationId;
  };
  expect(sent({ lot: "L1" })).toBe("shelf");
  expect(sent({})).toBeNull();
  expect(sent({ placeId: "quiet" })).toBe("quiet");
});

test("a scanned bin is refused where the goods may not go, with the reason", () => {
  const refused = (over: Record<string, unknown>, id: string) => {
    const { line, expected } = counted(over);
    return whyNotThere(
      places.find((one) => one.id === id)!,
      line,
      expected,
    );
  };
  expect(refused({}, "shelf")).toBeNull();
  expect(refused({ trackingMode: "lot" }, "quiet")).toBeNull();
  expect(refused({ trackingMode: "lot" }, "shelf")).toBe("unread");
  expect(refused({ inspectionRequired: true }, "shelf")).toBe("inspected");
  expect(refused({ isOver: true }, "shelf")).toBe("aside");
});
