import type { Db } from "#server/db/database.ts";

const defaults = (
  [
    ["DIESEL", "Diesel", "LTR"],
    ["HVO", "Renewable diesel (HVO)", "LTR"],
    ["PETROL", "Petrol", "LTR"],
    ["E85", "Ethanol (E85)", "LTR"],
    ["LPG", "Autogas (LPG)", "LTR"],
    ["CNG", "Natural gas (CNG)", "KGM"],
    ["LNG", "Liquefied natural gas (LNG)", "KGM"],
    ["H2", "Hydrogen", "KGM"],
    ["ELECTRIC", "Electricity", "KWH"],
    ["ADBLUE", "AdBlue", "LTR"],
  ] as const
).map(([code, name, unit]) => ({ code, name, unit_code: unit, is_propulsion: code !== "ADBLUE" }));

/** Gives a new company its fuel types. The transaction works in that company. */
export async function addDefaultFuelTypes(db: Db): Promise<void> {
  await db.insertInto("fuel_types").values(defaults).execute();
}
