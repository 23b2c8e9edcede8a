import { Trans, useLingui } from "@lingui/react/macro";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Text } from "#web/ui/layout/text.tsx";
import type { VendorPage } from "./vendor-page.contract.ts";
import styles from "./vendor-page.module.css";

interface LineAnsweredProps {
  item: VendorPage["items"][number];
  order: VendorPage;
}

/** What the vendor answered to a line, beside what was asked. */
export function LineAnswered({ item, order }: LineAnsweredProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  const line = order.proposal?.lines.find(({ itemId }) => itemId === item.id);
  const kind = order.answer?.kind;
  const answer = kind === "accepted" ? "accept" : kind === "declined" ? "reject" : line?.answer;
  if (!answer) return null;
  const [icon, words] = {
    accept: ["done", t`Confirmed`] as const,
    change: ["wait", t`Changed`] as const,
    reject: ["bad", t`Declined`] as const,
  }[answer];
  const price =
    line?.offered?.written ?? (line?.offered && { ...line.offered, uom: item.uom, qtyPerUom: item.qtyPerUom });
  return (
    <span className={styles.answered} role="group" aria-label={t`Your answer to line ${item.lineNo}`}>
      <Text weight={500}>
        <Glyph icon={icon} /> {words}
      </Text>
      {answer === "change" && line?.offered && price && (
        <Text shape="block">
          {units.count(line.offered.qty, item, item.baseUom)},{" "}
          <Trans>
            {fmt.amount(price.unitPrice, order.currency)} per {units.name(price, item.baseUom)}
          </Trans>
          , {fmt.date(line.offered.date)}
        </Text>
      )}
      {line?.note && (
        <Text tone="dim" size="small" shape="block">
          {line.note}
        </Text>
      )}
    </span>
  );
}
