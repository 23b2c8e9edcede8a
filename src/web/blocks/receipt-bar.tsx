import { useLingui } from "@lingui/react/macro";
import styles from "./receipt-bar.module.css";

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
    <span className={styles.bar} style={{ width }} role="img" aria-label={t`${accepted}% accepted, ${damaged}% damaged, ${onTheWay}% on the way`}>
      {accepted > 0 && <i className={styles.accepted} style={{ width: `${accepted}%` }} />}
      {damaged > 0 && <i className={styles.damaged} style={{ width: `${Math.max(damaged, 3)}%` }} />}
      {onTheWay > 0 && <i className={styles.way} style={{ width: `${onTheWay}%` }} />}
    </span>
  );
}
