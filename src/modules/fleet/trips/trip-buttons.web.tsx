import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { inGroup } from "#shared/flow/groups.ts";
import { phoneHref } from "#shared/format/phone.ts";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { bringsDialog, StepDialog } from "#web/detail/step-dialog.tsx";
import { inputOf, useStep } from "#web/detail/use-step.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { trips, type Trip } from "./trips.contract.ts";
import { tripFlow } from "./trips.flow.ts";

const Field = fieldsOf(trips.pause.body);
const pauseInput = inputOf(trips.pause);

/** That a trip on the road stands still, and that it goes on: said at the moment at which it happens, mostly. */
export function PauseButtons({ trip }: { trip: Trip }) {
  if (trip.steps.includes("pause")) return <Pause trip={trip} />;
  return trip.steps.includes("resume") && <Resume trip={trip} />;
}

function Pause({ trip }: { trip: Trip }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const step = useStep(trips, { quiet: true });
  const send = async (input: Record<string, unknown>) => {
    await step.mutateAsync({ route: trips.pause, record: trip, input });
    toastDone(t`Paused`);
  };
  return (
    <HeaderSlot>
      <Button {...bringsDialog} variant="default" onClick={() => setOpen(true)}>
        <Trans>Pause</Trans>
      </Button>
      {isOpen && (
        <StepDialog
          title={t`Pause`}
          verb={t`Pause`}
          schema={pauseInput}
          draft={[trips.pause.path, trip.id]}
          isBusy={step.isPending}
          fields={
            <>
              <Field.Textarea name="reason" autoFocus />
              <Field.Moment name="at" label={msg`Since when`} help={<Trans>Empty is now</Trans>} />
            </>
          }
          onSubmit={send}
          onClose={() => setOpen(false)}
        />
      )}
    </HeaderSlot>
  );
}

/** Now, at one press; when it was before, is told among the other steps. */
function Resume({ trip }: { trip: Trip }) {
  const { t } = useLingui();
  const step = useStep(trips);
  const send = async () => {
    await step.mutateAsync({ route: trips.resume, record: trip });
    toastDone(t`Resumed`);
  };
  return (
    <HeaderSlot>
      <Button
        variant={trip.steps.includes("answerFor") ? "default" : "filled"}
        style={{ order: 8 }}
        loading={step.isPending}
        onClick={() => {
          if (!step.isRunning()) void send().catch(() => undefined); // the failure is told by a toast
        }}
      >
        <Trans>Resume</Trans>
      </Button>
    </HeaderSlot>
  );
}

/** The way to whoever drives it now. */
export function CallDriver({ trip: { status, driverPhone } }: { trip: Trip }) {
  if (driverPhone === null || !inGroup(tripFlow, "running", status)) return null;
  return (
    <HeaderSlot>
      <Button variant="default" component="a" href={phoneHref(driverPhone)}>
        <Trans>Call driver</Trans>
      </Button>
    </HeaderSlot>
  );
}
