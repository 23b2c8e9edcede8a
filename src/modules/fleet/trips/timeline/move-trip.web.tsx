import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { WallTimeInput } from "#web/ui/inputs/date-input.tsx";
import { Actions, Fields } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Dialog } from "#web/ui/overlays/side-drawer.tsx";
import { momentOf, wallTime } from "#web/ui/values/format.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { Candidate, FleetKind } from "../../availability/availability.contract.ts";
import { useCandidateWords } from "../candidate-words.web.ts";
import { DescribedSelect } from "../../availability/described-choice.web.tsx";
import { candidates } from "../fleet-choice.web.tsx";
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
  const called = day.rows === "vehicles" ? trip.vehicleName : trip.driverName;
  const ownName = day.items.find(({ id }) => id === own)?.name ?? called ?? "";
  const kind = day.rows === "vehicles" ? "vehicle" : "driver";
  const [chosen, setChosen] = useState<Candidate | null>(own === null ? null : asCandidate(kind, own, ownName));
  const [missed, setMissed] = useState("");
  const about = useCandidateWords();
  const before = wallTime(trip.plannedStart, fmt.zone).slice(0, "2026-11-20T10:42".length);
  const [start, setStart] = useState(before);
  const [isBusy, setBusy] = useState(false);
  // Whoever leaves the time as it is does not move it by its seconds.
  const from = start === before ? plan.from : Date.parse(momentOf(start, fmt.zone));
  const until = from + plan.until - plan.from;
  const asked = Number.isNaN(from) ? plan : { from, until };
  const span = { from: new Date(asked.from).toISOString(), until: new Date(asked.until).toISOString() };
  const send = async () => {
    if (isBusy || Number.isNaN(from) || missed !== "") return;
    setBusy(true);
    await onMove({ trip, rowId: chosen?.id ?? null, from, until });
    onClose();
  };
  return (
    <Fields>
      <Text tone="dim">
        <Trans>
          Now {fmt.instant(trip.plannedStart)} – {fmt.instant(trip.plannedEnd)}
        </Trans>
      </Text>
      <DescribedSelect
        frame={{ label: day.rows === "vehicles" ? t`Vehicle` : t`Driver`, "data-autofocus": true }}
        find={candidates(kind, { ...span, tripId: trip.id })}
        nameOf={({ name }) => name}
        about={(one) => (one.id === own ? t`has it now` : about(one))}
        chosen={chosen}
        onChoose={(one) => {
          setChosen(one);
          setMissed("");
        }}
        onLeave={setMissed}
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

/** The one that the trip has, before the list of others is there. */
const asCandidate = (kind: FleetKind, id: string, name: string): Candidate => ({
  id,
  kind,
  name,
  about: null,
  place: null,
  isFree: true,
  isReady: true,
  isGone: false,
  tooSmall: null,
  takenBy: [],
});
