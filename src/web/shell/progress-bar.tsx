import { useSyncExternalStore } from "react";
import { busy } from "../api/api.ts";
import styles from "./progress-bar.module.css";

/** A thin line on the sheet's top edge while the global loading flag is set; quick answers never show it. */
export function ProgressBar() {
  const isBusy = useSyncExternalStore(busy.subscribe, busy.isBusy);
  return <i className={styles.line} data-busy={isBusy || undefined} data-progress aria-hidden />;
}
