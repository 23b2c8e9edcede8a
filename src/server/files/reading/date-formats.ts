import { signOfFormat } from "#shared/format/currency-signs.ts";

/** Formats that every spreadsheet program knows by number and that show a date or a time (ECMA-376, 18.8.30). */
const known = new Set(
  [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
    [71, 81],
  ].flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
);
const datePart = /^(s{1,2}|m{1,5}|h{1,2}|d{1,4}|a{3,5}|y{1,2}|yyyy|e|ee|eeee|am|pm|a|p)$/;
const day = 86_400_000;
/** Serial numbers count from the last day of 1899, as if 1900 had been a leap year. */
const serialOf1970 = 25_569;
const from1904 = 1_462;

/** Whether a number in this format is shown as a date. Programs number formats of their own from 100 on. */
export function isDateFormat(id: number, template: string | undefined): boolean {
  if (known.has(id)) return true;
  if (id < 100 || template === undefined) return false;
  return template.toLowerCase().replace(/;@$/, "").replace(/\\./g, " ").split(";").some(isDateTemplate);
}

/** What a number stands for by its format; null: itself. */
export type Shown = "date" | "percent" | { readonly currency: string } | null;

/** How a number in this format is shown: as a date, as an amount, or as a share of a hundred, which is stored as one of one. */
export function shownAs(id: number, template: string | undefined): Shown {
  if (isDateFormat(id, template)) return "date";
  const isOwn = id >= 100 && /%/.test((template ?? "").replace(/"[^"]*"|\\./g, ""));
  if (id === 9 || id === 10 || isOwn) return "percent";
  const currency = template === undefined ? undefined : signOfFormat(template);
  return currency === undefined ? null : { currency };
}

function isDateTemplate(template: string): boolean {
  const parts = template
    .replace(/"[^"]*"/g, " ")
    .replace(/(\[?[smhd]{1,2}\]?)[.,]0{2,3}/g, "$1")
    .replace(/\[([smhd]{1,2})\]/g, "$1")
    .replace(/\[[^\]]*\]/g, "")
    .split(/[^a-z0#?%]+/)
    .filter((part) => part !== "");
  return parts.length > 0 && parts.every((part) => datePart.test(part));
}

/** `46023` → `2026-01-01`; undefined where the number is no day of our calendar. */
export function dateOfSerial(serial: number, isFrom1904: boolean): string | undefined {
  const date = new Date(Math.floor((serial + (isFrom1904 ? from1904 : 0) - serialOf1970) * day));
  return Number.isNaN(date.valueOf()) ? undefined : date.toISOString().slice(0, 10);
}
