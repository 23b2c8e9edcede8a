import { useLingui } from "@lingui/react/macro";
import type { z } from "zod";
import type { history } from "#shared/contract/contract.ts";
import { inSentence, useWords } from "#web/ui/values/labels.ts";

type Happened = z.output<typeof history>["items"][number];

/** Says an event in plain words, what and by whom: `const happened = useHappened(); happened.what(entry)`. */
export function useHappened() {
  const { t } = useLingui();
  const words = useWords();
  /** A field that changed; one of a line is called by the line's number: `items.2.unitPrice`. */
  const field = (name: string): string => {
    const [, line, part] = /^items\.(\d+)(?:\.(.+))?$/.exec(name) ?? [];
    return line === undefined ? words(name) : part ? t`Line ${line}, ${inSentence(words(part))}` : t`Line ${line}`;
  };
  return {
    field,
    what({ step, changes }: Pick<Happened, "step" | "changes">): string {
      const names = Object.keys(changes ?? {}).map(field);
      return step === "updated" && names.length > 0 ? t`Changed: ${names.join(", ")}` : words(step);
    },
    who: ({ actorKind, actorName }: Pick<Happened, "actorKind" | "actorName">): string =>
      actorKind === "link" ? t`${actorName ?? t`Somebody`}, by link` : (actorName ?? t`Waybill`),
  };
}
