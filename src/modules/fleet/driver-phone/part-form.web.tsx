import { Trans, useLingui } from "@lingui/react/macro";
import type { OwnDelivery } from "./driver-actions/driver-actions.contract.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { CountedLine, countOf, readCount, useMissingOfCount, type Count } from "./counted-line.web.tsx";
import { useDraft } from "./drafts.web.ts";
import { PhoneForm } from "./phone-form.web.tsx";
import { nameOf } from "./phone-words.web.tsx";
import styles from "./driver-phone.module.css";

interface PartProps {
  delivery: OwnDelivery;
  draft: string;
  onSay: (lines: { id: string; deliveredQuantity: string; damagedQuantity: string; reason: string | null }[]) => void;
  onBack: () => void;
}

/** How much of each line was delivered of what is on board, and why it is not what was planned. */
export function PartForm({ delivery, draft, onSay, onBack }: PartProps) {
  const { lines } = delivery;
  const { t } = useLingui();
  const units = useUnits();
  const [{ given }, give] = useDraft<{ given: Readonly<Record<string, Count>> }>(draft, { given: {} });
  const of = (line: OwnDelivery["lines"][number]) => given[line.id] ?? countOf(line);
  const read = lines.map((line) => ({ id: line.id, ...readCount(line, of(line)) }));
  const other = read.filter(({ isOther }) => isOther);
  const submit = () =>
    onSay(
      other.map(({ id, came, broken, why }) => ({
        id,
        deliveredQuantity: came,
        damagedQuantity: broken,
        reason: why,
      })),
    );
  const missingOfCount = useMissingOfCount();
  const isNothing = read.every(({ came, broken }) => Number(came) === 0 && Number(broken) === 0);
  const missing =
    lines.map((line) => missingOfCount(line, of(line))).find((one) => one !== null) ??
    (other.length === 0
      ? t`Change what was not handed over as planned.`
      : isNothing
        ? t`Nothing was handed over: go back, and report it as not delivered.`
        : null);
  return (
    <PhoneForm title={nameOf(delivery)} verb={t`Report`} missing={missing} onSubmit={submit} onBack={onBack}>
      <p>
        <Trans>Change what was not handed over as planned. The other lines count as delivered whole.</Trans>
      </p>
      {lines.map((line) => {
        const { id, description, unit, plannedQuantity } = line;
        const change = (part: Partial<Count>) => give({ given: { ...given, [id]: { ...of(line), ...part } } });
        return (
          <CountedLine
            key={id}
            line={line}
            count={of(line)}
            label={
              <>
                {description} ({units.counted(plannedQuantity, { uom: unit, qtyPerUom: "1" })})
              </>
            }
            choices={[t`Missing`, t`Damaged`, t`They refused it`]}
            onChange={change}
          >
            <input
              className={styles["field"]}
              inputMode="decimal"
              autoComplete="off"
              aria-label={t`How much of ${description} is damaged`}
              placeholder={t`Handed over damaged, if any`}
              value={of(line).damaged}
              onChange={({ currentTarget: { value } }) => change({ damaged: value })}
            />
          </CountedLine>
        );
      })}
      {other.length > 0 && <p className={styles["small"]}>{t`The consignee can read this.`}</p>}
    </PhoneForm>
  );
}
