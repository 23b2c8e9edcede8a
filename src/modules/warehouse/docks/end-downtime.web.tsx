import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { hasAbility } from "#shared/flow/abilities.ts";
import { dockDowntimes, type DockDowntime } from "../dock-downtimes/dock-downtimes.contract.ts";

/** Ends a downtime now, or calls off one that has not begun. */
export function EndDowntime({ downtime }: { downtime: DockDowntime }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [now] = useState(() => new Date().toISOString());
  const hasBegun = downtime.startsAt <= now;
  const end = useMutation({
    mutationFn: () => call(dockDowntimes.end, { id: downtime.id }),
    onSuccess: () => {
      toastDone(t`The dock is free again`);
      void client.invalidateQueries({ queryKey: [dockDowntimes.list.path] });
    },
  });
  if (!hasAbility(downtime, "end")) return null;
  return (
    <Button variant="subtle" size="compact-xs" loading={end.isPending} onClick={() => end.mutate()}>
      {hasBegun ? <Trans>End now</Trans> : <Trans>Call off</Trans>}
    </Button>
  );
}
