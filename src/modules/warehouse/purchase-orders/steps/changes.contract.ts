import { z } from "zod";
import { line, notes, reason, wholeNumber } from "#shared/fields/fields.ts";
import { freightTerms, incoterm } from "../../vendors/vendors.contract.ts";
import { chargesInput, decisionLine, itemsInput, maxLines } from "../lines/lines.contract.ts";

/** What becomes of deliveries that would bring nothing any more; asked for where there are such. */
const emptied = {
  onTheWay: z.enum(["cancel_it", "keep_it"]).nullable().default(null),
  /** Why their time is kept. */
  keepReason: line(500),
};

/** How an order that is out at the vendor is written anew. Vendor, currency and the first needed-by date stay. */
export const amendment = z.object({
  reason,
  /** Null: as it was. */
  shipToLocationId: z.uuid().nullable().default(null),
  ...emptied,
  paymentTermsDays: wholeNumber(0, 365).nullable().default(null),
  incoterm: incoterm.nullable().default(null),
  incotermPlace: line(),
  freightTerms: freightTerms.nullable().default(null),
  vendorNotes: notes,
  internalNotes: notes,
  items: itemsInput.min(1),
  charges: chargesInput.default([]),
});

/** What the buyer takes of a proposal; absent lines take all of it. What they keep or counter is confirmed by the vendor first. */
export const acceptance = z.object({
  lines: z.array(decisionLine).min(1).max(maxLines).optional(),
  ...emptied,
  note: notes,
});
export type Acceptance = z.output<typeof acceptance>;
