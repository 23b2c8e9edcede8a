import { z } from "zod";
import { message } from "#shared/contract/problem.ts";
import { compare } from "#shared/format/money.ts";
import { decimal, line, pointInTime, reason } from "#shared/fields/fields.ts";
import { flow, type Refusal } from "#shared/flow/flow.ts";
import { answersFor } from "../trips/trips.flow.ts";

interface DeliveryNow {
  readonly attemptNo: number;
  readonly forgottenAt: string | null;
  readonly status?: string;
  readonly loadedAt?: string | null;
  /** Computed; the server asks again before it takes a step. */
  readonly hasTripBegun?: boolean;
  readonly lines?: readonly { readonly deliveredQuantity: string; readonly plannedQuantity?: string }[];
  /** The delivery that brings what was left of it. */
  readonly restId?: string | null;
}

/** How often somebody drives to a consignee before it is given up. */
export const mostAttempts = 3;

export const notBegun: Refusal = {
  code: "trip_not_begun",
  sentence: message("The trip that carries it has not begun: start it first."),
};
const triedEnough: Refusal = {
  code: "tried_enough",
  sentence: message("It was tried {count} times. Agree with the consignee, then make a new delivery.", {
    count: mostAttempts,
  }),
};
export const deliveredInPart: Refusal = {
  code: "delivered_in_part",
  sentence: message("A part of it was delivered. Make a new delivery for the rest."),
};
export const forgotten: Refusal = {
  code: "consignee_forgotten",
  sentence: message("Nothing is kept of its consignee any more. Make a new delivery."),
};
/** Why there is no other delivery to be made of what was left of one; null: there is. */
export function noRest(delivery: DeliveryNow): Refusal | null {
  const { forgottenAt, restId = null, lines = [] } = delivery;
  if (forgottenAt !== null) return forgotten;
  if (restId !== null) return restIsPlanned;
  const isInPart =
    lines.some(({ deliveredQuantity }) => Number(deliveredQuantity) > 0) &&
    lines.some(({ deliveredQuantity, plannedQuantity = "0" }) => compare(plannedQuantity, deliveredQuantity) > 0);
  return isInPart ? null : nothingLeft;
}
const restIsPlanned: Refusal = {
  code: "no_rest",
  sentence: message("Another delivery brings the rest of it already."),
};
const nothingLeft: Refusal = {
  code: "no_rest",
  sentence: message("No part of it is left: none was delivered, or all of it."),
};
const isHandedOver = ({ status }: DeliveryNow) => status === "delivered" || status === "partly_delivered";
/** What would be said of a consignee now could not be forgotten a second time. */
const isKnown = ({ forgottenAt }: Pick<DeliveryNow, "forgottenAt">) => forgottenAt === null;
const known = (delivery: DeliveryNow) => (isKnown(delivery) ? null : forgotten);
const underWay = (delivery: DeliveryNow) => known(delivery) ?? (delivery.hasTripBegun === false ? notBegun : null);
function oneMore({ attemptNo, forgottenAt, lines = [] }: DeliveryNow): Refusal | null {
  if (forgottenAt !== null) return forgotten;
  if (attemptNo >= mostAttempts) return triedEnough;
  return lines.some(({ deliveredQuantity }) => Number(deliveredQuantity) > 0) ? deliveredInPart : null;
}

/** Whoever drives it, and whoever reports for them from a desk. */
export const onTheRoad = ["CAN_DISPATCH_TRIPS", "CAN_DRIVE"] as const;
/** When it was; now, where nothing is said. */
const at = pointInTime.nullable().default(null);
/** More than this of anything is a slip of the finger: no vehicle carries so many grams. */
const most = 1_000_000_000;
const many = decimal(6, { min: 0, max: most });
/** How much of a line is to be brought, in the unit beside it. */
export const plannedQuantity = decimal(6, { above: 0, max: most });

export const deliveredLine = z.strictObject({
  id: z.uuid(),
  deliveredQuantity: many,
  /** Handed over or found broken: not among those that were delivered. */
  damagedQuantity: many.default("0"),
  /** Why there are fewer than planned, or more. */
  reason: reason.nullable().default(null),
});
/** What was on board of a line; of one that is not named, all of it. */
export const loadedLine = z.strictObject({
  id: z.uuid(),
  loadedQuantity: many,
  /** Why there are fewer than planned, or more. */
  reason: reason.nullable().default(null),
});
export const returnedLine = z.strictObject({ id: z.uuid(), returnedQuantity: many });
/** A line is told of once: twice would make of it two quantities. */
export const onceEach = (lines: readonly { id: string }[]) => new Set(lines.map(({ id }) => id)).size === lines.length;

/** Whether a line came otherwise than planned: then somebody has to say why. */
export const takesReason = (planned: string, came: string, damaged = "0"): boolean =>
  compare(came, planned) !== 0 || compare(damaged, "0") !== 0;

const groups = {
  waiting: ["unassigned"],
  /** A trip is to bring it, or brings it. */
  underWay: ["assigned", "out_for_delivery"],
  /** It is still to be brought. */
  open: ["unassigned", "assigned", "out_for_delivery"],
  /** It did not get there, and nobody has decided yet what becomes of it. */
  undecided: ["failed", "returning"],
  /** It was driven there, and nobody has got anything of it. */
  undelivered: ["failed", "returning", "returned"],
  /** Somebody has got something of it. */
  handedOver: ["delivered", "partly_delivered"],
  /** Whoever was there has said what became of it. */
  told: ["delivered", "partly_delivered", "failed"],
  over: ["delivered", "partly_delivered", "returned", "cancelled"],
  /** A driver has had to do with it. */
  provable: ["assigned", "out_for_delivery", "delivered", "partly_delivered", "failed", "returning"],
  /** Its consignee may be asked for a code. */
  codable: ["assigned", "out_for_delivery", "delivered", "partly_delivered"],
  /** Nothing of it is under way. */
  settled: ["delivered", "partly_delivered", "failed", "returned", "cancelled"],
  done: ["delivered"],
  failed: ["partly_delivered", "failed", "returned", "cancelled"],
} as const;

/**
 * A delivery's way to its consignee, or back. `out_for_delivery` is reached by what happens to its trip: it sets out with goods
 * on board, or leaves the stop where these are loaded; so is `returning` by what a trip does not get to.
 */
export const fleetDeliveryFlow = flow({
  states: [
    "unassigned",
    "assigned",
    "out_for_delivery",
    "delivered",
    "partly_delivered",
    "failed",
    "returning",
    "returned",
    "cancelled",
  ],
  groups,
  start: "unassigned",
  editable: ["unassigned", "assigned"],
  steps: {
    assign: {
      from: groups.waiting,
      to: "assigned",
      done: "assigned",
      can: "CAN_PLAN_TRIPS",
      summary:
        "Put a delivery on a trip that is not over: it gets the stops that it lacks, and loads on the way once it has left; refused where its driver has it and it would not be dispatched with this",
      input: z.object({ tripId: z.uuid() }),
      guard: known,
    },
    assignAnyway: {
      from: groups.waiting,
      to: "assigned",
      done: "assignedAnyway",
      decides: true,
      can: "CAN_OVERRIDE_DISPATCH",
      summary:
        "Put a delivery on a trip that its driver has, though that would not be dispatched with it: for the checks that the body names",
      input: z.object({ tripId: z.uuid(), reason, answersFor }),
      guard: known,
    },
    unassign: {
      from: ["assigned"],
      to: "unassigned",
      done: "unassigned",
      can: "CAN_PLAN_TRIPS",
      summary: "Take a delivery off its trip",
    },
    deliver: {
      from: groups.underWay,
      to: "delivered",
      done: "delivered",
      can: onTheRoad,
      guard: underWay,
      summary: "Say that all of it was delivered; proofs may follow, and what is missing of them is told",
      input: z.object({ at, signerName: line() }),
    },
    deliverPartly: {
      from: groups.underWay,
      to: ["partly_delivered", "delivered"],
      done: "partlyDelivered",
      can: onTheRoad,
      guard: underWay,
      summary:
        "Say what of it was delivered, line by line, with a reason for each that is not as planned; where none is short it is delivered",
      input: z.object({
        at,
        signerName: line(),
        lines: z.array(deliveredLine).min(1).max(500).refine(onceEach, "Name each line once."),
      }),
    },
    fail: {
      from: groups.underWay,
      to: "failed",
      done: "failed",
      can: onTheRoad,
      guard: underWay,
      summary: "Say that nothing of it was delivered, and why",
      input: z.object({ reason, at }),
    },
    recordOutcome: {
      from: ["unassigned", "assigned", "delivered", "partly_delivered", "failed", "returning", "returned", "cancelled"],
      to: groups.told,
      done: "outcomeRecorded",
      can: "CAN_DISPATCH_TRIPS",
      guard: ({ forgottenAt }: DeliveryNow) => (forgottenAt === null ? null : forgotten),
      summary:
        "Say what became of it after all, whatever was told before: on its own trip, or on another one that has left",
      input: z.object({
        outcome: z.enum(["delivered", "partly_delivered", "failed"]),
        /** Which trip brought it, where that is not the one that it is on. */
        tripId: z.uuid().nullable().default(null),
        at,
        signerName: line(),
        lines: z.array(deliveredLine).max(500).refine(onceEach, "Name each line once.").nullable().default(null),
        reason: reason.nullable().default(null),
      }),
    },
    bringAgain: {
      from: groups.undecided,
      to: "out_for_delivery",
      done: "broughtAgain",
      can: "CAN_DISPATCH_TRIPS",
      guard: oneMore,
      summary:
        "Have a trip that is on the road still try once more what it has on board, in a window of its own where one is given",
      input: z.object({
        windowStart: pointInTime.nullable().default(null),
        windowEnd: pointInTime.nullable().default(null),
      }),
    },
    startReturn: { from: ["failed", "partly_delivered"], to: "returning", done: "returnStarted", can: onTheRoad },
    finishReturn: {
      from: ["returning"],
      to: "returned",
      done: "returned",
      can: onTheRoad,
      summary: "Say that what was not delivered is back: all of it, unless lines say how many",
      input: z.object({
        lines: z.array(returnedLine).max(500).refine(onceEach, "Name each line once.").nullable().default(null),
      }),
    },
    tryAgain: {
      from: ["failed", "returned"],
      to: "unassigned",
      done: "triedAgain",
      can: "CAN_EDIT_FLEET_DELIVERIES",
      guard: oneMore,
      summary: "Have a delivery wait for another attempt, in a window of its own where one is given",
      input: z.object({
        windowStart: pointInTime.nullable().default(null),
        windowEnd: pointInTime.nullable().default(null),
      }),
    },
    cancel: {
      from: ["unassigned", "assigned"],
      to: "cancelled",
      done: "cancelled",
      can: "CAN_EDIT_FLEET_DELIVERIES",
      input: z.object({ reason }),
    },
  },
  abilities: {
    remove: { in: groups.waiting, when: ({ attemptNo }: DeliveryNow) => attemptNo === 1 },
    archive: { in: groups.over },
    edit: { in: ["unassigned", "assigned"], when: isKnown },
    restore: { when: isKnown },
    addProof: {
      can: onTheRoad,
      in: groups.provable,
      when: isKnown,
    },
    recordLoad: {
      can: "CAN_DISPATCH_TRIPS",
      in: groups.provable,
      /** Of what was handed over it is known: then it is only corrected. */
      when: (delivery: DeliveryNow) => isKnown(delivery) && (!isHandedOver(delivery) || delivery.loadedAt !== null),
    },
    planRest: {
      can: "CAN_EDIT_FLEET_DELIVERIES",
      in: ["partly_delivered", "returning", "returned"],
      when: (delivery: DeliveryNow) => noRest(delivery) === null,
    },
    share: {
      can: ["CAN_EDIT_FLEET_DELIVERIES", "CAN_DISPATCH_TRIPS"],
      in: groups.open,
      when: ({ consigneeEmail }: { consigneeEmail: string | null }) => consigneeEmail !== null,
    },
    sendCode: { can: onTheRoad, in: groups.codable, when: isKnown },
    forgetConsignee: {
      can: "CAN_ERASE_PEOPLE",
      in: groups.over,
      when: isKnown,
    },
  },
});
