import type { Db } from "#server/db/database.ts";
import { addRows, type Row } from "./bulk.ts";
import type { Random } from "./random.ts";

type Kind = readonly [
  code: string,
  name: string,
  millimetres: readonly [length: number, width: number, height: number],
  kilograms: number,
  deposit?: readonly [string, string],
];

/** As they stand in any yard: pools that are exchanged for a deposit, pools that are hired, and what is used once. */
const kinds: readonly Kind[] = [
  ["EUR1", "EUR pallet", [1200, 800, 144], 25, ["12.50", "EUR"]],
  ["EUR2", "EUR 2 industrial pallet", [1200, 1000, 162], 35, ["18.00", "EUR"]],
  ["EUR6", "Half pallet", [800, 600, 144], 9.5, ["8.00", "EUR"]],
  ["DDP", "Düsseldorf half pallet", [800, 600, 163], 11, ["9.50", "EUR"]],
  ["QTR", "Quarter display pallet", [600, 400, 145], 3.2],
  ["H1", "H1 hygiene pallet", [1200, 800, 160], 18, ["60.00", "EUR"]],
  ["CHEP-EU", "CHEP 1200 × 800", [1200, 800, 144], 24.5],
  ["CHEP-UK", "CHEP 1200 × 1000", [1200, 1000, 162], 28.5],
  ["CP3", "CP3 chemical pallet", [1140, 1140, 138], 21, ["7.50", "EUR"]],
  ["GMA", "US GMA 48 × 40 in", [1219, 1016, 141], 17, ["9.00", "USD"]],
  ["CHEP-US", "CHEP block 48 × 40 in", [1219, 1016, 141], 29.5],
  ["ONE-WAY", "One-way pallet, light", [1200, 800, 120], 11.5],
];
const noLongerUsed = "CP3";

export async function addPalletTypes(db: Db, random: Random, at: Date): Promise<void> {
  const rows = kinds.map(([code, name, [length, width, height], kilograms, deposit]): Row => ({
    id: random.id(at),
    code,
    name,
    length_mm: length,
    width_mm: width,
    height_mm: height,
    weight_kg: kilograms,
    deposit_price: deposit?.[0] ?? null,
    deposit_price_currency: deposit?.[1] ?? null,
    is_active: code !== noLongerUsed,
    created_at: at,
  }));
  await addRows(db, "pallet_types", rows);
}
