import { multiply } from "./money.ts";
import { writtenQuantity, type Unit } from "./units.ts";

/**
 * Units in the words that people use, in each language, with their pack: "carton of 12", "Karton à 12", "kg". One place
 * for screens, papers and mails; the codes of UN/ECE are for files and other programs.
 */

type Names = readonly [one: string, many: string];
const same = (name: string): Names => [name, name];

/** Code → [English, German]. The lists of a new company hold these codes. */
const names: Readonly<Record<string, readonly [english: Names, german: Names]>> = {
  EA: [["piece", "pieces"], same("Stück")],
  C62: [["piece", "pieces"], same("Stück")],
  PCE: [["piece", "pieces"], same("Stück")],
  PR: [
    ["pair", "pairs"],
    ["Paar", "Paar"],
  ],
  DZN: [
    ["dozen", "dozen"],
    ["Dutzend", "Dutzend"],
  ],
  SET: [
    ["set", "sets"],
    ["Satz", "Sätze"],
  ],
  GRM: [same("g"), same("g")],
  KGM: [same("kg"), same("kg")],
  TNE: [same("t"), same("t")],
  LBR: [same("lb"), same("lb")],
  ONZ: [same("oz"), same("oz")],
  MLT: [same("ml"), same("ml")],
  LTR: [same("l"), same("l")],
  KWH: [same("kWh"), same("kWh")],
  GLL: [same("gal"), same("gal")],
  CMT: [same("cm"), same("cm")],
  MTR: [same("m"), same("m")],
  MTK: [same("m²"), same("m²")],
  MTQ: [same("m³"), same("m³")],
  XBA: [
    ["barrel", "barrels"],
    ["Tonne", "Tonnen"],
  ],
  XBE: [
    ["bundle", "bundles"],
    ["Bündel", "Bündel"],
  ],
  XBG: [
    ["bag", "bags"],
    ["Beutel", "Beutel"],
  ],
  XBJ: [
    ["bucket", "buckets"],
    ["Eimer", "Eimer"],
  ],
  XBO: [
    ["bottle", "bottles"],
    ["Flasche", "Flaschen"],
  ],
  XBX: [
    ["box", "boxes"],
    ["Schachtel", "Schachteln"],
  ],
  XCA: [
    ["can", "cans"],
    ["Dose", "Dosen"],
  ],
  XCR: [
    ["crate", "crates"],
    ["Steige", "Steigen"],
  ],
  XCS: [
    ["case", "cases"],
    ["Kiste", "Kisten"],
  ],
  XCT: [
    ["carton", "cartons"],
    ["Karton", "Kartons"],
  ],
  XDR: [
    ["drum", "drums"],
    ["Fass", "Fässer"],
  ],
  XJR: [
    ["jar", "jars"],
    ["Glas", "Gläser"],
  ],
  XPA: [
    ["packet", "packets"],
    ["Päckchen", "Päckchen"],
  ],
  XPK: [
    ["package", "packages"],
    ["Packung", "Packungen"],
  ],
  XPX: [
    ["pallet", "pallets"],
    ["Palette", "Paletten"],
  ],
  XRO: [
    ["roll", "rolls"],
    ["Rolle", "Rollen"],
  ],
  XSA: [
    ["sack", "sacks"],
    ["Sack", "Säcke"],
  ],
  XTU: [
    ["tube", "tubes"],
    ["Tube", "Tuben"],
  ],
};

/** What a company calls units in its own words: codes that it added, or whose label it changed. */
export type OwnUnitNames = readonly { readonly code: string; readonly label: string }[];

/** How one reader is told units: their language, the company's own words, how numbers are written for them. */
export interface UnitSpeech {
  readonly language: string;
  readonly own: OwnUnitNames;
  readonly quantity: (value: string) => string;
}

/** A pack counts pieces unless it says otherwise. */
const pieces: readonly string[] = ["EA", "C62", "PCE"];

function named(code: string, speech: UnitSpeech, isOne: boolean): string {
  const own = speech.own.find((one) => one.code === code);
  if (own) return own.label;
  const [english, german] = names[code] ?? [same(code), same(code)];
  return (speech.language.startsWith("de") ? german : english)[isOne ? 0 : 1];
}

/** One of a unit: "carton of 12", "kg", "100 pieces" where a price is for that many of the base unit. */
export function unitText(unit: Unit, speech: UnitSpeech, baseUom = "EA"): string {
  return wording(unit, speech, { baseUom, isOne: true });
}

/** So many of a unit: "5 cartons of 12", "1 piece"; what six decimals hold of a part of a pack, in its base units. */
export function countText(qty: string, unit: Unit, speech: UnitSpeech, baseUom?: string): string {
  const said = baseUom === undefined ? { qty, unit } : writtenQuantity(qty, unit, baseUom);
  return `${speech.quantity(said.qty)} ${countedUnitText(said.qty, said.unit, speech, baseUom)}`;
}

/** The unit beside a number of them that stands elsewhere, in a field: "cartons of 12", "piece". */
export const countedUnitText = (qty: string, unit: Unit, speech: UnitSpeech, baseUom = "EA"): string =>
  wording(unit, speech, { baseUom, isOne: multiply(qty, "1") === "1" });

function wording(unit: Unit, speech: UnitSpeech, how: { baseUom: string; isOne: boolean }): string {
  if (multiply(unit.qtyPerUom, "1") === "1") return named(unit.uom, speech, how.isOne);
  if (unit.uom === how.baseUom) return `${speech.quantity(unit.qtyPerUom)} ${named(unit.uom, speech, false)}`;
  const holds = `${speech.quantity(unit.qtyPerUom)}${pieces.includes(how.baseUom) ? "" : ` ${named(how.baseUom, speech, false)}`}`;
  return `${named(unit.uom, speech, how.isOne)} ${speech.language.startsWith("de") ? "à" : "of"} ${holds}`;
}

/** A unit as somebody wrote it. Without a code it is "so many of them", whatever the pack is called. */
export interface TypedUnit {
  readonly uom: string | null;
  readonly qtyPerUom: string | null;
}

/** What stands for a unit in a file or a pasted cell: "XCT", "carton", "carton of 12", "12-pack", "per 100". Null where nobody knows. */
export function unitTyped(text: string, own: OwnUnitNames = []): TypedUnit | null {
  const plain = text.trim().replace(/^(per|je|pro)\s+/i, "");
  const code = codeOf(plain, own);
  if (code !== null) return { uom: code, qtyPerUom: null };
  const parts = /^(?:(\d+(?:\.\d+)?)[\s-]*)?([^\d(]*?)(?:\s*(?:\bof|à|\bmit|\()?\s*(\d+(?:\.\d+)?)\)?)?$/i.exec(plain);
  const [, count, word = "", holds] = parts ?? [];
  if (!parts || (count !== undefined && holds !== undefined)) return null;
  const qtyPerUom = count ?? holds ?? null;
  if (count !== undefined && ["", "pack", "er pack", "er-pack"].includes(word.toLowerCase()))
    return { uom: null, qtyPerUom };
  const uom = codeOf(word, own);
  return uom === null ? null : { uom, qtyPerUom };
}

function codeOf(word: string, own: OwnUnitNames): string | null {
  const lower = word.trim().toLowerCase();
  const mine = own.find(({ code, label }) => code.toLowerCase() === lower || label.toLowerCase() === lower);
  if (mine) return mine.code;
  const found = Object.entries(names).find(
    ([code, [english, german]]) =>
      code.toLowerCase() === lower || [...english, ...german].some((name) => name.toLowerCase() === lower),
  );
  return found?.[0] ?? words[lower] ?? (/^[a-z][a-z0-9]{1,2}$/i.test(word.trim()) ? word.trim().toUpperCase() : null);
}

/** Other words that files use. */
const words: Readonly<Record<string, string>> = {
  each: "EA",
  pc: "EA",
  pcs: "EA",
  unit: "EA",
  stk: "EA",
  tablet: "EA",
  kilogram: "KGM",
  gram: "GRM",
  litre: "LTR",
  liter: "LTR",
  metre: "MTR",
  meter: "MTR",
  ctn: "XCT",
};
