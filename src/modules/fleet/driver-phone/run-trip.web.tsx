import { Trans, useLingui } from "@lingui/react/macro";
import IconArrowLeft from "@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs";
import IconNavigation from "@tabler/icons-react/dist/esm/icons/IconNavigation.mjs";
import IconPhone from "@tabler/icons-react/dist/esm/icons/IconPhone.mjs";
import { useState } from "react";
import { phoneHref } from "#shared/format/phone.ts";
import { useCrumb } from "#web/shell/crumbs.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { StateChip } from "#web/ui/status/chip.tsx";
import { DeliveriesHere, Untold } from "./deliveries-here.web.tsx";
import type { OwnStop, OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import { BeforeLeaving } from "./before-leaving.web.tsx";
import { LoadHere } from "./load-here.web.tsx";
import { DepartureForm, EndForm, ReasonForm } from "./phone-forms.web.tsx";
import { ownTripStyles } from "./phone-words.web.tsx";
import { report } from "./queue.web.ts";
import { StopList } from "./stop-list.web.tsx";
import { useWhen } from "./use-when.web.ts";
import { NotDone, WhereItIs } from "./where-it-is.web.tsx";
import { WithWhom } from "./with-whom.web.tsx";
import { isOutOfOrder, nextStop, untoldAt } from "./with-reports.ts";
import styles from "./driver-phone.module.css";

/** What is asked before something is reported. */
type Asked =
  | { readonly what: "start" | "complete" | "pause" }
  | { readonly what: "leave"; readonly stop: OwnStop }
  | { readonly what: "arrive" | "fail_stop" | "skip_stop"; readonly stop: OwnStop };

/** One trip as a thumb runs it: where to, the one thing to do next, and the stops. */
export function RunTrip({ trip }: { trip: OwnTrip }) {
  const { t } = useLingui();
  const { go } = useAddress();
  const [asked, setAsked] = useState<Asked | null>(null);
  useCrumb(trip.tripNumber);
  const stop = nextStop(trip);
  const isRunning = trip.status === "in_progress";
  const done = () => setAsked(null);
  const arrive = (at: OwnStop) =>
    isOutOfOrder(trip, at)
      ? setAsked({ what: "arrive", stop: at })
      : void report({ kind: "arrive", tripId: trip.id, stopId: at.id, reason: null });
  return (
    <div className={styles["screen"]}>
      <header className={styles["head"]}>
        <button type="button" className={styles["back"]} aria-label={t`Back`} onClick={() => go({ search: {} })}>
          <IconArrowLeft size={24} stroke={1.8} />
        </button>
        <div className={styles["text"]}>
          <h1>{trip.tripNumber}</h1>
          <span className={styles["small"]}>{trip.vehicleName}</span>
          <WithWhom trip={trip} />
        </div>
        <StateChip statusStyles={ownTripStyles} state={trip.status} />
        <WhereItIs />
      </header>
      <NextBlock trip={trip} stop={stop} />
      <div className={styles["page"]}>
        <NotDone />
        {asked ? (
          <Ask trip={trip} asked={asked} onDone={done} />
        ) : (
          <>
            <BeforeLeaving trip={trip} />
            {trip.notes && <p className={styles["notes"]}>{trip.notes}</p>}
            <LoadHere trip={trip} stop={stop} />
            <DeliveriesHere trip={trip} stop={stop} />
            <StopList trip={trip} onArrive={arrive} onSkip={(one) => setAsked({ what: "skip_stop", stop: one })} />
          </>
        )}
      </div>
      {!asked && (
        <footer className={styles["foot"]}>
          <MainStep trip={trip} stop={stop} onAsk={setAsked} onArrive={arrive} />
          {isRunning && (
            <div className={styles["beside"]}>
              {stop?.status === "arrived" && (
                <button
                  type="button"
                  className={styles["danger"]}
                  onClick={() => setAsked({ what: "fail_stop", stop })}
                >
                  <Trans>It did not work here</Trans>
                </button>
              )}
              <button type="button" className={styles["quiet"]} onClick={() => setAsked({ what: "pause" })}>
                <Trans>Take a break</Trans>
              </button>
            </div>
          )}
        </footer>
      )}
    </div>
  );
}

/** Where to next, how to get there, and whom to call. */
function NextBlock({ trip, stop }: { trip: OwnTrip; stop: OwnStop | undefined }) {
  const { t } = useLingui();
  const when = useWhen();
  const { stops, dispatcherPhone } = trip;
  const number = stop ? stops.indexOf(stop) + 1 : stops.length;
  return (
    <section className={styles["next"]} aria-label={t`Next`}>
      {stop ? (
        <>
          <p className={styles["between"]}>
            <span>
              {stop.status === "arrived" ? (
                <Trans>
                  At stop {number} of {stops.length}
                </Trans>
              ) : (
                <Trans>
                  Next stop, {number} of {stops.length}
                </Trans>
              )}
            </span>
            <b>{when(stop.arrivedAt ?? stop.plannedArrival)}</b>
          </p>
          <h2>{stop.name ?? stop.address}</h2>
          <p>{stop.name === null ? null : stop.address}</p>
          {stop.instructions && <p>{stop.instructions}</p>}
        </>
      ) : (
        <h2>
          <Trans>Every stop is made</Trans>
        </h2>
      )}
      <div className={styles["ways"]}>
        {stop && (
          <a className={styles["go"]} href={geoLink(stop)}>
            <IconNavigation size={20} stroke={1.8} />
            <Trans>Navigate</Trans>
          </a>
        )}
        {dispatcherPhone && (
          <a className={styles["call"]} href={phoneHref(dispatcherPhone)} aria-label={t`Call the dispatcher`}>
            <IconPhone size={22} stroke={1.8} />
          </a>
        )}
      </div>
    </section>
  );
}

/** Opens the phone's own navigation. */
function geoLink({ latitude, longitude, name, address }: OwnStop): string {
  const words = encodeURIComponent([name, address].filter(Boolean).join(", "));
  return latitude !== null && longitude !== null
    ? `geo:${latitude},${longitude}?q=${latitude},${longitude}(${words})`
    : `geo:0,0?q=${words}`;
}

interface MainStepProps {
  trip: OwnTrip;
  stop: OwnStop | undefined;
  onAsk: (asked: Asked) => void;
  onArrive: (stop: OwnStop) => void;
}

/** The one thing that comes next. */
function MainStep({ trip, stop, onAsk, onArrive }: MainStepProps) {
  const { id: tripId, status, role, acknowledgedAt } = trip;
  const { t } = useLingui();
  const leave = (from: OwnStop) =>
    untoldAt(trip, from).length > 0
      ? onAsk({ what: "leave", stop: from })
      : void report({ kind: "complete_stop", tripId, stopId: from.id });
  const step = () => {
    if (status === "dispatched")
      return acknowledgedAt === null && role === "driver"
        ? { label: t`I take this trip`, run: () => void report({ kind: "acknowledge", tripId }) }
        : { label: t`Start`, run: () => onAsk({ what: "start" }) };
    if (status === "paused") return { label: t`Go on`, run: () => void report({ kind: "resume", tripId }) };
    if (status !== "in_progress") return null;
    if (!stop) return { label: t`End the trip`, run: () => onAsk({ what: "complete" }) };
    return stop.status === "arrived"
      ? { label: t`Done here`, run: () => leave(stop) }
      : { label: t`I have arrived`, run: () => onArrive(stop) };
  };
  const next = step();
  return next ? (
    <button type="button" className={styles["main"]} onClick={next.run}>
      {next.label}
    </button>
  ) : null;
}

/** What has to be said with a report, on the place of the stops. */
function Ask({ trip, asked, onDone }: { trip: OwnTrip; asked: Asked; onDone: () => void }) {
  const { id: tripId, meterUnit } = trip;
  const { t } = useLingui();
  const say = (said: Parameters<typeof report>[0]) => {
    void report(said);
    onDone();
  };
  switch (asked.what) {
    case "start":
      return (
        <DepartureForm unit={meterUnit} onSay={(given) => say({ kind: "start", tripId, ...given })} onBack={onDone} />
      );
    case "complete":
      return (
        <EndForm
          unit={meterUnit}
          onSay={(meterValue) => say({ kind: "complete", tripId, meterValue })}
          onBack={onDone}
        />
      );
    case "pause":
      return (
        <ReasonForm
          title={t`Take a break`}
          choices={[t`Rest`, t`Fuel`, t`Traffic`, t`Breakdown`]}
          onSay={(reason) => say({ kind: "pause", tripId, reason })}
          onBack={onDone}
        />
      );
    case "arrive":
      return (
        <ReasonForm
          title={t`Another stop comes before this one. Why is this one first?`}
          choices={[t`Road is closed`, t`Asked by the dispatcher`, t`The other one is closed`]}
          onSay={(reason) => say({ kind: "arrive", tripId, stopId: asked.stop.id, reason })}
          onBack={onDone}
        />
      );
    case "leave":
      return (
        <Untold
          trip={trip}
          stop={asked.stop}
          onLeave={() => say({ kind: "complete_stop", tripId, stopId: asked.stop.id })}
          onBack={onDone}
        />
      );
    case "fail_stop":
    case "skip_stop":
      return (
        <ReasonForm
          title={asked.what === "fail_stop" ? t`What did not work here?` : t`Why is this stop skipped?`}
          choices={[t`Nobody was there`, t`They refused it`, t`No access`, t`Not needed any more`]}
          {...(asked.what === "fail_stop" ? { hint: t`The consignee can read this.` } : {})}
          isDangerous
          onSay={(reason) => say({ kind: asked.what, tripId, stopId: asked.stop.id, reason })}
          onBack={onDone}
        />
      );
  }
}
