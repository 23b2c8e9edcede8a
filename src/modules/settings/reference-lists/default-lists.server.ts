import type { Db } from "#server/db/database.ts";
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

/** Gives a new company its lists. The transaction works in that company. */
export async function addDefaultLists(db: Db): Promise<void> {
  const values = Object.entries(defaultLists).flatMap(([list, rows]) =>
    rows.map(([code, label, color], at) => ({ list, code, label, color: color ?? null, position: (at + 1) * 10 })),
  );
  await db.insertInto("reference_values").values(values).execute();
}
