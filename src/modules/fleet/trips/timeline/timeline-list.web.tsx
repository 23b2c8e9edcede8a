import { Trans, useLingui } from "@lingui/react/macro";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { TimelineDay, TripBar } from "./timeline.contract.ts";
import { isMovableIn, shownSpan } from "./timeline-rows.web.ts";
import { TripBarCard } from "./trip-bar.web.tsx";
import styles from "./timeline.module.css";

interface ListProps {
  day: TimelineDay;
  /** Trips that would not be dispatched as they are now, by their ids. */
  refused: ReadonlySet<string>;
  onMove: (trip: TripBar) => void;
}

/** The same day as a list, by time: for the phone, and for whoever reads rather than looks. */
export function TimelineList({ day, refused, onMove }: ListProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const now = Date.parse(day.now);
  const rows = day.trips
    .map((trip) => ({ trip, span: shownSpan(trip, now) }))
    .toSorted((a, b) => a.span.from - b.span.from);
  return (
    <ol className={styles["agenda"]} aria-label={t`Trips of the day`} tabIndex={0}>
      {rows.map(({ trip, span }) => (
        <li key={trip.id}>
          <span className={styles["agendaTime"]}>
            {fmt.time(new Date(span.from).toISOString())} – {fmt.time(new Date(span.until).toISOString())}
          </span>
          <TripBarCard
            trip={trip}
            beside={[trip.vehicleName, trip.driverName].filter(Boolean).join(", ")}
            now={now}
            isRefused={refused.has(trip.id)}
            isMovable={isMovableIn(day.rows, trip, day.rows === "vehicles" ? trip.vehicleId : trip.driverId)}
            onMove={onMove}
          />
        </li>
      ))}
      {rows.length === 0 && (
        <li>
          <Trans>Nothing is planned for this day.</Trans>
        </li>
      )}
    </ol>
  );
}

/** Drafts of the day that have no vehicle, or no driver, yet. */
export function NotPlaced({ day, onMove }: Omit<ListProps, "refused">) {
  const { t } = useLingui();
  const waiting = day.trips.filter((trip) => (day.rows === "vehicles" ? trip.vehicleId : trip.driverId) === null);
  if (waiting.length === 0) return null;
  return (
    <aside className={styles["tray"]} aria-label={t`Not placed`} tabIndex={0}>
      <h2>{day.rows === "vehicles" ? <Trans>Without a vehicle</Trans> : <Trans>Without a driver</Trans>}</h2>
      {waiting.map((trip) => (
        <TripBarCard
          key={trip.id}
          trip={trip}
          beside={null}
          now={Date.parse(day.now)}
          isMovable={trip.isMovable}
          onMove={onMove}
        />
      ))}
    </aside>
  );
}
