import { z } from "zod";
import { date } from "#shared/contract/contract.ts";
import { message } from "#shared/contract/problem.ts";
import { reason } from "#shared/fields/fields.ts";
import { flow } from "#shared/flow/flow.ts";

/** What people hold a vehicle for; holds after an incident or for a paper are opened by what calls for them. */
export const holdByHand = z.enum(["maintenance", "manual"]);
const notRetired = ["onboarding", "in_service", "out_of_service"] as const;

/** The life of a vehicle. What keeps it in the yard today, its health and what it is busy with are axes of their own. */
export const vehicleFlow = flow({
  states: ["onboarding", "in_service", "out_of_service", "retired"],
  groups: {
    open: notRetired,
    serving: ["in_service"],
    laidUp: ["onboarding", "out_of_service"],
    done: [],
    failed: ["retired"],
    over: ["retired"],
  },
  start: "onboarding",
  editable: notRetired,
  steps: {
    putInService: {
      from: ["onboarding", "out_of_service"],
      to: "in_service",
      done: "putInService",
      can: "CAN_MANAGE_VEHICLES",
    },
    hold: {
      from: notRetired,
      to: notRetired,
      done: "held",
      can: "CAN_HOLD_VEHICLE",
      summary: "Keep a vehicle from leaving until the hold is closed",
      input: z.object({ kind: holdByHand.default("manual"), reason, expectedEnd: date.nullable().default(null) }),
    },
    takeOutOfService: {
      from: ["in_service"],
      to: "out_of_service",
      done: "takenOutOfService",
      can: "CAN_MANAGE_VEHICLES",
      input: z.object({ reason }),
    },
    judgeHealth: {
      from: notRetired,
      to: notRetired,
      done: "healthJudged",
      can: "CAN_MANAGE_VEHICLES",
      summary: "Say of a vehicle's health what the data do not, for a time",
      input: z.object({
        healthCode: z.string().trim().min(1).max(40).meta({ list: "vehicle_health" }),
        reason,
        until: date.nullable().default(null),
      }),
    },
    forgetHealth: {
      from: notRetired,
      to: notRetired,
      done: "healthForgotten",
      can: "CAN_MANAGE_VEHICLES",
      summary: "Let the data say again how a vehicle is",
      guard: ({ healthCode }: { readonly healthCode: string | null }) =>
        healthCode === null
          ? { code: "health_not_judged", sentence: message("Nobody has said anything else of its health.") }
          : null,
    },
    retire: {
      from: notRetired,
      to: "retired",
      done: "retired",
      can: "CAN_MANAGE_VEHICLES",
      input: z.object({ reason }),
    },
    reinstate: {
      from: ["retired"],
      to: "out_of_service",
      done: "reinstated",
      can: "CAN_ADMIN_FLEET",
      input: z.object({ reason }),
    },
  },
  abilities: { archive: { in: ["retired"] } },
});
