import { expect, test } from "vitest";
import { firstDayOfWeek, monthsAfter, readDay, readWallTime } from "./date-text.ts";

const today = "2026-11-24"; // a Tuesday
const days = (locale: string, texts: readonly string[]) => texts.map((text) => readDay(text, { locale, today }));
const only = (day: string, count: number) => Array<string>(count).fill(day);

test("a date is read as the language writes it, with or without its year, and as ISO everywhere", () => {
  const british = [
    "24/11",
    "24.11.",
    "24-11-26",
    "24/11/2026",
    "24 Nov",
    "24 november 2026",
    "24nov",
    "2026-11-24",
    "24112026",
    "241126",
  ];
  expect(days("en-GB", british)).toEqual(only("2026-11-24", british.length));
  const american = ["11/24", "11/24/26", "Nov 24, 2026", "24 Nov", "2026-11-24"];
  expect(days("en-US", american)).toEqual(only("2026-11-24", american.length));
  const german = ["24.11.", "24.11.2026", "24. Nov. 2026", "24. November", "24 nov", "2026-11-24"];
  expect(days("de-DE", german)).toEqual(only("2026-11-24", german.length));
  expect(days("de", ["3. März 2026", "3. Mai 26", "3.12."])).toEqual(["2026-03-03", "2026-05-03", "2026-12-03"]);
  expect(days("ar-EG", ["٢٤/١١/٢٠٢٦"])).toEqual(["2026-11-24"]);
});

test("what a field shows is read back as the same day, in every language", () => {
  for (const locale of ["en-GB", "en-US", "de-DE", "fr", "es", "pl", "nl", "ar-EG", "ja"]) {
    for (const month of ["01", "03", "05", "06", "09", "12"]) {
      const shown = new Intl.DateTimeFormat(locale, {
        day: "numeric",
        month: "short",
        year: "numeric",
        timeZone: "UTC",
      });
      expect(readDay(shown.format(new Date(`2026-${month}-17T12:00:00Z`)), { locale, today }), locale).toBe(
        `2026-${month}-17`,
      );
    }
  }
});

test("without a year the nearest one is meant", () => {
  expect(days("en-GB", ["3 Jan", "30 Jun", "1 Jun"])).toEqual(["2027-01-03", "2026-06-30", "2026-06-01"]);
});

test("days from today, the next day of the week, today and tomorrow in the reader's words", () => {
  expect(days("en-GB", ["+7", "-2", "fri", "Tuesday", "today", "tomorrow", "yesterday"])).toEqual([
    "2026-12-01",
    "2026-11-22",
    "2026-11-27",
    "2026-12-01",
    "2026-11-24",
    "2026-11-25",
    "2026-11-23",
  ]);
  expect(days("de", ["fr", "Mi", "Freitag", "heute", "morgen"])).toEqual([
    "2026-11-27",
    "2026-11-25",
    "2026-11-27",
    "2026-11-24",
    "2026-11-25",
  ]);
});

test("what is no date is none: a day that the month lacks, half a date, words, too much", () => {
  const nonsense = [
    "31/2",
    "2026-02-29",
    "24",
    "soon",
    "24 foo",
    "24/13",
    "1 2 3 4",
    "f",
    "24 Nov Dec",
    "m 3",
    "/",
    "2411",
    "20261",
  ];
  expect(days("en-GB", nonsense)).toEqual(nonsense.map(() => null));
});

test("a moment is a date and a time behind it", () => {
  const read = (text: string, locale = "en-GB") => readWallTime(text, { locale, today });
  expect(read("24 Nov 14:05")).toBe("2026-11-24T14:05");
  expect(read("2026-11-24T14:05:30")).toBe("2026-11-24T14:05:30");
  expect(read("24/11/2026 2:05 pm")).toBe("2026-11-24T14:05");
  expect(read("tomorrow 12:30am")).toBe("2026-11-25T00:30");
  expect(read("24.11. 9.30", "de")).toBe("2026-11-24T09:30");
  expect(
    ["14:05", "2:05 pm"].map((text) => read(text)),
    "a time alone is one of today",
  ).toEqual(Array(2).fill("2026-11-24T14:05"));
  expect(
    ["24 Nov", "25:00", "24 Nov 25:00", "24 Nov 14:61", "24 Nov 13:00 pm", "24.11.2026"].map((text) => read(text)),
  ).toEqual(Array(6).fill(null));
});

test("weeks begin as they do where the language is spoken, and a month later ends with the month", () => {
  expect(["en-GB", "de-DE", "en-US", "ar-EG"].map(firstDayOfWeek)).toEqual([1, 1, 0, 6]);
  expect([monthsAfter("2026-01-31", 1), monthsAfter("2026-11-24", -12), monthsAfter("2026-12-15", 1)]).toEqual([
    "2026-02-28",
    "2025-11-24",
    "2027-01-15",
  ]);
});
