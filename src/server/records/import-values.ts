import { message, type Sentence } from "#shared/contract/problem.ts";

export type ImportKind = "text" | "decimal" | "integer" | "yes_no" | "date" | "country";

/** How numbers and dates of a file are written, as far as the file itself does not say. */
export interface ImportStyle {
  readonly decimalComma: boolean;
  /** How 03/04/2026 is read. */
  readonly dayFirst: boolean;
}

export type Read = { readonly value: unknown } | { readonly error: Sentence };

const yes = new Set(["1", "true", "yes", "y", "ja", "x", "wahr", "oui", "si", "sí"]);
const no = new Set(["0", "false", "no", "n", "nein", "falsch", "non", ""]);

/** One cell as a value of its kind. An empty cell is null: not given. */
export function readCell(kind: ImportKind, cell: string, style: ImportStyle): Read {
  const text = cell.trim();
  if (text.startsWith("=")) return { error: message("This is a formula. Give its value.") };
  if (text === "" && kind !== "yes_no") return { value: null };
  switch (kind) {
    case "text":
      return { value: text };
    case "decimal":
      return readDecimal(text, style);
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

function readDecimal(text: string, { decimalComma }: ImportStyle): Read {
  const bare = text.replace(/[\s'\u00a0\u202f]|[€$£]/g, "");
  const plain = decimalComma ? bare.replaceAll(".", "").replace(",", ".") : bare.replaceAll(",", "");
  return /^-?\d+(\.\d+)?$/.test(plain) ? { value: plain } : { error: message('"{text}" is no number.', { text }) };
}

function readDate(text: string, { dayFirst }: ImportStyle): Read {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text);
  const slashed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : slashed
      ? dayFirst || text.includes(".")
        ? [slashed[3], slashed[2], slashed[1]]
        : [slashed[3], slashed[1], slashed[2]]
      : [];
  const value = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  const real =
    year !== undefined &&
    !Number.isNaN(Date.parse(`${value}T00:00:00Z`)) &&
    new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);
  return real ? { value } : { error: message('"{text}" is no date. Write it like 2026-01-31.', { text }) };
}

let countries: Map<string, string> | undefined;

/** ISO 3166-1 code or English name; the usual short names besides. */
function readCountry(text: string): Read {
  countries ??= countryNames();
  const code = countries.get(text.toLowerCase());
  return code
    ? { value: code }
    : { error: message('"{text}" is no country that we know. Give its code, like NL.', { text }) };
}

function countryNames(): Map<string, string> {
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
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
    const name = names.of(code);
    if (!name || ["EU", "EZ", "UN", "ZZ", "XA", "XB", "QO"].includes(code)) continue;
    known.set(code.toLowerCase(), known.get(code.toLowerCase()) ?? code);
    if (!known.has(name.toLowerCase())) known.set(name.toLowerCase(), code);
  }
  return known;
}
