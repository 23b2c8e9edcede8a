import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { inGroup } from "#shared/flow/groups.ts";
import { useUser } from "#web/api/session.tsx";
import { recordHref, useAddress } from "#web/list/data/address.ts";
import { Failed } from "#web/list/list-states.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { StateChip } from "#web/ui/status/chip.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import { driverActions, type OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import { loadAgain, loadTrips, useDriverPhone, useQueue } from "./queue.web.ts";
import { RunTrip } from "./run-trip.web.tsx";
import { WithWhom } from "./with-whom.web.tsx";
import { ownTripStyles } from "./phone-words.web.tsx";
import { NotDone, WhereItIs } from "./where-it-is.web.tsx";
import { keepShell } from "./keep-shell.web.ts";
import styles from "./driver-phone.module.css";

/** A driver's own trips on their phone: all of them, or, with `?id=`, one as it is driven. Without a network as well. */
export function MyTrips() {
  const user = useUser();
  const { search } = useAddress();
  useQueue(user);
  useEffect(keepShell, []);
  const { phone, trips, fetchedAt, problem } = useDriverPhone();
  useQuery({
    queryKey: [driverActions.mine.path, phone?.owner],
    queryFn: loadTrips,
    enabled: phone !== null,
    retry: false,
    meta: { follows: ["trip", "trip-stop"] },
  });
  const open = trips.find(({ id }) => id === search["id"]);
  if (open) return <RunTrip trip={open} />;
  return (
    <div className={styles["screen"]}>
      <header className={styles["head"]}>
        <h1>
          <Trans>My trips</Trans>
        </h1>
        <WhereItIs />
      </header>
      <div className={styles["page"]}>
        <NotDone />
        {problem && fetchedAt === null && (
          <Failed
            title={<Trans>Your trips did not load</Trans>}
            problem={problem}
            onRetry={() => void loadAgain(user)}
          />
        )}
        {fetchedAt !== null && trips.length === 0 && (
          <EmptyState drawing="route" title={<Trans>No trip for you now</Trans>}>
            <Trans>A trip shows up here once it is given to you.</Trans>
          </EmptyState>
        )}
        <Trips trips={trips} />
      </div>
    </div>
  );
}

function Trips({ trips }: { trips: readonly OwnTrip[] }) {
  const { t } = useLingui();
  const { today, zone } = useFormat();
  const isOver = ({ status }: OwnTrip) => inGroup(tripFlow, "over", status);
  const dayOf = (moment: string) => new Date(moment).toLocaleDateString("sv", { timeZone: zone });
  const isNow = (trip: OwnTrip) => !isOver(trip) && (trip.actualStart !== null || dayOf(trip.plannedStart) <= today());
  return (
    <>
      <Part title={t`Today`} trips={trips.filter(isNow)} />
      <Part title={t`Next`} trips={trips.filter((trip) => !isOver(trip) && !isNow(trip))} />
      <Part title={t`Done`} trips={trips.filter(isOver).toReversed()} />
    </>
  );
}

function Part({ title, trips }: { title: string; trips: readonly OwnTrip[] }) {
  const fmt = useFormat();
  if (trips.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className={styles["rows"]}>
        {trips.map((trip) => (
          <li key={trip.id}>
            <a className={styles["row"]} href={recordHref("/fleet/my-trips", trip.id)}>
              <span className={styles["text"]}>
                <b>{trip.tripNumber}</b>
                <span className={styles["small"]}>
                  {[
                    trip.stops[0]?.name ?? trip.stops[0]?.address,
                    trip.stops.at(-1)?.name ?? trip.stops.at(-1)?.address,
                  ]
                    .filter(Boolean)
                    .join(" → ")}
                </span>
                <span className={styles["small"]}>{trip.vehicleName}</span>
                <WithWhom trip={trip} />
              </span>
              <span className={styles["times"]}>
                <b>{fmt.instant(trip.actualStart ?? trip.plannedStart)}</b>
                <StateChip statusStyles={ownTripStyles} state={trip.status} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
