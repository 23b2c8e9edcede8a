import { Trans, useLingui } from "@lingui/react/macro";
import IconPhone from "@tabler/icons-react/dist/esm/icons/IconPhone.mjs";
import { useState } from "react";
import { phoneHref } from "#shared/format/phone.ts";
import { StateChip } from "#web/ui/status/chip.tsx";
import { draftsSettledBy, type AskedOfDelivery } from "./ask.web.tsx";
import type { OwnDelivery, OwnStop, OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import { draftKey, dropDrafts, useBegun } from "./drafts.web.ts";
import { LinesHere, ProofsHere } from "./lines-here.web.tsx";
import { NotesOf, useIsNoted } from "./where-it-is.web.tsx";
import { Opens } from "./opens.web.tsx";
import { nameOf, ownDeliveryStyles } from "./phone-words.web.tsx";
import { report } from "./queue.web.ts";
import { useGoTo, type Place } from "./use-go-to.web.ts";
import {
  deliveriesAt,
  deliveriesBefore,
  isNotOnBoard,
  isOpenDelivery,
  isOther,
  isTold,
  nextToTell,
  onBoard,
} from "./with-reports.ts";
import styles from "./driver-phone.module.css";

/** Of which reports a note stands where a delivery is brought. */
const outcomesAndProofs = ["deliver", "deliver_partly", "fail_delivery", "prove_delivery"] as const;

/** What a delivery of the screen leads to. */
interface Leads {
  at: Place | null;
  onAsk: (asked: AskedOfDelivery) => void;
  /** It was said with one touch what became of it. */
  onTold: (delivery: OwnDelivery) => void;
}

interface DeliveriesProps extends Leads {
  trip: OwnTrip;
  stop: OwnStop | undefined;
}

/** What is brought to the stop at which the trip stands: whole, in part or not at all, and what proves it. */
export function DeliveriesHere({ trip, stop, ...leads }: DeliveriesProps) {
  if (stop?.status !== "arrived") return null;
  const next = nextToTell(trip, stop)?.id;
  return deliveriesAt(trip, stop).map((delivery) => (
    <DeliveryHere key={delivery.id} tripId={trip.id} delivery={delivery} isNext={delivery.id === next} {...leads} />
  ));
}

/**
 * What was to be brought to stops before: first what nobody has told the outcome of, then what may have been told wrongly, or is
 * proved only now.
 */
export function DeliveriesBefore({ trip, stop, ...leads }: DeliveriesProps) {
  const { t } = useLingui();
  const isBegun = useBegun();
  const here = stop?.status === "arrived" ? deliveriesAt(trip, stop) : [];
  const before = deliveriesBefore(trip).filter((delivery) => !here.includes(delivery));
  const untold = before.filter(isOpenDelivery);
  const told = before.filter((delivery) => !isOpenDelivery(delivery));
  const isNoted = useIsNoted();
  const isOpened = told.some(({ id }) => isBegun(draftKey(trip.id, "proof", id)) || isNoted(id));
  const rows = (deliveries: readonly OwnDelivery[]) =>
    deliveries.map((delivery) => (
      <DeliveryHere key={delivery.id} tripId={trip.id} delivery={delivery} isNext={false} {...leads} />
    ));
  return (
    <>
      {untold.length > 0 && (
        <section className={styles["told"]} aria-label={t`Not told yet`}>
          <h2>
            <Trans>What became of these?</Trans>
          </h2>
          {rows(untold)}
        </section>
      )}
      {told.length > 0 && (
        <Opens label={<Trans>Reported: {told.length}</Trans>} isOpened={isOpened}>
          {rows(told)}
        </Opens>
      )}
    </>
  );
}

/** Of what was loaded short, or over, it is what came that is handed over. */
function whatIsOnBoard({ lines }: OwnDelivery) {
  const other = lines.filter(isOther);
  if (other.length === 0) return { kind: "deliver" } as const;
  const told = other.map((line) => ({ id: line.id, deliveredQuantity: onBoard(line), reason: line.loadReason }));
  return { kind: "deliver_partly", lines: told } as const;
}

interface DeliveryProps extends Leads {
  tripId: string;
  delivery: OwnDelivery;
  /** It is what comes next at this stop. */
  isNext: boolean;
}

function DeliveryHere({ tripId, delivery, isNext, at, onAsk, onTold }: DeliveryProps) {
  const [isToldAgain, setToldAgain] = useState(false);
  const part = useGoTo(at, delivery.id);
  const { deliveryNumber, consigneeName, contactPhone, status, notes } = delivery;
  const isOpen = isOpenDelivery(delivery);
  const told = () => {
    setToldAgain(false);
    onTold(delivery);
  };
  return (
    <section ref={part} tabIndex={-1} className={styles["delivery"]} aria-label={deliveryNumber}>
      <header className={styles["between"]}>
        <h2>{nameOf(delivery)}</h2>
        <StateChip statusStyles={ownDeliveryStyles} state={status} />
      </header>
      <NotesOf deliveryId={delivery.id} kinds={outcomesAndProofs} />
      {notes && <p className={styles["notes"]}>{notes}</p>}
      <LinesHere delivery={delivery} />
      <ProofsHere delivery={delivery} />
      {contactPhone && (
        <a className={styles["phone"]} href={phoneHref(contactPhone)}>
          <IconPhone size={20} stroke={1.8} />
          <Trans>Call {consigneeName ?? contactPhone}</Trans>
        </a>
      )}
      {isOpen && isNotOnBoard(delivery) ? null : isOpen || isToldAgain ? (
        <Outcomes
          tripId={tripId}
          delivery={delivery}
          isNext={isNext}
          onAsk={onAsk}
          onTold={told}
          onLeave={isToldAgain ? () => setToldAgain(false) : null}
        />
      ) : (
        <AfterOutcome
          tripId={tripId}
          delivery={delivery}
          isNext={isNext}
          onAsk={onAsk}
          onTellAgain={() => setToldAgain(true)}
        />
      )}
    </section>
  );
}

interface OutcomesProps {
  tripId: string;
  delivery: OwnDelivery;
  isNext: boolean;
  onAsk: (asked: AskedOfDelivery) => void;
  onTold: () => void;
  /** Leaves what was told before as it is; null where nothing was. */
  onLeave: (() => void) | null;
}

/** What may have become of it: whole with one touch, else in part or not at all. */
function Outcomes({ tripId, delivery, isNext, onAsk, onTold, onLeave }: OutcomesProps) {
  const { id: deliveryId, lines } = delivery;
  const whole = () => {
    void report({ tripId, deliveryId, signerName: null, ...whatIsOnBoard(delivery) });
    dropDrafts(...draftsSettledBy(tripId, deliveryId, "deliver"));
    onTold();
  };
  return (
    <>
      <button type="button" className={styles[isNext ? "main" : "choice"]} onClick={whole}>
        {lines.some(isOther) ? <Trans>All that is on board delivered</Trans> : <Trans>All of it delivered</Trans>}
      </button>
      <div className={styles["beside"]}>
        <button type="button" className={styles["quiet"]} onClick={() => onAsk({ what: "part", delivery })}>
          <Trans>Short or over</Trans>
        </button>
        <button type="button" className={styles["danger"]} onClick={() => onAsk({ what: "fail", delivery })}>
          <Trans>Not delivered</Trans>
        </button>
        {onLeave && (
          <button type="button" className={styles["quiet"]} onClick={onLeave}>
            <Trans>Leave it as it is</Trans>
          </button>
        )}
      </div>
    </>
  );
}

interface AfterOutcomeProps {
  tripId: string;
  delivery: OwnDelivery;
  isNext: boolean;
  onAsk: (asked: AskedOfDelivery) => void;
  onTellAgain: () => void;
}

/** What proves it, and the way back where the wrong button was pressed. */
function AfterOutcome({ tripId, delivery, isNext, onAsk, onTellAgain }: AfterOutcomeProps) {
  const { t } = useLingui();
  const isBegun = useBegun();
  const { id, status, proofsMissing } = delivery;
  const words = isBegun(draftKey(tripId, "proof", id))
    ? t`Go on with the proof`
    : proofsMissing.length > 0
      ? t`Take proof of delivery`
      : t`Add a proof`;
  return (
    <div className={styles["beside"]}>
      {status !== "failed" && (
        <button
          type="button"
          className={styles[isNext ? "main" : "choice"]}
          onClick={() => onAsk({ what: "proof", delivery })}
        >
          {words}
        </button>
      )}
      {isTold(delivery) && (
        <button type="button" className={styles["quiet"]} onClick={onTellAgain}>
          <Trans>That was wrong</Trans>
        </button>
      )}
    </div>
  );
}
