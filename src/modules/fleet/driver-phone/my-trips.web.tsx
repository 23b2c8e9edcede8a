import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import IconPhone from "@tabler/icons-react/dist/esm/icons/IconPhone.mjs";
import { useEffect } from "react";
import { inGroup } from "#shared/flow/groups.ts";
import { phoneHref } from "#shared/format/phone.ts";
import { useUser } from "#web/api/session.tsx";
import { recordHref, useAddress } from "#web/list/data/address.ts";
import { Failed } from "#web/list/list-states.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { dayAt } from "#web/ui/values/format.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import { driverActions, type Outlook, type OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import { loadAgain, loadTrips, useDriverPhone, useQueue } from "./queue.web.ts";
import { RunTrip } from "./run-trip.web.tsx";
import { OwnDuty } from "./own-duty.web.tsx";
import { WithWhom } from "./with-whom.web.tsx";
import { TripChip } from "./phone-words.web.tsx";
import { NotDone, WhereItIs } from "./where-it-is.web.tsx";
import { keepShell } from "./keep-shell.web.ts";
import styles from "./driver-phone.module.css";

/** A driver's own trips on their phone: all of them, or, with `?id=`, one as it is driven. Without a network as well. */
export function MyTrips() {
  const user = useUser();
  const { search } = useAddress();
  useQueue(user);
  useEffect(keepShell, []);
  const { phone, trips, fetchedAt, outlook, problem } = useDriverPhone();
  useQuery({
    queryKey: [driverActions.mine.path, phone?.owner],
    queryFn: loadTrips,
    enabled: phone !== null,
    retry: false,
    meta: { follows: driverActions.mine.reads, quiet: true }, // where what was done lies is told by `WhereItIs`
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
        <OwnDuty trips={trips} />
        <NotDone />
        {problem && fetchedAt === null && (
          <Failed
            title={<Trans>Your trips did not load</Trans>}
            problem={problem}
            onRetry={() => void loadAgain(user)}
          />
        )}
        {fetchedAt !== null && <NoTripNow trips={trips} outlook={outlook} />}
        <Trips trips={trips} />
      </div>
    </div>
  );
}

const isOver = ({ status }: OwnTrip) => inGroup(tripFlow, "over", status);

/** Which trips are for today, and which day a moment is on, where the company is. */
function useDays() {
  const { today, zone } = useFormat();
  const isToday = (moment: string) => dayAt(moment, zone) === today();
  const isDue = (moment: string) => dayAt(moment, zone) <= today();
  const isNow = (trip: OwnTrip) => !isOver(trip) && (trip.actualStart !== null || isDue(trip.plannedStart));
  return { isNow, isToday };
}

/** Who has nothing to drive today reads what comes next, and whom to call. */
function NoTripNow({ trips, outlook }: { trips: readonly OwnTrip[]; outlook: Outlook | null }) {
  const fmt = useFormat();
  const { company } = useUser();
  const { isNow, isToday } = useDays();
  if (trips.some(isNow)) return null;
  const { ahead = null, phone = null } = outlook ?? {};
  const isAheadToday = ahead !== null && isToday(ahead.plannedStart);
  const next = isAheadToday ? undefined : trips.find((trip) => !isOver(trip)); // what comes first is told
  const { tripNumber: number, plannedStart } = next ?? ahead ?? {};
  const leaves = plannedStart && fmt.instant(plannedStart);
  const time = plannedStart && fmt.time(plannedStart);
  return (
    <EmptyState
      drawing="route"
      title={isAheadToday ? <Trans>Your next trip leaves today at {time}</Trans> : <Trans>No trip for you today</Trans>}
      actions={
        phone && (
          <a className={styles["phone"]} href={phoneHref(phone)}>
            <IconPhone size={20} stroke={1.8} />
            <Trans>Call {company.name}</Trans>
          </a>
        )
      }
    >
      {next ? (
        <Trans>
          Your next one is {number}. It leaves {leaves}.
        </Trans>
      ) : isAheadToday ? (
        <Trans>{number} is planned for you. It shows up here once it is given to you.</Trans>
      ) : ahead ? (
        <Trans>
          {number} is planned for you and leaves {leaves}. It shows up here once it is given to you.
        </Trans>
      ) : (
        <Trans>None is planned for you. A trip shows up here once it is given to you.</Trans>
      )}
    </EmptyState>
  );
}

function Trips({ trips }: { trips: readonly OwnTrip[] }) {
  const { t } = useLingui();
  const { isNow } = useDays();
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
                <TripChip trip={trip} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
