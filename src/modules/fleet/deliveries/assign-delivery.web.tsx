import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { bringsDialog, StepDialog } from "#web/detail/step-dialog.tsx";
import { inputOf, useStep } from "#web/detail/use-step.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import type { TripCheck } from "../trips/guards/trip-check.contract.ts";
import { CheckList, checksOf } from "../trips/trip-words.web.tsx";
import { fleetDeliveries, type FleetDelivery } from "./deliveries.contract.ts";
import { TripChoice } from "./trip-choice.web.tsx";

const { assign, assignAnyway } = fleetDeliveries;
const whyToo = { ...assignAnyway, body: assignAnyway.body.omit({ answersFor: true }) };
const Field = fieldsOf(whyToo.body);

interface Refusal {
  readonly tripId: unknown;
  readonly checks: readonly TripCheck[];
}

/**
 * Puts a delivery on a trip. What keeps one that its driver has from driving with it stands in the dialog after it was refused;
 * whoever may let it go anyway does so with the next press, and answers for what they have read there.
 */
export function AssignDelivery({ delivery }: { delivery: FleetDelivery }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const step = useStep(fleetDeliveries, { quiet: true });
  if (!delivery.steps.includes("assign")) return null;
  const overrides =
    refusal !== null && delivery.steps.includes("assignAnyway") && refusal.checks.every(({ isFinal }) => !isFinal);
  const close = () => {
    setOpen(false);
    setRefusal(null);
  };
  const send = async ({ tripId, ...input }: Record<string, unknown>) => {
    const answersFor = refusal?.checks.map(({ key }) => key);
    try {
      await step.mutateAsync(
        overrides && refusal.tripId === tripId
          ? { route: assignAnyway, record: delivery, input: { ...input, tripId, answersFor } }
          : { route: assign, record: delivery, input: { tripId } }, // another trip is judged anew
      );
    } catch (error) {
      const checks = checksOf(error);
      setRefusal(checks.length > 0 ? { tripId, checks } : null);
      throw error;
    }
    close();
    toastDone(t`Put on a trip`);
  };
  const verb = overrides ? t`Put on the trip anyway` : t`Put on a trip`;
  return (
    <HeaderSlot>
      <Button {...bringsDialog} style={{ order: 9 }} onClick={() => setOpen(true)}>
        <Trans>Put on a trip</Trans>
      </Button>
      {isOpen && (
        <StepDialog
          title={t`Put on a trip`}
          verb={verb}
          schema={inputOf(overrides ? whyToo : assign)}
          draft={[assign.path, delivery.id]}
          isBusy={step.isPending}
          fields={
            <>
              <TripChoice within={delivery} />
              {overrides && <Field.Textarea name="reason" />}
            </>
          }
          onSubmit={send}
          onClose={close}
        >
          <Stack gap={4}>
            <Text tone="dim">{`${delivery.deliveryNumber} · ${delivery.consigneeName}`}</Text>
            {refusal === null && (
              <Trans>
                It gets the stops that it lacks. A trip that has left loads this on its way, if the delivery says where.
              </Trans>
            )}
            {refusal !== null && (
              <>
                {overrides ? (
                  <Trans>The trip drives with it though this should keep it. Your reason stands in its history.</Trans>
                ) : (
                  <Trans>This keeps it from that trip:</Trans>
                )}
                <CheckList checks={refusal.checks} />
              </>
            )}
          </Stack>
        </StepDialog>
      )}
    </HeaderSlot>
  );
}
