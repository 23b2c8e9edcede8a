import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { WallTimeInput } from "#web/ui/inputs/date-input.tsx";
import { Actions, Fields } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Dialog } from "#web/ui/overlays/side-drawer.tsx";
import { momentOf, wallTime } from "#web/ui/values/format.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { TimelineDay, TripBar } from "./timeline.contract.ts";
import { planOf, type Held } from "./timeline-rows.web.ts";

interface MoveTripProps {
  trip: TripBar;
  day: TimelineDay;
  /** Whether it was taken. */
  onMove: (held: Held) => Promise<boolean>;
  onClose: () => void;
}

/** Another vehicle or driver, and another time, for a trip: what dragging does, by choosing. */
export function MoveTrip(props: MoveTripProps) {
  return (
    <Dialog title={<Trans>Move {props.trip.tripNumber}</Trans>} isOpen onClose={props.onClose}>
      <Move {...props} />
    </Dialog>
  );
}

function Move({ trip, day, onMove, onClose }: MoveTripProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const plan = planOf(trip);
  const own = day.rows === "vehicles" ? trip.vehicleId : trip.driverId;
  const ownName = (day.rows === "vehicles" ? trip.vehicleName : trip.driverName) ?? "";
  const [rowId, setRow] = useState(own);
  const before = wallTime(trip.plannedStart, fmt.zone).slice(0, "2026-11-20T10:42".length);
  const [start, setStart] = useState(before);
  const [isBusy, setBusy] = useState(false);
  const rows = day.items.map(({ id, name }) => ({ value: id, label: name }));
  const choices =
    own === null || rows.some(({ value }) => value === own) ? rows : [{ value: own, label: ownName }, ...rows];
  // Whoever leaves the time as it is does not move it by its seconds.
  const from = start === before ? plan.from : Date.parse(momentOf(start, fmt.zone));
  const until = from + plan.until - plan.from;
  const send = async () => {
    if (isBusy || Number.isNaN(from)) return;
    setBusy(true);
    await onMove({ trip, rowId, from, until });
    onClose();
  };
  return (
    <Fields>
      <Text tone="dim">
        <Trans>
          Now {fmt.instant(trip.plannedStart)} – {fmt.instant(trip.plannedEnd)}
        </Trans>
      </Text>
      <SelectInput
        label={day.rows === "vehicles" ? t`Vehicle` : t`Driver`}
        data-autofocus
        value={rowId}
        data={choices}
        onChange={setRow}
      />
      <WallTimeInput label={t`Leaves`} value={start} onChange={setStart} />
      {!Number.isNaN(from) && (
        <Text tone="dim">
          <Trans>It is back {fmt.instant(new Date(until).toISOString())}; its stops move along.</Trans>
        </Text>
      )}
      <Actions>
        <Button variant="default" onClick={onClose}>
          <Trans>Keep as it is</Trans>
        </Button>
        <Button disabled={Number.isNaN(from)} loading={isBusy} onClick={() => void send()}>
          <Trans>Move</Trans>
        </Button>
      </Actions>
    </Fields>
  );
}
