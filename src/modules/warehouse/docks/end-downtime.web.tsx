import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { useMay } from "#web/api/session.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { dockDowntimes, type DockDowntime } from "../dock-downtimes/dock-downtimes.contract.ts";

/** Ends a downtime now, or calls off one that has not begun. */
export function EndDowntime({ downtime }: { downtime: DockDowntime }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const may = useMay();
  const [now] = useState(() => new Date().toISOString());
  const [isOver, hasBegun] = [downtime.endsAt <= now, downtime.startsAt <= now];
  const end = useMutation({
    mutationFn: () => call(dockDowntimes.end, { id: downtime.id }),
    onSuccess: () => {
      toastDone(t`The dock is free again`);
      void client.invalidateQueries({ queryKey: [dockDowntimes.list.path] });
    },
  });
  if (downtime.archivedAt !== null || isOver || !may(dockDowntimes.end.can)) return null;
  return (
    <Button variant="subtle" size="compact-xs" loading={end.isPending} onClick={() => end.mutate()}>
      {hasBegun ? <Trans>End now</Trans> : <Trans>Call off</Trans>}
    </Button>
  );
}
