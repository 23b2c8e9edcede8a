import { expect, test } from "vitest";
import {
  amountText,
  dateText,
  dayAt,
  daysFromNowText,
  instantText,
  momentOf,
  moneyText,
  priceText,
  quantityText,
  spanOf,
  wallTime,
} from "./format.ts";
import { humanise } from "#shared/format/names.ts";
import { initials } from "../marks.tsx";

test("money keeps digits that a float would lose", () => {
  expect(moneyText("90071992547409931.2500", "EUR", "en-GB")).toBe("€90,071,992,547,409,931.25");
});

test("money has the digits of its currency", () => {
  expect(moneyText("1200.0000", "JPY", "en-GB")).toBe("¥1,200");
  expect(amountText("1200.5", "BHD", "en-GB")).toBe("1,200.500");
});

test("a unit price may be finer than its currency", () => {
  expect(priceText("0.003500", "USD", "en-GB")).toBe("$0.0035");
  expect(priceText("92.500000", "EUR", "de")).toBe("92,50\u00a0€");
});

test("a quantity shows no zeros of the database", () => {
  expect(quantityText("1240.500000", "en-GB")).toBe("1,240.5");
  expect(quantityText("240.000000", "en-GB")).toBe("240");
});

test("text that is no decimal stays as it is", () => {
  expect(quantityText("many", "en-GB")).toBe("many");
});

test("an instant is shown on the site's calendar and clock", () => {
  expect(dayAt("2027-03-01T23:30:00.000Z", "Europe/Amsterdam")).toBe("2027-03-02");
  expect(instantText("2020-03-01T23:30:00.000Z", "Europe/Amsterdam", "en-GB", "2026-06-15")).toBe("2 Mar 2020 00:30");
  expect(instantText("2020-03-01T23:30:00.000Z", "America/Chicago", "en-GB", "2026-06-15")).toBe("1 Mar 2020 17:30");
});

test("the year is said when it is another one", () => {
  expect(dateText("2026-11-24", "en-GB", "2026-06-15")).toBe("24 Nov");
  expect(dateText("2025-11-24", "en-GB", "2026-06-15")).toBe("24 Nov 2025");
  expect(dateText("2026-11-24", "en-GB", null)).toBe("24 Nov 2026");
});

test("on New Year's Eve each site has a year of its own", () => {
  const instant = "2026-12-31T23:40:00.000Z";
  const shown = (zone: string) => instantText(instant, zone, "en-GB", dayAt(instant, zone));
  expect([shown("Europe/Amsterdam"), shown("America/Chicago")]).toEqual(["1 Jan 00:40", "31 Dec 17:40"]);
});

test("days are counted by the calendar", () => {
  expect(daysFromNowText("2026-11-24", "2026-11-20", "en-GB")).toBe("in 4 days");
  expect(daysFromNowText("2026-11-19", "2026-11-20", "en-GB")).toBe("yesterday");
});

test("names of the data model read as words", () => {
  expect(humanise("DAP")).toBe("DAP");
  expect(humanise("openOrders")).toBe("Open orders");
  expect(humanise("in_progress")).toBe("In progress");
  expect(humanise("vendorId")).toBe("Vendor");
  expect(humanise("createdAt")).toBe("Created");
  expect(humanise("isActive")).toBe("Active");
  expect(humanise("id")).toBe("Id");
});

test.each([
  [0, "0 min"],
  [119, "119 min"],
  [120, "2 h"],
  [238, "3 58 hmin"],
  [599, "9 59 hmin"],
  [600, "10 h"],
  [2879, "47 h"],
  [2880, "2 d"],
  [23_670, "16 d"],
])("%i minutes are said as %s", (minutes, said) => {
  const [unit, ...parts] = spanOf(minutes);
  expect([...parts, unit].join(" ")).toBe(said);
});

test("a person's initials are the first and the last", () => {
  expect(initials("Femke de Wit")).toBe("FW");
  expect(initials("Ada")).toBe("A");
});

test.each([
  ["2026-11-20T09:30", "Europe/Amsterdam", "2026-11-20T08:30:00.000Z"],
  ["2026-07-20T09:30", "Europe/Amsterdam", "2026-07-20T07:30:00.000Z"],
  ["2026-11-20T09:30:15", "America/Chicago", "2026-11-20T15:30:15.000Z"],
  ["2026-11-20T09:30", "Asia/Kolkata", "2026-11-20T04:00:00.000Z"],
  // Clocks go back at 03:00: 02:30 comes twice, and means the first.
  ["2026-10-25T02:30", "Europe/Amsterdam", "2026-10-25T00:30:00.000Z"],
  ["2026-10-25T03:30", "Europe/Amsterdam", "2026-10-25T02:30:00.000Z"],
])("%s on the wall in %s is %s", (wall, zone, instant) => {
  expect(momentOf(wall, zone)).toBe(instant);
  expect(wallTime(instant, zone)).toBe(wall);
});

test("a time that spring skips is the same time an hour on", () => {
  expect(wallTime(momentOf("2026-03-29T02:30", "Europe/Amsterdam"), "Europe/Amsterdam")).toBe("2026-03-29T03:30");
});
