import { Trans, useLingui } from "@lingui/react/macro";
import { useUnits } from "#web/ui/values/use-units.ts";
import { CountedLine, countOf, readCount, useMissingOfCount, type Count } from "./counted-line.web.tsx";
import type { OwnDelivery } from "./driver-actions/driver-actions.contract.ts";
import { useDraft } from "./drafts.web.ts";
import { PhoneForm } from "./phone-form.web.tsx";
import { nameOf } from "./phone-words.web.tsx";
import styles from "./driver-phone.module.css";

type OwnLine = OwnDelivery["lines"][number];

interface LoadFormProps {
  delivery: OwnDelivery;
  draft: string;
  onSay: (other: { id: string; loadedQuantity: string; reason: string | null }[]) => void;
  onBack: () => void;
}

interface Told {
  /** It was ticked: it is on board, all of it or as it was counted. */
  readonly isOnBoard: boolean;
  /** It is counted. */
  readonly isOther: boolean;
  readonly count: Count;
}

/** Each line is ticked, or it is said how much less or more came and why. */
export function LoadForm({ delivery, draft, onSay, onBack }: LoadFormProps) {
  const { lines } = delivery;
  const { t } = useLingui();
  const units = useUnits();
  const [{ given }, give] = useDraft<{ given: Readonly<Record<string, Told>> }>(draft, { given: {} });
  const of = (line: OwnLine): Told => given[line.id] ?? { isOnBoard: false, isOther: false, count: countOf(line) };
  const change = (line: OwnLine, part: Partial<Told>) =>
    give({ given: { ...given, [line.id]: { ...of(line), ...part } } });
  const missingOfCount = useMissingOfCount();
  /** A line whose count differs from the plan is told by that, ticked or not. */
  const isCounted = (line: OwnLine) => of(line).isOther && readCount(line, of(line).count).isOther;
  const missingOf = (line: OwnLine): string | null => {
    const { isOnBoard, isOther, count } = of(line);
    const missing = isOther ? missingOfCount(line, count) : null;
    if (missing !== null || isCounted(line) || isOnBoard) return missing;
    return t`Tick each line, or say what is short or over.`;
  };
  const submit = () => {
    const other = lines.filter(isCounted);
    onSay(
      other.map((line) => {
        const { came, why } = readCount(line, of(line).count);
        return { id: line.id, loadedQuantity: came, reason: why };
      }),
    );
  };
  const name = nameOf(delivery);
  return (
    <PhoneForm
      title={<Trans>Load {name}</Trans>}
      verb={t`This is on board`}
      missing={lines.map(missingOf).find((one) => one !== null) ?? null}
      onSubmit={submit}
      onBack={onBack}
    >
      <ul className={styles["rows"]}>
        {lines.map((line) => {
          const { description } = line;
          return (
            <li key={line.id} className={styles["item"]}>
              <label className={styles["check"]}>
                <input
                  type="checkbox"
                  checked={of(line).isOnBoard}
                  onChange={({ currentTarget: { checked } }) => change(line, { isOnBoard: checked })}
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
    </PhoneForm>
  );
}
