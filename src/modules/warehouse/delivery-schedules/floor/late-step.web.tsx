import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { LazyInputDialog } from "#web/form/lazy-input-dialog.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { useStep } from "#web/detail/use-step.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { pointInTime } from "#shared/fields/fields.ts";
import { deliverySchedules, type DeliverySchedule } from "../delivery-schedules.contract.ts";
import { cityOf } from "../delivery-schedules.status.web.ts";

const schema = deliverySchedules.depart.body.omit({ version: true }).extend({ at: pointInTime });
const Field = fieldsOf(schema);

/** The end of unloading, or leaving, that is recorded later than it happened. */
export function LateStep({ delivery, about }: { delivery: DeliverySchedule; about: string }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const [isOpen, setOpen] = useState(false);
  const step = useStep(deliverySchedules, { quiet: true });
  const name = (["unload", "depart"] as const).find((one) => delivery.steps.includes(one));
  if (!name) return null;
  const title = name === "unload" ? t`Unloading ended earlier` : t`The truck left earlier`;
  return (
    <div>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        <Trans>Record late</Trans>
      </Button>
      {isOpen && (
        <LazyInputDialog
          title={title}
          verb={name === "unload" ? t`Unloaded` : t`Truck has left`}
          schema={schema}
          draft={[deliverySchedules[name].path, delivery.id]}
          fields={
            <>
              <Field.Moment name="at" label={msg`When`} help={t`${cityOf(fmt.zone)} time`} autoFocus />
              <Field.Textarea name="note" />
            </>
          }
          onSubmit={async (input) => {
            await step.mutateAsync({ route: deliverySchedules[name], record: delivery, input });
            toastDone(name === "unload" ? t`Unloaded` : t`Departed`);
          }}
          onClose={() => setOpen(false)}
        >
          <Text tone="dim">{about}</Text>
          <Trans>It is recorded at the time at which it happened.</Trans>
        </LazyInputDialog>
      )}
    </div>
  );
}
