import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { hasAbility } from "#shared/flow/abilities.ts";
import { call } from "#web/api/api.ts";
import { RelatedList } from "#web/detail/related-list.tsx";
import { inputOf } from "#web/detail/use-step.ts";
import { LazyInputDialog } from "#web/form/lazy-input-dialog.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { recordHref } from "#web/list/data/address.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { vehicles } from "../vehicles.contract.ts";
import { allVehicleHolds, vehicleHolds, type VehicleHold } from "./vehicle-holds.contract.ts";

const columns = columnsOf<VehicleHold>((c) => [
  c.choice("kind"),
  c.custom("reason", { grows: 1, cell: (hold) => <Reason hold={hold} /> }),
  c.text("openedByName", { label: msg`By` }),
  c.date("createdAt", { label: msg`Since`, width: 120 }),
  c.date("expectedEnd", { label: msg`Expected end`, width: 130 }),
  c.custom("closedAt", { label: msg`Ended`, width: 150, align: "end", cell: (hold) => <Ended hold={hold} /> }),
]);

/** What keeps a vehicle in the yard and what kept it there, the newest first. */
export function HoldList({ vehicleId }: { vehicleId: string }) {
  const { t } = useLingui();
  return (
    <RelatedList
      of={allVehicleHolds}
      title={t`Holds of this vehicle`}
      columns={columns}
      where={{ vehicleId }}
      none={<Trans>None: nothing has ever kept it in the yard.</Trans>}
    />
  );
}

/** Why: of one for a paper, which has ended and when. */
function Reason({ hold: { reason, documentId, documentType, documentEndedOn } }: { hold: VehicleHold }) {
  const fmt = useFormat();
  if (documentId === null || documentType === null || documentEndedOn === null) return reason;
  const day = fmt.date(documentEndedOn);
  return (
    <Trans>
      <a href={recordHref("/fleet/documents/details", documentId)}>{documentType}</a> ended {day}
    </Trans>
  );
}

function Ended({ hold }: { hold: VehicleHold }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  if (hold.closedAt !== null)
    return <span title={hold.closeReason ?? undefined}>{hold.closedByName ?? <Trans>by itself</Trans>}</span>;
  if (!hasAbility(hold, "close")) return <Trans>open</Trans>;
  const close = async ({ reason }: Record<string, unknown>) => {
    await call(vehicleHolds.close, { id: hold.id, body: { reason: String(reason) } });
    toastDone(t`The hold has ended`);
    for (const { path } of [vehicleHolds.list, vehicles.list]) void client.invalidateQueries({ queryKey: [path] });
  };
  const schema = inputOf(vehicleHolds.close);
  return (
    <>
      <Button variant="subtle" size="compact-xs" onClick={() => setOpen(true)}>
        <Trans>End the hold</Trans>
      </Button>
      {isOpen && schema && (
        <LazyInputDialog
          title={t`Let ${hold.unitNumber} go?`}
          verb={t`End the hold`}
          schema={schema}
          onSubmit={close}
          onClose={() => setOpen(false)}
        >
          {hold.reason}
        </LazyInputDialog>
      )}
    </>
  );
}
