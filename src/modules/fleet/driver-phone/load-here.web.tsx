import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { compare } from "#shared/format/money.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import type { OwnDelivery, OwnStop, OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import { isNumber, OtherLine, plain } from "./delivery-forms.web.tsx";
import { ReasonForm } from "./phone-forms.web.tsx";
import { report } from "./queue.web.ts";
import { isNotOnBoard, isOpenDelivery, isOther, loadsAt, onBoard } from "./with-reports.ts";
import styles from "./driver-phone.module.css";

/** What is to be loaded where the trip stands, ticked off line by line, and what of it came otherwise. */
export function LoadHere({ trip, stop }: { trip: OwnTrip; stop: OwnStop | undefined }) {
  if (stop?.status !== "arrived") return null;
  return loadsAt(trip, stop)
    .filter(isOpenDelivery)
    .map((delivery) => <LoadDelivery key={delivery.id} tripId={trip.id} delivery={delivery} />);
}

type ToldLine = { id: string; loadedQuantity: string; reason: string | null };

function LoadDelivery({ tripId, delivery }: { tripId: string; delivery: OwnDelivery }) {
  const { t } = useLingui();
  const [isToldAgain, setToldAgain] = useState(false);
  const [isNothing, setNothing] = useState(false);
  const { id: deliveryId, deliveryNumber, consigneeName, lines, loadedAt } = delivery;
  const say = (other: ToldLine[]) => {
    void report({ kind: "load_delivery", tripId, deliveryId, lines: other });
    setToldAgain(false);
    setNothing(false);
  };
  const nothing = (reason: string) => say(lines.map(({ id }) => ({ id, loadedQuantity: "0", reason })));
  return (
    <section className={styles["delivery"]} aria-label={t`Load ${deliveryNumber}`}>
      <h2>
        <Trans>
          Load {deliveryNumber} {consigneeName}
        </Trans>
      </h2>
      {isNothing ? (
        <ReasonForm
          title={t`Why did nothing of it come?`}
          choices={[t`Not ready`, t`Not there`, t`Does not fit on the vehicle`, t`Damaged`]}
          isDangerous
          onSay={nothing}
          onBack={() => setNothing(false)}
        />
      ) : loadedAt === null || isToldAgain ? (
        <LoadForm lines={lines} onSay={say} onNothing={() => setNothing(true)} />
      ) : (
        <>
          <LoadedLines delivery={delivery} />
          <button type="button" className={styles["quiet"]} onClick={() => setToldAgain(true)}>
            <Trans>That was wrong</Trans>
          </button>
        </>
      )}
    </section>
  );
}

/** What is on board, and what is not and why. */
export function LoadedLines({ delivery }: { delivery: OwnDelivery }) {
  const units = useUnits();
  const said = (qty: string, unit: string) => units.count(qty, { uom: unit, qtyPerUom: "1" });
  return (
    <>
      {isNotOnBoard(delivery) && (
        <p>
          <b>
            <Trans>Nothing of it was loaded</Trans>
          </b>
        </p>
      )}
      <ul className={styles["rows"]}>
        {delivery.lines.map((line) => (
          <li key={line.id}>
            <span className={styles["between"]}>
              <span>{line.description}</span>
              <b>{said(onBoard(line), line.unit)}</b>
            </span>
            {isOther(line) && (
              <span className={styles["small"]}>
                <Trans>of {said(line.plannedQuantity, line.unit)}</Trans> {line.loadReason}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface LoadFormProps {
  lines: OwnDelivery["lines"];
  onSay: (other: ToldLine[]) => void;
  onNothing: () => void;
}

interface Told {
  readonly isOnBoard: boolean;
  readonly isOther: boolean;
  readonly quantity: string;
  readonly reason: string;
}
const untold: Told = { isOnBoard: false, isOther: false, quantity: "", reason: "" };

/** Each line is ticked, or it is said how much less or more came and why. */
function LoadForm({ lines, onSay, onNothing }: LoadFormProps) {
  const { t } = useLingui();
  const units = useUnits();
  const [given, setGiven] = useState<Readonly<Record<string, Told>>>({});
  const of = (id: string) => given[id] ?? untold;
  const change = (id: string, part: Partial<Told>) =>
    setGiven((before) => ({ ...before, [id]: { ...(before[id] ?? untold), ...part } }));
  const isRight = ({ id, plannedQuantity }: OwnDelivery["lines"][number]) => {
    const { isOnBoard, quantity, reason, ...line } = of(id);
    const differs = isNumber(plain(quantity)) && compare(plain(quantity), plannedQuantity) !== 0;
    return isOnBoard || (line.isOther && differs && reason.trim().length >= 3);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const other = lines.filter(({ id }) => !of(id).isOnBoard);
    onSay(other.map(({ id }) => ({ id, loadedQuantity: plain(of(id).quantity), reason: of(id).reason.trim() })));
  };
  return (
    <form className={styles["form"]} onSubmit={submit}>
      <ul className={styles["rows"]}>
        {lines.map(({ id, description, unit, plannedQuantity }) => (
          <li key={id}>
            <label className={styles["check"]}>
              <input
                type="checkbox"
                checked={of(id).isOnBoard}
                onChange={({ currentTarget: { checked } }) => change(id, { isOnBoard: checked, isOther: false })}
              />
              <span>
                {description}, <b>{units.count(plannedQuantity, { uom: unit, qtyPerUom: "1" })}</b>
              </span>
            </label>
            {!of(id).isOnBoard && !of(id).isOther && (
              <button
                type="button"
                className={styles["quiet"]}
                aria-label={t`${description}: short or over`}
                onClick={() => change(id, { isOther: true })}
              >
                <Trans>Short or over</Trans>
              </button>
            )}
            {of(id).isOther && (
              <OtherLine
                quantityLabel={t`How much of ${description} is on board`}
                reasonLabel={t`Why ${description} is not as planned`}
                quantity={of(id).quantity}
                reason={of(id).reason}
                onChange={(part) => change(id, part)}
              />
            )}
          </li>
        ))}
      </ul>
      <button type="submit" className={styles["choice"]} disabled={!lines.every(isRight)}>
        <Trans>This is on board</Trans>
      </button>
      <button type="button" className={styles["danger"]} onClick={onNothing}>
        <Trans>Nothing of it came</Trans>
      </button>
    </form>
  );
}
