import { z } from "zod";
import { message } from "#shared/contract/problem.ts";
import { date } from "#shared/contract/contract.ts";
import { codeLine, line, reason } from "#shared/fields/fields.ts";
import { flow, type Actor, type Refusal } from "#shared/flow/flow.ts";

interface DocumentNow {
  /** The account of the driver whose it is; computed, the server asks again. */
  readonly driverUserId?: string | null;
  /** Whoever has written anything of it since it was verified the last time. */
  readonly authors: readonly string[];
  /** Computed; the server asks again before it takes a step. */
  readonly fileCount?: number;
  readonly renewalId?: string | null;
}

/** What stands on the paper; a renewal has its own. */
export const paperInput = z.object({
  /** Where the type does not say it: a class, a machine. */
  title: line(80),
  number: codeLine(60),
  issuer: line(),
  issuedOn: date.nullable().default(null),
  validFrom: date.nullable().default(null),
  /** The last day on which it holds. */
  expiresOn: date.nullable().default(null),
});

export const ownDocument: Refusal = {
  code: "own_entry",
  sentence: message("You have entered, changed or uploaded this yourself. Somebody else has to look at it."),
};
export const ownPaper: Refusal = {
  code: "own_paper",
  sentence: message("This is your own paper. Somebody else has to look at it."),
};
export const noFile: Refusal = {
  code: "no_file",
  sentence: message("Upload a scan first: there is nothing to verify."),
};

export const renewedAlready: Refusal = {
  code: "renewed_already",
  sentence: message("Its renewal is entered already."),
};

const byAnother = ({ authors, driverUserId }: DocumentNow, { id }: Actor) => {
  if (id === null) return null;
  if (driverUserId === id) return ownPaper;
  return authors.includes(id) ? ownDocument : null;
};

/** Whether somebody has looked at a paper. Whether it is valid follows from its days and is never typed. */
export const documentFlow = flow({
  states: ["pending", "verified", "rejected", "revoked"],
  groups: { done: ["verified"], failed: ["rejected", "revoked"], awaited: ["pending", "verified"] },
  start: "pending",
  editable: ["pending", "rejected"],
  steps: {
    verify: {
      from: ["pending"],
      to: "verified",
      done: "verified",
      can: "CAN_VERIFY_DOCUMENTS",
      summary: "Say that a document is what was entered; nobody verifies what they entered, changed or uploaded",
      decides: true,
      guard: (document: DocumentNow, who: Actor) =>
        byAnother(document, who) ?? (document.fileCount === 0 ? noFile : null),
    },
    reject: {
      from: ["pending"],
      to: "rejected",
      done: "rejected",
      can: "CAN_VERIFY_DOCUMENTS",
      summary: "Say why a document is not what was entered",
      decides: true,
      input: z.object({ reason }),
      guard: byAnother,
    },
    renew: {
      from: ["verified"],
      to: "verified",
      done: "renewed",
      can: "CAN_EDIT_DOCUMENTS",
      summary:
        "Enter the paper that takes the place of this one on its own first day, once somebody else has verified it",
      input: paperInput,
      guard: ({ renewalId = null }: DocumentNow) => (renewalId === null ? null : renewedAlready),
    },
    revoke: {
      from: ["verified"],
      to: "revoked",
      done: "revoked",
      can: "CAN_VERIFY_DOCUMENTS",
      summary: "Say why a verified document holds no more",
      decides: true,
      input: z.object({ reason }),
    },
  },
});
