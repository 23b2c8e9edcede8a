import { unitText, unitTyped, type OwnUnitNames } from "#shared/format/unit-names.ts";
import type { Unit } from "#shared/format/units.ts";

/** In whose words a file says units. */
export interface FileUnitNames {
  readonly language: string;
  readonly own: OwnUnitNames;
}

/** A unit as a file says it, so that it is read as the same one again: "carton of 12", "100 kg", "carton 1". */
export function fileUnit(
  unit: Unit,
  baseUom = "EA",
  { language, own }: FileUnitNames = { language: "en", own: [] },
): string {
  const speech = { language, own, quantity: (value: string) => value };
  const text = unitText(unit, speech, unit.uom === baseUom ? baseUom : "EA");
  const isOne = unit.qtyPerUom === "1";
  if (isOne && unit.uom === baseUom) return unitTyped(text, own)?.uom === unit.uom ? text : unit.uom; // two are called piece
  return isOne ? `${text} 1` : text;
}
