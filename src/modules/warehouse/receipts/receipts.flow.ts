import { z } from "zod";
import { reason } from "#shared/fields/fields.ts";
import { flow, type Refusal } from "#shared/flow/flow.ts";
import { message } from "#shared/contract/problem.ts";

/** A receipt is posted as it is made and never changed; what was wrong is taken back by a second receipt with negative lines. */
export const receiptFlow = flow({
  states: ["posted", "reversed"],
  groups: { done: ["posted"], failed: ["reversed"] },
  start: "posted",
  editable: [],
  steps: {
    reverse: {
      from: ["posted"],
      to: "reversed",
      done: "reversed",
      decides: true,
      can: "CAN_REVERSE_RECEIPTS",
      input: z.object({ reason }),
      guard: isOriginal,
    },
  },
});

function isOriginal(receipt: { readonly reversalOfId: string | null }): Refusal | null {
  return receipt.reversalOfId === null
    ? null
    : {
        code: "is_a_reversal",
        sentence: message("This receipt takes another one back. Post the goods again instead."),
      };
}
