import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { z } from "zod";
import { reason } from "#shared/fields/fields.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { bringsDialog, StepDialog } from "#web/detail/step-dialog.tsx";
import { inputOf, useStep } from "#web/detail/use-step.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { FormScope, useFormScope } from "#web/form/scope.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { trips } from "../trips/trips.contract.ts";
import { asPlanned, LineFields } from "./deliver-partly.web.tsx";
import { fleetDeliveries, type FleetDelivery } from "./deliveries.contract.ts";
import { deliveredLine, fleetDeliveryFlow, takesReason } from "./deliveries.flow.ts";
import { LinesRefused } from "./line-group.web.tsx";
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
  const told = asTold(delivery);
  const { shape } = body;
  const schema = body.extend({
    outcome: told ? outcomes.default(told.outcome) : outcomes,
    tripId: shape.tripId.default(delivery.tripId),
    at: shape.at.default(delivery.outcomeAt),
    signerName: shape.signerName.default(delivery.receivedBy),
    lines: z
      .array(deliveredLine)
      .nullable()
      .default(told?.lines ?? asPlanned(delivery)),
    reason: shape.reason.default(delivery.failureReason),
  });
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
          draft={[fleetDeliveries.recordOutcome.path, delivery.id]}
          isBusy={step.isPending}
          fields={<OutcomeFields delivery={delivery} />}
          onSubmit={async (input) => {
            const lines = input["outcome"] === "partly_delivered" ? input["lines"] : null;
            const isWhyItFailed = input["outcome"] !== "failed" && input["reason"] === delivery.failureReason;
            const isSame = secondsOf(input["at"]) === secondsOf(delivery.outcomeAt); // the field has nothing finer
            await step.mutateAsync({
              route: fleetDeliveries.recordOutcome,
              record: delivery,
              input: {
                ...input,
                lines,
                reason: isWhyItFailed ? null : input["reason"],
                at: isSame ? null : input["at"],
              },
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

const { outcome: outcomes } = body.shape;

/** What is recorded of the attempt at hand; line by line where a line is not as planned. */
function asTold(delivery: FleetDelivery): Pick<z.output<typeof body>, "outcome" | "lines"> | null {
  const { lines, status, attempts, attemptNo, outcomeAt } = delivery;
  const last = inGroup(fleetDeliveryFlow, "told", status)
    ? status
    : attempts.find((one) => one.attemptNo === attemptNo)?.outcome;
  const { data: outcome } = outcomes.safeParse(last);
  if (outcomeAt === null || outcome === undefined) return null;
  const isOther = lines.some(({ plannedQuantity, deliveredQuantity, damagedQuantity }) =>
    takesReason(plannedQuantity, deliveredQuantity, damagedQuantity),
  );
  if (outcome === "failed") return { outcome, lines: asPlanned(delivery) };
  return {
    outcome: isOther ? "partly_delivered" : outcome,
    lines: lines.map(({ id, deliveredQuantity, damagedQuantity, reason }) => ({
      id,
      deliveredQuantity,
      damagedQuantity,
      reason,
    })),
  };
}

const secondsOf = (moment: unknown) => Math.trunc(Date.parse(String(moment)) / 1000);

function OutcomeFields({ delivery }: { delivery: FleetDelivery }) {
  const scope = useFormScope();
  const outcome = scope.form.useWatchValue("outcome");
  const isPart = outcome === "partly_delivered";
  return (
    <>
      <Field.Select name="outcome" statusStyles={deliveryStatusStyles} />
      <LinesRefused />
      {isPart && delivery.lines.map((line, index) => <LineFields key={line.id} line={line} index={index} />)}
      <Field.Text name="signerName" label={msg`Received by`} />
      <Field.Moment name="at" label={msg`When`} help={<Trans>Empty keeps the time that was told.</Trans>} />
      <Field.Reference
        name="tripId"
        of={trips}
        label="tripNumber"
        title={msg`Brought by`}
        help={<Trans>The trip that it is on, unless another one brought it.</Trans>}
      />
      <FormScope value={outcome === "failed" ? { ...scope, schema: scope.schema.extend({ reason }) } : scope}>
        <Field.Textarea
          name="reason"
          help={<Trans>Why it failed, which the consignee can read, or why it is corrected.</Trans>}
        />
      </FormScope>
    </>
  );
}
