import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { bringsDialog, StepDialog } from "#web/detail/step-dialog.tsx";
import { inputOf, useStep } from "#web/detail/use-step.ts";
import { useAddress } from "#web/list/data/address.ts";
import { documents, type Document } from "./documents.contract.ts";

/** A document, as far as its renewal asks for it. */
type Renewable = Pick<
  Document,
  | "id"
  | "version"
  | "archivedAt"
  | "steps"
  | "typeName"
  | "driverName"
  | "vehicleName"
  | "assetNo"
  | "tripNumber"
  | "deliveryNumber"
>;

/** Enters the renewal of a document from its row, and goes on to it, where its scan is uploaded. */
export function RenewButton({ document }: { document: Renewable }) {
  const { t } = useLingui();
  const { go } = useAddress();
  const [isOpen, setOpen] = useState(false);
  const step = useStep(documents, { quiet: true });
  if (!document.steps.includes("renew")) return null;
  const renew = async (input: Record<string, unknown>) => {
    const after = (await step.mutateAsync({ route: documents.renew, record: document, input })) as Document | undefined; // as the contract replies
    setOpen(false);
    if (after?.renewalId) go({ path: "/fleet/documents/details", search: { id: after.renewalId } });
  };
  return (
    <>
      <Button {...bringsDialog} variant="subtle" size="compact-xs" onClick={() => setOpen(true)}>
        <Trans>Renew</Trans>
      </Button>
      {isOpen && (
        <StepDialog
          title={<Trans>Renew {document.typeName}</Trans>}
          verb={t`Renew`}
          schema={inputOf(documents.renew)}
          isBusy={step.isPending}
          onSubmit={renew}
          onClose={() => setOpen(false)}
        >
          {document.driverName ??
            document.vehicleName ??
            document.assetNo ??
            document.tripNumber ??
            document.deliveryNumber}
        </StepDialog>
      )}
    </>
  );
}
