import { Button, type ButtonProps } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { hasAbility } from "#shared/flow/abilities.ts";
import { call } from "#web/api/api.ts";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { inputOf } from "#web/detail/use-step.ts";
import { LazyInputDialog } from "#web/form/lazy-input-dialog.tsx";
import { useList } from "#web/list/data/use-list.ts";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { recordHref } from "#web/list/data/address.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { vehicles, type Vehicle } from "../vehicles.contract.ts";
import { allVehicleHolds, vehicleHolds, type VehicleHold } from "./vehicle-holds.contract.ts";

const columns = columnsOf<VehicleHold>((c) => [
  c.choice("kind"),
  c.custom("reason", { grows: 1, cell: (hold) => <Reason hold={hold} /> }),
  c.text("openedByName", { label: msg`By` }),
  c.date("createdAt", { label: msg`Since`, width: 120 }),
  c.date("expectedEnd", { label: msg`Expected end`, width: 130 }),
  c.custom("closedAt", { label: msg`Ended`, width: 150, align: "end", cell: (hold) => <Ended hold={hold} /> }),
]);

/** Where the holds stand on the page of a vehicle. */
export const holdsAnchor = "holds";

/** What keeps a vehicle in the yard and what kept it there, the newest first. */
export function HoldList({ vehicleId }: { vehicleId: string }) {
  const { t } = useLingui();
  return (
    <div id={holdsAnchor}>
      <RelatedList
        of={allVehicleHolds}
        title={t`Holds of this vehicle`}
        columns={columns}
        where={{ vehicleId }}
        none={<Trans>None: nothing has ever kept it in the yard.</Trans>}
      />
    </div>
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
  if (hold.closedAt !== null)
    return <span title={hold.closeReason ?? undefined}>{hold.closedByName ?? <Trans>by itself</Trans>}</span>;
  if (!hasAbility(hold, "close")) return <Trans>open</Trans>;
  return <EndHold hold={hold} variant="subtle" size="compact-xs" />;
}

/** Ends a hold, with the reason. */
function EndHold({ hold, ...look }: { hold: VehicleHold } & ButtonProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const close = async ({ reason }: Record<string, unknown>) => {
    await call(vehicleHolds.close, { id: hold.id, body: { reason: String(reason), version: hold.version } });
    toastDone(t`The hold has ended`);
    for (const { path } of [vehicleHolds.list, vehicles.list]) void client.invalidateQueries({ queryKey: [path] });
  };
  const schema = inputOf(vehicleHolds.close);
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        <Trans>End the hold</Trans>
      </Button>
      {isOpen && schema && (
        <LazyInputDialog
          title={t`Let ${hold.unitNumber} go?`}
          verb={t`End the hold`}
          schema={schema}
          draft={[vehicleHolds.close.path, hold.id]}
          onSubmit={close}
          onClose={() => setOpen(false)}
        >
          {hold.reason}
        </LazyInputDialog>
      )}
    </>
  );
}

/** In the head of a held vehicle: the way out of its hold; of several, the way to their list. */
export function EndOfHolds({ vehicle }: { vehicle: Vehicle }) {
  const isHeld = isHeldNow(vehicle);
  const { records } = useList(allVehicleHolds, { vehicleId: vehicle.id, isOpen: "true", limit: 20 }, isHeld);
  const open = records.filter(({ closedAt }) => closedAt === null); // one that somebody ends stays in the list for a moment
  const count = open.length;
  const hold = open.find((one) => hasAbility(one, "close"));
  if (!isHeld || !hold) return null;
  // What puts it in service stands first where both are possible: one button of a page is filled.
  const variant = vehicle.steps.includes("putInService") ? "default" : "filled";
  const look = { variant, style: { order: 9 } } as const;
  const show = () => document.getElementById(holdsAnchor)?.scrollIntoView({ block: "center" });
  return (
    <HeaderSlot>
      {count === 1 ? (
        <EndHold hold={hold} {...look} />
      ) : (
        <Button {...look} onClick={show}>
          <Plural value={count} one="# hold keeps it" other="# holds keep it" />
        </Button>
      )}
    </HeaderSlot>
  );
}

/** Whether something holds it now. */
export const isHeldNow = ({ blocks }: Pick<Vehicle, "blocks">): boolean => blocks.some(({ holdId }) => holdId !== null);
