import { z } from "zod";
import { flag, line, notes, reason } from "#shared/fields/fields.ts";
import { flow, type Actor, type Refusal } from "#shared/flow/flow.ts";
import { message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { compare } from "#shared/format/money.ts";
import { answerLine, maxLines } from "./lines/lines.contract.ts";
import { acceptance, amendment } from "./steps/changes.contract.ts";

/** What the guards look at; the row, the list record and the record have all of it. */
interface OrderForGuards {
  readonly lineCount: number;
  readonly onHold: boolean;
  readonly receiptStatus: string;
  readonly status: string;
  readonly revision: number;
  /** Who wrote, changed or submitted it since the last approval, and whose rate it took. */
  readonly authors: readonly string[];
  readonly rateAuthors: readonly string[];
  /** Where an order stood that is out at the vendor and waits for the approval of a change. */
  readonly waitsFrom: string | null;
  readonly closedAt: string | null;
  /** The company wants another person to approve; the server asks again, in its own transaction. */
  readonly approverMustDiffer?: boolean;
}

/** The states in which the vendor knows nothing of it, or not of what is being written. */
const beforeVendor = ["draft", "pending_approval", "rejected", "approved"] as const;
const withVendor = ["sent", "change_proposed", "confirmed", "declined"] as const;
const live = [...beforeVendor, ...withVendor] as const;
const over = ["closed", "cancelled"] as const;
const issued = [...withVendor, ...over] as const;
/** Closing ends a hold; an order that was closed with one before it did can still be released. */
const heldIn = [...live, "closed"] as const;
const archivable = ["draft", "rejected", "declined", ...over] as const;
const undisputed = ["sent", "confirmed"] as const;
const outstanding = ["sent", "change_proposed", "confirmed"] as const;
const vendor = ["link:po.respond", "CAN_SEND_PURCHASE_ORDERS"] as const; // by link, or the buyer in the vendor's name

/** The person who decides for the vendor: typed on the page, kept with the answer. */
const answeredBy = z.string().trim().min(2).max(120);
const why = z.object({ reason });
/** What becomes of goods that are on their way when nothing more is wanted. */
const onTheWay = z.enum(["cancel_it", "let_it_come"]).nullable().default(null);
/** `isUnwanted`: the company wants no more of it. Else the vendor does not deliver it, which is reported as a shortage of theirs. */
const closeShort = z.object({ reason, isUnwanted: flag, onTheWay });

const whoeverSends = { decides: true, can: "CAN_SEND_PURCHASE_ORDERS" } as const;
const whoeverCloses = { decides: true, can: "CAN_CLOSE_PURCHASE_ORDERS" } as const;

export const purchaseOrderFlow = flow({
  states: [
    "draft",
    "pending_approval",
    "rejected",
    "approved",
    "sent",
    "change_proposed",
    "confirmed",
    "declined",
    "closed",
    "cancelled",
  ],
  groups: {
    beforeVendor,
    withVendor,
    live,
    over,
    /** The vendor has it, or had it. */
    issued,
    /** Out at the vendor, and neither declined nor over: goods may come, against what was agreed last. */
    outstanding,
    /** The same, and no proposal of the vendor waits for an answer: what is agreed is what is written. */
    undisputed,
    /** The company wants the goods; what a vendor's page counts. */
    committed: ["approved", "sent", "change_proposed", "confirmed"],
    /** What was received is told of it. */
    placed: ["sent", "change_proposed", "confirmed", "closed"],
    /** Its buyer has to do the next step. */
    withBuyer: ["rejected", "approved", "change_proposed", "declined"],
    /** Nobody else counts on it, so it can be put away. */
    archivable,
    /** Nothing is bought by it. */
    dropped: ["declined", "cancelled"],
    done: ["closed"],
    failed: ["rejected", "declined", "cancelled"],
  },
  start: "draft",
  editable: ["draft"],
  abilities: {
    edit: { in: ["draft"], when: (order: OrderForGuards) => !order.onHold },
    archive: { in: archivable },
    remove: { in: ["draft"], when: (order: OrderForGuards) => order.revision === 0 },
    /** On paper, as its vendor has it. */
    print: { can: "CAN_VIEW_PURCHASE_ORDERS", in: [...live, ...over], when: isIssued },
    /** On paper as it would go out, marked as a draft. */
    preview: { can: "CAN_SEND_PURCHASE_ORDERS", in: beforeVendor },
    /** A delivery that brings what is still to come. Buyers ask for a dock, the dock office gives it. */
    schedule: {
      can: ["CAN_SCHEDULE_DOCK", "CAN_EDIT_PURCHASE_ORDERS"],
      in: [...outstanding, "pending_approval", "approved", "rejected"],
      when: isComing,
    },
  },
  steps: {
    submit: {
      from: ["draft"],
      to: ["pending_approval", "approved"],
      done: "submitted",
      can: "CAN_EDIT_PURCHASE_ORDERS",
      guard: hasLines,
    },
    approve: {
      from: ["pending_approval"],
      to: "approved",
      done: "approved",
      decides: true,
      can: "CAN_APPROVE_PURCHASE_ORDERS",
      input: z.object({ note: notes }),
      guard: bySomebodyElse,
    },
    /** A change of an order that is out: what was agreed before it is back, and the order stands where it stood. */
    reject: {
      from: ["pending_approval"],
      to: ["rejected", ...outstanding],
      done: "rejected",
      decides: true,
      can: "CAN_APPROVE_PURCHASE_ORDERS",
      input: why,
    },
    revise: {
      from: ["rejected", "declined", "approved"],
      to: "draft",
      done: "revised",
      can: "CAN_EDIT_PURCHASE_ORDERS",
      guard: notOut,
    },
    /** What was approved by rule is judged again: it may need an approver by now. */
    send: {
      from: ["approved"],
      to: ["sent", "pending_approval"],
      done: "sent",
      ...whoeverSends,
      guard: notOnHold,
    },
    resend: {
      from: undisputed,
      to: undisputed,
      done: "resent",
      can: "CAN_SEND_PURCHASE_ORDERS",
      guard: notOnHold,
    },
    confirm: {
      from: ["sent"],
      to: "confirmed",
      done: "confirmed",
      can: vendor,
      input: z.object({ name: answeredBy, vendorReference: line(60), note: notes }),
    },
    /** Also of what was confirmed, as long as it has not come: a vendor who is late says so. */
    propose: {
      from: undisputed,
      to: "change_proposed",
      done: "changeProposed",
      can: vendor,
      input: z.object({
        name: answeredBy,
        vendorReference: line(60),
        note: notes,
        lines: z.array(answerLine).min(1).max(maxLines),
      }),
    },
    decline: {
      from: ["sent", "change_proposed"],
      to: "declined",
      done: "declined",
      can: vendor,
      input: z.object({ name: answeredBy, reason }),
      guard: nothingCame,
    },
    /**
     * `sent`: the vendor confirms the new revision. `confirmed`: what they offered counts as their word. Either waits
     * where an approver is needed.
     */
    acceptProposal: {
      from: ["change_proposed"],
      to: ["sent", "confirmed", "pending_approval"],
      done: "proposalAccepted",
      ...whoeverSends,
      input: acceptance.extend({ next: z.enum(undisputed).default("sent") }),
    },
    /** Back to where it stood: what the vendor confirmed before stays confirmed. */
    refuseProposal: {
      from: ["change_proposed"],
      to: undisputed,
      done: "proposalRefused",
      ...whoeverSends,
      input: why,
    },
    amend: {
      from: ["sent", "confirmed", "rejected"],
      to: ["sent", "pending_approval"],
      done: "amended",
      ...whoeverSends,
      input: amendment,
      guard: isOut,
    },
    hold: { from: live, to: live, done: "held", can: "CAN_EDIT_PURCHASE_ORDERS", input: why, guard: notOnHold },
    release: { from: heldIn, to: heldIn, done: "released", can: "CAN_EDIT_PURCHASE_ORDERS", guard: isOnHold },
    shortCloseLine: {
      from: undisputed,
      to: [...undisputed, "closed"],
      done: "lineShortClosed",
      ...whoeverCloses,
      input: closeShort.extend({ itemId: z.uuid() }),
    },
    close: { from: undisputed, to: "closed", done: "closed", ...whoeverCloses, input: closeShort },
    cancel: {
      from: live,
      to: "cancelled",
      done: "cancelled",
      decides: true,
      can: "CAN_CANCEL_PURCHASE_ORDERS",
      input: why,
      guard: nothingReceived,
    },
    /** Back to where it stood: an order that nobody confirmed is not confirmed by being closed in between. */
    reopen: {
      from: ["closed"],
      to: undisputed,
      done: "reopened",
      decides: true,
      can: "CAN_REOPEN_PURCHASE_ORDERS",
      input: why,
      guard: closedLately,
    },
  },
});
export type PurchaseOrderStep = keyof typeof purchaseOrderFlow.steps;

export const reopenWithinDays = 90;

function hasLines(order: OrderForGuards): Refusal | null {
  return order.lineCount > 0
    ? null
    : { code: "order_has_no_lines", sentence: message("This order has no lines. Add one first.") };
}

function bySomebodyElse(order: OrderForGuards, who: Actor): Refusal | null {
  if (!order.approverMustDiffer || who.id === null) return null;
  if (order.authors.includes(who.id))
    return {
      code: "own_order",
      sentence: message(
        "You wrote, changed or submitted this order yourself, or made its approval easier. Somebody else has to approve it.",
      ),
    };
  return order.rateAuthors.includes(who.id)
    ? {
        code: "own_rate",
        sentence: message(
          "You entered or confirmed the exchange rate of this order yourself. Somebody else has to approve it.",
        ),
      }
    : null;
}

/**
 * Goods may come for an order: it is out at its vendor. While a change of it waits for approval it still is, and what was
 * agreed before the change rules. In SQL: `awaitsGoodsSql` (awaits-goods.server.ts).
 */
export const awaitsGoods = ({ status, waitsFrom }: Pick<OrderForGuards, "status" | "waitsFrom">): boolean =>
  waitsFrom !== null || inGroup(purchaseOrderFlow, "outstanding", status);

type OrderWithLines = OrderForGuards & { readonly items: readonly { readonly openQty: string }[] };

function isComing(order: OrderWithLines): boolean {
  return awaitsGoods(order) && !order.onHold && order.items.some(({ openQty }) => compare(openQty, "0") > 0);
}

/** The vendor has it, or had it; while a change waits for approval they have it as it was agreed before. */
function isIssued({ status, waitsFrom }: OrderForGuards): boolean {
  return waitsFrom !== null || inGroup(purchaseOrderFlow, "issued", status);
}

/** A rejected order is written anew, unless the vendor has it already. */
function notOut(order: OrderForGuards): Refusal | null {
  return order.waitsFrom === null
    ? null
    : { code: "order_is_out", sentence: message("The vendor has this order already. Amend it instead.") };
}

function isOut(order: OrderForGuards): Refusal | null {
  return order.status !== "rejected" || order.waitsFrom !== null
    ? null
    : { code: "order_not_out", sentence: message("The vendor does not have this order yet. Revise it instead.") };
}

function notOnHold(order: OrderForGuards): Refusal | null {
  return order.onHold ? { code: "order_on_hold", sentence: message("This order is on hold. Release it first.") } : null;
}

function isOnHold(order: OrderForGuards): Refusal | null {
  return order.onHold ? null : { code: "order_not_on_hold", sentence: message("This order is not on hold.") };
}

function nothingReceived(order: OrderForGuards): Refusal | null {
  const sentence = message("Goods of this order were received. Close it instead, or reverse the receipts.");
  return order.receiptStatus === "not_received" ? null : { code: "order_has_receipts", sentence };
}

/** A declined order is written anew from its start; one of which goods came is changed by a proposal. */
function nothingCame(order: OrderForGuards): Refusal | null {
  const sentence = message("Goods of this order were received. Answer its lines one by one instead.");
  return order.receiptStatus === "not_received" ? null : { code: "order_has_receipts", sentence };
}

function closedLately(order: OrderForGuards): Refusal | null {
  const days = (Date.now() - Date.parse(order.closedAt ?? "")) / 86_400_000;
  return days < reopenWithinDays
    ? null
    : {
        code: "closed_too_long_ago",
        sentence: message("It was closed more than {days} days ago. Write a new order.", { days: reopenWithinDays }),
      };
}
