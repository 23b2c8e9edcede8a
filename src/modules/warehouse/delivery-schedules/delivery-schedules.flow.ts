import { z } from "zod";
import { line, pointInTime, reason, version } from "#shared/fields/fields.ts";
import { flow, permissionsOf, type Refusal } from "#shared/flow/flow.ts";
import { message } from "#shared/contract/problem.ts";
import { allows, type Holder } from "#shared/permissions/permissions.ts";

/** Who decided: typed by the holder of a link; staff leave it empty, unless they answer for somebody on the phone. */
const name = line();
const note = line(1000);
/** When it really happened; now, unless given. */
const at = pointInTime.nullable().default(null);
/** The door it stands at, where it is not the planned one. */
const dockId = z.uuid().nullable().default(null);
/** Why nothing was counted of lines that have no receipt. */
const nothingReceivedReason = z.string().trim().min(3).max(500).nullable().default(null);
/** Trucks that stood at the door before, were never checked out and have gone: which and when. */
const departed = z
  .array(z.strictObject({ id: z.uuid(), at }))
  .max(10)
  .default([]);

/** The other of two deliveries that exchange their times, and which versions of both somebody saw. */
export const exchange = z.strictObject({ withId: z.uuid(), version, withVersion: version });

/** A time is kept, and somebody has to agree to it. */
const tentative = ["requested", "proposed"] as const;
/** The states in which its time is only a plan and can be moved. */
const planned = [...tentative, "scheduled"] as const;
/** Steps at the gate and the dock that can be taken back for half an hour. */
export const undoableSteps = [
  "arrive",
  "start",
  "changeDock",
  "dropTrailer",
  "unload",
  "depart",
  "complete",
  "refuse",
] as const;
export type UndoableStep = (typeof undoableSteps)[number];
export const undoMinutes = 30;

const unloadable = ["arrived", "in_progress"] as const;
const onSite = [...unloadable, "unloaded"] as const;
const timed = [...onSite, "completed", "refused"] as const;
const fallenThrough = ["cancelled", "declined", "no_show", "refused", "expired"] as const;
const over = ["completed", ...fallenThrough] as const;

/**
 * A delivery's way from the request of a dock and a time to the truck leaving. `expired` is reached by the clock only
 * (delivery-schedules.jobs.ts): a hold that nobody answered.
 */
export const deliveryScheduleFlow = flow({
  states: [
    "requested",
    "proposed",
    "scheduled",
    "arrived",
    "in_progress",
    "unloaded",
    "completed",
    "cancelled",
    "declined",
    "no_show",
    "refused",
    "expired",
  ],
  groups: {
    tentative,
    planned,
    /** It holds its dock. */
    live: [...planned, ...onSite],
    /** The truck is there. */
    onSite,
    /** The truck is there, and not everything is off it. */
    unloadable,
    /** It stands at the dock. */
    atDock: ["in_progress", "unloaded"],
    /** It is expected at its dock, and does not stand there yet. */
    awaitedAtDock: ["scheduled", "arrived"],
    /** Nothing of it is unloaded yet. */
    unstarted: [...planned, "arrived"],
    over,
    /** Something of it has happened, at a time that can have been written down wrongly. */
    timed,
    /** Its truck was here: what it brought can be counted, however late the count comes. */
    came: timed,
    /** Its time was given back before it came, and stands on no board. */
    released: ["cancelled", "declined", "expired"],
    /** Its goods are expected again. */
    missed: ["no_show", "refused"],
    done: ["completed"],
    failed: fallenThrough,
  },
  start: "scheduled",
  editable: [...planned, "arrived"],
  abilities: {
    archive: { in: over },
    /** The way to the count. */
    receive: { can: "CAN_RECEIVE", in: onSite },
    /** A vehicle of the own fleet brings it. */
    carry: { can: "CAN_EDIT_FLEET_DELIVERIES", in: planned },
    /** What was written down wrongly; what happened stays in the history with its reason. */
    correctTimes: { can: "CAN_CHECK_IN", in: timed },
    /** A step that was taken on the wrong truck; whose the step is, theirs is taking it back. */
    undo: { can: ["CAN_CHECK_IN", "CAN_RECEIVE"], when: mayUndo },
  },
  steps: {
    approve: {
      from: tentative,
      to: "scheduled",
      done: "approved",
      decides: true,
      can: ["link:ds.approve", "CAN_APPROVE_DELIVERY_SCHEDULES"],
      input: z.object({ name, note }),
    },
    counter: {
      from: ["proposed"],
      to: "requested",
      done: "countered",
      decides: true,
      can: "link:ds.approve",
      input: z.object({ plannedStart: pointInTime, name, note }),
    },
    decline: {
      from: tentative,
      to: "declined",
      done: "declined",
      decides: true,
      can: ["link:ds.approve", "CAN_APPROVE_DELIVERY_SCHEDULES"],
      input: z.object({ reason, name }),
    },
    propose: {
      from: tentative,
      to: "proposed",
      done: "proposed",
      can: "CAN_SCHEDULE_DOCK",
      input: z.object({ party: z.enum(["vendor", "carrier"]) }),
      guard: hasDock,
    },
    move: {
      from: planned,
      to: planned,
      done: "moved",
      can: "CAN_SCHEDULE_DOCK",
      input: z.object({
        plannedStart: pointInTime,
        plannedEnd: pointInTime,
        dockId,
        override: z.boolean().default(false),
        note,
      }),
    },
    /** A truck that is there is there: early, late, unanswered, given up, cancelled, or back after it was refused. */
    arrive: {
      from: [...planned, "no_show", "cancelled", "declined", "expired", "refused"],
      to: "arrived",
      done: "arrived",
      can: "CAN_CHECK_IN",
      input: z.object({
        at,
        dockId,
        driverName: line(),
        driverPhone: line(40),
        tractorPlate: line(20),
        trailerNumber: line(40),
        /** Where it came, if that is another site than booked: it is here, with its lines, and waits for a dock. */
        locationId: z.uuid().nullable().default(null),
        note,
      }),
    },
    start: {
      from: ["arrived"],
      to: "in_progress",
      done: "started",
      can: ["CAN_CHECK_IN", "CAN_RECEIVE"],
      input: z.object({ at, dockId, departed, note }),
    },
    /** It stands at another dock from then on; before it stands anywhere, it waits for another. */
    changeDock: {
      from: onSite,
      to: onSite,
      done: "dockChanged",
      can: ["CAN_CHECK_IN", "CAN_RECEIVE"],
      input: z.object({ at, dockId: z.uuid(), departed, note }),
      guard: hasNotLeft,
    },
    /** The driver has left, and the trailer stays: at its dock, or in the yard. */
    dropTrailer: {
      from: onSite,
      to: onSite,
      done: "trailerDropped",
      can: ["CAN_CHECK_IN", "CAN_RECEIVE"],
      input: z.object({ at, dockId, departed, note }),
      guard: hasDriver,
    },
    unload: {
      from: ["in_progress"],
      to: "unloaded",
      done: "unloaded",
      can: ["CAN_CHECK_IN", "CAN_RECEIVE"],
      input: z.object({ at, note }),
    },
    /** The truck has left its door. The delivery is completed with it where everything is counted. */
    depart: {
      from: ["in_progress", "unloaded"],
      to: ["unloaded", "completed"],
      done: "departed",
      can: ["CAN_CHECK_IN", "CAN_RECEIVE"],
      input: z.object({ at, note }),
      guard: hasNotLeft,
    },
    /** Needs a receipt for each line, or the reason why nothing was received. */
    complete: {
      from: onSite,
      to: "completed",
      done: "completed",
      can: "CAN_CHECK_IN",
      input: z.object({ at, nothingReceivedReason, note }),
    },
    refuse: {
      from: unloadable,
      to: "refused",
      done: "refused",
      can: ["CAN_CHECK_IN", "CAN_RECEIVE"],
      input: z.object({ reason, at }),
      guard: hasNotLeft,
    },
    markNoShow: {
      from: ["scheduled"],
      to: "no_show",
      done: "missed",
      can: ["CAN_CHECK_IN", "CAN_SCHEDULE_DOCK"],
      input: z.object({ note }),
      guard: isDue,
    },
    cancel: {
      from: planned,
      to: "cancelled",
      done: "cancelled",
      can: "CAN_SCHEDULE_DOCK",
      input: z.object({ reason }),
    },
  },
});

/** Whose a step is, theirs is taking it back. */
export const holdersOfUndo = (step: UndoableStep): readonly string[] =>
  permissionsOf(deliveryScheduleFlow.steps[step].can);

function mayUndo({ undoable }: { readonly undoable: { readonly step: UndoableStep } | null }, who: Holder): boolean {
  return undoable !== null && allows(who, holdersOfUndo(undoable.step));
}

function hasDock({ dockId: dock }: { readonly dockId: string | null }): Refusal | null {
  return dock === null ? { code: "no_dock", sentence: message("It has no dock. Move it to one first.") } : null;
}

function hasNotLeft({ gateOutAt }: { readonly gateOutAt: string | null }): Refusal | null {
  return gateOutAt === null ? null : { code: "has_left", sentence: message("The truck has left already.") };
}

function hasDriver({ gateOutAt, driverLeftAt }: Record<"gateOutAt" | "driverLeftAt", string | null>): Refusal | null {
  if (driverLeftAt !== null) return { code: "driver_has_left", sentence: message("The driver has left already.") };
  return hasNotLeft({ gateOutAt });
}

function isDue({ plannedStart }: { readonly plannedStart: string }): Refusal | null {
  return new Date(plannedStart) > new Date() ? { code: "not_due", sentence: message("It is not due yet.") } : null;
}
