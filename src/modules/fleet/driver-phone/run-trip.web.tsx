import { Trans, useLingui } from "@lingui/react/macro";
import IconArrowLeft from "@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs";
import { useState } from "react";
import { useCrumb } from "#web/shell/crumbs.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { Ask, askedNow, type Asked } from "./ask.web.tsx";
import { BeforeLeaving } from "./before-leaving.web.tsx";
import { DeliveriesBefore, DeliveriesHere } from "./deliveries-here.web.tsx";
import type { OwnDelivery, OwnStop, OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import { LeaveStop, useLeftAt } from "./leave-stop.web.tsx";
import { LoadHere } from "./load-here.web.tsx";
import { NextBlock } from "./next-block.web.tsx";
import { TripChip } from "./phone-words.web.tsx";
import { report } from "./queue.web.ts";
import { StopList } from "./stop-list.web.tsx";
import type { Place } from "./use-go-to.web.ts";
import { NotDone, WhereItIs } from "./where-it-is.web.tsx";
import { WithWhom } from "./with-whom.web.tsx";
import { afterTelling, isOutOfOrder, nextStop, nextToTell } from "./with-reports.ts";
import styles from "./driver-phone.module.css";

/** One trip as a thumb runs it: where to, the one thing to do next, and the stops. What is asked has the phone to itself. */
export function RunTrip({ trip }: { trip: OwnTrip }) {
  const { t } = useLingui();
  const { go } = useAddress();
  const [given, setAsked] = useState<Asked | null>(null);
  const [leaving, setLeaving] = useState<string | null>(null);
  const [at, setAt] = useState<Place | null>(null);
  useCrumb(trip.tripNumber);
  const leftAt = useLeftAt(trip);
  const stop = nextStop(trip);
  const asked = askedNow(trip, given);
  const isLeaving = stop?.status === "arrived" && stop.id === leaving;

  const goOn = (place: Place | null) => {
    setAsked(null);
    setAt(place);
  };
  const told = (delivery: OwnDelivery, isProofDue = true) => goOn(afterTelling(trip, stop, delivery, isProofDue));
  const back = () => goOn(asked && "delivery" in asked ? { id: asked.delivery.id } : null);
  const arrive = (to: OwnStop) => {
    goOn(null);
    if (isOutOfOrder(trip, to)) setAsked({ what: "arrive", stop: to });
    else void report({ kind: "arrive", tripId: trip.id, stopId: to.id, reason: null });
  };
  const leave = (from: OwnStop) => {
    goOn(null);
    setLeaving(null);
    void report({ kind: "complete_stop", tripId: trip.id, stopId: from.id });
  };
  const askBeforeLeaving = (from: OwnStop) => {
    if (leftAt(from).isNothing) return leave(from);
    goOn(null);
    setLeaving(from.id);
  };
  const leads = { at, onAsk: setAsked, onTold: told };
  const here = (
    <>
      <LoadHere trip={trip} stop={stop} at={at} onAsk={setAsked} />
      <DeliveriesHere trip={trip} stop={stop} {...leads} />
    </>
  );
  const closeOrGo = () => {
    if (asked) back();
    else if (isLeaving) setLeaving(null);
    else go({ search: {} });
  };
  return (
    <div className={styles["screen"]}>
      <header className={styles["head"]}>
        <button type="button" className={styles["back"]} aria-label={t`Back`} onClick={closeOrGo}>
          <IconArrowLeft size={24} stroke={1.8} />
        </button>
        <div className={styles["text"]}>
          <h1>{trip.tripNumber}</h1>
          <span className={styles["small"]}>{trip.vehicleName}</span>
          <WithWhom trip={trip} />
        </div>
        <TripChip trip={trip} />
        <WhereItIs />
      </header>
      {asked ? (
        <Ask
          trip={trip}
          asked={asked}
          onDone={() => ("delivery" in asked ? told(asked.delivery, isProofDue(asked)) : goOn(null))}
          onBack={back}
        />
      ) : isLeaving ? (
        <LeaveStop trip={trip} stop={stop} onLeave={() => leave(stop)} onBack={() => setLeaving(null)}>
          {here}
        </LeaveStop>
      ) : (
        <>
          <NextBlock trip={trip} stop={stop} />
          {/* Another stop, or being there, begins at the top. */}
          <div key={`${stop?.id ?? ""} ${stop?.status ?? ""}`} className={styles["page"]}>
            <NotDone tripId={trip.id} />
            <BeforeLeaving trip={trip} />
            {trip.notes && <p className={styles["notes"]}>{trip.notes}</p>}
            {here}
            <DeliveriesBefore trip={trip} stop={stop} {...leads} />
            <StopList trip={trip} onArrive={arrive} onSkip={(one) => setAsked({ what: "skip_stop", stop: one })} />
          </div>
          <Foot trip={trip} stop={stop} onAsk={setAsked} onArrive={arrive} onLeave={askBeforeLeaving} />
        </>
      )}
    </div>
  );
}

/** What was handed over is proved next; what was not, or is proved by now, is not. */
const isProofDue = ({ what }: Asked) => what === "part";

interface FootProps {
  trip: OwnTrip;
  stop: OwnStop | undefined;
  onAsk: (asked: Asked) => void;
  onArrive: (stop: OwnStop) => void;
  onLeave: (stop: OwnStop) => void;
}

/** What comes next, and the ways beside it. */
function Foot({ trip, stop, onAsk, onArrive, onLeave }: FootProps) {
  const step = useMainStep({ trip, stop, onAsk, onArrive, onLeave });
  if (!step) return null;
  const isNext = nextToTell(trip, stop) === undefined; // else what is to be told is the filled button
  return (
    <footer className={styles["foot"]}>
      <button type="button" className={styles[isNext ? "main" : "later"]} onClick={step.run}>
        {step.label}
      </button>
      {trip.status === "in_progress" && (
        <div className={styles["beside"]}>
          {stop?.status === "arrived" && (
            <button type="button" className={styles["danger"]} onClick={() => onAsk({ what: "fail_stop", stop })}>
              <Trans>It did not work here</Trans>
            </button>
          )}
          <button type="button" className={styles["quiet"]} onClick={() => onAsk({ what: "pause" })}>
            <Trans>Take a break</Trans>
          </button>
        </div>
      )}
    </footer>
  );
}

/** The one thing that comes next; null once the trip is over. */
function useMainStep({ trip, stop, onAsk, onArrive, onLeave }: FootProps) {
  const { t } = useLingui();
  const { id: tripId, status, role, acknowledgedAt } = trip;
  if (status === "dispatched")
    return acknowledgedAt === null && role === "driver"
      ? { label: t`I take this trip`, run: () => void report({ kind: "acknowledge", tripId }) }
      : { label: t`Start`, run: () => onAsk({ what: "start" }) };
  if (status === "paused") return { label: t`Go on`, run: () => void report({ kind: "resume", tripId }) };
  if (status !== "in_progress") return null;
  if (!stop) return { label: t`End the trip`, run: () => onAsk({ what: "complete" }) };
  return stop.status === "arrived"
    ? { label: t`Done here`, run: () => onLeave(stop) }
    : { label: t`I have arrived`, run: () => onArrive(stop) };
}
