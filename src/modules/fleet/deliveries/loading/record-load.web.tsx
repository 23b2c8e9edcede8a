import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { z } from "zod";
import { hasAbility } from "#shared/flow/abilities.ts";
import { bringsDialog, StepDialog } from "#web/detail/step-dialog.tsx";
import { useStep } from "#web/detail/use-step.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { fleetDeliveries, type FleetDelivery } from "../deliveries.contract.ts";
import { loadedLine } from "../deliveries.flow.ts";
import { LineGroup } from "../line-group.web.tsx";

const body = z.object(fleetDeliveries.recordLoad.body.shape);
const Field = fieldsOf(body);
const Line = fieldsOf(loadedLine);

/** Asks, line by line, what of a delivery is on board, for a driver who cannot tell it; each line begins as it was told last. */
export function RecordLoad({ delivery }: { delivery: FleetDelivery }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const step = useStep(fleetDeliveries, { quiet: true });
  if (!hasAbility(delivery, "recordLoad")) return null;
  const told = delivery.lines.map(({ id, plannedQuantity, loadedQuantity, loadReason }) => ({
    id,
    loadedQuantity: loadedQuantity ?? plannedQuantity,
    reason: loadReason,
  }));
  const verb = delivery.loadedAt === null ? t`Tell what is loaded` : t`Correct what is loaded`;
  return (
    <>
      <Button {...bringsDialog} variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {verb}
      </Button>
      {isOpen && (
        <StepDialog
          title={verb}
          verb={verb}
          schema={body.extend({ lines: z.array(loadedLine).default(told) })}
          draft={[fleetDeliveries.recordLoad.path, delivery.id]}
          isBusy={step.isPending}
          fields={
            <>
              {delivery.lines.map((line, index) => (
                <LineGroup
                  key={line.id}
                  line={line}
                  index={index}
                  schema={loadedLine}
                  quantity="loadedQuantity"
                  came={<Line.Decimal name="loadedQuantity" label={msg`On board`} />}
                  otherwise={<Line.Text name="reason" label={msg`Why it is not as planned`} />}
                />
              ))}
              <Field.Moment name="at" label={msg`When`} help={<Trans>Empty is now</Trans>} />
            </>
          }
          onSubmit={async (input) => {
            await step.mutateAsync({ route: fleetDeliveries.recordLoad, record: delivery, input });
            setOpen(false);
            toastDone(t`Saved successfully`);
          }}
          onClose={() => setOpen(false)}
        >
          <Stack gap={4}>
            <Text tone="dim">{`${delivery.deliveryNumber} · ${delivery.consigneeName}`}</Text>
            <Trans>Change what is not on board as planned. The other lines count as loaded whole.</Trans>
          </Stack>
        </StepDialog>
      )}
    </>
  );
}
