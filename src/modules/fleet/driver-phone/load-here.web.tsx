import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { useUnits } from "#web/ui/values/use-units.ts";
import type { OwnDelivery, OwnStop, OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import { CountedLine, countOf, readCount, type Count } from "./counted-line.web.tsx";
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

type OwnLine = OwnDelivery["lines"][number];
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
  lines: readonly OwnLine[];
  onSay: (other: ToldLine[]) => void;
  onNothing: () => void;
}

interface Told {
  readonly isOnBoard: boolean;
  readonly isOther: boolean;
  readonly count: Count;
}

/** Each line is ticked, or it is said how much less or more came and why. */
function LoadForm({ lines, onSay, onNothing }: LoadFormProps) {
  const { t } = useLingui();
  const units = useUnits();
  const [given, setGiven] = useState<Readonly<Record<string, Told>>>({});
  const of = (line: OwnLine): Told => given[line.id] ?? { isOnBoard: false, isOther: false, count: countOf(line) };
  const change = (line: OwnLine, part: Partial<Told>) =>
    setGiven((before) => ({ ...before, [line.id]: { ...of(line), ...part } }));
  const isRight = (line: OwnLine) => {
    const { isOnBoard, isOther, count } = of(line);
    const read = readCount(line, count);
    return isOnBoard || (isOther && read.isOther && read.isRight);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const other = lines.filter((line) => !of(line).isOnBoard);
    onSay(
      other.map((line) => {
        const { came, why } = readCount(line, of(line).count);
        return { id: line.id, loadedQuantity: came, reason: why };
      }),
    );
  };
  return (
    <form className={styles["form"]} onSubmit={submit}>
      <ul className={styles["rows"]}>
        {lines.map((line) => {
          const { description } = line;
          return (
            <li key={line.id}>
              <label className={styles["check"]}>
                <input
                  type="checkbox"
                  checked={of(line).isOnBoard}
                  onChange={({ currentTarget: { checked } }) => change(line, { isOnBoard: checked, isOther: false })}
                />
                <span>
                  {description}, <b>{units.count(line.plannedQuantity, { uom: line.unit, qtyPerUom: "1" })}</b>
                </span>
              </label>
              {!of(line).isOnBoard && !of(line).isOther && (
                <button
                  type="button"
                  className={styles["quiet"]}
                  aria-label={t`${description}: short or over`}
                  onClick={() => change(line, { isOther: true })}
                >
                  <Trans>Short or over</Trans>
                </button>
              )}
              {of(line).isOther && (
                <CountedLine
                  line={line}
                  count={of(line).count}
                  label={<Trans>How much is on board</Trans>}
                  name={t`How much of ${description} is on board`}
                  choices={[t`Not ready`, t`Damaged`, t`Does not fit on the vehicle`]}
                  onChange={(part) => change(line, { count: { ...of(line).count, ...part } })}
                />
              )}
            </li>
          );
        })}
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
