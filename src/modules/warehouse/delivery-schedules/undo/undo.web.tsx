import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { z } from "zod";
import { LazyInputDialog } from "#web/form/lazy-input-dialog.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { useStep } from "#web/detail/use-step.ts";
import { Row } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { useWords, type Label } from "#web/ui/values/labels.ts";
import { hasAbility } from "#shared/flow/abilities.ts";
import { reason } from "#shared/fields/fields.ts";
import { deliverySchedules, type DeliverySchedule } from "../delivery-schedules.contract.ts";
import type { UndoableStep } from "../delivery-schedules.flow.ts";
import { useNow } from "../board/use-now.web.ts";

const verbs: Record<UndoableStep, Label> = {
  arrive: msg`Undo check-in`,
  start: msg`Undo start of unloading`,
  changeDock: msg`Undo change of dock`,
  dropTrailer: msg`Undo leaving of the driver`,
  unload: msg`Undo end of unloading`,
  depart: msg`Undo departure`,
  complete: msg`Undo completing`,
  refuse: msg`Undo refusal`,
};

/** Takes back the newest step, while that is possible, and says for how long it is. */
export function UndoStep({ delivery, about }: { delivery: DeliverySchedule; about: string }) {
  const words = useWords();
  const { t } = useLingui();
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const step = useStep(deliverySchedules, { quiet: true });
  if (!hasAbility(delivery, "undo") || delivery.undoable === null) return null;
  const minutes = Math.ceil((Date.parse(delivery.undoable.until) - now) / 60_000);
  if (minutes <= 0) return null;
  const verb = words(verbs[delivery.undoable.step]);
  return (
    <Row>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {verb}
      </Button>
      <Text tone="dim" size="small">
        <Plural value={minutes} one="possible for # minute" other="possible for # minutes" />
      </Text>
      {isOpen && (
        <LazyInputDialog
          title={verb}
          verb={verb}
          schema={z.object({ reason })}
          draft={[deliverySchedules.undo.path, delivery.id]}
          onSubmit={async (input) => {
            await step.mutateAsync({ route: deliverySchedules.undo, record: delivery, input });
            toastDone(t`It is as it was before`);
          }}
          onClose={() => setOpen(false)}
        >
          <Text tone="dim">{about}</Text>
          <Trans>
            State, times and dock become what they were, and what followed by itself is undone. Mails that were sent
            stay sent. The history keeps both, and your reason.
          </Trans>
        </LazyInputDialog>
      )}
    </Row>
  );
}
