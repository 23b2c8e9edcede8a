import { z } from "zod";
import { message } from "#shared/contract/problem.ts";
import { pointInTime, reason } from "#shared/fields/fields.ts";
import { flow, type Refusal } from "#shared/flow/flow.ts";

interface StopNow {
  /** Computed; the server asks again before it takes a step. */
  readonly isTripRunning?: boolean;
}

export const notRunning: Refusal = {
  code: "trip_not_running",
  sentence: message("This trip does not run: start it first."),
};
/** The same of one that was never started, or was cancelled: what was driven is told of the trip first. */
export const neverLeft: Refusal = {
  code: "trip_not_running",
  sentence: message("This trip has not left. If it was driven all the same, say so on its page first."),
};
const guard = ({ isTripRunning }: StopNow) => (isTripRunning === false ? notRunning : null);

const can = ["CAN_DISPATCH_TRIPS", "CAN_DRIVE"] as const;
/** When it was; now, where nothing is said. */
const at = pointInTime.nullable().default(null);
const said = z.object({ reason, at });

/** One stop of a trip that runs. When somebody left is a time and no state. */
export const tripStopFlow = flow({
  states: ["pending", "en_route", "arrived", "completed", "failed", "skipped"],
  groups: {
    ahead: ["pending", "en_route"],
    /** The vehicle is there, or on the way there. */
    current: ["en_route", "arrived"],
    done: ["completed"],
    failed: ["failed", "skipped"],
    over: ["completed", "failed", "skipped"],
  },
  start: "pending",
  editable: [],
  steps: {
    arrive: {
      from: ["pending", "en_route"],
      to: "arrived",
      done: "arrived",
      can,
      guard,
      summary: "Say that the vehicle is there; out of the planned order with a reason",
      input: z.object({ reason: reason.nullable().default(null), at }),
    },
    complete: { from: ["arrived"], to: "completed", done: "completed", can, guard, input: z.object({ at }) },
    fail: { from: ["arrived"], to: "failed", done: "failed", can, guard, input: said },
    skip: { from: ["pending", "en_route"], to: "skipped", done: "skipped", can, guard, input: said },
    undoArrival: {
      from: ["arrived"],
      to: "en_route",
      done: "arrivalUndone",
      can,
      guard,
      summary: "Take back that the vehicle was there",
      input: z.object({ reason }),
    },
    takeUp: {
      from: ["skipped"],
      to: "pending",
      done: "takenUp",
      can: "CAN_DISPATCH_TRIPS",
      guard,
      summary: "Have a stop that was left out made after all; what was to be brought there is on its way again",
      input: z.object({ reason }),
    },
    recordVisit: {
      from: ["completed", "failed", "skipped"],
      to: ["completed", "failed", "skipped"],
      done: "visitRecorded",
      can: "CAN_DISPATCH_TRIPS",
      summary: "Say how a stop that is over went after all, also when its trip is over",
      input: z.object({
        outcome: z.enum(["completed", "failed", "skipped"]),
        arrivedAt: at,
        departedAt: at,
        reason: reason.nullable().default(null),
      }),
    },
  },
});
