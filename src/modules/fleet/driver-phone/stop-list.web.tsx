import { Trans, useLingui } from "@lingui/react/macro";
import { inGroup } from "#shared/flow/groups.ts";
import { add } from "#shared/format/money.ts";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { tripStopFlow } from "../trips/trip-stops/trip-stops.flow.ts";
import type { OwnStop, OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import { useWhen } from "./use-when.web.ts";
import { deliveriesAt, isInVain, loadsAt, nextStop, onBoard } from "./with-reports.ts";
import styles from "./driver-phone.module.css";

const icons: Readonly<Record<string, IconName>> = {
  pending: "draft",
  en_route: "wait",
  arrived: "live",
  completed: "done",
  failed: "bad",
  skipped: "ended",
};

interface StopListProps {
  trip: OwnTrip;
  onArrive: (stop: OwnStop) => void;
  onSkip: (stop: OwnStop) => void;
}

/** The stops in their order, with what was planned and what came of it; those ahead may be taken first, or skipped. */
export function StopList({ trip, onArrive, onSkip }: StopListProps) {
  const { t } = useLingui();
  const whatFor = useWhatFor(trip);
  const next = nextStop(trip);
  const isFree = trip.status === "in_progress" && next?.status !== "arrived";
  return (
    <ol className={styles["rows"]} aria-label={t`Stops`}>
      {trip.stops.map((stop) => {
        const name = stop.name ?? stop.address ?? "";
        const isAhead = inGroup(tripStopFlow, "ahead", stop.status);
        return (
          <li key={stop.id} className={styles["stop"]} aria-current={stop.id === next?.id ? "step" : undefined}>
            <Glyph icon={isInVain(trip, stop) ? "bad" : (icons[stop.status] ?? "draft")} size={18} />
            <div className={styles["text"]}>
              <b>{name}</b>
              <span className={styles["small"]}>{whatFor(stop)}</span>
              <span className={styles["small"]}>{stop.name === null ? null : stop.address}</span>
              {isInVain(trip, stop) && (
                <span className={styles["small"]}>
                  <Trans>Nothing was delivered here</Trans>
                </span>
              )}
              {stop.outcomeReason && <span className={styles["small"]}>{stop.outcomeReason}</span>}
              {trip.status === "in_progress" && isAhead && (
                <span className={styles["beside"]}>
                  {isFree && stop.id !== next?.id && (
                    <button
                      type="button"
                      className={styles["quiet"]}
                      aria-label={t`Arrived at ${name}`}
                      onClick={() => onArrive(stop)}
                    >
                      <Trans>Arrived</Trans>
                    </button>
                  )}
                  <button
                    type="button"
                    className={styles["quiet"]}
                    aria-label={t`Skip ${name}`}
                    onClick={() => onSkip(stop)}
                  >
                    <Trans>Skip</Trans>
                  </button>
                </span>
              )}
            </div>
            <Times stop={stop} />
          </li>
        );
      })}
    </ol>
  );
}

/** Says what is done at a stop, and with how much: "Pickup, 24 pallets". */
function useWhatFor(trip: OwnTrip): (stop: OwnStop) => string {
  const words = useWords();
  const units = useUnits();
  return (stop) => {
    const goods = stop.kind === "pickup" ? loadsAt(trip, stop) : deliveriesAt(trip, stop);
    const sums = new Map<string, string>();
    for (const line of goods.flatMap(({ lines }) => lines))
      sums.set(line.unit, add(sums.get(line.unit) ?? "0", onBoard(line)));
    const said = [...sums].map(([unit, quantity]) => units.count(quantity, { uom: unit, qtyPerUom: "1" }));
    return [words(stop.kind), ...said].join(", ");
  };
}

function Times({ stop: { status, plannedArrival, windowEnd, arrivedAt, departedAt } }: { stop: OwnStop }) {
  const when = useWhen();
  const isLate = arrivedAt !== null && arrivedAt > (windowEnd ?? plannedArrival);
  const isPlannedLate = windowEnd !== null && windowEnd < plannedArrival;
  return (
    <span className={styles["times"]}>
      <b data-late={isLate}>{when(arrivedAt ?? plannedArrival)}</b>
      <span className={styles["small"]}>
        {departedAt ? (
          <Trans>left {when(departedAt)}</Trans>
        ) : arrivedAt ? (
          <Trans>planned {when(plannedArrival)}</Trans>
        ) : (
          windowEnd &&
          status !== "skipped" &&
          (isPlannedLate ? <Trans>was due {when(windowEnd)}</Trans> : <Trans>until {when(windowEnd)}</Trans>)
        )}
      </span>
    </span>
  );
}
