import type { Db } from "#server/db/database.ts";
import { dataOf, type ValueData } from "./list-data.server.ts";
import type { OwnList } from "./reference-lists.contract.ts";

type Values = readonly (readonly [code: string, label: string, color?: string])[];

/** What the lists of a new company hold. Units are UNECE Rec 20, packages Rec 21 with an X before them. */
export const defaultLists: Readonly<Record<OwnList, Values>> = {
  quantity_types: [
    ["EA", "Each"],
    ["C62", "One"],
    ["PR", "Pair"],
    ["DZN", "Dozen"],
    ["SET", "Set"],
    ["GRM", "Gram"],
    ["KGM", "Kilogram"],
    ["TNE", "Tonne"],
    ["LBR", "Pound"],
    ["ONZ", "Ounce"],
    ["MLT", "Millilitre"],
    ["LTR", "Litre"],
    ["GLL", "Gallon (US)"],
    ["CMT", "Centimetre"],
    ["MTR", "Metre"],
    ["MTK", "Square metre"],
    ["MTQ", "Cubic metre"],
    ["XBA", "Barrel"],
    ["XBE", "Bundle"],
    ["XBG", "Bag"],
    ["XBJ", "Bucket"],
    ["XBO", "Bottle"],
    ["XBX", "Box"],
    ["XCA", "Can"],
    ["XCR", "Crate"],
    ["XCS", "Case"],
    ["XCT", "Carton"],
    ["XDR", "Drum"],
    ["XJR", "Jar"],
    ["XPA", "Packet"],
    ["XPK", "Package"],
    ["XPX", "Pallet"],
    ["XRO", "Roll"],
    ["XSA", "Sack"],
    ["XTU", "Tube"],
  ],
  vehicle_health: [
    ["unknown", "Unknown"],
    ["good", "Good", "g"],
    ["service_due", "Service due", "a"],
    ["restricted", "Restricted", "a"],
    ["unsafe", "Not safe to drive", "x"],
  ],
  cancel_reasons: [
    ["no_longer_needed", "No longer needed"],
    ["ordered_twice", "Ordered twice"],
    ["vendor_cannot_deliver", "Vendor cannot deliver"],
    ["price", "Price too high"],
    ["late", "Too late to be of use"],
    ["other", "Other"],
  ],
  refusal_reasons: [
    ["damaged", "Damaged load"],
    ["wrong_goods", "Wrong goods"],
    ["no_papers", "Papers are missing"],
    ["temperature", "Temperature out of range"],
    ["seal_broken", "Seal broken"],
    ["no_appointment", "No appointment"],
    ["other", "Other"],
  ],
};

type Unit = readonly [dimension: string, symbol: string | null, toBaseFactor: string | null, decimals?: number];

/** What programs read of units; the others are packages, or count pieces. */
const units: Readonly<Record<string, Unit>> = {
  EA: ["count", null, "1"],
  C62: ["count", null, "1"],
  PR: ["count", null, "2"],
  DZN: ["count", null, "12"],
  GRM: ["mass", "g", "0.001", 1],
  KGM: ["mass", "kg", "1", 3],
  TNE: ["mass", "t", "1000", 3],
  LBR: ["mass", "lb", "0.45359237", 3],
  ONZ: ["mass", "oz", "0.028349523125", 3],
  MLT: ["volume", "ml", "0.000001"],
  LTR: ["volume", "l", "0.001", 3],
  GLL: ["volume", "gal", "0.003785411784", 3],
  MTQ: ["volume", "m³", "1", 3],
  CMT: ["length", "cm", "0.01", 1],
  MTR: ["length", "m", "1", 3],
  MTK: ["area", "m²", "1", 3],
};
const levels: Readonly<Record<string, string>> = {
  good: "good",
  service_due: "attention",
  restricted: "attention",
  unsafe: "critical",
};

/** What a value of a list that a company begins with says beside its label. */
function defaultData(list: string, code: string): ValueData {
  const [dimension, symbol = null, toBaseFactor = null, decimals = 0] = units[code] ?? [];
  if (list === "quantity_types" && dimension) return { dimension, symbol, toBaseFactor, decimals };
  return list === "vehicle_health" ? { level: levels[code] ?? "unknown" } : {};
}

/** Gives a new company its lists. The transaction works in that company. */
export async function addDefaultLists(db: Db): Promise<void> {
  const values = Object.entries(defaultLists).flatMap(([list, rows]) =>
    rows.map(([code, label, color = null], at) => {
      const data = JSON.stringify(dataOf(list, code, defaultData(list, code)));
      return { list, code, label, color, position: (at + 1) * 10, data };
    }),
  );
  await db.insertInto("reference_values").values(values).execute();
}
