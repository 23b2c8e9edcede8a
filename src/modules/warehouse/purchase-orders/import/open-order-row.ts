import { z } from "zod";
import { date } from "#shared/contract/contract.ts";
import {
  codeLine,
  currency,
  decimal,
  line,
  notes,
  percent,
  quantity,
  typedCode,
  unitPrice,
  wholeNumber,
} from "#shared/fields/fields.ts";

/** A row of a file of open orders: one line, with what its order says in each of its rows. */
export const openOrderRow = z.object({
  orderNumber: typedCode(60),
  /** Of files that Waybill wrote: which of its orders the row means. */
  numberInWaybill: codeLine(60),
  lineNo: wholeNumber(1, 999_999).nullable().default(null),
  vendorCode: typedCode(40),
  location: z.string().trim().min(1).max(120),
  orderDate: date.nullable().default(null),
  requestedDate: date,
  currency: z.string().trim().toUpperCase().pipe(currency).nullable().default(null),
  buyer: line(254),
  paymentTermsDays: wholeNumber(0, 365).nullable().default(null),
  /** Of the product, or its vendor's own number for it. */
  sku: typedCode(80),
  quantity,
  /** Of that quantity, in the same unit. */
  receivedQty: decimal(6, { min: 0 }).nullable().default(null),
  unit: line(60),
  unitPrice,
  discountPct: percent.nullable().default(null),
  taxRatePct: percent.nullable().default(null),
  note: notes,
});
export type OpenOrderRow = z.output<typeof openOrderRow>;

/** By what a file tells its orders apart. */
export const orderFields = ["orderNumber", "numberInWaybill"] as const satisfies readonly (keyof OpenOrderRow)[];

/** The same for the rows of one order, however they write its number. */
export const orderKey = (
  row: Pick<OpenOrderRow, (typeof orderFields)[number]>,
  folded: (text: unknown) => string,
): string => JSON.stringify([folded(row.orderNumber), folded(row.numberInWaybill)]);

/** What an order's rows say of the order; the rest is the line's. */
export const headFields = [
  "vendorCode",
  "location",
  "orderDate",
  "currency",
  "buyer",
  "paymentTermsDays",
] as const satisfies readonly (keyof OpenOrderRow)[];
