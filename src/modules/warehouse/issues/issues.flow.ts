import { z } from "zod";
import { codeLine, flag, notes, quantity, reason, unitPrice } from "#shared/fields/fields.ts";
import { date } from "#shared/contract/contract.ts";
import { flow, type Refusal } from "#shared/flow/flow.ts";
import { message } from "#shared/contract/problem.ts";

export const resolution = z.enum([
  "accept_as_is",
  "credit",
  "replace",
  "return",
  /** Sent back with the truck, or never taken over. */
  "refuse",
  "rework",
  "scrap",
  "carrier_claim",
  "process_change",
  /** By itself: what it was about is no more. */
  "settled",
]);
/** What a person may choose. */
const chosen = resolution.exclude(["settled", "refuse"]);

const open = ["open", "acknowledged", "investigating", "waiting_party"] as const;
/** Nobody has begun with it. */
const untouched = ["open", "acknowledged"] as const;

const over = ["resolved", "closed", "dismissed"] as const;

/** A step that opens an issue again, for a reason. */
const toOpenAgain = <Done extends string>(done: Done, guard: (issue: IssueForGuards) => Refusal | null) =>
  ({
    from: ["resolved", "closed"],
    to: "open",
    done,
    can: "CAN_MANAGE_ISSUES",
    input: z.object({ reason }),
    guard,
  }) as const;

export const issueFlow = flow({
  states: ["open", "acknowledged", "investigating", "waiting_party", "resolved", "closed", "dismissed"],
  groups: {
    open,
    untouched,
    over,
    /** The way of an issue that is taken up and seen through. */
    stations: ["open", "acknowledged", "investigating", "resolved", "closed"],
    done: ["resolved", "closed"],
    failed: ["dismissed"],
  },
  start: "open",
  editable: open,
  /** What is open stays in sight: goods may lie aside because of it. */
  abilities: { archive: { in: over } },
  steps: {
    acknowledge: { from: ["open"], to: "acknowledged", done: "acknowledged", can: "CAN_MANAGE_ISSUES" },
    investigate: {
      from: ["acknowledged", "waiting_party"],
      to: "investigating",
      done: "takenUp",
      can: "CAN_MANAGE_ISSUES",
    },
    waitForParty: {
      from: ["investigating"],
      to: "waiting_party",
      done: "handedOver",
      can: "CAN_MANAGE_ISSUES",
      input: z.object({ note: notes }),
    },
    resolve: {
      from: ["investigating", "waiting_party"],
      to: "resolved",
      done: "resolved",
      decides: true,
      can: "CAN_MANAGE_ISSUES",
      input: z.object({
        resolution: chosen,
        /** Of goods that go back: what becomes of the order. */
        returned: z.enum(["expected_again", "credited"]).nullable().default(null),
        /** Of goods that are replaced: they go back to the vendor; else they stay where they lie. */
        isSentBack: flag,
        /** Of rejected goods that are accepted, where they were counted without it. */
        lotNumber: codeLine(20),
        expiryDate: date.nullable().default(null),
        note: notes,
      }),
      guard: isNotAside,
    },
    close: { from: ["resolved"], to: "closed", done: "closed", decides: true, can: "CAN_MANAGE_ISSUES" },
    dismiss: {
      from: untouched,
      to: "dismissed",
      done: "dismissed",
      decides: true,
      can: "CAN_MANAGE_ISSUES",
      input: z.object({ reason }),
      guard: isNotAside,
    },
    /** The buyer takes goods that were put aside: they count for their order line, or for one that is added to an order. */
    takeGoods: {
      from: open,
      to: "resolved",
      done: "goodsTaken",
      decides: true,
      can: "CAN_SEND_PURCHASE_ORDERS",
      input: z.object({
        purchaseOrderId: z.uuid().nullable().default(null),
        /** So much of them, in the unit in which they were counted; all of them, unless given. The rest stays put aside. */
        quantity: quantity.nullable().default(null),
        /** What the goods are, where nobody knew. */
        productId: z.uuid().nullable().default(null),
        /** Of a line that is added. */
        unitPrice: unitPrice.nullable().default(null),
        /** Of goods that are tracked, where they were counted without it. */
        lotNumber: codeLine(20),
        expiryDate: date.nullable().default(null),
        note: notes,
      }),
      guard: isAside,
    },
    returnGoods: {
      from: open,
      to: "resolved",
      done: "goodsReturned",
      decides: true,
      can: "CAN_SEND_PURCHASE_ORDERS",
      /** The return's paper, and what was agreed. */
      input: z.object({ note: notes }),
      guard: isAside,
    },
    refuseGoods: {
      from: open,
      to: "resolved",
      done: "goodsRefused",
      decides: true,
      can: "CAN_SEND_PURCHASE_ORDERS",
      input: z.object({ reason }),
      guard: isAside,
    },
    reopen: toOpenAgain("reopened", wasNotCarriedOut),
    /** The goods did not go back, or are here again; the issue is open again. */
    undoReturn: toOpenAgain("returnUndone", hasReturned),
    /** The goods are still there, or were found again; the issue is open again. */
    undoScrap: toOpenAgain("scrapUndone", hasScrapped),
    /** Nothing comes in their place; the issue is open again. */
    undoReplace: toOpenAgain("replaceUndone", hasReplaced),
  },
});

interface IssueForGuards {
  readonly kind: string;
  readonly resolution: string | null;
  readonly resolvedByReceiptId: string | null;
  readonly receiptLineId: string | null;
  /** What its resolution sent back, scrapped, or made expected again. */
  readonly returnedBaseQty: string | null;
  readonly scrappedBaseQty: string | null;
  readonly replacedBaseQty: string | null;
  /** Of the row; the record has a name instead. Neither: the system opened it. */
  readonly createdBy?: string | null;
  readonly reportedByName?: string | null;
}

/** The system opened it about goods that lie in quarantine until the buyer decides. */
export const isAboutGoodsAside = (
  issue: Pick<IssueForGuards, "kind" | "receiptLineId" | "createdBy" | "reportedByName">,
): boolean =>
  (issue.kind === "unexpected" || issue.kind === "held") &&
  issue.receiptLineId !== null &&
  (issue.createdBy ?? null) === null &&
  (issue.reportedByName ?? null) === null;

function isAside(issue: IssueForGuards): Refusal | null {
  return isAboutGoodsAside(issue)
    ? null
    : { code: "nothing_aside", sentence: message("Nothing is put aside by this issue.") };
}

function isNotAside(issue: IssueForGuards): Refusal | null {
  return isAboutGoodsAside(issue)
    ? {
        code: "goods_undecided",
        sentence: message("The goods are put aside. Take them, return them, or refuse them."),
      }
    : null;
}

function wasNotCarriedOut(issue: IssueForGuards): Refusal | null {
  if (isAboutGoodsAside(issue) || (issue.resolution === "accept_as_is" && issue.resolvedByReceiptId !== null))
    return {
      code: "goods_decided",
      sentence: message("The goods were moved. Reverse the receipt that did it instead."),
    };
  if (issue.scrappedBaseQty !== null)
    return { code: "goods_scrapped", sentence: message("The goods were scrapped. Undo that instead.") };
  if (issue.replacedBaseQty !== null)
    return { code: "goods_replaced", sentence: message("The goods are being replaced. Undo that instead.") };
  return issue.returnedBaseQty === null
    ? null
    : { code: "goods_returned", sentence: message("The goods were returned. Undo the return instead.") };
}

function hasScrapped(issue: IssueForGuards): Refusal | null {
  return issue.scrappedBaseQty === null
    ? { code: "nothing_scrapped", sentence: message("Nothing was scrapped by this issue.") }
    : null;
}

function hasReplaced(issue: IssueForGuards): Refusal | null {
  return issue.replacedBaseQty === null
    ? { code: "nothing_replaced", sentence: message("Nothing is replaced by this issue.") }
    : null;
}

function hasReturned(issue: IssueForGuards): Refusal | null {
  return issue.returnedBaseQty === null
    ? { code: "nothing_returned", sentence: message("Nothing was returned by this issue.") }
    : null;
}
