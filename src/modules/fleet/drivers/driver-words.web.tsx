import { msg } from "@lingui/core/macro";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import type { Label } from "#web/ui/values/labels.ts";
import type { Duty, DutyByHand } from "./duties.ts";

export const dutyStyles: StatusStyles<Duty> = {
  off_duty: "draft",
  on_duty: "open",
  driving: "live",
  on_break: { icon: "wait", tone: "v" },
};

/** What a button says that has somebody do so. */
export const dutyVerbs: Readonly<Record<DutyByHand, Label>> = {
  on_duty: msg`Go on duty`,
  on_break: msg`Take a break`,
  off_duty: msg`Go off duty`,
};
