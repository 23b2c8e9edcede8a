/** The language that is written in, and the day from which "+7" counts. */
export interface DateWriting {
  readonly locale: string;
  /** ISO, at the place that is meant. */
  readonly today: string;
}

const isoDay = /^\d{4}-\d\d-\d\d$/;
/** ISO, as a value is kept: "2026-11-24". */
export const isDay = (text: string): boolean => isoDay.test(text);
/** A wall clock's time, as a value is kept: "2026-11-24T14:05", with seconds only where there are some. */
export const isWallTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(text);

/**
 * A date as somebody writes it in their language, as an ISO day: "24/11", "24.11.2026", "24 Nov", "2026-11-24",
 * "+7" and "-2" (days from today), "fri" (the next one), "today". Null if it is none.
 */
export function readDay(text: string, writing: DateWriting): string | null {
  const plain = plainText(text);
  return relativeDay(plain, writing) ?? namedDay(plain, writing) ?? writtenDay(plain, writing);
}

/** A date and a time behind it, as a wall clock's time: "24 Nov 14:05", "24/11/2026 2:05 pm", "14:05" (today). Null if it is none. */
export function readWallTime(text: string, writing: DateWriting): string | null {
  const plain = plainText(text).replace(/^\d{1,2}:/, (hours) => `${writing.today} ${hours}`);
  const found = /^(.+?)(?:\s+|t)(\d{1,2})[:.](\d\d)(?::(\d\d))?\s*([ap])?\.?m?\.?$/.exec(plain);
  if (!found) return null;
  const [, date = "", hours = "", minutes = "", seconds = "00", half] = found;
  const day = readDay(date, writing);
  const hour = half ? (Number(hours) % 12) + (half === "p" ? 12 : 0) : Number(hours);
  const isTime = (half ? Number(hours) >= 1 && Number(hours) <= 12 : hour <= 23) && Number(minutes) <= 59;
  if (day === null || !isTime || Number(seconds) > 59) return null;
  return `${day}T${two(hour)}:${minutes}${seconds === "00" ? "" : `:${seconds}`}`;
}

/** The day so many days after another. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The same day so many months after another, or the last of that month where it has no such day. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return `${last.toISOString().slice(0, 8)}${two(Math.min(date, last.getUTCDate()))}`;
}

/** The first day of a week where the language is spoken, 0 is Sunday. */
export function firstDayOfWeek(locale: string): number {
  return (weekOf(new Intl.Locale(locale))?.firstDay ?? 1) % 7;
}

interface Week {
  readonly firstDay: number;
}

/** Newer browsers have a function, older ones a field, some none. */
function weekOf(locale: Intl.Locale): Week | undefined {
  const told = locale as Intl.Locale & { getWeekInfo?: () => Week; weekInfo?: Week }; // not in TypeScript's own types yet
  return told.getWeekInfo?.() ?? told.weekInfo;
}

/** Lower case, with ASCII digits, and without what only stands around the numbers. */
function plainText(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, "")
    .replace(/[\s\u00a0\u202f,年月日년월일]+/g, " ")
    .trim()
    .toLocaleLowerCase();
}

function relativeDay(text: string, { locale, today }: DateWriting): string | null {
  if (/^[+-]\d{1,3}$/.test(text)) return daysAfter(today, Number(text));
  const days = wordsOf(locale).relative.get(text);
  return days === undefined ? null : daysAfter(today, days);
}

/** A day of the week, also begun: the next one after today. */
function namedDay(text: string, { locale, today }: DateWriting): string | null {
  const weekday = numberOf(text, wordsOf(locale).weekdays);
  if (weekday === null) return null;
  const now = new Date(`${today}T00:00:00Z`).getUTCDay();
  return daysAfter(today, ((weekday - now + 6) % 7) + 1);
}

function writtenDay(text: string, writing: DateWriting): string | null {
  if (/[^\p{L}\p{M}\d\s./-]/u.test(text)) return null;
  const numbers = text.match(/\d+/g) ?? [];
  const names = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  if (names.length > 1 || numbers.length > 3) return null;
  const { order, months } = wordsOf(writing.locale);
  const [first = "", second, third] = numbers;
  const isYearFirst = first.length === 4;
  const [name] = names;
  if (name !== undefined) {
    const month = numberOf(name, months);
    const [day, year] = isYearFirst ? [second, first] : [first, second];
    return month === null || third !== undefined ? null : dayOf({ day, month: String(month + 1), year }, writing);
  }
  if (second === undefined) return unseparated(first, order, writing);
  const dayAndMonth = order.filter((one) => one !== "year");
  if (third === undefined) return dayOf(named(dayAndMonth, [first, second]), writing);
  return dayOf(named(isYearFirst ? ["year", "month", "day"] : order, [first, second, third]), writing);
}

/** "24112026" and "241126": digits only, in the order of the language. */
function unseparated(digits: string, order: readonly Part[], writing: DateWriting): string | null {
  if (digits.length !== 6 && digits.length !== 8) return null;
  let rest = digits;
  const cut = order.map((one) => {
    const length = one === "year" ? digits.length - 4 : 2;
    const piece = rest.slice(0, length);
    rest = rest.slice(length);
    return piece;
  });
  return dayOf(named(order, cut), writing);
}

type Pieces = Partial<Record<Part, string | undefined>>;

const named = (order: readonly Part[], pieces: readonly (string | undefined)[]): Pieces =>
  Object.fromEntries(order.map((one, at) => [one, pieces[at]]));

/** A day that exists; without a year the one that is nearest to today. */
function dayOf({ day, month, year }: Pieces, { today }: DateWriting): string | null {
  if (!day || !month || day.length > 2 || month.length > 2) return null;
  if (year !== undefined && year.length !== 4 && year.length !== 2) return null;
  const rest = `${two(month)}-${two(day)}`;
  if (year !== undefined) return existing(`${year.length === 2 ? `20${year}` : year}-${rest}`);
  const now = Number(today.slice(0, 4));
  const distance = (one: string) => Math.abs(Date.parse(one) - Date.parse(today));
  const found = [now, now + 1, now - 1].flatMap((one) => existing(`${one}-${rest}`) ?? []);
  return found.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

function existing(day: string): string | null {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null;
}

const two = (text: string | number) => String(text).padStart(2, "0");

type Part = "day" | "month" | "year";

/** How dates are said and written in a language; English names are understood everywhere. */
interface DateWords {
  /** Of each month or weekday (0 is Sunday) its names, in lower case. */
  readonly months: readonly (readonly string[])[];
  readonly weekdays: readonly (readonly string[])[];
  /** "today" → 0 */
  readonly relative: ReadonlyMap<string, number>;
  /** The order of the numbers. */
  readonly order: readonly Part[];
}

const known = new Map<string, DateWords>();

/** Made once for each language: what Intl has is slow to make. */
function wordsOf(locale: string): DateWords {
  const words = known.get(locale) ?? makeWords(locale);
  known.set(locale, words);
  return words;
}

function makeWords(locale: string): DateWords {
  const formats = (options: Intl.DateTimeFormatOptions) =>
    [locale, "en"].map((one) => new Intl.DateTimeFormat(one, { ...options, timeZone: "UTC" }));
  const namesOf = (all: readonly Intl.DateTimeFormat[], month: number, day: number) =>
    all.map((one) =>
      one
        .format(Date.UTC(2026, month, day))
        .toLocaleLowerCase()
        .replaceAll(".", ""),
    );
  const [months, weekdays] = [
    [...formats({ month: "long" }), ...formats({ month: "short" }), ...formats({ day: "numeric", month: "long" })],
    formats({ weekday: "long" }),
  ];
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: "short" }).formatToParts(0).map(({ type }) => type);
  return {
    // Some languages write a month otherwise beside a day.
    months: [...Array(12).keys()].map((n) => namesOf(months, n, 1).map((name) => name.replace(/[\d\s]+/g, ""))),
    weekdays: [...Array(7).keys()].map((n) => namesOf(weekdays, 1, n + 1)), // the first of February 2026 was a Sunday
    relative: new Map([-1, 0, 1].map((n) => [relative.format(n, "day").toLocaleLowerCase(), n])),
    order: parts.filter((type): type is Part => type === "day" || type === "month" || type === "year"),
  };
}

/** Which of them has that name, or is the only one whose name begins so. */
function numberOf(text: string, names: readonly (readonly string[])[]): number | null {
  const word = text.replace(".", "");
  const exact = names.findIndex((all) => all.includes(word));
  if (exact >= 0) return exact;
  const begun =
    word.length < 2 ? [] : names.flatMap((all, n) => (all.some((name) => name.startsWith(word)) ? [n] : []));
  return begun.length === 1 ? (begun[0] ?? null) : null;
}
