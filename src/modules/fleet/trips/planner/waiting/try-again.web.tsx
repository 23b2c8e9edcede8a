import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { bringsDialog, StepDialog } from "#web/detail/step-dialog.tsx";
import { inputOf } from "#web/detail/use-step.ts";
import { recordChanged } from "#web/list/data/cache.ts";
import { fleetDeliveries } from "../../../deliveries/deliveries.contract.ts";
import type { ListedDelivery } from "../plan.web.ts";

const { tryAgain, list } = fleetDeliveries;

interface TryAgainProps {
  delivery: ListedDelivery;
  onDone: (delivery: ListedDelivery) => void;
}

/** Has a delivery that failed wait again, in a window of its own where one is given. */
export function TryAgain({ delivery: { id, deliveryNumber, version }, onDone }: TryAgainProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const send = async (input: Record<string, unknown>) => {
    const after = await call(tryAgain, {
      id,
      body: tryAgain.body.parse({ ...input, version }),
      idempotencyKey: newKey(),
    });
    recordChanged(client, fleetDeliveries, after);
    void client.invalidateQueries({ queryKey: [list.path, "list"] });
    onDone(after);
  };
  return (
    <>
      <Button
        {...bringsDialog}
        variant="default"
        size="compact-sm"
        aria-label={t`Try ${deliveryNumber} again`}
        onClick={() => setAsked(true)}
      >
        <Trans>Try again</Trans>
      </Button>
      {isAsked && (
        <StepDialog
          title={t`Try ${deliveryNumber} again`}
          verb={t`Try again`}
          schema={inputOf(tryAgain)}
          draft={[tryAgain.path, id]}
          isBusy={false}
          onSubmit={send}
          onClose={() => setAsked(false)}
        >
          <Trans>It waits for another trip; what became of this attempt stays. Empty keeps the window.</Trans>
        </StepDialog>
      )}
    </>
  );
}
