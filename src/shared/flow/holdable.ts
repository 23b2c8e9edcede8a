import { states } from "./groups.ts";

/** The states of a trade partner: one that is held gets no new business until somebody takes it up again. */
export const holdableStates = states({
  states: ["active", "on_hold", "inactive"],
  groups: { done: [], failed: ["on_hold", "inactive"] },
});
