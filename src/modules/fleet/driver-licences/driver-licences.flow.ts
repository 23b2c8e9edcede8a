import { z } from "zod";
import { message } from "#shared/contract/problem.ts";
import { reason } from "#shared/fields/fields.ts";
import { flow, type Actor, type Refusal } from "#shared/flow/flow.ts";

const ownEntry: Refusal = {
  code: "own_entry",
  sentence: message("You have entered or changed this yourself. Somebody else has to look at it."),
};
const ownPaper: Refusal = {
  code: "own_paper",
  sentence: message("This is your own paper. Somebody else has to look at it."),
};
interface LicenceNow {
  readonly authors: readonly string[];
  /** The account of the driver whose it is; computed, the server asks again. */
  readonly driverUserId?: string | null;
}
/** `authors`: whoever has written anything of it since it was verified the last time. */
const byAnother = ({ authors, driverUserId }: LicenceNow, { id }: Actor) => {
  if (id === null) return null;
  if (driverUserId === id) return ownPaper;
  return authors.includes(id) ? ownEntry : null;
};

/** Whether somebody has held the card in their hands. What is changed afterwards has to be looked at again. */
export const driverLicenceFlow = flow({
  states: ["pending", "verified", "rejected"],
  groups: { done: ["verified"], failed: ["rejected"] },
  start: "pending",
  editable: ["pending", "verified", "rejected"],
  steps: {
    verify: {
      from: ["pending"],
      to: "verified",
      done: "verified",
      can: "CAN_VERIFY_DOCUMENTS",
      summary: "Say that a licence is what was entered; nobody verifies what they entered or changed themselves",
      decides: true,
      guard: byAnother,
    },
    reject: {
      from: ["pending"],
      to: "rejected",
      done: "rejected",
      can: "CAN_VERIFY_DOCUMENTS",
      summary: "Say why a licence is not what was entered",
      decides: true,
      input: z.object({ reason }),
      guard: byAnother,
    },
  },
});
