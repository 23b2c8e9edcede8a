import { z } from "zod";
import { message } from "#shared/contract/problem.ts";
import { reason } from "#shared/fields/fields.ts";
import { flow, type Ability, type Actor, type Refusal } from "#shared/flow/flow.ts";
import { allows, type Holder } from "#shared/permissions/permissions.ts";
import type { Duty, DutyByHand } from "./duties.ts";

interface DriverNow {
  readonly phone: string | null;
  readonly erasedAt: string | null;
  /** Computed; the server asks again before it takes a step. */
  readonly isLicensed?: boolean;
}

interface OnDuty {
  readonly userId: string | null;
  readonly duty: Duty;
  readonly dutyFollowsTrip: boolean;
}

/** To say that a driver does this now: for whoever dispatches, and for themselves; on the road their trip says it. */
const says = (wanted: DutyByHand) =>
  ({
    can: ["CAN_DISPATCH_TRIPS", "CAN_DRIVE"],
    when: ({ userId, duty, dutyFollowsTrip }: OnDuty, who: Holder & Actor) =>
      !dutyFollowsTrip && duty !== wanted && (userId === who.id || allows(who, ["CAN_DISPATCH_TRIPS"])),
  }) satisfies Ability;

export const noPhone: Refusal = {
  code: "no_phone",
  sentence: message("Enter a phone number first: dispatch has to reach whoever drives."),
};
export const notLicensed: Refusal = {
  code: "not_licensed",
  sentence: message("There is no verified licence that is valid today."),
};
const erasedAlready: Refusal = { code: "driver_erased", sentence: message("This driver was erased already.") };

const mayDrive = ({ phone, isLicensed }: DriverNow) => {
  if (phone === null) return noPhone;
  return isLicensed === false ? notLicensed : null;
};

/** Whether somebody drives for the company. Leave and illness are no states: they take the driver for a time. */
export const driverFlow = flow({
  states: ["invited", "active", "suspended", "left"],
  groups: {
    done: ["left"],
    failed: ["suspended"],
    employed: ["invited", "active", "suspended"],
    over: ["left"],
    driving: ["active"],
  },
  start: "invited",
  editable: ["invited", "active", "suspended"],
  steps: {
    activate: {
      from: ["invited"],
      to: "active",
      done: "activated",
      can: "CAN_EDIT_DRIVERS",
      summary: "Let a driver drive, whose licence somebody has verified",
      guard: mayDrive,
    },
    suspend: {
      from: ["active"],
      to: "suspended",
      done: "suspended",
      can: "CAN_EDIT_DRIVERS",
      summary: "Give a driver nothing to drive for now",
      input: z.object({ reason }),
    },
    reinstate: {
      from: ["suspended"],
      to: "active",
      done: "reinstated",
      can: "CAN_EDIT_DRIVERS",
      summary: "Let a suspended driver drive again",
      guard: mayDrive,
    },
    leave: {
      from: ["invited", "active", "suspended"],
      to: "left",
      done: "left",
      can: "CAN_EDIT_DRIVERS",
      summary: "Note that a driver has left the company",
    },
    comeBack: {
      from: ["left"],
      to: "suspended",
      done: "cameBack",
      can: "CAN_ADMIN_FLEET",
      summary: "Take back that a driver has left; they are suspended until somebody lets them drive again",
      input: z.object({ reason }),
      guard: ({ erasedAt }: DriverNow) => (erasedAt === null ? null : erasedAlready),
    },
    erase: {
      from: ["left"],
      to: "left",
      done: "erased",
      decides: true,
      can: "CAN_ERASE_PEOPLE",
      summary: "Erase what names a driver who has left, for good",
      guard: ({ erasedAt }: DriverNow) => (erasedAt === null ? null : erasedAlready),
    },
  },
  abilities: {
    goOnDuty: { ...says("on_duty"), in: ["active"] },
    takeBreak: { ...says("on_break"), in: ["active"] },
    goOffDuty: says("off_duty"),
  },
});
