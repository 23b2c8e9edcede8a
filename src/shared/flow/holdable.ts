import { z } from "zod";
import { reason } from "#shared/fields/fields.ts";
import type { Permission } from "#shared/permissions/permissions.ts";
import { flow, type Refusal } from "./flow.ts";

const states = ["active", "on_hold", "inactive"] as const;

interface Holdable {
  readonly can: Permission;
  /** What the API document says of the two steps. */
  readonly summaries: { readonly hold: string; readonly activate: string };
  /** What is said when it is so already. */
  readonly held: Refusal;
  readonly active: Refusal;
}

/**
 * The flow of a trade partner: one that is held gets no new business until somebody takes it up again. Its record has
 * `heldFields`, its contract `stepRoutes`, its handlers `holdHandlers`, its page `<HoldActions>`.
 */
export function holdable({ can, summaries, held, active }: Holdable) {
  const isNotHeld = ({ status }: { readonly status: string }) => (status === "on_hold" ? held : null);
  const isNotActive = ({ status }: { readonly status: string }) => (status === "active" ? active : null);
  return flow({
    states,
    groups: { done: [], failed: ["on_hold", "inactive"] },
    start: "active",
    editable: states,
    steps: {
      hold: {
        from: states,
        to: "on_hold",
        done: "held",
        can,
        summary: summaries.hold,
        input: z.object({ reason }),
        guard: isNotHeld,
      },
      activate: {
        from: states,
        to: "active",
        done: "activated",
        can,
        summary: summaries.activate,
        guard: isNotActive,
      },
    },
  });
}

/** What the record of such a flow has. */
export const heldFields = {
  status: z.enum(states),
  holdReason: z.string().nullable(),
  steps: z.array(z.string()),
};
