import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { OwnDelivery, OwnStop, OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import { draftKey, useBegun } from "./drafts.web.ts";
import { focused } from "./phone-form.web.tsx";
import { nameOf } from "./phone-words.web.tsx";
import { deliveriesAt, unprovedAt, untoldAt } from "./with-reports.ts";
import styles from "./driver-phone.module.css";

interface LeftToSay {
  untold: readonly OwnDelivery[];
  begun: readonly OwnDelivery[];
  unproved: readonly OwnDelivery[];
  isNothing: boolean;
}

/**
 * What is left to say at a stop: of which deliveries nobody has told what became of them, where a proof was begun only, and where
 * one is asked for of which nothing is taken.
 */
export function useLeftAt(trip: OwnTrip): (stop: OwnStop) => LeftToSay {
  const isBegun = useBegun();
  return (stop) => {
    const untold = untoldAt(trip, stop);
    const begun = deliveriesAt(trip, stop).filter(({ id }) => isBegun(draftKey(trip.id, "proof", id)));
    const unproved = unprovedAt(trip, stop).filter((one) => !begun.includes(one));
    return { untold, begun, unproved, isNothing: untold.length + begun.length + unproved.length === 0 };
  };
}

interface LeaveStopProps {
  trip: OwnTrip;
  stop: OwnStop;
  /** The ways to say it. */
  children: ReactNode;
  onLeave: () => void;
  onBack: () => void;
}

/** Asked before a stop is left of which something is not told yet. It can be left all the same: the trip goes on. */
export function LeaveStop({ trip, stop, children, onLeave, onBack }: LeaveStopProps) {
  const { untold, begun, unproved, isNothing } = useLeftAt(trip)(stop);
  const names = (deliveries: readonly OwnDelivery[]) => deliveries.map(nameOf).join(", ");
  return (
    <>
      <div className={styles["page"]}>
        <h2 ref={focused} tabIndex={-1}>
          <Trans>Before you leave this stop</Trans>
        </h2>
        {untold.length > 0 && (
          <p>
            <Trans>Nothing is reported yet of {names(untold)}.</Trans>
          </p>
        )}
        {begun.length > 0 && (
          <p>
            <Trans>A proof is begun and not kept yet: {names(begun)}.</Trans>
          </p>
        )}
        {unproved.length > 0 && (
          <p>
            <Trans>A proof is asked for and not taken yet: {names(unproved)}.</Trans>
          </p>
        )}
        {children}
      </div>
      <footer className={styles["foot"]}>
        <button type="button" className={styles[isNothing ? "main" : "quiet"]} onClick={onLeave}>
          {isNothing ? <Trans>Done here</Trans> : <Trans>Leave all the same</Trans>}
        </button>
        <button type="button" className={styles["quiet"]} onClick={onBack}>
          <Trans>Back</Trans>
        </button>
      </footer>
    </>
  );
}
