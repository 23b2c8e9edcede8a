import { Trans, useLingui } from "@lingui/react/macro";
import IconPhone from "@tabler/icons-react/dist/esm/icons/IconPhone.mjs";
import { useEffect, useRef, useState } from "react";
import { phoneHref } from "#shared/format/phone.ts";
import { StateChip } from "#web/ui/status/chip.tsx";
import type { OwnDelivery, OwnStop, OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import { PartForm, ProofForm } from "./delivery-forms.web.tsx";
import { ReasonForm } from "./phone-forms.web.tsx";
import { ownDeliveryStyles } from "./phone-words.web.tsx";
import { report } from "./queue.web.ts";
import { LoadedLines } from "./load-here.web.tsx";
import {
  deliveriesAt,
  deliveriesBefore,
  isNotOnBoard,
  isOpenDelivery,
  isOther,
  isTold,
  onBoard,
  untoldAt,
} from "./with-reports.ts";
import styles from "./driver-phone.module.css";

/**
 * What is brought to the stop at which the trip stands: whole, in part or not at all, and what proves it. Below, what was to be
 * brought to stops before: first what nobody has told the outcome of, then what may have been told wrongly.
 */
export function DeliveriesHere({ trip, stop }: { trip: OwnTrip; stop: OwnStop | undefined }) {
  const { t } = useLingui();
  const here = stop?.status === "arrived" ? deliveriesAt(trip, stop) : [];
  const before = deliveriesBefore(trip).filter((delivery) => !here.includes(delivery));
  const untold = before.filter(isOpenDelivery);
  const told = before.filter((delivery) => !isOpenDelivery(delivery));
  const rows = (deliveries: readonly OwnDelivery[]) =>
    deliveries.map((delivery) => <DeliveryHere key={delivery.id} tripId={trip.id} delivery={delivery} />);
  return (
    <>
      {rows(here)}
      {untold.length > 0 && (
        <section aria-label={t`Not told yet`}>
          <h2>
            <Trans>What became of these?</Trans>
          </h2>
          {rows(untold)}
        </section>
      )}
      {told.length > 0 && (
        <details className={styles["told"]}>
          <summary>
            <Trans>Reported: {told.length}</Trans>
          </summary>
          {rows(told)}
        </details>
      )}
    </>
  );
}

interface UntoldProps {
  trip: OwnTrip;
  stop: OwnStop;
  onLeave: () => void;
  onBack: () => void;
}

/** Asks, before a stop is left, what became of that of which nobody has told it; it can be left all the same. */
export function Untold({ trip, stop, onLeave, onBack }: UntoldProps) {
  const untold = untoldAt(trip, stop);
  const [asked] = useState(() => untold.map(({ id }) => id)); // what is told by now stays, with the way to its proof
  return (
    <section className={styles["form"]} aria-labelledby="untold">
      <h2 id="untold">{untold.length > 0 ? <Trans>What became of these?</Trans> : <Trans>All of it is told</Trans>}</h2>
      {deliveriesAt(trip, stop)
        .filter(({ id }) => asked.includes(id))
        .map((delivery) => (
          <DeliveryHere key={delivery.id} tripId={trip.id} delivery={delivery} />
        ))}
      <div className={styles["foot"]}>
        <button type="button" className={untold.length > 0 ? styles["quiet"] : styles["main"]} onClick={onLeave}>
          {untold.length > 0 ? <Trans>Leave all the same</Trans> : <Trans>Done here</Trans>}
        </button>
        <button type="button" className={styles["quiet"]} onClick={onBack}>
          <Trans>Back</Trans>
        </button>
      </div>
    </section>
  );
}

/** Of what was loaded short, or over, it is what came that is handed over. */
function whatIsOnBoard({ lines }: OwnDelivery) {
  const other = lines.filter(isOther);
  if (other.length === 0) return { kind: "deliver" } as const;
  const told = other.map((line) => ({ id: line.id, deliveredQuantity: onBoard(line), reason: line.loadReason }));
  return { kind: "deliver_partly", lines: told } as const;
}

type Asked = "part" | "fail" | "proof";

function DeliveryHere({ tripId, delivery }: { tripId: string; delivery: OwnDelivery }) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isToldAgain, setToldAgain] = useState(false);
  const section = useRef<HTMLElement>(null);
  const isShown = useRef(false);
  useEffect(() => {
    if (isShown.current) section.current?.scrollIntoView({ block: "start" }); // what was reported stays in sight
    isShown.current = true;
  }, [asked]);
  const { id: deliveryId, deliveryNumber, consigneeName, contactPhone, status, lines, notes, proofsMissing } = delivery;
  const back = () => setAsked(null);
  const say = (said: Parameters<typeof report>[0], picture?: Blob | null) => {
    void report(said, picture ?? null);
    setToldAgain(false);
    back();
  };
  return (
    <section ref={section} className={styles["delivery"]} aria-label={deliveryNumber}>
      <header className={styles["between"]}>
        <h2>
          {deliveryNumber} {consigneeName}
        </h2>
        <StateChip statusStyles={ownDeliveryStyles} state={status} />
      </header>
      {notes && <p className={styles["notes"]}>{notes}</p>}
      {asked === null && (
        <>
          <LoadedLines delivery={delivery} />
          {contactPhone && (
            <a className={styles["phone"]} href={phoneHref(contactPhone)}>
              <IconPhone size={20} stroke={1.8} />
              <Trans>Call {consigneeName ?? contactPhone}</Trans>
            </a>
          )}
          {isNotOnBoard(delivery) && isOpenDelivery(delivery) ? null : isOpenDelivery(delivery) || isToldAgain ? (
            <>
              <button
                type="button"
                className={styles["choice"]}
                onClick={() => say({ tripId, deliveryId, signerName: null, ...whatIsOnBoard(delivery) })}
              >
                {lines.some(isOther) ? (
                  <Trans>All that is on board delivered</Trans>
                ) : (
                  <Trans>All of it delivered</Trans>
                )}
              </button>
              <div className={styles["beside"]}>
                <button type="button" className={styles["quiet"]} onClick={() => setAsked("part")}>
                  <Trans>Short or over</Trans>
                </button>
                <button type="button" className={styles["danger"]} onClick={() => setAsked("fail")}>
                  <Trans>Not delivered</Trans>
                </button>
                {isToldAgain && (
                  <button type="button" className={styles["quiet"]} onClick={() => setToldAgain(false)}>
                    <Trans>Leave it as it is</Trans>
                  </button>
                )}
              </div>
            </>
          ) : (
            <div className={styles["beside"]}>
              {status !== "failed" && (
                <button type="button" className={styles["choice"]} onClick={() => setAsked("proof")}>
                  {proofsMissing.length > 0 ? t`Take proof of delivery` : t`Add a proof`}
                </button>
              )}
              {isTold(delivery) && (
                <button type="button" className={styles["quiet"]} onClick={() => setToldAgain(true)}>
                  <Trans>That was wrong</Trans>
                </button>
              )}
            </div>
          )}
        </>
      )}
      {asked === "part" && (
        <PartForm
          delivery={delivery}
          onSay={(other) => say({ kind: "deliver_partly", tripId, deliveryId, signerName: null, lines: other })}
          onBack={back}
        />
      )}
      {asked === "fail" && (
        <ReasonForm
          title={t`Why was nothing delivered?`}
          choices={[t`Nobody was there`, t`They refused it`, t`Wrong goods`, t`Damaged`]}
          hint={t`The consignee can read this.`}
          isDangerous
          onSay={(reason) => say({ kind: "fail_delivery", tripId, deliveryId, reason })}
          onBack={back}
        />
      )}
      {asked === "proof" && (
        <ProofForm
          delivery={delivery}
          onSay={(proof, picture) => say({ kind: "prove_delivery", tripId, deliveryId, ...proof }, picture)}
          onBack={back}
        />
      )}
    </section>
  );
}
