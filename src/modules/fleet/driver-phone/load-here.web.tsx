import { Trans, useLingui } from "@lingui/react/macro";
import type { AskedOfDelivery } from "./ask.web.tsx";
import type { OwnDelivery, OwnStop, OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import { draftKey, useBegun } from "./drafts.web.ts";
import { LinesHere } from "./lines-here.web.tsx";
import { NotesOf } from "./where-it-is.web.tsx";
import { nameOf } from "./phone-words.web.tsx";
import { useGoTo, type Place } from "./use-go-to.web.ts";
import { isOpenDelivery, loadsAt, nextToTell } from "./with-reports.ts";
import styles from "./driver-phone.module.css";

interface LoadHereProps {
  trip: OwnTrip;
  stop: OwnStop | undefined;
  at: Place | null;
  onAsk: (asked: AskedOfDelivery) => void;
}

/** What is to be loaded where the trip stands, and what of it came. */
export function LoadHere({ trip, stop, at, onAsk }: LoadHereProps) {
  if (stop?.status !== "arrived") return null;
  const next = nextToTell(trip, stop)?.id;
  return loadsAt(trip, stop)
    .filter(isOpenDelivery)
    .map((delivery) => (
      <LoadDelivery
        key={delivery.id}
        tripId={trip.id}
        delivery={delivery}
        isNext={delivery.id === next}
        at={at}
        onAsk={onAsk}
      />
    ));
}

interface LoadDeliveryProps {
  tripId: string;
  delivery: OwnDelivery;
  /** It is what comes next at this stop. */
  isNext: boolean;
  at: Place | null;
  onAsk: (asked: AskedOfDelivery) => void;
}

function LoadDelivery({ tripId, delivery, isNext, at, onAsk }: LoadDeliveryProps) {
  const { t } = useLingui();
  const isBegun = useBegun();
  const part = useGoTo(at, delivery.id);
  const { id, deliveryNumber, loadedAt } = delivery;
  const name = nameOf(delivery);
  return (
    <section ref={part} tabIndex={-1} className={styles["delivery"]} aria-label={t`Load ${deliveryNumber}`}>
      <h2>
        <Trans>Load {name}</Trans>
      </h2>
      <NotesOf deliveryId={id} kinds={["load_delivery"]} />
      <LinesHere delivery={delivery} />
      {loadedAt === null ? (
        <>
          <button
            type="button"
            className={styles[isNext ? "main" : "choice"]}
            onClick={() => onAsk({ what: "load", delivery })}
          >
            {isBegun(draftKey(tripId, "load", id)) ? t`Go on ticking off what is loaded` : t`Tick off what is loaded`}
          </button>
          <button type="button" className={styles["danger"]} onClick={() => onAsk({ what: "load_nothing", delivery })}>
            <Trans>Nothing of it came</Trans>
          </button>
        </>
      ) : (
        <button type="button" className={styles["quiet"]} onClick={() => onAsk({ what: "load", delivery })}>
          <Trans>That was wrong</Trans>
        </button>
      )}
    </section>
  );
}
