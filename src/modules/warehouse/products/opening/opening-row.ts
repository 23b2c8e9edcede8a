import { z } from "zod";
import { date } from "#shared/contract/contract.ts";
import { codeLine, decimal, line, typedCode } from "#shared/fields/fields.ts";

/** A row of a file of opening stock: all that lay there of a product, lot and day of expiry. */
export const openingRow = z.object({
  location: z.string().trim().min(1).max(120),
  bin: typedCode(40),
  sku: typedCode(80),
  lot: codeLine(20),
  expiryDate: date.nullable().default(null),
  quantity: decimal(6, { min: 0 }),
  unit: line(60),
});

/** Goods of a product in a bin that an earlier file named and this one does not, in the base unit. */
export interface ReplacedGoods {
  readonly lotNumber: string | null;
  readonly expiryDate: string | null;
  readonly quantity: string;
}

/**
 * What the check has found besides. `replaces` is said once for a product in a bin, at its first row; `movesBefore`, how many
 * moves said before what lay there of the product, in each of its rows, where there were any.
 */
export type OpeningRow = z.output<typeof openingRow> & {
  readonly replaces?: readonly ReplacedGoods[];
  readonly movesBefore?: number;
};
