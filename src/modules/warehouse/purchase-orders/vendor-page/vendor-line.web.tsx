import { Trans, useLingui } from "@lingui/react/macro";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useId } from "react";
import { lazyPart } from "#web/api/lazy-part.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Code, DateValue, Quantity } from "#web/ui/values/values.tsx";
import type { Choice, LineAnswer } from "./line-answer.web.ts";
import type { VendorPage } from "./vendor-page.contract.ts";
import styles from "./vendor-page.module.css";

/** Most vendors confirm: the fields of a change come when pointer or focus comes to the choices. */
const LineChange = lazyPart(() => import("./line-change.web.tsx"), "LineChange");

interface VendorLineProps {
  item: VendorPage["items"][number];
  order: VendorPage;
  /** Absent where nothing can be answered. */
  answer: LineAnswer | undefined;
  fields: Readonly<Record<string, string>>;
  /** Its place in the answer. */
  at: number;
  onChange: (part: Partial<LineAnswer>) => void;
}

/** One line: what they ask, and what we can do; a change opens its fields in place, with the difference written out. */
export function VendorLine({ item, order, answer, fields, at, onChange }: VendorLineProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  const id = useId();
  const choices: readonly [NonNullable<Choice>, string, typeof IconCheck][] = [
    ["accept", t`Confirm`, IconCheck],
    ["change", t`Change`, IconPencil],
    ["reject", t`Decline`, IconX],
  ];
  const error = (name: string) => fields[`lines.${at}.${name}`];
  const choice = answer?.choice ?? null;
  return (
    <div className={styles.line} data-choice={choice ?? undefined}>
      <span className={styles.no}>{item.lineNo}</span>
      <span className={styles.what} id={id}>
        <span className={styles.name}>{item.description}</span>
        <span className={styles.sub}>
          <Code>{item.vendorSku ?? item.sku}</Code>
        </span>
      </span>
      <span className={styles.asked}>
        <Quantity value={item.orderedQty} />
        <span className={styles.sub}>{units.name(item, item.baseUom)}</span>
      </span>
      <span className={styles.asked}>
        {fmt.amount(item.unitPrice, order.currency)}
        <span className={styles.sub}>
          <Trans>per {units.name(item, item.baseUom)}</Trans>
        </span>
      </span>
      <span className={styles.asked}>
        <DateValue date={item.promisedDate ?? item.requestedDate} />
      </span>
      {answer && (
        <span
          className={styles.choices}
          role="radiogroup"
          aria-labelledby={id}
          onPointerEnter={LineChange.fetch}
          onFocus={LineChange.fetch}
        >
          {choices.map(([value, label, Icon]) => (
            <label key={value} className={styles.choice} data-value={value} data-on={choice === value || undefined}>
              <input type="radio" name={id} checked={choice === value} onChange={() => onChange({ choice: value })} />
              <Icon size={14} stroke={1.9} aria-hidden />
              {label}
            </label>
          ))}
        </span>
      )}
      {answer && choice === "change" && <LineChange item={item} answer={answer} error={error} onChange={onChange} />}
    </div>
  );
}
