import { useLingui } from "@lingui/react/macro";
import styles from "./detail-skeleton.module.css";

/** The head, the strip and a few lines in grey while a record, or the code of its screen, is on its way. */
export function DetailSkeleton() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`}>
      <div className={styles.head} aria-hidden>
        <span className={styles.bone} style={{ width: 220, height: 20 }} />
      </div>
      <div className={styles.main} aria-hidden>
        <span className={styles.bone} style={{ height: 60 }} />
        {[72, 54, 63, 40].map((width) => (
          <span key={width} className={styles.bone} style={{ width: `${width}%`, height: 12 }} />
        ))}
      </div>
    </div>
  );
}
