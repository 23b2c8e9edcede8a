import { describe, expect, test } from "vitest";
import type { DocumentRow } from "../../documents/documents.contract.ts";
import { linesOf, quartersAround, share } from "./paper-lines.web.ts";

const paper = (id: string, over: Partial<DocumentRow> = {}): DocumentRow =>
  ({ id, typeId: "inspection", status: "verified", validity: "valid", supersedesId: null, ...over }) as DocumentRow; // what lines are made of

const drawn = (...papers: DocumentRow[]) => linesOf(papers).map(({ paper: { id }, renewal }) => [id, renewal?.id]);

describe("the lines of a vehicle's papers", () => {
  test("show what counts, has ended or waits, and neither what was superseded nor what was refused", () => {
    expect(
      drawn(
        paper("ended", { typeId: "a", validity: "expired" }),
        paper("waits", { typeId: "b", status: "pending" }),
        paper("runs", { typeId: "c" }),
        paper("old", { typeId: "c", validity: "superseded" }),
        paper("refused", { typeId: "d", status: "rejected" }),
        paper("revoked", { typeId: "e", status: "revoked" }),
      ),
    ).toEqual([
      ["ended", undefined],
      ["waits", undefined],
      ["runs", undefined],
    ]);
  });

  test("draw a renewal beside what it renews, until it has taken its place", () => {
    const next = paper("next", { status: "pending", supersedesId: "now" });
    expect(drawn(paper("now", { validity: "expired" }), next)).toEqual([["now", "next"]]);
    expect(drawn(paper("now", { validity: "superseded" }), paper("next", { supersedesId: "now" }))).toEqual([
      ["next", undefined],
    ]);
  });

  test("leave out what has ended where another paper of its type counts, and not for one that only waits", () => {
    expect(drawn(paper("ended", { validity: "expired" }), paper("other"))).toEqual([["other", undefined]]);
    expect(drawn(paper("ended", { validity: "expired" }), paper("other", { status: "pending" }))).toEqual([
      ["ended", undefined],
      ["other", undefined],
    ]);
  });
});

test("a day lies between the first and the last end of the strip, in proportion; what is outside lies at an end", () => {
  const today = "2030-05-01";
  expect([share("2030-01-31", today), share(today, today), share("2031-02-25", today)]).toEqual([
    "0.00%",
    "23.08%",
    "100.00%",
  ]);
  expect([share("2001-01-01", today), share("2090-01-01", today)]).toEqual(["0.00%", "100.00%"]);
  expect([share(null, today, "first"), share(null, today, "last")]).toEqual(["0%", "100%"]);
});

test("quarters that begin within the strip are named, across the turn of a year", () => {
  expect(quartersAround("2030-11-23", "en-GB").map(({ day }) => day)).toEqual([
    "2030-10-01",
    "2031-01-01",
    "2031-04-01",
    "2031-07-01",
  ]);
});
