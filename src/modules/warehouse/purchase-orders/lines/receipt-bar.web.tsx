import { useLingui } from "@lingui/react/macro";
import { Bar } from "#web/ui/marks.tsx";

interface ReceiptBarProps {
  /** Shares of what was ordered, 0 to 100. */
  accepted: number;
  damaged?: number;
  onTheWay?: number;
  width?: number | string;
}

/** How much has come: accepted solid, damaged and on the way hatched, the rest grey. The number stands beside it. */
export function ReceiptBar({ accepted, damaged = 0, onTheWay = 0, width = 72 }: ReceiptBarProps) {
  const { t } = useLingui();
  return (
    <Bar
      width={width}
      label={t`${accepted}% accepted, ${damaged}% damaged, ${onTheWay}% on the way`}
      parts={[
        { kind: "done", part: accepted / 100 },
        { kind: "damaged", part: damaged / 100 },
        { kind: "coming", part: onTheWay / 100 },
      ]}
    />
  );
}
