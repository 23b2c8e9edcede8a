import { expect, test } from "vitest";
import { daysWithout, nextPeriod } from "./renewal-days.web.ts";

const paper = (validFrom: string | null, expiresOn: string | null) => ({
  validFrom,
  issuedOn: null,
  expiresOn,
  renewalMonths: null,
});

test("a renewal is proposed from the day after the end, for as long as the old paper held", () => {
  expect(nextPeriod(paper("2025-11-25", "2026-11-24"), "2026-11-20")).toEqual({
    validFrom: "2026-11-25",
    expiresOn: "2027-11-24",
  });
  expect(nextPeriod(paper("2021-12-10", "2026-12-10"), "2026-11-20"), "to the day itself").toEqual({
    validFrom: "2026-12-11",
    expiresOn: "2031-12-10",
  });
  expect(nextPeriod(paper("2026-01-01", "2026-01-10"), "2026-01-05"), "ten days").toEqual({
    validFrom: "2026-01-11",
    expiresOn: "2026-01-20",
  });
});

test("where the type says how long papers are renewed for, that counts before what the old one did", () => {
  const old = { ...paper("2021-11-25", "2026-11-24"), renewalMonths: 12 };
  expect(nextPeriod(old, "2026-11-20").expiresOn).toBe("2027-11-24");
  expect(nextPeriod({ ...old, validFrom: null }, "2026-11-20").expiresOn).toBe("2027-11-24");
});

test("one of a paper that is over begins today", () => {
  expect(nextPeriod(paper("2024-11-18", "2026-11-17"), "2026-11-26")).toEqual({
    validFrom: "2026-11-26",
    expiresOn: "2028-11-25",
  });
});

test("where nobody knows how long the old paper held, no end is proposed", () => {
  expect(nextPeriod(paper(null, "2026-11-24"), "2026-11-20")).toEqual({ validFrom: "2026-11-25", expiresOn: null });
  expect(nextPeriod(paper("2026-01-01", null), "2026-11-20")).toEqual({ validFrom: "2026-11-20", expiresOn: null });
});

test("the end of a month stays one", () => {
  expect(nextPeriod(paper("2026-02-01", "2026-02-28"), "2026-02-10").expiresOn).toBe("2026-03-31");
  expect(nextPeriod(paper("2023-03-01", "2024-02-29"), "2024-02-10").expiresOn).toBe("2025-02-28");
});

test("days without a paper are those between the old end and the new begin", () => {
  expect(daysWithout("2026-11-24", "2026-11-25")).toBe(0);
  expect(daysWithout("2026-11-24", "2026-11-20")).toBe(0);
  expect(daysWithout("2026-11-17", "2026-11-26")).toBe(8);
  expect(daysWithout(null, "2026-11-26")).toBe(0);
});
