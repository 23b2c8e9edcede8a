import { useLingui } from "@lingui/react/macro";
import type { z } from "zod";
import type { history } from "#shared/contract/contract.ts";
import { useWords } from "#web/ui/values/labels.ts";

type Happened = z.output<typeof history>["items"][number];

/** Says an event in plain words, what and by whom: `const happened = useHappened(); happened.what(entry)`. */
export function useHappened() {
  const { t } = useLingui();
  const words = useWords();
  return {
    what({ step, changes }: Pick<Happened, "step" | "changes">): string {
      const names = Object.keys(changes ?? {}).map((name) => words(name));
      return step === "updated" && names.length > 0 ? t`Changed: ${names.join(", ")}` : words(step);
    },
    who: ({ actorKind, actorName }: Pick<Happened, "actorKind" | "actorName">): string =>
      actorKind === "link" ? t`${actorName ?? t`Somebody`}, by link` : (actorName ?? t`Waybill`),
  };
}
