import type { Unit } from "#shared/format/units.ts";

export type Choice = "accept" | "change" | "reject" | null;

/** What the vendor has typed for one line. */
export interface LineAnswer {
  readonly choice: Choice;
  readonly qty: string;
  readonly unitPrice: string;
  /** What that price is for. */
  readonly priceUnit: Unit;
  readonly date: string;
  readonly note: string;
}
