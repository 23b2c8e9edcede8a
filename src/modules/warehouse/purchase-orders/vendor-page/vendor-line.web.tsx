import { Trans, useLingui } from "@lingui/react/macro";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useId, type ReactNode } from "react";
import { lazyPart } from "#web/api/lazy-part.tsx";
import { ThreeWay } from "#web/shell/link/link-parts.tsx";
import { writtenQuantity } from "#shared/format/units.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Code, DateValue, Quantity } from "#web/ui/values/values.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { LineDiscount } from "../lines/line-discount.web.tsx";
import { LineAnswered } from "./line-answered.web.tsx";
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
  const choices: readonly [NonNullable<Choice>, string, ReactNode, "g" | "v" | "x"][] = [
    ["accept", t`Confirm`, <IconCheck key="accept" size={14} stroke={1.9} aria-hidden />, "g"],
    ["change", t`Change`, <IconPencil key="change" size={14} stroke={1.9} aria-hidden />, "v"],
    ["reject", t`Decline`, <IconX key="reject" size={14} stroke={1.9} aria-hidden />, "x"],
  ];
  const error = (name: string) => fields[`lines.${at}.${name}`];
  const choice = answer?.choice ?? null;
  const asked = writtenQuantity(item.orderedQty, item, item.baseUom);
  return (
    <div className={styles.line} data-choice={choice ?? undefined}>
      <span className={styles.no}>{item.lineNo}</span>
      <span className={styles.what} id={id}>
        <Text weight={500} shape="block">
          {item.description}
        </Text>
        <Text tone="dim" size="small" shape="block">
          <Code>{item.vendorSku ?? item.sku}</Code>
        </Text>
      </span>
      <span className={styles.asked}>
        <Quantity value={asked.qty} />
        <Text tone="dim" size="small" shape="block">
          {units.name(asked.unit, item.baseUom)}
        </Text>
      </span>
      <span className={styles.asked}>
        {fmt.amount(item.unitPrice, order.currency)}
        <Text tone="dim" size="small" shape="block">
          <Trans>per {units.name(item, item.baseUom)}</Trans>
        </Text>
        <LineDiscount pct={item.discountPct} />
      </span>
      <span className={styles.asked}>{fmt.amount(item.lineTotal, order.currency)}</span>
      <span className={styles.asked}>
        <DateValue date={item.promisedDate ?? item.requestedDate} />
      </span>
      {answer && (
        <ThreeWay
          name={id}
          labelledBy={id}
          choices={choices}
          chosen={choice}
          onChoose={(value) => onChange({ choice: value })}
          onNear={LineChange.fetch}
        />
      )}
      {!answer && <LineAnswered item={item} order={order} />}
      {answer && choice === "change" && <LineChange item={item} answer={answer} error={error} onChange={onChange} />}
    </div>
  );
}
