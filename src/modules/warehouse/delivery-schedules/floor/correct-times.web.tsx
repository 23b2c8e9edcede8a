import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { z } from "zod";
import { LazyInputDialog } from "#web/form/lazy-input-dialog.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { useStep } from "#web/detail/use-step.ts";
import { hasAbility } from "#shared/flow/abilities.ts";
import { deliverySchedules, timesCorrection, type DeliverySchedule } from "../delivery-schedules.contract.ts";
import { realTimeKeys } from "./real-times.contract.ts";

/** Puts right what was written down wrongly; only what is recorded already, and with a reason. */
export function CorrectTimes({ delivery }: { delivery: DeliverySchedule }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const step = useStep(deliverySchedules);
  if (!hasAbility(delivery, "correctTimes")) return null;
  const known = realTimeKeys.filter((key) => delivery[key] !== null);
  const { reason } = timesCorrection.shape;
  const schema = z.object({
    ...Object.fromEntries(known.map((key) => [key, timesCorrection.shape[key]])),
    reason,
  });
  return (
    <div>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        <Trans>Correct a time</Trans>
      </Button>
      {isOpen && (
        <LazyInputDialog
          title={<Trans>When it really happened</Trans>}
          verb={t`Correct`}
          schema={schema}
          draft={[deliverySchedules.correctTimes.path, delivery.id]}
          onSubmit={async (input) => {
            await step.mutateAsync({ route: deliverySchedules.correctTimes, record: delivery, input });
            toastDone(t`The times are corrected`);
          }}
          onClose={() => setOpen(false)}
        >
          <Trans>Leave empty what is right. The history keeps what stood there before, and your reason.</Trans>
        </LazyInputDialog>
      )}
    </div>
  );
}
