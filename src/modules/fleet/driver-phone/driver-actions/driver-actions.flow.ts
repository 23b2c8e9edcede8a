import { z } from "zod";
import { notes } from "#shared/fields/fields.ts";
import { message } from "#shared/contract/problem.ts";
import { flow, type Refusal } from "#shared/flow/flow.ts";

const entered: Refusal = { code: "entered", sentence: message("It was entered already. Settle it.") };

/** What a driver reported waits for somebody who looks at it, unless all of it fitted; it is never refused. */
export const driverActionFlow = flow({
  states: ["flagged", "settled"],
  groups: { open: ["flagged"], done: ["settled"], failed: [], over: ["settled"] },
  start: "flagged",
  editable: [],
  steps: {
    enter: {
      from: ["flagged"],
      to: "settled",
      done: "entered",
      can: "CAN_DISPATCH_TRIPS",
      summary:
        "Enter a report that did not fit as it was told, for the time that it tells; refused with what is still in the way",
      guard: ({ isApplied }: { isApplied: boolean }) => (isApplied ? entered : null),
    },
    settle: {
      from: ["flagged"],
      to: "settled",
      done: "settled",
      can: "CAN_DISPATCH_TRIPS",
      summary: "Say that a report that did not fit was seen and settled",
      input: z.object({ note: notes }),
    },
  },
});
