import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { bringsDialog, StepDialog } from "#web/detail/step-dialog.tsx";
import { useStep } from "#web/detail/use-step.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { CheckList } from "../trip-words.web.tsx";
import { trips, type Trip } from "../trips.contract.ts";
import { useChecks } from "./use-checks.web.ts";

const why = trips.dispatchAnyway.body.pick({ reason: true });

/** Lets a trip go though something should keep it: what that is stands in the question, and is what is answered for. */
export function DispatchAnyway({ trip }: { trip: Trip }) {
  const { t } = useLingui();
  const { data: { items = [] } = {}, refetch } = useChecks(trip);
  const [isOpen, setOpen] = useState(false);
  const step = useStep(trips, { quiet: true });
  // What nobody overrides keeps it, whatever else there is.
  const isFinal = items.some((check) => check.isFinal);
  if (!trip.steps.includes("dispatchAnyway") || isFinal || items.length === 0) return null;
  const send = async (input: Record<string, unknown>) => {
    const answersFor = items.map(({ key }) => key);
    await step.mutateAsync({ route: trips.dispatchAnyway, record: trip, input: { ...input, answersFor } });
    setOpen(false);
    toastDone(t`Dispatched anyway`);
  };
  return (
    <HeaderSlot>
      <Button {...bringsDialog} style={{ order: 9 }} onClick={() => setOpen(true)}>
        <Trans>Dispatch anyway</Trans>
      </Button>
      {isOpen && (
        <StepDialog
          title={t`Dispatch anyway`}
          verb={t`Dispatch anyway`}
          schema={why}
          draft={[trips.dispatchAnyway.path, trip.id]}
          isBusy={step.isPending}
          onSubmit={(input) =>
            send(input).catch((error: unknown) => {
              void refetch(); // what came up meanwhile is read before it is answered for
              throw error;
            })
          }
          onClose={() => setOpen(false)}
        >
          <Stack gap={4}>
            <span>
              <Trans>It leaves though this should keep it. Your reason stands in its history.</Trans>
            </span>
            <CheckList checks={items} />
          </Stack>
        </StepDialog>
      )}
    </HeaderSlot>
  );
}
