import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { z } from "zod";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { bringsDialog, StepDialog } from "#web/detail/step-dialog.tsx";
import { inputOf, useStep } from "#web/detail/use-step.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { fleetDeliveries, type FleetDelivery } from "./deliveries.contract.ts";
import { deliveredLine } from "./deliveries.flow.ts";
import { LineGroup, LinesRefused } from "./line-group.web.tsx";

const body = fleetDeliveries.deliverPartly.body.omit({ version: true });
const Field = fieldsOf(body);
const Line = fieldsOf(deliveredLine);

/** Asks, line by line, what of a delivery was handed over; each line begins with what is on board, and says what is missing. */
export function DeliverPartly({ delivery }: { delivery: FleetDelivery }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const step = useStep(fleetDeliveries, { quiet: true });
  if (!delivery.steps.includes("deliverPartly")) return null;
  const lines = asPlanned(delivery);
  const schema = body.extend({ lines: z.array(deliveredLine).default(lines) });
  return (
    <HeaderSlot>
      <Button {...bringsDialog} variant="default" onClick={() => setOpen(true)}>
        <Trans>Delivered in part</Trans>
      </Button>
      {isOpen && (
        <StepDialog
          title={t`Delivered in part`}
          verb={t`Delivered in part`}
          schema={inputOf({ ...fleetDeliveries.deliverPartly, body: schema })}
          draft={[fleetDeliveries.deliverPartly.path, delivery.id]}
          isBusy={step.isPending}
          fields={
            <>
              <LinesRefused />
              {delivery.lines.map((line, index) => (
                <LineFields key={line.id} line={line} index={index} />
              ))}
              <Field.Text name="signerName" label={msg`Received by`} />
              <Field.Moment name="at" label={msg`When`} help={t`Empty is now`} />
            </>
          }
          onSubmit={async (input) => {
            await step.mutateAsync({ route: fleetDeliveries.deliverPartly, record: delivery, input });
            setOpen(false);
            toastDone(t`Delivered in part`);
          }}
          onClose={() => setOpen(false)}
        >
          <Stack gap={4}>
            <Text tone="dim">{`${delivery.deliveryNumber} · ${delivery.consigneeName}`}</Text>
            <Trans>Change what was not handed over as planned. The other lines count as delivered whole.</Trans>
          </Stack>
        </StepDialog>
      )}
    </HeaderSlot>
  );
}

/** Each line as if all of it that is on board had been handed over. */
export const asPlanned = ({ lines }: FleetDelivery) =>
  lines.map(({ id, plannedQuantity, loadedQuantity, loadReason }) => ({
    id,
    deliveredQuantity: loadedQuantity ?? plannedQuantity,
    damagedQuantity: "0",
    reason: loadReason,
  }));

/** What of one line was handed over, in the form around, where it is the row of that index. */
export const LineFields = ({ line, index }: { line: FleetDelivery["lines"][number]; index: number }) => (
  <LineGroup
    line={line}
    index={index}
    schema={deliveredLine}
    quantity="deliveredQuantity"
    came={<Line.Decimal name="deliveredQuantity" label={msg`Delivered`} />}
    otherwise={
      <>
        <Line.Decimal name="damagedQuantity" label={msg`Damaged`} />
        <Line.Text
          name="reason"
          label={msg`Why it is not as planned`}
          help={<Trans>The consignee can read this.</Trans>}
        />
      </>
    }
  />
);
