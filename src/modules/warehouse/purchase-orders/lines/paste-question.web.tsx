import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import type { NumberStyle } from "#shared/format/number-styles.ts";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { NumberQuestion } from "./pasted-rows.web.ts";

interface PasteQuestionProps {
  question: NumberQuestion;
  /** Null: nothing is pasted. */
  onAnswer: (style: NumberStyle | null) => void;
}

/** Asks how the numbers of a paste are meant before anything of it stands in the order. */
export function PasteQuestion({ question, onAnswer }: PasteQuestionProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { text, dot, comma } = question;
  return (
    <div role="group" aria-label={t`Numbers that were pasted`}>
      <Note
        icon="warn"
        actions={
          <>
            <Button ref={first} size="xs" variant="default" onClick={() => onAnswer("dot")}>
              {dot === undefined ? <Trans>Decimal point</Trans> : fmt.quantity(dot)}
            </Button>
            <Button size="xs" variant="default" onClick={() => onAnswer("comma")}>
              {comma === undefined ? <Trans>Decimal comma</Trans> : fmt.quantity(comma)}
            </Button>
            <Button size="xs" variant="subtle" onClick={() => onAnswer(null)}>
              <Trans>Do not paste</Trans>
            </Button>
          </>
        }
      >
        <Trans>“{text}” in what you pasted could be either. How is it meant?</Trans>
      </Note>
    </div>
  );
}
