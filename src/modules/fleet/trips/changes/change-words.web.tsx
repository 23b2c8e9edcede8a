import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Label } from "#web/ui/values/labels.ts";

export type ChangeName = "changeVehicle" | "changeDriver" | "changeAsset";

interface ChangeWords {
  /** The step of whoever answers for what should keep it. */
  readonly anyway: `${ChangeName}Anyway`;
  readonly verb: Label;
  readonly anywayVerb: Label;
  readonly consequence: ReactNode;
}

/** What of a trip changes while its driver has it. */
export const changes: Readonly<Record<ChangeName, ChangeWords>> = {
  changeVehicle: {
    anyway: "changeVehicleAnyway",
    verb: msg`Change vehicle`,
    anywayVerb: msg`Change vehicle anyway`,
    consequence: <Trans>The trip goes on with another vehicle. What was until then stays as it was.</Trans>,
  },
  changeDriver: {
    anyway: "changeDriverAnyway",
    verb: msg`Change driver`,
    anywayVerb: msg`Change driver anyway`,
    consequence: (
      <Trans>The trip goes on with another driver, who sees it from now on; the former no longer does.</Trans>
    ),
  },
  changeAsset: {
    anyway: "changeAssetAnyway",
    verb: msg`Change trailer`,
    anywayVerb: msg`Change trailer anyway`,
    consequence: <Trans>One stays behind, another one goes along, or both.</Trans>,
  },
};
