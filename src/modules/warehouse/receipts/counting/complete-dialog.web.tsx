import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { StepDialog } from "#web/detail/step-dialog.tsx";
import { inputOf, useStep } from "#web/detail/use-step.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { deliverySchedules, type DeliverySchedule } from "../../delivery-schedules/delivery-schedules.contract.ts";
import { useCompleting } from "./complete-fields.web.tsx";

const Field = fieldsOf(deliverySchedules.complete.body);

interface CompleteDialogProps {
  delivery: DeliverySchedule;
  onDone: () => void;
  onClose: () => void;
}

/** Asks after a receipt what has to be said before the delivery is complete, as the delivery's own page does. */
export function CompleteDialog({ delivery, onDone, onClose }: CompleteDialogProps) {
  const { t } = useLingui();
  const { route, fields } = useCompleting(delivery);
  const step = useStep(deliverySchedules, { quiet: true });
  return (
    <StepDialog
      title={t`Complete delivery`}
      verb={t`Complete delivery`}
      schema={inputOf(route)}
      draft={[route.path, delivery.id]}
      isBusy={step.isPending}
      fields={
        <>
          {fields}
          <Field.Moment name="at" label={msg`When`} help={t`Empty is now`} />
        </>
      }
      onSubmit={async (input) => {
        await step.mutateAsync({ route, record: delivery, input });
        onDone();
      }}
      onClose={onClose}
    >
      <Text tone="dim">{delivery.number}</Text>
    </StepDialog>
  );
}
