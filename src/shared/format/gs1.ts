import { message } from "#shared/contract/problem.ts";
import { gtinProblem, hasCheckDigit } from "#shared/fields/gtin.ts";

/** What GS1 element strings say, in our words: https://www.gs1.org/standards/barcodes/application-identifiers. */
export interface Gs1Data {
  /** AI 00: the number of the logistic unit, a pallet. */
  sscc?: string;
  /** AI 01: what was scanned. */
  gtin?: string;
  /** AI 02: what the logistic unit contains, `count` (AI 37) pieces of it. */
  contentGtin?: string;
  count?: number;
  lot?: string;
  serial?: string;
  productionDate?: string;
  bestBefore?: string;
  expiryDate?: string;
  /** AI 310n, in kilograms. */
  netKg?: string;
}

export type Scan =
  | { readonly kind: "gs1"; readonly data: Gs1Data }
  | { readonly kind: "plain"; readonly code: string }
  | { readonly kind: "unreadable"; readonly problem: string };

/** FNC1, which ends a field of variable length; scanners send it as ASCII 29. */
const fnc1 = "\u001d";
const gs1Symbologies = ["]C1", "]e0", "]d2", "]Q3", "]J1"];

/**
 * Reads what a scanner or a keyboard gave: GS1 element strings where the symbology id, an FNC1, brackets or the content
 * say so, else a plain code. `now` decides the century of dates.
 */
export function readScan(input: string, now: Date = new Date()): Scan {
  const text = input.replace(/^[\s]+|[\t\r\n ]+$/g, "");
  if (gs1Symbologies.includes(text.slice(0, 3))) return readGs1(text.slice(3), now);
  if (/^\][A-Za-z]\d/.test(text)) return plain(text.slice(3));
  if (text.includes(fnc1)) return readGs1(text, now);
  if (/^\(\d{2,4}\)/.test(text)) return readGs1(withoutBrackets(text), now);
  // Without a symbology id only a text that reads as a whole, from a known key on, is taken for GS1.
  const guess = /^(00\d{18}|0[12]\d{14}.)/.test(text) || /^01\d{14}$/.test(text) ? readGs1(text, now) : null;
  return guess?.kind === "gs1" ? guess : plain(text);
}

function plain(code: string): Scan {
  return code === ""
    ? { kind: "unreadable", problem: message("Nothing was scanned.").message }
    : { kind: "plain", code };
}

function readGs1(text: string, now: Date): Scan {
  try {
    const data: Gs1Data = {};
    let rest = text.replace(/^\u001d+/, "");
    if (rest === "") throw new Unreadable(message("The code is empty.").message);
    while (rest !== "") rest = readElement(rest, data, now).replace(/^\u001d+/, "");
    return { kind: "gs1", data };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: "unreadable", problem: error.message };
    throw error;
  }
}

class Unreadable extends Error {}

/** Reads the first element into `data` and returns what follows it. */
function readElement(text: string, data: Gs1Data, now: Date): string {
  const ai =
    Object.keys(readers).find((known) => text.startsWith(known)) ??
    (/^310[0-5]/.test(text) ? text.slice(0, 4) : undefined);
  if (ai === undefined) return skip(text);
  const { length = 0, upTo = 0, put } = readers[ai] ?? weight(Number(ai.at(3)));
  const body = text.slice(ai.length);
  const end = length || (body.includes(fnc1) ? body.indexOf(fnc1) : body.length);
  const value = body.slice(0, end);
  if (length && (value.length < length || !/^\d+$/.test(value)))
    throw new Unreadable(`After (${ai}) there should be ${length} digits. Scan again.`);
  if (upTo && (value.length < 1 || value.length > upTo))
    throw new Unreadable(`After (${ai}) there should be 1 to ${upTo} characters. Was the separator of the code lost?`);
  put(data, value, now);
  return body.slice(end);
}

interface Reader {
  /** Exactly so many digits, */
  length?: number;
  /** or so many characters at most, up to FNC1. */
  upTo?: number;
  put(data: Gs1Data, value: string, now: Date): void;
}

const readers: Readonly<Record<string, Reader>> = {
  "00": { length: 18, put: (data, value) => void (data.sscc = keyed(value, "pallet number (SSCC)")) },
  "01": { length: 14, put: (data, value) => void (data.gtin = tradeItem(value)) },
  "02": { length: 14, put: (data, value) => void (data.contentGtin = tradeItem(value)) },
  "10": { upTo: 20, put: (data, value) => void (data.lot = characters(value, "lot")) },
  "11": { length: 6, put: (data, value, now) => void (data.productionDate = day(value, now)) },
  "15": { length: 6, put: (data, value, now) => void (data.bestBefore = day(value, now)) },
  "17": { length: 6, put: (data, value, now) => void (data.expiryDate = day(value, now)) },
  "21": { upTo: 20, put: (data, value) => void (data.serial = characters(value, "serial number")) },
  "37": { upTo: 8, put: (data, value) => void (data.count = whole(value)) },
};

const weight = (decimals: number): Reader => ({
  length: 6,
  put: (data, value) => void (data.netKg = decimalOf(value, decimals)),
});

// Lengths that GS1 fixed once for all, identifier included; other identifiers end at FNC1.
const fixed: readonly (readonly [RegExp, number])[] = [
  [/^03/, 16],
  [/^04/, 18],
  [/^1[1-9]/, 8],
  [/^20/, 4],
  [/^3[1-6]/, 10],
  [/^41/, 16],
];

/** Passes over an element that we have no use for, such as a price or a destination. */
function skip(text: string): string {
  if (!/^\d{2}/.test(text))
    throw new Unreadable(message("This is no GS1 code, or a part of it was lost. Scan again.").message);
  const length = fixed.find(([prefix]) => prefix.test(text))?.[1];
  if (length !== undefined && text.length < length)
    throw new Unreadable(message("A part of the code was lost. Scan again.").message);
  return length === undefined ? (text.includes(fnc1) ? text.slice(text.indexOf(fnc1)) : "") : text.slice(length);
}

function tradeItem(value: string): string {
  const problem = gtinProblem(value);
  if (problem !== null) throw new Unreadable(problem);
  return value;
}

function keyed(value: string, what: string): string {
  if (!hasCheckDigit(value))
    throw new Unreadable(`The last digit of this ${what} does not fit the others. Scan again.`);
  return value;
}

/** GS1's character set 82. */
function characters(value: string, what: string): string {
  if (!/^[!"%-?A-Z_a-z]+$/.test(value))
    throw new Unreadable(`The ${what} contains characters that a GS1 code cannot have. Scan again.`);
  return value;
}

function whole(value: string): number {
  if (!/^\d+$/.test(value))
    throw new Unreadable(message("After (37) there should be a number of pieces. Scan again.").message);
  return Number(value);
}

/** YYMMDD as a date. Day 00 is the last of the month; the year is the one nearest to now (49 years back, 50 ahead). */
function day(value: string, now: Date): string {
  const current = now.getUTCFullYear();
  const near = current - (current % 100) + Number(value.slice(0, 2));
  const year = near - current > 50 ? near - 100 : near - current < -49 ? near + 100 : near;
  const month = Number(value.slice(2, 4));
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const dayOfMonth = Number(value.slice(4, 6)) || last;
  if (month < 1 || month > 12 || dayOfMonth > last)
    throw new Unreadable(`${value} is no date: year, month and day have two digits each. Scan again.`);
  return `${year}-${String(month).padStart(2, "0")}-${String(dayOfMonth).padStart(2, "0")}`;
}

/** `"012500"` with 3 decimals → `"12.5"`. */
function decimalOf(digits: string, decimals: number): string {
  const at = digits.length - decimals;
  const text = `${digits.slice(0, at) || "0"}.${digits.slice(at)}`.replace(/^0+(?=\d)/, "");
  return text.replace(/\.?0*$/, "") || "0";
}

/** As people read it from a label, `(01)09506000134352(10)AB`; FNC1 goes where a next bracket stood after a variable field. */
function withoutBrackets(text: string): string {
  return text.replace(/\((\d{2,4})\)/g, (_, ai: string, at: number) => `${at === 0 ? "" : fnc1}${ai}`);
}
