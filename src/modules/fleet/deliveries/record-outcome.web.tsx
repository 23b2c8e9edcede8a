import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { z } from "zod";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { bringsDialog, StepDialog } from "#web/detail/step-dialog.tsx";
import { inputOf, useStep } from "#web/detail/use-step.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { useFormScope } from "#web/form/scope.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { trips } from "../trips/trips.contract.ts";
import { asPlanned, LineFields } from "./deliver-partly.web.tsx";
import { fleetDeliveries, type FleetDelivery } from "./deliveries.contract.ts";
import { deliveredLine } from "./deliveries.flow.ts";
import { deliveryStatusStyles } from "./delivery-words.web.tsx";

const body = fleetDeliveries.recordOutcome.body.omit({ version: true });
const Field = fieldsOf(body);

/** Asks what became of a delivery after all, whatever was told before. */
export function RecordOutcome({ delivery }: { delivery: FleetDelivery }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const step = useStep(fleetDeliveries, { quiet: true });
  if (!delivery.steps.includes("recordOutcome")) return null;
  const verb = delivery.outcomeAt === null ? t`Tell the outcome` : t`Correct the outcome`;
  const schema = body.extend({ lines: z.array(deliveredLine).nullable().default(asPlanned(delivery)) });
  return (
    <HeaderSlot>
      <Button {...bringsDialog} variant="default" onClick={() => setOpen(true)}>
        {verb}
      </Button>
      {isOpen && (
        <StepDialog
          title={verb}
          verb={verb}
          schema={inputOf({ ...fleetDeliveries.recordOutcome, body: schema })}
          isBusy={step.isPending}
          fields={<OutcomeFields delivery={delivery} />}
          onSubmit={async (input) => {
            const lines = input["outcome"] === "partly_delivered" ? input["lines"] : null;
            await step.mutateAsync({
              route: fleetDeliveries.recordOutcome,
              record: delivery,
              input: { ...input, lines },
            });
            setOpen(false);
            toastDone(t`Outcome recorded`);
          }}
          onClose={() => setOpen(false)}
        >
          <Trans>What was told before stays in the history.</Trans>
        </StepDialog>
      )}
    </HeaderSlot>
  );
}

function OutcomeFields({ delivery }: { delivery: FleetDelivery }) {
  const { form } = useFormScope();
  const isPart = form.useWatchValue("outcome") === "partly_delivered";
  return (
    <>
      <Field.Select name="outcome" statusStyles={deliveryStatusStyles} />
      {isPart && delivery.lines.map((line, index) => <LineFields key={line.id} line={line} index={index} />)}
      <Field.Text name="signerName" label={msg`Received by`} />
      <Field.Moment name="at" label={msg`When`} help={<Trans>Empty keeps the time that was told.</Trans>} />
      <Field.Reference
        name="tripId"
        of={trips}
        label="tripNumber"
        title={msg`Brought by`}
        help={<Trans>Only where another trip brought it than the one that it is on.</Trans>}
      />
      <Field.Textarea
        name="reason"
        help={<Trans>Why it failed, which the consignee can read, or why it is corrected.</Trans>}
      />
    </>
  );
}
