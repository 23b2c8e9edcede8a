import { message, type Sentence } from "#shared/contract/problem.ts";
import { amountAndSign } from "#shared/format/currency-signs.ts";
import {
  dateReadings,
  numberReadings,
  realDate,
  type DateStyle,
  type NumberStyle,
} from "#shared/format/number-styles.ts";

export type ImportKind = "text" | "words" | "decimal" | "integer" | "yes_no" | "date" | "country";

/** How the numbers and dates of a column are written; null where nobody has said it and the column does not show it. */
export interface ImportStyle {
  readonly numbers: NumberStyle | null;
  readonly dates: DateStyle | null;
}

export type Read = { readonly value: unknown } | { readonly error: Sentence };

const yes = new Set(["1", "true", "yes", "y", "ja", "x", "wahr", "oui", "si", "sí"]);
const no = new Set(["0", "false", "no", "n", "nein", "falsch", "non"]);

/** What a spreadsheet shows where a formula could not be computed. */
const failedFormula = /^#(?:N\/A|DIV\/0!|REF!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!|NV|BEZUG!|WERT!|ZAHL!)$/i;
/** How a spreadsheet writes a long number for which its column is too narrow: the digits behind are lost. */
const roundedNumber = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;
/**
 * One cell as a value of its kind. An empty cell is null: not given. `of`: what a number counts, where that has a sign which
 * people write with it; a sign of anything else makes it no number.
 */
export function readCell(kind: ImportKind, cell: string, style: ImportStyle, of?: "money" | "percent"): Read {
  const trimmed = cell.trim();
  // Our own lists put an apostrophe before what a spreadsheet would take for a formula (csvCell).
  const text = /^'[=+\-@\t\r＝＋－＠]/.test(trimmed) ? trimmed.slice(1) : trimmed;
  if (trimmed.startsWith("=")) return { error: message("This is a formula. Give its value.") };
  if (text === "") return { value: null };
  if (failedFormula.test(text))
    return { error: message('"{text}" is a formula that failed. Give its value.', { text }) };
  if (roundedNumber.test(text))
    return {
      error: message(
        '"{text}" looks like a number that the spreadsheet has rounded. Format its column as text, and give all of its digits.',
        { text },
      ),
    };
  switch (kind) {
    case "text":
      return { value: text.normalize("NFC") };
    case "words":
      return {
        value: text
          .split(/[,;|]/)
          .map((word) => word.trim())
          .filter(Boolean),
      };
    case "decimal":
      if (of === "money") return readDecimal(amountAndSign(text).amount, style);
      if (amountAndSign(text).sign !== undefined) return { error: message('"{text}" is no number.', { text }) };
      return readDecimal(of === "percent" ? text.replace(/\s*%$/, "") : text, style);
    case "integer": {
      const read = readDecimal(text, style);
      if ("error" in read) return read;
      const value = Number(read.value);
      return Number.isInteger(value) ? { value } : { error: message("Give a whole number.") };
    }
    case "yes_no":
      if (yes.has(text.toLowerCase())) return { value: true };
      return no.has(text.toLowerCase()) ? { value: false } : { error: message("Give yes or no.") };
    case "date":
      return readDate(text, style);
    case "country":
      return readCountry(text);
    default:
      return kind satisfies never;
  }
}

function readDecimal(text: string, { numbers }: ImportStyle): Read {
  const as = numberReadings(text);
  const { dot, comma } = as;
  if (numbers === null && dot !== undefined && comma !== undefined && dot !== comma)
    return { error: message('"{text}" is {one} or {other}. Write one of these.', { text, one: dot, other: comma }) };
  const value = numbers === null ? (dot ?? comma) : as[numbers];
  if (value !== undefined) return { value };
  const other = numbers === "dot" ? comma : numbers === "comma" ? dot : undefined;
  return {
    error:
      other === undefined
        ? message('"{text}" is no number.', { text })
        : message('"{text}" is not written as the numbers of this column are. Give {plain}, or choose the other way.', {
            text,
            plain: other,
          }),
  };
}

function readDate(text: string, { dates }: ImportStyle): Read {
  // 2026-12-31, with or without a time behind it, and 20261231 as databases write it.
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  const as = dateReadings(text);
  if (dates === null && as.dayFirst && as.monthFirst && as.dayFirst !== as.monthFirst)
    return {
      error: message('"{text}" is {one} or {other}. Write one of these.', {
        text,
        one: as.dayFirst,
        other: as.monthFirst,
      }),
    };
  const isPointed = text.includes("."); // 3.4.2026 is 3 April everywhere
  const slashed = dates === null || isPointed ? (as.dayFirst ?? as.monthFirst) : as[dates];
  const value = year && month && day ? realDate(year, month, day) : slashed;
  return value ? { value } : { error: message('"{text}" is no date. Write it like 2026-01-31.', { text }) };
}

let countries: Map<string, string> | undefined;

/** ISO 3166-1 code or its name in English or German; the usual short names besides. */
function readCountry(text: string): Read {
  countries ??= countryNames();
  const code = countries.get(text.toLowerCase());
  return code
    ? { value: code }
    : { error: message('"{text}" is no country that we know. Give its code, like NL.', { text }) };
}

function countryNames(): Map<string, string> {
  const languages = ["en", "de"].map((one) => new Intl.DisplayNames([one], { type: "region", fallback: "none" }));
  const known = new Map<string, string>([
    ["uk", "GB"],
    ["england", "GB"],
    ["great britain", "GB"],
    ["usa", "US"],
    ["united states of america", "US"],
    ["holland", "NL"],
    ["czech republic", "CZ"],
    ["korea", "KR"],
  ]);
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    // A withdrawn code has the name of what the country is now: DD is no code of Germany.
    if (new Intl.Locale(`und-${code}`).region !== code) continue;
    if (["EU", "EZ", "UN", "ZZ", "XA", "XB", "QO"].includes(code)) continue;
    const names = languages.flatMap((language) => language.of(code)?.toLowerCase() ?? []);
    if (names.length === 0) continue;
    for (const name of [code.toLowerCase(), ...names]) known.set(name, known.get(name) ?? code);
  }
  return known;
}
