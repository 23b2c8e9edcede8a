import { z } from "zod";
import { notes } from "#shared/fields/fields.ts";
import { flow } from "#shared/flow/flow.ts";

/** What a driver reported waits for somebody who looks at it, unless all of it fitted; it is never refused. */
export const driverActionFlow = flow({
  states: ["flagged", "settled"],
  groups: { open: ["flagged"], done: ["settled"], failed: [], over: ["settled"] },
  start: "flagged",
  editable: [],
  steps: {
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
