import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMay } from "#web/api/session.tsx";
import { bringsDialog, StepDialog } from "#web/detail/step-dialog.tsx";
import { inputOf, useStep } from "#web/detail/use-step.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { driverLicences, type DriverLicence } from "../driver-licences/driver-licences.contract.ts";

/** What may be done with a licence in its row: change it, or say whether it is what was entered. */
export function LicenceSteps({ licence, onChange }: { licence: DriverLicence; onChange: () => void }) {
  const { t } = useLingui();
  const may = useMay();
  const [isRejecting, setRejecting] = useState(false);
  const step = useStep(driverLicences, { quiet: isRejecting });
  const run = async (name: "verify" | "reject", input: Record<string, unknown> = {}) => {
    await step.mutateAsync({ route: driverLicences[name], record: licence, input });
    setRejecting(false);
    toastDone(t`Updated successfully`);
  };
  const small = { variant: "subtle", size: "compact-xs" } as const;
  return (
    <Row isTight gap={2} justify="end">
      {licence.steps.includes("verify") && (
        <Button {...small} loading={step.isPending} onClick={() => void run("verify").catch(() => undefined)}>
          <Trans>Verify</Trans>
        </Button>
      )}
      {licence.steps.includes("reject") && (
        <Button {...small} {...bringsDialog} onClick={() => setRejecting(true)}>
          <Trans>Reject</Trans>
        </Button>
      )}
      {may(driverLicences.update.can) && (
        <Button {...small} onClick={onChange}>
          <Trans>Edit</Trans>
        </Button>
      )}
      {isRejecting && (
        <StepDialog
          title={<Trans>Reject this licence?</Trans>}
          verb={t`Reject`}
          schema={inputOf(driverLicences.reject)}
          draft={[driverLicences.reject.path, licence.id]}
          isDangerous
          isBusy={step.isPending}
          onSubmit={(given) => run("reject", given)}
          onClose={() => setRejecting(false)}
        >
          {null}
        </StepDialog>
      )}
    </Row>
  );
}
