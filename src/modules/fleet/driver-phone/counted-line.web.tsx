import { Trans, useLingui } from "@lingui/react/macro";
import { useId, type ReactNode } from "react";
import { add, compare, subtract } from "#shared/format/money.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { takesReason } from "../deliveries/deliveries.flow.ts";
import type { OwnDelivery } from "./driver-actions/driver-actions.contract.ts";
import { onBoard } from "./with-reports.ts";
import styles from "./driver-phone.module.css";

type OwnLine = OwnDelivery["lines"][number];

/** What is typed of a line, as it stands in its fields. */
export interface Count {
  readonly quantity: string;
  readonly damaged: string;
  readonly reason: string;
}

/** A line as it is on board: what a count begins with. */
export const countOf = (line: OwnLine): Count => ({
  quantity: onBoard(line),
  damaged: "",
  reason: line.loadReason ?? "",
});

const isNumber = (text: string) => /^\d{1,12}(\.\d{1,6})?$/.test(text);
const plain = (text: string) => text.replaceAll(/\s/g, "").replace(",", ".");

/** What was typed, as the report says it; whether it differs from the plan, and whether it can be told so. */
export function readCount({ plannedQuantity }: OwnLine, { quantity, damaged, reason }: Count) {
  const [came, broken, why] = [plain(quantity), plain(damaged) || "0", reason.trim()];
  const areNumbers = isNumber(came) && isNumber(broken);
  const isOther = areNumbers && takesReason(plannedQuantity, came, broken);
  return { came, broken, why, areNumbers, isOther, isRight: areNumbers && (!isOther || why.length >= 3) };
}

/** Says what a count lacks before it can be told; null where nothing is missing. */
export function useMissingOfCount(): (line: OwnLine, count: Count) => string | null {
  const { t } = useLingui();
  return (line, count) => {
    const { came, areNumbers, isRight } = readCount(line, count);
    if (!areNumbers) return t`Say how much in figures.`;
    if (isRight) return null;
    const sign = compare(came, line.plannedQuantity);
    return sign < 0 ? t`Say why it is short.` : sign > 0 ? t`Say why it is over.` : t`Say why it is damaged.`;
  };
}

interface CountedLineProps {
  line: OwnLine;
  count: Count;
  /** What stands above the figure. */
  label: ReactNode;
  /** How a reader of the screen is told of the figure, where the label does not say it. */
  name?: string;
  /** The usual answers to why there is less, one touch each. */
  choices: readonly string[];
  /** Asked besides of a line that differs. */
  children?: ReactNode;
  onChange: (part: Partial<Count>) => void;
}

/** How much of a line came: one more or less with the thumb, or typed; what that is short or over, and then why. */
export function CountedLine({ line, count, label, name, choices, children, onChange }: CountedLineProps) {
  const { t } = useLingui();
  const id = useId();
  const { description, plannedQuantity } = line;
  const { came, isOther } = readCount(line, count);
  const step = (by: string) => {
    const next = add(isNumber(came) ? came : plannedQuantity, by);
    onChange({ quantity: compare(next, "0") < 0 ? "0" : next });
  };
  return (
    <div className={styles["meter"]}>
      <span className={styles["between"]}>
        <label htmlFor={id}>{label}</label>
        <span role="status">{isOther && <Difference line={line} came={came} />}</span>
      </span>
      <div className={styles["count"]}>
        <button
          type="button"
          className={styles["quiet"]}
          aria-label={t`One less of ${description}`}
          onClick={() => step("-1")}
        >
          −
        </button>
        <input
          id={id}
          {...(name ? { "aria-label": name } : {})}
          className={styles["figure"]}
          inputMode="decimal"
          autoComplete="off"
          value={count.quantity}
          onChange={({ currentTarget: { value } }) => onChange({ quantity: value })}
        />
        <button
          type="button"
          className={styles["quiet"]}
          aria-label={t`One more of ${description}`}
          onClick={() => step("1")}
        >
          +
        </button>
      </div>
      {isOther && (
        <>
          {children}
          {compare(came, plannedQuantity) < 0 && (
            <div className={styles["beside"]} role="group" aria-label={t`Why there is less of ${description}`}>
              {choices.map((choice) => (
                <button
                  key={choice}
                  type="button"
                  className={styles["quiet"]}
                  aria-pressed={count.reason === choice}
                  onClick={() => onChange({ reason: choice })}
                >
                  {choice}
                </button>
              ))}
            </div>
          )}
          <input
            className={styles["field"]}
            aria-label={t`Why ${description} is not as planned`}
            aria-required
            placeholder={t`Why? This is needed`}
            maxLength={500}
            value={count.reason}
            onChange={({ currentTarget: { value } }) => onChange({ reason: value })}
          />
        </>
      )}
    </div>
  );
}

/** "2 bags short", "1 bag over". */
function Difference({ line: { plannedQuantity, unit }, came }: { line: OwnLine; came: string }) {
  const fmt = useFormat();
  const units = useUnits();
  const by = subtract(came, plannedQuantity);
  const sign = compare(by, "0");
  if (sign === 0) return null;
  const size = by.replace("-", "");
  const count = `${fmt.quantity(size)} ${units.counted(size, { uom: unit, qtyPerUom: "1" })}`;
  return <b className={styles["differs"]}>{sign < 0 ? <Trans>{count} short</Trans> : <Trans>{count} over</Trans>}</b>;
}
