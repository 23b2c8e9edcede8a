import { z } from "zod";
import { message } from "#shared/contract/problem.ts";
import { decimal, flag, line, notes, pointInTime, reason } from "#shared/fields/fields.ts";
import { flow, type Refusal } from "#shared/flow/flow.ts";
import { stopKind } from "./trip-stops/stop-kinds.ts";

interface TripNow {
  readonly acknowledgedAt: string | null;
  /** When it was said to be over. */
  readonly closedAt: string | null;
  /** Computed; the server asks again before it takes a step. */
  readonly isUnanswered?: boolean;
}

/** Whoever runs it from the road, and whoever does it for them at a desk. A driver does so with their own trips alone. */
const onTheRoad = ["CAN_DISPATCH_TRIPS", "CAN_DRIVE"] as const;
const acknowledged: Refusal = { code: "acknowledged", sentence: message("The driver has acknowledged it already.") };

/** What the vehicle's own meter shows, in its unit, and when it was; now, where nothing is said. */
const meterValue = decimal(1, { min: 0, max: 99_999_999 }).nullable().default(null);
const at = pointInTime.nullable().default(null);
/** A figure further than a vehicle drives in the time is right all the same. */
const isConfirmed = flag;
const reported = z.object({ meterValue, at, isConfirmed });

/** What took over on the way, why, and when it did; now, where nothing is said. */
const takenOver = z.object({ reason, at });
const anotherVehicle = takenOver.extend({
  vehicleId: z.uuid(),
  /** What the meters of the old and of the new one showed. */
  meterValue,
  newMeterValue: meterValue,
  isConfirmed,
});
const anotherDriver = takenOver.extend({ driverId: z.uuid() });
const addedStop = z.object({
  kind: stopKind.default("waypoint"),
  /** One of the company's own locations; or else an address. */
  locationId: z.uuid().nullable().default(null),
  name: line(120),
  address: line(300),
  plannedArrival: pointInTime,
  instructions: notes,
});
const anotherAsset = takenOver.extend({
  /** What is left behind: nothing, where one is only picked up. */
  assetId: z.uuid().nullable().default(null),
  withAssetId: z.uuid().nullable().default(null),
  /** Where the one that is left behind stands; else it stays listed where it was. */
  locationId: z.uuid().nullable().default(null),
});
/** By their keys the checks that somebody has read, and answers for: those of a refusal, or of a trip that has not left. */
export const answersFor = z.array(z.string().max(60)).max(500);
const onItsWay = ["dispatched", "in_progress", "paused"] as const;

export const nothingToAnswer: Refusal = {
  code: "nothing_to_answer",
  sentence: message("Nothing of this trip waits for an answer."),
};

/** How long a trip that was completed by mistake can be taken up again. */
const reopenHours = 24;
const overForGood: Refusal = {
  code: "over_for_good",
  sentence: message("It has been over for more than a day: that stays as it is."),
};

/** From a draft to the yard again. What is planned holds its vehicle and its people; what runs holds them until it ends. */
export const tripFlow = flow({
  states: ["draft", "planned", "dispatched", "in_progress", "paused", "completed", "cancelled", "aborted"],
  groups: {
    /** It is not over. */
    open: ["draft", "planned", "dispatched", "in_progress", "paused"],
    /** Its vehicle and its people are booked. */
    holding: ["planned", "dispatched", "in_progress", "paused"],
    running: ["in_progress", "paused"],
    /** Its driver has it. */
    given: ["dispatched", "in_progress", "paused"],
    /** It can still be mended before it leaves. */
    draftable: ["draft", "planned"],
    leaving: ["planned", "dispatched"],
    /** Its driver does not have it yet. */
    undispatched: ["planned"],
    done: ["completed"],
    failed: ["cancelled", "aborted"],
    over: ["completed", "cancelled", "aborted"],
  },
  start: "draft",
  editable: ["draft", "planned"],
  steps: {
    plan: {
      from: ["draft"],
      to: "planned",
      done: "planned",
      can: "CAN_PLAN_TRIPS",
      summary: "Book the vehicle and the people of a trip; it needs two stops at least",
    },
    dispatch: {
      from: ["planned"],
      to: "dispatched",
      done: "dispatched",
      can: "CAN_DISPATCH_TRIPS",
      summary: "Give a trip to its driver; refused while something must not leave, which says what",
    },
    dispatchAnyway: {
      from: ["planned"],
      to: "dispatched",
      done: "dispatchedAnyway",
      can: "CAN_OVERRIDE_DISPATCH",
      decides: true,
      summary:
        "Give a trip to its driver though something should keep it: what is answered for is named by its key; a retired vehicle and who has left never go",
      input: z.object({ reason, answersFor }),
    },
    acknowledge: {
      from: ["dispatched"],
      to: "dispatched",
      done: "acknowledged",
      can: onTheRoad,
      summary: "Say that the driver knows of a trip",
      guard: ({ acknowledgedAt }: TripNow) => (acknowledgedAt === null ? null : acknowledged),
    },
    recall: {
      from: ["dispatched"],
      to: "planned",
      done: "recalled",
      can: onTheRoad,
      summary: "Take a trip back from its driver, or give it back",
      input: z.object({ reason }),
    },
    start: { from: ["dispatched"], to: "in_progress", done: "started", can: onTheRoad, input: reported },
    recordDriven: {
      from: ["planned", "cancelled"],
      to: ["in_progress", "completed"],
      done: "drivenAfterAll",
      can: "CAN_DISPATCH_TRIPS",
      summary:
        "Say that a trip was driven though it was cancelled or taken back: it runs from then on, or it is over where its end is told",
      input: z.object({
        startedAt: pointInTime,
        /** Where it is over by now. */
        endedAt: pointInTime.nullable().default(null),
        meterValue,
        endMeterValue: meterValue,
        isConfirmed,
        reason,
      }),
    },
    pause: { from: ["in_progress"], to: "paused", done: "paused", can: onTheRoad, input: z.object({ reason, at }) },
    resume: { from: ["paused"], to: "in_progress", done: "resumed", can: onTheRoad, input: z.object({ at }) },
    changeVehicle: {
      from: onItsWay,
      to: onItsWay,
      done: "vehicleChanged",
      can: "CAN_DISPATCH_TRIPS",
      summary: "Go on with another vehicle; refused for what would keep it in the yard, unless it has happened already",
      input: anotherVehicle,
    },
    changeVehicleAnyway: {
      from: onItsWay,
      to: onItsWay,
      done: "vehicleChangedAnyway",
      decides: true,
      can: "CAN_OVERRIDE_DISPATCH",
      summary:
        "Go on with another vehicle though something should keep it in the yard: what is answered for is named by its key",
      input: anotherVehicle.extend({ answersFor }),
    },
    changeDriver: {
      from: onItsWay,
      to: onItsWay,
      done: "driverChanged",
      can: "CAN_DISPATCH_TRIPS",
      summary:
        "Go on with another driver; refused for what would keep them from driving, unless it has happened already",
      input: anotherDriver,
    },
    changeDriverAnyway: {
      from: onItsWay,
      to: onItsWay,
      done: "driverChangedAnyway",
      decides: true,
      can: "CAN_OVERRIDE_DISPATCH",
      summary:
        "Go on with another driver though something should keep them from driving: what is answered for is named by its key",
      input: anotherDriver.extend({ answersFor }),
    },
    changeAsset: {
      from: onItsWay,
      to: onItsWay,
      done: "assetChanged",
      can: "CAN_DISPATCH_TRIPS",
      summary:
        "Leave a trailer or another asset behind, pick one up, or both; refused for what would keep the new one in the yard, unless it has happened already",
      input: anotherAsset,
    },
    changeAssetAnyway: {
      from: onItsWay,
      to: onItsWay,
      done: "assetChangedAnyway",
      decides: true,
      can: "CAN_OVERRIDE_DISPATCH",
      summary:
        "Go on with another trailer or asset though something should keep it in the yard: what is answered for is named by its key",
      input: anotherAsset.extend({ answersFor }),
    },
    addStop: {
      from: onItsWay,
      to: onItsWay,
      done: "stopAdded",
      can: "CAN_DISPATCH_TRIPS",
      summary: "Have a trip that its driver has make one more stop, in the order of the planned arrivals",
      input: addedStop,
    },
    answerFor: {
      from: ["in_progress", "paused", "completed", "aborted"],
      to: ["in_progress", "paused", "completed", "aborted"],
      done: "answeredFor",
      can: "CAN_OVERRIDE_DISPATCH",
      decides: true,
      summary: "Answer for what drives, or drove, though something should have kept it in the yard",
      input: z.object({ reason }),
      guard: ({ isUnanswered }: TripNow) => (isUnanswered === false ? nothingToAnswer : null),
    },
    complete: {
      from: ["in_progress", "paused"],
      to: "completed",
      done: "completed",
      can: onTheRoad,
      summary: "End a trip of which each stop is done, failed or skipped",
      input: reported,
    },
    reopen: {
      from: ["completed"],
      to: "in_progress",
      done: "reopened",
      can: "CAN_ADMIN_FLEET",
      summary: "Take up a trip again that was said to be completed, by mistake, within the last 24 hours",
      input: z.object({ reason }),
      guard: ({ closedAt }: TripNow) =>
        closedAt !== null && Date.parse(closedAt) < Date.now() - reopenHours * 3_600_000 ? overForGood : null,
    },
    abort: {
      from: ["in_progress", "paused"],
      to: "aborted",
      done: "aborted",
      can: "CAN_DISPATCH_TRIPS",
      summary: "End a trip on the way; what it has not reached yet is not reached by it",
      input: reported.extend({ reason }),
    },
    recordEnd: {
      from: ["completed", "aborted"],
      to: ["completed", "aborted"],
      done: "endRecorded",
      can: "CAN_DISPATCH_TRIPS",
      summary: "Say when a trip that is over came back, and what its meter showed when it left and then",
      input: reported.extend({ startMeterValue: meterValue }),
    },
    cancel: {
      from: ["draft", "planned", "dispatched"],
      to: "cancelled",
      done: "cancelled",
      can: ["CAN_PLAN_TRIPS", "CAN_DISPATCH_TRIPS"],
      input: z.object({ reason }),
    },
  },
  abilities: {
    check: { can: "CAN_VIEW_TRIPS", in: ["draft", "planned", ...onItsWay] },
    remove: { in: ["draft"] },
    archive: { in: ["completed", "cancelled", "aborted"] },
  },
});
